"""What the app shows when something goes wrong: the server gone, an error, a token that is missing."""
import json
import re

import pytest
from playwright.sync_api import expect

import libraries
from evoke import copied, index
from looks import answered, names, search

GONE = ["ERR_", "Failed to load resource"]


@pytest.mark.everyday
@pytest.mark.either_size
def test_the_server_stops_and_comes_back(serve, visit, folder, device):
    library = copied(folder / "stopping", "zoo", libraries.zoo)
    server = serve(library=library)
    page = visit(server.address, device, forgives=GONE)
    before = names(page)
    expect(page.locator("#offline")).to_be_hidden()
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/api/search" in request.url):
        page.get_by_role("combobox").fill("a tiger")
    # What was there can still be looked at, and is no answer.
    expect(page.locator("#count")).to_contain_text("Evoke will search once it responds again")
    expect(page.locator("#grid li .open img").first).to_have_attribute("alt", before[0])
    serve(library=library, port=server.port)
    expect(page.locator("#offline")).to_be_hidden()
    # What was asked meanwhile is answered now.
    answered(page, "a tiger")
    assert names(page)[0] == "tiger.png"


@pytest.mark.everyday
def test_an_error_has_its_remedy_and_a_button(app):
    page = app(forgives=["409"])
    expect(page.locator("#count")).to_have_text("331 photos")
    problem = {"type": "about:blank", "title": "Conflict", "status": 409, "kind": "modelMissing",
               "detail": "The library has no vectors of the model 'clip'.", "remedy": "Run 'evoke index --model clip'."}
    page.route("**/api/search*", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", body=json.dumps(problem)))
    page.get_by_role("combobox").fill("a penguin")
    state = page.locator("#state")
    expect(state).to_contain_text(problem["detail"])
    expect(state).to_contain_text(problem["remedy"])
    page.unroute("**/api/search*")
    page.get_by_role("button", name="Try again").click()
    expect(state).to_be_hidden()
    answered(page, "a penguin")
    assert "penguin" in names(page)[0]


def test_a_thumbnail_that_fails_shows_its_name(album, visit):
    page = visit(album.address + "/labels", forgives=["thumbnail"])
    page.route("**/thumbnail*", lambda route: route.abort())
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.locator("#grid li.broken").first).to_be_visible()


@pytest.mark.everyday
def test_a_token_is_asked_for_and_the_query_is_kept(serve, visit, folder):
    server = serve("--host", "127.0.0.2", library=copied(folder / "token", "zoo", libraries.zoo))
    assert server.token
    page = visit(server.address + "/?q=a+tiger", forgives=["401"])
    expect(page.get_by_role("heading", name="Enter the token")).to_be_visible()
    field = page.get_by_label("Token", exact=True)
    field.fill("wrong")
    page.keyboard.press("Enter")
    expect(page.locator("#token").get_by_role("alert")).to_contain_text("Wrong token")
    expect(field).to_be_focused()
    field.fill(server.token)
    page.keyboard.press("Enter")
    answered(page, "a tiger")
    assert names(page)[0] == "tiger.png"
    expect(page).to_have_url(server.address + "/?q=a+tiger")


def test_photos_that_vanish_from_the_disk(serve, visit, folder):
    photos = folder / "vanishing"
    photos.mkdir()
    for name in ["tiger.png", "lion.png"]:
        (photos / name).write_bytes((libraries.MAMMALS / name).read_bytes())
    index(folder / "vanishing-library", photos)
    page = visit(serve(library="vanishing-library").address, forgives=["404"])
    assert sorted(names(page)) == ["lion.png", "tiger.png"]
    (photos / "tiger.png").unlink()
    search(page, "type:png sort:name")
    page.get_by_role("link", name=re.compile("^tiger.png")).click()
    page.get_by_role("button", name="About this photo").click()
    expect(page.locator("#metadata")).to_contain_text("is not available")
    expect(page.locator("#photo-trouble")).to_contain_text("This photo’s file is missing")
    # What needs the file is not offered, and is again for the next photo.
    expect(page.get_by_role("link", name="Download original")).to_be_hidden()
    page.get_by_role("button", name="Previous photo").click()
    expect(page.get_by_role("link", name="Download original")).to_be_visible()
    expect(page.locator("#photo-trouble")).to_be_hidden()
    # One that goes while it is open says so when it is wanted.
    page.route("**/original*", lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Download original").click()
    expect(page.locator("#photo-trouble")).to_contain_text("Could not download lion.png.")


def test_where_nothing_is_there_is_a_way_back(album, visit):
    page = visit(album.address + "/photoes/12", forgives=["404"])
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="All photos", exact=True).click()
    expect(page.locator("#count")).to_have_text("331 photos")
