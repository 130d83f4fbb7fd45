"""The faces in a photo: framed, named by mouse, by finger and by keyboard, and found by their names."""
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evoke import Server, index, run, shelf_of
from looks import hears, serious, too_small

# All in one process: looking for faces takes a while.
FACES = Path(__file__).parent.parent / "EvokeTestSupport" / "Faces"


@pytest.fixture(scope="module")
def looked(folder):
    """A library in whose photos somebody has looked for faces: of one, of ten and of none."""
    shelf = shelf_of("face-detector", "face-landmarks", "face-recognizer")
    photos = folder / "faces"
    photos.mkdir()
    for name in ("astronaut.jpg", "group.jpg", "cat.jpg"):
        shutil.copy(FACES / name, photos)
    library = folder / "faces-library"
    index(library, photos, models=shelf)
    run("people", "on", "--library", library)
    index(library, photos, models=shelf)
    return library, shelf


@pytest.fixture
def served(looked, folder, request):
    """A server over a library of the test's own."""
    library = folder / f"faces of {request.node.name}"
    shutil.copytree(looked[0], library)
    server = Server(library, models=looked[1])
    yield server
    server.stop()


@pytest.fixture
def photo(served, visit):
    """Opens a photo."""

    def open_photo(name="astronaut.jpg", device="desk", **options):
        page = visit(served.address, device, **options)
        page.get_by_role("img", name=name).first.click()
        expect(page.locator("#photo h2")).to_have_text(name)
        return page

    return open_photo


def shown(page, count=1):
    """Shows the frames."""
    page.get_by_role("button", name="Show the faces").click()
    expect(frames(page)).to_have_count(count)
    return frames(page)


def frames(page):
    return page.locator("#photo .faces button")


def named(page):
    return page.locator("#people li")


def test_a_face_is_named_and_its_photos_are_found(photo, device):
    page = photo(device=device)
    frame = shown(page)
    expect(frame).to_have_text("?")
    picture, box = page.locator("#photo .stage img").bounding_box(), frame.bounding_box()
    scale = picture["width"] / 512
    for side, wanted in (("x", picture["x"] + 171 * scale), ("y", picture["y"] + 66 * scale), ("width", 109 * scale)):
        assert abs(box[side] - wanted) < 4, (side, box, picture)
    frame.click()
    expect(page.locator("#naming").get_by_label("Name")).to_be_focused()
    page.keyboard.type("Eileen Collins")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(frame).to_have_text("Eileen Collins")
    expect(page.locator("#naming")).to_be_hidden()
    hears(page, "This is Eileen Collins")
    page.get_by_role("button", name="About this photo").click()
    page.locator("#people").get_by_role("link", name="Eileen Collins").click()
    expect(page).to_have_url(re.compile(r"/people/\d+$"))
    page.get_by_role("link", name="All photos", exact=True).click()
    expect(page).to_have_url(re.compile(r"/\?q=person"))
    expect(page.locator("#search input[name=q]")).to_have_value('person:"Eileen Collins"')
    # She is in the other photo, too, as the largest of ten.
    expect(page.locator("#grid > li[data-id]")).to_have_count(2)


def test_all_of_it_by_keyboard(photo):
    page = photo("group.jpg", forgives=["400 (Bad Request)"])
    # The photo is in front once its faces have come, and no key is lost.
    expect(page.get_by_role("button", name="Show the faces")).to_be_visible()
    page.keyboard.press("p")
    expect(frames(page)).to_have_count(10)
    frames(page).first.focus()
    page.keyboard.press("Enter")
    # Letters that are keys of the photo's are letters here.
    page.keyboard.type("Dip the i")
    page.keyboard.press("Enter")
    expect(frames(page).first).to_have_text("Dip the i")
    expect(frames(page).first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#naming")).to_be_visible()
    # The name that is known is offered, and cannot be two faces of one photo.
    page.keyboard.type("di")
    expect(page.locator("#known-people option")).to_have_count(1)
    page.keyboard.type("p the i")
    page.keyboard.press("Enter")
    hears(page, "two faces in one photo are two people")
    page.keyboard.press("Escape")
    expect(page.locator("#naming")).to_be_hidden()
    expect(frames(page).nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(frames(page).first).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()


def test_what_was_said_is_taken_back(photo):
    page = photo()
    frame = shown(page)
    frame.click()
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    expect(frame).to_have_text("Anna")
    frame.click()
    page.get_by_role("button", name="Not Anna").click()
    expect(frame).to_have_text("?")
    page.get_by_role("button", name="Undo").click()
    expect(frame).to_have_text("Anna")
    frame.click()
    page.get_by_role("button", name="Hide this face").click()
    expect(frame).to_have_text("Hidden")
    page.get_by_role("button", name="Undo").click()
    expect(frame).to_have_text("Anna")


def test_there_is_nothing_where_nobody_is(photo):
    page = photo("cat.jpg")
    page.keyboard.press("i")
    expect(page.locator("#facts")).to_contain_text("Folder")
    expect(page.get_by_role("button", name="Show the faces")).to_be_hidden()
    expect(page.locator("#people")).to_be_hidden()
    # Its faces are gone when the next photo comes.
    page.keyboard.press("Escape")
    page.get_by_role("img", name="astronaut.jpg").first.click()
    shown(page)


def test_it_is_fit_for_all(photo, device):
    page = photo("group.jpg", device)
    shown(page, 10).first.click()
    assert serious(page) == []
    # Small faces are named in the list beside the photo.
    assert device == "desk" or [one for one in too_small(page) if 'aria-label="Face ' not in one] == []
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="About this photo").click()
    expect(named(page)).to_have_count(10)
    assert serious(page) == []
