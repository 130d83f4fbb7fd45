"""The space that photos and texts share.

A vector has three parts: which classes (512 dimensions), what they mean (256), and, for photos alone,
what the network sees beyond any class (256). A text has zeros there, so only other photos feel it.
"""

import math
from dataclasses import dataclass

import numpy as np

import e5
import efficientnet
from classes import unit
from graph import Graph

KNOWN, MEANT, SEEN = 512, 256, 256
DIMENSIONS = KNOWN + MEANT + SEEN
MEANT_SHARE = 0.25  # of the squared length of the two parts texts have
SEEN_SHARE = 0.5  # of a photo's whole squared length
PHOTO_TEMPERATURE = 2.0
TEXT_TEMPERATURE = 0.03
# One of class_meant's numbers lies halfway between two that half precision knows, as exactly as float64 can say.
# This much more than a machine's last digits, it is rounded to the same one everywhere.
_HAIR = 2.0**-43


@dataclass(frozen=True)
class Space:
    """All that is computed; every array is rounded to half precision, so that no machine's last digit shows."""

    text_centre: np.ndarray  # [384]
    class_directions: np.ndarray  # [1000, 384]
    known_basis: np.ndarray  # [1000, 512]
    meant_basis: np.ndarray  # [384, 256]
    class_meant: np.ndarray  # [1000, 256]
    feature_centre: np.ndarray  # [1280]
    seen_basis: np.ndarray  # [1280, 256]


def compute(weights, meaning):
    classifier = weights["_fc.weight"].astype(np.float64)
    classifier = classifier - classifier.mean(axis=0)
    # Classes the network tells apart by the same features end up close together: a photo of one finds the other.
    known, _ = _singular(unit(classifier), KNOWN)
    _, seen = _singular(classifier, SEEN)
    _, meant = _singular(meaning.directions, MEANT)
    arrays = (meaning.centre, meaning.directions, known, meant, meaning.directions @ meant,
              _expected_features(weights), seen)
    return Space(*((array + _HAIR).astype(np.float16) for array in arrays))


def _singular(matrix, size):
    """The first left and right singular vectors, as columns; the largest entry of each right one is positive."""
    left, _, right = np.linalg.svd(matrix, full_matrices=False)
    left, right = left[:, :size], right[:size].T
    signs = np.sign(right[np.abs(right).argmax(axis=0), np.arange(size)])
    return left * signs, right * signs


def _expected_features(weights):
    """Each feature's mean over ImageNet, as its normalisation tells: that of min(max(x, 0), 6), x normal."""
    mean, spread = (weights["_bn1." + part].astype(np.float64) for part in ("bias", "weight"))
    spread = np.maximum(np.abs(spread), 1e-6)
    low, high = -mean / spread, (6 - mean) / spread
    between = e5.normal_below(high) - e5.normal_below(low)
    return mean * between + spread * (_normal_density(low) - _normal_density(high)) + 6 * (1 - e5.normal_below(high))


def _normal_density(x):
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def image_graph(weights, space):
    g = Graph("starter-image")
    pixels = g.input("pixels", np.float32, ["batch", 3, efficientnet.SIDE, efficientnet.SIDE])
    features, logits = efficientnet.add_network(g, weights, pixels)
    likely = g.node("Softmax", g.node("Mul", logits, g.scalar(1 / PHOTO_TEMPERATURE)), axis=1)
    known = g.node("MatMul", g.node("Sqrt", likely), g.half("known.basis", space.known_basis))
    meant = g.node("MatMul", likely, g.half("class.meant", space.class_meant))
    seen = g.node("Sub", features, g.half("feature.centre", space.feature_centre))
    seen = g.node("MatMul", seen, g.half("seen.basis", space.seen_basis))
    photo = _joined(g, (known, (1 - MEANT_SHARE) * (1 - SEEN_SHARE)), (meant, MEANT_SHARE * (1 - SEEN_SHARE)),
                    (seen, SEEN_SHARE))
    g.output(photo, "embedding", np.float32, ["batch", DIMENSIONS])
    return g


def text_graph(file, space):
    g = Graph("starter-text")
    ids = g.input("input_ids", np.int64, ["batch", "length"])
    text = _unit_length(g, e5.add_encoder(g, file, ids))
    text = _unit_length(g, g.node("Sub", text, g.half("text.centre", space.text_centre)))
    likely = g.node("MatMul", text, g.half("class.directions", space.class_directions.T))
    likely = g.node("Softmax", g.node("Mul", likely, g.scalar(1 / TEXT_TEMPERATURE)), axis=1)
    known = g.node("MatMul", g.node("Sqrt", likely), g.half("known.basis", space.known_basis))
    meant = g.node("MatMul", text, g.half("meant.basis", space.meant_basis))
    text = _joined(g, (known, 1 - MEANT_SHARE), (meant, MEANT_SHARE))
    g.output(g.node("Pad", text, g.integers(0, 0, 0, SEEN)), "embedding", np.float32, ["batch", DIMENSIONS])
    return g


def _unit_length(g, x):
    return g.node("LpNormalization", x, axis=1, p=2)


def _joined(g, *parts):
    """Parts of unit length one after the other, each scaled so that its squared length is its share."""
    return g.node("Concat", *(g.node("Mul", _unit_length(g, x), g.scalar(math.sqrt(share))) for x, share in parts), axis=1)
