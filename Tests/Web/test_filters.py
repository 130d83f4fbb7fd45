"""Filters for those who do not type: each is a term of the text in the box, and shows what is there."""
import pytest
from playwright.sync_api import expect

from looks import answered


def box(page):
    return page.get_by_role("combobox", name="Search your photos")


def opened(page):
    page.get_by_role("button", name="Filters").click()
    panel = page.get_by_role("region", name="Filters")
    expect(panel).to_be_visible()
    return panel


def others(panel):
    return panel.get_by_role("group", name="Also asked for").locator("li")


@pytest.mark.everyday
@pytest.mark.either_size
def test_each_filter_is_a_term_of_the_text(app, device):
    page = app("/", device)
    panel = opened(page)
    # The library says what it has.
    expect(panel.locator("#filter-in option[value='animals']")).to_have_count(1)
    text = ""
    for act, term in [
        (lambda: panel.get_by_label("Kind").select_option("JPEG"), "type:jpeg"),
        (lambda: panel.get_by_label("Shape").select_option("Landscape"), "shape:landscape"),
        (lambda: panel.get_by_label("Folder").fill("scenes"), "in:scenes"),
        (lambda: panel.get_by_label("From").fill("2007-01-01"), "date:2007-01-01.."),
        (lambda: panel.get_by_label("white").check(force=True), "color:white"),
    ]:
        act()
        page.keyboard.press("Tab")
        text = f"{text} {term}".strip()
        expect(box(page)).to_have_value(text)
    expect(page).to_have_title(f"{text} · Evoke")
    # What was there is changed in its place, or goes.
    panel.get_by_label("To").fill("2008-12-31")
    panel.get_by_label("Shape").select_option("Any")
    panel.get_by_label("white").uncheck(force=True)
    text = "type:jpeg in:scenes date:2007-01-01..2008-12-31"
    expect(box(page)).to_have_value(text)
    answered(page, text)
    # Each was a step.
    page.go_back()
    expect(panel.get_by_label("white")).to_be_checked()
    page.go_forward()
    expect(panel.get_by_label("white")).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Filters: 3 in use")).to_be_focused()
    opened(page)
    page.mouse.click(5, page.viewport_size["height"] - 5)
    expect(panel).to_be_hidden()


@pytest.mark.either_size
def test_what_is_in_the_box_shows(app, device):
    page = app("/?q=rating:>=4 colour:red camera:\"Nikon D750\" date:2019-02 type:heic|raw place:rome -in:Work a dog", device)
    panel = opened(page)
    expect(others(panel)).to_have_text(["-in:Work"])
    for field, value in (("Rating", ">=4"), ("Kind", "heic|raw"), ("Shape", "")):
        expect(panel.get_by_label(field)).to_have_value(value)
    expect(panel.get_by_label("Camera")).to_have_value("Nikon D750")
    expect(panel.get_by_label("Place")).to_have_value("rome")
    expect(panel.get_by_label("Folder")).to_have_value("")
    expect(panel.get_by_label("From")).to_have_value("2019-02-01")
    expect(panel.get_by_label("To")).to_have_value("2019-02-28")
    expect(panel.get_by_label("red")).to_be_checked()
    panel.get_by_label("Camera").fill('my "own" one')
    page.keyboard.press("Enter")
    expect(box(page)).to_have_value(
        'rating:>=4 colour:red camera:"my ""own"" one" date:2019-02 type:heic|raw place:rome -in:Work a dog')
    # Typing is shown, too, and clearing leaves what the panel does not show.
    box(page).fill("rating:5 -in:Work tag:family (camera:a OR camera:b) -crowd a dog")
    expect(panel.get_by_label("Rating")).to_have_value("5")
    expect(panel.get_by_label("Camera")).to_have_value("")
    panel.get_by_role("button", name="Clear filters").click()
    expect(box(page)).to_have_value("(camera:a OR camera:b) -crowd a dog")
    expect(page.get_by_role("button", name="Filters", exact=True)).to_be_visible()


@pytest.mark.either_size
def test_what_no_filter_can_show_is_listed(app, device):
    page = app("/?q=date:monday colour:rot -in:Work tag:\"Old Town\" in:scenes in:animals sort:newest -crowd", device)
    panel = opened(page)
    written = ["date:monday", "colour:rot", "-in:Work", 'tag:"Old Town"', "in:animals"]
    expect(others(panel)).to_have_text(written)
    expect(panel.get_by_label("Folder")).to_have_value("scenes")
    expect(page.get_by_role("button", name="Filters: 6 in use")).to_be_visible()
    # Other filters leave them as they are, and each can be taken away.
    panel.get_by_label("Kind").select_option("JPEG")
    expect(others(panel)).to_have_text(written)
    panel.get_by_role("button", name="Leave out -in:Work").click()
    expect(box(page)).to_have_value('date:monday colour:rot tag:"Old Town" in:scenes in:animals sort:newest -crowd type:jpeg')
    expect(panel.get_by_role("button", name="Leave out date:monday")).to_be_focused()
    page.keyboard.press("Enter")
    expect(others(panel)).to_have_text(["colour:rot", 'tag:"Old Town"', "in:animals"])
    panel.get_by_role("button", name="Clear filters").click()
    expect(box(page)).to_have_value("sort:newest -crowd")
    expect(others(panel)).to_have_count(0)


def test_a_filter_is_asked_of_both_sides_of_or(app):
    page = app("/?q=dog OR cat type:png sort:newest")
    panel = opened(page)
    expect(panel.get_by_label("Kind")).to_have_value("")
    panel.get_by_label("Shape").select_option("Portrait")
    expect(box(page)).to_have_value("(dog OR cat type:png) shape:portrait sort:newest")
    answered(page, "(dog OR cat type:png) shape:portrait sort:newest")
    expect(panel.get_by_label("Shape")).to_have_value("portrait")


def test_terms_are_told_apart(app):
    page = app("/")
    terms = lambda text: page.evaluate(
        """async text => (await import('/terms.js')).required(text)
            .map(({ field, values, start, end }) => [field, values, text.slice(start, end)])""", text)
    assert terms('a "camera:x" camera:"Nikon ""D"" 750"') == [["camera", ['Nikon "D" 750'], 'camera:"Nikon ""D"" 750"']]
    assert terms("type:heic|raw -in:Work") == [["type", ["heic", "raw"], "type:heic|raw"]]
    assert terms("(in:a type:png) colour：red") == [["color", ["red"], "colour：red"]]
    assert terms("in:a OR in:b") == []
    assert terms("in:a(b) ORANGE 5\"x in:„c d“ 12:30") == [["in", ["a(b)"], "in:a(b)"], ["in", ["c d"], "in:„c d“"]]
    put = lambda text, words: page.evaluate(
        "async ([text, words]) => (await import('/terms.js')).put(text, undefined, words)", [text, words])
    assert put('say "open', "in:a") == 'in:a say "open'
    assert put("a dog", "in:a") == "a dog in:a"
    conditions = lambda text: page.evaluate(
        """async text => (await import('/terms.js')).conditions(text).map(({ start, end }) => text.slice(start, end))""", text)
    assert conditions("-in:Work a -dog date:monday (in:a) -(in:b) -tag:a|b") == ["-in:Work", "date:monday", "-tag:a|b"]
    assert conditions("-in:a OR in:b") == []
