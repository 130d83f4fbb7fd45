"""Photos by date: all of them are known from the start, however many there are, and any can be reached at once."""
import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, copied, index
from looks import answered, frames, search, settled, until
from touch import Fingers

COUNT = 1200
FIRST = datetime(2024, 12, 30, 12)
ALL = f"{COUNT:,} photos"
#: How far down the page is, as the photo at its top says.
TOP = """() => {
    const tiles = [...document.querySelectorAll('#grid li[data-id]')];
    return Number(tiles.find(one => one.getBoundingClientRect().bottom > 90)?.ariaPosInSet ?? 0);
}"""


def name(number):
    return f"IMG_{FIRST - timedelta(hours=60 * number):%Y%m%d_%H%M%S}.png"


def make(place):
    """Photos of eight years, one each sixty hours, named by their dates; they are few pictures, copied, and each sixth is
    a bear's."""
    pictures = sorted((ALBUM / "animals" / "mammals").glob("*.png"))[:6]
    for number in range(COUNT):
        picture = pictures[number % len(pictures)]
        photos = place / "photos" / ("bears" if picture.stem == "bear" else "others")
        photos.mkdir(parents=True, exist_ok=True)
        (photos / name(number)).write_bytes(picture.read_bytes())
    index(place / "library", place / "photos")


@pytest.fixture(scope="session")
def years(running):
    return running("years", make)


@pytest.fixture
def all_years(years, visit):
    """Opens all photos."""
    def open_page(device="desk", server=years, **options):
        page = visit(server.address, device, **options)
        expect(page.locator("#count")).to_have_text(ALL)
        return page
    return open_page


@pytest.fixture
def own_years(folder, request, serve):
    """Starts a server over a library of the test's own, which may be stopped and come back."""
    library = copied(folder / request.node.name, "years", make)
    return lambda **options: serve(library=library, **options)


def slider(page):
    return page.get_by_role("slider", name="Date", include_hidden=True)


def headings(page):
    return page.locator("#days h2")


def focused(page):
    return page.locator("#grid li:has(.open:focus)")


def go_down(page, pages):
    """Some years down; the photo that is at the top then."""
    slider(page).focus()
    for _ in range(pages):
        page.keyboard.press("PageDown")
    settled(page)
    frames(page)
    return page.evaluate(TOP)


@pytest.mark.everyday
def test_a_timeline_has_days_and_its_end(zoo, visit):
    page = visit(zoo.address)
    days = headings(page)
    expect(days.first).to_have_text(re.compile("15 December 2023$"))
    expect(slider(page)).to_have_attribute("aria-valuetext", "December 2023")
    slider(page).focus()
    page.keyboard.press("PageDown")
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(" 202[12]$"))
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(focused(page)).to_have_attribute("aria-posinset", "43")
    expect(days.last).to_have_text(re.compile("15 January 2019$"))
    # What is found in the order of its dates has its days, and what is found by its meaning has none.
    search(page, "date:2021 sort:oldest")
    expect(days).to_have_text([f"2 – 24 {month} 2021" for month in ("March", "July", "December")])
    search(page, "a tiger")
    expect(days).to_have_count(0)


@pytest.mark.parametrize("words", ["in:bears", "in:bears sort:oldest", "date:2019..2020"])
@pytest.mark.either_size
def test_a_list_has_its_days(years, visit, device, words):
    taken = [FIRST - timedelta(hours=60 * number) for number in range(COUNT)]
    fitting = [day for day in taken if 2019 <= day.year <= 2020] if "date" in words else taken[1::6]
    first, last = (fitting[-1], fitting[0]) if "oldest" in words else (fitting[0], fitting[-1])
    page = visit(f"{years.address}/?q={words}", device)
    answered(page, words)
    expect(headings(page).first).to_have_text(re.compile(rf"\b{first.day} {first:%B} {first.year}$"))
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(focused(page)).to_have_attribute("aria-posinset", str(len(fitting)))
    expect(headings(page).last).to_have_text(re.compile(rf"\b{last.day} {last:%B} {last.year}$"))
    # The years along the edge lead through them, too.
    page.keyboard.press("Home")
    slider(page).focus()
    page.keyboard.press("PageDown")
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(f"{first.year + (1 if 'oldest' in words else -1)}$"))


