"""Reads dlib's face recognition network from its file, and writes it as an ONNX graph.

The file is a stream of what dlib's `serialize` functions write (dlib/serialize.h, dlib/dnn/core.h, dlib/dnn/layers.h). It
does not say which layers there are: that is the network's type, in dlib's example dnn_face_recognition_ex.cpp. So `NETWORK`
below names them, and each is checked against its own name in the file.
"""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "starter"))
from graph import Graph  # noqa: E402

SIDE = 150

# From the output to the input, as dlib's type nests them.
def _residual(filters):
    return [("relu",), ("add", 1), ("affine",), ("convolution", filters, 3, 1), ("relu",), ("affine",),
            ("convolution", filters, 3, 1), ("tag", 1)]


def _residual_down(filters):
    return [("relu",), ("add", 2), ("average",), ("skip", 1), ("tag", 2), ("affine",), ("convolution", filters, 3, 1),
            ("relu",), ("affine",), ("convolution", filters, 3, 2), ("tag", 1)]


NETWORK = [
    ("dense", 128), ("average everything",), *_residual_down(256),
    *_residual(256), *_residual(256), *_residual_down(256),
    *_residual(128), *_residual(128), *_residual_down(128),
    *_residual(64), *_residual(64), *_residual(64), *_residual_down(64),
    *_residual(32), *_residual(32), *_residual(32),
    ("maximum",), ("relu",), ("affine",), ("convolution", 32, 7, 2),
]


class Stream:
    """What dlib wrote, piece by piece."""

    def __init__(self, content):
        self.content, self.place = content, 0

    def take(self, count):
        if self.place + count > len(self.content):
            raise ValueError("the file ends in the middle of the network")
        self.place += count
        return self.content[self.place - count:self.place]

    def integer(self):
        control = self.take(1)[0]
        number = int.from_bytes(self.take(control & 0x0F), "little")
        return -number if control & 0x80 else number

    def integers(self, *expected):
        found = tuple(self.integer() for _ in expected)
        if found != expected:
            raise ValueError(f"there is {found} where {expected} was expected, before byte {self.place}")

    def floating(self):
        mantissa, exponent = self.integer(), self.integer()
        return float(mantissa) * 2.0 ** exponent

    def flags(self, count):
        if not set(self.take(count)) <= set(b"01"):
            raise ValueError(f"there is no flag before byte {self.place}")

    def text(self, *expected):
        found = self.take(self.integer()).decode("ascii", "replace")
        if found not in expected:
            raise ValueError(f"there is '{found}' where '{expected[0]}' was expected, before byte {self.place}")

    def tensor(self):
        self.integers(2)
        shape = [self.integer() for _ in range(4)]
        count = int(np.prod(shape))
        return np.frombuffer(self.take(4 * count), "<f4").reshape(shape)

    def shape(self):
        """Of an alias: a part of a tensor, without numbers of its own."""
        self.integers(1)
        return tuple(self.integer() for _ in range(4))


def _convolution(stream, filters, side, stride):
    stream.text("con_4")
    numbers = stream.tensor().ravel()
    stream.integers(filters, side, side, stride, stride)
    padding = side // 2 if stride == 1 else 0
    stream.integers(padding, padding)
    shape, bias = stream.shape(), stream.shape()
    if shape[0] != filters or shape[2:] != (side, side) or bias != (1, filters, 1, 1):
        raise ValueError(f"a convolution of {filters} filters has the shapes {shape} and {bias}")
    count = int(np.prod(shape))
    for _ in range(4):  # how fast it learnt
        stream.floating()
    return numbers[:count].reshape(shape), numbers[count:]


def _affine(stream):
    stream.text("affine_", "affine_2")
    numbers = stream.tensor().ravel()
    shapes = stream.shape(), stream.shape()
    count = int(np.prod(shapes[0]))
    if shapes[0] != shapes[1] or len(numbers) != 2 * count:
        raise ValueError(f"a scaling has the shapes {shapes} and {len(numbers)} numbers")
    stream.integers(0)  # one number a channel
    return numbers[:count], numbers[count:]


def _dense(stream, outputs):
    stream.text("fc_2")
    stream.integers(outputs)
    inputs = stream.integer()
    numbers = stream.tensor().reshape(inputs, outputs)
    stream.shape(), stream.shape()
    stream.integers(1)  # without a bias
    for _ in range(4):
        stream.floating()
    return numbers


def _pool(stream, name, *numbers):
    stream.text(name)
    stream.integers(*numbers)


