"""The program, with a shelf, a cache and libraries of its own."""

import json
import os
import sqlite3
import subprocess

import numpy as np


class Failure(Exception):
    pass


class Evoke:
    def __init__(self, scratch):
        self.program, self.scratch, self.shelf = os.environ["EVOKE_BINARY"], scratch, f"{scratch}/shelf"
        self.environment = os.environ | {
            "EVOKE_MODELS": self.shelf, "EVOKE_LIBRARY": f"{scratch}/library", "XDG_CACHE_HOME": f"{scratch}/cache",
            "XDG_CONFIG_HOME": f"{scratch}/config", "XDG_DATA_HOME": f"{scratch}/data"}

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, capture_output=True, text=True, timeout=600)

    def succeed(self, *words):
        done = self.run(*words)
        if done.returncode:
            told = " ".join(done.stderr.split())[-400:]
            raise Failure(f"evoke {' '.join(words[:2])} ended with {done.returncode}: {told}")
        return done.stdout

    def embed(self, model, options, pictures=(), texts=()):
        words = [w for t in texts for w in ("--text", t)]
        printed = self.succeed("models", "embed", "--model", model, *options, *words, *pictures)
        rows = [json.loads(line) for line in printed.splitlines()]
        found = np.array([row["embedding"] for row in rows], np.float32)
        if len(rows) != len(texts) + len(pictures):
            raise Failure(f"evoke models embed gave {len(rows)} vectors for {len(texts)} texts and {len(pictures)} photos")
        return found[len(texts):], found[:len(texts)]

    def index(self, library, model, options, folder):
        """The vectors of the folder's photos, by their names, as they lie in the library."""
        place = f"{self.scratch}/{library}"
        self.succeed("index", "--library", place, "--model", model, *options, folder)
        with sqlite3.connect(f"file:{place}/library.sqlite?mode=ro", uri=True) as database:
            rows = database.execute("SELECT name, half_floats FROM vectors JOIN photos USING (photo)").fetchall()
            failed = database.execute("SELECT name, reason FROM failures JOIN photos USING (photo)").fetchall()
        if failed:
            raise Failure(f"{len(failed)} photos failed, '{os.fsdecode(failed[0][0])}': {failed[0][1]}"[:300])
        return {os.fsdecode(name): halves for name, halves in rows}
