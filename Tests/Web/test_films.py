"""Films: told apart from photos, played in the place of their picture."""
import pytest
from playwright.sync_api import expect

from looks import drawn, fit_for_all, open_photo

FILMS = "/?q=in:films sort:name"


def opened(page, name):
    page.get_by_role("img", name=name).click()
    expect(page.locator("#photo h2")).to_have_text(name)


def video(page):
    return page.locator("#photo video")


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_film_is_told_apart_and_played(kinds, visit, device):
    page = visit(kinds.address + FILMS, device)
    tiles = page.locator("#grid li.shown")
    expect(tiles).to_have_count(4)
    expect(page.locator("#grid .length")).to_have_count(3)
    expect(tiles.filter(has=page.get_by_role("img", name="plain.webm")).locator(".length")).to_have_text("0:04")
    expect(page.get_by_role("link", name="video, 4 seconds")).to_have_count(3)
    opened(page, "plain.webm")
    play = page.get_by_role("button", name="Play the video, 4 seconds")
    expect(play).to_be_visible()
    play.click()
    expect(video(page)).to_have_js_property("ended", True)
    expect(video(page)).to_have_js_property("currentTime", video(page).evaluate("one => one.duration"))
    expect(play).to_be_hidden()
    page.keyboard.press("Escape")
    expect(video(page)).to_have_count(0)
    expect(page.locator("#photo")).to_be_visible()
    expect(play).to_be_visible()


def test_a_film_is_for_everybody(kinds, visit, device):
    page = visit(kinds.address + FILMS, device)
    expect(page.locator("#grid .length")).to_have_count(3)
    fit_for_all(page)
    opened(page, "plain.webm")
    play = page.get_by_role("button", name="Play the video, 4 seconds")
    expect(play).to_be_visible()
    fit_for_all(page)
    play.click()
    drawn(page)
    # Its controls lie above the tools, where a finger reaches them.
    box = video(page).bounding_box()
    tools = page.locator("#photo .tools").bounding_box()["y"]
    assert box["y"] + box["height"] <= (tools if device == "phone" else page.viewport_size["height"])


def test_keys_play_it_and_leave_its_own_alone(kinds, visit):
    page = visit(kinds.address + FILMS)
    # So that it lasts longer than whatever keeps the machine busy.
    page.evaluate("document.addEventListener('play', event => { event.target.playbackRate = 0.07; }, true)")
    opened(page, "plain.webm")
    expect(page.get_by_role("button", name="Play the video")).to_be_visible()
    page.keyboard.press("k")
    expect(video(page)).to_be_focused()
    expect(video(page)).to_have_js_property("paused", False)
    page.keyboard.press("k")
    expect(video(page)).to_have_js_property("paused", True)
    # The browser's own keys go back and on in a film, and do not turn to the next photo.
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#photo h2")).to_have_text("plain.webm")
    # Whoever turns to another photo leaves it.
    page.get_by_role("button", name="Previous photo").click()
    expect(page.locator("#photo h2")).to_have_text("IMG_1.jpg")
    expect(video(page)).to_have_count(0)


def test_a_film_that_the_browser_cannot_play_says_so(kinds, visit):
    page = visit(kinds.address + FILMS)
    opened(page, "a.avi")
    page.get_by_role("button", name="Play the video").click()
    expect(page.locator("#photo-trouble")).to_contain_text("This browser cannot play the video.")
    expect(page.locator("#photo-trouble")).to_contain_text("Download it")
    expect(video(page)).to_have_count(0)
    page.keyboard.press("Escape")
    opened(page, "turned.mov")
    page.locator("#photo").get_by_role("button", name="About this photo").click()
    for words in ("0:04", "Apple iPhone 13", "Porto"):
        expect(page.locator("#metadata")).to_contain_text(words)


def test_what_moves_in_a_photo_plays(kinds, visit):
    page = visit(kinds.address + "/?q=in:films -type:video")
    open_photo(page)
    expect(page.locator("#photo h2")).to_have_text("IMG_1.jpg")
    page.get_by_role("button", name="Play the video").click()
    expect(video(page)).to_have_js_property("ended", True)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()


def test_it_plays_from_the_moment_that_was_found(kinds, visit):
    page = visit(f"{kinds.address}/?q=file:blue.png")
    blue = page.request.get(f"{kinds.address}/api/search?q=file:blue.png").json()["results"][0]["id"]
    page.goto(f"{kinds.address}/?q=in:scenes like:{blue}")
    opened(page, "scenes.webm")
    play = page.get_by_role("button", name="Play the video from")
    expect(play).to_contain_text("0:10")
    play.click()
    expect(video(page)).to_be_focused()
    page.wait_for_function("() => document.querySelector('#photo video').currentTime > 6", polling=50)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()
