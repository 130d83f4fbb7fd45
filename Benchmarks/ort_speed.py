#!/usr/bin/env python3
"""Photos per second of ONNX Runtime alone (pixels in, vectors out, nothing decoded), to set beside evoke-bench.

    python3 ort_speed.py MODEL [--batch 8] [--threads 2] [--seconds 10]

MODEL is a model directory or the ONNX file of an image tower. Prints JSON.
"""
import argparse
import json
import os
import time

import numpy as np
import onnxruntime as ort

from layouts import open_layout
from reference import Tower


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10)
    a = parser.parse_args()
    tower = Tower(open_layout(a.model).vision if os.path.isdir(a.model) else a.model, a.threads)
    batch = min(a.batch, tower.batch) if tower.batch == 1 else a.batch
    given, shape = tower.inputs[0], tower.inputs[0].shape[1:]
    if not all(isinstance(side, int) for side in shape):
        shape = [3] + [open_layout(a.model).pixels.size] * 2
    values = {given.name: np.random.default_rng(0).random((batch, *shape), np.float32)}
    tower(values)
    times, started = [], time.perf_counter()
    while time.perf_counter() - started < a.seconds or len(times) < 3:
        before = time.perf_counter()
        tower(values)
        times.append(time.perf_counter() - before)
    print(json.dumps({
        "benchmark": "encode", "runtime": f"onnxruntime {ort.__version__}", "model": a.model, "batch": batch,
        "threads": a.threads, "runs": len(times), "photos_per_second": round(batch / float(np.median(times)), 2),
        "best_photos_per_second": round(batch / min(times), 2)}))


if __name__ == "__main__":
    main()
