#!/usr/bin/env python3
"""What the size of a library costs a search: `evoke search` as a process of its own on 400 photos and on many, by
turns, and how long the search index takes to be made of the catalogue.

    python3 search_size.py [--photos 1000000] [--rounds 20] [--model MODEL] [--evoke ../.build/release/evoke]

Prints one JSON object. `more_ms` is the median of the rounds' differences.
"""
import argparse
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from index_speed import photos
from large_library import make

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*words):
    """Seconds."""
    started = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return time.perf_counter() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--model", default="starter")
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        small, large = f"{home}/small", f"{home}/large"
        photos(f"{home}/photos", (640, 480), 400)
        run(a.evoke, "index", "--model", a.model, "--library", small, f"{home}/photos")
        make(small, large, a.photos)

        def search(library, number):
            return run(a.evoke, "search", "--library", library, f"a dog on the beach {number}")

        makings = []
        for again in range(3):
            for index in glob.glob(f"{large}/*.evx"):
                os.unlink(index)
            with_making = search(large, -again)
            makings.append(with_making - search(large, -again))
        rounds = [(search(small, turn), search(large, turn)) for turn in range(a.rounds)]
        of = lambda values: round_ms(statistics.median(values))
        print(json.dumps({
            "name": "cold search", "photos": a.photos, "small_ms": of([few for few, _ in rounds]),
            "large_ms": of([many for _, many in rounds]), "more_ms": of([many - few for few, many in rounds]),
            "most_ms": round_ms(max(many - few for few, many in rounds)),
            "make_index_s": round(statistics.median(makings), 2), "slowest_make_s": round(max(makings), 2)}))


def round_ms(seconds):
    return round(1e3 * seconds, 1)


if __name__ == "__main__":
    main()
