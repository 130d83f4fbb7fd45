"""Photos by date: all of them are known from the start, however many there are, and any can be reached at once."""
import json
import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, Server, index
from looks import answered, open_photo, until
from touch import Fingers

COUNT = 1200
FIRST = datetime(2024, 12, 30, 12)
#: How far down the page is, as the photo at its top says.
TOP = """() => {
    const tiles = [...document.querySelectorAll('#grid li[data-id]')];
    return Number(tiles.find(one => one.getBoundingClientRect().bottom > 90)?.ariaPosInSet ?? 0);
}"""


def name(number):
    return f"IMG_{FIRST - timedelta(hours=60 * number):%Y%m%d_%H%M%S}.png"


@pytest.fixture(scope="module")
def dated(folder):
    """Photos of eight years, one each sixty hours, named by their dates; they are few pictures, copied."""
    photos = folder / "dated"
    photos.mkdir()
    pictures = sorted((ALBUM / "animals" / "mammals").glob("*.png"))[:6]
    for number in range(COUNT):
        (photos / name(number)).write_bytes(pictures[number % len(pictures)].read_bytes())
    index(folder / "dated-library", photos)
    return folder / "dated-library"


@pytest.fixture
def years(dated, serve):
    return serve(library=dated)


def settled(page):
    """What is in view has come."""
    page.wait_for_function("""() => {
        const seen = [...document.querySelectorAll('#grid li')].filter(one => {
            const { top, bottom } = one.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
        });
        return seen.length && seen.every(one => one.dataset.id);
    }""", polling=50)


@pytest.mark.either_size
def test_what_was_on_this_day_is_offered(years, visit, device):
    page = visit(years.address, device)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    today = datetime.now()
    taken = [FIRST - timedelta(hours=60 * number) for number in range(COUNT)]
    same = [one for one in taken if (one.month, one.day) == (today.month, today.day) and one.year < today.year]
    link = page.get_by_role("link", name="On this day")
    expect(link).to_have_count(1 if same else 0)
    if same:
        link.click()
        expect(page.locator("#count")).to_contain_text(f"{len(same)} photo")
        expect(page.locator("#days h2")).to_have_count(len({one.year for one in same}))
        expect(link).to_be_hidden()


def test_days_have_headings_and_the_edge_leads_to_any_month(years, visit, device):
    page = visit(years.address, device)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    days = page.locator("#days h2")
    expect(days.first).to_have_text(re.compile("30 December 2024$"))
    slider = page.get_by_role("slider", name="Date", include_hidden=True)
    expect(slider).to_have_attribute("aria-valuetext", "December 2024")
    slider.focus()
    page.keyboard.press("PageDown")
    expect(slider).to_have_attribute("aria-valuetext", "December 2023")
    page.keyboard.press("ArrowDown")
    expect(slider).to_have_attribute("aria-valuetext", "November 2023")
    page.keyboard.press("ArrowUp")
    expect(slider).to_have_attribute("aria-valuetext", "December 2023")
    settled(page)
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(" 2016$"))
    settled(page)
    assert page.locator("#grid li").last.get_attribute("aria-posinset") == "1200"
    # The edge says when while one scrolls, and a finger or a pointer drags it.
    box = slider.bounding_box()
    if device == "desk":
        expect(page.locator("#scrubber .years span")).to_contain_text(["2024", "2023", "2022"])
        page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 5)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2, steps=5)
        page.mouse.up()
    else:
        x, y = box["x"] + 20, box["y"]
        Fingers(page).move(((x, y + box["height"] - 5), (x, y + box["height"] / 2)))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(" 20(19|20|21)$"))
    expect(page.locator("#scrubber output")).to_have_css("opacity", "1")
    settled(page)
    assert page.locator("#grid li").count() < 200


def test_the_end_is_one_key_away(years, visit):
    page = visit(years.address)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    at = page.locator("#grid li:has(.open:focus)")
    expect(at).to_have_attribute("aria-posinset", "1200")
    expect(at).to_be_in_viewport()
    page.keyboard.press("ArrowUp")
    expect(at).to_have_attribute("aria-posinset", re.compile("^119"))
    page.keyboard.press("Home")
    expect(at).to_have_attribute("aria-posinset", "1")


