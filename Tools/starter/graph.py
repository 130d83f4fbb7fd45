"""A short way to write ONNX graphs whose bytes depend on nothing but what is put in."""

import numpy as np
import onnx
from onnx import TensorProto, helper

OPSET = 17
IR_VERSION = 8  # the oldest that knows this opset: readable by the most engines
FLOAT = TensorProto.FLOAT
_KINDS = {np.dtype(np.float32): FLOAT, np.dtype(np.int64): TensorProto.INT64}


class Graph:
    """Nodes in order of writing; each call returns the name of what it makes."""

    def __init__(self, name, producer="evoke-starter"):
        self.name, self.producer = name, producer
        self.nodes, self.constants, self.inputs, self.outputs = [], {}, [], []

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, _KINDS[np.dtype(kind)], shape))
        return name

    def output(self, source, name, kind, shape):
        self.nodes.append(helper.make_node("Identity", [source], [name], name=name))
        self.outputs.append(helper.make_tensor_value_info(name, _KINDS[np.dtype(kind)], shape))

    def constant(self, name, array):
        array = np.ascontiguousarray(array)
        array = array.astype(array.dtype.newbyteorder("<"))
        known = self.constants.setdefault(name, array)
        if known.dtype != array.dtype or not np.array_equal(known, array):
            raise ValueError(f"two different constants are called '{name}'")
        return name

    def half(self, name, array):
        """A constant kept in half precision, as float32 for the nodes that use it."""
        return self.node("Cast", self.constant(name, array.astype(np.float16)), to=FLOAT)

    def scalar(self, value):
        return self.constant(f"scalar/{value!r}", np.array(value, dtype=np.float32))

    def integers(self, *values):
        return self.constant("integers/" + "_".join(map(str, values)), np.array(values, dtype=np.int64))

    def node(self, kind, *inputs, **attributes):
        """Add a node with one output and return that output's name."""
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def model(self):
        tensors = [onnx.numpy_helper.from_array(array, name) for name, array in self.constants.items()]
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, tensors)
        return helper.make_model(graph, producer_name=self.producer, ir_version=IR_VERSION,
                                 opset_imports=[helper.make_opsetid("", OPSET)])

    def bytes(self):
        return self.model().SerializeToString(deterministic=True)
