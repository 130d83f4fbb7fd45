#!/usr/bin/env python3
"""Write full-size model directories with true architectures and random weights, laid out as their publishers do.

    python3 export.py OUT [NAME...]

Published weights are not needed to compare Evoke with the Python way, or to measure speed and memory: tensor names,
preprocessing, tokens and time do not depend on them. What pictures mean to a model is the one thing these cannot
show. A directory that is there already is kept.

    clip-vit-b-32   hub: text of any length, as openai/clip-vit-base-patch32 is exported
    mobileclip2-s0  hub: bilinear, pixels from 0 to 1, text looks both ways
    siglip-b-16     hub: squashed, texts padded to 64
    rclip           ViT-B-32-256 as rclip keeps it
    mobileclip-s2   Immich
    siglip-b-16-immich
"""

import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, f"{HERE}/../Tools/fixtures"]

import open_clip  # noqa: E402
import torch  # noqa: E402
from timm.utils import reparameterize_model  # noqa: E402

from clip import graphs, published, towers, vocabularies as words  # noqa: E402

MERGES = 49152 - 256 - 2  # CLIP's own count: the file holds more
BATCH = (0, "batch_size", 256)


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1)


def pixels(size, batch=2):
    return torch.rand(batch, 3, size, size)


def write_clip_tokenizer(folder, pad="<|endoftext|>"):
    write(f"{folder}/tokenizer.json", words.clip(MERGES))
    write(f"{folder}/tokenizer_config.json", published.tokenizer_clip_later(49408, pad))


def c4(folder):
    """SigLIP's vocabulary in structure and size; all but the first few hundred of its pieces match nothing."""
    model = words.c4(folder)
    for index in range(len(model.pieces), 32000):
        model.pieces.add(piece=f"\u2581\u25a1{index}", score=-100.0)
    return model


def open_clip_model(name):
    model = open_clip.create_model(name).eval()
    if "MobileCLIP" in name:
        wake(model.visual, open_clip.get_model_config(name)["vision_cfg"]["image_size"])
        return reparameterize_model(model.eval())
    return model


def wake(image, size):
    """As initialised for training, every block of FastViT adds next to nothing, and all pictures look alike to it."""
    for name, value in image.named_parameters():
        if "gamma" in name:
            torch.nn.init.constant_(value, 0.3)
    norms = [m for m in image.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.momentum = None  # the mean over all that it sees
    image.train()
    with torch.no_grad():
        for _ in range(4):
            image(torch.nn.functional.interpolate(torch.rand(8, 3, 9, 9), size, mode="bicubic").clamp(0, 1))


def clip_vit_b_32(folder):
    text = {"hidden_size": 512, "intermediate_size": 2048, "num_attention_heads": 8, "num_hidden_layers": 12,
            "projection_dim": 512, "vocab_size": 49408, "hidden_act": "quick_gelu", "max_position_embeddings": 77}
    vision = {"hidden_size": 768, "image_size": 224, "intermediate_size": 3072, "num_attention_heads": 12,
              "num_hidden_layers": 12, "patch_size": 32, "projection_dim": 512, "hidden_act": "quick_gelu"}
    _, image, plain, _ = towers.hub_clip(text, vision, 512)
    axes = [BATCH, (1, "sequence_length", 77)]
    graphs.save(graphs.export(image, {"pixel_values": pixels(224)}, ["image_embeds"], [BATCH]), f"{folder}/onnx/vision_model.onnx")
    tokens = {"input_ids": graphs.ids(49408, 9, 49407)}
    graphs.save(graphs.export(plain, tokens, ["text_embeds"], axes), f"{folder}/onnx/text_model.onnx")
    write(f"{folder}/config.json", published.config_clip({}, {}, 512))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_clip(224))
    write_clip_tokenizer(folder)


def mobileclip2_s0(folder):
    model = open_clip_model("MobileCLIP2-S0")
    image, text = encoders(model, normalise=False)
    graphs.save(graphs.export(image, {"pixel_values": pixels(256)}, ["image_embeds"], [BATCH]), f"{folder}/onnx/vision_model.onnx")
    tokens = {"input_ids": graphs.ids(49408, 77, 49407)}
    graphs.save(graphs.export(text, tokens, ["text_embeds"], [BATCH]), f"{folder}/onnx/text_model.onnx")
    write(f"{folder}/config.json", published.config_clip({}, {}, 512, "apple/MobileCLIP2-S0"))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_mobileclip(256))
    write_clip_tokenizer(folder, pad="!")


