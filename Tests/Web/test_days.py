"""Results by date stand under their days, as all photos do."""
import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index
from looks import answered

YEARS = range(2015, 2025)
DAYS = [datetime(year, month, 3) for year in YEARS for month in range(1, 13)]


@pytest.fixture(scope="module")
def dated(folder):
    """Four photos a month of ten years: two of a bear, two of a flower."""
    photos = folder / "by-date"
    bear, flower = (ALBUM / "animals" / "mammals" / "bear.png").read_bytes(), (ALBUM / "scenes" / "yellow-flower.jpg").read_bytes()
    for day in DAYS:
        for number in range(4):
            place = photos / ("bears" if number % 2 else "flowers")
            place.mkdir(parents=True, exist_ok=True)
            ending, content = ("png", bear) if number % 2 else ("jpg", flower)
            (place / f"IMG_{day:%Y%m%d}_12000{number}.{ending}").write_bytes(content)
    index(folder / "by-date-library", photos)
    return folder / "by-date-library"


@pytest.fixture
def years(dated, serve):
    return serve(library=dated)


def headings(page):
    return page.locator("#days h2")


@pytest.mark.parametrize("words, first, last", [
    ("in:bears", "3 December 2024", "3 January 2015"), ("in:bears sort:oldest", "3 January 2015", "3 December 2024"),
    ("date:2019..2020", "3 December 2020", "3 January 2019")])
@pytest.mark.either_size
def test_a_list_has_its_days(years, visit, device, words, first, last):
    page = visit(f"{years.address}/?q={words}", device)
    answered(page, words)
    expect(headings(page).first).to_have_text(re.compile(first + "$"))
    total = page.request.get(f"{years.address}/api/search", params={"q": words}).json()["fitting"]
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(page.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", str(total))
    expect(headings(page).last).to_have_text(re.compile(last + "$"))
    # The years along the edge lead through them, too.
    slider = page.get_by_role("slider", name="Date", include_hidden=True)
    expect(slider).to_have_attribute("aria-valuemax", str(total // (2 if "bears" in words else 4) - 1))
    page.keyboard.press("Home")
    slider.focus()
    page.keyboard.press("PageDown")
    year = int(first[-4:]) + (1 if "oldest" in words else -1)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"{year}$"))


@pytest.mark.either_size
def test_what_fits_has_its_days_and_the_rest_the_line(years, visit, device):
    words = "a bear sort:newest"
    page = visit(f"{years.address}/?q={words}", device)
    answered(page, words)
    found = page.request.get(f"{years.address}/api/search", params={"q": words}).json()
    assert 0 < found["fitting"] < found["total"]
    days = page.request.get(f"{years.address}/api/days", params={"q": words}).json()
    assert days["total"] == found["fitting"]
    expect(headings(page).first).to_have_text(re.compile("3 December 2024$"))
    page.get_by_role("button", name=f"Show {found['total'] - found['fitting']} less likely").click()
    expect(page.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", str(found["fitting"] + 1))
    expect(headings(page).last).to_have_text(f"{found['total'] - found['fitting']} less likely")
    expect(headings(page).nth(-2)).to_have_text(re.compile("3 January 2015$"))
    # A link to one of the rest finds its place.
    page.keyboard.press("Enter")
    place = page.locator("#photo-place")
    expect(place).to_have_text(f"{found['fitting'] + 1} of {found['total']}")
    other = visit(page.url, device)
    expect(other.locator("#photo-place")).to_have_text(f"{found['fitting'] + 1} of {found['total']}")


@pytest.mark.parametrize("words", ["a bear", "a bear sort:name", "type:png sort:name", "like:1 sort:newest"])
def test_other_orders_have_no_days(years, visit, words):
    page = visit(f"{years.address}/?q={words}")
    answered(page, words)
    expect(headings(page)).to_have_count(0)


def test_the_words_to_avoid_count(years, visit):
    """The field for them is a part of the question as well."""
    page = visit(f"{years.address}/?q=date:2019&not=a+bear")
    expect(page.locator("#count")).to_contain_text(re.compile(r"^\d+ photos"))
    days = page.request.get(f"{years.address}/api/days", params={"q": "date:2019", "not": "a bear"}).json()
    expect(page.locator("#count")).to_contain_text(f"{days['total']} photos")
    expect(headings(page).first).to_have_text(re.compile("3 December 2019$"))
