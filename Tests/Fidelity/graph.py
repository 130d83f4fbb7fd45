"""Writes ONNX graphs node by node, with random weights under which different inputs come out well apart."""

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

FLOAT, INT32, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT32, TensorProto.INT64, TensorProto.BOOL


class Graph:
    """Opset 14 has no layer normalisation and no GELU: they are spelt out, as most published exports have them."""

    def __init__(self, seed, gain=1.5):
        self.random, self.gain = np.random.default_rng(seed), gain
        self.nodes, self.weights, self.inputs, self.outputs = [], [], [], []

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value, name, shape, kind=FLOAT):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def op(self, kind, *inputs, **attributes):
        """A node; arrays and numbers among its inputs become constants."""
        names = [i if isinstance(i, str) else self.constant(i) for i in inputs]
        made = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, names, [made], f"n{len(self.nodes)}", **attributes))
        return made

    def constant(self, value):
        value = np.asarray(value)
        value = value.astype({"f": np.float32, "i": np.int64}.get(value.dtype.kind, value.dtype))
        self.weights.append(numpy_helper.from_array(value, f"w{len(self.weights)}"))
        return self.weights[-1].name

    def weight(self, *shape, scale=1.0, around=0.0):
        return self.constant((around + scale * self.random.standard_normal(shape)).astype(np.float32))

    def model(self):
        graph = helper.make_graph(self.nodes, "main_graph", self.inputs, self.outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8, producer_name="evoke")
        checker.check_model(model, full_check=True)
        return model

    # What towers are made of

    def linear(self, x, across, out):
        product = self.op("MatMul", x, self.weight(across, out, scale=self.gain / across ** 0.5))
        return self.op("Add", product, self.weight(out, scale=0.1))

    def norm(self, x, width):
        centred = self.op("Sub", x, self.op("ReduceMean", x, axes=[-1]))
        spread = self.op("ReduceMean", self.op("Pow", centred, np.float32(2)), axes=[-1])
        scaled = self.op("Div", centred, self.op("Sqrt", self.op("Add", spread, np.float32(1e-5))))
        weighted = self.op("Mul", scaled, self.weight(width, scale=0.1, around=1))
        return self.op("Add", weighted, self.weight(width, scale=0.1))

    def quick_gelu(self, x):
        return self.op("Mul", x, self.op("Sigmoid", self.op("Mul", x, np.float32(1.702))))

    def gelu(self, x):
        error = self.op("Erf", self.op("Div", x, np.float32(2 ** 0.5)))
        return self.op("Mul", self.op("Mul", x, self.op("Add", error, np.float32(1))), np.float32(0.5))

    def attention(self, query, keys, width, heads, mask=None, rows=(0, 0)):
        """`rows` is what a trace of one picture leaves of batch and length: zeros are taken from what comes in."""
        split = np.array([*rows, heads, width // heads])
        q, k, v = (self.op("Transpose", self.op("Reshape", self.linear(x, width, width), split), perm=[0, 2, 1, 3])
                   for x in (query, keys, keys))
        scores = self.op("MatMul", self.op("Mul", q, np.float32((width // heads) ** -0.5)),
                         self.op("Transpose", k, perm=[0, 1, 3, 2]))
        if mask is not None:
            scores = self.op("Add", scores, mask)
        mixed = self.op("Transpose", self.op("MatMul", self.op("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])
        return self.linear(self.op("Reshape", mixed, np.array([*rows, width])), width, width)

    def perceptron(self, x, width, activation):
        return self.linear(activation(self.linear(x, width, 2 * width)), 2 * width, width)

    def layers(self, x, width, heads, mask=None, rows=(0, 0), activation=None, is_normed_after=False, count=2):
        """A transformer's; BERT normalises after its sums, all others before."""
        activation = activation or self.quick_gelu
        for _ in range(count):
            inner = x if is_normed_after else self.norm(x, width)
            x = self.op("Add", x, self.attention(inner, inner, width, heads, mask, rows))
            if is_normed_after:
                x = self.norm(x, width)
            x = self.op("Add", x, self.perceptron(x if is_normed_after else self.norm(x, width), width, activation))
            if is_normed_after:
                x = self.norm(x, width)
        return x

    def sizes(self, x, axis):
        """One size of a tensor, in a list of one."""
        return self.op("Gather", self.op("Shape", x), np.array([axis]))
