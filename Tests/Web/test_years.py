"""Years in review: one screen for each."""
import re
import shutil

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index
from looks import answered, drawn, hears, names, serious, too_small, until

#: Two years: one with photos of many days, one with a single photo.
DAYS = [f"2021{month:02}{day:02}" for month in (3, 7, 12) for day in (2, 9, 16, 24)] + ["20190115"]


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    """Photos with dates in their names."""
    folder = tmp_path_factory.mktemp("dated")
    pictures = sorted((ALBUM / "animals" / "mammals").glob("*.png"))
    for picture, day in zip(pictures, DAYS):
        shutil.copy(picture, folder / f"IMG_{day}_120000{picture.suffix}")
    library = folder / "library"
    index(library, folder)
    return library


@pytest.fixture
def own(dated, serve, visit, folder, request):
    def open_app(path="/", device="desk", **options):
        shutil.copytree(dated, folder / request.node.name, dirs_exist_ok=True)
        return visit(serve().address + path, device, **options)
    return open_app


def year(page, number):
    return page.locator(f"#years [data-year='{number}']")


def filled(page, number):
    expect(year(page, number).locator(".highlights a").first).to_be_visible()
    drawn(page)


def test_a_year_is_a_screen(own, device):
    page = own(device=device)
    page.get_by_role("link", name="Years").click()
    expect(page).to_have_title("Years · Evoke")
    expect(page.locator("#years > li")).to_have_count(2)
    filled(page, 2021)
    screen = year(page, 2021).bounding_box()
    assert screen["height"] <= page.viewport_size["height"]
    expect(year(page, 2021).locator(".said")).to_have_text("12 photos on 12 days")
    expect(year(page, 2021).locator(".highlights a")).to_have_count(12)
    # All of them are on the screen, and none is cut down to nothing.
    for link in year(page, 2021).locator(".highlights a").all():
        box = link.bounding_box()
        assert box["width"] > 30 and box["height"] > 30
        assert screen["y"] <= box["y"] and box["y"] + box["height"] <= screen["y"] + screen["height"]
    assert serious(page) == []
    if device == "phone":
        assert too_small(page) == []
    page.get_by_role("link", name="July: 4 photos").click()
    answered(page, "date:2021-07")
    expect(page.locator("#count")).to_contain_text("4 photos")
    page.go_back()
    filled(page, 2021)


@pytest.mark.either_size
def test_photos_open_among_those_of_their_year(own, device):
    page = own("/years/2019", device)
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


@pytest.mark.either_size
def test_favourites_count_and_trouble_is_told(own, device):
    page = own("/?q=date:2021-07-02", device, forgives=["500"])
    answered(page, "date:2021-07-02")
    page.locator("#grid li .open").first.click()
    page.keyboard.press("f")
    hears(page, "favourites")
    page.goto(page.url.split("/photo")[0] + "/years")
    filled(page, 2021)
    expect(year(page, 2021).locator(".said")).to_have_text("12 photos on 12 days · 1 favourite")
    problem = '{"title": "Broken", "detail": "The disk is gone.", "remedy": "Plug it in."}'
    page.route("**/api/years", lambda route: route.fulfill(status=500, body=problem, content_type="application/json"))
    page.reload()
    expect(page.locator("#years-page .trouble")).to_contain_text("The disk is gone.")
    page.unroute("**/api/years")
    page.get_by_role("button", name="Try again").click()
    filled(page, 2021)


def test_places_lead_to_their_photos(placed, visit):
    page = visit(placed.address + "/years")
    page.locator("#years").get_by_role("link", name="Lisbon, Portugal 1").click()
    expect(page).to_have_title(re.compile('^place:"Lisbon" date:[0-9]+ · Evoke$'))
    assert names(page) == ["tiger.png"]
