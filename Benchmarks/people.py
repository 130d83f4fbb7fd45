#!/usr/bin/env python3
"""Measure how faces become people, on pictures whose truth is known, and print the figures as JSON.

    people.py real SET --photos PHOTOS [--evoke .build/release/evoke] [--bench .build/release/evoke-bench] [--half 0|1]
    people.py made SET COUNT [--photos PHOTOS] [--people N] ...

PHOTOS has a folder for each person, with photos of them; of each photo, the largest face counts. SET is made anew, and
holds what was measured. What `evoke photo faces` said of the photos is kept in PHOTOS/faces.jsonl. 'real' groups these faces:
all, or those of the half of the people that --half names (by a digest of their names), all at once and 20 at a time, and
the same with dates that say nothing. It also asks of all pairs whether they are the same.

'made' draws COUNT vectors: the middles of people from the normal distribution of the middles in PHOTOS, and faces around
them as they are spread in PHOTOS. Without PHOTOS, both are drawn from normal distributions: the middles with variances that
add up to 0.30 and fall by e every 18 axes, the faces with 0.072 and 30 axes. A tenth of the faces are strangers' who are
there once. One to four are in a photo. They say how long it takes and what scale does, and nothing of real people. Needs
faces-requirements.txt in its own environment.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import subprocess

import numpy

PAIR = 0.57


def real_faces(program, photos):
    kept = photos / "faces.jsonl"
    files = sorted(path for path in photos.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    if not kept.exists():
        run = subprocess.run([program, "photo", "faces", "--json", *map(str, files)], stdout=subprocess.PIPE, check=False)
        if run.returncode not in (0, 3):
            raise SystemExit(f"{program} faces ended with {run.returncode}")
        kept.write_bytes(run.stdout)
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(photos)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    faces = []
    for answer in map(json.loads, kept.read_text(encoding="utf-8").splitlines()):
        if answer["faces"]:
            face = max(answer["faces"], key=lambda face: face["box"][2] * face["box"][3])
            faces.append((pathlib.Path(answer["path"]).parent.name, face))
    print(json.dumps({"pictures": len(files), "with a face": len(faces), "people": len({who for who, _ in faces}),
                      "sha256 of the set": digest.hexdigest()}), flush=True)
    return faces


def half_of(who):
    return int(hashlib.sha256(who.encode()).hexdigest(), 16) % 2


def write(folder, vectors, rows):
    folder.mkdir(parents=True, exist_ok=True)
    vectors.astype("<f4").tofile(folder / "vectors.f32")
    (folder / "faces.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


def grouped(bench, folder, batch=None):
    run = subprocess.run([bench, "people", str(folder), *([str(batch)] if batch else [])], stdout=subprocess.PIPE, check=True)
    told = {}
    for line in (folder / "people.tsv").read_text().splitlines():
        face, group, person = map(int, line.split("\t"))
        told[face] = (group, person)
    return json.loads(run.stdout), told


def pairs_of(counts):
    return sum(count * (count - 1) // 2 for count in counts.values())


def scored(told, who):
    """Over pairs of faces; a face without a person is with nobody."""
    by_person, by_truth, both = collections.Counter(), collections.Counter(), collections.Counter()
    for face, name in enumerate(who, 1):
        person = told[face][1] if face in told else f"nobody {face}"
        by_person[person] += 1
        by_truth[name] += 1
        both[person, name] += 1
    together, same, right = pairs_of(by_person), pairs_of(by_truth), pairs_of(both)
    return {"faces": len(who), "people": len(by_truth), "made": len(by_person),
            "precision": round(right / max(1, together), 4), "recall": round(right / max(1, same), 4),
            "pairs together": together, "wrong": together - right}


def judged(vectors, who):
    powers = (vectors ** 2).sum(1)
    far = numpy.sqrt(numpy.maximum(0, powers[:, None] + powers - 2 * vectors @ vectors.T))
    one, other = numpy.triu_indices(len(who), 1)
    names = numpy.array(who)
    same, near = names[one] == names[other], far[one, other] <= PAIR
    return {"same": int(same.sum()), "different": int((~same).sum()), "right": round(float((same == near).mean()), 4),
            "falsely the same": round(float(near[~same].mean()), 5), "missed": round(float((~near)[same].mean()), 4)}


def real(arguments):
    faces = real_faces(arguments.evoke, arguments.photos)
    if arguments.half is not None:
        faces = [(who, face) for who, face in faces if half_of(who) == arguments.half]
    who = [name for name, _ in faces]
    vectors = numpy.array([face["vector"] for _, face in faces])
    print(json.dumps({"pairs": judged(vectors, who)}), flush=True)
    chance = numpy.random.default_rng(1)
    # Any order but that of the names.
    order = chance.permutation(len(faces))
    who = [who[place] for place in order]
    for dated in (False, True):
        rows = [(number, number, min(faces[place][1]["box"][2:]), faces[place][1]["sharpness"],
                 int(chance.integers(0, 10 * 365 * 86400)) if dated else "") for number, place in enumerate(order, 1)]
        write(arguments.set, vectors[order], rows)
        for batch in (None, 20):
            _, told = grouped(arguments.bench, arguments.set, batch)
            print(json.dumps({"dates": "by chance, over ten years" if dated else "none",
                              "at once": batch or "all", **scored(told, who)}), flush=True)


def like_real(arguments, chance, people):
    faces = real_faces(arguments.evoke, arguments.photos)
    vectors, names = numpy.array([face["vector"] for _, face in faces]), numpy.array([who for who, _ in faces])
    known = [name for name in sorted(set(names)) if (names == name).sum() >= 5]
    middles = numpy.array([vectors[names == name].mean(0) for name in known])
    spread = numpy.concatenate([vectors[names == name] - vectors[names == name].mean(0) for name in known])
    # With so few people, most directions between them were never seen: half of the spread is that of all faces.
    between = (numpy.cov(middles.T) + numpy.cov((vectors - vectors.mean(0)).T)) / 2
    centres = chance.multivariate_normal(middles.mean(0), between, people, method="eigh")
    return centres, lambda count: spread[chance.integers(0, len(spread), count)] * numpy.sqrt(12 / 11)


def normal(chance, people):
    def drawn(variance, axes):
        shares = numpy.exp(-numpy.arange(128) / axes)
        spread = numpy.sqrt(variance * shares / shares.sum())
        directions, _ = numpy.linalg.qr(chance.normal(size=(128, 128)))
        return lambda count: chance.normal(size=(count, 128)) * spread @ directions

    return drawn(0.30, 18)(people), drawn(0.072, 30)


def made(arguments):
    chance = numpy.random.default_rng(1)
    strangers = arguments.count // 10
    people = arguments.people or arguments.count // 50
    share = 1 / numpy.arange(1, people + 1) ** 0.8
    who = numpy.concatenate([chance.choice(people, arguments.count - strangers, p=share / share.sum()),
                             numpy.arange(people, people + strangers)])
    chance.shuffle(who)
    if arguments.photos:
        centres, around = like_real(arguments, chance, people + strangers)
    else:
        centres, around = normal(chance, people + strangers)
    drawn = centres[who] + around(len(who))
    drawn += chance.normal(0, 0.01, drawn.shape)
    photo, photos, there = 1, [], set()
    left = int(chance.integers(1, 5))
    for person in who:
        if left == 0 or person in there:
            photo, there, left = photo + 1, set(), int(chance.integers(1, 5))
        photos.append(photo)
        there.add(person)
        left -= 1
    times = chance.integers(0, 10 * 365 * 86400, photo + 1)
    write(arguments.set, drawn, [(number, at, 120, 0.6, int(times[at])) for number, at in enumerate(photos, 1)])
    figures, told = grouped(arguments.bench, arguments.set)
    print(json.dumps({**figures, **scored(told, list(who))}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("real", "made"))
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("count", type=int, nargs="?", default=100_000)
    parser.add_argument("--photos", type=pathlib.Path)
    parser.add_argument("--people", type=int)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--evoke", default=".build/release/evoke")
    parser.add_argument("--bench", default=".build/release/evoke-bench")
    arguments = parser.parse_args()
    if arguments.kind == "real" and not arguments.photos:
        parser.error("'real' needs --photos")
    (real if arguments.kind == "real" else made)(arguments)


if __name__ == "__main__":
    main()
