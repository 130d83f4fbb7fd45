#!/usr/bin/env python3
"""Try whether hosts that share a library over a network do each photo once, when one of them loses the network (as root).

    hosts.py PHOTOS --evoke PROGRAM --postgres INSTALLATION [--rounds 5]

INSTALLATION is as workers.py has it. The hosts are network namespaces of this machine, joined by a bridge, each with mounts
and a cache of its own: one has the database, two have PHOTOS, each in another place, and one has no photos and searches. In
each round both workers begin; the link of one is cut while it has photos in its hands, its lease ends (at once, in the
database, instead of after a minute), and the other does what is left. Then the link comes back. The late worker must end by
itself and change nothing, the library must be what one `evoke index` records into a folder, to the bit, and the host without
photos must find what that folder finds. Prints a line for each round, and ends with 1 after one that went wrong.
"""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import workers

NETWORK = "10.213.77"
FORWARDER = """
import asyncio, sys
async def copy(reader, writer):
    try:
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    writer.close()
async def serve(reader, writer):
    there, here = await asyncio.open_unix_connection(sys.argv[1])
    await asyncio.gather(copy(reader, here), copy(there, writer))
async def main():
    server = await asyncio.start_server(serve, sys.argv[2], 5432)
    print("ready", flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Network:
    """Hosts on one bridge, in a namespace of its own, so that nothing else of the machine is reached."""

    def __init__(self, names):
        self.middle = f"evoke-{os.getpid()}"
        self.hosts = {name: f"{self.middle}-{name}" for name in names}
        ip("netns", "add", self.middle)
        ip("-n", self.middle, "link", "add", "bridge", "type", "bridge")
        ip("-n", self.middle, "link", "set", "bridge", "up")
        for number, (name, host) in enumerate(self.hosts.items(), 1):
            ip("netns", "add", host)
            ip("-n", self.middle, "link", "add", name, "type", "veth", "peer", "name", "net", "netns", host)
            ip("-n", self.middle, "link", "set", name, "master", "bridge", "up")
            ip("-n", host, "address", "add", f"{NETWORK}.{number}/24", "dev", "net")
            ip("-n", host, "link", "set", "lo", "up")
            ip("-n", host, "link", "set", "net", "up")

    def link(self, name, state):
        ip("-n", self.middle, "link", "set", name, state)

    def close(self):
        for host in [*self.hosts.values(), self.middle]:
            ip("netns", "delete", host)


class Host:
    def __init__(self, network, name, place, evoke, photos=None):
        self.network, self.name, self.evoke = network, name, evoke
        self.home = place / name
        self.archive = self.home / "archive"
        self.archive.mkdir(parents=True)
        self.photos = photos

    def command(self, *words):
        mounting = f"mount --bind '{self.photos}' '{self.archive}' && " if self.photos else ""
        return ["ip", "netns", "exec", self.network.hosts[self.name], "unshare", "--mount", "sh", "-c",
                f'{mounting}exec "$@"', "sh", *words]

    def environment(self):
        return os.environ | {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache"),
                             "XDG_CONFIG_HOME": str(self.home / "config")}

    def run(self, *words):
        return subprocess.run(self.command(self.evoke, *words), check=True, capture_output=True, text=True,
                              env=self.environment()).stdout

    def start(self, *words):
        return subprocess.Popen(self.command(self.evoke, *words), env=self.environment(), stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    @property
    def root(self):
        return f"archive={self.archive}"


def recorded(library):
    """The vectors by the names of the photos and of their folders: roots are elsewhere on each host."""
    vectors = workers.recorded(library)
    found = {(pathlib.PurePath(os.fsdecode(folder)).name, name): halves for (folder, name), halves in vectors.items()}
    assert len(found) == len(vectors), "two photos have one name"
    return found


def found(text):
    return [(pathlib.PurePath(result["path"]).name, result["score"]) for result in json.loads(text)["results"]]


def play(number, server, network, hosts, options, expected, reference):
    first, second, reader = hosts
    library = f"round{number}"
    address = f"postgres://postgres@{NETWORK}.1/evoke?library={library}"
    rows = f"(SELECT library FROM evoke.libraries WHERE name = '{library}')"
    state = f"SELECT writes, vector_change FROM evoke.libraries WHERE name = '{library}'"
    first.run("index", "--library", address, "--root", first.root, "--for-workers")
    late = second.start("work", "--library", address, "--root", second.root, "--until-empty")
    while not int(server.sql(f"SELECT count(*) FROM evoke.work WHERE library = {rows} AND until > clock_timestamp()")):
        assert late.poll() is None, "the second host did nothing"
        time.sleep(0.02)
    network.link("second", "down")
    server.sql("UPDATE evoke.work SET until = clock_timestamp() - interval '1 second' "
               f"WHERE library = {rows} AND until IS NOT NULL")
    had = int(server.sql(f"SELECT count(*) FROM evoke.work WHERE library = {rows} AND until IS NOT NULL"))
    first.run("work", "--library", address, "--until-empty")
    before = server.sql(state)
    network.link("second", "up")
    begun = time.monotonic()
    code = late.wait(600)
    assert code == 0, f"the host that came back ended with {code}"
    assert server.sql(state) == before, "the host that came back has changed something"
    copy = first.home / library
    first.run("library", "copy", address, str(copy))
    assert recorded(copy) == expected, "it differs from what one indexes"
    answer = reader.run("search", "--library", address, "--json", "--all", options.query)
    assert found(answer) == reference, "the host without photos finds something else"
    return had, time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--evoke", default="evoke")
    parser.add_argument("--postgres", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--query", default="an animal")
    options = parser.parse_args()
    options.photos = str(pathlib.Path(options.photos).resolve())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    server = workers.Server(options.postgres)
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        network = Network(["database", "first", "second", "reader"])
        try:
            forwarder = subprocess.Popen(
                ["ip", "netns", "exec", network.hosts["database"], sys.executable, "-c", FORWARDER,
                 str(server.folder / ".s.PGSQL.5432"), f"{NETWORK}.1"], stdout=subprocess.PIPE)
            forwarder.stdout.readline()
            hosts = [Host(network, name, place, options.evoke, photos)
                     for name, photos in [("first", options.photos), ("second", options.photos), ("reader", None)]]
            subprocess.run([options.evoke, "index", "--library", place / "one", options.photos], check=True,
                           capture_output=True)
            expected = recorded(place / "one")
            reference = found(subprocess.run(
                [options.evoke, "search", "--library", place / "one", "--json", "--all", options.query], check=True,
                capture_output=True, text=True).stdout)
            print(f"{len(expected)} photos", flush=True)
            for number in range(1, options.rounds + 1):
                try:
                    had, seconds = play(number, server, network, hosts, options, expected, reference)
                except (AssertionError, subprocess.SubprocessError) as error:
                    sys.exit(f"round {number}: {error} {getattr(error, 'stderr', '')}")
                print(f"round {number}: cut off with {had} photos, at an end {seconds:.1f} s after the link was back",
                      flush=True)
            print(f"{options.rounds} of {options.rounds} rounds are as one indexes")
            forwarder.kill()
        finally:
            network.close()


if __name__ == "__main__":
    main()
