"""The pictures and texts that every model is tried with."""

import os

from PIL import Image

from fidelity import TEXTS as USUAL
from pictures import as_exif, scene, with_mask

TEXTS = USUAL + ["???", "...and? (no)", "un café naïf\ta Paris", "أهلا بالعالم", "x"]
SIDES = [31, 32, 33, 37, 40, 47, 64, 65, 80, 97, 121, 150]


def make(folder):
    """Forty PNGs of odd sizes, and a few JPEGs."""
    os.makedirs(folder)
    for number in range(33):
        width, height = SIDES[number % 12], SIDES[(5 * number + number // 12) % 12]
        scene(width, height, number).save(f"{folder}/{number:02}-{width}x{height}.png")
    odd = {"tiny": scene(5, 7, 40), "dot": scene(1, 1, 41), "wide": scene(300, 20, 42), "high": scene(11, 170, 43),
           "grey": scene(90, 61, 44).convert("L"), "clear": with_mask(scene(77, 90, 45)),
           "palette": scene(64, 51, 46).convert("P", palette=Image.ADAPTIVE, colors=60)}
    for name, image in odd.items():
        image.save(f"{folder}/{name}.png")
    scene(99, 66, 50).save(f"{folder}/common.jpg", quality=90)
    scene(60, 45, 51).save(f"{folder}/turned.jpg", quality=90, exif=as_exif(6))


def pngs(folder):
    return sorted(f"{folder}/{n}" for n in os.listdir(folder) if n.endswith(".png"))
