#!/usr/bin/env python3
"""What a server answers on a large library: the same words and new ones from one client and from many, thumbnails,
and its memory before and after many requests. wrk asks, on loopback, on the same cores.

    python3 server_speed.py ALBUM [--photos 100000] [--seconds 10] [--evoke ../.build/release/evoke] [--beside EVOKE]

ALBUM is indexed with the starter model; the other photos have vectors near those of its photos and no files. Prints
one JSON object a line. With --beside, another evoke (of an older version) answers the same searches by turns, each on a
library of its own. How many times as many requests were answered is printed, and how many times as much processor time an
answer took. Needs wrk (in Debian).
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import urllib.request

from large_library import make

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENTS = (1, 16, 64)
# What is asked, and how often each of the new words.
SEARCHES = (("the same words", "/api/search?q=a+red+car", 1), ("new words", "/api/search?q=", 1),
            ("new words, each by four clients at once", "/api/search?q=", 4))
ROUNDS = 7
REQUESTS_FOR_MEMORY = 100_000


class Server:
    def __init__(self, evoke, library):
        self.process = subprocess.Popen([evoke, "serve", "--library", library, "--port", "0"],
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip().rstrip("/")

    def get(self, path):
        with urllib.request.urlopen(self.address + path) as answer:
            return json.load(answer)

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return round(next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024)

    def processor_ms(self):
        """What it has used so far; a machine that is busy with other work hardly changes that."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.terminate()
        self.process.wait()


def wrk(server, what, clients, seconds, first=0, times=1):
    words = ["wrk", "--threads", "1", "--connections", str(clients), "--duration", f"{seconds}s", "--timeout", "30s",
             "--script", f"{HERE}/server_speed.lua", server.address]
    environment = dict(os.environ, WHAT=what, FIRST=str(first), TIMES=str(times))
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def with_processor(server, *words):
    before = server.processor_ms()
    figures = wrk(server, *words)
    return figures | {"processor_ms": round((server.processor_ms() - before) / max(1, figures["requests"]), 3)}


def thumbnails(server):
    """Those of the album's own photos, made already."""
    paths = []
    for number in range(1, 301):
        path = f"/api/photos/{number}/thumbnail?size=320"
        with urllib.request.urlopen(server.address + path) as answer:
            answer.read()
        paths.append(path)
    return paths


def library(evoke, album, home, photos):
    """A large one in a new folder, made by that evoke, and how many photos it has."""
    small, large = f"{home}/small", f"{home}/large"
    subprocess.run([evoke, "index", "--model", "starter", "--library", small, album], check=True, capture_output=True)
    return large, make(small, large, photos)


def beside(evokes, album, photos, seconds):
    """Both by turns, with 16 clients."""
    with tempfile.TemporaryDirectory() as home:
        servers = []
        for place, evoke in enumerate(evokes):
            os.mkdir(f"{home}/{place}")
            servers.append(Server(evoke, library(evoke, album, f"{home}/{place}", photos)[0]))
        try:
            for name, what, times in SEARCHES:
                rounds = []
                for turn in range(ROUNDS + 1):
                    figures = [with_processor(server, what, 16, seconds, turn * 1_000_000, times) for server in servers]
                    # The first is to get warm.
                    if turn: rounds.append(figures)
                of = lambda key: sorted(this[key] / other[key] for this, other in rounds)
                spread = lambda ratios: [round(ratio, 2) for ratio in (ratios[0], statistics.median(ratios), ratios[-1])]
                print(json.dumps({
                    "name": f"{name}, beside another", "photos": photos, "clients": 16,
                    "ratios": spread(of("per_second")), "processor_ratios": spread(of("processor_ms"))}
                    | {key: [statistics.median(figures[place][key] for figures in rounds) for place in (0, 1)]
                       for key in ("per_second", "processor_ms", "p50_ms", "p99_ms")}), flush=True)
        finally:
            for server in servers: server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("album", metavar="ALBUM")
    parser.add_argument("--photos", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    parser.add_argument("--beside", help="another evoke")
    a = parser.parse_args()
    if a.beside:
        beside([a.evoke, a.beside], a.album, a.photos, a.seconds)
        return
    with tempfile.TemporaryDirectory() as home:
        large, photos = library(a.evoke, a.album, home, a.photos)
        server = Server(a.evoke, large)
        try:
            server.get("/api/search?q=a+dog")
            asked = 0
            for name, what, times in SEARCHES:
                for clients in CLIENTS:
                    wrk(server, what, clients, 2, asked + 500_000, times)
                    figures = wrk(server, what, clients, a.seconds, asked, times)
                    asked += figures["requests"]
                    print(json.dumps({"name": name, "photos": photos, "clients": clients} | figures), flush=True)
            paths = " ".join(thumbnails(server))
            print(json.dumps({"name": "thumbnails", "clients": 16}
                             | wrk(server, paths, 16, a.seconds)), flush=True)
            before, requests = server.megabytes(), 0
            while requests < REQUESTS_FOR_MEMORY:
                requests += wrk(server, "/api/search?q=a+red+car " + paths, 16, 5)["requests"]
            print(json.dumps({"name": "memory", "requests": requests, "before_mb": before,
                              "after_mb": server.megabytes()}))
        finally:
            server.end()


if __name__ == "__main__":
    main()
