"""Suggestions below the box: with keys, fingers and nothing at all; slow, failing and stale answers."""
import json
import re

import pytest
from playwright.sync_api import expect

from looks import answered, fit_for_all, fits_width, frames, search, stop_clock, until

LIST = "#suggestions"
ROWS = "#suggestions li"


#: What is typed is searched for at once, also where its value is not whole yet.
UNFINISHED = ["/api/search?q=type%3A"]


def box(page):
    return page.get_by_role("combobox", name="Search your photos")


def keep(page, *queries):
    page.evaluate("queries => localStorage.setItem('evoke-queries', JSON.stringify(queries))", list(queries))


def kept(page):
    return json.loads(page.evaluate("localStorage.getItem('evoke-queries')") or "[]")


def row(page, text):
    return page.locator(ROWS).filter(has=page.locator(".text", has_text=re.compile(f"^{re.escape(text)}$")))


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_field_and_its_value_are_taken_with_keys(app, device):
    page = app(device=device, forgives=UNFINISHED)
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    box(page).fill("type")
    expect(row(page, "type:")).to_be_visible()
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    expect(box(page)).to_have_attribute("aria-controls", "suggestions")
    expect(box(page)).not_to_have_attribute("aria-activedescendant", re.compile(""))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    expect(box(page)).to_have_attribute("aria-activedescendant", page.get_by_role("option", selected=True).get_attribute("id"))
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("option", selected=True)).to_have_count(0)
    for _ in range(page.locator(f"{ROWS} .text").all_text_contents().index("type:") + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(box(page)).to_have_value("type:")
    expect(box(page)).to_be_focused()
    # Its values come next.
    expect(row(page, "type:jpeg")).to_be_visible()
    page.keyboard.insert_text("jp")
    expect(page.locator(ROWS)).to_have_text([re.compile("^type:jpeg")])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box(page)).to_have_value("type:jpeg")
    expect(page.locator(LIST)).to_be_hidden()
    answered(page, "type:jpeg")
    fits_width(page)


def test_a_suggestion_is_touched(app, device):
    page = app(device=device, forgives=UNFINISHED)
    box(page).fill("type:jp")
    wanted = row(page, "type:jpeg")
    if device == "phone":
        expect(wanted).to_be_visible()
        assert wanted.bounding_box()["height"] >= 44
        wanted.tap()
    else:
        wanted.click()
    expect(box(page)).to_have_value("type:jpeg")
    expect(box(page)).to_be_focused()
    answered(page, "type:jpeg")
    # Without a choice, Enter searches.
    box(page).fill("type:jp")
    expect(page.locator(LIST)).to_be_visible()
    expect(page.locator("#suggestions-said")).to_have_text("1 suggestion")
    box(page).fill("type:png")
    page.keyboard.press("Enter")
    answered(page, "type:png")
    expect(page.locator(LIST)).to_be_hidden()
    expect(page.locator("#suggestions-said")).to_have_text("")


def test_what_stands_after_the_cursor_stays(app):
    page = app(forgives=UNFINISHED)
    box(page).fill("flower")
    page.keyboard.press("Home")
    page.keyboard.type("type:jp ")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.keyboard.type("p")
    row(page, "type:jpeg").click()
    expect(box(page)).to_have_value("type:jpeg flower")
    answered(page, "type:jpeg flower")
    assert box(page).evaluate("one => one.selectionStart") == len("type:jpeg")


@pytest.mark.either_size
def test_escape_closes_and_keeps_the_text(app, device):
    page = app(device=device)
    box(page).press_sequentially("type")
    expect(page.locator(LIST)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(LIST)).to_be_hidden()
    expect(box(page)).to_have_value("type")
    # And then it empties the box, as it does without suggestions.
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")


def test_a_touch_elsewhere_closes(app, device):
    page = app(device=device)
    box(page).press_sequentially("type")
    expect(page.locator(LIST)).to_be_visible()
    # Where a browser leaves the focus in the box.
    page.locator("#main").dispatch_event("pointerdown")
    expect(page.locator(LIST)).to_be_hidden()
    expect(box(page)).to_be_focused()
    # A photo that is opened before this was searched for is one of the search before, and the box says that one.
    expect(page).to_have_url(re.compile(r"[?&]q=type$"))
    box(page).press_sequentially(" ")
    box(page).press("Backspace")
    expect(page.locator(LIST)).to_be_visible()
    page.mouse.click(5, page.viewport_size["height"] / 2) if device == "desk" else page.touchscreen.tap(5, 600)
    expect(page.locator(LIST)).to_be_hidden()
    expect(box(page)).to_have_value("type")


def test_after_the_last_come_the_photos(app):
    page = app()
    keep(page, "a penguin on ice")
    search(page, "a penguin")
    expect(page.locator(ROWS)).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(LIST)).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#grid .open").first).to_be_focused()


