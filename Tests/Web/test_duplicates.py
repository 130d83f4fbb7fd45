"""The page for cleaning up: copies side by side, what they differ in, and the trash and back."""
import base64
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM, Server, index
from looks import drawn, fit_for_all, until
from touch import Fingers

STORM = ALBUM / "scenes" / "storm.jpg"
GARDEN = ALBUM / "scenes" / "garden.jpg"

DRAW = """async ([bytes, share, words]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${bytes}`)).blob());
    const canvas = new OffscreenCanvas(Math.round(image.width * share), Math.round(image.height * share));
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    if (words) {
        context.font = `${canvas.height / 30}px sans-serif`;
        context.fillStyle = "white";
        context.fillText(words, canvas.width * 0.7, canvas.height * 0.95);
    }
    const made = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
    return [...new Uint8Array(await made.arrayBuffer())];
}"""


@pytest.fixture(scope="session")
def drawn_copies(browser):
    """Smaller copies of a picture, as browsers make them: one as it is, one with a word on it."""
    page = browser.new_page()
    given = base64.b64encode(STORM.read_bytes()).decode()
    copies = [bytes(page.evaluate(DRAW, [given, *how])) for how in ([0.5, ""], [0.8, "2021"])]
    page.close()
    return copies


def stock(place, drawn_copies):
    """A storm that is there four times, in three sizes, and a garden twice."""
    photos = place / "photos"
    (photos / "copies").mkdir(parents=True)
    for original in (STORM, GARDEN):
        (photos / original.name).write_bytes(original.read_bytes())
        (photos / "copies" / original.name).write_bytes(original.read_bytes())
    for at, copy in enumerate(drawn_copies):
        (photos / f"smaller-{at}.jpg").write_bytes(copy)
    index(place / "library", photos)


@pytest.fixture
def cleaning(folder, request, drawn_copies):
    """A server over photos that may go, and a trash of its own."""
    place = folder / request.node.name
    stock(place, drawn_copies)
    server = Server(place / "library", data=place / "data")
    server.photos = place / "photos"
    yield server
    server.stop()


@pytest.fixture(scope="session")
def storms(running, drawn_copies):
    """A server over the same photos, of which none goes."""
    return running("storms", lambda place: stock(place, drawn_copies))


def open_copies(visit, server, device="desk"):
    """Opens the page once the copies are found."""
    page = visit(server.address + "/duplicates", device)
    expect(page.locator("#duplicates-said")).to_contain_text("3 groups")
    return page


def panes(page):
    return page.locator(".compared > li")


def place(page, text):
    expect(page.locator("#group-place")).to_contain_text(text)


