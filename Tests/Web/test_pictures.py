"""The pictures of the app in README.md, kept in the folder that EVOKE_PICTURES names, or else beside what tests make."""
import os
from pathlib import Path

from playwright.sync_api import expect

from evoke import ALBUM, WEB
from looks import answered, drawn

PICTURES = Path(os.environ.get("EVOKE_PICTURES") or WEB / "made")


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
