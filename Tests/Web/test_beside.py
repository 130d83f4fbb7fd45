"""Photos side by side, at the same zoom, to find the best one."""
import re

import pytest
from playwright.sync_api import expect

from looks import drawn, fit_for_all, names


@pytest.fixture
def chosen(own, device):
    """Some photos of an own library, chosen."""
    def choose(count, **options):
        page = own(device=device, **options)
        page.get_by_role("button", name="Select photos", exact=True).click()
        for at in range(count):
            page.locator("#grid li").nth(at).get_by_role("checkbox").click()
        if device == "phone":
            page.get_by_role("button", name="More", exact=True).click()
        return page
    return choose


def panes(page):
    return page.locator("#beside li")


def compare(page):
    page.get_by_role("button", name="Compare").click()
    expect(panes(page).first).to_be_visible()
    drawn(page)


def zoomed(page, count, scale):
    for at in range(count):
        expect(page.locator("#beside img").nth(at)).to_have_css("transform", re.compile(rf"^matrix\({scale}, 0, 0, {scale},"))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_photos_are_side_by_side(chosen, count, device):
    page = chosen(count)
    shown = names(page, count)
    compare(page)
    expect(panes(page).locator("strong")).to_have_text(shown)
    expect(page.get_by_role("heading", name=f"Compare {count} photos")).to_be_visible()
    # Each has as much room as the others, all of it on the screen.
    boxes = [one.bounding_box() for one in panes(page).all()]
    size = page.viewport_size
    for box, image in zip(boxes, page.locator("#beside img").all(), strict=True):
        assert abs(box["width"] - boxes[0]["width"]) <= 1 and abs(box["height"] - boxes[0]["height"]) <= 1
        assert box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]
        its = image.bounding_box()
        assert its["x"] >= box["x"] - 1 and its["x"] + its["width"] <= box["x"] + box["width"] + 1
    if count == 3:
        fit_for_all(page)
    page.go_back()
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator("#chosen .count")).to_have_text(f"{count} selected")


@pytest.mark.everyday
@pytest.mark.either_size
def test_they_are_looked_at_together_and_the_best_is_kept(chosen, device):
    page = chosen(3)
    shown = names(page, 3)
    compare(page)
    first = panes(page).nth(0).get_by_role("button", name="Favorite")
    expect(first).to_be_focused()
    page.get_by_role("button", name="Zoom in").click()
    zoomed(page, 3, 1.5)
    # The photos' own pixels come.
    for at in range(3):
        expect(page.locator("#beside img").nth(at)).to_have_attribute("src", re.compile("/original"))
    # Another size of the window does not lose the place.
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"] - 60, "height": size["height"]})
    drawn(page)
    zoomed(page, 3, 1.5)
    first.focus()
    page.keyboard.press("x")
    # Those that are left are as large as before.
    expect(panes(page).locator("strong")).to_have_text(shown[1:])
    zoomed(page, 2, 1.5)
    page.get_by_role("button", name="Show whole photos").click()
    zoomed(page, 2, 1)
    panes(page).nth(0).get_by_role("button", name="Favorite").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    heart = panes(page).nth(1).get_by_role("button", name="Favorite")
    expect(heart).to_have_attribute("aria-pressed", "true")
    # It is kept, and the address says what is compared.
    page.reload()
    expect(panes(page)).to_have_count(2)
    expect(heart).to_have_attribute("aria-pressed", "true")
    panes(page).nth(1).get_by_role("link", name="Open").click()
    expect(page.locator("#photo h2")).to_have_text(shown[2])
    expect(page.locator("#beside")).to_be_hidden()
    page.go_back()
    expect(panes(page)).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("compare"))


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
