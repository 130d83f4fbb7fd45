"""Searching by words: while typing, in the address, with scores and words to avoid."""
import re

import pytest
from playwright.sync_api import expect

from looks import ANSWERED, answered, fits_width, moved, names, open_photo, search, stop_clock, until


@pytest.mark.everyday
@pytest.mark.either_size
def test_results_come_while_typing(app, device):
    page = app(device=device)
    expect(page.locator("#count")).to_have_text("331 photos")
    before = page.evaluate("history.length")
    asked = []
    page.on("request", lambda sent: asked.append(sent.url) if "/api/search" in sent.url else None)
    page.get_by_role("combobox").press_sequentially("a penguin")
    answered(page, "a penguin")
    assert "penguin" in names(page)[0]
    expect(page).to_have_url(re.compile(r"/\?q=a\+penguin$"))
    # It asks once for each pause, and all of it is one step of the history.
    assert sum("/api/searches" in url for url in asked) == 1, asked
    assert page.evaluate("history.length") == before + 1
    # Clearing leads to all photos.
    page.get_by_role("button", name="Clear search").click()
    expect(page.locator("#count")).to_have_text("331 photos")
    expect(page.get_by_role("combobox")).to_be_focused()
    expect(page).to_have_url(re.compile("/$"))


def test_typing_asks_once_for_each_pause(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    asked = []
    page.on("request", lambda sent: asked.append(sent.url) if "/api/search?" in sent.url else None)
    stop_clock(page)
    page.get_by_role("combobox").press_sequentially("a red car")
    page.clock.run_for(1000)
    answered(page, "a red car")
    assert len(asked) == 1, asked


def test_an_older_answer_never_overwrites_a_newer_one(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    held, given_up = [], []
    page.route("**/api/search?q=car&*", lambda route: held.append(route))
    page.on("requestfailed", lambda request: given_up.append(request.url))
    page.get_by_role("combobox").fill("car")
    until(page, "the question", lambda: held)
    assert len(held) == 1
    search(page, "a penguin")
    assert "penguin" in names(page)[0]
    try:
        held[0].continue_()
    except Exception:  # The page has given up on it, as it should.
        pass
    until(page, "the end of the older question", lambda: any("q=car" in url for url in given_up))
    assert "penguin" in names(page)[0]


@pytest.mark.either_size
def test_a_photo_that_is_opened_while_typing_leaves_the_text(app, device):
    page = app(device=device)
    expect(page.locator("#grid li.shown").first).to_be_visible()
    stop_clock(page)
    # The photo is opened in the pause.
    page.evaluate("""() => {
        const box = document.querySelector("#search").elements.q;
        box.value = "a penguin";
        box.dispatchEvent(new Event("input", { bubbles: true }));
        document.querySelector("#grid li .open").click();
    }""")
    page.clock.run_for(1000)
    page.clock.resume()
    expect(page.locator("#photo")).to_be_visible()
    expect(page.locator("#search [name=q]")).to_have_value("a penguin")
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()
    answered(page, "a penguin")
    expect(page.get_by_role("combobox", name="Search your photos")).to_have_value("a penguin")
    assert "penguin" in names(page)[0]


@pytest.mark.everyday
@pytest.mark.either_size
def test_back_forward_and_bookmarks(app, device):
    page = app(device=device)
    search(page, "a penguin")
    page.keyboard.press("Enter")
    search(page, "a guitar")
    page.keyboard.press("Enter")
    guitars = names(page)
    page.go_back()
    answered(page, "a penguin")
    expect(page.get_by_role("combobox")).to_have_value("a penguin")
    assert "penguin" in names(page)[0]
    page.go_back()
    expect(page.locator("#count")).to_have_text("331 photos")
    page.go_forward()
    page.go_forward()
    answered(page, "a guitar")
    assert names(page) == guitars
    # A bookmark is opened by a browser that knows nothing of all this.
    other = app("/" + page.url.split("/")[-1], device)
    answered(other, "a guitar")
    assert names(other) == guitars


def test_back_keeps_the_place(app):
    page = app("/?q=animal&all=yes")
    answered(page, "animal")
    page.evaluate("addEventListener('scrollend', () => { document.body.dataset.scrolled = 'yes'; })")
    page.mouse.wheel(0, 2500)
    expect(page.locator("body")).to_have_attribute("data-scrolled", "yes")
    scrolled = page.evaluate("scrollY")
    assert scrolled > 1000
    page.mouse.move(640, 400)
    page.locator("#grid li:hover .similar").click()
    expect(page.locator("#chips li")).to_have_count(1)
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    page.go_back()
    answered(page, "animal")
    until(page, "the place", lambda: abs(page.evaluate("scrollY") - scrolled) < 10)


@pytest.mark.either_size
def test_scores_and_words_to_avoid(app, device):
    page = app("/?q=a+penguin", device)
    answered(page, "a penguin")
    scores = page.locator("#grid .score")
    expect(scores.first).to_be_hidden()
    page.get_by_role("button", name="Scores").click()
    expect(scores.first).to_be_visible()
    shown = [float(score) for score in scores.all_text_contents()]
    assert shown == sorted(shown, reverse=True)
    assert 0 < shown[0] <= 1
    search(page, "a bird")
    before = names(page, 20)
    page.get_by_role("button", name="Exclude").click()
    avoided = page.get_by_role("textbox", name="Exclude")
    expect(avoided).to_be_focused()
    with page.expect_response(lambda answer: "not=penguin" in answer.url):
        avoided.fill("penguin")
    until(page, "another answer", lambda: names(page, 20) != before)
    assert not any("penguin" in name for name in names(page, 10))
    expect(page).to_have_url(re.compile("not=penguin"))
    avoided.fill("")
    # The field stays open for other words.
    search(page, "an animal")
    expect(avoided).to_be_visible()
    # As the key of a phone's keyboard does: what is suggested is put away, and no longer over the buttons.
    page.get_by_role("combobox").press("Enter")
    page.get_by_role("button", name="Exclude").click()
    expect(avoided).to_be_hidden()
    search(page, "a bird")
    expect(avoided).to_be_hidden()


@pytest.mark.everyday
@pytest.mark.either_size
def test_nothing_jumps_when_the_answer_takes_long(app, device):
    page = app("/", device)

    def answer_late(route):
        until(page, "the grey tiles", lambda: page.locator("body.waiting").count() == 1)
        route.continue_()

    page.route("**/api/search?*", answer_late)
    page.goto(page.url.split("?")[0] + "?q=a+flower")
    answered(page, "a flower")
    assert moved(page) < 0.05


def test_rows_are_justified_and_nothing_jumps(app, device):
    page = app("/?q=a+flower", device)
    answered(page, "a flower")
    edges = page.locator("#grid").evaluate("""grid => {
        const width = grid.clientWidth, left = grid.getBoundingClientRect().left;
        const rows = Map.groupBy([...grid.children], tile => Math.round(tile.getBoundingClientRect().top));
        return [...rows.values()].slice(0, -1).map(row => {
            const boxes = row.map(tile => tile.getBoundingClientRect());
            return [Math.min(...boxes.map(box => box.left)) - left, Math.max(...boxes.map(box => box.right)) - left - width];
        });
    }""")
    assert len(edges) > 2
    assert all(abs(start) < 1 and abs(end) < 1 for start, end in edges), edges
    assert moved(page) < 0.05
    fits_width(page)


def test_an_answer_that_takes_long_says_so(app):
    page = app()
    expect(page.locator("#count")).to_have_text("331 photos")
    held = []
    page.route("**/api/search?q=slow&*", lambda route: held.append(route))
    page.get_by_role("combobox").fill("slow")
    expect(page.locator("#count")).to_have_text("Searching…")
    until(page, "the question", lambda: held)
    held[0].continue_()
    expect(page.locator("#count")).to_have_text(ANSWERED)


@pytest.mark.parametrize("path", ["/library", "/?q=a+guitar"])
def test_what_is_typed_before_the_page_is_ready_is_asked(app, path):
    page = app(path)
    held = []
    page.route("**/api/access", lambda route: held.append(route))
    page.reload()
    page.get_by_role("combobox", name="Search your photos").fill("a penguin")
    until(page, "the question who asks", lambda: held)
    held[0].continue_()
    answered(page, "a penguin")
    assert "penguin" in names(page)[0]


@pytest.mark.either_size
def test_searching_from_another_page(app, device):
    page = app("/library", device)
    search(page, "a penguin")
    assert "penguin" in names(page)[0]
    open_photo(page)
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()


@pytest.mark.parametrize("width", [360, 768])
def test_words_have_room(app, width):
    page = app("/?q=a+penguin", "phone")
    page.set_viewport_size({"width": width, "height": 740})
    fits_width(page)
    assert page.get_by_role("combobox").bounding_box()["width"] > 120


@pytest.mark.parametrize("typed", ["date:2", '"cas', "place:Xq"])
def test_what_is_not_finished_waits(app, typed, device):
    page = app("/?q=a+penguin", device, forgives=["400", "404"])
    answered(page, "a penguin")
    before = names(page)
    there = page.locator("#grid").bounding_box()
    page.get_by_role("combobox").fill(typed)
    expect(page.locator("#count")).to_have_text("Keep typing…")
    assert names(page) == before and page.locator("#grid").bounding_box() == there
    page.get_by_role("combobox").blur()
    expect(page.locator("#count")).to_contain_text("Could not")
    assert names(page) == before
    # Whoever says that it is finished hears what is wrong.
    page.get_by_role("combobox").press("Enter")
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.locator("#count")).to_have_text("")
    # From then on, no mistake of another text stands there.
    page.get_by_role("combobox").fill("rating:")
    expect(page.get_by_role("alert").first).to_contain_text("rating:")
    search(page, "a guitar")
    expect(page.locator("#state")).to_be_hidden()
