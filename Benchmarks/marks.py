#!/usr/bin/env python3
"""Times how long it takes to mark many photos, and to find them by it.

    python3 marks.py SMALL [--photos 100000] [--evoke .build/release/evoke]

SMALL is a library folder with an index of its own. A library of many photos is made of it, as large_library.py does with
--metadata; its photos are nowhere. Each command is a process of its own, so its time has the start of the program, the opening
of the library and the finding of the photos in it: "find them" is that alone. Prints a line of JSON for each.
"""
import argparse
import json
import subprocess
import sqlite3
import tempfile
import time

from large_library import make

ALL = "type:jpeg"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("small", metavar="SMALL")
    parser.add_argument("--photos", type=int, default=100_000)
    parser.add_argument("--evoke", default=".build/release/evoke")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make(a.small, folder, a.photos, with_metadata=True)
        with sqlite3.connect(f"{folder}/library.sqlite") as database:
            # Marks belong to contents.
            database.execute("UPDATE photos SET content = randomblob(16) WHERE content IS NULL")
        database.close()

        def run(what, command, *words):
            started = time.monotonic()
            done = subprocess.run([a.evoke, *command.split(), "--library", folder, *words], capture_output=True, text=True)
            seconds = time.monotonic() - started
            if done.returncode:
                raise SystemExit(f"{what}: {done.stderr}")
            said = (done.stderr.strip().splitlines() or [""])[-1]
            print(json.dumps({"what": what, "photos": a.photos, "seconds": round(seconds, 3), "said": said}), flush=True)

        # The first one writes texts and search indexes.
        run("first use", "search --top 1", ALL)
        run("find them", "search --top 1", ALL)
        run("stars for all", "rate --yes", "3", ALL)
        run("other stars for all", "rate --yes", "4", ALL)
        run("an album of all", "album add --yes", "Best", ALL)
        run("find them by it", "search --top 1", "album:best rating:4")
        run("a tag for all", "tag add --yes", "beach", ALL)
        run("taken back", "undo")
        run("one favourite", "favourite", "file:IMG_00000500.jpg")
        run("list albums", "album")


if __name__ == "__main__":
    main()
