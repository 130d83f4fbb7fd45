"""The pictures of another project's tests, and what is left of them after some bytes have changed."""
import os
import random
from pathlib import Path

import pytest
from evoke import Place

OTHERS = Path(os.environ["EVOKE_PICTURES"])


@pytest.fixture(scope="module")
def pictures():
    found = sorted(path for path in OTHERS.rglob("*") if path.is_file())
    assert len(found) > 900
    return found


def test_others_pictures_come_out_the_same_twice(tmp_path, pictures):
    first, second = Place(tmp_path / "first"), Place(tmp_path / "second")
    for place in (first, second):
        place.photos = OTHERS
        outcome = place.index()
        assert outcome.returncode in (0, 3), (outcome.returncode, outcome.stderr[-500:])
        place.is_in_order()
    assert len(first.vectors()) > 300
    assert first.vectors() == second.vectors()


@pytest.mark.parametrize("seed", range(4))
def test_damaged_ones_end_nothing(place, pictures, seed):
    draw = random.Random(seed)
    for number in range(500):
        source = draw.choice(pictures)
        data = bytearray(source.read_bytes()[:2_000_000])
        for _ in range(draw.choice([1, 1, 2, 20, 200])):
            if data:
                data[draw.randrange(min(len(data), draw.choice([64, 512, len(data)])))] = draw.randrange(256)
        if draw.random() < 0.3:
            del data[draw.randrange(len(data) + 1):]
        (place.photos / f"{number}-{source.name}").write_bytes(data)
    outcome = place.index()
    assert outcome.returncode in (0, 3), (outcome.returncode, outcome.stderr[-500:])
    place.is_in_order()
