"""Filters for those who do not type: each is a condition of the text in the box, and shows what is there."""
import re

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


def chips(page):
    return page.get_by_role("list", name="Search conditions").get_by_role("listitem")


class Held:
    """Requests that wait until they may go."""
    def __init__(self, page, path):
        self.address, self.routes = re.compile(path), []
        page.route(self.address, lambda route: route.continue_() if self.routes is None else self.routes.append(route))

    def go(self):
        routes, self.routes = self.routes, None
        for route in routes:
            route.continue_()


@pytest.mark.everyday
@pytest.mark.either_size
def test_each_filter_is_a_term_of_the_text(app, device):
    page = app("/", device)
    panel = opened(page)
    # The library says what it has.
    expect(panel.locator("#filter-in option[value='animals']")).to_have_count(1)
    text = ""
    for act, term in [
        (lambda: panel.get_by_label("Type").select_option("JPEG"), "type:jpeg"),
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
    panel.get_by_label("To", exact=True).fill("2008-12-31")
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
    expect(page.get_by_role("button", name="Filters: 3 active")).to_be_focused()
    opened(page)
    page.mouse.click(5, page.viewport_size["height"] - 5)
    expect(panel).to_be_hidden()


def test_a_choice_stays_while_earlier_results_arrive(app):
    page = app("/")
    panel = opened(page)
    searches = Held(page, "/api/search")
    panel.get_by_label("Type").select_option("JPEG")
    expect(box(page)).to_have_value("type:jpeg")
    edits = Held(page, "/api/query")
    with page.expect_request(edits.address):
        panel.get_by_label("white").check(force=True)
    searches.go()
    expect(chips(page)).to_have_text(["type: jpeg"])
    expect(panel.get_by_label("white")).to_be_checked()
    edits.go()
    expect(chips(page)).to_have_text(["type: jpeg", "color: white"])
    expect(panel.get_by_label("white")).to_be_checked()


@pytest.mark.either_size
def test_what_is_in_the_box_shows(app, device):
    page = app("/?q=rating:>=4 colour:red camera:\"Nikon D750\" date:2019-02 type:heic|raw -in:Work sort:name a dog", device)
    panel = opened(page)
    for field, value in (("Rating", ">=4"), ("Type", "heic|raw"), ("Shape", ""), ("Sort", "name")):
        expect(panel.get_by_label(field)).to_have_value(value)
    expect(panel.get_by_label("Sort").locator("option")).to_have_text(["Default", "Newest first", "Oldest first", "By name"])
    expect(panel.get_by_label("Camera")).to_have_value("Nikon D750")
    expect(panel.get_by_label("Folder")).to_have_value("")
    expect(panel.get_by_label("From")).to_have_value("2019-02-01")
    expect(panel.get_by_label("To", exact=True)).to_have_value("2019-02-28")
    expect(panel.get_by_label("red")).to_be_checked()
    panel.get_by_label("Camera").fill('my "own" one')
    page.keyboard.press("Enter")
    expect(box(page)).to_have_value(
        'rating:>=4 colour:red camera:"my ""own"" one" date:2019-02 type:heic|raw -in:Work sort:name a dog')
    # Typing is shown, too, and clearing leaves the words and their order.
    box(page).fill('rating:5 -in:Work album:"best of date:2019 list" (camera:a OR camera:b) -crowd a dog sort:oldest')
    expect(panel.get_by_label("Rating")).to_have_value("5")
    expect(panel.get_by_label("Camera")).to_have_value("")
    expect(panel.get_by_label("From")).to_have_value("")
    panel.get_by_role("button", name="Clear filters").click()
    expect(box(page)).to_have_value("-crowd a dog sort:oldest")
    expect(page.get_by_role("button", name="Filters", exact=True)).to_be_visible()


@pytest.mark.either_size
def test_each_condition_is_a_chip(app, device):
    page = app('/?q=date:monday colour:rot -in:Work album:"The ""best"" trip" person:anna "ox" sort:newest (cat in:animals)', device)
    asked = ["color: red", 'folder: not Work', 'album: The "best" trip', "person: anna", '"ox"', "sort: newest", "folder: animals"]
    expect(chips(page)).to_have_count(8)
    expect(chips(page)).to_have_text([re.compile("^date: "), *asked])
    expect(page.get_by_role("button", name="Filters: 7 active")).to_be_visible()
    # What stands in parentheses with words is asked together with them.
    expect(chips(page).last.get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Remove filter: folder: not Work").click()
    expect(box(page)).to_have_value('date:monday colour:rot album:"The ""best"" trip" person:anna "ox" sort:newest (cat in:animals)')
    expect(page.get_by_role("button", name='Remove filter: album: The "best" trip')).to_be_focused()
    page.keyboard.press("Enter")
    expect(box(page)).to_have_value('date:monday colour:rot person:anna "ox" sort:newest (cat in:animals)')


@pytest.mark.parametrize("path, usual", [("/", "Newest first"), ("/?q=type:png", "Newest first"), ("/?q=a+dog", "Best first")])
def test_the_usual_order_is_the_one_that_is_seen(app, path, usual):
    page = app(path)
    order = opened(page).get_by_label("Sort")
    expect(order.locator("option:checked")).to_have_text(usual)
    assert sorted(order.locator("option").all_text_contents()) == sorted({usual, "Newest first", "Oldest first", "By name"})


def test_what_was_understood_is_changed_in_its_place(app):
    page = app("/?q=a+flower+in+April+2008")
    panel = opened(page)
    expect(panel.get_by_label("From")).to_have_value("2008-04-01")
    panel.get_by_label("From").fill("2008-01-01")
    page.keyboard.press("Tab")
    expect(box(page)).to_have_value("a flower date:2008-01-01..2008-04-30")


def test_a_filter_is_asked_of_both_sides_of_or(app):
    page = app("/?q=dog OR cat type:png sort:newest")
    panel = opened(page)
    expect(panel.get_by_label("Type")).to_have_value("")
    panel.get_by_label("Shape").select_option("Portrait")
    text = "(dog OR cat type:png) sort:newest shape:portrait"
    expect(box(page)).to_have_value(text)
    answered(page, text)
    expect(panel.get_by_label("Shape")).to_have_value("portrait")


@pytest.mark.parametrize("path", ["/people", "/library"])
def test_filters_work_wherever_one_begins(app, path):
    page = app(path)
    panel = opened(page)
    panel.get_by_label("Type").select_option("PNG")
    expect(box(page)).to_have_value("type:png")
    answered(page, "type:png")


def test_a_text_that_cannot_be_read_stays(app):
    page = app("/", forgives=["400"])
    panel = opened(page)
    box(page).fill('say "open')
    panel.get_by_label("Type").select_option("PNG")
    expect(panel.get_by_role("alert")).to_contain_text("the quote is not closed")
    expect(box(page)).to_have_value('say "open')
    expect(panel.get_by_label("Type")).to_have_value("")
