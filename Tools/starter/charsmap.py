"""Write a SentencePiece character map: a darts-clone double array, then the replacements it points at.

Layout: u32 bytes of the array, the array's u32 units, UTF-8 replacements that each end in a zero byte.
A reader walks the array byte by byte (`position ^= offset(unit) ^ byte`) and finds where a replacement starts.
"""

import struct

_HAS_LEAF = 1 << 8
_LEAF = 1 << 31
_BLOCK = 256


def encode(replacements):
    """The character map's bytes, for a dict of source text -> replacement text."""
    sources = sorted(replacements, key=lambda text: text.encode("utf-8"))
    blob, starts, values = bytearray(), {}, []
    for source in sources:
        target = replacements[source]
        if target not in starts:
            starts[target] = len(blob)
            blob += target.encode("utf-8") + b"\0"
        values.append(starts[target])
    units = _double_array(_trie([source.encode("utf-8") for source in sources], values))
    return struct.pack("<I", 4 * len(units)) + struct.pack(f"<{len(units)}I", *units) + bytes(blob)


def _trie(keys, values):
    root = {}
    for key, value in zip(keys, values):
        node = root
        for byte in key:
            node = node.setdefault(byte, {})
        node[0] = value
    return root


def _double_array(root):
    units = [0] * _BLOCK
    taken = bytearray([True]).ljust(_BLOCK, b"\0")
    offsets = set()

    def place(labels):
        """The smallest offset, used by no other node, that puts every label on a free unit."""
        position = 0
        while True:
            position = taken.find(False, position + 1)
            if position >= len(taken) - _BLOCK:  # the last block is always free
                units.extend([0] * _BLOCK)
                taken.extend(bytes(_BLOCK))
            offset = position ^ labels[0]
            if offset and offset not in offsets and not any(taken[offset ^ l] for l in labels):
                return offset

    waiting = [(0, root, 0)]
    while waiting:
        position, node, label = waiting.pop(0)
        labels = sorted(node)
        offset = place(labels)
        offsets.add(offset)
        for child in labels:
            taken[offset ^ child] = True
        units[position] = (position ^ offset) << 10 | (_HAS_LEAF if 0 in node else 0) | label
        if (position ^ offset) >= 1 << 21:
            raise ValueError("the character map has too many entries for plain offsets")
        for child in labels:
            if child == 0:
                units[offset] = _LEAF | node[0]
            else:
                waiting.append((offset ^ child, node[child], child))
    return units
