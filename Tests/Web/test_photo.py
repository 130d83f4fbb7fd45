"""One photo: opened, looked at closely, turned over, known about, kept."""
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index
from looks import answered, hears, names, open_photo, scale, shift, until
from pictures import striped
from touch import Fingers

FLOWER = ALBUM / "scenes" / "yellow-flower.jpg"


@pytest.fixture
def flower(app, device):
    """The photo of a yellow flower, open."""
    page = app("/?q=yellow-flower", device)
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    expect(page.locator("#photo h2")).to_have_text("yellow-flower.jpg")
    return page


@pytest.mark.either_size
def test_it_opens_at_once_and_then_sharp(app, device):
    page = app("/?q=yellow-flower", device)
    answered(page, "yellow-flower")
    held = []
    page.route("**/thumbnail?size=1600*", lambda route: held.append(route))
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    image = page.locator("#photo .stage img")
    # From the thumbnail that the grid has.
    until(page, "a picture", lambda: image.evaluate("image => image.naturalWidth") in (320, 640))
    before = image.bounding_box()
    until(page, "the larger picture", lambda: held)
    assert len(held) == 1
    held[0].continue_()
    expect(image).to_have_js_property("naturalWidth", 1600)
    assert image.bounding_box() == before
    # Closer than that, the photo itself.
    for _ in range(8):
        page.keyboard.press("+")
    expect(image).to_have_js_property("naturalWidth", 2560)


@pytest.mark.everyday
def test_zoom_by_wheel_double_click_keys_and_drag(app):
    page = app("/?q=yellow-flower")
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    expect(page.locator("#photo .stage img")).to_have_js_property("naturalWidth", 1600)
    assert scale(page) == 1
    page.mouse.move(300, 300)
    page.mouse.wheel(0, -400)
    until(page, "the zoom", lambda: scale(page) > 2)
    # What is under the pointer stays there: the picture moves away from the corner that it points to.
    right, down = shift(page)
    assert right > 0 and down > 0
    page.mouse.down()
    page.mouse.move(220, 260, steps=5)
    page.mouse.up()
    until(page, "the drag", lambda: shift(page) == pytest.approx([right - 80, down - 40], abs=1))

    def is_scaled(wanted, across=0):
        until(page, "the zoom", lambda: scale(page) == wanted and shift(page)[0] == across)

    page.keyboard.press("0")
    is_scaled(1)
    page.mouse.dblclick(640, 400)
    is_scaled(2.5)
    page.keyboard.press("ArrowRight")
    is_scaled(2.5, -80)
    page.mouse.dblclick(640, 400)
    is_scaled(1)
    page.keyboard.press("+")
    is_scaled(1.5)
    page.get_by_role("button", name="Zoom in").click()
    is_scaled(2.25)
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()
    is_scaled(1)


@pytest.mark.everyday
def test_zoom_by_pinch_and_double_tap(app):
    page = app("/?q=yellow-flower", "phone")
    page.get_by_role("img", name="yellow-flower.jpg").first.tap()
    expect(page.locator("#photo .stage img")).to_have_js_property("naturalWidth", 1600)
    fingers = Fingers(page)
    fingers.move(((180, 400), (100, 400)), ((210, 400), (290, 400)))
    until(page, "the zoom", lambda: scale(page) == pytest.approx(190 / 30, rel=0.05))
    fingers.move(((200, 400), (260, 400)))
    until(page, "the drag", lambda: shift(page)[0] > 0)
    fingers.tap_twice(195, 400)
    until(page, "all of the picture", lambda: scale(page) == 1)
    fingers.tap_twice(195, 400)
    until(page, "the zoom", lambda: scale(page) == 2.5)


