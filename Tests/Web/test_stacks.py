"""Photos that are one tile: with a number that opens, and off with one click."""
import re

import pytest
from playwright.sync_api import expect

from looks import drawn, fit_for_all
from test_duplicates import cleaning, drawn_copies, storms  # noqa: F401: fixtures


def opened(visit, server, device="desk", path="/"):
    """The photos: a storm that is there four times, and a garden twice."""
    page = visit(server.address + path, device, stacks=True)
    expect(tiles(page).first).to_be_visible()
    return page


def tiles(page):
    return page.locator("#grid > li[data-id]")


def openers(page):
    return page.locator("#grid .stack")


def lose_a_copy(page, name):
    """Puts one of two equal files into the trash, as another program would; the server looks for copies anew. What is in
    the trash has no picture that could still be on its way."""
    drawn(page)
    page.evaluate("""async (name) => {
        const group = (await (await fetch("/api/duplicates?kind=exact")).json()).groups.find(({ photos }) => photos[0].name === name);
        const steps = [{ trash: group.photos[1].id, keep: group.photos[0].id }];
        await fetch("/api/duplicates/trash", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ steps }) });
        await fetch("/api/duplicates");
    }""", name)


def test_copies_are_one_tile_with_a_number_that_opens(storms, visit, device):  # noqa: F811
    page = opened(visit, storms, device)
    expect(tiles(page)).to_have_count(2)
    expect(page.locator("#count")).to_have_text("2 photos, 4 more in stacks")
    expect(openers(page)).to_have_count(2)
    expect(page.get_by_role("link", name="Show 2 copies of one file")).to_have_text("2")
    page.get_by_role("link", name="Show 4 versions of one picture").click()
    expect(page).to_have_url(re.compile(r"/\?stack=\d+$"))
    expect(tiles(page)).to_have_count(4)
    expect(openers(page)).to_have_count(0)
    expect(page.locator("#count")).to_have_text("4 versions of one picture")
    expect(page.locator("#stacks")).to_be_hidden()
    # The best stands for all, and is the first.
    expect(tiles(page).first.locator("img")).to_have_attribute("alt", "storm.jpg")
    tiles(page).first.locator(".open").click()
    expect(page.locator("#photo-place")).to_have_text("1 of 4")
    page.go_back()
    page.get_by_role("link", name="Back to photos").click()
    expect(tiles(page)).to_have_count(2)
    fit_for_all(page)
    # One click shows each photo, and the browser remembers it.
    button = page.get_by_role("button", name="Stacks", exact=True)
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(tiles(page)).to_have_count(6)
    expect(openers(page)).to_have_count(0)
    expect(page.locator("#count")).to_have_text("6 photos")
    page.reload()
    expect(tiles(page)).to_have_count(6)
    button.click()
    expect(tiles(page)).to_have_count(2)


@pytest.mark.everyday
def test_a_stack_is_opened_and_left_with_the_keyboard(storms, visit):  # noqa: F811
    page = opened(visit, storms)
    tiles(page).last.locator(".open").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(r"^Show \d (versions of one picture|copies of one file)"))
    page.keyboard.press("Enter")
    expect(page.locator("#unstack")).to_be_visible()
    expect(tiles(page).first.locator(".open")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tiles(page)).to_have_count(2)
    expect(tiles(page).last.locator(".open")).to_be_focused()


def test_news_takes_nobody_from_their_place(cleaning, visit):  # noqa: F811
    page = opened(visit, cleaning)
    expect(page.locator("#count")).to_have_text("2 photos, 4 more in stacks")
    page.get_by_role("link", name="Show 2 copies of one file").focus()
    lose_a_copy(page, "storm.jpg")
    # The number follows.
    expect(page.locator("#count")).to_have_text("2 photos, 3 more in stacks")
    expect(page.get_by_role("link", name="Show 3 versions of one picture")).to_be_visible()
    expect(page.get_by_role("link", name="Show 2 copies of one file")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("2 copies of one file")
    with page.expect_response(re.compile(r"/api/photos\?stack=")):
        lose_a_copy(page, "garden.jpg")
    page.keyboard.press("Escape")
    expect(page.locator("#count")).to_have_text("2 photos, 2 more in stacks")
    expect(tiles(page).filter(has=page.get_by_alt_text("garden.jpg")).locator(".open")).to_be_focused()


def test_a_search_is_folded_and_a_stack_has_an_address(storms, visit):  # noqa: F811
    page = opened(visit, storms, path="/?q=type:jpeg")
    expect(tiles(page)).to_have_count(2)
    expect(page.locator("#count")).to_contain_text("4 more in stacks")
    page.get_by_role("link", name="Show 4 versions of one picture").click()
    expect(page.locator("#unstack")).to_be_visible()
    page.reload()
    expect(page.locator("#count")).to_have_text("4 versions of one picture")
    # What is typed is a search of all photos.
    page.get_by_label("Search your photos").fill("file:garden")
    expect(tiles(page)).to_have_count(1)
    expect(page.locator("#unstack")).to_be_hidden()


def test_the_others_of_a_stack_are_chosen_by_a_button(storms, visit):  # noqa: F811
    page = opened(visit, storms)
    stack = tiles(page).filter(has=page.get_by_role("link", name="Show 4 versions of one picture"))
    stack.get_by_role("checkbox").click()
    bar = page.get_by_role("group", name="Selected photos")
    expect(bar.locator(".count")).to_have_text("1 selected")
    bar.get_by_role("button", name="Add 3 more in stacks").click()
    expect(bar.locator(".count")).to_have_text("4 selected")
    expect(bar.get_by_role("button", name="more in stacks")).to_be_hidden()
    # Marks belong to what a file holds, so a copy gets them, too: that is said before.
    expect(bar.locator(".along")).to_be_empty()
    tiles(page).filter(has=page.get_by_role("link", name="Show 2 copies of one file")).get_by_role("checkbox").click()
    expect(bar.locator(".along")).to_have_text("Changes also apply to 1 exact copy.")
    tiles(page).filter(has=page.get_by_role("link", name="Show 2 copies of one file")).get_by_role("checkbox").click()
    # They leave with the photo that stands for them.
    stack.get_by_role("checkbox").click()
    expect(bar).to_be_hidden()
