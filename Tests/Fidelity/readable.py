"""The directories that Evoke reads, and answers for as their publishers' own code does."""

import os

import numpy as np
from clip import published
from onnxruntime.quantization import QuantType

import folders
import towers
import weights
import wide
from case import Case, clip, keys, moved, then, unsaid, without
from graph import INT32

CASES = []


def reads(name, make, **options):
    CASES.append(Case(name, make, **options))


# Families, as exporters of opset 14 write them: every axis free

reads("clip", clip(), shelved=True)
reads("clip, mask", clip(text={"inputs": ("input_ids", "attention_mask")}))
reads("clip, mask and positions", clip(text={"inputs": ("input_ids", "attention_mask", "position_ids")}))
reads("clip, all outputs", clip(vision={"outputs": ("last_hidden_state", "pooler_output", "image_embeds")}))
reads("siglip", folders.siglip, shelved=True)
reads("siglip 2", folders.siglip2, shows="112.67")
reads("siglip 2, its own tokenizer class",
      then(folders.siglip2, keys("tokenizer_config.json", tokenizer_class="Siglip2Tokenizer")), shows="112.67")
reads("mobileclip", folders.mobileclip)
reads("chinese clip", folders.chinese_clip)
reads("rclip", folders.rclip, shelved=True)
reads("immich", folders.immich, shelved=True)
reads("evoke.json", folders.manifest, shelved=True)

# The same, as torch's present exporter writes them

for name in ("hub-clip", "hub-mobileclip", "hub-siglip", "hub-siglip2", "rclip", "immich-clip", "immich-siglip",
             "immich-mclip", "immich-nllb"):
    reads(f"torch's {name}", lambda folder, seed, name=name: folders.committed(folder, seed, name))

# Precisions

reads("clip fp16", clip(variant="fp16", through=weights.half), variant="fp16")
reads("clip fp16, pixels and vectors too", clip(variant="fp16", through=lambda g: weights.half(g, keep=False)), variant="fp16")
# Two programs may round a number to neighbouring quanta of 8 bits, and each later sum carries that on. What 8 bits
# themselves cost these models is 0.998 at best.
QUANTA = 0.998
reads("clip quantized", clip(variant="quantized", through=weights.dynamic), variant="quantized", limit=QUANTA)
reads("clip uint8, 77 tokens", clip(variant="uint8", text={"length": 77}, through=lambda g: weights.dynamic(g, QuantType.QUInt8)),
      variant="uint8", limit=QUANTA)
reads("siglip quantized", lambda folder, seed: folders.siglip(folder, seed, weights.dynamic, "quantized"),
      variant="quantized", limit=QUANTA)
reads("mobileclip int8", lambda folder, seed: folders.mobileclip(
    folder, seed, variant="int8", through=lambda g: weights.dynamic(g, QuantType.QUInt8, ["MatMul", "Conv"])),
    variant="int8", limit=QUANTA)
reads("clip q4", clip(variant="q4", through=weights.four_bits), variant="q4")
reads("clip bnb4", clip(variant="bnb4", through=weights.four_bit_floats), variant="bnb4", words=("bnb4",), either=True)
reads("torch's hub-clip fp16",
      lambda folder, seed: folders.committed(folder, seed, "hub-clip", weights.half))


PICTURES = (8, 3, towers.SIZE, towers.SIZE)


def calibrated(make, rows, operators=weights.MATRICES, texts=False):
    """Both towers by the name of int8: that of photos calibrated, and that of texts if `texts`."""
    def made(folder, seed):
        make(folder, seed)
        random = np.random.default_rng(seed)
        for tower, name, seen in (("vision", "pixel_values", rows(random)), ("text", "input_ids", words(random))):
            path = f"{folder}/onnx/{tower}_model.onnx"
            model = weights.load(path)
            if tower == "vision" or texts:
                model = weights.static(model, name, seen, operators)
            weights.save(model, f"{folder}/onnx/{tower}_model_int8.onnx")
            os.remove(path)
    return made


def words(random):
    return random.integers(2, folders.CLIP_WORDS - 1, (8, 20))


def normal(random):
    return random.normal(0, 1, PICTURES).astype(np.float32)


def uniform(random):
    return random.uniform(0, 1, PICTURES).astype(np.float32)


EVERY_STEP = ["MatMul", "Conv", "Add", "Mul", "Sigmoid", "Reshape", "Transpose", "Softmax"]
reads("clip int8, calibrated", calibrated(clip(), normal), variant="int8", limit=QUANTA)
reads("clip int8, texts calibrated, too", calibrated(clip(), normal, texts=True), variant="int8", limit=QUANTA)
reads("mobileclip int8, calibrated", calibrated(folders.mobileclip, uniform, ["MatMul", "Conv"]), variant="int8", limit=QUANTA)
# ONNX Runtime itself, with what it makes quicker and without, is at 0.997 there.
reads("mobileclip int8, every step calibrated", calibrated(folders.mobileclip, uniform, EVERY_STEP), variant="int8",
      limit=0.996)


def overflowing(folder, seed):
    """Half precision whose sums are too large for it, and are none in 32 bits."""
    steep = {"noise": 7e4}
    folders.clip(f"{folder}-whole", seed, vision=steep, through=weights.rounded_to_half, variant="fp16")
    folders.clip(folder, seed, vision=steep, through=weights.half, variant="fp16")
    return f"{folder}-whole"


