"""What a case is, and how its directory comes about."""

import dataclasses
import os
import shutil
from collections.abc import Callable

import folders


@dataclasses.dataclass
class Case:
    """`make` writes a directory for a seed; two seeds give two models of equal size. It may return another directory
    that means the same to the publishers' own code."""
    name: str
    make: Callable
    words: tuple = ()  # of the refusal; none where the directory is read
    either: bool = False  # read rightly, or refused with the words
    variant: str | None = None
    limit: float = 0.9999
    neighbour: str = ""  # of its files, those whose names end so take the place of the first one's
    shows: str = ""  # a part of what `models show` says
    shelved: bool = False  # the neighbour takes its place on the shelf, too


def clip(**options):
    return lambda folder, seed: folders.clip(folder, seed, **options)


def then(make, *changes):
    """A directory, and something done to it."""
    def made(folder, seed):
        truth = make(folder, seed)
        for change in changes:
            change(folder)
        return truth
    return made


def without(*names):
    return lambda folder: [os.remove(f"{folder}/{n}") for n in names]


def keys(file, **values):
    return lambda folder: folders.change(f"{folder}/{file}", **values)


def moved(**names):
    def move(folder):
        for source, target in names.items():
            os.renames(f"{folder}/{source}", f"{folder}/{target}")
    return move


def unsaid(make, change):
    """A directory that does not say all; the whole one beside it is what it means."""
    def made(folder, seed):
        make(f"{folder}-whole", seed)
        shutil.copytree(f"{folder}-whole", folder)
        change(folder)
        return f"{folder}-whole"
    return made
