"""What publishers make of a graph: other precisions, weights beside it, and a neighbour of equal size."""

import logging
import os
import tempfile

import numpy as np
import onnx
from onnx import external_data_helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.matmul_bnb4_quantizer import MatMulBnb4Quantizer
from onnxruntime.transformers.float16 import convert_float_to_float16

# It advises each time to prepare the graph first.
logging.getLogger().setLevel(logging.ERROR)

MATRICES = ["MatMul", "Gemm"]


def save(model, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    onnx.save(model, path)


def save_beside(model, path, each=False):
    """Weights in one file beside the graph, or in one file for each."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    name = os.path.basename(path)
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) >= 1024:
            external_data_helper.set_external_data(tensor, f"{name}.{tensor.name}" if each else f"{name}_data")
    onnx.save(model, path)


def rewrite(path, change):
    """Changes a graph in its place; weights that lie in files of their own stay in such."""
    places = {t.name: e.value for t in onnx.load(path, load_external_data=False).graph.initializer for e in t.external_data
              if e.key == "location"}
    model = change(onnx.load(path))
    for tensor in model.graph.initializer:
        if tensor.name in places:
            os.remove(os.path.join(os.path.dirname(path), places[tensor.name]))
            external_data_helper.set_external_data(tensor, places[tensor.name])
    onnx.save(model, path)


def shuffled(model, seed):
    """The same graph with each weight's numbers in another order: another model of the same size and scale."""
    random = np.random.default_rng(seed)
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        # What is no weight stays: shapes, scalars, masks.
        if values.dtype == np.float32 and values.size > 8 and np.abs(values).max() < 1e4:
            mixed = random.permutation(values.ravel()).reshape(values.shape)
            tensor.CopyFrom(numpy_helper.from_array(mixed, tensor.name))
    return model


def half(model, keep=True):
    """`keep`: inputs and outputs stay in 32 bits."""
    return convert_float_to_float16(model, keep_io_types=keep)


def rounded_to_half(model):
    """32-bit floats that hold what half precision leaves of the weights."""
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32:
            clipped = np.clip(values, -65504, 65504).astype(np.float16).astype(np.float32)
            tensor.CopyFrom(numpy_helper.from_array(clipped, tensor.name))
    return model


def load(path):
    return onnx.load(path)


def through_files(model, make):
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(model, f"{folder}/in.onnx")
        make(f"{folder}/in.onnx", f"{folder}/out.onnx")
        return onnx.load(f"{folder}/out.onnx")


def dynamic(model, kind=QuantType.QInt8, operators=MATRICES):
    """8 bits whose ranges are found at each run, over all that goes in at once."""
    return through_files(model, lambda a, b: quantize_dynamic(a, b, weight_type=kind, op_types_to_quantize=operators))


def static(model, name, rows, operators=MATRICES, form=QuantFormat.QDQ, activations=QuantType.QUInt8, per_channel=True):
    """Few bits with ranges learnt beforehand."""
    class Rows(CalibrationDataReader):
        left = iter([{name: row[None]} for row in rows])

        def get_next(self):
            return next(self.left, None)

    return through_files(model, lambda a, b: quantize_static(
        a, b, Rows(), quant_format=form, op_types_to_quantize=operators, activation_type=activations,
        weight_type=QuantType.QInt8, per_channel=per_channel))


def four_bits(model, block=32):
    """MatMulNBits: blocks of 32 weights share a scale, two weights a byte, the first in the low half."""
    weights = {t.name: t for t in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "MatMul" or node.input[1] not in weights:
            continue
        columns = numpy_helper.to_array(weights[node.input[1]]).T
        (out, across), name = columns.shape, node.input[1]
        blocks = columns.reshape(out, across // block, block)
        scales = np.abs(blocks).max(axis=-1) / 7
        values = (np.clip(np.rint(blocks / scales[..., None]), -8, 7) + 8).astype(np.uint8)
        packed = values[..., 0::2] | values[..., 1::2] << 4
        model.graph.initializer.remove(weights.pop(name))
        model.graph.initializer.append(numpy_helper.from_array(packed, f"{name}_Q4"))
        model.graph.initializer.append(numpy_helper.from_array(scales.astype(np.float32).ravel(), f"{name}_scales"))
        node.CopyFrom(onnx.helper.make_node(
            "MatMulNBits", [node.input[0], f"{name}_Q4", f"{name}_scales"], list(node.output), node.name,
            domain="com.microsoft", K=across, N=out, bits=4, block_size=block))
    model.opset_import.append(onnx.helper.make_opsetid("com.microsoft", 1))
    return model


def four_bit_floats(model):
    quantiser = MatMulBnb4Quantizer(model, MatMulBnb4Quantizer.NF4, 64)
    quantiser.process()
    return quantiser.model.model


def broken(model):
    """One weight that is not a number."""
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor).copy()
        if values.dtype == np.float32 and values.ndim == 2:
            values[0, 0] = np.nan
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
            return model
    raise ValueError("the graph has no matrix")
