"""axe finds nothing serious, in light and in dark, at either size; and what fingers touch is large enough."""
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM
from looks import answered, fit_for_all, open_photo

TIGER = ALBUM / "animals" / "mammals" / "tiger.png"


def all_photos(page):
    expect(page.locator("#grid li.shown").first).to_be_visible()


def search_with_all_fields(page):
    answered(page, "a penguin")
    page.get_by_role("button", name="Scores").click()
    page.get_by_role("button", name="Exclude…").click()
    page.get_by_label("Search by picture", exact=True).set_input_files(TIGER)
    expect(page.locator("#chips li")).to_be_visible()
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")


def one_photo(page):
    answered(page, "a penguin")
    open_photo(page)
    page.keyboard.press("i")
    expect(page.locator("#metadata")).to_contain_text("Folder")


def labels(page):
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    page.get_by_role("button", name="Match labels").click()
    expect(page.locator(".bars li")).to_have_count(2)
    expect(page.locator("#labels-answer")).not_to_have_attribute("aria-busy", "true")


def library(page):
    expect(page.locator("#models")).to_contain_text("in use")


def filters(page):
    page.get_by_role("button", name="Filters: 5 active").click()
    panel = page.get_by_role("region", name="Filters")
    expect(page.locator("#asked li")).to_have_count(5)
    for color in ("red", "blue"):
        expect(panel.get_by_label(color)).to_be_checked()
    sheet, size = panel.bounding_box(), page.viewport_size
    assert sheet["x"] >= 0 and sheet["x"] + sheet["width"] <= size["width"]
    assert sheet["y"] + sheet["height"] <= size["height"]
    assert panel.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


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


@pytest.mark.everyday
@pytest.mark.parametrize("path", STATES)
def test_everybody_can_use_it(app, device, path):
    page = app(path, device)
    STATES[path](page)
    fit_for_all(page)


def test_an_empty_library_is_for_everybody(serve, visit, device):
    page = visit(serve().address, device)
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    fit_for_all(page)


@pytest.mark.everyday
def test_what_the_reader_has_set_holds(app):
    """Colours of the reader's own, dark and light, and no motion."""
    page = app("/?q=a+penguin", forced_colors="active", reduced_motion="reduce", color_scheme="dark")
    answered(page, "a penguin")
    scores = page.get_by_role("button", name="Scores")
    before = scores.evaluate("one => getComputedStyle(one).backgroundColor")
    scores.click()
    page.mouse.move(0, 0)
    expect(scores).not_to_have_css("background-color", before)
    assert page.evaluate("""[...document.querySelectorAll('*')].filter(one =>
        parseFloat(getComputedStyle(one).transitionDuration) > 0).length""") == 0
    page.emulate_media(forced_colors="none")
    expect(page.locator("html")).to_have_css("background-color", "rgb(19, 18, 17)")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_css("background-color", "rgb(252, 251, 249)")


@pytest.mark.either_size
def test_photos_are_heard_with_their_dates_and_places(zoo, visit, device):
    page = visit(zoo.address + "/?q=file:tiger.png", device)
    named = re.compile(r"^At the zoo, .*\b2021\b.*, Lisbon, Portugal")
    page.get_by_role("link", name=named).click()
    shown = page.get_by_role("dialog").get_by_role("img", name=named)
    expect(shown).to_be_visible()
    # Also where it is opened by its address, and found by the place.
    page.reload()
    expect(shown).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("combobox", name="Search your photos").fill("tiger lissabon")
    answered(page, "tiger lissabon")
    expect(page.get_by_role("link", name=re.compile("^At the zoo.*, Lisbon, Portugal, Found by .*place: Lisbon$"))).to_be_visible()
