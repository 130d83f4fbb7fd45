"""Why a photo was found: said among its metadata, and of its tile where words are written on it."""
import re

import pytest
from playwright.sync_api import expect

from looks import answered, open_photo


def reasons(page):
    return page.get_by_role("complementary", name="About this photo").locator("#why li")


@pytest.mark.everyday
@pytest.mark.either_size
def test_the_reasons_are_among_the_facts(app, device):
    page = app("/?q=penguin+in:animals", device)
    answered(page, "penguin in:animals")
    # The tile says what is written on it.
    link = page.locator("#grid .open", has=page.get_by_alt_text("magellanic-penguin.png"))
    expect(link).to_have_attribute("aria-label", re.compile(r"^magellanic-penguin\.png, Found by name: penguin$"))
    expect(link.locator("img")).to_have_attribute("title", "Found by name: penguin")
    page.get_by_role("img", name="magellanic-penguin.png").click()
    page.keyboard.press("i")
    expect(reasons(page)).to_have_text(
        ["Matches by meaning: penguin", "Found by name: magellanic-penguin", "Matches the filter in:animals"])
    expect(reasons(page).locator("mark")).to_have_text(["penguin"])
    # The next photo has its own, and so has one that is opened by its address.
    page.keyboard.press("ArrowRight")
    expect(reasons(page).nth(1)).to_have_text("Found by name: little-penguin")
    page.reload()
    expect(page.locator("#photo-place")).to_have_text("3 of 3")
    page.keyboard.press("i")
    expect(reasons(page)).to_have_count(3)
    assert page.locator("#metadata").evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    # Other photos have no reasons.
    page.goto(page.url.split("/photo")[0] + "/")
    expect(page.locator("#grid .open").first).not_to_have_attribute("aria-label", re.compile("Found"))
    expect(page.locator("#grid .open img").first).not_to_have_attribute("title", re.compile(""))
    open_photo(page)
    page.keyboard.press("i")
    expect(page.locator("#metadata")).to_contain_text("Folder")
    expect(page.locator("#why")).to_be_hidden()


@pytest.mark.either_size
def test_each_kind_of_text_has_its_words(app, device):
    """As the server may answer: pieces of a long text, and a place."""
    written = [{"text": "… the ", "marked": False}, {"text": "cathedral", "marked": True}, {"text": " <b>of</b> …", "marked": False}]
    why = [{"by": "text", "part": "cathedral", "field": "description", "written": written},
           {"by": "text", "part": "lisbon", "field": "place", "written": [{"text": "Lisbon", "marked": True}, {"text": ", Portugal", "marked": False}]}]
    page = app("/", device)

    def add(route):
        answer = route.fetch().json()
        answer["results"][0]["why"] = why
        route.fulfill(json=answer)

    page.route("**/api/search?*", add)
    page.get_by_role("combobox", name="Search your photos").fill("town")
    answered(page, "town")
    expect(page.locator("#grid .open").first).to_have_attribute(
        "aria-label", re.compile("Found by description: cathedral; place: Lisbon"))
    open_photo(page)
    page.keyboard.press("i")
    expect(reasons(page)).to_have_text(["Found by description: … the cathedral <b>of</b> …", "Found by place: Lisbon, Portugal"])
    expect(reasons(page).locator("mark")).to_have_text(["cathedral", "Lisbon"])
