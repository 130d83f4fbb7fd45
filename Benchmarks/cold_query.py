#!/usr/bin/env python3
"""How long a fresh Python takes for one query: import ONNX Runtime, load the text tower, tokenise, encode.

    python3 cold_query.py MODEL [--text "a photo of a cat"] [--runs 5]

MODEL is a directory with a tokenizer.json, which the `tokenizers` package reads: the lightest honest way there is.
Files are in the system's cache after the first run, which is not counted. Prints JSON.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time


def once(model, text):
    """What the fresh process does."""
    import numpy as np
    import onnxruntime as ort
    from tokenizers import Tokenizer
    immich = os.path.isdir(f"{model}/textual")
    tokenizer = Tokenizer.from_file(f"{model}/textual/tokenizer.json" if immich else f"{model}/tokenizer.json")
    options = ort.SessionOptions()
    options.log_severity_level = 3
    session = ort.InferenceSession(f"{model}/textual/model.onnx" if immich else f"{model}/onnx/text_model.onnx", options)
    ids = tokenizer.encode(text).ids
    feed = {}
    for given in session.get_inputs():
        length = given.shape[1] if isinstance(given.shape[1], int) else len(ids)
        row = [1] * len(ids) if given.name == "attention_mask" else ids
        # With what it is padded does not matter to the time.
        feed[given.name] = np.array([row + [0] * (length - len(row))], np.int32 if "int32" in given.type else np.int64)
    assert np.isfinite(session.run(None, feed)[-1]).all()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--text", default="a photo of a cat")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.once:
        once(a.model, a.text)
        return
    command, times = [sys.executable, __file__, a.model, "--text", a.text, "--once"], []
    for _ in range(a.runs + 1):
        before = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - before)
    times = times[1:]
    print(json.dumps({"benchmark": "cold query", "runtime": "python with onnxruntime", "model": a.model, "runs": a.runs,
                      "median_ms": round(statistics.median(times) * 1000), "best_ms": round(min(times) * 1000)}))


if __name__ == "__main__":
    main()
