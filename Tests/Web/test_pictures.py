"""The pictures of the app in README.md, kept in the folder that EVOKE_PICTURES names; there are none without it."""
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index
from libraries import SIDECAR, located
from looks import answered, drawn
from test_map import settled

PICTURES = Path(os.environ.get("EVOKE_PICTURES", ""))
pytestmark = pytest.mark.skipif(not os.environ.get("EVOKE_PICTURES"), reason="EVOKE_PICTURES names no folder")


def keep(page, name):
    drawn(page)
    picture = PICTURES / f"{name}.jpg"
    page.screenshot(path=picture, type="jpeg", quality=82)
    assert picture.stat().st_size < 300_000


def test_search(app):
    page = app("/?q=a+butterfly+on+a+flower")
    answered(page, "a butterfly on a flower")
    keep(page, "app-search")


def test_one_photo(app):
    page = app("/?q=yellow-flower")
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    page.get_by_role("button", name="About this photo").click()
    expect(page.locator("#photo .stage img")).to_have_js_property("naturalWidth", 1600)
    keep(page, "app-photo")


def test_a_phone(app):
    page = app("/?q=a+butterfly+on+a+flower", "phone", color_scheme="dark")
    answered(page, "a butterfly on a flower")
    keep(page, "app-phone")


def test_labels_on_a_phone(app):
    page = app("/labels?labels=guitar,+violin,+piano", "phone", color_scheme="dark")
    page.get_by_label("Choose a picture").set_input_files(next(ALBUM.rglob("*violin*")))
    expect(page.locator(".bars li")).to_have_count(3)
    page.evaluate("document.activeElement.blur(); scrollTo(0, document.body.scrollHeight)")
    keep(page, "app-labels")


#: Latitude, longitude, and how many photos were taken there.
TRAVELS = [
    (38.71, -9.14, 48), (41.15, -8.61, 9), (48.86, 2.35, 31), (41.9, 12.5, 17), (45.44, 12.33, 12), (52.52, 13.4, 22), (59.33, 18.07, 6),
    (64.15, -21.94, 7), (30.04, 31.24, 4), (-33.92, 18.42, 8), (40.71, -74.01, 14), (19.43, -99.13, 5), (-22.91, -43.2, 9),
    (28.61, 77.21, 6), (13.76, 100.5, 11), (35.68, 139.69, 15), (-33.87, 151.21, 10), (-18.14, 178.44, 3), (21.31, -157.86, 2),
]


def test_the_map(folder, serve, visit):
    photos = folder / "travels"
    photos.mkdir()
    pictures = sorted((ALBUM / "animals").rglob("*.*g"))
    for place, (north, east, count) in enumerate(TRAVELS):
        for at in range(count):
            # The last one is what is shown.
            name, picture = f"{place:02}-{at:02}", pictures[(place * 29 + at) % len(pictures)]
            (photos / f"{name}{picture.suffix}").write_bytes(picture.read_bytes())
            (photos / f"{name}.xmp").write_text(
                SIDECAR.format(located(north + at * 0.001, east + at * 0.001), ""))
    index(folder / "travels-library", photos)
    page = visit(serve(library=folder / "travels-library").address + "/?map=all")
    settled(page)
    keep(page, "app-map")
