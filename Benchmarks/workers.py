#!/usr/bin/env python3
"""Try whether workers that are killed and stopped leave a library in a database as one indexer leaves one in a folder.

    workers.py PHOTOS --evoke PROGRAM --postgres INSTALLATION [--rounds 50] [--seconds 3]

INSTALLATION has bin/postgres and bin/psql; `make test` keeps one in .build/test-postgres/servers/pginstall18. In each round,
the folder PHOTOS is indexed by four workers into a library of its own. One of them is stopped with photos in its hands, and
woken when the others are done. Every few SECONDS another is killed, and a new one takes its place. The leases of those that
are killed or stopped are ended in the database, where they would last a minute. Then the library is copied into a folder.
Its photos and vectors have to be those that one `evoke index` records, to the bit, each of them once; and the late worker
must have changed nothing. Prints a line for each round, and ends with 1 after one that went wrong.
"""
import argparse
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parents[1]


class Server:
    """A PostgreSQL server that ends with this program."""

    def __init__(self, installation):
        self.installation = pathlib.Path(installation).resolve()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="evoke-workers-", dir="/tmp"))
        self.process = subprocess.Popen(
            [HERE / "Tests/Postgres/serve", self.installation, self.folder], stdin=subprocess.PIPE)
        while not (self.folder / "ready").exists():
            if (self.folder / "failed").exists() or self.process.poll() is not None:
                sys.exit((self.folder / "log").read_text())
            time.sleep(0.1)

    def sql(self, text):
        return subprocess.run(
            [self.installation / "bin/psql", "--host", self.folder, "--username", "postgres", "--no-align", "--tuples-only",
             "--quiet", "evoke", "--command", text], check=True, capture_output=True, text=True).stdout.strip()

    def address(self, library):
        return f"postgres://postgres@/evoke?host={self.folder}&library={library}"


def recorded(library):
    """The vectors of a library in a folder, by the paths of their photos."""
    with sqlite3.connect(f"file:{library}/library.sqlite?mode=ro", uri=True) as database:
        rows = database.execute(
            "SELECT f.path, p.name, v.half_floats FROM photos p JOIN folders f ON f.folder = p.folder JOIN vectors v ON v.photo = p.photo"
        ).fetchall()
    found = {(bytes(f) if isinstance(f, bytes) else f, bytes(n) if isinstance(n, bytes) else n): v for f, n, v in rows}
    assert len(found) == len(rows), "a photo is there twice"
    return found


class Round:
    def __init__(self, server, number, options, expected, place):
        self.server, self.options, self.expected, self.place = server, options, expected, place
        self.library = f"round{number}"
        self.address = server.address(self.library)
        self.killed = 0

    def evoke(self, *words, **more):
        return subprocess.run([self.options.evoke, *words], check=True, capture_output=True, text=True, **more)

    def worker(self, cache=None):
        environment = os.environ | ({"XDG_CACHE_HOME": str(cache)} if cache else {})
        return subprocess.Popen(
            [self.options.evoke, "work", "--library", self.address, "--until-empty"], env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def count(self, words):
        number = f"(SELECT library FROM evoke.libraries WHERE name = '{self.library}')"
        return int(self.server.sql(f"SELECT count(*) FROM evoke.work WHERE library = {number} AND {words}"))

    def end_leases(self, process):
        """As if a minute had gone by."""
        self.server.sql(
            "UPDATE evoke.work SET until = clock_timestamp() - interval '1 second' WHERE worker IN "
            f"(SELECT worker FROM evoke.workers WHERE name LIKE '%:{process.pid}')")

    def state(self):
        return self.server.sql(f"SELECT writes, vector_change FROM evoke.libraries WHERE name = '{self.library}'")

    def run(self):
        self.evoke("index", "--library", self.address, "--for-workers", self.options.photos)
        # Its own cache: it may stop with a lock on compiled graphs, for which others on the machine would wait.
        late = self.worker(self.place / "elsewhere")
        while late.poll() is None and not self.count("until > clock_timestamp()"):
            time.sleep(0.02)
        late.send_signal(signal.SIGSTOP)
        had = self.count("until > clock_timestamp()")
        self.end_leases(late)
        workers = [self.worker() for _ in range(3)]
        due = time.monotonic() + self.options.seconds
        while any(worker.poll() is None for worker in workers):
            time.sleep(0.05)
            running = [worker for worker in workers if worker.poll() is None]
            if time.monotonic() > due and running:
                victim = random.choice(running)
                victim.kill()
                victim.wait()
                self.end_leases(victim)
                workers[workers.index(victim)] = self.worker()
                self.killed += 1
                due = time.monotonic() + self.options.seconds
        # A photo that three workers ended over is set aside, as it should be, and tried again when somebody asks for that.
        aside = self.count("true")
        if aside:
            self.evoke("index", "--library", self.address, "--reread", self.options.photos)
        before = self.state()
        late.send_signal(signal.SIGCONT)
        code = late.wait()
        assert self.state() == before, "the late worker has changed something"
        assert code == 0, "the late worker failed"
        assert self.count("true") == 0, "something is left in the queue"
        copy = self.place / self.library
        self.evoke("library", "copy", self.address, str(copy))
        assert recorded(copy) == self.expected, "it differs from what one indexes"
        return had, aside


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--evoke", default="evoke")
    parser.add_argument("--postgres", required=True)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    options.photos = str(pathlib.Path(options.photos).resolve())
    server = Server(options.postgres)
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        subprocess.run([options.evoke, "index", "--library", place / "one", options.photos], check=True, capture_output=True)
        expected = recorded(place / "one")
        print(f"{len(expected)} photos", flush=True)
        for number in range(1, options.rounds + 1):
            begun = time.monotonic()
            attempt = Round(server, number, options, expected, place)
            try:
                had, aside = attempt.run()
            except (AssertionError, subprocess.CalledProcessError) as error:
                sys.exit(f"round {number}: {error} {getattr(error, 'stderr', '')}")
            print(f"round {number}: stopped with {had} photos, {attempt.killed} killed, {aside} set aside, "
                  f"{time.monotonic() - begun:.0f} s", flush=True)
        print(f"{options.rounds} of {options.rounds} rounds are as one indexes")


if __name__ == "__main__":
    main()
