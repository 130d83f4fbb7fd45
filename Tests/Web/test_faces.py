"""The faces in a photo: framed, named by mouse, by finger and by keyboard, and found by their names."""
import re

import pytest
from playwright.sync_api import expect

import libraries
from evoke import Server, copied
from looks import fit_for_all, hears


@pytest.fixture(scope="session")
def faces(running):
    """A server over photos in which somebody has looked for faces: nobody is named."""
    return running("people", libraries.people, models=libraries.FACE_SHELF)


@pytest.fixture
def own_faces(folder, request):
    """The same library, of the test's own."""
    server = Server(copied(folder / request.node.name, "people", libraries.people), models=libraries.FACE_SHELF)
    yield server
    server.stop()


def opened(visit, server, name="astronaut.jpg", device="desk", **options):
    page = visit(server.address, device, **options)
    page.get_by_role("img", name=name).first.click()
    expect(page.locator("#photo h2")).to_have_text(name)
    # The photo is in front once its faces have come, and no key is lost.
    if name != "cat.jpg":
        expect(page.get_by_role("button", name="Show faces")).to_be_visible()
    return page


def shown(page, count=1):
    """Shows the frames."""
    page.get_by_role("button", name="Show faces").click()
    expect(frames(page)).to_have_count(count)
    return frames(page)


def frames(page):
    return page.locator("#photo .faces button")


def test_a_face_that_is_named_elsewhere_has_its_name(own_faces, visit):
    page = opened(visit, own_faces)
    frame = shown(page)
    photo = page.url.split("/photo/")[1].split("?")[0]
    frame.focus()
    assert page.request.put(f"{own_faces.address}/api/photos/{photo}/faces/1", data={"name": "Eileen"}).ok
    expect(frame).to_have_text("Eileen")
    expect(frame).to_be_focused()


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_face_is_named_and_its_photos_are_found(own_faces, visit, device):
    page = opened(visit, own_faces, device=device)
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
    # She is in other photos, too, in one as the largest of ten.
    expect(page.locator("#grid > li[data-id]")).to_have_count(3)


def test_all_of_it_by_keyboard(own_faces, visit):
    page = opened(visit, own_faces, "group.jpg", forgives=["400 (Bad Request)"])
    page.keyboard.press("p")
    expect(frames(page)).to_have_count(10)
    frames(page).first.focus()
    page.keyboard.press("Enter")
    # Letters that are keys of the photo's are letters here.
    expect(page.locator("#naming").get_by_label("Name")).to_be_focused()
    page.keyboard.type("Dip the i")
    page.keyboard.press("Enter")
    expect(frames(page).first).to_have_text("Dip the i")
    expect(frames(page).first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#naming").get_by_label("Name")).to_be_focused()
    # The name that is known is offered, and cannot be two faces of one photo.
    page.keyboard.type("di")
    expect(page.locator("#known-people option")).to_have_count(1)
    page.keyboard.type("p the i")
    page.keyboard.press("Enter")
    hears(page, "already has another face in the photo")
    page.keyboard.press("Escape")
    expect(page.locator("#naming")).to_be_hidden()
    expect(frames(page).nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(frames(page).first).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()


def test_what_was_said_is_taken_back(own_faces, visit):
    page = opened(visit, own_faces)
    frame = shown(page)
    frame.click()
    page.locator("#naming").get_by_label("Name").fill("Anna")
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


def test_there_is_nothing_where_nobody_is(faces, visit):
    page = opened(visit, faces, "cat.jpg")
    page.keyboard.press("i")
    expect(page.locator("#metadata")).to_contain_text("Folder")
    expect(page.get_by_role("button", name="Show faces")).to_be_hidden()
    expect(page.locator("#people")).to_be_hidden()
    # Its faces are gone when the next photo comes.
    page.keyboard.press("Escape")
    page.get_by_role("img", name="astronaut.jpg").first.click()
    shown(page)


def test_everybody_can_use_it(faces, visit, device):
    page = opened(visit, faces, "group.jpg", device)
    shown(page, 10).first.click()
    # Small faces are named in the list beside the photo.
    fit_for_all(page, may_be_small='aria-label="Face ')
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="About this photo").click()
    expect(page.locator("#people li")).to_have_count(10)
    fit_for_all(page, may_be_small='aria-label="Face ')
