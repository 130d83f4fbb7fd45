#!/usr/bin/env python3
"""Make varied pictures for measuring how true Evoke's pixels are, and how fast they come.

    python3 pictures.py OUTDIR

Photo-like and the same in each run: skies, textures at all scales, edges, noise; no picture of anyone's is needed. The
first word of a name says what it tests. Needs numpy and Pillow.
"""
import os, struct, sys, zlib
import numpy as np
from PIL import Image, ImageCms, ImageDraw

EXIF_ORIENTATION = 0x0112


def scene(width, height, seed):
    """A sky, hills with texture at all scales, hard edges, and the noise of a sensor; RGB."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((height, width, 3), np.float32)
    picture += np.linspace(rng.uniform(120, 220, 3), rng.uniform(20, 140, 3), height, dtype=np.float32)[:, None]
    side, strength = 3, 60.0
    while side <= 2 * max(width, height) and strength > 2:
        shape = max(2, min(height, side * height // max(width, height))), max(2, min(width, side))
        for channel in range(3):
            noise = Image.fromarray(rng.normal(0, strength, shape).astype(np.float32), "F")
            picture[..., channel] += np.asarray(noise.resize((width, height), Image.BICUBIC))
        side, strength = side * 3, strength * 0.72
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8), "RGB")
    draw = ImageDraw.Draw(image)
    for _ in range(14):
        x, y, w, h = rng.uniform(0, 1, 4) * (width, height, width / 3, height / 3)
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        kind = rng.integers(0, 4)
        if kind == 0:
            draw.rectangle((x, y, x + w, y + h), fill=colour)
        elif kind == 1:
            draw.ellipse((x, y, x + w, y + h), fill=colour)
        elif kind == 2:
            draw.polygon([(x, y), (x + w, y + h / 3), (x + w / 2, y + h)], fill=colour)
        else:  # fine stripes, which alias unless a resampler takes every pixel in
            for step in range(0, int(w) + 1, 3):
                draw.line((x + step, y, x + step + h / 4, y + h), fill=colour)
    noisy = np.asarray(image, np.float32) + rng.normal(0, 4, (height, width, 1))
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8), "RGB")


def mask(width, height):
    """Clear at one side, solid at the other, with a round hole that has soft edges."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    hole = np.hypot(x - width * 0.6, y - height * 0.4) / (min(width, height) * 0.3)
    return Image.fromarray(np.uint8(255 * np.clip(x / width * 1.5, 0, 1) * np.clip(3 * hole - 2, 0, 1)), "L")


def with_mask(image):
    image = image.copy()
    image.putalpha(mask(*image.size))
    return image


def sixteen(image):
    """16-bit values whose low bytes matter."""
    values = np.asarray(image).astype(np.uint16)
    return values * 257 - np.minimum(values * 257, (values * 37) % 128)


# PNGs and TIFFs that Pillow cannot write.
def png(path, values, colour_type, interlaced=False, extra=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width = values.shape[:2]
    depth = 8 * values.itemsize
    passes = [(0, 0, 1, 1)] if not interlaced else [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b"".join(
        b"\0" + row.astype(f">u{values.itemsize}").tobytes()
        for x, y, across, down in passes for row in values[y::down, x::across] if row.size)
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n")
        f.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, interlaced)))
        f.write(extra and chunk(extra[:4], extra[4:]))
        f.write(chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def tiff16(path, values):
    height, width, bands = values.shape
    data = values.astype("<u2").tobytes()
    tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, bands, 8 + len(data)), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, 1, 8), (277, 3, 1, bands), (278, 4, 1, height), (279, 4, 1, len(data)), (284, 3, 1, 1)]
    bits = struct.pack(f"<{bands}H", *[16] * bands)
    with open(path, "wb") as f:
        f.write(struct.pack("<2sHI", b"II", 42, 8 + len(data) + len(bits)) + data + bits)
        f.write(struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4))


# Colour profiles: the red, green and blue of each space under D50, and how its values become light.
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
DISPLAY_P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
D50 = (0.9642, 1.0, 0.8249)


