#!/usr/bin/env python3
"""Makes a library of many photos out of one of few, to measure what a million cost without having them.

    python3 large_library.py SMALL LARGE --photos 1000000

SMALL is a library folder with an index of its own. LARGE gets a copy of its database and rows for photos that are
nowhere, with vectors near those of real ones, in the catalogue alone: the search index is made of them by evoke.
"""
import argparse
import os
import shutil
import sqlite3

import numpy as np

AT_ONCE = 20_000
IN_A_FOLDER = 1_000


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def make(small, large, count, seed=1):
    """Gives how many photos there are then."""
    shutil.rmtree(large, ignore_errors=True)
    os.makedirs(large, mode=0o700)
    with sqlite3.connect(f"{small}/library.sqlite") as source:
        database = sqlite3.connect(f"{large}/library.sqlite")
        source.backup(database)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    rows = database.execute("SELECT model, halves FROM vectors").fetchall()
    model, real = rows[0][0], np.stack([np.frombuffer(halves, "<f2") for _, halves in rows]).astype(np.float32)
    there = database.execute("SELECT count(*) FROM photos").fetchone()[0]
    first = database.execute("SELECT max(id) FROM photos").fetchone()[0] + 1
    folder = database.execute("SELECT max(id) FROM folders").fetchone()[0]
    random = np.random.default_rng(seed)
    last = first + count - there
    for start in range(first, last, AT_ONCE):
        ids = range(start, min(last, start + AT_ONCE))
        near = real[random.integers(0, len(real), len(ids))]
        vectors = unit(near + 0.6 * unit(random.standard_normal(near.shape, np.float32))).astype("<f2")
        homes = sorted({folder + 1 + number // IN_A_FOLDER for number in ids})
        with database:
            database.executemany("INSERT OR IGNORE INTO folders(id, path) VALUES(?, ?)",
                                 [(home, b"/photos/of/nobody/%05d" % home) for home in homes])
            database.executemany(
                "INSERT INTO photos(id, folder, name, size, modified, inode, width, height) "
                "VALUES(?, ?, ?, 4000000, ?, ?, 4000, 3000)",
                [(number, folder + 1 + number // IN_A_FOLDER, b"%08d.jpg" % number, number * 10**9, number)
                 for number in ids])
            database.executemany("INSERT INTO vectors(model, photo, halves) VALUES(?, ?, ?)",
                                 [(model, number, row.tobytes()) for number, row in zip(ids, vectors)])
    made = database.execute("SELECT count(*) FROM photos").fetchone()[0]
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("small", metavar="SMALL")
    parser.add_argument("large", metavar="LARGE")
    parser.add_argument("--photos", type=int, default=1_000_000)
    a = parser.parse_args()
    print(make(a.small, a.large, a.photos), "photos")


if __name__ == "__main__":
    main()