def test_swipes_turn_over_and_close(app):
    page = app("/?q=a+penguin", "phone")
    answered(page, "a penguin")
    open_photo(page)
    place = page.locator("#photo-place")
    fingers = Fingers(page)
    expect(place).to_have_text(re.compile("^1 of "))
    fingers.move(((320, 400), (90, 410)))
    expect(place).to_have_text(re.compile("^2 of "))
    fingers.move(((90, 400), (320, 410)))
    expect(place).to_have_text(re.compile("^1 of "))
    fingers.move(((200, 300), (205, 600)))
    expect(page.locator("#photo")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/\?q=a\+penguin$"))


@pytest.mark.everyday
def test_next_and_previous(app):
    page = app("/?q=a+penguin")
    answered(page, "a penguin")
    found = names(page, 3)
    open_photo(page)
    title = page.locator("#photo h2")
    expect(page.get_by_role("button", name="Previous photo")).to_be_hidden()
    page.get_by_role("button", name="Next photo").click()
    expect(title).to_have_text(found[1])
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text(found[2])
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text(found[1])
    # It has an address.
    expect(page.locator("#photo-place")).to_have_text(re.compile("^2 of "))
    page.reload()
    expect(page.locator("#photo-place")).to_have_text(re.compile("^2 of "))
    # Going back closes the photo, however many were looked at.
    page.go_back()
    expect(page.locator("#photo")).to_be_hidden()
    answered(page, "a penguin")


@pytest.mark.everyday
@pytest.mark.either_size
def test_what_is_known_of_it(flower):
    flower.get_by_role("button", name="About this photo").click()
    metadata = flower.get_by_role("complementary", name="About this photo")
    for words in ["yellow-flower.jpg", str(FLOWER.parent), "2,560 × 1,600", "When"]:
        expect(metadata).to_contain_text(words)
    flower.keyboard.press("i")
    expect(metadata).to_be_hidden()
    with flower.expect_download() as download:
        flower.get_by_role("link", name="Download original").click()
    assert download.value.suggested_filename == FLOWER.name
    assert download.value.path().read_bytes() == FLOWER.read_bytes()
    flower.get_by_role("link", name="More like this").click()
    expect(flower.locator("#photo")).to_be_hidden()
    expect(flower.locator("#chips li")).to_have_text("Like yellow-flower.jpg")


def test_how_and_where_it_was_taken(kinds, visit):
    page = visit(kinds.address + "/?q=in:metadata")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    # A title and a date are heard, and not only the name of the file.
    page.get_by_role("link", name=re.compile("^Überfahrt, Friday,? 14 July 2023")).click()
    page.keyboard.press("i")
    metadata = page.locator("#metadata")
    expect(metadata).to_contain_text("33.85821° S, 151.20667° W")
    link = metadata.get_by_role("link", name="Open in OpenStreetMap")
    expect(link).to_have_attribute("href", re.compile(r"^https://www\.openstreetmap\.org/\?mlat=-33\.858.*&mlon=-151\.206"))
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")
    metadata.get_by_role("button", name="Copy").click()
    hears(page, "Coordinates copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("-33.858")
    expect(metadata).not_to_contain_text("Exposure")
    page.keyboard.press("Escape")
    page.get_by_role("img", name="exposure.jpg").click()
    expect(metadata).to_contain_text("1/200 s · f/2.8 · ISO 400 · 50 mm")


def test_small_and_wide_pictures_look_the_same_again(serve, visit, folder):
    photos = folder / "small"
    photos.mkdir()
    for name, width, height in [("small.png", 24, 18), ("wide.png", 1200, 20), ("plain.png", 400, 300)]:
        (photos / name).write_bytes(striped(width, height, [(120, 120, 120)]))
    index(folder / "small-library", photos)
    page = visit(serve(library="small-library").address)
    for _ in range(2):
        expect(page.locator("#grid li.shown")).to_have_count(3)
        for name, fit in (("small.png", "scale-down"), ("wide.png", "scale-down"), ("plain.png", "cover")):
            expect(page.locator("#grid").get_by_alt_text(name)).to_have_css("object-fit", fit)
        page.get_by_role("link", name="Library", exact=True).click()
        page.reload()
        page.get_by_role("link", name="Photos", exact=True).click()


@pytest.mark.either_size
def test_the_path_is_copied(app, device):
    flower = app("/?q=yellow-flower", device)
    # What is known of the photo is late; its path came with the results.
    held = []
    flower.route(re.compile(r"/api/photos/\d+$"), lambda route: held.append(route))
    flower.get_by_role("img", name="yellow-flower.jpg").first.click()
    expect(flower.locator("#photo h2")).to_have_text("yellow-flower.jpg")
    flower.context.grant_permissions(["clipboard-read", "clipboard-write"])
    flower.get_by_role("button", name="Copy file path").click()
    hears(flower, "Path copied")
    expect(flower.locator("#photo .notice")).to_be_empty()
    for route in held: route.continue_()
    assert flower.evaluate("navigator.clipboard.readText()") == str(FLOWER)


@pytest.mark.either_size
def test_a_double_click_opens_it_with_its_buttons(app, device):
    page = app(device=device)
    page.locator("#grid li.shown .open").first.dblclick()
    expect(page.locator("#photo")).to_be_visible()
    page.wait_for_timeout(1_000)
    expect(page.get_by_role("button", name="Close")).to_be_visible()


def test_one_that_is_not_there(album, visit):
    page = visit(album.address + "/photo/999999", forgives=["/api/photos/999999"])
    expect(page.locator("#photo-trouble")).to_contain_text("not in the library")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#count")).to_have_text("331 photos")
