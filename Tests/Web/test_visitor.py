"""What others see to whom an album is shared: its photos, and no control that does not work for them."""
import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from evoke import copied, index, run
from libraries import FILMS, MAMMALS
from looks import drawn, fit_for_all, names, open_photo, stop_clock, until


def make(place):
    """Four files, of which two are in the album "Dogs & others"."""
    photos, library = place / "photos", place / "library"
    photos.mkdir()
    for name in ("dog.png", "badger.png", "tiger.png"):
        (photos / name).write_bytes((MAMMALS / name).read_bytes())
    (photos / "film.webm").write_bytes((FILMS / "plain.webm").read_bytes())
    index(library, photos)
    run("album", "add", "--library", library, "Dogs & others", "type:png -file:tiger.png")
    run("search", "--library", library, "--save", "Films", "type:video")


@pytest.fixture(scope="session")
def shared(running):
    """A server whose album is shared; its link."""
    return linked(running("visited", make))


@pytest.fixture
def own_shared(serve, folder, request):
    """The same, of the test's own."""
    return linked(serve(library=copied(folder / request.node.name, "visited", make)))


def linked(server):
    made = share(server, album="dogs & others")
    server.share, server.link = made["share"]["number"], made["link"]
    return server


def share(server, **what):
    sent = urllib.request.Request(f"{server.address}/api/shares", method="POST", headers={"Content-Type": "application/json"},
                                  data=json.dumps(what).encode())
    return json.load(urllib.request.urlopen(sent))


def end(server):
    urllib.request.urlopen(urllib.request.Request(f"{server.address}/api/shares/{server.share}", method="DELETE"))


def shown_controls(page):
    """What can be pressed, by what it is called."""
    return page.evaluate("""[...document.querySelectorAll('a, button, input, select, label')]
        .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.skip'))
        .map(one => one.ariaLabel || one.textContent.trim())""")


def test_a_visitor_sees_the_album_alone(shared, visit, device):
    refused = []
    page = visit(shared.link, device)
    page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
    page.reload()
    expect(page).to_have_title("Dogs & others")
    expect(page.get_by_role("heading", level=1, name="Dogs & others")).to_be_visible()
    expect(page.locator("#search-page .until")).to_contain_text("Shared with you until")
    assert sorted(names(page)) == ["badger.png", "dog.png"]
    expect(page.locator("#count")).to_have_text("2 photos")
    drawn(page)
    # The owner's tools are not there, whatever the page is at.
    known = {"All photos", "Search these photos", "Slideshow", "Back to my library"}
    assert {one for one in shown_controls(page) if "png" not in one} <= known, shown_controls(page)
    fit_for_all(page)

    page.get_by_role("searchbox", name="Search these photos").fill("a dog")
    expect(page).to_have_title("a dog · Dogs & others")
    until(page, "the answer", lambda: names(page, 1) == ["dog.png"])
    for words in ("tiger", "type:png", "shape:square OR type:png"):
        page.get_by_role("searchbox", name="Search these photos").fill(words)
        expect(page).to_have_title(f"{words} · Dogs & others")
        expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
        assert set(names(page)) <= {"badger.png", "dog.png"}
    assert refused == []


