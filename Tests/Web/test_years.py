"""Years in review: one screen for each."""
import re

import pytest
from playwright.sync_api import expect

from looks import answered, fit_for_all, hears, names, until


def year(page, number):
    return page.locator(f"#years [data-year='{number}']")


def filled(page, number):
    expect(year(page, number).locator(".highlights a").first).to_be_visible()


def test_a_year_is_a_screen(zoo, visit, device):
    page = visit(zoo.address, device)
    assert page.get_by_role("link", name="Years").get_by_text("Years").bounding_box()["width"] > 20
    page.get_by_role("link", name="Years").click()
    expect(page).to_have_title("Years · Evoke")
    expect(page.locator("#years > li")).to_have_count(3)
    year(page, 2021).scroll_into_view_if_needed()
    filled(page, 2021)
    expect(year(page, 2021).locator(".said")).to_have_text("12 photos on 12 days")
    expect(year(page, 2021).locator(".highlights a")).to_have_count(12)
    fit_for_all(page)
    screen = year(page, 2021).bounding_box()
    assert screen["height"] <= page.viewport_size["height"]
    # All of them are on the screen, and none is cut down to nothing.
    for link in year(page, 2021).locator(".highlights a").all():
        box = link.bounding_box()
        assert box["width"] > 30 and box["height"] > 30
        assert screen["y"] <= box["y"] and box["y"] + box["height"] <= screen["y"] + screen["height"]
    year(page, 2021).get_by_role("link", name="July: 4 photos").click()
    answered(page, "date:2021-07")
    expect(page.locator("#count")).to_contain_text("4 photos")
    page.go_back()
    filled(page, 2021)


@pytest.mark.everyday
@pytest.mark.either_size
def test_photos_open_among_those_of_their_year(zoo, visit, device):
    page = visit(zoo.address + "/years/2019", device)
    filled(page, 2019)
    until(page, "the year in sight", lambda: 0 <= year(page, 2019).bounding_box()["y"] < page.viewport_size["height"])
    expect(year(page, 2019).locator(".said")).to_have_text("1 photo on 1 day")
    page.goto(page.url.replace("2019", "2021"))
    filled(page, 2021)
    year(page, 2021).locator(".highlights a").first.click()
    expect(page.locator("#photo-place")).to_have_text("12 of 12")
    page.go_back()
    filled(page, 2021)
    year(page, 2021).get_by_role("link", name="All photos").click()
    answered(page, "date:2021")
    page.go_back()
    # Places lead to their photos.
    year(page, 2021).get_by_role("link", name=re.compile("^Lisbon, Portugal 12")).click()
    expect(page).to_have_title('place:Lisbon date:2021 · Evoke')
    assert "tiger.png" in names(page, 12)


@pytest.mark.either_size
def test_favourites_count_and_trouble_is_told(own, device):
    page = own("/?q=date:2021-07-02", device, forgives=["500"])
    answered(page, "date:2021-07-02")
    page.locator("#grid li .open").first.click()
    page.keyboard.press("f")
    hears(page, "favorites")
    page.goto(page.url.split("/photo")[0] + "/years")
    filled(page, 2021)
    expect(year(page, 2021).locator(".said")).to_have_text("12 photos on 12 days · 1 favorite")
    problem = '{"title": "Broken", "detail": "The disk is gone.", "remedy": "Plug it in."}'
    page.route("**/api/years", lambda route: route.fulfill(status=500, body=problem, content_type="application/json"))
    page.reload()
    expect(page.locator("#years-page .trouble")).to_contain_text("The disk is gone.")
    page.unroute("**/api/years")
    page.get_by_role("button", name="Try again").click()
    filled(page, 2021)
