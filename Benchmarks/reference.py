#!/usr/bin/env python3
"""The Python way to embed photos and texts, as the yardstick for fidelity and speed: Pillow decodes in full and
follows the orientation, then resizes and crops as the model's authors do; ONNX Runtime runs the same ONNX file.

    python3 reference.py MODEL FOLDER [--threads 2] [--out reference.npz]

Two decoding threads look ahead, batches of 8 (of 1 where a graph takes no more). Prints photos per second;
reference.npz holds "paths" and the unit-length "embeddings".
"""
import argparse
import io
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnxruntime as ort
from PIL import Image, ImageCms, ImageOps

from layouts import open_layout

Image.MAX_IMAGE_PIXELS = None
KINDS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif")


def pictures_in(folder):
    return sorted(os.path.join(d, n) for d, _, ns in os.walk(folder) for n in ns if n.lower().endswith(KINDS))


def open_picture(path):
    """As Pillow opens it, but for two things that Evoke does otherwise on purpose: colour profiles are followed, and
    grey of 16 bits keeps its range."""
    image = ImageOps.exif_transpose(Image.open(path))
    profile = image.info.get("icc_profile")
    if image.mode.startswith("I"):
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, (255, 255, 255, 255)), image)
    if profile and image.mode != "CMYK":
        return to_srgb(image, profile)
    return image.convert("RGB")


def to_srgb(image, profile):
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    image = image.convert("L" if source.profile.xcolor_space.strip() == "GRAY" else "RGB")
    return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")


def unit(rows):
    rows = np.asarray(rows, np.float32)
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


class Tower:
    """One graph under ONNX Runtime."""

    def __init__(self, path, threads):
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self.session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.inputs = self.session.get_inputs()
        names = [o.name for o in self.session.get_outputs()]
        # A SigLIP export gives its hidden states too.
        self.output = next((n for n in names if n in ("image_embeds", "text_embeds", "pooler_output")), names[0])
        self.batch = 1 if self.inputs[0].shape[0] == 1 else 8

    def __call__(self, values):
        kinds = {"tensor(float16)": np.float16, "tensor(float)": np.float32, "tensor(int32)": np.int32,
                 "tensor(int64)": np.int64}
        feed = {i.name: values[i.name].astype(kinds[i.type]) for i in self.inputs}
        return self.session.run([self.output], feed)[0]


class Reference:
    def __init__(self, folder, variant="", threads=2):
        self.layout, self.threads = open_layout(folder, variant), threads
        self._vision = self._text = None

    def tokens(self, text, language=None):
        """What the text graph is fed."""
        tower = self._text = self._text or Tower(self.layout.text, self.threads)
        length = tower.inputs[0].shape[1]
        made = self.layout.tokens(text, length if isinstance(length, int) else None, language)
        return {i.name: made[i.name] for i in tower.inputs}

    def text(self, text, language=None):
        values = self.tokens(text, language)
        return unit(self._text(values))[0]

    def pictures(self, paths):
        tower = self._vision = self._vision or Tower(self.layout.vision, self.threads)
        prepare = lambda path: self.layout.pixels(open_picture(path))  # noqa: E731
        step, rows = tower.batch, []
        with ThreadPoolExecutor(self.threads) as pool:
            ahead = [pool.submit(prepare, p) for p in paths[:4 * step]]
            for start in range(0, len(paths), step):
                batch, ahead = [f.result() for f in ahead[:step]], ahead[step:]
                more = start + 4 * step
                ahead += [pool.submit(prepare, p) for p in paths[more:more + step]]
                rows.append(tower({tower.inputs[0].name: np.stack(batch)}))
        return unit(np.concatenate(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("folder")
    parser.add_argument("--variant", default="")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--out")
    a = parser.parse_args()
    reference, paths = Reference(a.model, a.variant, a.threads), pictures_in(a.folder)
    started = time.perf_counter()
    embeddings = reference.pictures(paths)
    seconds = time.perf_counter() - started
    if a.out:
        np.savez(a.out, paths=np.array(paths), embeddings=embeddings)
    print(f"{len(paths)} photos, {len(paths) / seconds:.2f} photos/s")


if __name__ == "__main__":
    main()
