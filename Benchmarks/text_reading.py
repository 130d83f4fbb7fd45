#!/usr/bin/env python3
"""Read the text in an open set of pictures with `evoke photo text` and with the reference, RapidOCR on ONNX Runtime, by turns
on the same machine, and print as JSON how long each took, for pictures with text and for those without.

    text_reading.py SET [--evoke .build/release/evoke] [--rounds 3] [--plain FOLDER]

SET is a folder with pictures/ and truth.json, which says of each picture what is written in it: {"0000.jpg": {"lines":
["..."]}}. The photos below FOLDER are read besides, as a third kind. What each read is left in SET, in files of lines of
JSON. Needs rapidocr-onnxruntime 1.4.4 in its own environment.

Both run once over the pictures first. In each round either reads each kind as a whole, the one that was second first in
the next. Both are timed without their start, which for Evoke is a run over one picture less what that picture takes.
Where other programs use the machine, the seconds of the processor say more than those of the clock: they are those of
all threads, and of the processes that decode pictures.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import time


def processor(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def timed(who, body):
    started, used = time.perf_counter(), processor(who)
    body()
    return time.perf_counter() - started, processor(who) - used


def evoke(program, pictures, out):
    def run():
        with open(out, "wb") as file:
            command = [program, "photo", "text", "--json", *map(str, pictures)]
            status = subprocess.run(command, stdout=file, check=False).returncode
        if status not in (0, 3):
            raise SystemExit(f"{program} text ended with {status}")

    return timed(resource.RUSAGE_CHILDREN, run)


def reference(engine, pictures, out):
    def run():
        with open(out, "w", encoding="utf-8") as file:
            for picture in pictures:
                read, _ = engine(str(picture))
                lines = [{"text": text, "confidence": confidence} for _, text, confidence in read or []]
                file.write(json.dumps({"path": str(picture), "lines": lines}, ensure_ascii=False) + "\n")

    return timed(resource.RUSAGE_SELF, run)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--evoke", default=".build/release/evoke")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain", type=pathlib.Path)
    arguments = parser.parse_args()
    truth = json.loads((arguments.set / "truth.json").read_text(encoding="utf-8"))
    kinds = {"with text": [], "without text": []}
    for name, said in sorted(truth.items()):
        kinds["with text" if said["lines"] else "without text"].append(arguments.set / "pictures" / name)
    if arguments.plain:
        found = sorted(path for path in arguments.plain.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
        kinds[str(arguments.plain)] = found

    from rapidocr_onnxruntime import RapidOCR

    engine = RapidOCR()
    for kind, pictures in kinds.items():
        ours, theirs = [0.0, 0.0], [0.0, 0.0]
        outs = [arguments.set / f"{who}-{kind.replace('/', '-')}.jsonl" for who in ("evoke", "reference")]
        evoke(arguments.evoke, pictures, outs[0])
        reference(engine, pictures[:3], outs[1])
        for number in range(arguments.rounds):
            for who in ("ours", "theirs") if number % 2 else ("theirs", "ours"):
                if who == "theirs":
                    theirs = [a + b for a, b in zip(theirs, reference(engine, pictures, outs[1]))]
                else:
                    once = evoke(arguments.evoke, pictures[:1], "/dev/null")
                    twice = evoke(arguments.evoke, pictures[:1] + pictures, outs[0])
                    ours = [a + c - b for a, b, c in zip(ours, once, twice)]
        result = {
            "kind": kind, "pictures": len(pictures), "rounds": arguments.rounds,
            "reference": {"seconds": round(theirs[0], 2), "of the processor": round(theirs[1], 2)},
            "evoke": {"seconds": round(ours[0], 2), "of the processor": round(ours[1], 2)},
            "times as fast": round(theirs[0] / ours[0], 2),
            "times as fast by the processor": round(theirs[1] / ours[1], 2),
        }
        print(json.dumps(result, indent=1), flush=True)


if __name__ == "__main__":
    main()
