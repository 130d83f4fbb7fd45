"""What the owner says of photos: of the open one, and of many that are chosen together."""
import re
import zipfile

import pytest
from playwright.sync_api import expect

from libraries import ZOO
from looks import answered, fit_for_all, hears, names, open_photo, search, settled, until


def check(page, at):
    return page.locator("#grid li").nth(at).get_by_role("checkbox")


def bar(page):
    return page.get_by_role("group", name="Selected photos")


def count(page, words):
    expect(bar(page).locator(".count")).to_have_text(words)


@pytest.mark.everyday
@pytest.mark.either_size
def test_one_photo_is_marked(own, device):
    page = own(device=device)
    first = names(page, 1)[0]
    open_photo(page)
    heart = page.locator("#photo").get_by_role("button", name="Favorite", exact=True)
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("4")
    page.get_by_role("button", name="About this photo").click()
    metadata = page.get_by_role("complementary", name="About this photo")
    expect(metadata.get_by_role("button", name="Remove rating")).to_have_attribute("aria-pressed", "true")
    metadata.get_by_label("Caption").fill("Grandma's pet <b>")
    metadata.get_by_label("Add a tag").fill('The "ebb"')
    page.keyboard.press("Enter")
    expect(metadata.get_by_role("list", name="Tags")).to_contain_text('The "ebb"')
    metadata.get_by_label("Add to an album").fill("Best \"of\" 2021")
    page.keyboard.press("Enter")
    expect(metadata.get_by_role("list", name="Albums")).to_contain_text("Best \"of\" 2021")
    # It is kept by the library, not by the page.
    page.reload()
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="About this photo").click()
    expect(metadata.get_by_label("Caption")).to_have_value("Grandma's pet <b>")
    metadata.get_by_role("link", name='The "ebb"').click()
    answered(page, 'tag:"The ""ebb"""')
    assert names(page) == [first]
    search(page, 'is:favourite rating:4 pet')
    assert names(page) == [first]


def test_marks_are_for_everybody(own, device):
    page = own(device=device)
    open_photo(page)
    page.keyboard.press("f")
    page.get_by_role("button", name="About this photo").click()
    metadata = page.get_by_role("complementary", name="About this photo")
    metadata.get_by_label("Add a tag").fill("Ebbe")
    page.keyboard.press("Enter")
    expect(metadata.get_by_role("list", name="Tags")).to_contain_text("Ebbe")
    fit_for_all(page)
    page.locator("#photo").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Select photos", exact=True).click()
    check(page, 0).click()
    count(page, "1 selected")
    bar(page).get_by_role("button", name="Tag…").click()
    expect(bar(page).get_by_label("Tag")).to_be_visible()
    fit_for_all(page)


def test_a_mark_is_taken_back(own):
    page = own()
    open_photo(page)
    heart = page.locator("#photo").get_by_role("button", name="Favorite", exact=True)
    page.keyboard.press("f")
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.locator("#photo .notice").get_by_role("button", name="Undo").click()
    expect(heart).to_have_attribute("aria-pressed", "false")
    hears(page, "Undone (1 photo)")
    page.keyboard.press("3")
    page.keyboard.press("i")
    metadata = page.locator("#metadata")
    expect(metadata.get_by_role("button", name="Remove rating")).to_be_visible()
    # The keys of the photo are letters in a text.
    metadata.get_by_label("Add a tag").press_sequentially("fi5")
    expect(heart).to_have_attribute("aria-pressed", "false")
    expect(metadata.get_by_label("Add a tag")).to_have_value("fi5")
    page.keyboard.press("Enter")
    metadata.get_by_role("button", name="Remove tag “fi5”").click()
    expect(metadata.get_by_role("list", name="Tags").get_by_role("listitem")).to_have_count(0)
    metadata.get_by_role("button", name="Remove rating").click()
    expect(metadata.locator(".stars .lit")).to_have_count(0)


@pytest.mark.everyday
def test_many_are_chosen_by_mouse(own):
    page = own()
    check(page, 1).click()
    count(page, "1 selected")
    page.locator("#grid li").nth(4).locator(".open").click(modifiers=["Shift"])
    count(page, "4 selected")
    expect(check(page, 3)).to_be_checked()
    # While some are chosen, a click opens nothing.
    page.locator("#grid li").nth(2).locator(".open").click()
    count(page, "3 selected")
    bar(page).get_by_role("button", name="Add to favorites").click()
    expect(bar(page)).to_contain_text("Added 3 photos to favorites")
    # Their tiles show it, and say it.
    expect(page.locator("#grid li > .icon")).to_have_count(3)
    expect(page.locator("#grid li .open[aria-label*='favorite']")).to_have_count(3)
    bar(page).get_by_role("button", name="Album…").click()
    bar(page).get_by_label("Album").fill("Zoo")
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text("Added 3 photos to “Zoo”")
    bar(page).get_by_role("button", name="Undo").click()
    expect(bar(page)).to_contain_text("Undone (3 photos)")
    bar(page).get_by_label("Stars").select_option("5")
    expect(bar(page)).to_contain_text("Rated 3 photos")
    bar(page).get_by_role("button", name="Clear selection").click()
    expect(bar(page)).to_be_hidden()
    search(page, "is:favourite rating:5")
    expect(page.locator("#grid li")).to_have_count(3)
    check(page, 0).click()
    bar(page).get_by_role("button", name="Remove from favorites").click()
    # The answer goes by what has changed.
    expect(page.locator("#grid li")).to_have_count(2)


