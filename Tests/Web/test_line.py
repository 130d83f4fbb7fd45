"""The line between what fits and what is only less unlike the question than other photos."""
import re

import pytest
from playwright.sync_api import expect

from looks import answered, fit_for_all, names, open_photo


def asked(page, album, words):
    """The API's answer to the same words: all of it."""
    answer = page.request.get(f"{album.address}/api/search", params={"q": words, "top": 1000}).json()
    return answer["total"], sum(1 for photo in answer["results"] if photo.get("fits")), answer["results"]


def shown(page, count):
    expect(page.locator("#grid li").first).to_have_attribute("aria-setsize", str(count))


@pytest.mark.everyday
@pytest.mark.either_size
def test_what_fits_is_shown_and_the_rest_on_request(app, album, device):
    page = app("/?q=animal", device)
    answered(page, "animal")
    total, fitting, _ = asked(page, album, "animal")
    assert 1 < fitting < total
    expect(page.locator("#count")).to_contain_text(f"{fitting} matches, best first")
    shown(page, fitting)
    expect(page.locator("#days h2")).to_have_count(0)
    more = page.get_by_role("button", name=f"Show {total - fitting} weaker matches")
    more.focus()
    page.keyboard.press("Enter")
    # The keyboard goes on where the others begin.
    first = page.locator("#grid li:has(.open:focus)")
    expect(first).to_have_attribute("aria-posinset", str(fitting + 1))
    expect(first.locator(".open")).to_have_attribute("aria-label", re.compile(", weaker match$"))
    line = page.locator("#days .line")
    expect(line).to_have_text(f"{total - fitting} weaker matches")
    expect(first).to_be_in_viewport()
    box, last = line.bounding_box(), page.locator(f"#grid li[aria-posinset='{fitting}']").bounding_box()
    assert last["y"] + last["height"] <= box["y"] + 1
    assert box["y"] + box["height"] <= first.bounding_box()["y"] + 1
    expect(page.locator("#count")).to_contain_text(f"{fitting} matches")
    expect(more).to_be_hidden()
    shown(page, total)
    fit_for_all(page)
    page.reload()
    answered(page, "animal")
    shown(page, total)
    page.go_back()
    answered(page, "animal")
    shown(page, fitting)


@pytest.mark.either_size
def test_nothing_fits(app, album, device):
    words = "dog type:jpeg"
    page = app(f"/?q={words}", device)
    answered(page, words)
    total, fitting, results = asked(page, album, words)
    assert fitting == 0 and total > 3
    expect(page.locator("#count")).to_contain_text("No good matches. Closest photos:")
    shown(page, 3)
    nearest = [photo["name"] for photo in results[:3]]
    assert names(page) == nearest
    # In another order they are the nearest, too.
    other = app(f"/?q={words} sort:newest", device)
    answered(other, f"{words} sort:newest")
    assert sorted(names(other)) == sorted(nearest)
    page.get_by_role("button", name=f"Show {total - 3} weaker matches").click()
    expect(page.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", "4")
    expect(page.locator("#count")).to_contain_text("No good matches.")
    shown(page, total)


@pytest.mark.either_size
def test_the_next_photo_is_the_next_that_is_shown(app, album, device):
    page = app("/?q=a+penguin", device)
    answered(page, "a penguin")
    total, fitting, _ = asked(page, album, "a penguin")
    open_photo(page, fitting - 1)
    place = page.locator("#photo-place")
    expect(place).to_have_text(f"{fitting} of {fitting}")
    expect(page.get_by_role("button", name="Next photo", include_hidden=True)).to_be_disabled()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="weaker matches").click()
    expect(page.locator("#grid li:has(.open:focus)")).to_have_attribute("aria-posinset", str(fitting + 1))
    page.keyboard.press("Enter")
    expect(place).to_have_text(f"{fitting + 1} of {total}")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"{fitting} of {total}")


def test_all_are_asked_for_in_the_query(app, album):
    words = "a penguin fits:all"
    page = app(f"/?q={words}")
    answered(page, words)
    total, fitting, _ = asked(page, album, words)
    shown(page, total)
    expect(page.locator("#days .line")).to_have_text(f"{total - fitting} weaker matches")
    expect(page.locator("#less")).to_be_hidden()
    # Other words begin with what fits of them.
    page.get_by_role("combobox").fill("animal")
    answered(page, "animal")
    expect(page.get_by_role("button", name="weaker matches")).to_be_visible()


@pytest.mark.either_size
def test_what_is_alike_is_told_from_the_rest(app, album, device):
    page = app("/?q=file:hen.png", device)
    [hen] = [photo for photo in asked(page, album, "file:hen.png")[2] if photo["name"] == "hen.png"]
    answer = page.request.get(f"{album.address}/api/search", params={"like": hen["id"], "count": "true"}).json()
    assert 1 < answer["fitting"] < 20 and answer["results"][0]["name"] == "chicken-profile.png"
    page = app(f"/?like={hen['id']}", device)
    expect(page.locator("#count")).to_contain_text(f"{answer['fitting']} similar photos, best first")
    shown(page, answer["fitting"])
    page.get_by_role("button", name="weaker matches").click()
    shown(page, answer["total"])


@pytest.mark.either_size
def test_where_no_line_is_drawn_all_is_shown(app, device):
    page = app("/?like=3&q=a+lion", device)
    expect(page.locator("#count")).to_contain_text("photos, best first")
    expect(page.locator("#less")).to_be_hidden()
    page = app("/?q=type:jpeg sort:oldest", device)
    expect(page.locator("#count")).to_contain_text(re.compile(r"^\d+ photos, oldest first"))
    expect(page.locator("#less")).to_be_hidden()


@pytest.mark.either_size
def test_nothing_meets_a_search(app, device):
    page = app("/?q=rating:5", device)
    expect(page.get_by_role("heading", name="No photos match")).to_be_visible()
    expect(page.locator("#count")).to_have_text("No photos")
    expect(page.locator("#less")).to_be_hidden()
    page.get_by_role("button", name="Clear search").click()
    expect(page.locator("#count")).to_have_text("331 photos")
