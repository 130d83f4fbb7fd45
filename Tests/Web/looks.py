"""What tests look for on the pages."""
import re
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

#: What is said beside the answer to a search.
ANSWERED = re.compile(r", (best|newest|oldest) first|, by name|^No good matches\. Closest photos:$")


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
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
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


def settled(page):
    """All tiles in view have their photos."""
    page.wait_for_function("""() => {
        const seen = [...document.querySelectorAll('#grid li')].filter(one => {
            const { top, bottom } = one.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
        });
        return seen.length && seen.every(one => one.dataset.id);
    }""", polling=50)


def frames(page):
    """Whatever was ready is drawn."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def moved(page):
    """How far what was seen has moved by itself, in shares of the window."""
    frames(page)
    return page.evaluate("shifted")


def stop_clock(page):
    """The page's timers run from now on only when they are told to."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def fits_width(page):
    """Nothing is wider than the window."""
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=page.viewport_size["width"], polling=50)


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


def fit_for_all(page, may_be_small="nothing"):
    """axe finds nothing in light and in dark, fingers have room on a phone, and nothing is wider than the window."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        drawn(page)
        assert serious(page) == [], scheme
    if page.evaluate("navigator.maxTouchPoints") > 0:
        assert [one for one in too_small(page) if may_be_small not in one] == []
    fits_width(page)