def test_a_visitor_looks_at_a_photo(shared, visit, device):
    refused = []
    page = visit(shared.link, device)
    page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
    first, second = names(page)
    open_photo(page)
    photo = page.locator("#photo")
    expect(photo.locator("h2")).to_have_text(first)
    # The large picture, and not the file.
    expect(photo.locator(".stage img")).to_have_attribute("src", re.compile("size=1600|size=320"))
    photo.get_by_role("button", name="Zoom in").click()
    drawn(page)
    known = {"Close", "Slideshow", "Zoom in", "Zoom out", "About this photo", "Previous photo", "Next photo"}
    assert {one for one in photo.evaluate("""photo => [...photo.querySelectorAll('a, button, input, textarea')]
        .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map(one => one.ariaLabel || one.textContent.trim())""")} <= known
    # Keys of what is not there do nothing.
    for key in "fH15cdmltpx":
        page.keyboard.press(key)
    expect(photo.locator("h2")).to_have_text(first)
    page.keyboard.press("i")
    expect(photo.locator("#metadata")).to_contain_text(first)
    expect(photo.locator("#metadata")).not_to_contain_text(re.compile("Folder|Where|Tags|Albums|Caption|People|Text"), use_inner_text=True)
    fit_for_all(page)
    page.keyboard.press("i")
    page.keyboard.press("0")
    page.keyboard.press("ArrowRight")
    expect(photo.locator("h2")).to_have_text(second)
    stop_clock(page)
    page.keyboard.press("s")
    expect(page.locator("#photo.playing")).to_be_visible()
    expect(photo.locator(".stage img")).to_have_attribute("src", re.compile("size=1600"))
    page.clock.run_for(5500)
    expect(photo.locator("h2")).to_have_text(first)
    page.keyboard.press("Escape")
    assert refused == []


@pytest.mark.either_size
def test_what_has_ended_is_said_plainly(own_shared, visit, device):
    page = visit(own_shared.link, device, forgives=("403",))
    assert len(names(page)) == 2
    end(own_shared)
    page.get_by_role("searchbox", name="Search these photos").fill("dog")
    expect(page.get_by_role("heading", level=1, name="No longer shared")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1, name="No longer shared")).to_be_visible()
    expect(page.locator("#state")).to_contain_text("This link is no longer shared.")
    expect(page.locator("#state")).to_contain_text("Ask the person who sent it for a new one.")
    expect(page.locator("#grid li")).to_have_count(0)
    fit_for_all(page)
    # The owner, who has tried the link, goes back.
    page.get_by_role("button", name="Back to my library").click()
    expect(page).to_have_title("Evoke")
    assert len(names(page)) == 4


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_visitor_plays_a_film(shared, visit, device):
    page = visit(share(shared, search="Films")["link"], device)
    expect(page.get_by_role("heading", level=1, name="Films")).to_be_visible()
    assert names(page) == ["film.webm"]
    open_photo(page)
    page.get_by_role("button", name="Play the video").click()
    expect(page.locator("#photo video")).to_have_js_property("ended", True)


@pytest.mark.either_size
def test_other_pages_are_not_there(shared, visit, device):
    page = visit(shared.link, device, forgives=("403", "404"))
    names(page)
    for address in ("/library", "/people", "/duplicates", "/labels", "/years", "/?map=all"):
        page.goto(shared.address + address)
        assert len(names(page)) == 2
        expect(page.get_by_role("heading", level=1, name="Dogs & others")).to_be_visible()
    page.goto(shared.address + "/?q=in:photos")
    expect(page.locator("#state")).to_contain_text("Shared photos can be searched only by words")
    page.goto(shared.address + "/photo/99")
    expect(page.locator("#photo-trouble")).to_contain_text("No such photo is shared here.")


def test_the_owner_makes_a_link_and_ends_it(own_shared, visit, device):
    page = visit(own_shared.address, device)
    names(page)
    page.get_by_role("button", name="Saved searches and albums").click()
    dialog = page.locator("#saved")
    expect(dialog.locator("#shares p")).to_have_count(1)
    dialog.get_by_role("button", name="Share “Dogs & others”").click()
    link = dialog.get_by_label("Link")
    expect(link).to_have_value(re.compile(r"/\?token=share-[0-9a-f]{64}$"))
    expect(dialog.locator(".answer")).to_contain_text("Anyone with this link can view “Dogs & others” until")
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.locator("#shares p")).to_have_count(2)
    fit_for_all(page)
    other = visit(link.input_value(), device, forgives=("403",))
    assert len(names(other)) == 2
    dialog.get_by_role("button", name="Stop sharing “Dogs & others”").last.click()
    expect(dialog.locator("#shares p")).to_have_count(1)
    other.reload()
    expect(other.get_by_role("heading", level=1, name="No longer shared")).to_be_visible()
