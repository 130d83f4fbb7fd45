"""A library that grows: from nothing, with a folder added and followed, pausing and going on."""
import os
import re
import shutil

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index
from looks import search, until

DONE = re.compile(r"^Looking at photos: (\d+) of \d+$")


@pytest.fixture
def photos(folder, request):
    """The album, and beside it a file that is damaged and one that cannot be read."""
    place = folder / f"photos-{request.node.name}"
    shutil.copytree(ALBUM, place)
    (place / "cut.jpg").write_bytes((ALBUM / "scenes" / "storm.jpg").read_bytes()[:700])
    return place


@pytest.mark.either_size
def test_a_folder_is_added_and_followed(serve, visit, photos, device):
    server = serve()
    page = visit(server.address, device)
    # An album of no photos says what to do next.
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    page.get_by_role("textbox", name="Add a folder").fill(str(photos))
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()

    progress = page.locator("#progress")
    expect(progress.locator(".words")).to_have_text(DONE)
    expect(progress.locator(".rate")).to_have_text(re.compile(r"[\d.]+ photos a second · .* left"))

    page.get_by_role("button", name="Pause").click()
    paused = progress.locator(".words")
    expect(paused).to_have_text(re.compile(r"^Paused"))
    page.get_by_role("button", name="Go on").click()
    expect(paused).to_have_text(DONE)

    # Photos can be looked at before the last is done.
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.locator("#grid li.shown").first).to_be_visible()
    working = page.locator("#working")
    until(page, "the last photo", working.is_hidden, sign=working.text_content)
    expect(page.locator("#count")).to_have_text("331 photos")

    page.get_by_role("link", name="Library", exact=True).click()
    expect(progress).to_be_hidden()
    failures = page.get_by_role("region", name="1 photo could not be read")
    expect(failures).to_contain_text(str(photos / "cut.jpg"))
    expect(failures.locator("li p").first).not_to_be_empty()
    expect(page.locator("#models")).to_contain_text("starter")
    expect(page.locator("#models")).to_contain_text("in use")
    page.get_by_text("Models that can be fetched").click()
    expect(page.get_by_role("button", name="Fetch MobileCLIP2-S0 (Apple)")).to_be_enabled()
    page.get_by_text("Models that can be fetched").click()
    search(page, "a penguin")

    # Forgetting is asked for twice.
    page.get_by_role("link", name="Library", exact=True).click()
    page.get_by_role("button", name=f"Forget {photos}").click()
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name=f"Forget {photos}").click()
    page.get_by_role("button", name="Forget the folder").click()
    expect(page.locator("#roots li")).to_have_count(0)
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.get_by_role("heading", name="No photos yet")).to_be_visible()
    assert (photos / "cut.jpg").exists()


def test_errors_show_as_they_happen(serve, visit, photos):
    for at in range(3):
        (photos / f"cut-{at}.jpg").write_bytes(bytes([at]) + b"\xff\xd8 no photo")
    page = visit(serve().address + "/library")
    page.get_by_role("textbox", name="Add a folder").fill(str(photos))
    page.get_by_role("button", name="Add").click()
    log = page.get_by_role("log")
    until(page, "all errors", lambda: log.locator("li").count() == 4, sign=page.locator("#progress").text_content)
    expect(log).to_contain_text("cut-0.jpg")
    expect(page.get_by_role("heading", name="4 photos could not be read")).to_be_visible()


def test_photos_without_their_end_are_listed_apart(serve, visit, folder, request):
    place = folder / f"photos-{request.node.name}"
    place.mkdir()
    whole = (ALBUM / "scenes" / "storm.jpg").read_bytes()
    (place / "half.jpg").write_bytes(whole[:len(whole) * 2 // 3])
    page = visit(serve().address + "/library")
    page.get_by_role("textbox", name="Add a folder").fill(str(place))
    page.get_by_role("button", name="Add").click()
    stumps = page.get_by_role("region", name="1 photo has lost its end")
    expect(stumps).to_contain_text(str(place / "half.jpg"))
    expect(stumps).to_contain_text("% of it is there")
    expect(page.locator("#failures")).to_be_hidden()
    expect(page.locator("#numbers")).to_contain_text("Have lost their end")


def test_a_folder_that_is_not_there(serve, visit):
    page = visit(serve().address + "/library", forgives=["/api/library/roots"])
    field = page.get_by_role("textbox", name="Add a folder")
    field.fill("/nowhere/at/all")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("/nowhere/at/all")
    assert field.input_value() == "/nowhere/at/all"
    field.fill("")
    page.keyboard.press("Enter")
    expect(page.locator("#roots li")).to_have_count(0)


@pytest.mark.either_size
def test_a_folder_is_found_by_browsing(serve, visit, folder, device):
    place = folder / f"browsing-{device}"
    (place / "inside" / "deep").mkdir(parents=True)
    (place / ".hidden").mkdir()
    (place / "link").symlink_to(ALBUM)
    (place / "inside" / "tiger.png").write_bytes((ALBUM / "animals" / "mammals" / "tiger.png").read_bytes())
    page = visit(serve().address + "/library", device)
    field = page.get_by_role("textbox", name="Add a folder")
    field.fill(str(place))
    page.get_by_role("button", name="Browse …").click()
    folders = page.locator(".browser li")
    expect(folders).to_have_text(["The folder above", "inside"])
    folders.last.get_by_role("button").click()
    expect(folders).to_have_text(["The folder above", "deep"])
    page.screenshot(path=folder / f"browsing-{device}.png")
    folders.last.get_by_role("button").click()
    expect(folders).to_have_text(["The folder above"])
    folders.first.get_by_role("button").click()
    expect(field).to_have_value(str(place / "inside"))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#roots")).to_contain_text(str(place / "inside"))


def test_a_model_is_put_to_use(serve, visit, folder, request):
    # A second one, with the files of the first.
    models = folder / "models"
    for called in ["starter", "other"]:
        shutil.copytree(f"{os.environ['EVOKE_MODELS']}/starter", models / called)
    photos = folder / "used"
    photos.mkdir()
    (photos / "tiger.png").write_bytes((ALBUM / "animals" / "mammals" / "tiger.png").read_bytes())
    index(folder / request.node.name, photos)
    page = visit(serve(models=models).address + "/library")
    page.get_by_role("button", name="Use other").click()
    expect(page.locator("#models li[aria-current]")).to_contain_text("other")
    expect(page.get_by_role("button", name="Use starter")).to_be_visible()
    page.get_by_role("combobox").fill("a tiger")
    expect(page.locator("#count")).to_contain_text("1 photo fits, best first")


def test_a_folder_without_photos(serve, visit, folder):
    empty = folder / "empty"
    empty.mkdir()
    page = visit(serve().address)
    page.get_by_role("textbox", name="Add a folder").fill(str(empty))
    page.keyboard.press("Enter")
    expect(page.locator("#roots")).to_contain_text(str(empty))
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.get_by_role("heading", name="No photos in your folders")).to_be_visible()
    expect(page.locator("#state")).to_contain_text(str(empty))


def test_two_windows_tell_the_same(serve, visit, photos):
    server = serve()
    one, other = visit(server.address + "/library"), visit(server.address)
    expect(other.get_by_role("heading", name="No photos yet")).to_be_visible()
    one.get_by_role("textbox", name="Add a folder").fill(str(photos))
    one.get_by_role("button", name="Add").click()
    count = other.locator("#count")
    until(other, "all photos", lambda: count.text_content() == "331 photos", sign=count.text_content)
