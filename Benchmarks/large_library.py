#!/usr/bin/env python3
"""Makes a library of many photos out of one of few, to measure what a million cost without having them.

    python3 large_library.py SMALL LARGE --photos 1000000 [--metadata] [--texts] [--files FOLDER]

SMALL is a library folder with an index of its own. LARGE gets a copy of its database and rows for photos that are
nowhere, with vectors near those of real ones, in the catalogue alone: the search index is made of them by evoke. With
--files the photos are in FOLDER, as files of nothing but a hole, and look to evoke as if it had indexed them. With
--metadata they have dates, cameras, coordinates, stars, titles, keywords and colours as photos of people have them; the next
'evoke index' looks up in which places they are. With --texts something is written in each fifth of them, as if it had been
read there: 3 to 30 made-up words, a few of them frequent and most of them rare, as in any language.
"""
import argparse
import hashlib
import os
import shutil
import sqlite3

import numpy as np

AT_ONCE = 20_000
IN_A_FOLDER = 1_000
CAMERAS = [("Nikon", "D750"), ("Nikon", "Z 6"), ("Canon", "EOS 5D Mark III"), ("Canon", "EOS R6"), ("Apple", "iPhone 6"),
           ("Apple", "iPhone 12"), ("Samsung", "Galaxy S9"), ("Fujifilm", "X100V"), ("Sony", "ILCE-7M3"),
           ("Panasonic", "DMC-GX80"), ("Olympus", "E-M10"), ("Google", "Pixel 6")]
CITIES = [(41.9, 12.5), (48.86, 2.35), (52.52, 13.4), (40.71, -74.0), (35.68, 139.7), (13.75, 100.5), (38.72, -9.14)]
# From 2000 on.
START, LENGTH = 946_684_800, 20 * 365.25 * 86_400


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def metadata(ids, random):
    """Rows of the tables 'metadata' and 'keywords'."""
    n = len(ids)
    taken = START + (random.random(n) * LENGTH).astype(np.int64)
    camera, city = random.integers(0, len(CAMERAS), n), random.integers(0, len(CITIES), n)
    spread, chance = random.normal(0, 0.2, (n, 2)), random.random((n, 3))
    stars, words = random.integers(1, 6, n), (1_000 * random.random((n, 4)) ** 2).astype(int)
    rows, keywords = [], []
    for place, number in enumerate(ids):
        make, model = CAMERAS[camera[place]]
        latitude, longitude = (CITIES[city[place]] + spread[place] if chance[place][0] < 0.6 else (None, None))
        rows.append((number, int(taken[place]), "second", "exifOriginal", make, model, f"{35 + camera[place]} mm f/2",
                     latitude, longitude, int(stars[place]) if chance[place][1] < 0.2 else None,
                     f"Title {number % 5_000} of a day" if chance[place][2] < 0.1 else None,
                     f"A caption of the trip {number % 9_000}, with some words more" if chance[place][2] < 0.05 else None))
        keywords += [(number, at, f"word{word}") for at, word in enumerate(words[place][:number % 5])]
    return rows, keywords


def vocabulary(count=20_000, seed=1):
    """Made-up words that can be pronounced, the most frequent first."""
    random = np.random.default_rng(seed)
    syllables = [start + vowel + end for start in "b c d f g h l m n p r s t st tr ch".split() for vowel in "aeiou"
                 for end in ("", "n", "r", "s", "l", "nt")]
    words = {}
    while len(words) < count:
        words.setdefault("".join(random.choice(syllables, random.integers(1, 5))))
    return sorted(words, key=len)


def shares(count):
    """How often the first, the second and so on occur."""
    often = 1 / np.arange(1, count + 1)
    return often / often.sum()


def packed(number):
    """As in PictureText.swift."""
    rest, out = (number << 1) ^ (number >> 63), bytearray()
    while rest >= 0x80:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def texts(ids, words, random):
    """Rows of the table 'texts'."""
    often, rows = shares(len(words)), []
    for number in ids:
        if number % 5:
            continue
        said = [words[place] for place in random.choice(len(words), random.integers(3, 31), p=often)]
        said = [word if chance > 0.1 else str(int(chance * 10_000)) for word, chance in zip(said, random.random(len(said)))]
        lines, y = packed(4000) + packed(3000), 100
        while said:
            line, said = " ".join(said[:5]).capitalize().encode(), said[5:]
            width = 40 * len(line)
            corners = [200, y, width, 0, 0, 60, -width, 0]
            lines += packed(len(line)) + line + packed(5) + b"Latin" + packed(960) + b"".join(map(packed, corners))
            y += 90
        rows.append((number, 1, lines))
    return rows


def place_of(root, shelf):
    """Half of the photos are below one folder of the root, half below another."""
    return f"{root}/{shelf % 2}/{shelf:05d}"


