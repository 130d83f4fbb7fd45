"""axe finds nothing serious, in light and in dark, at either size; and what fingers touch is large enough."""
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM
from looks import answered, open_photo, serious, too_small

TIGER = ALBUM / "animals" / "mammals" / "tiger.png"


def all_photos(page):
    expect(page.locator("#grid li.shown").first).to_be_visible()


def search_with_all_fields(page):
    answered(page, "a penguin")
    page.get_by_role("button", name="Scores").click()
    page.get_by_role("button", name="Without …").click()
    page.get_by_label("Search by a picture", exact=True).set_input_files(TIGER)
    expect(page.locator("#chips li")).to_be_visible()
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")


def one_photo(page):
    answered(page, "a penguin")
    open_photo(page)
    page.keyboard.press("i")
    expect(page.locator("#facts")).to_contain_text("Folder")


def labels(page):
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    page.get_by_role("button", name="See how they fit").click()
    expect(page.locator(".bars li")).to_have_count(2)
    expect(page.locator("#labels-answer")).not_to_have_attribute("aria-busy", "true")


def library(page):
    expect(page.locator("#models")).to_contain_text("in use")


def filters(page):
    expect(page.get_by_role("button", name="Filters: 5 in use")).to_be_visible()
    page.get_by_role("button", name="Filters: 5 in use").click()
    panel = page.get_by_role("region", name="Filters")
    expect(panel.get_by_role("group", name="Also asked for").locator("li")).to_have_count(2)
    for color in ("red", "blue"):
        expect(panel.get_by_label(color)).to_be_checked()


def years(page):
    expect(page.locator("#years .highlights a").first).to_be_visible()


STATES = {
    "/": all_photos,
    "/?q=a+penguin": search_with_all_fields,
    "/?q=a+penguin#photo": one_photo,
    "/?q=color:red+color:blue+rating:%3E%3D4+-in:Work+tag:family": filters,
    "/labels?labels=tiger,cat": labels,
    "/library": library,
    "/years": years,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", STATES)
def test_axe_finds_nothing(app, device, path, scheme):
    page = app(path, device, color_scheme=scheme, reduced_motion="reduce")
    STATES[path](page)
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_empty_library(serve, visit, device, scheme):
    page = visit(serve().address, device, color_scheme=scheme)
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("path", STATES)
def test_fingers_have_room(app, path):
    page = app(path, "phone")
    STATES[path](page)
    assert too_small(page) == []


def test_a_pressed_button_is_seen_in_colours_of_the_reader(app):
    page = app("/?q=a+penguin", forced_colors="active")
    answered(page, "a penguin")
    scores = page.get_by_role("button", name="Scores")
    before = scores.evaluate("one => getComputedStyle(one).backgroundColor")
    scores.click()
    page.mouse.move(0, 0)
    assert scores.evaluate("one => getComputedStyle(one).backgroundColor") != before


def test_photos_are_heard_with_their_dates(app):
    page = app("/?q=yellow-flower")
    answered(page, "yellow-flower")
    expect(page.get_by_role("link", name=re.compile(r"^yellow-flower\.jpg, .*\b20\d\d\b")).first).to_be_visible()


def test_photos_are_heard_with_their_places(placed, visit, device):
    page = visit(placed.address, device)
    named = re.compile(r"^At the zoo(, .*)?, Lisbon, Portugal")
    page.get_by_role("link", name=named).click()
    shown = page.get_by_role("dialog").get_by_role("img", name=named)
    expect(shown).to_be_visible()
    # Also where it is opened by its address, and found by the place.
    page.reload()
    expect(shown).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("combobox", name="Search your photos").fill("lissabon")
    answered(page, "lissabon")
    expect(page.get_by_role("link", name=re.compile(", Lisbon, Portugal, Found by place: Lisbon$"))).to_be_visible()


def test_motion_is_reduced(app):
    page = app("/", reduced_motion="reduce")
    all_photos(page)
    assert page.evaluate("""[...document.querySelectorAll('*')].filter(one =>
        parseFloat(getComputedStyle(one).transitionDuration) > 0).length""") == 0


def test_dark_and_light(app, device):
    def background(scheme):
        page = app("/", device, color_scheme=scheme)
        return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    assert background("dark") == "rgb(19, 18, 17)"
    assert background("light") == "rgb(252, 251, 249)"