STATE = """() => ({ y: scrollY, focus: document.activeElement.closest('li')?.dataset.id,
    chosen: [...document.querySelectorAll('#grid li.chosen')].map(one => one.dataset.id),
    kept: [...document.querySelectorAll('#grid li.known')].length })"""


def elsewhere(page, path, **json):
    """As another window does it, of which this page does not know."""
    assert page.request.post(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path, data=json or None).ok


def test_marks_that_are_made_elsewhere_are_seen(own):
    page = own()
    page.evaluate("scrollTo(0, 500)")
    settled(page)
    seen = page.locator("#grid li").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().top > 100).slice(0, 3).map(one => one.dataset.id)")
    first, second, third = (page.locator(f"#grid li[data-id='{one}']") for one in seen)
    third.get_by_role("checkbox").click()
    second.locator(".open").evaluate("link => link.focus({ preventScroll: true })")
    page.evaluate("for (const one of document.querySelectorAll('#grid li')) one.classList.add('known')")
    before = page.evaluate(STATE)
    elsewhere(page, "/api/marks", photos=[int(seen[0])], add={"favourite": True})
    expect(first.locator("> .icon")).to_be_visible()
    # All others are the same elements as before.
    assert page.evaluate(STATE) == {**before, "kept": before["kept"] - 1}
    elsewhere(page, "/api/marks/undo")
    expect(first.locator("> .icon")).to_be_hidden()
    assert page.evaluate(STATE) == {**before, "kept": before["kept"] - 1}
    elsewhere(page, "/api/marks", photos=[int(seen[0])], add={"hidden": True})
    expect(first).to_be_hidden()
    assert page.evaluate(STATE)["focus"] == seen[1] and page.evaluate(STATE)["chosen"] == [seen[2]]


def test_an_open_photo_shows_what_is_said_of_it_elsewhere(own):
    page = own()
    open_photo(page)
    photo = int(page.url.split("/photo/")[1].split("?")[0])
    page.keyboard.press("i")
    metadata = page.locator("#metadata")
    caption = metadata.get_by_label("Caption")
    caption.click()
    page.keyboard.type("Mine")
    elsewhere(page, "/api/marks", photos=[photo], add={"rating": 4, "albums": ["Best"], "caption": "Theirs"})
    expect(metadata.get_by_role("list", name="Albums")).to_contain_text("Best")
    expect(metadata.locator(".stars .lit")).to_have_count(4)
    # Nothing that is being typed is lost.
    expect(caption).to_have_value("Mine")
    page.keyboard.press("Escape")
    expect(caption).to_have_value("Theirs")
    elsewhere(page, "/api/marks/undo")
    expect(caption).to_have_value("")
    expect(metadata.locator(".stars .lit")).to_have_count(0)


def test_undo_is_of_what_was_said_last(own):
    page = own()
    held = []
    # What would be touched is asked beside it.
    page.route("**/api/marks", lambda route: held.append(route) if re.search("add|remove", route.request.post_data or "") else route.continue_())

    def goes_on():
        until(page, "a mark", lambda: held)
        held.pop().continue_()

    check(page, 0).click()
    bar(page).get_by_role("button", name="Add to favorites").click()
    goes_on()
    undo = bar(page).get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    # While a mark is on its way, the one before is not offered.
    bar(page).get_by_label("Stars").select_option("5")
    expect(undo).to_be_hidden()
    bar(page).get_by_role("button", name="Clear selection").click()
    open_photo(page)
    heart = page.locator("#photo").get_by_role("button", name="Favorite", exact=True)
    expect(heart).to_have_attribute("aria-pressed", "true")
    # Others wait for it, one after the other.
    page.keyboard.press("4")
    page.keyboard.press("f")
    until(page, "a mark", lambda: held)
    assert len(held) == 1 and '"rating":5' in held[0].request.post_data
    goes_on()
    goes_on()
    hears(page, "4 of 5 stars")
    undo = page.locator("#photo .notice").get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    goes_on()
    undo.click()
    hears(page, "Undone (1 photo)")
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("i")
    expect(page.locator("#metadata .stars .lit")).to_have_count(4)


def test_many_are_chosen_by_keys(own):
    page = own()
    page.locator("#grid .open").first.focus()
    page.keyboard.press("x")
    count(page, "1 selected")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    count(page, "3 selected")
    page.keyboard.press("f")
    expect(bar(page)).to_contain_text("Added 3 photos to favorites")
    page.keyboard.press("a")
    count(page, f"{ZOO} selected")
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    expect(page.locator("#grid .chosen")).to_have_count(0)
    # The list at the side has the favourites and the albums.
    page.get_by_role("button", name="Saved searches and albums").click()
    page.get_by_role("dialog").get_by_role("link", name="Favorites").click()
    answered(page, "is:favourite")
    expect(page.locator("#grid li")).to_have_count(3)


