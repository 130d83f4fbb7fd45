"""All of it with the keyboard alone."""
import pytest
from playwright.sync_api import expect

from looks import answered, names


@pytest.mark.everyday
def test_search_look_and_return(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    page.keyboard.press("/")
    page.keyboard.type("a penguin")
    answered(page, "a penguin")
    found = names(page, 4)
    page.keyboard.press("ArrowDown")
    tile = page.locator("#grid li")
    expect(tile.nth(0).locator(".open")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(tile.nth(1).locator(".open")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#photo h2")).to_have_text(found[1])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#photo h2")).to_have_text(found[2])
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()
    # Where one was looking, not where one began.
    expect(tile.nth(2).locator(".open")).to_be_focused()
    page.keyboard.press("Tab")
    expect(tile.nth(2).locator(".similar")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#chips li")).to_have_text(f"Like {found[2]}")


def test_the_keys_are_told(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys.get_by_role("heading", name="Duplicates")).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.locator("#search [name=q]").press("?")
    expect(keys).to_be_hidden()


def test_arrows_go_through_the_rows(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    page.locator("#grid .open").first.focus()
    at = page.locator("#grid li:has(.open:focus)")
    for key, place in (("End", "331"), ("Home", "1"), ("ArrowUp", "1"), ("ArrowRight", "2")):
        page.keyboard.press(key)
        expect(at).to_have_attribute("aria-posinset", place)
        expect(at).to_be_in_viewport()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    expect(at).to_be_in_viewport()
    assert int(at.get_attribute("aria-posinset")) > 24


@pytest.mark.everyday
def test_the_tabulator_reaches_everything_once(app):
    page = app("/?q=a+penguin")
    answered(page, "a penguin")
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(
            "document.activeElement.ariaLabel ?? document.activeElement.innerText ?? document.activeElement.name"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none' || "
                             "document.activeElement.matches('[name=q], .covered')"), reached[-1]
    assert reached[0] == "Skip to photos"
    for name in ["Evoke: all photos", "Search your photos", "Clear search", "Search by picture", "Photos", "People",
                 "Duplicates", "Labels", "Library", "Exclude…", "Scores"]:
        assert reached.count(name) == 1, reached


def test_labels(app):
    page = app("/labels?labels=cat,dog")
    page.get_by_role("textbox", name="Labels").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Match labels")).to_be_focused()


def test_a_photo_holds_the_focus(app):
    page = app("/?q=a+penguin")
    answered(page, "a penguin")
    page.locator("#grid .open").first.click()
    for _ in range(14):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || "
                             "document.querySelector('#photo').contains(document.activeElement)")
