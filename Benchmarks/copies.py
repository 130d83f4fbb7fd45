#!/usr/bin/env python3
"""Make a set of copies, variants and bursts whose truth is known, and find them with Evoke and by hashes of pictures.

    copies.py SET make [--photos FOLDER] [--pages N] [--seed 1] [--count 60]
    copies.py SET score [--evoke .build/release/evoke] [--model NAME]

'make' takes COUNT pictures of FOLDER, each of which has to show something else, or N pages of each series of pages.py, or
both. Of each picture it makes three variants (saved again, a third as large, grey, cut by 7.5 %, turned, lighter or darker,
with a line of text), sometimes an exact copy, and of photos sometimes a burst of three shots. 'score' indexes the set in a
library of its own, without reading text, and prints precision and recall over pairs: of `evoke duplicates` by kind, and
for the same picture of each way of hashing and each distance. A pair of exact copies counts as the same picture, too.

czkawka makes its groups itself, with hashes of 16 by 16 and the distances that it names 'very high' to 'minimal', and all
pairs of a group count. imagehash's pairs are compared each by itself, which is kinder to precision. Evoke needs a model that reads pictures of at least 224 pixels, since thumbnails of JPEGs come out of the same reading.
Needs copies-requirements.txt.
"""
import argparse
import collections
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

import czkawka
import imagehash
import numpy
from PIL import Image, ImageDraw, ImageEnhance, ImageOps

import pages

# czkawka's names for how alike pictures have to be, from very high to minimal.
PRESETS = (2, 5, 15, 30, 40)
WAYS = {
    "imagehash phash 8": (imagehash.phash, (4, 8, 12)),
    "imagehash dhash 8": (imagehash.dhash, (4, 8)),
}
ENDINGS = {"JPEG": "jpg", "WEBP": "webp", "PNG": "png"}


