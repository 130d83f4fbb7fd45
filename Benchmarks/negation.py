#!/usr/bin/env python3
"""What `dog -beach` is worth: pictures of one thing, of two things side by side, and of things in front of a scene are
made of the demo album. Each question asks for one thing without another; right are the pictures that show the one and
not the other.

    python3 negation.py [--album /usr/local/share/evoke/album] [--model starter] [--evoke ../.build/release/evoke]

Prints one JSON object, with figures as means over the questions: `precision` is the average precision of the ranking,
`unwanted` the share of the pictures with both among as many results as there are right ones; `with` the same of the
question without its negation; `said` are the share of the right ones and of those with both that are said to fit.
"""
import argparse
import glob
import itertools
import json
import os
import random
import statistics
import subprocess
import tempfile

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
# What is asked for, and where the album has it.
THINGS = {
    "a bird": "animals/birds/*", "a fish": "animals/fish/*", "a pig": "animals/mammals/*pig*",
    "a bear": "animals/mammals/*bear*", "a rabbit": "animals/mammals/rabbit*", "fruit": "food/fruit/*",
    "vegetables": "food/vegetables/*", "a flower": "plants/flowers/*", "a tree": "plants/trees/*",
    "a guitar": "hobbies/music/*guitar*", "a car": "vehicles/auto/*", "tools": "household/tools/*",
}
SCENES = {"storm": "storm", "a sand dune": "dune", "a meadow": "green-meadow", "a forest": "wood", "a garden": "garden"}
EACH = 5


def on(ground, things):
    """The pictures side by side in front of a ground."""
    width = ground.width // max(1, len(things))
    for place, path in enumerate(things):
        thing = Image.open(path).convert("RGBA")
        thing.thumbnail((width * 9 // 10, ground.height * 9 // 10))
        ground.paste(thing, (place * width + (width - thing.width) // 2, (ground.height - thing.height) // 2), thing)
    return ground


def make(album, folder):
    """Names of pictures, with what each shows."""
    dice = random.Random(16)
    pictures = {name: sorted(path for path in glob.glob(f"{album}/{where}") if path.endswith(".png"))
                for name, where in THINGS.items()}
    shown = {}

    def add(ground, what, paths):
        name = f"{len(shown):04}.jpg"
        shown[name] = set(what)
        on(ground, paths).convert("RGB").save(f"{folder}/{name}", quality=90)

    def white(width):
        return Image.new("RGB", (width, 480), "white")

    for name, paths in pictures.items():
        for path in dice.sample(paths, min(EACH, len(paths))):
            add(white(480), [name], [path])
    for pair in itertools.combinations(pictures, 2):
        for turn in range(2):
            both = pair[::1 if turn else -1]
            add(white(800), both, [dice.choice(pictures[name]) for name in both])
    for scene, file in SCENES.items():
        ground = Image.open(f"{album}/scenes/{file}.jpg").convert("RGB").resize((640, 480))
        add(ground.copy(), [scene], [])
        for name, paths in pictures.items():
            add(ground.copy(), [name, scene], [dice.choice(paths)])
    return shown


def precision(ranked, right):
    found, total = 0, 0.0
    for place, name in enumerate(ranked, 1):
        if name in right:
            found += 1
            total += found / place
    return total / len(right)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--album", default="/usr/local/share/evoke/album")
    parser.add_argument("--model", default="starter")
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    parser.add_argument("--keep", help="a folder for the pictures")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder, library = a.keep or f"{home}/photos", f"{home}/library"
        os.makedirs(folder, exist_ok=True)
        shown = make(a.album, folder)
        subprocess.run([a.evoke, "index", "--model", a.model, "--library", library, folder], check=True, capture_output=True)
        questions = [(wanted, other) for wanted in THINGS for other in [*THINGS, *SCENES] if wanted != other]

        def ask(texts):
            with open(f"{home}/questions", "w") as file:
                file.write("\n".join(texts) + "\n")
            answers = subprocess.run(
                [a.evoke, "search", "--model", a.model, "--library", library, "--batch", file.name, "--json", "--top",
                 str(len(shown))], check=True, capture_output=True, text=True).stdout
            return [json.loads(line)["results"] for line in answers.splitlines()]

        without = ask([f'{wanted} -({other})' for wanted, other in questions])
        plain = ask([wanted for wanted, _ in questions])
        figures = {key: [] for key in ["precision", "unwanted", "precision_with", "unwanted_with", "right_said", "both_said"]}
        for (wanted, other), hits, before in zip(questions, without, plain):
            right = {name for name, what in shown.items() if wanted in what and other not in what}
            both = {name for name, what in shown.items() if wanted in what and other in what}
            for kind, results in [("", hits), ("_with", before)]:
                ranked = [hit["name"] for hit in results]
                figures[f"precision{kind}"].append(precision(ranked, right))
                figures[f"unwanted{kind}"].append(len(both & set(ranked[:len(right)])) / len(both))
            fitting = {hit["name"] for hit in hits if hit["fits"]}
            figures["right_said"].append(len(fitting & right) / len(right))
            figures["both_said"].append(len(fitting & both) / len(both))
        print(json.dumps({"name": "negation", "model": a.model, "pictures": len(shown), "questions": len(questions)}
                         | {key: round(statistics.mean(values), 3) for key, values in figures.items()}))


if __name__ == "__main__":
    main()