def jpegs(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.jpg"))


def to_same_picture(page):
    page.get_by_role("button", name=re.compile("^Same picture")).click()
    place(page, "Group 1 of 1 · 4 photos")


@pytest.mark.everyday
@pytest.mark.either_size
def test_what_copies_differ_in_is_marked(storms, visit, device):
    page = open_copies(visit, storms, device)
    place(page, "Group 1 of 3 · 2 photos")
    expect(page.get_by_role("heading", level=2, name="Exact copies")).to_be_visible()
    to_same_picture(page)
    expect(panes(page)).to_have_count(4)
    best, smallest = panes(page).first, panes(page).filter(has_text="smaller-0.jpg")
    expect(best).to_contain_text("Best")
    expect(best).to_contain_text("Larger")
    expect(best.locator(".differs")).to_have_count(0)
    expect(smallest).to_contain_text("Smaller")
    expect(smallest.locator(".differs")).to_have_text(
        [re.compile(r"^960 × 640 \(differs"), re.compile(r"kB \(differs"), re.compile("file date")])


def test_where_the_pixels_differ_is_marked(storms, visit):
    page = open_copies(visit, storms)
    to_same_picture(page)
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Differences")).to_have_attribute("aria-pressed", "true")

    def words(name):
        return panes(page).filter(has_text=name).locator(".differing")

    expect(words("smaller-0.jpg")).to_have_text("Looks the same as the best photo.")
    expect(words("smaller-1.jpg")).to_have_text(re.compile(r"^\d\.\d% of the picture differs from the best photo\.$"))
    # The marks are where the word is, and nowhere else.
    marked = panes(page).filter(has_text="smaller-1.jpg").locator("canvas").evaluate("""canvas => {
        const { width, height } = canvas;
        const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
        const places = [];
        for (let at = 0; at < width * height; at++) {
            if (data[at * 4 + 3]) places.push([at % width / width, Math.floor(at / width) / height]);
        }
        return places;
    }""")
    assert len(marked) > 5
    assert all(x > 0.68 and 0.9 < y < 0.97 for x, y in marked)
    page.keyboard.press("d")
    expect(words("smaller-1.jpg")).to_be_empty()


def test_all_are_seen_at_the_same_place(storms, visit, device):
    page = open_copies(visit, storms, device)
    to_same_picture(page)
    drawn(page)

    def seen():
        return page.locator(".compared img").evaluate_all("""all => all.map(image => {
            const { a, e, f } = new DOMMatrix(getComputedStyle(image).transform);
            return [a, e / image.offsetWidth, f / image.offsetHeight];
        })""")

    assert all(view == [1, 0, 0] for view in seen())
    page.keyboard.press("+")
    page.keyboard.press("+")
    box = panes(page).nth(1).locator(".stage").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if device == "phone":
        Fingers(page).move((middle, (middle[0] - 30, middle[1] - 10)))
    else:
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] - 30, middle[1] - 10, steps=4)
        page.mouse.up()
    until(page, "the move", lambda: seen()[1][1] < 0)
    first, *others = seen()
    assert first[0] == pytest.approx(2.25)
    assert others == [pytest.approx(first, abs=0.01)] * 3
    page.keyboard.press("0")
    until(page, "whole pictures", lambda: all(view == [1, 0, 0] for view in seen()))
    if device == "phone":
        page.get_by_role("button", name=re.compile("^All")).click()
        place(page, "Group 1 of 3")
        box = panes(page).first.locator(".stage").bounding_box()
        across = box["y"] + box["height"] / 2
        Fingers(page).move(((box["x"] + box["width"] - 10, across), (box["x"] + 10, across)))
        place(page, "Group 2 of 3")


@pytest.mark.either_size
def test_copies_go_to_the_trash_and_come_back(cleaning, visit, device):
    page = open_copies(visit, cleaning, device)
    before = jpegs(cleaning.photos)
    place(page, "Group 1 of 3")
    drawn(page)
    panes(page).nth(1).get_by_role("button", name="Trash").click()
    marked = page.get_by_role("group", name="Marked for the trash")
    expect(marked).to_contain_text("1 photo marked")
    # One of each group stays.
    panes(page).nth(0).get_by_role("button", name="Trash").click()
    expect(page.locator("#duplicates-told")).to_contain_text("stays: at least one photo of each group has to")
    expect(marked).to_contain_text("1 photo marked")

    # Nothing goes before it is asked once.
    marked.get_by_role("button", name="Move to trash…").click()
    question = page.get_by_role("dialog", name="Move to trash?")
    expect(question).to_contain_text("1 photo")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    assert jpegs(cleaning.photos) == before
    panes(page).nth(1).get_by_role("button", name="Trash").scroll_into_view_if_needed()
    marked.get_by_role("button", name="Move to trash…").click()
    question.get_by_role("button", name="Move to trash").click()
    told = page.locator("#duplicates-told")
    expect(told).to_contain_text(re.compile(r"Moved 1 photo \(.*\) to the trash\."))
    expect(page.locator("#duplicates-said")).to_contain_text("2 groups")
    expect(page.locator("#duplicates-page")).to_have_attribute("aria-busy", "false")
    expect(told.get_by_role("button", name="Undo")).to_be_in_viewport()
    after = jpegs(cleaning.photos)
    assert len(after) == len(before) - 1 and set(after) < set(before)
    expect(marked).to_be_hidden()

    told.get_by_role("button", name="Undo").click()
    expect(told).to_contain_text("Restored 1 file: ")
    expect(page.locator("#duplicates-said")).to_contain_text("3 groups")
    assert jpegs(cleaning.photos) == before
    page.get_by_role("button", name="Undo").click()
    expect(told).to_have_text("Nothing to undo.")


