"""Saved searches: a name for the present query, opened and removed again, on a server of the test's own."""
import pytest
from playwright.sync_api import expect

from looks import answered, fit_for_all, frames, names, search, stop_clock, until


def drawer(page):
    page.get_by_role("button", name="Saved searches").click()
    return page.get_by_role("dialog", name="Saved searches")


def save(page, name):
    opened = drawer(page)
    opened.get_by_label("Name").fill(name)
    opened.get_by_role("button", name="Save search").click()
    expect(opened.get_by_role("link", name=name)).to_be_focused()
    return opened


@pytest.mark.everyday
@pytest.mark.either_size
def test_saved_opened_and_removed(own, device):
    page = own(device=device)
    opened = drawer(page)
    expect(opened).to_contain_text("No saved searches yet")
    expect(opened.get_by_label("Name")).to_be_hidden()
    opened.get_by_role("button", name="Close").click()
    search(page, "a tiger")
    opened = save(page, "Großkatzen / big")
    expect(opened.get_by_role("listitem")).to_contain_text(["a tiger"])
    page.keyboard.press("Escape")
    search(page, "an elephant")
    # It is kept by the library, not by the page, and is there when the list opens.
    page.reload()
    answered(page, "an elephant")
    page.evaluate("""() => new MutationObserver((_, self) => {
        globalThis.seen = document.querySelectorAll('#saved li').length;
        self.disconnect();
    }).observe(document.querySelector('#saved'), { attributeFilter: ['open'] })""")
    stop_clock(page)
    opened = drawer(page)
    expect(opened).to_be_visible()
    assert page.evaluate("seen") == 1
    page.clock.resume()
    opened.get_by_role("link", name="Großkatzen").click()
    expect(opened).to_be_hidden()
    answered(page, "a tiger")
    opened = drawer(page)
    expect(opened.get_by_role("link", name="Großkatzen")).to_have_attribute("aria-current", "true")
    opened.get_by_role("button", name="Remove “Großkatzen / big”").click()
    expect(opened.get_by_role("listitem")).to_have_count(0)
    expect(opened.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(opened.get_by_role("link", name="Großkatzen")).to_be_focused()
    opened.get_by_role("button", name="Remove “Großkatzen / big”").click()
    expect(opened.get_by_role("listitem")).to_have_count(0)
    page.reload()
    expect(drawer(page)).to_contain_text("No saved searches yet")


def test_a_name_that_is_there_is_replaced_knowingly(own):
    page = own()
    search(page, "a tiger")
    save(page, "Cat")
    page.keyboard.press("Escape")
    search(page, "a lion")
    opened = drawer(page)
    opened.get_by_label("Name").fill("Cat")
    opened.get_by_role("button", name="Replace saved search").click()
    expect(opened.get_by_role("listitem")).to_contain_text(["a lion"])


@pytest.mark.either_size
def test_they_are_suggested_by_their_names(own, device):
    page = own(device=device)
    search(page, "a tiger")
    save(page, "Lena")
    page.keyboard.press("Escape")
    page.reload()
    # They may come late.
    held = []
    page.route("**/api/searches", lambda route: held.append(route))
    box = page.get_by_role("combobox", name="Search your photos")
    box.fill("")
    box.press_sequentially("le")
    until(page, "the question", lambda: held)
    for route in held:
        route.continue_()
    page.unroute("**/api/searches")
    wanted = page.locator("#suggestions [data-kind=saved]")
    expect(wanted).to_contain_text("Lena")
    wanted.click()
    answered(page, "a tiger")


def test_all_of_a_search_is_kept(own):
    page = own("/?q=a+tiger&not=an+elephant&like=1")
    answered(page, "a tiger")
    opened = save(page, "Stripes")
    expect(opened.get_by_role("listitem")).to_contain_text(["a tiger -(an elephant) like:1"])
    before = names(page)
    opened.get_by_role("link", name="Stripes").click()
    answered(page, "a tiger -(an elephant) like:1")
    assert names(page) == before


def test_a_name_that_the_server_refuses_stays(own):
    page = own(forgives=["/api/searches"])
    search(page, "a tiger")
    page.route("**/api/searches/*", lambda route: route.fulfill(
        status=409, json={"detail": "Another program writes to the library.", "remedy": "Try again later."}))
    opened = drawer(page)
    opened.get_by_label("Name").fill("Cat")
    opened.get_by_role("button", name="Save search").click()
    expect(opened.get_by_role("alert")).to_contain_text("Try again later.")
    expect(opened.get_by_label("Name")).to_have_value("Cat")


def test_they_are_for_everybody(own, device):
    page = own(device=device)
    search(page, "a tiger")
    if device == "phone":
        # Its button stands beside the others.
        middles = [page.get_by_role("button", name=name).evaluate("one => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; }")
                   for name in ("Exclude", "Scores", "Saved searches")]
        assert max(middles) - min(middles) < 4, middles
    save(page, "Big cats")
    fit_for_all(page)
    page.keyboard.press("Escape")
    fit_for_all(page)


def test_a_list_that_comes_late_takes_nothing_away(own):
    page = own()
    search(page, "a tiger")
    held = []
    page.route("**/api/searches", lambda route: held.append(route))
    opened = drawer(page)
    until(page, "the question", lambda: held)
    opened.get_by_label("Name").fill("Big cats")
    opened.get_by_role("button", name="Save search").click()
    expect(opened.get_by_role("link", name="Big cats")).to_be_focused()
    for route in held:
        route.fulfill(json={"searches": []})
    frames(page)
    expect(opened.get_by_role("link", name="Big cats")).to_be_focused()
