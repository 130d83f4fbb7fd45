"""What tests look for on the pages."""
import re
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

#: What is said beside the answer to a search.
ANSWERED = re.compile(r", (best|newest|oldest) first|, by name|^Nothing fits\. These are the nearest\.$")


def until(page, what, is_so, sign=lambda: None):
    """Looks again and again until it is so, for as long as the sign changes; what happens in the page meanwhile is
    heard of."""
    last, since = sign(), time.monotonic()
    while not is_so():
        now = sign()
        if now != last:
            last, since = now, time.monotonic()
        assert time.monotonic() < since + 120, f"waited for {what}: {now}"
        page.wait_for_timeout(20)


def drawn(page):
    """All pictures in view are there, and nothing moves any more."""
    page.wait_for_function("""() => document.getAnimations().every(one => one.playState !== 'running') &&
        [...document.images].filter(one => one.checkVisibility() && one.src).filter(one => {
            const { top, bottom } = one.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
        }).every(one => one.complete && one.naturalWidth)""", polling=50)


def hears(page, words):
    """A notice says so, or has said so: it goes by itself, however late anybody looks."""
    page.wait_for_function("words => said.some(one => one.includes(words))", arg=words, polling=50)


def names(page, count=8):
    """The names of the first photos that are shown."""
    expect(page.locator("#grid li.shown").first).to_be_visible()
    return page.locator("#grid li .open img").evaluate_all(f"all => all.slice(0, {count}).map(one => one.alt)")


def search(page, words):
    """Types, and waits for the answer."""
    page.get_by_role("combobox", name="Search your photos").fill(words)
    answered(page, words)


def answered(page, words):
    expect(page).to_have_title(f"{words} · Evoke")
    expect(page.locator("#count")).to_have_text(ANSWERED)
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")


def open_photo(page, at=0):
    page.locator("#grid li .open").nth(at).click()
    expect(page.locator("#photo")).to_be_visible()


def scale(page):
    """How far the open photo is zoomed in."""
    return scale_of(page.locator("#photo .stage img"))


def scale_of(image):
    return image.evaluate("image => new DOMMatrix(getComputedStyle(image).transform).a")


def shift(page):
    return page.locator("#photo .stage img").evaluate(
        "image => { const m = new DOMMatrix(getComputedStyle(image).transform); return [m.e, m.f] }")


def serious(page):
    """What axe finds."""
    violations = Axe().run(page).response["violations"]
    return [(found["impact"], found["id"], [node["html"][:160] for node in found["nodes"]])
            for found in violations if found["impact"] in ("serious", "critical", "moderate")]


SMALL = """[...document.querySelectorAll('a, button, label:has(.covered), input:not(.covered, [type=checkbox]), label.check')]
    .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.skip, li span'))
    .map(one => [one, (one.matches('#search input') ? one.closest('form') : one).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
    .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} × ${box.height}`)"""


def too_small(page):
    """What a finger would miss."""
    return page.evaluate(SMALL)
