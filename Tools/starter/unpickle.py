"""Read a PyTorch state dictionary in the old (non-zip) format with NumPy alone, running no code from the file."""

import io
import pickle
import struct
from collections import OrderedDict

import numpy as np

_MAGIC = 0x1950A86A20F9469CFC6C
_PROTOCOL = 1001
_KINDS = {"FloatStorage": "<f4", "LongStorage": "<i8"}


class _StorageKind(str):
    pass


def _tensor(storage, offset, size, stride, *_):
    values, kind = storage
    step = np.dtype(kind).itemsize
    return np.ndarray(size, kind, values, offset * step, [step * s for s in stride])


class _Reader(pickle.Unpickler):
    """Knows the four names a state dictionary needs, and refuses every other."""

    def __init__(self, file, storages):
        super().__init__(file)
        self.storages = storages

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if module == "torch" and name in _KINDS:
            return _StorageKind(name)
        raise pickle.UnpicklingError(f"the weights file asks for {module}.{name}, which no weights need")

    def persistent_load(self, identity):
        _, kind, key, _, count, _ = identity
        dtype = _KINDS[kind]
        values = self.storages.setdefault(key, bytearray(count * np.dtype(dtype).itemsize))
        return values, dtype


def state_dictionary(data):
    """Name -> array, from the bytes of a `.pth` file."""
    file, storages = io.BytesIO(data), {}
    if _Reader(file, storages).load() != _MAGIC or _Reader(file, storages).load() != _PROTOCOL:
        raise pickle.UnpicklingError("the weights file is not in PyTorch's old format")
    _Reader(file, storages).load()  # what machine wrote it
    tensors = _Reader(file, storages).load()
    for key in _Reader(file, storages).load():
        (count,) = struct.unpack("<q", file.read(8))
        size = len(storages[key])
        storages[key][:] = file.read(size)
        if count == 0 or size % count:
            raise pickle.UnpicklingError(f"the weights file's storage {key} has a wrong length")
    return dict(tensors)
