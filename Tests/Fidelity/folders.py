"""Writes model directories as their publishers lay them out."""

import gzip
import json
import os
import shutil

import onnx
from clip import published

import towers
import weights
from graph import INT32
from oracle import HERE, MODELS

CLIP_WORDS, SIGLIP_WORDS, GEMMA_WORDS = 664, 146, 517


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=2)


def read(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def change(path, **keys):
    """Sets keys of a JSON file; None takes one out."""
    value = read(path) | keys
    write(path, {k: v for k, v in value.items() if v is not None})


def graphs(folder, vision, text, variant=None, save=weights.save):
    suffix = f"_{variant}" if variant else ""
    save(vision, f"{folder}/onnx/vision_model{suffix}.onnx")
    save(text, f"{folder}/onnx/text_model{suffix}.onnx")


def tokenizer_of(model, folder):
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(f"{MODELS}/{model}/{name}", f"{folder}/{name}")


def clip_papers(folder, side=towers.SIZE, **preprocessing):
    shared = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "projection_dim": towers.OUT}
    text = shared | {"max_position_embeddings": 77, "vocab_size": CLIP_WORDS}
    write(f"{folder}/config.json", published.config_clip(text, shared | {"image_size": side, "patch_size": 8}, towers.OUT))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_clip(side))
    change(f"{folder}/preprocessor_config.json", **preprocessing)
    tokenizer_of("hub-clip", folder)


def clip(folder, seed, vision=None, text=None, variant=None, save=weights.save, through=lambda graph: graph, **preprocessing):
    """A hub export of CLIP. `vision` and `text` change its towers, `through` and `save` the form of their graphs."""
    graphs(folder, through(vision if isinstance(vision, onnx.ModelProto) else towers.transformer(seed, **vision or {})),
           through(towers.text(seed + 1000, CLIP_WORDS, **text or {})), variant, save)
    clip_papers(folder, **preprocessing)


def mobileclip(folder, seed, **options):
    clip(folder, seed, vision=towers.convolutions(seed), text={"causal": False, "length": 77}, do_normalize=False, resample=2,
         **options)


def siglip(folder, seed, through=lambda graph: graph, variant=None, **preprocessing):
    graphs(folder, through(towers.siglip_vision(seed)), through(siglip_text(seed, SIGLIP_WORDS)), variant)
    write(f"{folder}/config.json", published.config_siglip({}, {"image_size": towers.SIZE}, "google/siglip-base-patch16-224"))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_siglip(towers.SIZE, 3))
    change(f"{folder}/preprocessor_config.json", **preprocessing)
    tokenizer_of("hub-siglip", folder)


def siglip_text(seed, words):
    return towers.text(seed + 1000, words, pool="last", width=48, context=64, causal=False, output="pooler_output",
                       projected=False)


def siglip2(folder, seed):
    graphs(folder, towers.siglip_vision(seed), siglip_text(seed, GEMMA_WORDS))
    write(f"{folder}/config.json", published.config_siglip2({}, {"image_size": towers.SIZE}))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_siglip(towers.SIZE, 2))
    tokenizer_of("hub-siglip2", folder)


def chinese_clip(folder, seed):
    with gzip.open(f"{HERE}/../EvokeModelsTests/Tokenizers/Fixtures/bert.json.gz") as f:
        tokenizer = json.load(f)["tokenizer"]
    write(f"{folder}/tokenizer.json", tokenizer)
    write(f"{folder}/tokenizer_config.json", {
        "cls_token": "[CLS]", "do_lower_case": True, "mask_token": "[MASK]", "model_max_length": 512, "pad_token": "[PAD]",
        "sep_token": "[SEP]", "strip_accents": None, "tokenize_chinese_chars": True, "tokenizer_class": "BertTokenizer",
        "unk_token": "[UNK]"})
    graphs(folder, towers.transformer(seed), towers.text(
        seed + 1000, len(tokenizer["model"]["vocab"]), pool="first", context=512, causal=False, is_bert=True,
        inputs=("input_ids", "attention_mask", "token_type_ids")))
    config = published.config_clip({"max_position_embeddings": 512}, {"image_size": towers.SIZE}, towers.OUT,
                                   "OFA-Sys/chinese-clip-vit-base-patch16")
    write(f"{folder}/config.json", config | {"model_type": "chinese_clip"})
    write(f"{folder}/preprocessor_config.json", published.preprocessor_clip(towers.SIZE) | {
        "feature_extractor_type": "ChineseCLIPFeatureExtractor", "image_processor_type": "ChineseCLIPImageProcessor",
        "size": {"height": towers.SIZE, "width": towers.SIZE}, "do_center_crop": False, "crop_size": None})


def rclip(folder, seed):
    names = {"name": "input", "outputs": ("output",)}
    weights.save(towers.transformer(seed, **names), f"{folder}/visual.onnx")
    weights.save(towers.text(seed + 1000, CLIP_WORDS, inputs=("input",), output="output", length=77), f"{folder}/textual.onnx")
    shutil.copytree(f"{MODELS}/rclip/tokenizer", f"{folder}/tokenizer")


def immich(folder, seed, save=weights.save):
    """A batch of one, ids of 32 bits, a text of one length."""
    save(towers.transformer(seed, name="image", outputs=("embedding",), batch=1), f"{folder}/visual/model.onnx")
    save(towers.text(seed + 1000, CLIP_WORDS, inputs=("text",), output="embedding", length=77, batch=1, kind=INT32),
         f"{folder}/textual/model.onnx")
    write(f"{folder}/config.json", {"embed_dim": towers.OUT, "text_cfg": {"context_length": 77}})
    write(f"{folder}/visual/preprocess_cfg.json",
          published.preprocess_cfg(towers.SIZE, published.CLIP_MEAN, published.CLIP_STD))
    tokenizer_of("immich-clip/textual", f"{folder}/textual")


def manifest(folder, seed):
    """An evoke.json, and beside the folder the one of Immich's layout that means the same."""
    truth = f"{folder}-immich"
    immich(truth, seed)
    os.makedirs(folder)
    for name in ("visual/model.onnx", "textual/model.onnx", "textual/tokenizer.json"):
        shutil.copy(f"{truth}/{name}", f"{folder}/{name.replace('/', '-')}")
    write(f"{folder}/evoke.json", {
        "format": 1, "name": "mine", "version": "1", "summary": "", "licence": "MIT", "dimensions": towers.OUT,
        "image": {"graph": "visual-model.onnx", "width": 32, "height": 32, "resize": "shortest", "kernel": "bicubic",
                  "mean": published.CLIP_MEAN, "std": published.CLIP_STD},
        "text": {"graph": "textual-model.onnx", "tokenizer": "textual-tokenizer.json", "max_tokens": 77,
                 "padding": "<|endoftext|>", "cleaning": "folded"},
        "scoring": {"kind": "softmax", "scale": 100}})
    return truth


def committed(folder, seed, name, through=lambda graph: graph):
    """A directory of Tests/EvokeTestSupport/Models, whose graphs torch exported, with its weights shuffled."""
    shutil.copytree(f"{MODELS}/{name}", folder)
    for parent, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(parent, file)
            if file in ("vision_model.onnx", "text_model.onnx", "model.onnx", "visual.onnx", "textual.onnx"):
                # The files beside a graph hold its weights, which are read with it and written again.
                weights.rewrite(path, lambda model: through(weights.shuffled(model, seed)))
            elif file.endswith(".onnx"):
                os.remove(path)