def test_keys_are_enough(cleaning, visit):
    page = open_copies(visit, cleaning)
    to_same_picture(page)
    page.reload()
    place(page, "Group 1 of 1 · 4 photos")
    drawn(page)
    page.keyboard.press("ArrowRight")
    expect(panes(page).nth(0).get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("k")
    expect(panes(page).nth(0)).to_have_attribute("data-mark", "keep")
    expect(panes(page).nth(1).get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("x")
    page.keyboard.press("x")
    page.keyboard.press("Delete")
    expect(page.locator(".compared > li[data-mark=trash]")).to_have_count(3)
    page.keyboard.press("t")
    expect(page.get_by_role("dialog")).to_contain_text("3 photos")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(page.locator("#duplicates-told")).to_contain_text("Moved 3 photos (")
    assert len([name for name in jpegs(cleaning.photos) if "garden" not in name]) == 1
    page.keyboard.press("u")
    expect(page.locator("#duplicates-told")).to_contain_text("Restored 3 files")
    # Until they are found again, what is shown keeps its group, wherever that comes to stand.
    place(page, "Group 1 of 1 · 4 photos")
    page.get_by_role("button", name=re.compile("^All")).click()
    place(page, "Group 1 of 3")
    page.keyboard.press("n")
    place(page, "Group 2 of 3")
    page.keyboard.press("p")
    place(page, "Group 1 of 3")
    page.keyboard.press("a")
    expect(page.locator(".compared > li[data-mark=trash]")).to_have_count(1)


def test_whoever_turned_meanwhile_stays_there(storms, visit):
    page = open_copies(visit, storms)
    place(page, "Group 1 of 3")
    asks, held = re.compile(r"/api/duplicates\?"), []
    page.route(asks, lambda route: held.append(route))
    with page.expect_request(asks):
        page.keyboard.press("u")
    page.keyboard.press("n")
    place(page, "Group 2 of 3")
    with page.expect_response(asks) as answered:
        held[0].continue_()
    answered.value.finished()
    # Whatever became of the answer is done.
    page.evaluate("new Promise(done => setTimeout(done))")
    place(page, "Group 2 of 3")


def test_what_cannot_go_is_said(cleaning, visit):
    page = open_copies(visit, cleaning)
    # A picture that is still on its way would not be found any more.
    drawn(page)
    panes(page).nth(1).get_by_role("button", name="Trash").click()
    gone = panes(page).nth(1).locator("dd").last.text_content()
    name = panes(page).nth(1).locator("strong").text_content()
    path = cleaning.photos.parent / gone / name
    path.write_bytes(path.read_bytes() + b"more")
    page.get_by_role("button", name="Move to trash…").click()
    page.get_by_role("button", name="Move to trash", exact=True).click()
    told = page.locator("#duplicates-told")
    expect(told).to_contain_text("Nothing was moved.")
    expect(told.get_by_role("listitem")).to_contain_text("it has changed since it was indexed")
    assert path.exists()


@pytest.mark.either_size
def test_a_library_without_copies(zoo, visit, device):
    page = visit(zoo.address, device)
    page.get_by_role("link", name="Duplicates", exact=True).click()
    expect(page.locator("#duplicates-said")).to_have_text("No duplicates found.")
    expect(page.locator("#group")).to_be_hidden()


def test_everybody_can_use_it(storms, visit, device):
    page = open_copies(visit, storms, device)
    to_same_picture(page)
    page.get_by_role("button", name="Differences").click()
    expect(page.locator(".differing").last).not_to_be_empty()
    page.get_by_role("button", name="Keep the best").click()
    expect(page.get_by_role("group", name="Marked for the trash")).to_contain_text("3 photos marked")
    fit_for_all(page)
    page.get_by_role("button", name="Move to trash…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    fit_for_all(page)