def fixed(*values):
    return struct.pack(f">{len(values)}i", *(round(v * 65536) for v in values))


def srgb_curve(points=1024):
    x = np.linspace(0, 1, points)
    light = np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    return b"curv\0\0\0\0" + struct.pack(f">I{points}H", points, *np.rint(light * 65535).astype(int))


def srgb_formula():
    return b"para\0\0\0\0\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def gamma_curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"


def profile(name, curve, primaries=None):
    """An ICC profile of version 2 (version 4 where the curve is a formula); of grey, if it has no primaries."""
    def text(kind, value):
        return kind + bytes(4) + value

    name = name.encode()
    desc = text(b"desc", struct.pack(">I", len(name) + 1) + name + bytes(1 + 78))
    if curve.startswith(b"para"):
        wide = name.decode().encode("utf-16-be")
        desc = text(b"mluc", struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(wide), 28) + wide)
    tags = {b"desc": desc, b"cprt": desc if curve.startswith(b"para") else text(b"text", b"none\0"),
            b"wtpt": text(b"XYZ ", fixed(*D50))}
    if primaries:
        for letter, colour in zip((b"r", b"g", b"b"), primaries):
            tags[letter + b"XYZ"], tags[letter + b"TRC"] = text(b"XYZ ", fixed(*colour)), curve
    else:
        tags[b"kTRC"] = curve
    table, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        table += struct.pack(">4sII", tag, start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    version = 0x04200000 if curve.startswith(b"para") else 0x02100000
    head = struct.pack(
        ">I4sI4s4s4s12s4s", start + len(body), bytes(4), version, b"mntr", b"RGB " if primaries else b"GRAY", b"XYZ ",
        bytes(12), b"acsp").ljust(68, b"\0") + fixed(*D50)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


def as_exif(orientation):
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    return exif


def jpegs(path):
    for number in range(6):
        scene(640, 480, number).save(path(f"common-{number}.jpg"), quality=(75, 85, 90, 92, 95, 60)[number])
    photo = scene(1000, 750, 20)
    for name, options in {
        "420": {"subsampling": 2}, "422": {"subsampling": 1}, "444": {"subsampling": 0},
        "progressive": {"progressive": True}, "coarse": {"quality": 20}, "optimised": {"optimize": True, "quality": 98},
    }.items():
        photo.save(path(f"jpeg-{name}.jpg"), **{"quality": 88, **options})
    photo.convert("L").save(path("jpeg-grey.jpg"), quality=88)
    scene(1001, 667, 21).save(path("jpeg-odd.jpg"), quality=88)
    for number in range(4):
        scene(4000, 3000, 30 + number).save(path(f"large-{number}.jpg"), quality=90)
    scene(4032, 3024, 34).save(path("large-turned.jpg"), quality=85, exif=as_exif(6))
    scene(2400, 1600, 35).save(path("large-six.jpg"), quality=93, progressive=True)
    for number in range(1, 9):
        scene(900, 600, 40 + number).save(path(f"turned-{number}.jpg"), quality=88, exif=as_exif(number))
    scene(500, 300, 50).save(path("turned-6.png"), exif=as_exif(6))
    scene(500, 300, 51).save(path("turned-8.tif"), exif=as_exif(8))


def shapes(path):
    for number, (width, height) in enumerate([
        (3000, 100), (100, 3000), (15, 2000), (1, 400), (400, 1), (1, 1), (5, 7), (224, 224), (256, 256), (225, 224),
        (223, 223), (150, 100), (90, 160), (449, 447),
    ]):
        scene(width, height, 60 + number).save(path(f"shape-{width}x{height}.png"))


def formats(path):
    photo = scene(640, 427, 80)
    grey, clear, few = photo.convert("L"), with_mask(photo), photo.convert("P", palette=Image.ADAPTIVE, colors=200)
    for name in ["png", "bmp", "tif", "gif"]:
        photo.save(path(f"format-rgb.{name}"))
    photo.save(path("format-lossy.webp"), quality=85)
    photo.save(path("format-lossless.webp"), lossless=True)
    photo.save(path("format-lzw.tif"), compression="tiff_lzw")
    photo.save(path("format-deflate.tif"), compression="tiff_adobe_deflate")
    grey.save(path("format-grey.tif"))
    few.save(path("format-palette.bmp"))
    few.save(path("format-palette.png"))
    png(path("format-interlaced.png"), np.asarray(photo), 2, interlaced=True)
    frames = [scene(320, 240, 81 + number) for number in range(3)]
    for kind in ["gif", "webp"]:
        frames[0].save(path(f"format-animated.{kind}"), save_all=True, append_images=frames[1:], duration=80)
    grey.save(path("grey-8.png"))
    grey.convert("1").save(path("grey-1.png"))
    png(path("deep-rgb.png"), sixteen(photo), 2)
    png(path("deep-rgba.png"), sixteen(clear), 6)
    png(path("deep-grey.png"), sixteen(grey), 0)
    tiff16(path("deep-rgb.tif"), sixteen(photo))
    clear.save(path("alpha-rgba.png"))
    clear.save(path("alpha-rgba.tif"))
    clear.save(path("alpha-lossless.webp"), lossless=True)
    clear.save(path("alpha-lossy.webp"), quality=85)
    clear.convert("LA").save(path("alpha-grey.png"))
    few.save(path("alpha-palette.png"), transparency=bytes(range(0, 200)))
    few.save(path("alpha-palette.gif"), transparency=17)
    sky = photo.point(lambda v: v // 32 * 32)
    sky.save(path("alpha-colour.png"), transparency=sky.getpixel((320, 60)))


def inks(path):
    photo = scene(700, 500, 90).convert("CMYK")
    key = np.asarray(photo).copy()
    key[..., 3] = key[..., :3].min(axis=2) // 2
    key[..., :3] -= key[..., 3:]
    photo = Image.fromarray(key, "CMYK")
    photo.save(path("inks-adobe.jpg"), quality=90)
    photo.save(path("inks.tif"))
    data = open(path("inks-adobe.jpg"), "rb").read()
    marker = data.index(b"\xff\xee")
    length = struct.unpack(">H", data[marker + 2:marker + 4])[0]
    with open(path("inks-plain.jpg"), "wb") as f:
        f.write(data[:marker] + data[marker + 2 + length:])


def colours(path):
    photo = scene(800, 533, 100)
    pillow = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    table = profile("a camera", srgb_curve(), SRGB)
    formula = profile("a phone", srgb_formula(), SRGB)
    p3 = profile("Display P3", srgb_formula(), DISPLAY_P3)
    adobe = profile("Adobe RGB (1998)", gamma_curve(563 / 256), ADOBE_RGB)
    photo.save(path("srgb-pillow.jpg"), icc_profile=pillow, quality=90)
    photo.save(path("srgb-table.jpg"), icc_profile=table, quality=90)
    photo.save(path("srgb-formula.png"), icc_profile=formula)
    photo.save(path("srgb-table.tif"), icc_profile=table)
    photo.save(path("srgb-formula.webp"), icc_profile=formula, quality=90)
    with_mask(photo).save(path("srgb-alpha.png"), icc_profile=table)
    photo.save(path("profile-p3.jpg"), icc_profile=p3, quality=90)
    photo.save(path("profile-p3.png"), icc_profile=p3)
    photo.save(path("profile-adobe.jpg"), icc_profile=adobe, quality=90)
    photo.save(path("profile-adobe.png"), icc_profile=adobe)
    with_mask(photo).save(path("profile-p3-alpha.png"), icc_profile=p3)
    scene(4000, 3000, 101).save(path("profile-p3-large.jpg"), icc_profile=p3, quality=88)
    grey = photo.convert("L")
    grey.save(path("profile-grey.png"), icc_profile=profile("Grey 1.8", gamma_curve(1.8)))
    grey.save(path("profile-grey.jpg"), icc_profile=profile("Grey 2.2", gamma_curve(2.2)), quality=90)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for make in [jpegs, shapes, formats, inks, colours]:
        make(lambda name: os.path.join(folder, name))
    print(len(os.listdir(folder)), "pictures")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
