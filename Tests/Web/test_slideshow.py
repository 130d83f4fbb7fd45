"""One photo after the other, by itself."""
import re

import pytest
from playwright.sync_api import expect

from looks import answered, names, open_photo, stop_clock, until


#: Where the pictures come from that are large enough.
SHARP = re.compile("size=1600|/original")


def is_playing(page):
    return page.locator("#photo.playing")


def goes_on(page, shown, name):
    """The next photo comes after its time of five seconds, which begins once it is seen, and not before."""
    expect(page.locator("#photo .stage img")).to_have_attribute("src", SHARP)
    page.clock.run_for(4000)
    expect(page.locator("#photo h2")).to_have_text(shown)
    page.clock.run_for(1100)
    expect(page.locator("#photo h2")).to_have_text(name)


@pytest.mark.everyday
@pytest.mark.either_size
def test_it_goes_on_by_itself(app, device):
    page = app("/?q=dog", device)
    answered(page, "dog")
    shown = names(page, 3)
    stop_clock(page)
    if device == "desk":
        page.locator("#play").click()
    else:
        open_photo(page)
        page.locator("#photo").get_by_role("button", name="Slideshow").click()
    expect(is_playing(page)).to_be_visible()
    expect(page.locator("#photo header")).to_be_hidden()
    until(page, "the whole screen", lambda: page.evaluate("document.fullscreenElement === document.documentElement"))
    goes_on(page, shown[0], shown[1])
    goes_on(page, shown[1], shown[2])
    page.keyboard.press("Escape")
    expect(is_playing(page)).to_have_count(0)
    expect(page.locator("#photo header")).to_be_visible()
    page.clock.run_for(20_000)
    expect(page.locator("#photo h2")).to_have_text(shown[2])
    # One step back leads to where it began.
    page.go_back()
    expect(page.locator("#photo")).to_be_hidden()
    answered(page, "dog")


@pytest.mark.either_size
def test_after_the_last_comes_the_first(app, device):
    page = app("/?q=file:frog", device)
    answered(page, "file:frog")
    shown = names(page)
    assert len(shown) > 1
    stop_clock(page)
    open_photo(page, len(shown) - 1)
    page.keyboard.press("s")
    expect(is_playing(page)).to_be_visible()
    goes_on(page, shown[-1], shown[0])
    expect(is_playing(page)).to_be_visible()
    page.keyboard.press(" ")
    expect(is_playing(page)).to_have_count(0)


@pytest.mark.either_size
def test_whoever_turns_the_photos_sees_each_for_its_time(app, device):
    page = app("/?q=dog", device)
    answered(page, "dog")
    shown = names(page, 4)
    stop_clock(page)
    open_photo(page)
    page.keyboard.press("s")
    expect(is_playing(page)).to_be_visible()
    expect(page.locator("#photo .stage img")).to_have_attribute("src", SHARP)
    page.clock.run_for(4000)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#photo h2")).to_have_text(shown[1])
    expect(is_playing(page)).to_be_visible()
    goes_on(page, shown[1], shown[2])
    # Whoever closes it stops it.
    page.go_back()
    page.clock.run_for(20_000)
    expect(page.locator("#photo")).to_be_hidden()


@pytest.mark.either_size
def test_a_photo_is_given_to_the_system(app, device):
    page = app("/?q=dog", device)
    page.add_init_script("""navigator.canShare = () => true;
        navigator.share = async ({ files }) => { window.given = [files[0].name, files[0].type, files[0].size]; };""")
    page.reload()
    answered(page, "dog")
    first = names(page, 1)[0]
    open_photo(page)
    page.get_by_role("button", name="Share").click()
    until(page, "the photo", lambda: page.evaluate("window.given"))
    name, kind, size = page.evaluate("window.given")
    assert name == first and kind.startswith("image/") and size > 1000
