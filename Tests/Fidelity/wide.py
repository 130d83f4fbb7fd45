"""CLIP ViT-B/32's width, heads and patches, in two layers: the committed export of transformers' small one, grown."""

import numpy as np
import onnx
from onnx import numpy_helper

import folders
from oracle import MODELS

SIZE = 224
SIDES = {32: 768, 64: 3072, 17: 50}
# What its reshapes say of patches, heads and widths; the root of 1/√(width of a head) stands on both sides.
LISTS = {(-1, 32, 16): [-1, 768, 49], (-1, 17, 2, 16): [-1, 50, 12, 64], (-1, 17, 32): [-1, 50, 768]}


def transformer(seed, gain=1.5):
    random = np.random.default_rng(seed)
    model = onnx.load(f"{MODELS}/hub-clip/onnx/vision_model.onnx")
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.int64:
            grown = np.array(LISTS.get(tuple(values.ravel().tolist()), values))
        elif values.shape == ():
            grown = np.float32(64 ** -0.25) if values == np.float32(16 ** -0.25) else values
        elif values.ndim == 4:
            grown = random.standard_normal((768, 3, 32, 32)) * gain / (3 * 32 * 32) ** 0.5
        elif values.ndim == 2:
            # The projection stands the other way round.
            shape = [24, 768] if values.shape[0] == 24 else [SIDES[n] for n in values.shape]
            grown = random.standard_normal(shape) * gain / (768 if shape[0] == 24 else shape[0]) ** 0.5
        else:
            is_scale = tensor.name.endswith("weight")
            grown = is_scale + 0.1 * random.standard_normal([SIDES.get(n, n) for n in values.shape])
        tensor.CopyFrom(numpy_helper.from_array(np.asarray(grown, values.dtype), tensor.name))
    for node in model.graph.node:
        for attribute in node.attribute:
            if attribute.name in ("kernel_shape", "strides"):
                attribute.ints[:] = [32, 32]
    del model.graph.value_info[:]
    onnx.checker.check_model(model, full_check=True)
    return model


def clip(folder, seed):
    folders.clip(folder, seed, vision=transformer(seed), text={"out": 24}, side=SIZE)
    folders.change(f"{folder}/config.json", projection_dim=24)