def siglip_b_16(folder):
    text = {"vocab_size": 32000}
    _, image, plain = towers.hub_siglip(text, {})
    outputs = ["last_hidden_state", "pooler_output"]
    graphs.save(graphs.export(image, {"pixel_values": pixels(224)}, outputs, [BATCH]), f"{folder}/onnx/vision_model.onnx")
    tokens = {"input_ids": graphs.ids(32000, 9, 1)}
    axes = [BATCH, (1, "sequence_length", 64)]
    graphs.save(graphs.export(plain, tokens, outputs, axes), f"{folder}/onnx/text_model.onnx")
    write(f"{folder}/config.json", published.config_siglip({}, {}, "google/siglip-base-patch16-224"))
    write(f"{folder}/preprocessor_config.json", published.preprocessor_siglip(224, 3))
    write(f"{folder}/tokenizer.json", words.siglip(c4(folder)))
    write(f"{folder}/tokenizer_config.json", published.tokenizer_siglip())


def encoders(model, normalise):
    return (towers.Call(model, lambda m, x: m.encode_image(x, normalize=normalise)),
            towers.Call(model, lambda m, x: m.encode_text(x, normalize=normalise)))


def rclip(folder):
    image, text = encoders(open_clip_model("ViT-B-32-256"), normalise=False)
    graphs.save(graphs.export(image, {"input": pixels(256)}, ["output"], [BATCH]), f"{folder}/visual.onnx")
    graphs.save(graphs.export(text, {"input": graphs.ids(49408, 77, 49407)}, ["output"], [BATCH]), f"{folder}/textual.onnx")
    os.makedirs(f"{folder}/tokenizer")
    shutil.copy(open_clip.tokenizer.default_bpe(), f"{folder}/tokenizer/bpe_simple_vocab_16e6.txt.gz")


def immich(folder, name, size, context, words_count, preprocess):
    image, text = encoders(open_clip_model(name), normalise=True)
    graphs.save(graphs.export(image, {"image": pixels(size, 1)}, ["embedding"]), f"{folder}/visual/model.onnx")
    tokens = {"text": graphs.ids(words_count, context, words_count - 1, torch.int32)}
    graphs.save(graphs.export(text, tokens, ["embedding"]), f"{folder}/textual/model.onnx")
    write(f"{folder}/config.json", open_clip.get_model_config(name))
    write(f"{folder}/visual/preprocess_cfg.json", preprocess)


def mobileclip_s2(folder):
    immich(folder, "MobileCLIP-S2", 256, 77, 49408, published.preprocess_cfg(256, [0.0] * 3, [1.0] * 3, "bilinear"))
    write_clip_tokenizer(f"{folder}/textual")


def siglip_b_16_immich(folder):
    half = published.HALF
    immich(folder, "ViT-B-16-SigLIP", 224, 64, 32000, published.preprocess_cfg(224, half, half, resize_mode="squash"))
    write(f"{folder}/textual/tokenizer.json", words.siglip_timm(c4(folder)))
    write(f"{folder}/textual/tokenizer_config.json", published.tokenizer_siglip_timm())


MODELS = {make.__name__.replace("_", "-"): make for make in
          (clip_vit_b_32, mobileclip2_s0, siglip_b_16, rclip, mobileclip_s2, siglip_b_16_immich)}


def main(out, names):
    for name in names or MODELS:
        folder, unfinished = f"{out}/{name}", f"{out}/{name}.unfinished"
        if os.path.isdir(folder):
            continue
        print(f"writing {folder}", flush=True)
        shutil.rmtree(unfinished, ignore_errors=True)
        os.makedirs(unfinished)
        torch.manual_seed(0)
        MODELS[name](unfinished)
        os.rename(unfinished, folder)


if __name__ == "__main__":
    if len(sys.argv) < 2 or any(n not in MODELS for n in sys.argv[2:]):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
