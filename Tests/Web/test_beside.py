"""Photos side by side, at the same zoom, to find the best one."""
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index_album
from looks import drawn, names, scale_of, serious, too_small, until


@pytest.fixture
def chosen(serve, visit, folder, request, device):
    """Some photos of an own library, chosen."""
    def choose(count, **options):
        index_album(folder / request.node.name, ALBUM / "animals" / "mammals")
        page = visit(serve().address, device, **options)
        expect(page.locator("#grid li.shown").first).to_be_visible()
        page.get_by_role("button", name="Select photos", exact=True).click()
        for at in range(count):
            page.locator("#grid li").nth(at).get_by_role("checkbox").click()
        return page
    return choose


def panes(page):
    return page.locator("#beside li")


def compare(page):
    page.get_by_role("button", name="Compare").click()
    expect(panes(page).first).to_be_visible()
    drawn(page)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_photos_are_side_by_side(chosen, count, device):
    page = chosen(count)
    shown = names(page, count)
    compare(page)
    expect(panes(page)).to_have_count(count)
    assert [one.locator("strong").inner_text() for one in panes(page).all()] == shown
    expect(page.get_by_role("heading", name=f"{count} photos side by side")).to_be_visible()
    # Each has as much room as the others, all of it on the screen.
    boxes = [one.bounding_box() for one in panes(page).all()]
    size = page.viewport_size
    for box in boxes:
        assert abs(box["width"] - boxes[0]["width"]) <= 1 and abs(box["height"] - boxes[0]["height"]) <= 1
        assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]
    for box, image in zip(boxes, page.locator("#beside img").all()):
        its = image.bounding_box()
        assert its["x"] >= box["x"] - 1 and its["x"] + its["width"] <= box["x"] + box["width"] + 1
    assert serious(page) == []
    if device == "phone":
        assert too_small(page) == []
    page.go_back()
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator("#chosen .count")).to_have_text(f"{count} selected")


@pytest.mark.either_size
def test_they_are_looked_at_together(chosen, device):
    page = chosen(2)
    compare(page)
    page.get_by_role("button", name="Zoom in").click()
    until(page, "the zoom of both", lambda: [scale_of(image) for image in page.locator("#beside img").all()] == [1.5, 1.5])
    # The photos' own pixels come.
    for image in page.locator("#beside img").all():
        expect(image).to_have_attribute("src", re.compile("/original"))
    # Another size of the window does not lose the place.
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"] - 60, "height": size["height"]})
    drawn(page)
    assert [scale_of(image) for image in page.locator("#beside img").all()] == [1.5, 1.5]
    page.get_by_role("button", name="Whole photos").click()
    until(page, "whole photos", lambda: [scale_of(image) for image in page.locator("#beside img").all()] == [1, 1])


@pytest.mark.either_size
def test_the_best_one_is_found_by_keys(chosen, device):
    page = chosen(3)
    shown = names(page, 3)
    page.locator("#grid .open[tabindex='0']").focus()
    page.keyboard.press("c")
    expect(panes(page)).to_have_count(3)
    first = panes(page).nth(0).get_by_role("button", name="Favourite")
    expect(first).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("x")
    expect(panes(page)).to_have_count(2)
    assert [one.locator("strong").inner_text() for one in panes(page).all()] == shown[1:]
    # Those that are left are as large as before.
    until(page, "the zoom", lambda: [scale_of(image) for image in page.locator("#beside img").all()] == [1.5, 1.5])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    heart = panes(page).nth(1).get_by_role("button", name="Favourite")
    expect(heart).to_have_attribute("aria-pressed", "true")
    # It is kept, and the address says what is compared.
    page.reload()
    expect(panes(page)).to_have_count(2)
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    assert "compare" not in page.url


@pytest.mark.either_size
def test_one_is_opened_and_left_again(chosen, device):
    page = chosen(2)
    second = names(page, 2)[1]
    compare(page)
    panes(page).nth(1).get_by_role("link", name="Open").click()
    expect(page.locator("#photo h2")).to_have_text(second)
    expect(page.locator("#beside")).to_be_hidden()
    page.go_back()
    expect(panes(page)).to_have_count(2)
    expect(page.locator("#photo")).to_be_hidden()


@pytest.mark.either_size
def test_what_cannot_be_compared(chosen, device):
    page = chosen(1, forgives=["404"])
    expect(page.get_by_role("button", name="Compare")).to_be_disabled()
    for at in range(1, 5):
        page.locator("#grid li").nth(at).get_by_role("checkbox").click()
    expect(page.get_by_role("button", name="Compare")).to_be_disabled()
    # Photos that are not there, and more than there is room for.
    page.goto(re.sub(r"[^/]*$", "", page.url) + "?compare=4711,nonsense,4712")
    expect(page.locator("#beside .trouble")).to_contain_text(re.compile("471[12]"))
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    page.goto(re.sub(r"[^/]*$", "", page.url) + "?compare=1,2,3,4,5,6")
    expect(panes(page)).to_have_count(4)
