"""EfficientNet-Lite2 as ONNX nodes, each batch normalisation folded into the convolution before it."""

import numpy as np

SIDE = 260
FEATURES = 1280
CLASSES = 1000
PIXEL_MEAN = 127 / 255  # the network was trained on (v - 127) / 128 with v in 0...255
PIXEL_STD = 128 / 255
_EPSILON = 1e-3
_STAGES = (  # repeats, stride, channels out
    (1, 1, 16), (3, 2, 24), (3, 2, 48), (4, 2, 88), (4, 1, 120), (5, 2, 208), (1, 1, 352))


def add_network(graph, weights, pixels):
    """Add the network over `pixels` [B, 3, 260, 260]; returns (features [B, 1280], logits [B, 1000])."""
    x = _convolve(graph, weights, pixels, "_conv_stem", "_bn0", stride=2, clip=True)
    block, channels = 0, 32
    for repeats, stride, width in _STAGES:
        for repeat in range(repeats):
            step = stride if repeat == 0 else 1
            x = _block(graph, weights, x, f"_blocks.{block}.", step, skip=step == 1 and channels == width)
            block, channels = block + 1, width
    x = _convolve(graph, weights, x, "_conv_head", "_bn1", clip=True)
    features = graph.node("Flatten", graph.node("GlobalAveragePool", x))
    logits = graph.node("Gemm", features, graph.constant("_fc.weight", weights["_fc.weight"]),
                        graph.constant("_fc.bias", weights["_fc.bias"]), transB=1)
    return features, logits


def _block(graph, weights, x, prefix, stride, skip):
    y = x
    if prefix + "_expand_conv.weight" in weights:
        y = _convolve(graph, weights, y, prefix + "_expand_conv", prefix + "_bn0", clip=True)
    y = _convolve(graph, weights, y, prefix + "_depthwise_conv", prefix + "_bn1", stride=stride, clip=True)
    y = _convolve(graph, weights, y, prefix + "_project_conv", prefix + "_bn2")
    return graph.node("Add", y, x) if skip else y


def _convolve(graph, weights, x, name, norm, stride=1, clip=False):
    kernel, bias = _folded(weights, name, norm)
    depthwise = kernel.shape[1] == 1
    y = graph.node("Conv", x, graph.constant(name + ".weight", kernel), graph.constant(name + ".bias", bias),
                   auto_pad="SAME_UPPER", strides=[stride, stride], group=len(kernel) if depthwise else 1,
                   kernel_shape=list(kernel.shape[2:]))
    return graph.node("Clip", y, graph.scalar(0.0), graph.scalar(6.0)) if clip else y


def _folded(weights, name, norm):
    scale, shift, mean, variance = (weights[f"{norm}.{part}"].astype(np.float64)
                                    for part in ("weight", "bias", "running_mean", "running_var"))
    factor = scale / np.sqrt(variance + _EPSILON)
    kernel = weights[name + ".weight"].astype(np.float64) * factor[:, None, None, None]
    return kernel.astype(np.float32), (shift - mean * factor).astype(np.float32)