@pytest.mark.either_size
def test_what_fits_has_its_days_and_the_rest_the_line(years, visit, device):
    words = "a bear sort:newest"
    page = visit(f"{years.address}/?q={words}", device)
    answered(page, words)
    found = page.request.get(f"{years.address}/api/search", params={"q": words}).json()
    fitting, total = found["fitting"], found["total"]
    assert 0 < fitting < total
    expect(headings(page).first).to_have_text(re.compile(" December 2024$"))
    page.get_by_role("button", name=f"Show {total - fitting:,} weaker matches").click()
    expect(focused(page)).to_have_attribute("aria-posinset", str(fitting + 1))
    expect(headings(page).last).to_have_text(f"{total - fitting:,} weaker matches")
    # A link to one of the rest finds its place.
    page.keyboard.press("Enter")
    place = f"{fitting + 1:,} of {total:,}"
    expect(page.locator("#photo-place")).to_have_text(place)
    other = visit(page.url, device)
    expect(other.locator("#photo-place")).to_have_text(place)


def test_other_orders_have_no_days(years, visit):
    for words in ("a bear sort:name", "type:png sort:name", "like:1 sort:newest"):
        page = visit(f"{years.address}/?q={words}")
        answered(page, words)
        expect(headings(page)).to_have_count(0)


@pytest.mark.either_size
def test_what_was_on_this_day_is_offered(all_years, device):
    page = all_years(device)
    today = datetime.now()
    taken = [FIRST - timedelta(hours=60 * number) for number in range(COUNT)]
    same = [one for one in taken if (one.month, one.day) == (today.month, today.day) and one.year < today.year]
    link = page.get_by_role("link", name="On this day")
    expect(link).to_have_count(1 if same else 0)
    if same:
        link.click()
        expect(page.locator("#count")).to_contain_text(f"{len(same)} photo")
        expect(headings(page)).to_have_count(len({one.year for one in same}))
        expect(link).to_be_hidden()


def test_days_have_headings_and_the_edge_leads_to_any_month(all_years, device):
    page = all_years(device)
    expect(headings(page).first).to_have_text(re.compile("30 December 2024$"))
    expect(slider(page)).to_have_attribute("aria-valuetext", "December 2024")
    slider(page).focus()
    for key, month in (("PageDown", "December 2023"), ("ArrowDown", "November 2023"), ("ArrowUp", "December 2023")):
        page.keyboard.press(key)
        expect(slider(page)).to_have_attribute("aria-valuetext", month)
    settled(page)
    page.keyboard.press("End")
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(" 2016$"))
    settled(page)
    expect(page.locator("#grid li").last).to_have_attribute("aria-posinset", str(COUNT))
    # The edge says when while one scrolls, and a finger or a pointer drags it.
    box = slider(page).bounding_box()
    x, y = box["x"] + 20, box["y"]
    if device == "desk":
        expect(page.locator("#scrubber .years span")).to_contain_text(["2024", "2023", "2022"])
        page.mouse.move(x, y + box["height"] - 5)
        page.mouse.down()
        page.mouse.move(x, y + box["height"] / 2, steps=5)
        page.mouse.up()
    else:
        Fingers(page).move(((x, y + box["height"] - 5), (x, y + box["height"] / 2)))
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(" 20(19|20|21)$"))
    expect(page.locator("#scrubber output")).to_have_css("opacity", "1")
    settled(page)
    assert page.locator("#grid li").count() < 200


@pytest.mark.either_size
def test_a_photo_far_down_keeps_its_place(all_years, visit, device):
    page = all_years(device)
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(focused(page)).to_have_attribute("aria-posinset", "1200")
    expect(focused(page)).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#photo-place")).to_have_text("1,199 of 1,200")
    page.reload()
    expect(page.locator("#photo-place")).to_have_text("1,199 of 1,200")
    # A link knows nothing of where one was.
    other = visit(page.url, device)
    place = other.locator("#photo-place")
    expect(place).to_have_text("1,199 of 1,200")
    expect(other.locator("#photo h2")).to_have_text(name(1198))
    other.keyboard.press("ArrowLeft")
    expect(place).to_have_text("1,198 of 1,200")
    other.keyboard.press("ArrowRight")
    expect(place).to_have_text("1,199 of 1,200")
    other.keyboard.press("ArrowRight")
    expect(place).to_have_text("1,200 of 1,200")
    other.keyboard.press("Escape")
    expect(focused(other)).to_have_attribute("aria-posinset", "1200")


