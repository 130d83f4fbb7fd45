#!/usr/bin/env python3
"""Try whether replicas and workers come through what becomes of their database.

    replicas.py PHOTOS --evoke PROGRAM --postgres INSTALLATION

INSTALLATION has bin/postgres; `make test` keeps one in .build/test-postgres/servers/pginstall18. PHOTOS is a folder.
Two trials:

restarted   The database is started again while a worker indexes PHOTOS and a server follows.
promoted    A standby takes the place of the database, which is killed, while a worker indexes PHOTOS and a server follows.
            Each transaction waits for the standby (synchronous_standby_names).

Each photo has to be there once, with the vector that one `evoke index` records in a folder, to the bit,
and the server has to answer as a search without it. Prints a line for each, and ends with 1 after one that went wrong.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from workers import recorded

WAIT = 120
QUERIES = ["a boat at sea", "a red car", "food on a table", "a dog"]


def until(what, test, seconds=WAIT):
    """How long it took."""
    begun = time.monotonic()
    while not test():
        if time.monotonic() - begun > seconds:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.02)
    return time.monotonic() - begun


class Server:
    """A PostgreSQL server on a socket in a folder of its own."""

    def __init__(self, installation, place, name):
        self.bin = pathlib.Path(installation).resolve() / "bin"
        self.folder = place / name
        self.folder.mkdir(mode=0o755)
        self.as_user = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root.
            self.as_user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(self.folder, "nobody", "nogroup")
        self.process = None

    def run(self, program, *words):
        return subprocess.run(
            [*self.as_user, self.bin / program, *words], check=True, capture_output=True, text=True).stdout.strip()

    def make(self):
        self.run("initdb", "--pgdata", self.folder / "data", "--username", "postgres", "--auth", "trust", "--encoding",
                 "UTF8", "--locale", "C", "--no-sync")
        return self

    def copy(self, other):
        """A standby of another, which streams from it."""
        self.run("pg_basebackup", "--pgdata", self.folder / "data", "--host", other.folder, "--username", "postgres",
                 "--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync")
        return self

    def start(self, *options):
        log = open(self.folder / "log", "a")
        self.process = subprocess.Popen(
            [*self.as_user, self.bin / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses=",
             *[word for option in options for word in ("-c", option)]],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until("PostgreSQL", lambda: subprocess.run(
            [self.bin / "pg_isready", "--quiet", "--host", self.folder, "--username", "postgres"]).returncode == 0)
        return self

    def stop(self, how=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()

    def sql(self, text):
        return self.run("psql", "--host", self.folder, "--username", "postgres", "--no-align", "--tuples-only", "--quiet",
                        "evoke", "--command", text)


class House:
    """A library in a database, with the caches of those who use it."""

    def __init__(self, evoke, place, library, *servers):
        self.evoke, self.place = evoke, place
        hosts = ",".join(str(server.folder) for server in servers)
        self.address = f"postgres://postgres@/evoke?host={hosts}&target_session_attrs=read-write&library={library}"

    def environment(self, cache):
        return os.environ | {"XDG_CACHE_HOME": str(self.place / cache)}

    def run(self, *words, cache="commands"):
        return subprocess.run([self.evoke, *words], check=True, capture_output=True, text=True,
                              env=self.environment(cache)).stdout

    def start(self, *words, cache):
        return subprocess.Popen([self.evoke, *words, "--library", self.address], env=self.environment(cache),
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def truth(self):
        """What a search says that shares nothing with the servers."""
        return [hits(json.loads(self.run("search", "--library", self.address, "--json", query))) for query in QUERIES]


def hits(answer):
    return [(hit["path"], hit["score"]) for hit in answer["results"]]


class Replica:
    def __init__(self, house, cache):
        self.process = house.start("serve", "--port", "0", cache=cache)
        self.address = self.process.stdout.readline().strip()

    def get(self, path):
        try:
            with urllib.request.urlopen(f"{self.address}api/{path}", timeout=60) as answer:
                return json.load(answer)
        except OSError:
            return {}

    def lag(self):
        return self.get("health").get("lag_ms", -1)

    def answers(self):
        answers = [self.get("search?top=10&q=" + query.replace(" ", "+")) for query in QUERIES]
        return [hits(answer) if answer else None for answer in answers]

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()


def worked(options, place, trouble, name, *servers):
    """A worker and a server, while something becomes of their database."""
    house = House(options.evoke, place, name, *servers)
    house.run("index", "--library", house.address, "--for-workers", options.photos)
    replica = Replica(house, f"{name}-replica")
    worker = house.start("work", "--until-empty", cache=f"{name}-worker")
    number = f"(SELECT library FROM evoke.libraries WHERE name = '{name}')"
    until("the worker", lambda: int(servers[0].sql(f"SELECT count(*) FROM evoke.vectors WHERE library = {number}")) > 20)
    at = trouble()
    most, back = 0, None
    while back is None:
        lag = replica.lag()
        most = max(most, lag)
        if most > 0 and lag == 0:
            back = time.monotonic() - at
        assert time.monotonic() - at < WAIT, "the server does not come back"
        time.sleep(0.01)
    code = worker.wait()
    assert code == 0, f"the worker ended with {code}"
    copy = place / f"{name}-copy"
    house.run("library", "copy", house.address, copy)
    assert recorded(copy) == options.expected, "it differs from what one indexes"
    truth = house.truth()
    until("the server", lambda: replica.answers() == truth)
    replica.stop()
    return f"the server is up to date {back:.1f} s later, and was at most {most} ms behind; nothing is lost or doubled"


def restarted(options, place):
    server = Server(options.postgres, place, "again").make().start()
    try:
        server.run("createdb", "--host", server.folder, "--username", "postgres", "evoke")

        def restart():
            server.stop()
            at = time.monotonic()
            server.start()
            return at

        print("restarted:", worked(options, place, restart, "restarted", server), flush=True)
    finally:
        server.stop()


def promoted(options, place):
    first = Server(options.postgres, place, "first").make().start()
    second = Server(options.postgres, place, "second")
    try:
        first.run("createdb", "--host", first.folder, "--username", "postgres", "evoke")
        second.copy(first).start()
        first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.sql("SELECT pg_reload_conf()")
        until("the standby", lambda: first.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1")

        def promote():
            at = time.monotonic()
            first.stop(signal.SIGQUIT)
            second.sql("SELECT pg_promote()")
            return at

        print("promoted:", worked(options, place, promote, "promoted", first, second), flush=True)
    finally:
        first.stop()
        second.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--evoke", default="evoke")
    parser.add_argument("--postgres", required=True)
    options = parser.parse_args()
    options.photos = str(pathlib.Path(options.photos).resolve())
    place = pathlib.Path(tempfile.mkdtemp(prefix="evoke-replicas-", dir="/tmp"))
    place.chmod(0o755)
    try:
        subprocess.run([options.evoke, "index", "--library", place / "one", options.photos], check=True, capture_output=True)
        options.expected = recorded(place / "one")
        print(f"{len(options.expected)} photos", flush=True)
        for trial in (restarted, promoted):
            trial(options, place)
    except (AssertionError, subprocess.CalledProcessError) as error:
        sys.exit(f"{error} {getattr(error, 'stderr', '') or ''}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