def _details(stream, kind, *facts):
    match kind:
        case "dense":
            return _dense(stream, *facts)
        case "convolution":
            return _convolution(stream, *facts)
        case "affine":
            return _affine(stream)
        case "relu":
            stream.text("relu_")
        case "add":
            stream.text("add_prev_")
        case "maximum":
            _pool(stream, "max_pool_2", 3, 3, 2, 2, 0, 0)
        case "average":
            _pool(stream, "avg_pool_2", 2, 2, 2, 2, 0, 0)
        case "average everything":
            _pool(stream, "avg_pool_2", 0, 0, 1, 1, 0, 0)


def read(content):
    """The mean of red, green and blue, and what each layer of `NETWORK` learnt, from the input to the output."""
    stream = Stream(content)
    stream.integers(1)
    stream.text("loss_metric_2")
    stream.floating(), stream.floating()
    for place, (kind, *_) in enumerate(NETWORK):
        stream.integers({"tag": 1, "skip": 1}.get(kind, 3 if place == len(NETWORK) - 1 else 2))
    stream.text("input_rgb_image_sized")
    mean = [stream.floating() for _ in range(3)]
    stream.integers(SIDE, SIDE)
    learnt = []
    for place, (kind, *facts) in reversed(list(enumerate(NETWORK))):
        if kind in ("tag", "skip"):
            continue
        learnt.append(_details(stream, kind, *facts))
        stream.flags(3)
        for _ in range(3):  # gradients and answers of its training
            stream.tensor()
        if place == len(NETWORK) - 1:
            stream.integers(1)
    return np.array(mean, np.float32), learnt, len(content) - stream.place


def graph(content):
    """The ONNX graph that makes 128 numbers of each face: three planes of 150 × 150 pixels, red first, from 0 to 255."""
    mean, learnt, rest = read(content)
    if rest:
        raise ValueError(f"{rest} bytes follow on the network")
    learnt = iter(learnt)
    graph = Graph("dlib-face-recognition", producer="evoke-faces")
    value, shape = graph.input("face", np.float32, ["faces", 3, SIDE, SIDE]), (3, SIDE, SIDE)
    tags, steps, place = {}, list(reversed(NETWORK)), 0
    while place < len(steps):
        kind, *facts = steps[place]
        place += 1
        if kind == "tag":
            tags[facts[0]] = value, shape
            continue
        if kind == "skip":
            value, shape = tags[facts[0]]
            continue
        numbers = next(learnt)
        match kind:
            case "convolution":
                filters, side, stride = facts
                scale, shift = next(learnt)  # an affine layer follows on each
                place += 1
                weights, bias = _folded(*numbers, scale, shift)
                if shape[0] == 3:
                    # The pixels are centred and divided by 256 first. Nothing is padded here, so that folds in, too.
                    weights = weights / 256
                    bias = bias - (weights * mean.reshape(1, 3, 1, 1)).sum((1, 2, 3))
                padding = side // 2 if stride == 1 else 0
                value = graph.node(
                    "Conv", value, graph.constant(f"weights/{place}", weights.astype(np.float32)),
                    graph.constant(f"bias/{place}", bias.astype(np.float32)), strides=[stride] * 2, pads=[padding] * 4)
                shape = (filters, *((length + 2 * padding - side) // stride + 1 for length in shape[1:]))
            case "relu":
                value = graph.node("Relu", value)
            case "maximum":
                value, shape = graph.node("MaxPool", value, kernel_shape=[3, 3], strides=[2, 2]), _reduced(shape, 3)
            case "average":
                value, shape = graph.node("AveragePool", value, kernel_shape=[2, 2], strides=[2, 2]), _reduced(shape, 2)
            case "add":
                # Where one is larger, what the other lacks counts as zero.
                other, other_shape = tags[facts[0]]
                largest = tuple(map(max, shape, other_shape))
                value = graph.node("Add", _padded(graph, value, shape, largest), _padded(graph, other, other_shape, largest))
                shape = largest
            case "average everything":
                value = graph.node("Flatten", graph.node("GlobalAveragePool", value))
            case "dense":
                value = graph.node("MatMul", value, graph.constant("weights/dense", numbers))
    graph.output(value, "vector", np.float32, ["faces", facts[0]])
    return graph.bytes()


def _folded(weights, bias, scale, shift):
    weights, bias, scale, shift = (np.asarray(array, np.float64) for array in (weights, bias, scale, shift))
    return weights * scale.reshape(-1, 1, 1, 1), bias * scale + shift


def _reduced(shape, side):
    return (shape[0], *((length - side) // 2 + 1 for length in shape[1:]))


def _padded(graph, value, shape, wanted):
    if shape == wanted:
        return value
    return graph.node("Pad", value, graph.integers(0, 0, 0, 0, 0, *(b - a for a, b in zip(shape, wanted))))
