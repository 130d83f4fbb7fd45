"""The people in the photos: turned on by a button, named in place, put right, and deleted."""
import re

import pytest
from playwright.sync_api import expect

import libraries
from evoke import copied
from looks import fit_for_all, until


@pytest.fixture
def people(folder, request, serve, visit):
    """Opens the page of people, over a library of the test's own."""
    def open_page(device="desk", make=libraries.people):
        library = copied(folder / request.node.name, make.__name__, make)
        page = visit(serve(library=library, models=libraries.FACE_SHELF).address + "/people", device)
        if make == libraries.people:
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


# Where the cards of many people begin and end, how wide the page is with them, and how many stand side by side.
CROWDED = """list => {
    const more = Array.from({ length: 40 }, () => list.firstElementChild.cloneNode(true));
    list.append(...more);
    const boxes = [...list.children].map(one => one.getBoundingClientRect());
    const { scrollWidth } = document.documentElement;
    for (const one of more) one.remove();
    return [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right)), scrollWidth,
        boxes.filter(box => box.top === boxes[0].top).length];
}"""


def test_nothing_is_known_until_it_is_wanted(people):
    page = people(make=libraries.unknown)
    expect(page.get_by_role("button", name="Turn on face recognition")).to_be_enabled()
    expect(persons(page)).to_have_count(0)
    page.get_by_role("button", name="Turn on face recognition").click()
    # The server looks for faces by itself, and the page follows.
    expect(page.locator("#people-said")).to_have_text("1 person. 4 photos checked for faces.")
    expect(persons(page)).to_have_count(1)
    page.get_by_text("Delete all face data").click()
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_role("button", name="Turn on face recognition")).to_be_visible()
    expect(persons(page).first).to_be_hidden()


@pytest.mark.everyday
@pytest.mark.either_size
def test_somebody_is_named_in_place_and_found(people, device):
    page = people(device)
    expect(persons(page).locator(".small")).to_have_text(re.compile("^3 photos"))
    person = named(page)
    until(page, "the faces", lambda: page.locator("#persons img").evaluate_all(LOADED))
    person.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/people/\d+$"))
    expect(faces(page)).to_have_count(3)
    expect(page).to_have_title("Anna Smith · Evoke")
    page.get_by_role("link", name="All photos", exact=True).click()
    expect(page.locator("#search input[name=q]")).to_have_value('person:"Anna Smith"')
    expect(page.locator("#grid > li[data-id]")).to_have_count(3)
    page.locator("#search input[name=q]").fill("Anna outside")
    page.keyboard.press("Enter")
    expect(page.locator("#asked li")).to_contain_text("Anna → Anna")
    page.go_back()
    page.go_back()
    expect(faces(page)).to_have_count(3)
    # A photo of theirs is one of theirs, also after a reload.
    faces(page).first.get_by_role("link").click()
    place = page.locator("#photo-place")
    expect(place).to_have_text(re.compile("of 3$"))
    first = place.text_content()
    page.keyboard.press("ArrowRight" if first[0] == "1" else "ArrowLeft")
    expect(place).not_to_have_text(first)
    second = place.text_content()
    page.reload()
    expect(place).to_have_text(second)
    page.keyboard.press("Escape")
    expect(faces(page)).to_have_count(3)


def test_faces_are_moved_and_that_is_taken_back(people):
    page = people()
    # A name that is none is not taken, and one that is given up is not, either.
    field = named(page).get_by_label("Name of Anna Smith")
    field.fill("  ")
    field.press("Enter")
    expect(field).to_have_value("Anna Smith")
    field.fill("Other")
    field.press("Escape")
    expect(field).to_have_value("Anna Smith")

    persons(page).first.get_by_role("link").click()
    faces(page).first.get_by_role("checkbox").check()
    expect(page.locator("#moving")).to_contain_text("1 face")
    page.get_by_label("Someone else").fill("Ben")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(faces(page)).to_have_count(2)
    page.get_by_role("link", name="All people").click()
    expect(persons(page)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(persons(page)).to_have_count(1)
    persons(page).first.get_by_role("link").click()
    expect(faces(page)).to_have_count(3)
    faces(page).first.get_by_role("checkbox").check()
    page.get_by_role("button", name="Not Anna Smith").click()
    expect(faces(page)).to_have_count(2)
    expect(faces(page).first.get_by_role("checkbox")).to_be_focused()
    page.locator("#people-told").get_by_role("button", name="Undo").click()
    expect(faces(page)).to_have_count(3)


def test_two_become_one_knowingly_and_the_keyboard_stays(people):
    page = people()
    named(page).get_by_role("link").click()
    faces(page).first.get_by_role("checkbox").check()
    page.get_by_label("Someone else").fill("Ben")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(faces(page)).to_have_count(2)
    page.get_by_role("link", name="All people").click()
    ben = persons(page).get_by_label("Name of Ben")
    ben.fill("anna smith")
    ben.press("Enter")
    question = page.get_by_role("dialog", name="Same person?")
    expect(question).to_contain_text("Anna Smith already exists, with 2 photos. Is this the same person?")
    question.get_by_role("button", name="Different person").click()
    expect(ben).to_be_focused()
    expect(persons(page)).to_have_count(2)
    ben.press("Escape")
    expect(ben).to_have_value("Ben")
    ben.fill("Anna Smith")
    ben.press("Enter")
    question.get_by_role("button", name="Same person").click()
    expect(persons(page)).to_have_count(1)
    expect(persons(page).get_by_label("Name of Anna Smith")).to_be_focused()
    page.locator("#people-told").get_by_role("button", name="Undo").press("Enter")
    expect(persons(page)).to_have_count(2)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    # Nothing is left to be taken back in the end, and the keyboard is still there.
    until(page, "the end", lambda: undo.get_attribute("aria-disabled") == "true" or undo.press("Enter"))
    expect(undo).to_be_focused()


def test_somebody_is_hidden_and_shown_again(people):
    page = people()
    named(page).get_by_role("link").click()
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(page.get_by_role("button", name="Unhide")).to_be_visible()
    page.get_by_role("link", name="All people").click()
    expect(persons(page)).to_have_count(0)
    page.get_by_label("Show hidden people").check()
    expect(persons(page).locator(".small")).to_contain_text("hidden")


def test_everybody_can_use_it(people, device):
    page = people(device)
    fit_for_all(page)
    # Many have all the room there is, on a wide screen and on the narrowest phone.
    page.set_viewport_size({"desk": {"width": 1400, "height": 800}, "phone": {"width": 360, "height": 740}}[device])
    left, right, wide, columns = page.locator("#persons").evaluate(CROWDED)
    assert wide == page.viewport_size["width"] and left < 30 and right > wide - 30 and columns == (9 if device == "desk" else 2)
    named(page).get_by_role("link").click()
    expect(faces(page)).to_have_count(3)
    faces(page).first.get_by_role("checkbox").check()
    fit_for_all(page)


def test_people_come_once_the_server_is_back(folder, serve, visit):
    library = copied(folder / "away", "people", libraries.people)
    server = serve(library=library, models=libraries.FACE_SHELF)
    page = visit(server.address + "/labels", forgives=["ERR_", "Failed to load resource"])
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    page.get_by_role("link", name="People").click()
    expect(page.locator("#people-trouble")).to_contain_text("not responding")
    serve(library=library, port=server.port, models=libraries.FACE_SHELF)
    expect(persons(page)).to_have_count(1)
    expect(page.locator("#people-trouble")).to_be_empty()
