#!/usr/bin/env python3
"""Prints a dump of Immich's database with N photos, as pg_dump writes it: immich_dump.py N > dump.sql

Each photo has a face with a name and two vectors; a third of them are in albums, a tenth are favourites.
"""
import random
import sys
import uuid


def table(name, columns, rows):
    print(f"COPY public.{name} ({columns}) FROM stdin;")
    for row in rows:
        print("\t".join(row))
    print("\\.\n")


def main():
    count = int(sys.argv[1])
    chance = random.Random(1)

    def new():
        return str(uuid.UUID(int=chance.getrandbits(128)))

    owner, photos = new(), [new() for _ in range(count)]
    albums, people = [new() for _ in range(100)], [new() for _ in range(50)]
    vector = "[" + ",".join(f"{chance.gauss(0, 0.04):.8f}" for _ in range(512)) + "]"
    table('"user"', "id, email", [(owner, "anna@example.org")])
    table("album", 'id, "ownerId", "albumName", "deletedAt"', [(a, owner, f"Album {i}", "\\N") for i, a in enumerate(albums)])
    table("album_asset", '"albumId", "assetId"', ((chance.choice(albums), photo) for photo in photos[::3]))
    table(
        "asset", 'id, "ownerId", "originalPath", "isFavorite", checksum, "originalFileName", "deletedAt", status, visibility',
        ((photo, owner, f"/data/upload/{owner}/{photo[:2]}/{photo[2:4]}/{photo}.jpg", "t" if i % 10 == 0 else "f",
          f"\\\\x{chance.getrandbits(160):040x}", f"IMG_{i:06}.JPG", "\\N", "active", "timeline")
         for i, photo in enumerate(photos)))
    table(
        "asset_exif", '"assetId", make, model, "fileSizeInByte", description, rating',
        ((photo, "Canon", "EOS R6", str(chance.randrange(10**6, 10**7)), f"Words on photo {i}" if i % 20 == 0 else "", "\\N")
         for i, photo in enumerate(photos)))
    table(
        "asset_face",
        'id, "assetId", "personId", "imageWidth", "imageHeight", "boundingBoxX1", "boundingBoxY1", "boundingBoxX2", '
        '"boundingBoxY2", "sourceType", "deletedAt"',
        ((new(), photo, chance.choice(people), "1440", "960", "100", "100", "200", "220", "machine-learning", "\\N")
         for photo in photos))
    table("face_search", '"faceId", embedding', ((photo, vector) for photo in photos))
    table("person", 'id, "ownerId", name', [(person, owner, f"Person {i}") for i, person in enumerate(people)])
    table("smart_search", '"assetId", embedding', ((photo, vector) for photo in photos))
    print("--\n-- PostgreSQL database dump complete\n--")


main()
