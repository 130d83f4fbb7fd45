"""A library that grows: from nothing, with a folder added and followed, pausing and going on."""
import os
import re
import shutil

import pytest
from playwright.sync_api import expect

import libraries
from evoke import ALBUM, copied, index
from looks import search, until

DONE = re.compile(r"^Indexing (\d+) of \d+$")
TIGER = ALBUM / "animals" / "mammals" / "tiger.png"
STORM = ALBUM / "scenes" / "storm.jpg"


@pytest.fixture
def photos(folder, request):
    """An empty folder of the test's own."""
    place = folder / f"photos of {request.node.name}"
    place.mkdir()
    return place


def add(page, place):
    page.get_by_role("textbox", name="Add a folder").fill(str(place))
    page.get_by_role("button", name="Add", exact=True).click()


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_folder_is_found_by_browsing_added_and_forgotten(serve, visit, photos, device):
    place = photos
    (place / "inside" / "deep").mkdir(parents=True)
    (place / ".hidden").mkdir()
    (place / "link").symlink_to(ALBUM)
    (place / "inside" / "tiger.png").write_bytes(TIGER.read_bytes())
    (place / "inside" / "cut.jpg").write_bytes(STORM.read_bytes()[:700])
    whole = STORM.read_bytes()
    (place / "inside" / "half.jpg").write_bytes(whole[:len(whole) * 2 // 3])
    page = visit(serve().address, device)
    # An album of no photos says what to do next.
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    page.get_by_role("link", name="Library", exact=True).click()
    field = page.get_by_role("textbox", name="Add a folder")
    field.fill(str(place))
    page.get_by_role("button", name="Browse…").click()
    folders = page.locator(".browser li")
    expect(folders).to_have_text(["Parent folder", "inside"])
    folders.last.get_by_role("button").click()
    expect(folders).to_have_text(["Parent folder", "deep"])
    folders.last.get_by_role("button").click()
    expect(folders).to_have_text(["Parent folder"])
    folders.first.get_by_role("button").click()
    expect(field).to_have_value(str(place / "inside"))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#roots")).to_contain_text(str(place / "inside"))

    # What cannot be read is told, and what has lost its end is listed apart.
    failures = page.get_by_role("region", name="1 unreadable photo")
    expect(failures).to_contain_text(str(place / "inside" / "cut.jpg"))
    expect(failures.locator("li p").first).not_to_be_empty()
    stumps = page.get_by_role("region", name="1 truncated file")
    expect(stumps).to_contain_text(str(place / "inside" / "half.jpg"))
    expect(stumps).to_contain_text("% of the file is there")
    expect(page.locator("#numbers")).to_contain_text("Incomplete")
    expect(page.locator("#models")).to_contain_text(re.compile("starter.*in use", re.DOTALL))
    page.get_by_text("Available models").click()
    expect(page.get_by_role("button", name="Download MobileCLIP2-S0 (Apple)")).to_be_enabled()

    # Forgetting is asked for twice.
    page.get_by_role("button", name=f"Remove {place / 'inside'}").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name=f"Remove {place / 'inside'}").click()
    page.get_by_role("button", name="Remove folder").click()
    expect(page.locator("#roots li")).to_have_count(0)
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    assert (place / "inside" / "cut.jpg").exists()


@pytest.mark.either_size
def test_a_folder_is_followed(serve, visit, folder, device):
    """The whole album, in two windows."""
    place = folder / "followed"
    shutil.copytree(ALBUM, place)
    for at in range(3):
        (place / f"cut-{at}.jpg").write_bytes(bytes([at]) + b"\xff\xd8 no photo")
    server = serve()
    page, other = visit(server.address + "/library", device), visit(server.address)
    expect(other.get_by_role("heading", name="No photos yet")).to_be_visible()
    add(page, place)
    progress = page.locator("#progress")
    words = progress.locator(".words")
    expect(words).to_have_text(DONE)
    expect(progress.locator(".rate")).to_have_text(re.compile(r"[\d.]+ photos per second · .* left"))
    page.get_by_role("button", name="Pause").click()
    expect(words).to_have_text(re.compile(r"^Paused"))
    page.get_by_role("button", name="Resume").click()
    expect(words).to_have_text(DONE)
    # Errors show as they happen.
    log = page.get_by_role("log")
    until(page, "all errors", lambda: log.locator("li").count() == 3, sign=progress.text_content)
    expect(log).to_contain_text("cut-0.jpg")
    # Photos can be looked at before the last is done.
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.locator("#grid li.shown").first).to_be_visible()
    working = page.locator("#working")
    until(page, "the last photo", working.is_hidden, sign=working.text_content)
    for window in (page, other):
        expect(window.locator("#count")).to_have_text("331 photos")
    page.get_by_role("link", name="Library", exact=True).click()
    expect(progress).to_be_hidden()
    expect(page.get_by_role("heading", name="3 unreadable photos")).to_be_visible()
    search(page, "a penguin")


@pytest.mark.either_size
def test_new_photos_come_by_themselves_and_when_somebody_asks(serve, visit, folder, photos, device):
    for at in range(40):
        shutil.copy(ALBUM / "scenes" / "storm.jpg", photos / f"{at}.jpg")
    index(folder / "growing", photos)
    page = visit(serve(library="growing", watches=True).address, device)
    expect(page.locator("#count")).to_have_text("40 photos")
    page.evaluate("scrollTo(0, 500)")
    shutil.copy(TIGER, photos / "tiger.png")
    # Whoever is further down stays there, and is told.
    fresh = page.get_by_role("button", name="Show 1 new photo")
    fresh.click()
    expect(page.locator("#count")).to_have_text("41 photos")
    page.get_by_role("link", name="Library", exact=True).click()
    page.get_by_role("button", name="Check for new photos").click()
    expect(page.locator("#check")).to_contain_text("No new photos")


def test_a_folder_that_is_not_there_and_one_without_photos(serve, visit, photos):
    empty = photos
    page = visit(serve().address, forgives=["/api/library/roots"])
    field = page.get_by_role("textbox", name="Add a folder")
    field.fill("/nowhere/at/all")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("/nowhere/at/all")
    expect(field).to_have_value("/nowhere/at/all")
    page.get_by_role("link", name="Library", exact=True).click()
    field.fill("")
    page.keyboard.press("Enter")
    expect(page.locator("#roots li")).to_have_count(0)
    field.fill(str(empty))
    page.keyboard.press("Enter")
    expect(page.locator("#roots")).to_contain_text(str(empty))
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.get_by_role("heading", name="No photos in your folders")).to_be_visible()
    expect(page.locator("#state")).to_contain_text(str(empty))


def test_a_model_is_put_to_use(serve, visit, folder):
    # A second one, with the files of the first.
    models = folder / "models"
    for called in ["starter", "other"]:
        shutil.copytree(f"{os.environ['EVOKE_MODELS']}/starter", models / called)
    library = copied(folder / "used", "zoo", libraries.zoo)
    page = visit(serve(library=library, models=models).address + "/library")
    page.get_by_role("button", name="Use other").click()
    expect(page.locator("#models li[aria-current]")).to_contain_text("other")
    expect(page.get_by_role("button", name="Use starter")).to_be_visible()
    page.get_by_role("combobox").fill("a tiger")
    expect(page.locator("#count")).to_contain_text(re.compile(r"\bmatch(es)?, best first"))
