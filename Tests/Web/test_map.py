"""The map of the photos: where they are, coming closer to them, and narrowing the query to a part of it."""
import re

import pytest
from playwright.sync_api import expect

from libraries import PLACED, ZOO
from looks import answered, drawn, fit_for_all, until
from touch import Fingers


@pytest.fixture
def world(zoo, visit):
    """Opens the map of all photos, or another place of the app."""
    def open_map(path="/?map=all", device="desk", **options):
        page = visit(zoo.address + path, device, **options)
        if "map=" in path:
            settled(page)
        return page
    return open_map


def settled(page):
    """The map shows what the server said of what is seen, and its outlines where there are some."""
    page.wait_for_function("""() => {
        const map = document.querySelector('#map');
        return map.dataset.zoom && map.ariaBusy === 'false';
    }""", polling=50)
    drawn(page)


def zoom(page):
    return float(page.locator("#map").get_attribute("data-zoom"))


def moved(page, act):
    """Does something that moves the map, and waits until what is seen then has come."""
    with page.expect_response("**/api/map?*box=*"):
        act()
    settled(page)


def clusters(page):
    return page.get_by_role("list", name="Photos on the map").get_by_role("listitem")


def counts(page, wanted):
    """How many photos are behind all that can be seen."""
    until(page, "the photos", lambda: wanted == page.locator("#map li").evaluate_all(
        "all => all.reduce((sum, one) => sum + (one.hidden ? 0 : Number(one.querySelector('.many')?.textContent ?? 1)), 0)"))


@pytest.mark.everyday
@pytest.mark.either_size
def test_the_map_shows_all_photos_that_have_a_place(world, device):
    page = world("/", device)
    expect(page.locator("#count")).to_have_text(f"{ZOO} photos")
    page.get_by_role("button", name="Map", exact=True).click()
    settled(page)
    expect(page).to_have_url(re.compile(r"map=all"))
    expect(page.locator("#grid")).to_be_hidden()
    expect(page.locator("#map .told")).to_have_text(f"{PLACED} photos here")
    counts(page, PLACED)
    # Back leads to the grid, and forward to the map.
    page.go_back()
    expect(page.locator("#grid li.shown").first).to_be_visible()
    expect(page.locator("#map")).to_be_hidden()
    page.go_forward()
    settled(page)
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator("#map")).to_be_hidden()


@pytest.mark.either_size
def test_one_comes_closer_until_a_photo_opens(world, device):
    page = world("/?map=all&q=place:lisbon", device)
    # Another size of the room, while the answer is under way, is no reason to show the world.
    assert zoom(page) > 8
    expect(page).to_have_url(re.compile("map=all"))
    expect(page.locator("#map .told")).to_have_text("20 photos here")
    # With the keyboard, since the buttons of the map may lie over some.
    for _ in range(12):
        many = page.locator("#map li:not([hidden]) button").first
        if not many.count():
            break
        before = page.url
        moved(page, lambda: many.press("Enter"))
        expect(page).not_to_have_url(before)
    one = page.locator("#map li:not([hidden]) a").first
    expect(one).to_have_accessible_name(re.compile(r"Lisbon, Portugal"))
    seen = page.locator("#map .told").text_content().split()[0]
    one.press("Enter")
    expect(page.locator("#photo")).to_be_visible()
    expect(page.locator("#photo-place")).to_contain_text(f"of {seen}")
    page.reload()
    expect(page.locator("#photo-place")).to_contain_text(f"of {seen}")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#map")).to_be_visible()
    settled(page)
    # Each step is one that back leads over.
    closest = zoom(page)
    page.go_back()
    settled(page)
    until(page, "the view before", lambda: zoom(page) < closest)


@pytest.mark.either_size
def test_the_keyboard_moves_the_map_and_the_address_keeps_it(world, device):
    page = world(device=device)
    field = page.get_by_role("group", name="Map of photos")
    field.focus()
    first = zoom(page)
    moved(page, lambda: page.keyboard.press("+"))
    assert round(zoom(page) - first, 1) == 1
    moved(page, lambda: page.keyboard.press("ArrowRight"))
    expect(page).to_have_url(re.compile(r"map=-?\d+\.?\d*%2C-?\d+\.?\d*%2C\d"))
    kept = (page.url, zoom(page))
    page.reload()
    settled(page)
    expect(page).to_have_url(kept[0])
    assert zoom(page) == kept[1]
    page.get_by_role("group", name="Map of photos").focus()
    moved(page, lambda: page.keyboard.press("-"))
    assert zoom(page) < kept[1]
    moved(page, lambda: page.keyboard.press("0"))
    counts(page, PLACED)