def variants(picture, rng):
    """(name, picture, how it is saved)"""
    width, height = picture.size
    yield "jpeg", picture, {"format": "JPEG", "quality": 60}
    yield "webp", picture, {"format": "WEBP", "quality": 75}
    yield "png", picture, {"format": "PNG"}
    small = picture.resize((max(1, width // 3), max(1, height // 3)), Image.Resampling.LANCZOS)
    yield "small", small, {"format": "JPEG", "quality": 85}
    yield "grey", ImageOps.grayscale(picture), {"format": "JPEG", "quality": 90}
    left, top = width // 20, height // 20
    cut = picture.crop((left, top, width - left // 2, height - top // 2))
    yield "cut", cut, {"format": "JPEG", "quality": 88}
    yield "turned", picture.rotate(rng.choice((90, 270)), expand=True), {"format": "JPEG", "quality": 90}
    light = ImageEnhance.Brightness(picture).enhance(rng.choice((0.75, 1.25)))
    yield "light", light, {"format": "JPEG", "quality": 90}
    text = picture.copy()
    ImageDraw.Draw(text).text((width // 20, height - height // 10), "IMG 2024-05-11 holiday", "white")
    yield "text", text, {"format": "JPEG", "quality": 88}


def burst(picture, rng, minute):
    """Three shots, a second apart: shifted, turned by up to two degrees, with noise."""
    width, height = picture.size
    x, y = width * 6 // 100, height * 6 // 100
    for second in range(3):
        across, down = (int(rng.uniform(-0.03, 0.03) * side) for side in picture.size)
        shot = picture.rotate(rng.uniform(-2, 2), Image.Resampling.BICUBIC)
        shot = shot.crop((x + across, y + down, width - x + across, height - y + down))
        shot = numpy.asarray(ImageEnhance.Brightness(shot).enhance(rng.uniform(0.93, 1.07)), numpy.float32)
        shot = shot + numpy.random.default_rng(rng.randrange(1 << 30)).normal(0, 4, shot.shape)
        exif = Image.Exif()
        exif[0x0132] = f"2024:05:{1 + minute // 60 % 28:02} 10:{minute % 60:02}:{10 + second:02}"
        exif.get_ifd(0x8769)[0x9003] = exif[0x0132]
        yield Image.fromarray(shot.clip(0, 255).astype("uint8")), {"format": "JPEG", "quality": 90, "exif": exif}


def sources(a, rng):
    """(name, series, picture)"""
    if a.photos:
        paths = sorted(path for path in a.photos.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
        rng.shuffle(paths)
        for path in paths[: a.count]:
            picture = Image.open(path).convert("RGBA")
            picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
            picture.thumbnail((1600, 1600), Image.Resampling.LANCZOS)
            yield str(path.relative_to(a.photos)), "photo", picture
    for number, (series, picture) in enumerate(pages.pages(a.seed, a.pages)):
        yield f"{series} {number}", series, picture


def make(a):
    rng, truth = random.Random(a.seed), {}
    folder = a.set / "pictures"
    folder.mkdir(parents=True)

    def save(picture, source, series, kind, how, options):
        name = f"{rng.randrange(1 << 32):08x}-{len(truth):05}.{ENDINGS[options['format']]}"
        picture.save(folder / name, **options)
        truth[name] = {"source": source, "series": series, "kind": kind, "how": how}
        return name

    for minute, (source, series, picture) in enumerate(sources(a, rng)):
        first = save(picture, source, series, "original", "original", {"format": "JPEG", "quality": 93})
        if rng.random() < 0.3:
            copy = f"{rng.randrange(1 << 32):08x}-{len(truth):05}.jpg"
            shutil.copyfile(folder / first, folder / copy)
            truth[copy] = {"source": source, "series": series, "kind": "exact", "how": "exact"}
        for how, variant, options in rng.sample(list(variants(picture, rng)), 3):
            save(variant, source, series, "same", how, options)
        if series == "photo" and rng.random() < 0.4:
            for shot, options in burst(picture, rng, minute):
                save(shot, source, series, "burst", "burst", options)
    (a.set / "truth.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    print(len(truth), "pictures in", folder)


def pairs(names):
    return {tuple(sorted(pair)) for pair in itertools.combinations(names, 2)}


def show(way, got, want):
    hits = len(got & want)
    precision = hits / len(got) if got else 1.0
    print(f"{way}: precision {precision:.3f} recall {hits / max(1, len(want)):.3f} of {len(want)} pairs", flush=True)


def groups(a):
    """What Evoke found: the names of each group, by kind."""
    library = a.set / "library"
    model = ["--model", a.model] if a.model else []
    index = [a.evoke, "index", "--without", "text", "--library", library, *model, a.set / "pictures"]
    subprocess.run(index, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listed = subprocess.run([a.evoke, "duplicates", "--json", "--library", library], check=True, stdout=subprocess.PIPE)
    found = collections.defaultdict(list)
    for group in map(json.loads, listed.stdout.splitlines()):
        found[group["kind"]].append([pathlib.Path(photo["path"]).name for photo in group["photos"]])
    return found


def czkawka_pairs(pictures, names, distance):
    """What czkawka finds in a folder with these pictures alone."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            shutil.copyfile(pictures / name, pathlib.Path(folder, name))
        finder = czkawka.ImageSimilarity()
        finder.set_directories([pathlib.Path(folder)])
        finder.set_similarity(distance)
        return set().union(*(pairs([path.name for path in group]) for group in finder.find_similar()))


def score(a):
    truth = json.loads((a.set / "truth.json").read_text(encoding="utf-8"))
    of_source = collections.defaultdict(list)
    for name, told in truth.items():
        of_source[told["source"]].append(name)

    def wanted(*kinds):
        return set().union(*(pairs([n for n in names if truth[n]["kind"] in kinds]) for names in of_source.values()))

    same = wanted("original", "exact", "same")
    found = {kind: set().union(*map(pairs, lists)) for kind, lists in groups(a).items()}
    exact, bursts = found.get("exact", set()), found.get("burst", set())
    near = set().union(*map(pairs, of_source.values()))
    got = found.get("same", set()) | exact
    show("evoke, exact", exact, wanted("original", "exact"))
    show("evoke, same", got, same)
    # A burst's shots beside their original are one moment, too: neither asked for nor wrong.
    show("evoke, burst", {pair for pair in bursts if pair not in near} | bursts & wanted("burst"), wanted("burst"))
    for series in sorted({told["series"] for told in truth.values()}):
        ours = [{pair for pair in some if truth[pair[0]]["series"] == series} for some in (got, same)]
        if series != "photo":
            show(f"  {series}", *ours)
    hashes = collections.defaultdict(dict)
    for name, told in truth.items():
        if told["kind"] == "burst":
            continue
        picture = ImageOps.exif_transpose(Image.open(a.set / "pictures" / name)).convert("RGB")
        for way, (hashing, _) in WAYS.items():
            hashes[way][name] = hashing(picture).hash.ravel()
    for way, (_, limits) in WAYS.items():
        names = sorted(hashes[way])
        bits = numpy.array([hashes[way][name] for name in names], numpy.float32)
        far = bits @ (1 - bits.T) + (1 - bits) @ bits.T
        for limit in dict.fromkeys(limits):
            places = numpy.argwhere(numpy.triu(far <= limit + 0.5, 1))
            show(f"{way}, distance {limit}", {(names[one], names[two]) for one, two in places}, same)
    for limit in PRESETS:
        names = [name for name, told in truth.items() if told["kind"] != "burst"]
        show(f"czkawka, distance {limit}", czkawka_pairs(a.set / "pictures", names, limit), same)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    what = parser.add_subparsers(dest="what", required=True)
    making = what.add_parser("make")
    making.add_argument("--photos", type=pathlib.Path)
    making.add_argument("--pages", type=int, default=0)
    making.add_argument("--seed", type=int, default=1)
    making.add_argument("--count", type=int, default=60)
    scoring = what.add_parser("score")
    scoring.add_argument("--evoke", default=".build/release/evoke")
    scoring.add_argument("--model")
    a = parser.parse_args()
    (make if a.what == "make" else score)(a)


if __name__ == "__main__":
    main()