def test_many_are_chosen_by_touch(own):
    page = own(device="phone")
    page.get_by_role("button", name="Select photos").tap()
    count(page, "Select photos")
    for at in (0, 2):
        page.locator("#grid li").nth(at).locator(".open").tap()
    count(page, "2 selected")
    bar(page).get_by_role("button", name="Tag…").tap()
    bar(page).get_by_label("Tag").fill("stripes")
    bar(page).get_by_role("button", name="Add", exact=True).tap()
    expect(bar(page)).to_contain_text("Tagged 2 photos “stripes”")
    # All of the bar fits on the screen, also with the buttons that are shown on request.
    bar(page).get_by_role("button", name="More", exact=True).tap()
    assert bar(page).evaluate("one => [...one.querySelectorAll('button')].every(button => button.getBoundingClientRect().right <= innerWidth)")
    bar(page).get_by_role("button", name="Select all").tap()
    page.get_by_role("button", name="Select photos").tap()
    expect(bar(page)).to_be_hidden()
    search(page, "tag:stripes")
    expect(page.locator("#grid li")).to_have_count(2)


def test_what_is_chosen_is_downloaded(own):
    page = own()
    wanted = names(page, 3)
    check(page, 0).click()
    page.locator("#grid li").nth(2).locator(".open").click(modifiers=["Shift"])
    with page.expect_download() as download:
        bar(page).get_by_role("button", name="Download").click()
    expect(bar(page)).to_contain_text("Downloading 3 photos")
    assert download.value.suggested_filename == "photos.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        assert sorted(name.split("/")[-1] for name in archive.namelist()) == sorted(wanted)
    # Beside a search, what is chosen can lead away as well.
    unlike = bar(page).get_by_role("button", name="Less like these")
    expect(unlike).to_be_disabled()
    page.keyboard.press("Escape")
    search(page, "a tiger")
    first = names(page, 1)[0]
    check(page, 0).click()
    unlike.click()
    expect(page.locator("#search [name=q]")).to_have_value(re.compile(r"^a tiger -like:\d+$"))
    until(page, "another answer", lambda: first not in names(page))


def test_photos_are_hidden_and_shown_again(own):
    page = own()
    expect(page.locator("#count")).to_have_text(f"{ZOO} photos")
    check(page, 0).click()
    check(page, 1).click()
    bar(page).get_by_role("button", name="Hide").click()
    expect(bar(page)).to_contain_text("Hid 2 photos")
    expect(page.locator("#count")).to_have_text(f"{ZOO - 2} photos")
    bar(page).get_by_role("button", name="Undo").click()
    expect(page.locator("#count")).to_have_text(f"{ZOO} photos")
    page.keyboard.press("Escape")
    open_photo(page)
    page.keyboard.press("Shift+H")
    hears(page, "Hidden")
    page.keyboard.press("Escape")
    expect(page.locator("#count")).to_have_text(f"{ZOO - 1} photos")
    # The list at the side has them, and there they are shown again.
    page.get_by_role("button", name="Saved searches and albums").click()
    page.get_by_role("dialog").get_by_role("link", name="Hidden").click()
    answered(page, "is:hidden")
    expect(page.locator("#grid li")).to_have_count(1)
    page.locator("#grid .open").first.focus()
    page.keyboard.press("x")
    expect(bar(page).get_by_role("button", name="Unhide")).to_be_visible()
    page.keyboard.press("Shift+H")
    expect(page.locator("#grid li")).to_have_count(0)
    page.get_by_role("button", name="Clear search").click()
    expect(page.locator("#count")).to_have_text(f"{ZOO} photos")


def test_a_day_is_chosen_and_left_behind(own):
    page = own("/?q=date:2021-07-02")
    page.locator("#days h2").first.click()
    count(page, "1 selected")
    expect(page.locator("#grid .chosen")).to_have_count(1)
    search(page, "a tiger")
    expect(bar(page)).to_be_hidden()


def test_a_day_is_chosen_with_all_its_photos(app):
    page = app()
    expect(page.locator("#grid li.shown").first).to_be_visible()
    day = page.evaluate("fetch('/api/days').then(one => one.json()).then(({ days }) => Math.max(...days.map(({ count }) => count)))")
    assert day > 100
    page.locator(f"#days [data-count='{day}']").click()
    count(page, f"{day} selected")


def test_what_the_server_refuses_is_said(own):
    page = own(forgives=["/api/marks"])
    page.route("**/api/marks", lambda route: route.fulfill(
        status=409, json={"detail": "Another program writes to the library.", "remedy": "Try again later."}))
    check(page, 0).click()
    bar(page).get_by_role("button", name="Add to favorites").click()
    expect(bar(page).get_by_role("alert")).to_contain_text("Try again later.")
    page.keyboard.press("Escape")
    open_photo(page)
    page.keyboard.press("f")
    expect(page.locator("#photo-trouble")).to_contain_text("Try again later.")
