"""What the golden values are made from: a fixed picture, and texts in many scripts."""

import numpy as np

PICTURES = 3


def pictures():
    """Smooth and noisy test pictures as the network's input, from a formula, so that none needs storing."""
    side = 260
    y, x = np.mgrid[0:side, 0:side].astype(np.float64) / side
    waves = np.stack([np.sin(7 * x + 3 * y), np.cos(5 * x * y + 1), np.sin(11 * y - 2 * x)])
    checks = np.stack([np.where((x * n).astype(int) + (y * n).astype(int) & 1, 0.9, -0.9) for n in (4, 9, 17)])
    hash_noise = np.sin(np.stack([(x * 127.1 + y * 311.7 + c) * 43.7 for c in range(3)]) * 1000)
    return np.stack([waves, checks * 0.7 + waves * 0.3, hash_noise * 0.5 + waves * 0.5]).astype(np.float32)
