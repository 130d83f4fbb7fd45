"""What a phone needs: sharp pictures, room, and a photo held for more like it."""
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM
from looks import answered, drawn, fits_width, names, open_photo, stop_clock
from touch import Fingers

TIGER = ALBUM / "animals" / "mammals" / "tiger.png"


def test_thumbnails_are_as_sharp_as_the_screen(app, device):
    page = app("/?q=yellow-flower", device)
    answered(page, "yellow-flower")
    drawn(page)
    shown = page.locator("#grid li.shown img").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect(), one.currentSrc]).map(([box, from]) => [Math.max(box.width, box.height), from])")
    sharpness = page.evaluate("devicePixelRatio")
    # In between, either will do.
    assert all("size=640&" in chosen for side, chosen in shown if side * sharpness > 460)
    assert all("size=320&" in chosen for side, chosen in shown if side * sharpness < 320)
    assert any("size=640&" in chosen for _, chosen in shown) or device == "desk"


@pytest.mark.everyday
def test_a_photo_is_held_for_more_like_it(app):
    page = app("/?q=a+guitar", "phone")
    answered(page, "a guitar")
    tile = page.locator("#grid li").first
    expect(tile.locator(".similar")).to_be_hidden()
    box, first = tile.bounding_box(), names(page, 1)[0]
    stop_clock(page)
    Fingers(page).hold(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#chips li")).to_have_text(f"Like {first}")
    expect(page.locator("#photo")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/\?like="))
    # And the photo itself offers it, too.
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    open_photo(page)
    second = page.locator("#photo h2").text_content()
    page.get_by_role("link", name="More like this").tap()
    expect(page.locator("#chips li")).to_have_text(f"Like {second}")


def test_a_long_name_does_not_widen_the_page(app, folder, device):
    page = app(device=device)
    long = folder / f"{'a-very-long-name-of-a-picture-' * 6}.png"
    long.write_bytes(TIGER.read_bytes())
    page.get_by_label("Search by picture", exact=True).set_input_files(long)
    expect(page.locator("#chips li")).to_be_visible()
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    fits_width(page)
    for link in ["Photos", "Labels", "Library"]:
        expect(page.get_by_role("link", name=link, exact=True)).to_be_in_viewport(ratio=1)


OVERLAPS = """() => {
    const all = [...document.querySelectorAll('#photo :is(button, a)')]
        .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('#metadata'))
        .map(one => [one.ariaLabel, one.getBoundingClientRect()]);
    const wrong = [];
    for (const [name, box] of all) {
        if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) wrong.push(`${name} is outside`);
        for (const [other, its] of all) {
            if (name < other && box.left < its.right - 1 && its.left < box.right - 1 && box.top < its.bottom - 1 &&
                its.top < box.bottom - 1) wrong.push(`${name} is over ${other}`);
        }
    }
    return wrong;
}"""
#: A desk, at 400 %, an upright phone, one on its side, a small one.
ROOMS = [(1280, 800), (320, 256), (320, 200), (390, 844), (844, 390), (320, 568)]


def test_buttons_of_a_photo_have_room(app):
    page = app("/?q=yellow-flower")
    answered(page, "yellow-flower")
    open_photo(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#photo-place")).to_have_text(re.compile("^2 of "))
    stage, header = page.locator("#photo .stage"), page.locator("#photo header")
    for width, height in ROOMS:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate(OVERLAPS) == [], width
        # What surrounds the photo lies beside it, and goes when it is asked to.
        beside = header.bounding_box()
        assert stage.bounding_box()["y"] >= beside["y"] + beside["height"] - 1, width
        stage.click(position={"x": 100, "y": 40})
        expect(header).to_be_hidden()
        assert stage.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
        stage.click(position={"x": 100, "y": 40})
        expect(header).to_be_visible()
        page.keyboard.press("h")
        expect(header).to_be_hidden()
        page.keyboard.press("Tab")
        expect(header).to_be_visible()
        page.keyboard.press("i")
        expect(page.locator("#metadata")).to_be_visible()
        assert page.evaluate(OVERLAPS) == [], width
        page.keyboard.press("i")
        expect(page.locator("#metadata")).to_be_hidden()
        stage.focus()
