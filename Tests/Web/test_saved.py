"""Saved searches: a name for the present query, opened and removed again, on a server of the test's own."""
import pytest
from playwright.sync_api import expect

from evoke import ALBUM, index_album
from looks import answered, names, search, until
from test_accessibility import serious


@pytest.fixture
def saved(serve, visit, folder, request):
    """Opens the app over an own library of a few photos."""
    def open_app(path="/", device="desk", **options):
        index_album(folder / request.node.name, ALBUM / "animals" / "mammals")
        return visit(serve().address + path, device, **options)
    return open_app


def drawer(page):
    page.get_by_role("button", name="Saved searches").click()
    return page.get_by_role("dialog", name="Saved searches")


def save(page, name):
    opened = drawer(page)
    opened.get_by_label("Name").fill(name)
    opened.get_by_role("button", name="Save this search").click()
    expect(opened.get_by_role("link", name=name)).to_be_focused()
    return opened


def test_saved_opened_and_removed(saved, device):
    page = saved(device=device)
    expect(page.locator("#grid li.shown").first).to_be_visible()
    opened = drawer(page)
    expect(opened).to_contain_text("No saved searches yet")
    expect(opened.get_by_label("Name")).to_be_hidden()
    opened.get_by_role("button", name="Close").click()
    search(page, "a tiger")
    opened = save(page, "Großkatzen / big")
    expect(opened.get_by_role("listitem")).to_contain_text(["a tiger"])
    page.keyboard.press("Escape")
    search(page, "an elephant")
    # It is kept by the library, not by the page.
    page.reload()
    answered(page, "an elephant")
    drawer(page).get_by_role("link", name="Großkatzen").click()
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


def test_a_name_that_is_there_is_replaced_knowingly(saved):
    page = saved()
    search(page, "a tiger")
    save(page, "Cat")
    page.keyboard.press("Escape")
    search(page, "a lion")
    opened = drawer(page)
    opened.get_by_label("Name").fill("Cat")
    opened.get_by_role("button", name="Replace the saved search").click()
    expect(opened.get_by_role("listitem")).to_contain_text(["a lion"])


@pytest.mark.either_size
def test_they_are_suggested_by_their_names(saved, device):
    page = saved(device=device)
    search(page, "a tiger")
    save(page, "Lena")
    page.keyboard.press("Escape")
    page.reload()
    # They may come late.
    page.route("**/api/searches", lambda route: (page.wait_for_timeout(500), route.continue_()))
    box = page.get_by_role("combobox", name="Search your photos")
    box.fill("")
    box.press_sequentially("le")
    wanted = page.locator("#suggestions [data-kind=saved]")
    expect(wanted).to_contain_text("Lena")
    wanted.click()
    answered(page, "a tiger")


def test_all_of_a_search_is_kept(saved):
    page = saved("/?q=a+tiger&not=an+elephant&like=1")
    answered(page, "a tiger")
    opened = save(page, "Stripes")
    expect(opened.get_by_role("listitem")).to_contain_text(["a tiger -(an elephant) like:1"])
    before = names(page)
    opened.get_by_role("link", name="Stripes").click()
    answered(page, "a tiger -(an elephant) like:1")
    assert names(page) == before


def test_a_name_that_the_server_refuses_stays(saved):
    page = saved(forgives=["/api/searches"])
    search(page, "a tiger")
    page.route("**/api/searches/*", lambda route: route.fulfill(
        status=409, json={"detail": "Another program writes to the library.", "remedy": "Try again later."}))
    opened = drawer(page)
    opened.get_by_label("Name").fill("Cat")
    opened.get_by_role("button", name="Save this search").click()
    expect(opened.get_by_role("alert")).to_contain_text("Try again later.")
    expect(opened.get_by_label("Name")).to_have_value("Cat")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_they_can_be_read(saved, device, scheme, folder):
    page = saved(device=device, color_scheme=scheme, reduced_motion="reduce")
    search(page, "a tiger")
    opened = save(page, "Big cats")
    page.screenshot(path=folder / f"saved-{device}-{scheme}.png")
    assert serious(page) == []
    assert opened.locator("button, li a").evaluate_all(
        "all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML)") == []
    page.keyboard.press("Escape")
    page.screenshot(path=folder / f"saved-closed-{device}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_its_button_stands_beside_the_others_on_a_phone(saved):
    page = saved(device="phone")
    search(page, "a tiger")
    middles = [page.get_by_role("button", name=name).evaluate("one => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; }")
               for name in ("Without", "Scores", "Saved searches")]
    assert max(middles) - min(middles) < 4, middles


def test_a_list_that_comes_late_takes_nothing_away(saved):
    page = saved()
    search(page, "a tiger")
    held = []
    page.route("**/api/searches", lambda route: held.append(route))
    opened = drawer(page)
    until(page, "the question", lambda: held)
    opened.get_by_label("Name").fill("Big cats")
    opened.get_by_role("button", name="Save this search").click()
    expect(opened.get_by_role("link", name="Big cats")).to_be_focused()
    for route in held:
        route.fulfill(json={"searches": []})
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(opened.get_by_role("link", name="Big cats")).to_be_focused()
