"""What tests look for on the pages."""
import re

from playwright.sync_api import expect

BEST_FIRST = re.compile(r"photos, best first")


def names(page, count=8):
    """The names of the first photos that are shown."""
    expect(page.locator("#grid li.shown").first).to_be_visible()
    return page.locator("#grid li .open img").evaluate_all(f"all => all.slice(0, {count}).map(one => one.alt)")


def search(page, words):
    """Types, and waits for the answer."""
    page.get_by_role("searchbox", name="Search your photos").fill(words)
    answered(page, words)


def answered(page, words):
    expect(page).to_have_title(f"{words} · Evoke")
    expect(page.locator("#count")).to_have_text(BEST_FIRST)
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")


def open_photo(page, at=0):
    page.locator("#grid li .open").nth(at).click()
    expect(page.locator("#photo")).to_be_visible()


def scale(page):
    """How far the open photo is zoomed in."""
    return page.locator("#photo .stage img").evaluate("image => new DOMMatrix(getComputedStyle(image).transform).a")


def shift(page):
    return page.locator("#photo .stage img").evaluate(
        "image => { const m = new DOMMatrix(getComputedStyle(image).transform); return [m.e, m.f] }")
