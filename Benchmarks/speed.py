#!/usr/bin/env python3
"""Evoke's encoders beside ONNX Runtime's, and a cold search beside a cold Python, in one run.

    python3 speed.py MODEL... [--bench ../.build/release/evoke-bench] [--evoke ../.build/release/evoke] [--rounds 5]

Each round runs the one and then the other, so that a busy machine slows both; the ratio is the median of the rounds'
ratios. Prints one JSON object a line.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*command, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout.startswith("{") else done.stdout


def show(name, model, ours, theirs, more_is_better, peer):
    ratios = [a / b if more_is_better else b / a for a, b in zip(ours, theirs)]
    print(json.dumps({
        "name": name, "model": os.path.basename(os.path.normpath(model)), "evoke": round(statistics.median(ours), 3),
        "peer": round(statistics.median(theirs), 3), "peer_is": peer, "times_as_fast": round(statistics.median(ratios), 2),
        "rounds": [round(r, 2) for r in ratios]}), flush=True)


def images(a, model):
    """Photos a second, pixels in and vectors out."""
    ours, theirs = [], []
    for _ in range(a.rounds):
        ours.append(run(a.bench, "images", model, str(a.seconds))["photos_per_second"])
        theirs.append(run(sys.executable, "-B", f"{HERE}/ort_speed.py", model, "--seconds", str(a.seconds))["photos_per_second"])
    show("images", model, ours, theirs, True, "onnxruntime, float32, batch 8, two threads")


def cold(a, model):
    """Seconds of a whole `evoke search` on a small library, and of a Python that encodes one query and searches nothing."""
    with tempfile.TemporaryDirectory() as folder:
        library = dict(os.environ, EVOKE_LIBRARY=folder)
        run(sys.executable, "-B", f"{HERE}/pictures.py", f"{folder}/pictures")
        few = sorted(os.listdir(f"{folder}/pictures"))[:20]
        for name in set(os.listdir(f"{folder}/pictures")) - set(few):
            os.remove(f"{folder}/pictures/{name}")
        run(a.evoke, "index", "--model", os.path.abspath(model), f"{folder}/pictures", environment=library)
        search = [a.evoke, "search", "--json", "two dogs on the beach"]
        run(*search, environment=library)
        ours, theirs = [], []
        for _ in range(2 * a.rounds):
            started = time.perf_counter()
            run(*search, environment=library)
            ours.append(time.perf_counter() - started)
            python = run(sys.executable, "-B", f"{HERE}/cold_query.py", model, "--runs", "1")
            theirs.append(python["median_ms"] / 1000)
        show("cold search, seconds", model, ours, theirs, False, "python: import onnxruntime, load the text side, encode")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", metavar="MODEL")
    parser.add_argument("--bench", default=f"{HERE}/../.build/release/evoke-bench")
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    a = parser.parse_args()
    for model in a.models:
        print(json.dumps(run(a.bench, "texts", model)), flush=True)
        images(a, model)
        if not os.path.isfile(f"{model}/visual.onnx"):
            cold(a, model)


if __name__ == "__main__":
    main()
