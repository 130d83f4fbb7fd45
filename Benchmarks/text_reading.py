#!/usr/bin/env python3
"""Read the text in an open set of pictures with `evoke text` and with the reference, RapidOCR on ONNX Runtime, one after
the other on the same machine, and print as JSON how long each took for pictures with text and for those without.

    text_reading.py SET [--evoke .build/release/evoke]

SET is a folder with pictures/ and truth.json, which says of each picture what is written in it: {"0000.jpg": {"lines":
["..."]}}. What each read is left beside it, evoke.jsonl and reference.jsonl. Needs rapidocr-onnxruntime 1.4.4 in its own
environment. Both run once over a few pictures first, and are timed without their start; Evoke reads several at once.
"""
import argparse
import json
import pathlib
import subprocess
import time


def evoke(program, pictures, out):
    started = time.perf_counter()
    with open(out, "ab") as file:
        status = subprocess.run([program, "text", "--json", *map(str, pictures)], stdout=file, check=False).returncode
    if status not in (0, 3):
        raise SystemExit(f"{program} text ended with {status}")
    return time.perf_counter() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--evoke", default=".build/release/evoke")
    arguments = parser.parse_args()
    truth = json.loads((arguments.set / "truth.json").read_text(encoding="utf-8"))
    kinds = {"with text": [], "without text": []}
    for name, said in sorted(truth.items()):
        kinds["with text" if said["lines"] else "without text"].append(arguments.set / "pictures" / name)

    from rapidocr_onnxruntime import RapidOCR

    reference = RapidOCR()
    reference(str(kinds["with text"][0]))
    (arguments.set / "evoke.jsonl").unlink(missing_ok=True)
    result = {}
    with open(arguments.set / "reference.jsonl", "w", encoding="utf-8") as file:
        for kind, pictures in kinds.items():
            started = time.perf_counter()
            for picture in pictures:
                read, _ = reference(str(picture))
                lines = [{"text": text, "confidence": confidence} for _, text, confidence in read or []]
                file.write(json.dumps({"path": str(picture), "lines": lines}, ensure_ascii=False) + "\n")
            theirs = time.perf_counter() - started
            start = evoke(arguments.evoke, pictures[:1], "/dev/null")
            ours = evoke(arguments.evoke, pictures[:1] + pictures, arguments.set / "evoke.jsonl") - start
            result[kind] = {
                "pictures": len(pictures), "reference_seconds": round(theirs, 2), "evoke_seconds": round(ours, 2),
                "times_as_fast": round(theirs / ours, 2),
            }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
