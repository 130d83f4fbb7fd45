"""The directories that Evoke refuses, and the words that its sentence must have: what is wrong, in which file and key."""

import os
import shutil

import numpy as np
from onnx import compose, helper, numpy_helper
from onnx.external_data_helper import set_external_data
from onnx.helper import make_tensor_value_info
from onnxruntime.quantization import QuantFormat, QuantType

import folders
import towers
import weights
from case import Case, clip, keys, moved, then, without
from graph import BOOL, INT64

CASES = []


def refuses(name, words, make):
    CASES.append(Case(name, make, words))


def elsewhere(folder):
    path = f"{folder}/onnx/vision_model.onnx"
    model = weights.load(path)
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) >= 1024:
            set_external_data(tensor, "../../weights")
            tensor.ClearField("raw_data")
    with open(path, "wb") as f:
        f.write(model.SerializeToString())


def naflex(folder):
    """SigLIP 2's other kind, which is told each picture's shape."""
    path = f"{folder}/onnx/vision_model.onnx"
    model = weights.load(path)
    model.graph.input.append(make_tensor_value_info("spatial_shapes", INT64, ["batch_size", 2]))
    weights.save(model, path)


def in_one(folder):
    """Both towers in one graph, as older exports of whole models have them."""
    both = weights.load(f"{folder}/onnx/vision_model.onnx")
    other = compose.add_prefix(weights.load(f"{folder}/onnx/text_model.onnx"), "text_", rename_inputs=False, rename_outputs=False)
    for part in ("node", "initializer", "input", "output"):
        getattr(both.graph, part).extend(getattr(other.graph, part))
    shutil.rmtree(f"{folder}/onnx")
    weights.save(both, f"{folder}/onnx/model.onnx")


def rounded(**options):
    """What a calibration makes of the tower of photos."""
    def change(folder):
        path = f"{folder}/onnx/vision_model.onnx"
        rows = np.random.default_rng(1).normal(0, 1, (8, 3, towers.SIZE, towers.SIZE)).astype(np.float32)
        weights.save(weights.static(weights.load(path), "pixel_values", rows, per_channel=False, **options), path)
    return then(clip(), change)


def ending(kind, *numbers, domain=None, **attributes):
    """A node at the end of each graph, which is given the vector and these numbers."""
    def through(model):
        last = model.graph.node[-1]
        names = [f"number {place}" for place in range(len(numbers))]
        for name, number in zip(names, numbers):
            model.graph.initializer.append(numpy_helper.from_array(number, name))
        model.graph.node.insert(len(model.graph.node) - 1, helper.make_node(
            kind, [last.input[0], *names], ["ended"], domain=domain, **attributes))
        last.input[0] = "ended"
        if domain:
            model.opset_import.append(helper.make_opsetid(domain, 1))
        return model
    return clip(through=through)


refuses("one graph with both towers", ("model.onnx", "vision_model.onnx", "text_model.onnx", "export"), then(clip(), in_one))
refuses("safetensors only", ("safetensors", "export"), then(clip(), moved(**{"onnx/vision_model.onnx": "model.safetensors"}),
                                                   lambda folder: shutil.rmtree(f"{folder}/onnx")))


def sentence_transformers(folder, seed):
    folders.clip_papers(folder)
    folders.write(f"{folder}/modules.json", [])
    os.makedirs(f"{folder}/0_CLIPModel")
    shutil.move(f"{folder}/config.json", f"{folder}/0_CLIPModel/config.json")
    with open(f"{folder}/0_CLIPModel/model.safetensors", "wb") as f:
        f.write(bytes(64))


refuses("sentence-transformers", ("sentence-transformers", "export"), sentence_transformers)
refuses("two precisions, one for each side", ("fp16", "vision", "text"), then(
    clip(), moved(**{"onnx/text_model.onnx": "onnx/text_model_fp16.onnx"})))
refuses("colours last", ("vision_model.onnx", "pixel_values", "NHWC"), clip(vision={"is_last": True}))
refuses("a mask of truth values", ("text_model.onnx", "attention_mask", "bool"), clip(
    text={"inputs": ("input_ids", "attention_mask"), "mask_kind": BOOL}))
refuses("unprojected, of another width", ("projection_dim", "pooler_output"), clip(
    vision={"projected": False, "outputs": ("pooler_output",)}, text={"projected": False, "output": "pooler_output"}))
refuses("widths that differ", ("48", "40"), clip(text={"out": 40}))
refuses("weights that are no numbers", ("vision_model.onnx", "not a number"), lambda folder, seed: folders.clip(
    folder, seed, through=weights.broken))
