#!/usr/bin/env python3
"""Compare the searches of two builds, by turns, since one run says as much of the machine as of the program.

    python3 search_by_turns.py BEFORE AFTER VECTORS... [--rounds N]

BEFORE and AFTER are folders of built programs (evoke-bench and evoke-bench-search), VECTORS are sets of vectors.py.
In each round, each build makes its index and searches it. Prints a JSON object for each set: the medians of the rounds,
before and after, the ratio of each pair's times, and the recall of each.
"""
import argparse, json, os, statistics, subprocess

TIMES = ("p50_ms", "p99_ms", "p50_of_0.1_percent_ms", "p50_of_1_percent_ms", "p50_of_10_percent_ms",
         "p50_of_50_percent_ms", "all_queries_together_ms_each", "open_ms", "append_1000_ms", "make_s")

def measure(folder, vectors):
    command = [os.path.join(folder, "evoke-bench"), "search", "--vectors", vectors, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("before")
    ap.add_argument("after")
    ap.add_argument("vectors", nargs="+")
    ap.add_argument("--rounds", type=int, default=5)
    a = ap.parse_args()
    for vectors in a.vectors:
        rounds = []
        for number in range(a.rounds):
            # Each goes first in turn.
            order = (a.before, a.after) if number % 2 == 0 else (a.after, a.before)
            figures = [measure(folder, vectors) for folder in order]
            rounds.append(figures if number % 2 == 0 else figures[::-1])
        row = {"vectors": vectors, "count": rounds[0][0]["count"], "dimensions": rounds[0][0]["dimensions"]}
        for name in TIMES:
            # An older build does not measure all of them.
            if any(name not in figures for pair in rounds for figures in pair): continue
            row[name] = [round(statistics.median(pair[side][name] for pair in rounds), 3) for side in (0, 1)]
            row[name + "_ratio"] = round(statistics.median(pair[1][name] / pair[0][name] for pair in rounds), 3)
        for name in ("recall_text", "recall_photo"):
            row[name] = [round(statistics.mean(pair[side][name] for pair in rounds), 4) for side in (0, 1)]
        print(json.dumps(row), flush=True)

if __name__ == "__main__":
    main()
