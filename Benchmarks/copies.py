#!/usr/bin/env python3
"""Find the same picture by hashes of pictures, as czkawka and users of imagehash do, on a set whose truth is known.

    python3 copies.py SET [--groups GROUPS.jsonl]

SET has pictures/ and truth.json: for each name its "source" and its "kind", which is original, exact, same or burst. Prints
precision and recall over pairs for each way and each distance up to which two pictures count as the same; a pair of two
exact copies counts, too. With --groups, what `evoke duplicates --json` printed is measured in the same way.

`dhash` of 16 by 16 stands for czkawka: it is the gradient of its image_hasher, whose presets allow distances from 2 to 40
at that size. Pairs are compared each by itself, which is kinder to precision than making groups of them.
"""
import argparse
import collections
import itertools
import json
import os

import imagehash
from PIL import Image, ImageOps

WAYS = {
    "imagehash phash 8": (lambda im: imagehash.phash(im), (0, 4, 8, 12, 16)),
    "imagehash dhash 8": (lambda im: imagehash.dhash(im), (0, 4, 8, 12)),
    "czkawka's gradient 16": (lambda im: imagehash.dhash(im, hash_size=16), (2, 5, 10, 15, 20, 30, 40)),
}


def pairs(names):
    return {tuple(sorted(pair)) for pair in itertools.combinations(names, 2)}


def show(way, got, want):
    hits = len(got & want)
    precision = hits / len(got) if got else 1.0
    print(f"{way}: precision {precision:.3f} recall {hits / max(1, len(want)):.3f} of {len(want)} pairs", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set")
    parser.add_argument("--groups")
    a = parser.parse_args()
    truth = json.load(open(os.path.join(a.set, "truth.json")))
    sources = collections.defaultdict(list)
    for name, told in truth.items():
        if told["kind"] != "burst":
            sources[told["source"]].append(name)
    want = set().union(*map(pairs, sources.values()))
    pictures = {}
    for name in truth:
        picture = ImageOps.exif_transpose(Image.open(os.path.join(a.set, "pictures", name))).convert("RGB")
        pictures[name] = {way: hashing(picture) for way, (hashing, _) in WAYS.items()}
    for way, (_, limits) in WAYS.items():
        distances = {(one, two): pictures[one][way] - pictures[two][way] for one, two in pairs(pictures)}
        for limit in limits:
            show(f"{way}, distance {limit}", {pair for pair, far in distances.items() if far <= limit}, want)
    if a.groups:
        groups = [json.loads(line) for line in open(a.groups) if line.strip()]
        names = ([os.path.basename(photo["path"]) for photo in group["photos"]] for group in groups if group["kind"] != "burst")
        show("evoke duplicates", set().union(*map(pairs, names)), want)


if __name__ == "__main__":
    main()
