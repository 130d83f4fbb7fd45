"""multilingual-e5's Unigram tokenizer as one `tokenizer.json`, the file format of Hugging Face's tokenizers."""

import base64
import json

import charsmap

METASPACE = "\u2581"


def tokenizer_json(e5):
    """The file's text. Scores are written so that reading them as doubles gives the very float32 values."""
    special = e5.special
    names = {key: e5.pieces[special[key]] for key in special}
    return json.dumps({
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added_tokens(e5),
        "normalizer": _normalizer(e5),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "WhitespaceSplit"},
            {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always", "split": True},
        ]},
        "post_processor": _post_processor(names["bos"], special["bos"], names["eos"], special["eos"]),
        "decoder": {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always", "split": True},
        "model": {
            "type": "Unigram",
            "unk_id": special["unk"],
            "vocab": [[piece, float(score)] for piece, score in zip(e5.pieces, e5.scores)],
            "byte_fallback": False,
        },
    }, ensure_ascii=False, separators=(",", ":"))


def _added_tokens(e5):
    ids = sorted(e5.special.values()) + [len(e5.pieces) - 1]
    return [{"id": token, "content": e5.pieces[token], "single_word": False, "lstrip": e5.pieces[token] == "<mask>",
             "rstrip": False, "normalized": False, "special": True} for token in ids]


def _normalizer(e5):
    """Composing first makes decomposed input (as file names on macOS are) count as the composed one."""
    table = {chr(source): "".join(map(chr, target)) for source, target in e5.normalisation.items()}
    return {"type": "Sequence", "normalizers": [
        {"type": "NFC"},
        {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap.encode(table)).decode("ascii")},
    ]}


def _post_processor(bos, bos_id, eos, eos_id):
    begin, end = ({"SpecialToken": {"id": name, "type_id": 0}} for name in (bos, eos))
    first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    return {
        "type": "TemplateProcessing",
        "single": [begin, first, end],
        "pair": [begin, first, end, end, second, end],
        "special_tokens": {name: {"id": name, "ids": [token], "tokens": [name]}
                           for name, token in ((bos, bos_id), (eos, eos_id))},
    }
