"""The people in the photos: turned on by a button, named in place, put right, and deleted."""
import re
import shutil

import pytest
from playwright.sync_api import expect

from evoke import Server, index, run, shelf_of
from looks import serious, too_small, until
from test_faces import FACES

# All in one process: looking for faces takes a while.
SHELF = shelf_of("face-detector", "face-landmarks", "face-recognizer")


def library(folder, name):
    """A library of two photos of one person, and of a cat."""
    photos = folder / f"{name} photos"
    photos.mkdir()
    for picture in ("astronaut.jpg", "exif.jpg", "cat.jpg"):
        shutil.copy(FACES / picture, photos)
    index(folder / name, photos, models=SHELF)
    return folder / name, photos


@pytest.fixture(scope="module")
def known(folder):
    """One whose people are known."""
    place, photos = library(folder, "people")
    run("people", "on", "--library", place)
    index(place, photos, models=SHELF)
    return place


@pytest.fixture
def served(known, folder, request):
    """A server over a copy of it."""
    place = folder / f"people of {request.node.name}"
    shutil.copytree(known, place)
    server = Server(place, models=SHELF)
    yield server
    server.stop()


@pytest.fixture
def people(served, visit):
    """Opens the page of people."""

    def open_page(device="desk", **options):
        page = visit(served.address + "/people", device, **options)
        expect(persons(page)).to_have_count(1)
        return page

    return open_page


def persons(page):
    return page.locator("#persons > li")


def faces(page):
    return page.locator("#person-faces > li")


def named(page, name="Anna Smith"):
    """Gives the first person a name."""
    field = persons(page).first.get_by_label("Add a name")
    field.fill(name)
    field.press("Enter")
    expect(persons(page).first.get_by_label(f"Name of {name}")).to_have_value(name)
    return persons(page).first


# Square, and not of a few pixels.
LOADED = """all => all.length > 0 && all.every(
    one => one.complete && one.naturalWidth === one.naturalHeight && one.naturalWidth > 20)"""


def test_nothing_is_known_until_it_is_wanted(folder, request, serve, visit):
    library(folder, request.node.name)
    page = visit(serve(models=SHELF).address)
    page.get_by_role("link", name="People").click()
    expect(page.get_by_role("button", name="Find people")).to_be_enabled()
    expect(persons(page)).to_have_count(0)
    page.get_by_role("button", name="Find people").click()
    # The server looks for faces by itself, and the page follows.
    expect(persons(page)).to_have_count(1)
    expect(page.locator("#people-said")).to_have_text("1 person. Faces were looked for in all 3 photos.")
    page.get_by_text("Delete all that is known").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_role("button", name="Find people")).to_be_visible()
    expect(persons(page).first).to_be_hidden()


@pytest.mark.either_size
def test_somebody_is_named_in_place_and_found(people, device):
    page = people(device)
    expect(persons(page).locator(".small")).to_have_text(re.compile("^2 photos"))
    person = named(page)
    until(page, "the faces", lambda: page.locator("#persons img").evaluate_all(LOADED))
    person.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/people/\d+$"))
    expect(faces(page)).to_have_count(2)
    expect(page).to_have_title("Anna Smith · Evoke")
    page.get_by_role("link", name="All photos", exact=True).click()
    expect(page.locator("#search input[name=q]")).to_have_value('person:"Anna Smith"')
    expect(page.locator("#grid > li[data-id]")).to_have_count(2)
    page.locator("#search input[name=q]").fill("Anna outside")
    page.keyboard.press("Enter")
    expect(page.locator("#understood li")).to_contain_text("Anna → Anna")
    page.go_back()
    page.go_back()
    expect(faces(page)).to_have_count(2)
    faces(page).first.get_by_role("link").click()
    expect(page.locator("#photo")).to_be_visible()
    page.keyboard.press("Escape")
    expect(faces(page)).to_have_count(2)


def test_faces_are_moved_and_that_is_taken_back(people):
    page = people()
    named(page).get_by_role("link").click()
    faces(page).first.get_by_role("checkbox").check()
    expect(page.locator("#moving")).to_contain_text("1 face")
    page.get_by_label("Somebody else").fill("Ben")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(faces(page)).to_have_count(1)
    page.get_by_role("link", name="All people").click()
    expect(persons(page)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(persons(page)).to_have_count(1)
    persons(page).first.get_by_role("link").click()
    expect(faces(page)).to_have_count(2)
    faces(page).first.get_by_role("checkbox").check()
    page.get_by_role("button", name="Not Anna Smith").click()
    expect(faces(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(faces(page)).to_have_count(2)


def test_somebody_is_hidden_and_shown_again(people):
    page = people()
    named(page).get_by_role("link").click()
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(page.get_by_role("button", name="Show among the people")).to_be_visible()
    page.get_by_role("link", name="All people").click()
    expect(persons(page)).to_have_count(0)
    page.get_by_label("Those, too, who are hidden").check()
    expect(persons(page).locator(".small")).to_contain_text("hidden")


def test_a_name_that_is_none_is_not_taken(people):
    page = people()
    field = named(page).get_by_label("Name of Anna Smith")
    field.fill("  ")
    field.press("Enter")
    expect(field).to_have_value("Anna Smith")
    field.fill("Other")
    field.press("Escape")
    expect(field).to_have_value("Anna Smith")


def test_it_is_fit_for_all(people, device):
    page = people(device)
    assert serious(page) == []
    assert device == "desk" or too_small(page) == []
    named(page).get_by_role("link").click()
    expect(faces(page)).to_have_count(2)
    faces(page).first.get_by_role("checkbox").check()
    assert serious(page) == []
    assert device == "desk" or too_small(page) == []
