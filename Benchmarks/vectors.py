#!/usr/bin/env python3
"""Make a large set of unit vectors that look like CLIP embeddings, with queries, for measuring vector search.

    python3 vectors.py OUT --count 1000000 --dim 512 --queries 200 --seed 1 [--shape SHAPE]

OUT/base.f32 and OUT/queries.f32 are raw little-endian float32 rows; OUT/truth.i32 holds, for each query,
the ids of its exact 100 nearest rows by inner product, best first; OUT/meta.json tells the shapes.

Real CLIP embeddings are not spread evenly over the sphere: images sit in a narrow cone (their mean cosine is
about 0.5), they cluster (bursts, trips, screenshots), their spectrum falls off, and text sits in another cone
(a right answer scores about 0.3). Random Gaussian vectors have none of this and flatter every index.

The other shapes are no embeddings of anybody's. Each is hard in one way: 'clustered' has 200 tight clusters and nothing
between them, 'duplicates' has each vector fifty times with a twentieth of noise, 'low-rank' lies along 24 axes with a
hundredth of noise, and 'uniform' lies anywhere, so that nothing is near anything.
"""
import argparse, json, os
import numpy as np

def unit(x):
    return x / np.linalg.norm(x, axis=-1, keepdims=True)

def shaped_otherwise(shape, count, d, queries, rng):
    """All vectors and the queries of a shape; the second half of the queries is near vectors that are there."""
    def random(n, dim=d):
        return unit(rng.standard_normal((n, dim), np.float32))
    if shape == "clustered":
        centres = random(200)
        rows = lambda n: unit(centres[rng.integers(0, len(centres), n)] + 0.3 * random(n))
    elif shape == "duplicates":
        originals = random(max(1, count // 50))
        rows = lambda n: unit(originals[rng.integers(0, len(originals), n)] + 0.05 * random(n))
    elif shape == "low-rank":
        axes = np.linalg.qr(rng.standard_normal((d, 24)))[0].T.astype(np.float32)
        rows = lambda n: unit(random(n, 24) @ axes + 0.01 * random(n))
    else:
        rows = random
    base = np.concatenate([rows(min(50_000, count - start)) for start in range(0, count, 50_000)])
    half = queries // 2
    near = unit(base[rng.integers(0, count, queries - half)] + (0.05 if shape == "duplicates" else 0.35) * random(queries - half))
    return base, np.concatenate([rows(half), near])

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out")
    ap.add_argument("--count", type=int, default=1_000_000)
    ap.add_argument("--dim", type=int, default=512)
    ap.add_argument("--queries", type=int, default=200)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--shape", default="clip", choices=["clip", "clustered", "duplicates", "low-rank", "uniform"])
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    rng = np.random.default_rng(a.seed)
    d = a.dim
    base = np.memmap(os.path.join(a.out, "base.f32"), mode="w+", dtype="<f4", shape=(a.count, d))
    half = a.queries // 2
    if a.shape != "clip":
        base[:], queries = shaped_otherwise(a.shape, a.count, d, a.queries, rng)
    else:
        spectrum = (1.0 + np.arange(d)) ** -0.45          # falling variance per direction
        rotation = np.linalg.qr(rng.standard_normal((d, d)))[0].astype(np.float32)
        shaped = lambda n: (rng.standard_normal((n, d)).astype(np.float32) * spectrum.astype(np.float32)) @ rotation
        image_mean = unit(shaped(1))[0]
        text_mean = unit(shaped(1))[0]
        clusters = max(64, a.count // 60)
        centres = unit(shaped(clusters))
        weights = 1.0 / (1.0 + np.arange(clusters)) ** 0.7  # a few huge clusters, many small ones
        weights /= weights.sum()
        for start in range(0, a.count, 50_000):
            n = min(50_000, a.count - start)
            which = rng.choice(clusters, size=n, p=weights)
            base[start:start + n] = unit(1.0 * image_mean + 0.75 * centres[which] + 0.62 * unit(shaped(n)))
        target = rng.integers(0, a.count, a.queries)
        concept = base[target] - (base[target] @ image_mean)[:, None] * image_mean
        # The first half are texts, the second half photos
        queries = np.empty((a.queries, d), np.float32)
        queries[:half] = unit(1.0 * text_mean + 0.55 * unit(concept[:half]) + 0.45 * unit(shaped(half)))
        queries[half:] = unit(base[target[half:]] + 0.35 * unit(shaped(a.queries - half)))
    k = 100
    best_s = np.full((a.queries, k), -2, np.float32)
    best_i = np.full((a.queries, k), -1, np.int64)
    for start in range(0, a.count, 100_000):
        block = np.asarray(base[start:start + 100_000])
        s = np.concatenate([best_s, queries @ block.T], axis=1)
        i = np.concatenate([best_i, np.broadcast_to(np.arange(start, start + len(block)), (a.queries, len(block)))], axis=1)
        top = np.argpartition(-s, k - 1, axis=1)[:, :k]
        best_s, best_i = np.take_along_axis(s, top, 1), np.take_along_axis(i, top, 1)
    order = np.argsort(-best_s, axis=1, kind="stable")
    truth = np.take_along_axis(best_i, order, 1).astype("<i4")
    base.flush()
    queries.astype("<f4").tofile(os.path.join(a.out, "queries.f32"))
    truth.tofile(os.path.join(a.out, "truth.i32"))
    json.dump({"count": a.count, "dim": d, "queries": a.queries, "text_queries": half, "k": k, "seed": a.seed,
               "shape": a.shape},
              open(os.path.join(a.out, "meta.json"), "w"))
    sample = np.fromfile(os.path.join(a.out, "base.f32"), "<f4", count=2000 * d).reshape(-1, d)
    print("mean cosine between photos %.2f, best score of a text query %.2f, of a photo query %.2f" % (
        float((sample @ sample.T).mean()), float(best_s[:half].max(1).mean()), float(best_s[half:].max(1).mean())))

if __name__ == "__main__":
    main()