def make_files(folder, ids):
    """(size, modified, inode, changed) of each file, which is made first."""
    stamps = []
    for number in ids:
        shelf = place_of(folder, number // IN_A_FOLDER)
        if number % IN_A_FOLDER == 0 or number == ids[0]:
            os.makedirs(shelf, exist_ok=True)
        descriptor = os.open(f"{shelf}/IMG_{number:08d}.jpg", os.O_CREAT | os.O_WRONLY)
        os.ftruncate(descriptor, 4_000_000)
        os.utime(descriptor, ns=(number * 10**9, number * 10**9))
        status = os.fstat(descriptor)
        os.close(descriptor)
        stamps.append((status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns))
    return stamps


def make(small, large, count, seed=1, with_metadata=False, with_texts=False, files=None):
    """Gives how many photos there are then."""
    shutil.rmtree(large, ignore_errors=True)
    os.makedirs(large, mode=0o700)
    with sqlite3.connect(f"{small}/library.sqlite") as source:
        database = sqlite3.connect(f"{large}/library.sqlite")
        source.backup(database)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    rows = database.execute("SELECT model, half_floats FROM vectors").fetchall()
    model, real = rows[0][0], np.stack([np.frombuffer(halves, "<f2") for _, halves in rows]).astype(np.float32)
    there = database.execute("SELECT count(*) FROM photos").fetchone()[0]
    first = database.execute("SELECT max(photo) FROM photos").fetchone()[0] + 1
    folder = database.execute("SELECT max(folder) FROM folders").fetchone()[0]
    random, words = np.random.default_rng(seed), vocabulary()
    looks = database.execute(
        "SELECT f.signature, f.fingerprint, c.judge FROM fingerprints f JOIN comparisons c USING (photo)").fetchall()
    if files:
        files = os.path.realpath(files)
        database.execute("INSERT OR IGNORE INTO roots(path) VALUES(?)", (files.encode(),))
    last = first + count - there
    for start in range(first, last, AT_ONCE):
        ids = range(start, min(last, start + AT_ONCE))
        near = real[random.integers(0, len(real), len(ids))]
        vectors = unit(near + 0.6 * unit(random.standard_normal(near.shape, np.float32))).astype("<f2")
        homes = sorted({folder + 1 + number // IN_A_FOLDER for number in ids})
        with database:
            database.executemany("INSERT OR IGNORE INTO folders(folder, path) VALUES(?, ?)",
                                 [(home, b"/photos/of/nobody/20%02d/%05d" % (home % 20, home)) if not files else
                                  (home, place_of(files, home - folder - 1).encode()) for home in homes])
            stamps = make_files(files, ids) if files else [(4_000_000, number * 10**9, number, None) for number in ids]
            database.executemany(
                "INSERT INTO photos(photo, folder, name, width, height, size, modified, inode, changed, content) "
                "VALUES(?, ?, ?, 4000, 3000, ?, ?, ?, ?, ?)",
                [(number, folder + 1 + number // IN_A_FOLDER, b"IMG_%08d.jpg" % number, *stamp,
                  hashlib.md5(b"%d" % number).digest() if files else None) for number, stamp in zip(ids, stamps)])
            if with_metadata:
                colors = (1 << random.integers(0, 12, (len(ids), 2))).sum(axis=1)
                database.executemany("UPDATE photos SET colors = ? WHERE photo = ?",
                                     [(int(bits), int(photo)) for bits, photo in zip(colors % 4096, ids)])
                rows, keywords = metadata(ids, random)
                database.executemany(
                    "INSERT INTO metadata(photo, taken, taken_precision, taken_source, make, camera, lens, latitude, "
                    "longitude, rating, title, description) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
                database.executemany("INSERT INTO places(photo) VALUES(?)", [row[:1] for row in rows if row[7] is not None])
                database.executemany("INSERT INTO keywords(photo, position, keyword) VALUES(?, ?, ?)", keywords)
            if files:
                # Compared with the others, and like none of them.
                chosen = [looks[place] for place in random.integers(0, len(looks), len(ids))]
                database.executemany("INSERT INTO fingerprints(photo, signature, fingerprint) VALUES(?, ?, ?)",
                                     [(number, *look[:2]) for number, look in zip(ids, chosen)])
                database.executemany(
                    "INSERT INTO comparisons(photo, judge, taken) VALUES(?, ?, (SELECT taken FROM metadata WHERE photo = ?))",
                    [(number, look[2], number) for number, look in zip(ids, chosen)])
            if with_texts:
                # Of a generator of its own, so that all else is as in a library without.
                database.executemany("INSERT INTO texts(photo, reader, lines) VALUES(?, ?, ?)",
                                     texts(ids, words, np.random.default_rng([seed, start])))
            database.executemany("INSERT INTO vectors(model, photo, half_floats) VALUES(?, ?, ?)",
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
    parser.add_argument("--metadata", action="store_true")
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--files", metavar="FOLDER")
    a = parser.parse_args()
    print(make(a.small, a.large, a.photos, with_metadata=a.metadata, with_texts=a.texts, files=a.files), "photos")


if __name__ == "__main__":
    main()
