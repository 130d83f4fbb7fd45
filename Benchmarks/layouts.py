"""Reads a model directory as its publisher's own code does: which graphs, how a picture becomes pixels, how a text
becomes tokens. Nothing of Evoke is used here, so that the two can be compared."""

import dataclasses
import json
import os
import string

import numpy as np
from PIL import Image

CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
CLIP_STD = (0.26862954, 0.26130258, 0.27577711)


@dataclasses.dataclass
class Pixels:
    """How a picture is fitted to a model's input."""
    size: int
    resize: str  # "shortest" (and crop the middle) or "squash"
    kernel: int  # of Pillow
    mean: tuple = (0.0, 0.0, 0.0)
    std: tuple = (1.0, 1.0, 1.0)
    half: callable = round  # what becomes of half a pixel where the middle is cut out: torchvision rounds it

    def __call__(self, image):
        size = self.size
        if self.resize == "squash":
            image = image.resize((size, size), self.kernel)
        else:
            width, height = (size * side // min(image.size) for side in image.size)
            image = image.resize((width, height), self.kernel)
            left, top = self.half((width - size) / 2), self.half((height - size) / 2)
            image = image.crop((left, top, left + size, top + size))
        values = np.asarray(image, np.float32) / 255
        values = (values - np.array(self.mean, np.float32)) / np.array(self.std, np.float32)
        return values.transpose(2, 0, 1).astype(np.float32)


def open_layout(folder, variant=""):
    """The directory's layout; `variant` chooses among a hub export's graphs, as `_fp16` does."""
    if os.path.exists(f"{folder}/visual.onnx"):
        return Rclip(folder)
    if os.path.isdir(f"{folder}/visual"):
        return Immich(folder)
    if os.path.isdir(f"{folder}/onnx"):
        return Hub(folder, variant)
    raise SystemExit(f"{folder} has none of the layouts known here: hub, immich, rclip.")


def read(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


class Hub:
    """A hub export: config.json, preprocessor_config.json, tokenizer.json, onnx/{vision,text}_model.onnx."""
    kind = "hub"

    def __init__(self, folder, variant=""):
        self.folder = folder
        self.vision, self.text = (f"{folder}/onnx/{tower}_model{variant}.onnx" for tower in ("vision", "text"))
        self.sigmoid = read(f"{folder}/config.json")["model_type"].startswith("siglip")
        self.pixels = self._pixels(folder)
        self._settings = read(f"{folder}/tokenizer_config.json")
        self._tokenizer = None

    @staticmethod
    def _pixels(folder):
        c = read(f"{folder}/preprocessor_config.json")
        size = c["size"]
        if isinstance(size, dict) and "height" in size:
            side, resize = size["height"], "squash"
        else:
            side, resize = size["shortest_edge"] if isinstance(size, dict) else size, "shortest"
        if not c.get("do_normalize", True):
            return Pixels(side, resize, c["resample"], half=int)
        return Pixels(side, resize, c["resample"], c["image_mean"], c["image_std"], half=int)  # as transformers

    def tokens(self, text, length=None, language=None):
        """`length` is the graph's own, if it has a fixed one. SigLIP was trained on texts padded to 64."""
        tokenizer = self._tokenizer = self._tokenizer or self._load()
        if self.sigmoid or length:
            how = {"padding": "max_length", "max_length": length or 64}
        else:
            how = {"max_length": min(512, self._settings.get("model_max_length", 77))}
        made = tokenizer([text], truncation=True, return_attention_mask=True, return_tensors="np", **how)
        return {"input_ids": made["input_ids"].astype(np.int64), "attention_mask": made["attention_mask"].astype(np.int64)}

    def _load(self):
        if self._settings["tokenizer_class"].startswith(("Gemma", "Siglip2")):
            # The published tokenizer of SigLIP 2 does not lowercase, though the model was trained on lowercase:
            # transformers has a class of its own for it.
            from transformers import Siglip2Tokenizer
            return Siglip2Tokenizer.from_pretrained(self.folder, add_bos_token=False, add_eos_token=True, padding_side="right")
        if self.sigmoid:
            # As tokenizer.json says, which is what everyone reads but transformers' own SiglipTokenizer.
            from transformers import PreTrainedTokenizerFast
            return PreTrainedTokenizerFast(tokenizer_file=f"{self.folder}/tokenizer.json", pad_token=self._settings["pad_token"])
        from transformers import AutoTokenizer
        return AutoTokenizer.from_pretrained(self.folder)


class Immich:
    """config.json of open_clip, visual/{model.onnx,preprocess_cfg.json}, textual/{model.onnx,tokenizer.json,…}."""
    kind = "immich"
    KERNELS = {"bicubic": Image.BICUBIC, "bilinear": Image.BILINEAR, "lanczos": Image.LANCZOS}
    PUNCTUATION = str.maketrans("", "", string.punctuation)

    def __init__(self, folder):
        self.vision, self.text = f"{folder}/visual/model.onnx", f"{folder}/textual/model.onnx"
        self._config = read(f"{folder}/config.json")["text_cfg"]
        c = read(f"{folder}/visual/preprocess_cfg.json")
        side = c["size"][0] if isinstance(c["size"], list) else c["size"]
        self.pixels = Pixels(side, c.get("resize_mode", "shortest"), self.KERNELS[c["interpolation"]], c["mean"], c["std"])
        self.sigmoid = "init_logit_bias" in read(f"{folder}/config.json")
        self._textual = f"{folder}/textual"
        self._tokenizer = None

    def tokens(self, text, length=None, language=None):
        tokenizer = self._tokenizer = self._tokenizer or self._load()
        text = " ".join(text.split())
        if self._config.get("tokenizer_kwargs", {}).get("clean") == "canonicalize":
            text = text.translate(self.PUNCTUATION).lower()
        made = tokenizer.encode((language or "") + text)  # a language's code goes in front of the text, as NLLB wants
        ids, mask = (np.array([v], np.int32) for v in (made.ids, made.attention_mask))
        return {"text": ids, "input_ids": ids, "attention_mask": mask}

    def _load(self):
        from tokenizers import Tokenizer
        tokenizer = Tokenizer.from_file(f"{self._textual}/tokenizer.json")
        pad, length = read(f"{self._textual}/tokenizer_config.json")["pad_token"], self._config.get("context_length", 77)
        tokenizer.enable_padding(length=length, pad_token=pad, pad_id=tokenizer.token_to_id(pad))
        tokenizer.enable_truncation(max_length=length)
        return tokenizer


class Rclip:
    """visual.onnx, textual.onnx and CLIP's merges; its code has the preprocessing of ViT-B-32-256 built in."""
    kind = "rclip"
    sigmoid = False

    def __init__(self, folder):
        self.vision, self.text = f"{folder}/visual.onnx", f"{folder}/textual.onnx"
        self._merges = f"{folder}/tokenizer/bpe_simple_vocab_16e6.txt.gz"
        self._tokenizer = None
        self._pixels = None

    @property
    def pixels(self):
        if self._pixels is None:
            import onnx
            graph = onnx.load(self.vision, load_external_data=False).graph
            side = graph.input[0].type.tensor_type.shape.dim[2].dim_value
            self._pixels = Pixels(side, "shortest", Image.BICUBIC, CLIP_MEAN, CLIP_STD)
        return self._pixels

    def tokens(self, text, length=None, language=None):
        if self._tokenizer is None:
            from open_clip.tokenizer import SimpleTokenizer  # rclip's own is this one without torch
            self._tokenizer = SimpleTokenizer(self._merges)
        return {"input": self._tokenizer([text], 77).numpy()}
