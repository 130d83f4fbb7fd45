"""What happens to files between two runs and during them."""
import os
import random
import signal
import time

import pytest
from evoke import Place, png


def fresh(place):
    other = Place(place.folder / "fresh")
    other.photos = place.photos
    assert other.index().returncode == 0
    return other


def test_twenty_kills_lose_nothing(place):
    place.fill(400)
    seed = random.randrange(10**6)
    draw = random.Random(seed)
    for _ in range(20):
        run = place.start("index", place.photos)
        time.sleep(draw.uniform(0.05, 1.5))
        run.send_signal(signal.SIGKILL)
        run.communicate()
        place.is_in_order()
        if len(place.vectors()) == 400:
            for number in draw.sample(range(400), 150):
                (place.photos / f"{number:04}.png").write_bytes(png(1000 + draw.randrange(10**6)))
    assert place.index().returncode == 0
    assert place.vectors() == fresh(place).vectors(), f"seed {seed}"


@pytest.mark.parametrize("seed", range(5))
def test_names_that_change_places(place, seed):
    """Swaps, cycles, shifts, copies over others, deletions and edits; each name has its own photo's vector afterwards."""
    place.fill(60)
    draw = random.Random(seed)
    for _ in range(8):
        assert place.index().returncode == 0
        files = sorted(place.photos.glob("*.png"))
        for _ in range(draw.randrange(1, 4)):
            some = draw.sample(files, draw.randrange(2, len(files)))
            match draw.randrange(5):
                case 0:
                    turn(some)
                case 1:
                    some[0].unlink()
                    for left, right in zip(some, some[1:]):
                        right.rename(left)
                case 2:
                    some[1].write_bytes(some[0].read_bytes())
                case 3:
                    some[0].write_bytes(png(draw.randrange(10**6)))
                case 4:
                    status = some[0].stat()
                    some[0].write_bytes(png(draw.randrange(10**6)))
                    os.utime(some[0], ns=(status.st_atime_ns, status.st_mtime_ns))
            files = sorted(place.photos.glob("*.png"))
    assert place.index().returncode == 0
    assert place.vectors() == fresh(place).vectors()
    place.is_in_order()


def turn(files):
    """Each gets the name of the next."""
    aside = files[0].with_suffix(".aside")
    files[-1].rename(aside)
    for left, right in reversed(list(zip(files, files[1:]))):
        left.rename(right)
    aside.rename(files[0])


@pytest.mark.parametrize("year", [1600, 1900, 2106, 2300, 2400, 9999])
def test_dates_far_away(place, year):
    place.fill(3)
    seconds = int((year - 1970) * 365.2425 * 86400)
    os.utime(place.photos / "0001.png", (seconds, seconds))
    assert place.index().returncode == 0
    assert place.index().returncode == 0
    assert len(place.names()) == 3
    place.is_in_order()


@pytest.mark.parametrize("top", ["9223372036854775807", "9223372036854775808", "0", "-1", "1e9", "", " 3", "0x10"])
def test_numbers_of_results(place, top):
    place.fill(3)
    assert place.index().returncode == 0
    found = place.run("search", "--all", "--top", top, "a photo")
    assert found.returncode in (0, 64) and (found.stdout or found.stderr), found


def test_its_own_folder_is_no_photo_folder(place):
    place.library = place.photos / "library"
    place.fill(5)
    for _ in range(3):
        assert place.index().returncode == 0
    assert len(place.names()) == 5


def test_a_disk_that_is_full(place):
    """The first run fits, the next one does not; what was done stays, and the search answers."""
    place.fill(300)
    assert place.index().returncode == 0
    before = place.vectors()
    for number in range(300, 900):
        (place.photos / f"{number:04}.png").write_bytes(png(number))
    size = (place.library / "library.sqlite").stat().st_size // 1024 + 100
    full = place.run("index", place.photos, before=["sh", "-c", f'ulimit -f {size * 2}; trap "" XFSZ; exec "$@"', "sh"])
    assert full.returncode in (0, 1), full
    assert before.items() <= place.vectors().items()
    place.is_in_order()
    assert len(place.names()) >= 300
    assert place.index().returncode == 0
    assert len(place.names()) == 900