reads("clip fp16, overflowing", overflowing, variant="fp16", words=("number",), either=True)

# Numbers that bfloat16 does not bear

reads("clip, sums out of bfloat16's reach", clip(vision={"noise": 300.0}))
reads("torch's clip, as wide as published", wide.clip)

# Batches, lengths, types

reads("clip, a batch of one", clip(vision={"batch": 1}, text={"batch": 1}))
reads("clip, traced with one photo", clip(vision={"traced": True}))
reads("clip, traced with one text", clip(text={"traced": True, "length": 77}))
reads("mobileclip, traced with one photo", lambda folder, seed: folders.clip(
    folder, seed, vision=towers.convolutions(seed, traced=True)))
reads("clip, 77 tokens", clip(text={"length": 77}))
reads("clip, ids of 32 bits", clip(text={"kind": INT32, "inputs": ("input_ids", "attention_mask")}))

# Weights beside the graph

reads("clip, weights in one file beside", clip(save=weights.save_beside), shelved=True)
reads("clip, only the file beside replaced", clip(save=weights.save_beside), neighbour="_data")
reads("clip, a file for each weight", clip(save=lambda model, path: weights.save_beside(model, path, each=True)))
reads("immich, weights beside", lambda folder, seed: folders.immich(folder, seed, weights.save_beside))

# Words

def renumbered(folder, seed):
    """The neighbour's words have each other's numbers."""
    folders.clip(folder, seed)
    path = f"{folder}/tokenizer.json"
    model = folders.read(path)["model"]
    words = [w for w, number in model["vocab"].items() if number >= 100 and not w.startswith("<|")]
    numbers = [model["vocab"][w] for w in words]
    model["vocab"].update(zip(words, numbers[seed - 1:] + numbers[:seed - 1]))
    folders.change(path, model=model)


reads("clip, the neighbour's words have other numbers", renumbered, shelved=True)

# Configurations

reads("clip, sizes without names", clip(size=32, crop_size=32, do_convert_rgb=None, do_rescale=None, rescale_factor=None,
                                        image_processor_type=None))
reads("clip, an odd surplus", clip(size={"shortest_edge": 37}))
reads("clip, squashed", clip(size={"height": 32, "width": 32}, do_center_crop=False, crop_size=None))
reads("clip, bilinear", clip(resample=2))
reads("clip, pixels from -1 to 1", clip(rescale_factor=1 / 127.5, image_mean=[1, 1, 1], image_std=[1, 1, 1]))
reads("clip, no tokenizer_config.json",
      unsaid(clip(), without("tokenizer_config.json")), words=("tokenizer_config.json",), either=True)
reads("siglip 2, no tokenizer_config.json",
      unsaid(folders.siglip2, without("tokenizer_config.json")), words=("tokenizer_config.json",), either=True)
reads("clip, no mean and no std", clip(image_mean=None, image_std=None, do_normalize=None,
                                       image_processor_type="CLIPImageProcessor"), words=("image_mean",), either=True)
reads("siglip, no mean and no std", lambda folder, seed: folders.siglip(
    folder, seed, image_mean=None, image_std=None, do_normalize=None), words=("image_mean",), either=True)
reads("vit's processor without resample", clip(
    image_processor_type="ViTImageProcessor", feature_extractor_type=None, resample=None, crop_size=None,
    do_center_crop=None, size={"height": 32, "width": 32}), words=("resample",), either=True)
reads("convnext's crop_pct", clip(
    image_processor_type="ConvNextImageProcessor", feature_extractor_type=None, crop_pct=0.875, do_center_crop=None,
    crop_size=None), words=("preprocessor_config.json", "crop_pct"), either=True)
reads("mobilevit's do_flip_channel_order", clip(
    vision={"centred": True},
    image_processor_type="MobileViTImageProcessor", feature_extractor_type=None, do_flip_channel_order=True,
    do_normalize=None, image_mean=None, image_std=None),
    words=("preprocessor_config.json", "do_flip_channel_order"), either=True)
reads("mobilevit, which flips unsaid", clip(
    vision={"centred": True},
    image_processor_type="MobileViTImageProcessor", feature_extractor_type=None, do_normalize=None, image_mean=None,
    image_std=None), words=("preprocessor_config.json",), either=True)
reads("efficientnet's rescale_offset", clip(
    image_processor_type="EfficientNetImageProcessor", feature_extractor_type=None, rescale_factor=1 / 127.5,
    rescale_offset=True, include_top=False, size={"height": 32, "width": 32}, crop_size=None, do_center_crop=None),
    words=("preprocessor_config.json", "EfficientNetImageProcessor"), either=True)


def as_transformers_5(folder):
    """One file for the whole processor."""
    settings = published.preprocessor_clip(towers.SIZE) | {"image_processor_type": "CLIPImageProcessor"}
    settings.pop("feature_extractor_type")
    os.remove(f"{folder}/preprocessor_config.json")
    folders.write(f"{folder}/processor_config.json", {"image_processor": settings, "processor_class": "CLIPProcessor"})


reads("clip, processor_config.json alone", then(clip(), as_transformers_5))
reads("graphs at the root", unsaid(clip(), moved(**{
    "onnx/vision_model.onnx": "vision_model.onnx", "onnx/text_model.onnx": "text_model.onnx"})),
    words=("vision_model.onnx", "onnx/"), either=True)
