"""ImageNet's thousand classes: what they are called, and what that means to the text encoder."""

from dataclasses import dataclass

import numpy as np

_INFO = "timm/data/_info/"


@dataclass(frozen=True)
class Classes:
    names: list  # for each class in the network's order, its names, the usual one first
    definitions: list  # for each class, what a dictionary says


@dataclass(frozen=True)
class Meaning:
    centre: np.ndarray  # [384] where texts lie on average: what every text has in common says nothing
    directions: np.ndarray  # [1000, 384] of unit length, from the centre towards each class


def read(timm):
    synsets = timm.lines(_INFO + "imagenet_synsets.txt")
    lemmas = dict(line.split("\t") for line in timm.lines(_INFO + "imagenet_synset_to_lemma.txt"))
    definitions = dict(line.split("\t") for line in timm.lines(_INFO + "imagenet_synset_to_definition.txt"))
    return Classes([lemmas[synset].split(", ") for synset in synsets], [definitions[synset] for synset in synsets])


def labels(classes):
    """Each class's usual name, once: two classes are called 'crane'."""
    return list(dict.fromkeys(group[0] for group in classes.names))


def meaning(classes, embed):
    """A class is what its names in a caption and its definition have in common.

    Names alone miss what kind of thing a class is ("an apple"); definitions say it.
    """
    named = _of_names(classes, embed, "query: a photo of a {}")
    defined = embed([f"query: {text}" for text in classes.definitions])
    bare = embed([f"query: {name}" for group in classes.names for name in group])
    return Meaning(bare.mean(axis=0), unit(sum(unit(view - view.mean(axis=0)) for view in (named, defined))))


def unit(x):
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def _of_names(classes, embed, template):
    flat = embed([template.format(name) for group in classes.names for name in group])
    ends = np.cumsum([len(group) for group in classes.names])
    return unit(np.stack([group.mean(axis=0) for group in np.split(flat, ends[:-1])]))
