#!/usr/bin/env python3
"""Do 8 bits pay? Quantises an image tower with ONNX Runtime's tools and runs each kind with OpenVINO.

    python3 quantise.py MODEL FOLDER [--calibrate 64] [--judge 40] [--rounds 6]

Two quantisations: static (activations' ranges learnt from pictures, weights by channel) and dynamic (ranges found at
each run, weights only by tensor). Each is computed as Evoke does: in 32-bit floats exactly as the graph says, in one
stream, or in bfloat16 as OpenVINO puts it together, in two. Prints, for each, photos per second, and the least and mean
cosine to float32 over pictures that were not calibrated with, and to what ONNX Runtime makes of the same graph.
"""
import argparse
import json
import multiprocessing
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import onnx
import onnxruntime
import openvino
from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_dynamic,
                                      quantize_static)
from onnxruntime.quantization.shape_inference import quant_pre_process

from layouts import open_layout
from reference import open_picture, pictures_in, unit

KINDS = ["MatMul", "Gemm", "Conv"]


class Pictures(CalibrationDataReader):
    def __init__(self, name, tensors):
        self.rows = iter([{name: tensor[None]} for tensor in tensors])

    def get_next(self):
        return next(self.rows, None)


def quantise(path, folder, tensors):
    """The static and the dynamic model's paths."""
    prepared, static, dynamic = (f"{folder}/{name}.onnx" for name in ("prepared", "static", "dynamic"))
    quant_pre_process(path, prepared, skip_symbolic_shape=True)
    name = onnx.load(prepared, load_external_data=False).graph.input[0].name
    quantize_static(prepared, static, Pictures(name, tensors), quant_format=QuantFormat.QDQ, op_types_to_quantize=KINDS,
                    per_channel=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                    calibrate_method=CalibrationMethod.MinMax, extra_options={"CalibMovingAverage": True})
    quantize_dynamic(prepared, dynamic, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"])
    return static, dynamic


def output_of(model):
    names = [o.get_any_name() for o in model.outputs]
    return names.index("pooler_output") if "pooler_output" in names else 0


STREAMS = {"PERFORMANCE_HINT": "THROUGHPUT", "NUM_STREAMS": "2", "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0"}
SETTINGS = {"f32": STREAMS | {"INFERENCE_PRECISION_HINT": "f32"}, "bf16": STREAMS | {"INFERENCE_PRECISION_HINT": "bf16"},
            "exact": {"PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": "1", "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0",
                      "INFERENCE_PRECISION_HINT": "f32", "LP_TRANSFORMS_MODE": "NO"}}


def compiled(core, path, way, shape):
    model = core.read_model(path)
    # With a batch left free and changed between runs, OpenVINO 2026.4.1 was seen to crash more often than not.
    model.reshape({model.inputs[0]: shape})
    return core.compile_model(model, "CPU", SETTINGS[way])


def by_onnx_runtime(path, tensors):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    place, name = names.index("pooler_output") if "pooler_output" in names else 0, session.get_inputs()[0].name
    return unit(np.concatenate([session.run(None, {name: t[None]})[place] for t in tensors]))


def speed(queue, tensors, batch, seconds):
    """Photos per second."""
    values = np.resize(tensors, (batch, *tensors.shape[1:]))
    for _ in range(len(queue)):
        queue.start_async({0: values})
    queue.wait_all()
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        queue.start_async({0: values})
        count += batch
    queue.wait_all()
    return count / (time.perf_counter() - started)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("folder")
    parser.add_argument("--calibrate", type=int, default=64)
    parser.add_argument("--judge", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=6)
    a = parser.parse_args()
    layout, paths = open_layout(a.model), pictures_in(a.folder)
    # Far apart in the folder's order, which goes by subject.
    chosen = [paths[i] for i in np.random.default_rng(0).permutation(len(paths))[:a.calibrate + a.judge]]
    tensors = np.stack([layout.pixels(open_picture(p)) for p in chosen])
    calibrating, judging = tensors[:a.calibrate], tensors[a.calibrate:]
    core = openvino.Core()
    with tempfile.TemporaryDirectory() as folder:
        # In a process of its own, so that the one that measures has nothing but OpenVINO in it.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
            static, dynamic = other.submit(quantise, layout.vision, folder, calibrating).result()
        kinds = [(kind, path, way) for kind, path, ways in
                 (("float32", layout.vision, ("f32", "bf16")), ("int8 static", static, SETTINGS),
                  ("int8 dynamic", dynamic, SETTINGS)) for way in ways]
        batches = (1, 8)
        models = [[compiled(core, path, way, [batch, *judging.shape[1:]]) for batch in batches] for _, path, way in kinds]
        queues = [[openvino.AsyncInferQueue(m) for m in pair] for pair in models]
        vectors = [unit(np.concatenate([m(t[None])[output_of(m)] for t in judging])) for m, _ in models]
        # In turns, and the best of them, so that whatever else the machine does falls on all alike.
        best = np.zeros((len(kinds), 2))
        for _ in range(a.rounds):
            for row, pair in enumerate(queues):
                for column, (queue, batch) in enumerate(zip(pair, batches)):
                    best[row, column] = max(best[row, column], speed(queue, judging, batch, a.seconds))
        for (kind, path, way), found, (one, eight) in zip(kinds, vectors, best):
            cosines = (found * vectors[0]).sum(axis=1)
            peers = (found * by_onnx_runtime(path, judging)).sum(axis=1)
            print(json.dumps({
                "model": a.model, "weights": kind, "computed": way, "megabytes": round(os.path.getsize(path) / 1e6),
                "photos_per_second_b1": round(one, 1), "photos_per_second_b8": round(eight, 1),
                "least_cosine": round(float(cosines.min()), 5), "mean_cosine": round(float(cosines.mean()), 5),
                "least_cosine_to_onnx_runtime": round(float(peers.min()), 5),
                "mean_cosine_to_onnx_runtime": round(float(peers.mean()), 5)}), flush=True)


if __name__ == "__main__":
    main()
