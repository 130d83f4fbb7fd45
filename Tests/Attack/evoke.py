"""The built program, as the attacks run it: with a home of its own, and nothing of it left behind."""
import base64
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

BINARY = os.environ["EVOKE_BINARY"]
ALBUM = Path(os.environ["EVOKE_ALBUM"])
# The end of whatever a test runs: what hangs has failed.
PATIENCE = 900


def png(number, width=48, height=32):
    """A picture like no other number's."""
    value = (number + 1) * 2654435761 % 2**24
    colours = value.to_bytes(3, "big"), (value ^ 0xFFFFFF).to_bytes(3, "big")
    rows = (b"\0" + b"".join(colours[(x * (number % 7 + 1) // 9 + y // 5) % 2] for x in range(width))
            for y in range(height))
    return png_of(width, height, zlib.compress(b"".join(rows)))


def png_of(width, height, packed):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


class Place:
    """A folder with photos in it and a library beside them."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.photos = self.folder / "photos"
        self.library = self.folder / "library"
        self.photos.mkdir(parents=True, exist_ok=True)

    def fill(self, count):
        for number in range(count):
            (self.photos / f"{number:04}.png").write_bytes(png(number))

    def environment(self):
        return {**os.environ, "HOME": str(self.folder), "EVOKE_LIBRARY": str(self.library)}

    def start(self, *words, **options):
        return subprocess.Popen([BINARY, *words], env=self.environment(), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, *words, before=()):
        return subprocess.run([*before, BINARY, *words], env=self.environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=PATIENCE)

    def index(self, *words):
        return self.run("index", *words, self.photos)

    def names(self, query="a photo", top=100_000):
        """The paths of all photos, as the search finds them."""
        found = self.run("search", "--all", "-0", "--top", str(top), query)
        assert found.returncode == 0, found.stderr
        return {name for name in found.stdout.split(b"\0") if name}

    def is_in_order(self):
        check = self.run("library", "status", "--check")
        assert check.returncode == 0, check.stdout + check.stderr

    def vectors(self):
        """Each photo's vector, to the bit."""
        with sqlite3.connect(f"file:{self.library}/library.sqlite?mode=ro", uri=True) as database:
            rows = database.execute(
                "SELECT f.path, p.name, v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo "
                "JOIN folders f ON f.folder = p.folder WHERE p.missing = 0")
            return {(bytes(path), bytes(name)): bytes(halves) for path, name, halves in rows}


class Server:
    """`evoke serve` over a place's library, on this machine alone unless it is told otherwise."""

    def __init__(self, place, *options):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", *options], env=place.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.printed = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://[^/]+:(\d+)/(?:\?token=(.*))?", self.printed)
        assert found, f"evoke serve printed {self.printed!r}"
        self.port, self.token = int(found[1]), found[2]

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        """It must still be there, and end as it is told to."""
        assert self.is_alive(), f"the server ended with {self.process.returncode}: {self.said()}"
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self.said()

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-2000:]


def named(answer):
    """The path of a photo in an answer of the API, which is base64 where it is no text."""
    return base64.b64decode(answer["path_base64"]) if "path_base64" in answer else os.fsencode(answer["path"])


def objects(output):
    return [json.loads(line) for line in output.splitlines()]


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)
