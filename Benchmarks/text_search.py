#!/usr/bin/env python3
"""Times whole searches in a library of many photos with texts in them, beside the same library without.

    python3 text_search.py EVOKE WITH WITHOUT [--rounds 60]

WITH and WITHOUT are libraries that large_library.py made, with --texts and without. Two servers are asked by turns, and each
round asks for other words. Milliseconds as whoever asks sees them (the fastest, the median and the 99th of a hundred), and
milliseconds of the server's processor time.
"""
import argparse
import http.client
import json
import os
import subprocess
import time
import urllib.parse

import numpy as np

from large_library import shares, vocabulary


class Server:
    def __init__(self, evoke, library):
        self.process = subprocess.Popen([evoke, "serve", "--library", library, "--port", "0", "--without", "text"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=600)

    def ask(self, path):
        """Milliseconds, milliseconds of processor time, and the answer."""
        before, start = self.processor(), time.perf_counter()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = answer.read()
        spent = time.perf_counter() - start
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        return 1_000 * spent, self.processor() - before, json.loads(body)

    def processor(self):
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as file:
                    total += int(file.read().split()[0])
            except FileNotFoundError:
                pass
        return total / 1e6


def misread(word, random):
    place = random.integers(0, len(word))
    return word[:place] + random.choice(list("abcdefgh".replace(word[place], ""))) + word[place + 1:]


def kinds(random):
    words, often = vocabulary(), shares(20_000)

    def some(count):
        return [words[place] for place in random.choice(len(words), count, p=often)]

    def rare():
        return next(word for word in (words[place] for place in random.integers(2_000, 20_000, 99)) if len(word) >= 6)

    search, suggest = "/api/search?top=30&q=", "/api/suggest?q="
    return [
        ("one plain word that is frequent", search, lambda: words[random.integers(0, 50)]),
        ("one plain word that is rare", search, rare),
        ("a rare word that was misread", search, lambda: misread(rare(), random)),
        ("three plain words", search, lambda: " ".join(some(3))),
        ("nothing that is written", search, lambda: f"zx{random.integers(0, 10**9)}qy"),
        ("`text:` and a rare word", search, lambda: f"text:{rare()}"),
        ("`text:` and a frequent word", search, lambda: f"text:{words[random.integers(0, 50)]}"),
        ('`text:"…"` of two words', search, lambda: f'text:"{" ".join(some(2))}"'),
        ("a suggestion", suggest, lambda: rare()[:random.integers(2, 5)]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evoke", metavar="EVOKE")
    parser.add_argument("libraries", metavar="LIBRARY", nargs=2)
    parser.add_argument("--rounds", type=int, default=60)
    a = parser.parse_args()
    servers = [Server(a.evoke, library) for library in a.libraries]
    try:
        for kind, path, words in kinds(np.random.default_rng(1)):
            asked = [path + urllib.parse.quote(words()) for _ in range(a.rounds + 3)]
            times = [[], []]
            for place, target in enumerate(asked):
                for number in ((0, 1) if place % 2 else (1, 0)):
                    spent, processor, _ = servers[number].ask(target)
                    if place >= 3:
                        times[number].append((spent, processor))
            for name, rows in zip(("with", "without"), times):
                spent, processor = np.array(rows).T
                print(f"{kind:34} {name:8} {spent.min():7.1f} {np.median(spent):7.1f} {np.percentile(spent, 99):7.1f}"
                      f"   processor {np.median(processor):7.1f}", flush=True)
    finally:
        for server in servers:
            server.process.terminate()


if __name__ == "__main__":
    main()