refuses("no file of weights", ("vision_model.onnx_data", "missing"), then(
    clip(save=weights.save_beside), without("onnx/vision_model.onnx_data")))
refuses("weights outside the folder", ("vision_model.onnx", "outside"), then(clip(), elsewhere))
refuses("numbers that change each time", ("vision_model.onnx", "RandomNormalLike", "training"), ending("RandomNormalLike"))
refuses("activations of 16 bits", ("vision_model.onnx", "QuantizeLinear", "16 bits"), rounded(activations=QuantType.QUInt16))
refuses("sums of what is rounded", ("vision_model.onnx", "QLinear", "QDQ"), rounded(
    form=QuantFormat.QOperator, operators=["MatMul", "Add", "Mul"]))
SIDES = np.random.default_rng(0).normal(0, 0.3, (towers.OUT, towers.OUT)).astype(np.float32)
refuses("a product and what follows in one", ("vision_model.onnx", "FusedGemm", "activation"), ending(
    "FusedGemm", SIDES, domain="com.microsoft", activation="Tanh"))
refuses("pictures of many sizes", ("vision_model.onnx", "spatial_shapes"), then(clip(), naflex))
refuses("weights cut short", ("vision_model.onnx",), then(
    clip(save=weights.save_beside), lambda folder: os.truncate(f"{folder}/onnx/vision_model.onnx_data", 5000)))
refuses("a graph cut short", ("text_model.onnx",), then(
    clip(), lambda folder: os.truncate(f"{folder}/onnx/text_model.onnx", 5000)))
refuses("an empty graph", ("text_model.onnx",), then(
    clip(), lambda folder: os.truncate(f"{folder}/onnx/text_model.onnx", 0)))
refuses("no config.json", ("config.json",), then(clip(), without("config.json")))
refuses("an unknown family", ("config.json", "model_type", "blip"), then(clip(), keys("config.json", model_type="blip")))
refuses("no tokenizer", ("tokenizer.json",), then(clip(), without("tokenizer.json")))
refuses("an unknown tokenizer", ("tokenizer.json",), then(clip(), keys("tokenizer.json", model={"type": "Magic"})))
for key in ("normalizer", "pre_tokenizer", "post_processor"):
    refuses(f"clip, another {key}", ("tokenizer.json", key, "PreTrainedTokenizerFast"), then(
        clip(), keys("tokenizer.json", **{key: None})))
for name, keys_of_model in (("merges passed over", {"ignore_merges": True}), ("no ends of words", {"end_of_word_suffix": None})):
    def change(folder, keys_of_model=keys_of_model):
        model = folders.read(f"{folder}/tokenizer.json")["model"] | keys_of_model
        folders.change(f"{folder}/tokenizer.json", model=model)

    refuses(f"clip, {name}", ("tokenizer.json", f"model.{next(iter(keys_of_model))}", "PreTrainedTokenizerFast"), then(
        clip(), change))
for key in ("bos_token", "eos_token"):
    refuses(f"clip, another {key}", ("tokenizer.json", "post_processor"), then(
        clip(), keys("tokenizer_config.json", **{key: "!"})))
for name, option in (("capitals", {"do_lower_case": False}), ("accents", {"strip_accents": False}),
                     ("signs of one word", {"tokenize_chinese_chars": False})):
    refuses(f"chinese clip, {name}", ("tokenizer.json", "normalizer"), then(
        folders.chinese_clip, keys("tokenizer_config.json", **option)))
for key in ("padding", "truncation"):
    refuses(f"{key} in front", ("tokenizer.json", f"{key}.direction"), then(
        clip(), keys("tokenizer.json", **{key: {"direction": "Left", "pad_token": "!"}})))
refuses("no preprocessor_config.json", ("preprocessor_config.json",), then(clip(), without("preprocessor_config.json")))
for name, key, settings in [
    ("lanczos", "resample", {"resample": 1}), ("no resizing", "do_resize", {"do_resize": False}),
    ("a cut out of a squashed picture", "crop_size", {"size": {"height": 40, "width": 40}}),
    ("a crop larger than the picture", "crop_size", {"size": {"shortest_edge": 24}}),
    ("a standard deviation of zero", "image_std", {"image_std": [0.2, 0, 0.2]}),
    ("a size of one number that shall be a square", "default_to_square", {"size": 32, "default_to_square": True}),
    ("two colours", "image_mean", {"image_mean": [0.2, 0.2]}),
    ("a size of another graph's", "size", {"size": {"shortest_edge": 48}, "crop_size": {"height": 48, "width": 48}}),
]:
    refuses(name, ("preprocessor_config.json", key), clip(**settings))
