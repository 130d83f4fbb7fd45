"""Tries a case: what Evoke does with its directory, beside what the oracle says."""

import os
import shutil

import numpy as np

import samples
from evoke import Evoke, Failure
from oracle import Oracle
from reference import unit

# What is promised of the fastest safe precision, least and on average: it is found safe by trying other pictures.
USUAL, USUAL_MEAN = 0.995, 0.999
APART = 0.93  # inputs that come out more alike than this on average would prove nothing
WRITTEN = (1_700_000_000, 1_700_000_000)


class Trial:
    def __init__(self, case, scratch, pictures):
        self.case, self.evoke, self.pictures = case, Evoke(scratch), pictures
        self.folder, self.other = f"{scratch}/model", f"{scratch}/other"
        self.files = sorted(f"{pictures}/{n}" for n in os.listdir(pictures))
        self.pngs = samples.pngs(pictures)
        self.variant = ["--variant", case.variant] if case.variant else []
        self.findings, self.failures = {}, []

    def run(self):
        truth = self.case.make(self.folder, 1) or self.folder
        date(self.folder)
        if self.case.words:
            done = self.evoke.run("models", "add", "tried", self.folder, *self.variant)
            if not self.case.either or done.returncode:
                return self.refused(done)
        self.read(truth)

    def refused(self, done):
        told = " ".join(done.stderr.split())
        self.findings["refused"] = told[:400]
        if done.returncode not in (1, 64):
            self.failures.append(f"refusal: the exit code is {done.returncode}: {told[:300]}")
        elif missing := [w for w in self.case.words if w not in told]:
            self.failures.append(f"refusal: it does not say {', '.join(missing)}: {told[:300]}")
        if os.path.isdir(self.evoke.shelf) and (left := os.listdir(self.evoke.shelf)):
            self.failures.append(f"refusal: it leaves {', '.join(left)} behind")
        used = self.evoke.run("models", "embed", "--model", self.folder, *self.variant, "--text", "x", self.pngs[0])
        if used.returncode not in (1, 64):
            self.failures.append(f"refusal: used by its path, it ends with {used.returncode}")

    def read(self, truth):
        oracle = Oracle(truth, self.case.variant)
        photos, texts = oracle.pictures(self.files), oracle.texts(samples.TEXTS)
        self.apart(photos, texts)
        shown = dict(zip(map(os.path.basename, self.files), photos))
        self.step("full", self.embeds, self.folder, ["--precision", "full"], photos, texts)
        if not self.case.either:
            self.step("add", self.adds)
        if self.case.shows and self.case.shows not in (said := self.evoke.succeed("models", "show", "tried")):
            self.failures.append(f"show: it does not say {self.case.shows}: {' '.join(said.split())[:300]}")
        # The other precision first: what was made for it must not be taken for this one's.
        self.step("index f32", self.indexes, "exact", "tried", ["--precision", "f32"], shown, self.case.limit)
        first = self.step("index", self.indexes, "first", "tried", [], shown, USUAL, USUAL_MEAN)
        self.step("twice", self.repeats, "second", [], first)
        self.step("alone", self.alone, first)
        self.replaced(photos)

    def replaced(self, before):
        """Another model of the same size comes into the same place, dated as the first was."""
        truth = self.case.make(self.other, 2) or self.other
        date(self.other)
        if self.case.shelved or self.case.neighbour:
            write_over(self.other, self.folder, self.case.neighbour)
        else:
            shutil.rmtree(self.folder)
            os.rename(self.other, self.folder)
        oracle = Oracle(self.folder if truth == self.other else truth, self.case.variant)
        photos, texts = oracle.pictures(self.files), oracle.texts(samples.TEXTS)
        if (photos * before).sum(axis=1).max() > APART:
            self.failures.append("the model: its neighbour answers as it does, which proves nothing")
        shown = dict(zip(map(os.path.basename, self.files), photos))
        self.step("neighbour", self.embeds, self.folder, ["--precision", "full"], photos, texts)
        self.step("neighbour's index", self.indexes, "neighbour", self.folder, [], shown, USUAL, USUAL_MEAN)
        if self.case.shelved:
            self.step("neighbour on the shelf", self.shelved, shown)

    def step(self, name, do, *inputs):
        """One finding; a step that fails does not stop the others."""
        try:
            return do(name, *inputs)
        except Failure as failure:
            self.failures.append(f"{name}: {failure}")

    def compare(self, name, ours, theirs, limit, inputs, mean=-1.0):
        cosines = (ours * theirs).sum(axis=1) if ours.shape == theirs.shape else np.full(len(theirs), np.nan)
        self.findings[name] = float(cosines.min())
        # A NaN is no comparison and fails, too.
        if not (cosines.min() >= limit and cosines.mean() >= mean):
            worst = os.path.basename(inputs[int(np.nan_to_num(cosines, nan=-2).argmin())])[:40]
            wanted = f"{limit} at least" + (f" and {mean} on average" if mean > 0 else "")
            self.failures.append(f"{name}: {cosines.min():.6f} ({worst!r}), {cosines.mean():.6f} on average; wanted: {wanted}")

    def apart(self, photos, texts):
        for what, rows in (("photos", photos), ("texts", texts)):
            cosines = (rows @ rows.T)[~np.eye(len(rows), dtype=bool)]
            if not np.isfinite(rows).all() or cosines.mean() > APART:
                self.failures.append(f"the model: its {what} are alike to {cosines.mean():.3f}, which proves nothing")

    def embeds(self, name, model, options, photos, texts):
        ours = self.evoke.embed(model, [*options, *self.variant], self.files, samples.TEXTS)
        self.compare(name, ours[0], photos, self.case.limit, self.files)
        self.compare(f"{name}, texts", ours[1], texts, self.case.limit, samples.TEXTS)

    def adds(self, name):
        self.evoke.succeed("models", "add", "tried", self.folder, *self.variant)

    def indexes(self, name, library, model, options, shown, limit, mean=-1.0):
        variant = self.variant if model == self.folder else []
        found = self.evoke.index(library, model, [*options, *variant], self.pictures)
        if missing := [n for n in shown if n not in found]:
            raise Failure(f"{len(missing)} photos have no vector, {missing[0]} for one")
        names = [os.path.basename(p) for p in self.pngs]
        ours = np.stack([vector(found[n]) for n in names])
        self.compare(name, ours, np.stack([shown[n] for n in names]), limit, names, mean)
        return found

    def repeats(self, name, library, options, before):
        if before is None:
            return
        again = self.evoke.index(library, "tried", options, self.pictures)
        if changed := [n for n in before if before[n] != again.get(n)]:
            cosines = {n: float(vector(before[n]) @ vector(again[n])) for n in changed if n in again}
            worst = min(cosines, key=cosines.get, default="")
            raise Failure(f"{len(changed)} of {len(before)} photos have other vectors, {worst} by {cosines.get(worst)}")
        self.findings[name] = 1.0

    def alone(self, name, first):
        """A photo by itself, beside what it had in the company of a batch."""
        if first is None:
            return
        path = self.pngs[13]
        theirs = vector(first[os.path.basename(path)])
        self.compare(name, self.evoke.embed("tried", [], [path])[0], theirs[None], 0.9999, [path])

    def shelved(self, name, shown):
        self.evoke.succeed("models", "remove", "tried")
        self.adds(name)
        self.indexes(name, "shelved", "tried", [], shown, USUAL, USUAL_MEAN)


def vector(halves):
    return unit(np.frombuffer(halves, np.float16))


def date(folder):
    for parent, _, names in os.walk(folder):
        for name in names:
            os.utime(os.path.join(parent, name), WRITTEN)


def write_over(source, target, ending):
    """Those files of the target get what the source's of the same name hold; size and time stay."""
    for parent, _, names in os.walk(source):
        for name in names:
            if name.endswith(ending):
                path = os.path.join(parent, name)
                shutil.copy(path, os.path.join(target, os.path.relpath(path, source)))
    date(target)