def test_a_photo_far_down_keeps_its_place(years, visit, device):
    page = visit(years.address, device)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(page.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", "1200")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    place = page.locator("#photo-place")
    expect(place).to_have_text("1,199 of 1,200")
    page.reload()
    expect(place).to_have_text("1,199 of 1,200")
    # A link knows nothing of where one was.
    other = visit(page.url, device)
    place = other.locator("#photo-place")
    expect(place).to_have_text("1,199 of 1,200")
    expect(other.locator("#photo h2")).to_have_text(name(1198))
    other.keyboard.press("ArrowLeft")
    expect(place).to_have_text("1,198 of 1,200")
    other.keyboard.press("ArrowRight")
    other.keyboard.press("ArrowRight")
    expect(place).to_have_text("1,200 of 1,200")
    other.keyboard.press("Escape")
    expect(other.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", "1200")


@pytest.mark.either_size
def test_back_leads_to_where_one_was(years, visit, device):
    page = visit(years.address, device)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    page.get_by_role("slider", name="Date", include_hidden=True).focus()
    for _ in range(5):
        page.keyboard.press("PageDown")
    settled(page)
    before = page.evaluate(TOP)
    assert before > 700
    page.get_by_role("combobox").fill("a bear")
    answered(page, "a bear")
    page.go_back()
    expect(page.locator("#count")).to_have_text("1,200 photos")
    settled(page)
    assert page.evaluate(TOP) == before


@pytest.mark.either_size
def test_a_server_that_comes_back_leaves_the_page_where_it_is(dated, serve, visit, device):
    server = serve(library=dated)
    page = visit(server.address, device, forgives=["ERR_", "Failed to load resource"])
    expect(page.locator("#count")).to_have_text("1,200 photos")
    page.get_by_role("slider", name="Date", include_hidden=True).focus()
    for _ in range(4):
        page.keyboard.press("PageDown")
    settled(page)
    before = page.evaluate(TOP)
    assert before > 500
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    with page.expect_response("**/api/days*"):
        serve(library=dated, port=server.port)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    settled(page)
    assert page.evaluate(TOP) == before


def test_an_error_over_a_photo_goes_with_what_it_was_about(dated, serve, visit):
    server = serve(library=dated)
    page = visit(server.address, forgives=["ERR_", "Failed to load resource"])
    expect(page.locator("#count")).to_have_text("1,200 photos")
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    open_photo(page)
    trouble = page.locator("#photo-trouble")
    expect(trouble).to_contain_text("does not answer")
    serve(library=dated, port=server.port)
    expect(trouble).to_be_hidden()
    page.keyboard.press("i")
    expect(page.locator("#facts")).to_contain_text(name(0))


def test_a_million_photos(years, visit, device):
    count, each = 1_000_000, 125
    start = datetime(2024, 12, 30)
    days = [{"date": f"{start - timedelta(days=day):%Y-%m-%d}", "count": each, "offset": day * each}
            for day in range(count // each)]

    def photos(route):
        given = dict(part.split("=") for part in route.request.url.split("?")[1].split("&"))
        first, top = int(given["offset"]), int(given["top"])
        cards = [{"id": at + 1, "name": f"{at}.jpg", "path": f"/{at}.jpg", "version": "1", "width": 150 + at % 3 * 50,
                  "height": 150, "taken": days[at // each]["date"]} for at in range(first, min(count, first + top))]
        route.fulfill(json={"total": count, "results": cards})

    page = visit("about:blank", device, forgives=["http"])
    page.route("**/api/days*", lambda route: route.fulfill(json={"total": count, "days": days}))
    page.route("**/api/photos?*", photos)
    page.route("**/thumbnail*", lambda route: route.fulfill(path=ALBUM / "scenes" / "yellow-flower.jpg"))
    page.goto(years.address)
    expect(page.locator("#count")).to_have_text("1,000,000 photos")
    # Browsers draw no page that is much longer.
    assert page.evaluate("document.querySelector('#grid').clientHeight") < 17_000_000
    settled(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    settled(page)
    assert 400_000 < page.evaluate(TOP) < 600_000
    assert page.locator("#grid li").count() < 900
    assert page.locator("#days h2").count() < 60
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    at = page.locator("#grid li:has(.open:focus)")
    expect(at).to_have_attribute("aria-posinset", "1000000")
    expect(at).to_be_in_viewport()


def test_what_waits_is_shown_once(years, visit):
    page = visit(years.address)
    expect(page.locator("#count")).to_have_text("1,200 photos")
    settled(page)
    held = []
    page.route("**/api/photos?*offset=500&*", lambda route: held.append(route))
    page.evaluate("globalThis.shown = 0; document.addEventListener('results', () => { shown += 1; })")
    place = page.evaluate("document.querySelector('#grid').clientHeight * 0.45")
    page.evaluate("place => scrollTo(0, place)", place)
    until(page, "the question", lambda: held)
    before = page.evaluate("shown")
    for step in range(12):
        page.evaluate("place => scrollTo(0, place)", place + step)
        page.wait_for_timeout(60)
    assert len(held) == 1
    held[0].continue_()
    until(page, "the photos", lambda: page.evaluate("shown") > before)
    settled(page)
    assert page.evaluate("shown") - before <= 2


@pytest.mark.either_size
def test_new_photos_are_announced(serve, visit, folder, device):
    photos, library = folder / f"growing-{device}", folder / f"growing-{device}-library"
    photos.mkdir()
    picture = (ALBUM / "animals" / "mammals" / "tiger.png").read_bytes()
    for number in range(80):
        (photos / name(number)).write_bytes(picture)
    index(library, photos)
    page = visit(serve(library=library).address, device)
    expect(page.locator("#count")).to_have_text("80 photos")
    page.get_by_role("slider", name="Date", include_hidden=True).focus()
    page.keyboard.press("PageDown")
    settled(page)
    before = page.evaluate(TOP)
    (photos / "IMG_20250203_120000.png").write_bytes(picture)
    index(library, photos)
    announced = page.get_by_role("button", name="1 new photo: show")
    expect(announced).to_be_visible()
    assert page.evaluate(TOP) == before
    announced.click()
    expect(page.locator("#days h2").first).to_have_text(re.compile("Monday,? 3 February 2025"))
    expect(page.locator("#count")).to_have_text("81 photos")
    expect(announced).to_be_hidden()
    assert page.evaluate("scrollY") == 0