def test_typing_does_not_wait_and_a_stale_answer_is_not_shown(app):
    page = app(forgives=UNFINISHED)
    held = []
    page.route("**/api/suggest?q=type&*", lambda route: held.append(route))
    box(page).press_sequentially("type")
    until(page, "the question", lambda: held)
    expect(box(page)).to_have_value("type")
    answered(page, "type")
    expect(page.locator(LIST)).to_be_hidden()
    box(page).press_sequentially(":jp")
    expect(page.locator(ROWS)).to_have_text([re.compile("^type:jpeg")])
    try:
        held[0].fulfill(json={"took_ms": 1, "suggestions": [{"kind": "field", "text": "stale:", "query": "stale:"}]})
    except Exception:  # The page has given up on it, as it should.
        pass
    frames(page)
    expect(page.locator(ROWS)).to_have_text([re.compile("^type:jpeg")])


@pytest.mark.parametrize("failure", ["500", "nonsense", "no answer"])
def test_a_failing_answer_breaks_nothing(album, visit, failure):
    page = visit(album.address, forgives=["/api/suggest", "ERR_FAILED"])
    answers = {"500": lambda route: route.fulfill(status=500, json={"detail": "Broken"}),
               "nonsense": lambda route: route.fulfill(body="<p>"), "no answer": lambda route: route.abort()}
    asked = []
    page.route("**/api/suggest*", lambda route: (asked.append(1), answers[failure](route)))
    search(page, "a penguin")
    until(page, "the question", lambda: asked)
    expect(page.locator(LIST)).to_be_hidden()
    expect(page.locator("#offline")).to_be_hidden()
    expect(box(page)).to_have_value("a penguin")


@pytest.mark.either_size
def test_earlier_queries_are_kept_here_and_forgotten(app, device):
    page = app(device=device)
    search(page, "a penguin")
    page.keyboard.press("Enter")
    search(page, "a guitar")
    page.keyboard.press("Enter")
    until(page, "both", lambda: kept(page) == ["a guitar", "a penguin"])
    box(page).fill("")
    box(page).click()
    expect(page.locator(f"{ROWS} .text")).to_have_text(["a guitar", "a penguin", "Clear search history"])
    box(page).press_sequentially("peng")
    row(page, "a penguin").click()
    answered(page, "a penguin")
    until(page, "the other order", lambda: kept(page) == ["a penguin", "a guitar"])
    page.get_by_role("button", name="Clear search").click()
    box(page).click()
    row(page, "Clear search history").click()
    expect(page.locator(LIST)).to_be_hidden()
    assert kept(page) == []
    # Only the last fifty are kept.
    keep(page, *(f"query {at}" for at in range(50)))
    search(page, "a penguin")
    page.keyboard.press("Enter")
    until(page, "the newest", lambda: kept(page) == ["a penguin", *(f"query {at}" for at in range(49))])


def test_what_is_seen_is_taken_while_the_next_are_under_way(app):
    page = app()
    keep(page, "a penguin on ice")
    box(page).click()
    expect(row(page, "a penguin on ice")).to_be_visible()
    # No answer comes, and the rows for the text before stand for as long as the page's time does.
    page.route("**/api/suggest*", lambda route: None)
    stop_clock(page)
    box(page).fill("type")
    row(page, "a penguin on ice").click()
    expect(box(page)).to_have_value("a penguin on ice")
    answered(page, "a penguin on ice")


def test_a_damaged_list_does_no_harm(app):
    page = app()
    for damaged in ("{", '{"a": 1}', '[1, "a penguin"]'):
        page.evaluate("words => localStorage.setItem('evoke-queries', words)", damaged)
        page.goto(page.url.split("?")[0])
        search(page, "a guitar")
        page.keyboard.press("Enter")
        page.wait_for_function("() => localStorage.getItem('evoke-queries').startsWith('[\"a guitar\"')", polling=50)


def test_composed_words_are_left_alone(app):
    page = app()
    asked = []
    page.on("request", lambda sent: asked.append(sent.url) if "/api/suggest" in sent.url else None)
    keep(page, "type of flower")
    box(page).click()
    expect(page.locator(LIST)).to_be_visible()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "type", "selectionStart": 4, "selectionEnd": 4})
    expect(box(page)).to_have_value("type")
    expect(page.locator(LIST)).to_be_hidden()
    assert asked == []
    session.send("Input.insertText", {"text": "type"})
    expect(row(page, "type:")).to_be_visible()


def test_they_are_for_everybody(app, device):
    page = app(device=device)
    keep(page, "date at the beach", "a dog")
    box(page).press_sequentially("da")
    expect(row(page, "date:")).to_be_visible()
    page.keyboard.press("ArrowDown")
    fit_for_all(page)
