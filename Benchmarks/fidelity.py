#!/usr/bin/env python3
"""Compare what evoke answers for a published model with what the publishers' own Python does.

    python3 fidelity.py MODEL... [--evoke ../.build/release/evoke] [--pictures FOLDER]

Prints the least and mean cosine of each kind and ends with status 1 when one is below its limit. Without --pictures,
pictures.py makes some. "apart" is the mean cosine of different inputs under the reference: the further from 1, the
more the other columns say.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

from reference import Reference, pictures_in

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = [
    "a photo of a cat", "dog", "two children building a sandcastle by the sea", "A BLACK AND WHITE PHOTO OF A STREET",
    "It's 25 years old, isn't it? (Yes: x_1 = 3.14!)", "Ein Mädchen läuft über die Brücke", "собака бежит по пляжу",
    "两只狗在海边奔跑，天空很蓝", "🐶 at the beach 🏖️", "Tom & Jerry", " ".join(["a red car on a long road"] * 20),
]
FULL, REDUCED = ["--precision", "full"], []
MANY = 100  # photos a run of evoke


def evoke(program, model, how, inputs, texts=False):
    """The vectors that evoke prints for photos or texts, in their order."""
    rows = {}
    for start in range(0, len(inputs), MANY):
        part = inputs[start:start + MANY]
        words = [w for text in part for w in ("--text", text)] if texts else part
        done = subprocess.run([program, "models", "embed", "--model", os.path.abspath(model), *how, *words], capture_output=True, text=True)
        for line in done.stdout.splitlines():
            row = json.loads(line)
            rows[row["input"]] = row["embedding"]
        if done.returncode or any(p not in rows for p in part):
            sys.exit(f"evoke models embed --model {model} {' '.join(how)} failed:\n{done.stderr}")
    return np.array([rows[i] for i in inputs], np.float32)


def not_reduced(path, size):
    """Whether a decoder has no reason to decode it smaller: then only the precision differs."""
    with Image.open(path) as image:
        return image.format not in ("JPEG", "WEBP", "MPO") or min(image.size) < 2 * size


def has_profile(path):
    """Two libraries that follow a profile round differently."""
    with Image.open(path) as image:
        return "icc_profile" in image.info


def compare(model, program, paths):
    reference = Reference(model)
    photos, texts = reference.pictures(paths), np.array([reference.text(t) for t in TEXTS])
    full, usual = (evoke(program, model, how, paths) for how in (FULL, REDUCED))
    full_texts, usual_texts = (evoke(program, model, how, TEXTS, texts=True) for how in (FULL, REDUCED))
    profiled = np.array([has_profile(p) for p in paths])
    plain = np.array([not_reduced(p, reference.layout.pixels.size) for p in paths])
    kinds = [  # what, ours, theirs, the least and the mean that are allowed, names
        ("photos, decoded in full", full[~profiled], photos[~profiled], 0.9999, 0.9999, np.array(paths)[~profiled]),
        ("photos with colour profiles", full[profiled], photos[profiled], 0.999, 0.999, np.array(paths)[profiled]),
        ("photos, as usual", usual, photos, 0.995, 0.999, paths),
        ("photos, usual to full precision", usual[plain], full[plain], 0.999, 0.999, np.array(paths)[plain]),
        ("texts, full precision", full_texts, texts, 0.9999, 0.9999, TEXTS),
        ("texts, usual to full precision", usual_texts, full_texts, 0.999, 0.999, TEXTS),
    ]
    print(f"\n{model}\n  {'':34}{'count':>6}{'least':>10}{'mean':>10}{'apart':>8}")
    good = True
    for what, ours, theirs, least, mean, names in kinds:
        if not len(names):
            continue
        cosines = (ours * theirs).sum(axis=1)
        apart = (theirs @ theirs.T)[~np.eye(len(names), dtype=bool)].mean() if len(names) > 1 else float("nan")
        # A NaN is no comparison and must fail, too.
        passed = bool(cosines.min() >= least and cosines.mean() >= mean)
        verdict = "" if passed else f"  below {least} (mean {mean}): {names[int(cosines.argmin())]}"
        print(f"  {what:34}{len(names):>6}{cosines.min():>10.6f}{cosines.mean():>10.6f}{apart:>8.3f}{verdict}", flush=True)
        good = good and passed
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", metavar="MODEL")
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    parser.add_argument("--pictures")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if not a.pictures:
            subprocess.run([sys.executable, f"{HERE}/pictures.py", made], check=True, stdout=subprocess.DEVNULL)
        paths = [os.path.abspath(p) for p in pictures_in(a.pictures or made)]
        if not paths:
            sys.exit(f"There are no pictures in {a.pictures or made}.")
        results = [compare(model, a.evoke, paths) for model in a.models]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