def test_an_area_narrows_the_query(world, device):
    page = world("/?map=40.7,-74,6", device)
    page.get_by_role("button", name="Select an area").click()
    expect(page.get_by_role("group", name="Selecting an area")).to_be_visible()
    city = clusters(page).filter(has=page.get_by_role("button", name=re.compile("New York"))).bounding_box()
    x, y = city["x"] + city["width"] / 2, city["y"] + city["height"] / 2
    with page.expect_response("**/api/map?*box=*"):
        if device == "desk":
            page.mouse.move(x - 30, y - 30)
            page.mouse.down()
            page.mouse.move(x + 30, y + 30, steps=4)
            page.mouse.up()
        else:
            Fingers(page).move(((x - 30, y - 30), (x + 30, y + 30)))
    settled(page)
    expect(page.get_by_role("combobox", name="Search your photos")).to_have_value(re.compile(r"^box:-?\d"))
    expect(page.locator("#map .told")).to_have_text("5 photos here")
    expect(page.locator("#count")).to_contain_text("5 photos")
    # It is a condition like others, and is taken away here or by its chip.
    expect(page.get_by_role("list", name="Search conditions").get_by_role("listitem")).to_have_text(["in an area of the map"])
    page.get_by_role("button", name="Clear area").click()
    settled(page)
    expect(page.locator("#map .told")).to_have_text(f"{PLACED} photos here")
    page.go_back()
    settled(page)
    expect(page.locator("#map .told")).to_have_text("5 photos here")
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator("#grid li.shown")).to_have_count(5)


def test_an_area_is_chosen_by_keyboard_and_by_dragging_with_shift(world):
    page = world("/?map=38.7139,-9.1394,12")
    page.get_by_role("group", name="Map of photos").focus()
    page.keyboard.press("a")
    expect(page.get_by_role("group", name="Selecting an area")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Selecting an area")).to_be_hidden()
    page.keyboard.press("a")
    moved(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#count")).to_contain_text("20 photos")
    expect(page.get_by_role("group", name="Map of photos")).to_be_focused()
    box = page.locator("#map .field").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(box["x"] + 900, box["y"] + 500, steps=4)
    with page.expect_response("**/api/map?*box=*"):
        page.mouse.up()
    page.keyboard.up("Shift")
    settled(page)
    # In the place of the box before.
    expect(page.get_by_role("combobox", name="Search your photos")).to_have_value(re.compile(r"^(?!.*box:.*box:)box:"))


def test_a_pointer_moves_the_map(world):
    page = world("/?map=45,5,4")
    box = page.locator("#map .field").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.url
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y + 50, steps=5)
    with page.expect_response("**/api/map?*box=*"):
        page.mouse.up()
    settled(page)
    expect(page).not_to_have_url(before)
    first = zoom(page)
    moved(page, lambda: page.mouse.wheel(0, -400))
    assert zoom(page) > first


def test_fingers_move_the_map(world):
    page = world("/?map=45,5,4", "phone")
    fingers = Fingers(page)
    moved(page, lambda: fingers.move(((195, 400), (250, 450))))
    first = zoom(page)
    moved(page, lambda: fingers.move(((180, 400), (90, 400)), ((220, 400), (310, 400))))
    assert zoom(page) > first + 0.5


def test_no_photo_lies_under_the_buttons(world):
    page = world("/?map=all&q=place:lisbon|paris", "phone")
    edge = page.locator("#map .tools").bounding_box()["x"]
    boxes = [one.bounding_box() for one in clusters(page).all()]
    assert len(boxes) == 2 and all(0 <= box["x"] and box["x"] + box["width"] <= edge for box in boxes)


@pytest.mark.either_size
def test_what_is_typed_is_shown_on_the_map(world, device):
    page = world(device=device)
    with page.expect_response("**/api/map?*q=place*"):
        page.get_by_role("combobox", name="Search your photos").fill("place:australia")
        answered(page, "place:australia")
    settled(page)
    expect(page.locator("#map .told")).to_have_text("4 photos here")
    page.get_by_role("combobox", name="Search your photos").fill("file:orca.png")
    expect(page.locator("#map .told")).to_have_text("None of these photos has a location.")
    # What is like a photo has no line, and so no map.
    page.get_by_role("combobox", name="Search your photos").fill("")
    page.goto(page.url.split("/?")[0] + "/?like=1")
    expect(page.locator("#grid li.shown").first).to_be_visible()
    expect(page.get_by_role("button", name="Map", exact=True)).to_be_hidden()


@pytest.mark.either_size
def test_a_photo_leads_to_its_place(world, device):
    page = world("/?q=place:fiji", device)
    page.locator("#grid .open").first.click()
    page.get_by_role("button", name="About this photo").click()
    page.get_by_role("link", name="Show on map").click()
    settled(page)
    expect(page.locator("#photo")).to_be_hidden()
    expect(page.locator("#map .told")).to_have_text("1 photo here")
    assert zoom(page) == 14


@pytest.mark.either_size
def test_without_places_there_is_no_map(app, device):
    page = app(device=device)
    expect(page.locator("#grid li.shown").first).to_be_visible()
    expect(page.get_by_role("button", name="Map", exact=True)).to_be_hidden()


def test_the_map_is_for_everybody(world, device):
    page = world(device=device)
    fit_for_all(page)
    page.get_by_role("button", name="Select an area").click()
    fit_for_all(page)
