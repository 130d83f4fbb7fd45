#!/usr/bin/env python3
"""Which operators OpenVINO computes otherwise than they say, and tells nobody: to be run when its version changes.

    python3 operators.py [WORD]      those whose names hold WORD

Takes ONNX's own tests of operators, and ONNX Runtime's own operators with random numbers. Prints those for which OpenVINO
gives other numbers than ONNX Runtime, or than ONNX's own answer where ONNX Runtime gives none; then how many were right,
wrong, not taken by OpenVINO, and not to be compared. `Sources/Features/EvokeModels/Graph/DoubtfulNode.swift` has what a
model may hold of them.
"""
import multiprocessing
import sys
import warnings
from collections import Counter

import numpy as np
import onnxruntime
import openvino
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.case.node import collect_testcases

warnings.filterwarnings("ignore")
SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "LP_TRANSFORMS_MODE": "NO", "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0"}
SLACK, PATIENCE = 2e-3, 60
random = np.random.default_rng(0)


def floats(*shape, scale=0.3):
    return random.normal(0, scale, shape).astype(np.float32)


def whole(kind, *shape):
    info = np.iinfo(kind)
    return random.integers(info.min, info.max, shape).astype(kind)


def number(value, kind=np.float32):
    return np.array(value, kind)


def quantised(kind, *inputs, **attributes):
    """An operator of ONNX Runtime's between a rounding and what takes it back."""
    def nodes():
        others = [f"i{place}" if isinstance(i, np.ndarray) else i for place, i in enumerate(inputs)]
        return [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"]),
                helper.make_node(kind, others, ["r"], domain="com.microsoft", **attributes),
                helper.make_node("DequantizeLinear", ["r", "t", "u"], ["y"])]
    weights = {"s": number(6 / 255), "z": number(128, np.uint8), "t": number(16 / 255), "u": number(100, np.uint8)}
    return nodes, weights | {f"i{p}": i for p, i in enumerate(inputs) if isinstance(i, np.ndarray)}


def plain(kind, *inputs, **attributes):
    def nodes():
        names = [f"i{place}" if isinstance(i, np.ndarray) else i for place, i in enumerate(inputs)]
        return [helper.make_node(kind, names, ["y"], domain="com.microsoft", **attributes)]
    return nodes, {f"i{p}": i for p, i in enumerate(inputs) if isinstance(i, np.ndarray)}


def of_onnx_runtime():
    """Name, shape of what goes in, nodes and weights."""
    states, table, mask = (2, 8, 16), (4, 64), np.array([[1] * 8, [1] * 5 + [0] * 3], np.int32)
    attention = floats(16, 48), floats(48)
    rounded = whole(np.uint8, 4, 64)
    yield "QLinearAdd", table, quantised("QLinearAdd", "q", "s", "z", rounded, "s", "z", "t", "u")
    yield "QLinearMul", table, quantised("QLinearMul", "q", "s", "z", rounded, "s", "z", "t", "u")
    yield "QLinearSigmoid", table, quantised("QLinearSigmoid", "q", "s", "z", "t", "u")
    yield "QLinearSoftmax", table, quantised("QLinearSoftmax", "q", "s", "z", "t", "u", opset=13, axis=-1)
    yield "QLinearLeakyRelu", table, quantised("QLinearLeakyRelu", "q", "s", "z", "t", "u", alpha=0.1)
    yield "QLinearConcat", table, quantised("QLinearConcat", "t", "u", "q", "s", "z", rounded, "s", "z", axis=1)
    yield "QLinearAveragePool", (1, 4, 8, 8), quantised("QLinearAveragePool", "q", "s", "z", "t", "u", kernel_shape=[2, 2])
    for name in ("Gelu", "FastGelu", "QuickGelu"):
        yield name, states, plain(name, "x")
    yield "BiasGelu", states, plain("BiasGelu", "x", floats(16))
    yield "SkipLayerNormalization", states, plain("SkipLayerNormalization", "x", floats(*states), floats(16), floats(16))
    yield "SkipSimplifiedLayerNormalization", states, plain(
        "SkipSimplifiedLayerNormalization", "x", floats(*states), floats(16))
    yield "FusedMatMul", states, plain("FusedMatMul", "x", floats(4, 16), transB=1, alpha=0.5)
    for activation in ("Relu", "LeakyRelu", "Tanh", "Sigmoid"):
        yield f"FusedGemm {activation}", (4, 16), plain("FusedGemm", "x", floats(16, 8), floats(8), activation=activation)
    for activation in ("Relu", "Tanh", "Sigmoid"):
        yield f"FusedConv {activation}", (1, 3, 8, 8), plain(
            "FusedConv", "x", floats(4, 3, 3, 3), floats(4), activation=activation)
    yield "Attention", states, plain("Attention", "x", *attention, num_heads=4)
    yield "Attention one way", states, plain("Attention", "x", *attention, num_heads=4, unidirectional=1)
    yield "Attention masked", states, plain("Attention", "x", *attention, mask, num_heads=4)
    yield "Attention with a scale", states, plain("Attention", "x", *attention, num_heads=4, scale=0.1)
    for options in ({}, {"scale": 0.1}, {"unidirectional": 1}):
        yield f"MultiHeadAttention {options}", states, plain(
            "MultiHeadAttention", "x", floats(*states), floats(*states), num_heads=4, **options)
    yield "DynamicQuantizeMatMul", (4, 16), plain("DynamicQuantizeMatMul", "x", whole(np.int8, 16, 8), number(0.01))


