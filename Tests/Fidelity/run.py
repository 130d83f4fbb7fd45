#!/usr/bin/env python3
"""Many small models, each beside what ONNX Runtime and transformers say of it: equal, or refused with reason.

    EVOKE_BINARY=.build/release/evoke python3 run.py [WORD]      the cases whose names hold WORD
"""
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

# Without torch it is said each time that there are no models.
os.environ["TRANSFORMERS_VERBOSITY"] = "critical"
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [f"{HERE}/../../Benchmarks", f"{HERE}/../../Tools/fixtures"]

import readable  # noqa: E402
import refused  # noqa: E402
import samples  # noqa: E402
from trial import Trial  # noqa: E402

CASES = readable.CASES + refused.CASES


def attempt(number, pictures):
    case = CASES[number]
    with tempfile.TemporaryDirectory() as scratch:
        trial = Trial(case, scratch, pictures)
        started = time.monotonic()
        try:
            trial.run()
        except Exception as error:  # one case's fault is not the others'
            trial.failures.append(f"{type(error).__name__}: {error}")
        return case.name, trial.findings, trial.failures, time.monotonic() - started


COLUMNS = {"full": "full", "full, texts": "texts", "index f32": "f32", "index": "usual", "alone": "alone",
           "neighbour": "other", "neighbour, texts": "texts", "neighbour's index": "usual"}


def row(name, findings, failures):
    values = [f"{findings[c]:9.5f}" if c in findings else f"{'':9}" for c in COLUMNS]
    return f"{'FAILED' if failures else 'passed'}  {name:40}{'  refused' if 'refused' in findings else ''.join(values)}".rstrip()


def main(word):
    if not os.path.exists(os.environ.get("EVOKE_BINARY", "")):
        sys.exit("EVOKE_BINARY names no program; 'make fidelity-small' builds it.")
    chosen = [n for n, case in enumerate(CASES) if word in case.name]
    results = []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(min(os.cpu_count(), 4)) as pool:
        pictures = f"{folder}/pictures"
        samples.make(pictures)
        for name, findings, failures, seconds in pool.map(attempt, chosen, [pictures] * len(chosen)):
            print(f"{'FAILED' if failures else 'passed'}  {name}, {seconds:.1f} s", flush=True)
            for failure in failures:
                print(f"        {failure}", flush=True)
            results.append((name, findings, failures))
    print(f"\nThe least cosine of each:\n{'':48}" + "".join(f"{c:>9}" for c in COLUMNS.values()))
    for result in results:
        print(row(*result))
    failed = sum(bool(failures) for *_, failures in results)
    print(f"fidelity-small: {len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
