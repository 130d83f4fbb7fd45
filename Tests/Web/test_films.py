"""Films: told apart from photos, played in the place of their picture."""
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, Server, index
from looks import drawn, open_photo, serious, too_small
from pictures import striped

FILMS = Path(__file__).parents[1] / "FilmsFFmpegTests" / "Fixtures"


@pytest.fixture(scope="session")
def films(folder):
    """Three films, of which browsers have no decoder for the first, and a photo that moves."""
    place = folder / "films"
    place.mkdir()
    for name, film in (("plain.webm", "plain.webm"), ("a.avi", "plain.avi"), ("turned.mov", "turned.mov")):
        (place / name).write_bytes((FILMS / film).read_bytes())
    photo = ALBUM / "scenes" / "storm.jpg"
    (place / "IMG_1.jpg").write_bytes(photo.read_bytes())
    (place / "IMG_1.mp4").write_bytes((FILMS / "plain.webm").read_bytes())
    index(folder / "films-library", place)
    server = Server(folder / "films-library")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def scenes(folder):
    """A film that shows three things, one after the other, and pictures of the last two."""
    place = folder / "scenes"
    place.mkdir()
    (place / "scenes.webm").write_bytes((FILMS / "scenes.webm").read_bytes())
    for name, colour in (("green", (0, 255, 0)), ("blue", (0, 0, 255))):
        (place / f"{name}.png").write_bytes(striped(160, 120, [colour, (255, 255, 255)]))
    index(folder / "scenes-library", place)
    server = Server(folder / "scenes-library")
    yield server
    server.stop()


def opened(page, name):
    page.get_by_role("img", name=name).click()
    expect(page.locator("#photo h2")).to_have_text(name)


def video(page):
    return page.locator("#photo video")


def test_a_film_is_told_apart_and_played(films, visit, device, folder):
    page = visit(films.address + "/?q=sort:name", device)
    tiles = page.locator("#grid li.shown")
    expect(tiles).to_have_count(4)
    expect(page.locator("#grid .length")).to_have_count(3)
    expect(tiles.filter(has=page.get_by_role("img", name="plain.webm")).locator(".length")).to_have_text("0:04")
    expect(page.get_by_role("link", name="film, 4 seconds")).to_have_count(3)
    drawn(page)
    page.screenshot(path=folder / f"films-{device}.png")
    opened(page, "plain.webm")
    play = page.get_by_role("button", name="Play the film, 4 seconds")
    expect(play).to_be_visible()
    drawn(page)
    assert serious(page) == []
    if device == "phone":
        assert too_small(page) == []
    page.screenshot(path=folder / f"film-{device}.png")
    play.click()
    expect(video(page)).to_have_js_property("ended", True)
    expect(video(page)).to_have_js_property("currentTime", video(page).evaluate("one => one.duration"))
    expect(play).to_be_hidden()
    # Its controls lie above the tools, where a finger reaches them.
    bottom = video(page).bounding_box()["y"] + video(page).bounding_box()["height"]
    tools = page.locator("#photo .tools").bounding_box()["y"]
    assert bottom <= (tools if device == "phone" else page.viewport_size["height"])
    page.screenshot(path=folder / f"film-played-{device}.png")
    page.keyboard.press("Escape")
    expect(video(page)).to_have_count(0)
    expect(page.locator("#photo")).to_be_visible()
    expect(play).to_be_visible()


def test_keys_play_it_and_leave_its_own_alone(films, visit):
    page = visit(films.address + "/?q=sort:name")
    opened(page, "plain.webm")
    expect(page.get_by_role("button", name="Play the film")).to_be_visible()
    page.keyboard.press("k")
    expect(video(page)).to_be_focused()
    # So that it lasts longer than whatever keeps the machine busy.
    video(page).evaluate("one => { one.playbackRate = 0.07; }")
    page.keyboard.press("k")
    expect(video(page)).to_have_js_property("paused", True)
    # The browser's own keys go back and on in a film, and do not turn to the next photo.
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#photo h2")).to_have_text("plain.webm")
    # Whoever turns to another photo leaves it.
    page.get_by_role("button", name="Previous photo").click()
    expect(page.locator("#photo h2")).to_have_text("IMG_1.jpg")
    expect(video(page)).to_have_count(0)


def test_a_film_that_the_browser_cannot_play_says_so(films, visit):
    page = visit(films.address + "/?q=sort:name")
    opened(page, "a.avi")
    page.get_by_role("button", name="Play the film").click()
    expect(page.locator("#photo-trouble")).to_contain_text("This browser cannot play the film.")
    expect(page.locator("#photo-trouble")).to_contain_text("Download it")
    expect(video(page)).to_have_count(0)


def test_what_is_known_of_a_film(films, visit):
    page = visit(films.address + "/?q=sort:name")
    opened(page, "turned.mov")
    page.locator("#photo").get_by_role("button", name="About this photo").click()
    expect(page.locator("#facts")).to_contain_text("0:04")
    expect(page.locator("#facts")).to_contain_text("Apple iPhone 13")
    expect(page.locator("#facts")).to_contain_text("Porto")


def test_what_moves_in_a_photo_plays(films, visit):
    page = visit(films.address + "/?q=-type:video")
    open_photo(page)
    expect(page.locator("#photo h2")).to_have_text("IMG_1.jpg")
    page.get_by_role("button", name="Play the film").click()
    expect(video(page)).to_have_js_property("ended", True)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()


def test_it_plays_from_the_moment_that_was_found(scenes, visit):
    page = visit(f"{scenes.address}/?q=file:blue.png")
    blue = page.request.get(f"{scenes.address}/api/search?q=file:blue.png").json()["results"][0]["id"]
    page.goto(f"{scenes.address}/?q=like:{blue}")
    opened(page, "scenes.webm")
    play = page.get_by_role("button", name="Play the film from")
    expect(play).to_contain_text("0:10")
    play.click()
    expect(video(page)).to_be_focused()
    page.wait_for_function("document.querySelector('#photo video').currentTime > 6")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()
