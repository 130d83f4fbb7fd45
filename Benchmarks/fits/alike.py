#!/usr/bin/env python3
"""Which pictures a search by a picture says are alike, on those of pictures.tsv, which fits.py makes.

    alike.py SET ALBUM [--evoke .build/release/evoke]

ALBUM is the folder of the tests' album. Of SET, pictures that answer one question of questions.tsv are alike, and those that
answer none together are not. Of the album, where each folder has things of one kind, it is counted how many of what is
found are from the same folder.

Prints for several lines, as shares of the way from the best tenth of 64 pictures to the picture itself: precision, recall,
how many are found in the middle, and for how many pictures none; and for the album the share from the same folder, and
the same. Needs numpy.
"""
import argparse
import collections
import json
import pathlib
import subprocess

import numpy

HERE = pathlib.Path(__file__).resolve().parent
#: As in EvokeVectorIndex/Cutoff.swift, but for the line itself.
LOOKED_AT, CHANCE = 64, 0.1


def scores(evoke, files):
    lines = subprocess.run([evoke, "models", "embed", *files], check=True, capture_output=True, text=True).stdout.splitlines()
    vectors = numpy.array([json.loads(line)["embedding"] for line in lines], dtype=numpy.float32)
    return vectors @ vectors.T


def shares(all_scores, at):
    """How far all are on the way to the picture."""
    places = numpy.linspace(0, len(all_scores) - 1, LOOKED_AT).astype(int)
    others = sorted((all_scores[at][place] for place in places if place != at), reverse=True)
    chance = others[int(len(others) * CHANCE)]
    return (all_scores[at] - chance) / (1 - chance)


def labels(names):
    """By picture, those that are alike, and those of which nobody says that they are not."""
    alike, perhaps = collections.defaultdict(set), collections.defaultdict(set)
    places = {name: place for place, name in enumerate(names)}
    for line in (HERE / "questions.tsv").read_text(encoding="utf-8").splitlines():
        must, may = ([places[name] for name in part.split() if name in places] for part in (line.split("\t") + ["", ""])[1:3])
        for one in must:
            alike[one] |= set(must) - {one}
        for one in must + may:
            perhaps[one] |= set(must + may)
    return {one: some for one, some in alike.items() if some}, perhaps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("album", type=pathlib.Path)
    parser.add_argument("--evoke", default=str(HERE.parents[1] / ".build/release/evoke"))
    options = parser.parse_args()
    files = sorted(options.set.iterdir())
    alike, perhaps = labels([file.stem for file in files])
    of_set = scores(options.evoke, files)
    stamps = sorted(file for file in options.album.rglob("*") if file.suffix in (".png", ".jpg"))
    of_album = scores(options.evoke, stamps)
    for line in (0.25, 0.3, 0.35, 0.4, 0.45, 0.5):
        precision, recall, counts = [], [], []
        for at, right in alike.items():
            found = set(numpy.nonzero(shares(of_set, at) >= line)[0]) - {at}
            judged = {one for one in found if one in right or one not in perhaps[at]}
            precision += [len(judged & right) / len(judged)] if judged else []
            recall.append(len(judged & right) / len(right))
            counts.append(len(found))
        same, more = [], []
        for at, stamp in enumerate(stamps):
            found = set(numpy.nonzero(shares(of_album, at) >= line)[0]) - {at}
            same += [numpy.mean([stamps[one].parent == stamp.parent for one in found])] if found else []
            more.append(len(found))
        print(f"{line:.2f}  precision {numpy.mean(precision):.2f}  recall {numpy.mean(recall):.2f}  "
              f"found {numpy.median(counts):.0f}  none {numpy.mean([not one for one in counts]):.2f}  | "
              f"same folder {numpy.mean(same):.2f}  found {numpy.median(more):.0f}  none {numpy.mean([not one for one in more]):.2f}")


if __name__ == "__main__":
    main()
