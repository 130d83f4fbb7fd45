"""Plain words that were taken for a date or a place: said, and left to the words on request."""
import re

import pytest
from playwright.sync_api import expect

from looks import answered, fits_width

CHIPS = "#asked li"


@pytest.mark.everyday
@pytest.mark.either_size
def test_what_was_understood_is_said_and_taken_back(app, device):
    page = app("/?q=a+flower+in+April+2008", device)
    chip = page.get_by_role("list", name="Search conditions").get_by_role("listitem")
    expect(chip).to_have_text(["in April 2008 → 2008-04"])
    take = page.get_by_role("button", name="Search for the words “in April 2008” instead")
    take.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_text(["Searching these words literally"])
    answered(page, "a flower in April 2008")
    expect(page.get_by_role("button", name="Recognize dates, places, and names")).to_be_focused()
    fits_width(page)
    page.reload()
    expect(chip).to_have_text(["Searching these words literally"])
    page.go_back()
    expect(chip).to_have_text(["in April 2008 → 2008-04"])
    page.go_forward()
    page.get_by_role("button", name="Recognize dates, places, and names").click()
    expect(chip).to_have_text(["in April 2008 → 2008-04"])
    expect(page).not_to_have_url(re.compile("literal"))
    # Other words are read anew, and without a date they have nothing to say.
    take.click()
    expect(chip).to_have_text(["Searching these words literally"])
    page.get_by_role("combobox").fill("a flower in May 2008")
    expect(chip).to_have_text(["in May 2008 → 2008-05"])
    expect(page).not_to_have_url(re.compile("literal"))
    page.get_by_role("combobox").fill("a flower")
    answered(page, "a flower")
    expect(page.locator(CHIPS)).to_have_count(0)


@pytest.mark.either_size
def test_of_two_the_other_keeps_its_meaning(zoo, visit, device):
    page = visit(zoo.address + "/?q=beach+in+May+2019+near+Sydney", device)
    expect(page.locator(CHIPS)).to_have_text(["in May 2019 → 2019-05", "near Sydney → Sydney"])
    page.get_by_role("button", name="Search for the words “in May 2019” instead").click()
    expect(page.locator(CHIPS)).to_have_text(["place: Sydney", "Searching these words literally"])
    expect(page.get_by_role("combobox")).to_have_value("beach in May 2019 place:Sydney")


def test_without_any_place_places_are_words(app):
    page = app("/?q=beach+in+May+2019+near+Sydney")
    expect(page.locator(CHIPS)).to_have_text(["in May 2019 → 2019-05"])


@pytest.mark.either_size
def test_a_mistyped_word_gets_a_suggestion(zoo, visit, device):
    page = visit(zoo.address + "/?q=tiegr", device)
    expect(page.locator(CHIPS)).to_have_text(["Did you mean “tiger”?"])
    fits_width(page)
    page.get_by_role("button", name="Did you mean “tiger”?").click()
    expect(page.get_by_role("combobox")).to_have_value("tiger")
    expect(page.locator(CHIPS)).to_have_count(0)
