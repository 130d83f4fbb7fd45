#!/usr/bin/env python3
"""Measure `evoke photo faces` on pictures that packages of PyPI and Debian carry, beside dlib with the same network, and print
the figures as JSON: faces found by their size, faces where there are none, pairs told apart, and time.

    faces.py PARTS SET [--evoke .build/release/evoke] [--without FOLDER...] [--pairs TABLE]

PARTS is a folder with what `pip download --no-deps` brings of insightface 2.1, scikit-image 0.26.0 (wheels),
face_recognition 1.3.0 and face_recognition_models 0.3.0 (without wheels). SET is made, and holds the pictures that were
tried. Needs faces-requirements.txt in its own environment.

Faces of known size are eleven faces of six pictures, made smaller and put into pictures of 1600 × 1200
without people. Where they are is what dlib's own finder says of the pictures as they are. A face counts as found when a
box's middle is within a third of its side. Faces in pictures below the folders after --without are taken for ghosts,
whatever they look like.

Same or different is asked of all pairs of these and of one that is cut off, as they are and changed in four ways. TABLE,
a CSV file of file_x,file_y,Decision (Yes or No) beside its pictures, adds pairs of others: of each, the surest face counts.
"""
import argparse
import csv
import itertools
import json
import os
import pathlib
import random
import resource
import subprocess
import tarfile
import tempfile
import zipfile

import dlib
import numpy
from PIL import Image, ImageEnhance, ImageFilter

SIZES = (24, 28, 32, 36, 40, 48, 56, 64, 80, 96)
GROUNDS = ("coffee.png", "chelsea.png", "motorcycle_left.png")
# Of scikit-image's, without people.
NOBODY = ("brick.png", "chelsea.png", "clock_motion.png", "coffee.png", "coins.png", "grass.png", "gravel.png",
          "hubble_deep_field.jpg", "moon.png", "motorcycle_left.png", "motorcycle_right.png", "retina.jpg", "rocket.jpg")