def made(shape, nodes, weights):
    graph = helper.make_graph(
        nodes(), "graph", [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(value, name) for name, value in weights.items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)],
                             ir_version=10).SerializeToString()


def tests(word):
    for name, shape, (nodes, weights) in of_onnx_runtime():
        if word in name:
            yield name, made(shape, nodes, weights), [random.uniform(-3, 3, shape).astype(np.float32)], None
    for case in collect_testcases(None):
        inputs, outputs = case.data_sets[0]
        if word in case.name:
            comparable = all(isinstance(v, np.ndarray) and v.dtype.kind in "fiub" for v in [*inputs, *outputs])
            yield case.name, case.model.SerializeToString() if comparable else None, inputs, outputs


def by_onnx_runtime(model, inputs):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return session.run(None, {i.name: value for i, value in zip(session.get_inputs(), inputs)})


def difference(ours, theirs):
    if ours.shape != theirs.shape:
        return f"a shape of {list(ours.shape)} for {list(theirs.shape)}"
    ours, theirs = ours.astype(np.float64), theirs.astype(np.float64)
    known = np.isfinite(theirs)
    largest = max(1e-3, np.abs(theirs[known]).max(initial=0))
    apart = np.abs(ours[known] - theirs[known]).max(initial=0)
    return None if apart <= SLACK * largest else f"{apart:.4g} of {largest:.4g}"


def attempt(test, answer):
    _, model, inputs, outputs = test
    try:
        compiled = openvino.Core().compile_model(openvino.Core().read_model(model), "CPU", SETTINGS)
        found = compiled([np.ascontiguousarray(i) for i in inputs])
        ours = [found[o] for o in compiled.outputs]
    except Exception as error:  # it says so, which is what is asked
        return answer.put(("not taken", str(error)))
    try:
        theirs = by_onnx_runtime(model, inputs)
    except Exception:
        theirs = outputs
    if theirs is None:
        return answer.put(("not compared", ""))
    wrong = [d for d in map(difference, ours, theirs) if d]
    answer.put(("wrong", "; ".join(wrong)) if wrong else ("right", ""))


def main(word):
    counts = Counter()
    for test in tests(word):
        verdict, reason = "not compared", ""
        if test[1]:
            answer = multiprocessing.Queue()
            process = multiprocessing.Process(target=attempt, args=(test, answer))
            process.start()
            try:
                verdict, reason = answer.get(timeout=PATIENCE)
            except Exception:
                verdict, reason = "wrong", "it ended the process, or did not end"
            process.kill()
        counts[verdict] += 1
        if verdict == "wrong":
            print(f"{test[0]}: {reason}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
