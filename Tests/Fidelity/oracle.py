"""What a directory must answer, by code that Evoke shares nothing with: transformers' own processors and tokenizers
(its versions without torch), Pillow, and ONNX Runtime, one input at a time."""

import html
import os

import ftfy
import numpy as np
import transformers
from tokenizers import Tokenizer

import layouts
from reference import Tower, open_picture, unit

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = f"{HERE}/../EvokeTestSupport/Models"
transformers.logging.set_verbosity_error()

PROCESSORS = {"clip": "CLIPImageProcessor", "siglip": "SiglipImageProcessor", "chinese_clip": "ChineseCLIPImageProcessor"}
FORMER_NAMES = {"CLIPFeatureExtractor": "CLIPImageProcessor"}


class Hub(layouts.Hub):
    @staticmethod
    def _pixels(folder):
        if os.path.exists(f"{folder}/processor_config.json"):
            settings = layouts.read(f"{folder}/processor_config.json")["image_processor"]
        else:
            settings = layouts.read(f"{folder}/preprocessor_config.json")
        family = PROCESSORS[layouts.read(f"{folder}/config.json")["model_type"]]
        name = settings.get("image_processor_type") or settings.get("feature_extractor_type") or family
        processor = getattr(transformers, FORMER_NAMES.get(name, name) + "Pil").from_dict(settings)
        return lambda image: processor(image, return_tensors="np")["pixel_values"][0]

    def tokens(self, text, length=None, language=None):
        made = super().tokens(text, length, language)
        ids = made["input_ids"]
        return made | {"position_ids": np.arange(ids.shape[1])[None], "token_type_ids": np.zeros_like(ids)}


class Rclip(layouts.Rclip):
    """Its tokenizer in Python wants torch: tokenizer.json of the same merges stands for it."""

    def tokens(self, text, length=None, language=None):
        if self._tokenizer is None:
            self._tokenizer = Tokenizer.from_file(f"{MODELS}/hub-clip/tokenizer.json")
            self._tokenizer.enable_padding(length=77, pad_id=0)
            self._tokenizer.enable_truncation(max_length=77)
        cleaned = " ".join(html.unescape(html.unescape(ftfy.fix_text(text))).split()).lower()
        return {"input": np.array([self._tokenizer.encode(cleaned).ids])}


def open_layout(folder, variant):
    if os.path.isdir(f"{folder}/onnx"):
        return Hub(folder, f"_{variant}" if variant else "")
    return Rclip(folder) if os.path.exists(f"{folder}/visual.onnx") else layouts.Immich(folder)


def tower(path):
    made = Tower(path, 1)
    names = [o.name for o in made.session.get_outputs()]
    made.output = next((n for n in ("image_embeds", "text_embeds", "pooler_output") if n in names), names[0])
    return made


# Their activations are rounded by one scale for the whole text, so that padding counts: CLIP was trained with all of it.
ROUNDED_TOGETHER = ("quantized", "int8", "uint8")
CONTEXT = 77


class Oracle:
    def __init__(self, folder, variant=None):
        self.layout = open_layout(folder, variant)
        is_padded = variant in ROUNDED_TOGETHER and not self.layout.sigmoid
        self.length = CONTEXT if is_padded else None

    def pictures(self, paths):
        vision = tower(self.layout.vision)
        name = vision.inputs[0].name
        return unit(np.concatenate([vision({name: self.layout.pixels(open_picture(p))[None]}) for p in paths]))

    def texts(self, texts):
        text = tower(self.layout.text)
        length = text.inputs[0].shape[1]
        made = [self.layout.tokens(t, length if isinstance(length, int) else self.length) for t in texts]
        return unit(np.concatenate([text(m) for m in made]))