SAME = 0.6
CHANGES = {
    "as it is": lambda picture: picture,
    "half": lambda picture: picture.resize([max(1, side // 2) for side in picture.size], Image.Resampling.LANCZOS),
    "dark": lambda picture: ImageEnhance.Brightness(picture).enhance(0.5),
    "grey": lambda picture: picture.convert("L").convert("RGB"),
    "turned": lambda picture: picture.rotate(12, Image.Resampling.BICUBIC, expand=True),
}


def pictures(parts):
    """(Name of the picture, picture, who is in it from left to right)."""
    (wheel,) = parts.glob("insightface-2.1-*.whl")
    with zipfile.ZipFile(wheel) as package:
        yield "t1", opened(package.open("insightface/data/images/t1.jpg")), [f"t1-{number}" for number in range(6)]
    with zipfile.ZipFile(next(parts.glob("scikit_image-0.26.0-*.whl"))) as package:
        yield "astronaut", opened(package.open("skimage/data/astronaut.png")), ["collins"]
    with tarfile.open(parts / "face_recognition-1.3.0.tar.gz") as package:
        for name in ("obama", "obama2", "obama3", "biden", "obama_partial_face"):
            file = package.extractfile(f"face_recognition-1.3.0/tests/test_images/{name}.jpg")
            yield name, opened(file), ["biden" if name == "biden" else "obama"]


def opened(file):
    with file:
        return Image.open(file).convert("RGB")


def grounds(parts, names):
    with zipfile.ZipFile(next(parts.glob("scikit_image-0.26.0-*.whl"))) as package:
        return {name: opened(package.open(f"skimage/data/{name}")) for name in names}


class Dlib:
    def __init__(self, parts):
        with tempfile.TemporaryDirectory() as folder, tarfile.open(
                parts / "face_recognition_models-0.3.0.tar.gz") as package:
            def file(name):
                path = pathlib.Path(folder) / name
                path.write_bytes(package.extractfile(
                    f"face_recognition_models-0.3.0/face_recognition_models/models/{name}").read())
                return str(path)

            self.find = dlib.get_frontal_face_detector()
            self.points = dlib.shape_predictor(file("shape_predictor_5_face_landmarks.dat"))
            self.network = dlib.face_recognition_model_v1(file("dlib_face_recognition_resnet_model_v1.dat"))

    def boxes(self, picture, count):
        found, scores, _ = self.find.run(numpy.array(picture), 1, -0.5)
        surest = sorted(zip(scores, found), key=lambda pair: -pair[0])[:count]
        boxes = sorted((box for _, box in surest), key=lambda box: box.left())
        return [((box.left() + box.right()) / 2, (box.top() + box.bottom()) / 2, box.width()) for box in boxes]


def processor(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def evoke(program, files):
    """What it answers, and the seconds of the processor that it took. It decodes in its own process: what processes
    apart from it take would not be counted."""
    before = processor(resource.RUSAGE_CHILDREN)
    run = subprocess.run([program, "photo", "faces", "--json", *map(str, files)], stdout=subprocess.PIPE, check=False,
                         env={**os.environ, "EVOKE_DECODING": "here"})
    if run.returncode not in (0, 3):
        raise SystemExit(f"{program} faces ended with {run.returncode}")
    answers = {answer["path"]: answer["faces"] for answer in map(json.loads, run.stdout.decode().splitlines())}
    return answers, processor(resource.RUSAGE_CHILDREN) - before


def middle(face):
    left, top, width, height = face["box"]
    return left + width / 2, top + height / 2


def small_faces(folder, people, places, backs):
    """Pictures with faces of each size, and where these are."""
    chance, made = random.Random(1), {}
    for size in SIZES:
        for name, picture, _ in people:
            if not places[name]:
                continue
            scale = size / numpy.median([side for _, _, side in places[name]])
            small = picture.resize([max(1, round(side * scale)) for side in picture.size], Image.Resampling.LANCZOS)
            for number, back in enumerate(backs.values()):
                canvas = back.resize((1600, 1200), Image.Resampling.BICUBIC)
                if small.width > canvas.width or small.height > canvas.height:
                    continue
                left = chance.randint(0, canvas.width - small.width)
                top = chance.randint(0, canvas.height - small.height)
                canvas.paste(small, (left, top))
                path = folder / f"{name}-{size}-{number}.jpg"
                canvas.save(path, quality=90)
                made[path] = [(left + x * scale, top + y * scale, side * scale) for x, y, side in places[name]]
    return made


def found_by_size(answers, made):
    counts = {"24 to 40": [0, 0], "40 and more": [0, 0]}
    for path, faces in made.items():
        for x, y, side in faces:
            if side < 23.5:
                continue
            count = counts["24 to 40" if side < 39.5 else "40 and more"]
            count[1] += 1
            count[0] += any(abs(a - x) < side / 3 and abs(b - y) < side / 3 for a, b in map(middle, answers[str(path)]))
    return {name: {"found": found, "of": of, "share": round(found / of, 4)} for name, (found, of) in counts.items()}


def distance(one, other):
    return float(numpy.linalg.norm(numpy.array(one["vector"]) - numpy.array(other["vector"])))


def judged(pairs):
    """Of (distance, whether they are the same)."""
    same = [far for far, is_same in pairs if is_same]
    different = [far for far, is_same in pairs if not is_same]
    right = sum(far <= SAME for far in same) + sum(far > SAME for far in different)
    return {
        "same": len(same), "different": len(different), "right": round(right / len(pairs), 4),
        "falsely the same": round(sum(far <= SAME for far in different) / max(1, len(different)), 4),
        "missed": round(sum(far > SAME for far in same) / max(1, len(same)), 4),
        "furthest of the same": round(max(same), 3), "nearest of the different": round(min(different), 3),
    }


def own_pairs(program, folder, people):
    files = {}
    for name, picture, who in people:
        for change, apply in CHANGES.items():
            path = folder / f"pair-{name}-{change.replace(' ', '-')}.png"
            apply(picture).save(path)
            files[path] = (name, change, who)
    answers, _ = evoke(program, files)
    faces = []
    for path, (name, change, who) in files.items():
        found = sorted(answers[str(path)], key=lambda face: -face["confidence"])[:len(who)]
        if len(found) == len(who):
            faces += [(person, name, face) for person, face in zip(who, sorted(found, key=lambda face: middle(face)[0]))]
        else:
            print(f"{name}, {change}: {len(found)} of {len(who)} faces")
    pairs = [(distance(a, b), one == other) for (one, _, a), (other, _, b) in itertools.combinations(faces, 2)]
    between = [
        (distance(a, b), True) for (one, picture, a), (other, another, b) in itertools.combinations(faces, 2)
        if one == other and picture != another
    ]
    return {"all": judged(pairs), "of these the same in two photos": {
        "pairs": len(between), "missed": sum(far > SAME for far, _ in between)}}


def table_pairs(program, table):
    with open(table, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    files = sorted({table.parent / row[side] for row in rows for side in ("file_x", "file_y")})
    answers, _ = evoke(program, files)
    surest = {path.name: max(answers.get(str(path), []), key=lambda face: face["confidence"], default=None)
              for path in files}
    pairs = [
        (distance(surest[row["file_x"]], surest[row["file_y"]]), row["Decision"].strip() == "Yes") for row in rows
        if surest[row["file_x"]] and surest[row["file_y"]]
    ]
    return {"without a face": [name for name, face in surest.items() if not face], **judged(pairs)}


def speed(program, ours, folder, people, rounds=3):
    """Seconds of the processor a face, of all that is done with a photo; by turns."""
    files = []
    for name, picture, _ in people:
        path = folder / f"speed-{name}.jpg"
        picture.save(path, quality=90)
        files.append(path)
    evoke(program, files)
    _, start = evoke(program, files[:1])
    times = {"evoke": 0.0, "dlib": 0.0, "dlib's points and network alone": 0.0}
    faces = {"evoke": 0, "dlib": 0}
    for _ in range(rounds):
        # Twenty times each, so that the start does not count much; what one photo takes is taken off.
        answers, used = evoke(program, files * 20)
        times["evoke"] += used - start
        faces["evoke"] += 20 * sum(map(len, answers.values())) - len(answers[str(files[0])])
        begun = processor(resource.RUSAGE_SELF)
        alone = 0.0
        for path in files:
            pixels = numpy.array(Image.open(path).convert("RGB"))
            for box in ours.find(pixels, 1):
                told = processor(resource.RUSAGE_SELF)
                ours.network.compute_face_descriptor(pixels, ours.points(pixels, box))
                alone += processor(resource.RUSAGE_SELF) - told
                faces["dlib"] += 1
        times["dlib"] += processor(resource.RUSAGE_SELF) - begun
        times["dlib's points and network alone"] += alone
    return {
        "milliseconds a face, everything": {
            "evoke": round(1000 * times["evoke"] / faces["evoke"], 1), "dlib": round(1000 * times["dlib"] / faces["dlib"], 1)},
        "milliseconds a face, dlib's points and network alone": round(
            1000 * times["dlib's points and network alone"] / faces["dlib"], 1),
        "times as fast": round(times["dlib"] / faces["dlib"] / (times["evoke"] / faces["evoke"]), 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", type=pathlib.Path)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--evoke", default=".build/release/evoke")
    parser.add_argument("--without", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--pairs", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.set.mkdir(parents=True, exist_ok=True)
    people = list(pictures(arguments.parts))
    ours = Dlib(arguments.parts)
    # Of a face that is cut off, dlib says nothing.
    places = {name: ours.boxes(picture, len(who)) if "partial" not in name else [] for name, picture, who in people}

    made = small_faces(arguments.set, people, places, grounds(arguments.parts, GROUNDS))
    answers, _ = evoke(arguments.evoke, made)
    print(json.dumps({"found": found_by_size(answers, made)}, indent=2), flush=True)

    empty = []
    for name, picture in grounds(arguments.parts, NOBODY).items():
        empty.append(arguments.set / f"nobody-{name}")
        picture.save(empty[-1])
    for folder in arguments.without:
        empty += sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    answers, used = evoke(arguments.evoke, empty)
    ghosts = [path for path, faces in answers.items() if faces]
    print(json.dumps({"ghosts": {"pictures": len(answers), "with a face": len(ghosts), "those": ghosts,
                                 "processor seconds a picture": round(used / len(empty), 3)}}, indent=2), flush=True)

    print(json.dumps({"pairs": own_pairs(arguments.evoke, arguments.set, people)}, indent=2), flush=True)
    if arguments.pairs:
        print(json.dumps({"table": table_pairs(arguments.evoke, arguments.pairs)}, indent=2), flush=True)
    print(json.dumps({"speed": speed(arguments.evoke, ours, arguments.set, people)}, indent=2), flush=True)


if __name__ == "__main__":
    main()
