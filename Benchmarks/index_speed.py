#!/usr/bin/env python3
"""A whole `evoke index` beside the Python way, on the same photos and the same ONNX file, one after the other.

    python3 index_speed.py MODEL... [--photos 80] [--rounds 3] [--evoke ../.build/release/evoke]

Photos of 640 × 480, each of a scene of its own, and of 12 megapixels, of sixteen scenes, since those take seconds to
make; what shows the same is compared with each other. Each file is different. Python's time leaves out the loading of
its model. Evoke's is that of the command, with digests of contents, facts, thumbnails and the library on the disk, less
what it takes for a single photo; `whole_command` is with that, too. Prints one JSON object a line; ratios are the
medians of the rounds' ratios.
"""
import argparse
import io
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from pictures import scene
from reference import Reference

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"12 megapixels": (4000, 3000), "640 x 480": (640, 480)}
LARGE_SCENES = 16


def photos(folder, size, count):
    """JPEGs as phones write them; a comment makes each file different."""
    os.makedirs(folder)
    scenes = min(count, LARGE_SCENES) if size[0] > 1000 else count
    data = []
    for seed in range(scenes):
        buffer = io.BytesIO()
        scene(*size, seed).save(buffer, "JPEG", quality=90)
        data.append(buffer.getvalue())
    for number in range(count):
        comment = b"photo %d" % number
        jpeg = data[number % scenes]
        with open(f"{folder}/{number:05}.jpg", "wb") as f:
            f.write(jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + jpeg[2:])
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def warm(paths):
    """Both find the files in memory."""
    for path in paths:
        with open(path, "rb") as f:
            f.read()


def evoke(a, model, folder, library):
    shutil.rmtree(library, ignore_errors=True)
    environment = dict(os.environ, EVOKE_LIBRARY=library)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([a.evoke, "index", "--without", "text", "--model", os.path.abspath(model), folder], env=environment,
                          capture_output=True, text=True)
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stderr)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, busy / seconds / os.cpu_count()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", metavar="MODEL")
    parser.add_argument("--photos", type=int, default=240)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for name, size in SIZES.items():
            count = a.photos if size[0] > 1000 else 4 * a.photos
            paths = photos(f"{home}/{size[0]}", size, count)
            for model in a.models:
                reference = Reference(model)
                reference.pictures(paths[:8])
                evoke(a, model, f"{home}/{size[0]}", f"{home}/library")  # compiles the model, once
                ours, whole, theirs, shares = [], [], [], []
                for _ in range(a.rounds):
                    single, _ = evoke(a, model, paths[0], f"{home}/library")
                    warm(paths)
                    seconds, share = evoke(a, model, f"{home}/{size[0]}", f"{home}/library")
                    ours.append((count - 1) / (seconds - single))
                    whole.append(count / seconds)
                    shares.append(share)
                    started = time.perf_counter()
                    reference.pictures(paths)
                    theirs.append(count / (time.perf_counter() - started))
                ratios = [x / y for x, y in zip(ours, theirs)]
                of_whole = [x / y for x, y in zip(whole, theirs)]
                print(json.dumps({
                    "name": f"index, {name}", "model": os.path.basename(os.path.normpath(model)),
                    "evoke_photos_per_second": round(statistics.median(ours), 1),
                    "python_photos_per_second": round(statistics.median(theirs), 1),
                    "times_as_fast": round(statistics.median(ratios), 2), "rounds": [round(r, 2) for r in ratios],
                    "whole_command": round(statistics.median(of_whole), 2), "photos": count,
                    "share_of_cores": round(statistics.median(shares), 2)}), flush=True)


if __name__ == "__main__":
    main()
