#!/usr/bin/env python3
"""How many everyday sentences are read as they are meant, in each language of dates.

    sentences.py LIBRARY [--language en] [--evoke .build/release/evoke]

LIBRARY has the demo album. Each sentence of sentences.tsv is asked of 'evoke search --explain'. What was read otherwise than
it is wanted there is printed, and then the share that was read right. Conditions have to be those that are wanted, and of
the words none may be missing. Add sentences before you see how they are read, and leave those in that are read wrong.
"""
import argparse
import collections
import datetime
import pathlib
import shlex
import subprocess


def parts(query):
    """The conditions, and the words that are left."""
    pieces = shlex.split(query, posix=False)
    return ({piece for piece in pieces if ":" in piece},
            {piece.casefold() for piece in pieces if ":" not in piece})


def is_meant(read, wanted):
    (conditions, rest), (wanted_conditions, words) = parts(read), parts(wanted)
    # Words of scripts without spaces stand together.
    return conditions == wanted_conditions and all(any(word in other for other in rest) for word in words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", metavar="LIBRARY")
    parser.add_argument("--language")
    parser.add_argument("--evoke", default=".build/release/evoke")
    a = parser.parse_args()
    today = datetime.date.today()
    times = {f"y{n or ''}": today.year - n for n in range(4)}
    times |= {f"d{n}": today - datetime.timedelta(n) for n in (1, 2)}
    monday = today - datetime.timedelta(today.weekday() + 14)
    times["w2"] = f"{monday}..{monday + datetime.timedelta(6)}"
    counts = collections.Counter()
    for line in pathlib.Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()[1:]:
        language, sentence, wanted = line.split("\t")
        if a.language not in (None, language):
            continue
        read, wanted = (
            subprocess.run([a.evoke, "search", "--library", a.library, "--explain", *way], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True).stdout.strip()
            for way in (["--", sentence], ["--literal", "--", wanted.format(**times)]))
        counts[language, is_meant(read, wanted)] += 1
        if not is_meant(read, wanted):
            print(f"{language}  {sentence}\n    read    {read}\n    wanted  {wanted}")
    for language in sorted({language for language, _ in counts}):
        print(f"{language}: {counts[language, True]} of {counts[language, True] + counts[language, False]}")
    print(f"all: {sum(n for (_, good), n in counts.items() if good)} of {counts.total()}")


if __name__ == "__main__":
    main()