@pytest.mark.either_size
def test_back_leads_to_where_one_was(all_years, device):
    page = all_years(device)
    before = go_down(page, 5)
    assert before > 700
    search(page, "a bear")
    page.go_back()
    expect(page.locator("#count")).to_have_text(ALL)
    until(page, "the place", lambda: page.evaluate(TOP) == before)


@pytest.mark.either_size
def test_a_server_that_comes_back_leaves_the_page_where_it_is(own_years, all_years, device):
    server = own_years()
    page = all_years(device, server, forgives=["ERR_", "Failed to load resource"])
    before = go_down(page, 4)
    assert before > 500
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    # An error over a photo goes with what it was about.
    page.evaluate("[...document.querySelectorAll('#grid .open')].find(one => one.getBoundingClientRect().top > 90).click()")
    trouble = page.locator("#photo-trouble")
    expect(trouble).to_contain_text("not responding")
    with page.expect_response("**/api/days*"):
        own_years(port=server.port)
    expect(trouble).to_be_hidden()
    page.keyboard.press("i")
    expect(page.locator("#metadata")).to_contain_text("IMG_")
    page.keyboard.press("Escape")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    settled(page)
    until(page, "the place", lambda: page.evaluate(TOP) == before)


@pytest.mark.either_size
def test_the_page_holds_few_of_many(years, visit, device):
    """Results that are scrolled through, without a stop."""
    page = visit(f"{years.address}/?q=a+penguin&all=yes", device)
    answered(page, "a penguin")
    expect(page.locator("#grid li").first).to_have_attribute("aria-setsize", str(COUNT))
    most, last = page.evaluate("""async () => {
        let [most, last] = [0, -1];
        while (scrollY !== last) {
            last = scrollY;
            scrollBy({ top: 400, behavior: "instant" });
            await new Promise(requestAnimationFrame);
            most = Math.max(most, document.querySelector('#grid').childElementCount);
        }
        return [most, [...document.querySelectorAll('#grid li')].at(-1).ariaPosInSet];
    }""")
    assert last == str(COUNT)
    assert most < 200


@pytest.mark.either_size
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
        route.fulfill(json={"order": "newest", "total": count, "results": cards})

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
    until(page, "the middle", lambda: 400_000 < page.evaluate(TOP) < 600_000)
    settled(page)
    assert page.locator("#grid li").count() < 900
    assert headings(page).count() < 60
    page.locator("#grid .open").first.focus()
    page.keyboard.press("End")
    expect(focused(page)).to_have_attribute("aria-posinset", "1000000")
    expect(focused(page)).to_be_in_viewport()


def test_what_waits_is_shown_once(all_years):
    page = all_years()
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
        frames(page)
    assert len(held) == 1
    held[0].continue_()
    until(page, "the photos", lambda: page.evaluate("shown") > before)
    settled(page)
    assert page.evaluate("shown") - before <= 2


@pytest.mark.either_size
def test_new_photos_are_announced(serve, visit, folder, device):
    photos, library = folder / "announced", folder / "announced-library"
    photos.mkdir()
    picture = (ALBUM / "animals" / "mammals" / "tiger.png").read_bytes()
    for number in range(80):
        (photos / name(number)).write_bytes(picture)
    index(library, photos)
    page = visit(serve(library=library).address, device)
    expect(page.locator("#count")).to_have_text("80 photos")
    before = go_down(page, 1)
    (photos / "IMG_20250203_120000.png").write_bytes(picture)
    index(library, photos)
    announced = page.get_by_role("button", name="Show 1 new photo")
    expect(announced).to_be_visible()
    assert page.evaluate(TOP) == before
    announced.click()
    expect(headings(page).first).to_have_text(re.compile("Monday,? 3 February 2025"))
    expect(page.locator("#count")).to_have_text("81 photos")
    expect(announced).to_be_hidden()
    until(page, "the top", lambda: page.evaluate("scrollY") == 0)
