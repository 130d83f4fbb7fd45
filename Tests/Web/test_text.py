"""The text in a photo: it lies over the picture, is marked, selected, copied and heard."""
import re

import pytest
from playwright.sync_api import expect

from libraries import ENGLISH, SIGNS
from looks import drawn, fit_for_all, fits_width, hears, scale, shift, too_small, until
from touch import Fingers

TIGER = "tiger.png"


@pytest.fixture
def sign(kinds, visit):
    """Opens a photo with text, once that has come."""

    def open_sign(name="english.png", device="desk", query="in:signs sort:name", **options):
        page = visit(f"{kinds.address}/?q={query}", device, **options)
        choose(page, name)
        expect(lines(page)).to_have_count(2)
        return page

    return open_sign


def choose(page, name):
    page.get_by_role("img", name=name).first.click()
    expect(page.locator("#photo h2")).to_have_text(name)


def lines(page):
    return page.locator("#photo .stage .lines > div")


def marks(page):
    return page.locator("#photo .stage mark")


def middle(one):
    box = one.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Where letters are, which are all that is dark in these pictures: on the screen, line by line and word by word. Lines
# lie across or upright; what parts them, and words, is as wide.
INK = """([image, between]) => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const dark = (x, y) => { const at = 4 * (y * width + x); return data[at] + data[at + 1] + data[at + 2] < 240; };
    const isUpright = height > width;
    const [along, across] = isUpright ? [height, width] : [width, height];
    const at = (a, b) => isUpright ? dark(b, a) : dark(a, b);
    const runs = (length, isThere, gap) => {
        const runs = [];
        for (let place = 0; place < length; place++) {
            if (!isThere(place)) continue;
            if (runs.length && place - runs.at(-1)[1] <= gap) runs.at(-1)[1] = place + 1;
            else runs.push([place, place + 1]);
        }
        return runs;
    };
    const any = (from, to, test) => { for (let one = from; one < to; one++) if (test(one)) return true; return false; };
    const shown = image.getBoundingClientRect();
    const [right, down] = [shown.width / width, shown.height / height];
    const screen = ([a, b], [c, d]) => {
        const [[left, over], [top, under]] = isUpright ? [[c, d], [a, b]] : [[a, b], [c, d]];
        return [shown.left + left * right, shown.top + top * down, shown.left + over * right, shown.top + under * down];
    };
    return runs(across, b => any(0, along, a => at(a, b)), 2).filter(([from, to]) => to - from > 12).map(line => {
        const words = runs(along, a => any(...line, b => at(a, b)), between);
        return { line: screen([words[0][0], words.at(-1)[1]], line), words: words.map(word => screen(word, line)) };
    });
}"""


def ink(page, between=7):
    """What is written on the screen, in the order in which one reads it."""
    image = page.locator("#photo .stage img")
    expect(image).to_have_js_property("naturalWidth", 420 if "turned-90" in title(page) or "turned-270" in title(page) else 640)
    found = image.evaluate(f"image => ({INK})([image, {between}])")
    if any(name in title(page) for name in ("turned-180", "turned-270")):
        found.reverse()
    return found


def title(page):
    return page.locator("#photo h2").inner_text()


def rectangles(all_of_them):
    return all_of_them.evaluate_all("""all => all.map(one => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
    })""")


def covers(page):
    """Each line lies over what is written there, and little else."""
    written = ink(page)
    assert len(written) == 2
    for (left, top, right, bottom), line in zip(rectangles(lines(page)), written):
        over = line["line"]
        room = 0.6 * min(over[2] - over[0], over[3] - over[1])
        assert left - 2 <= over[0] <= left + room and top - 2 <= over[1] <= top + room, (title(page), over)
        assert right - room <= over[2] <= right + 2 and bottom - room <= over[3] <= bottom + 2, (title(page), over)


@pytest.mark.everyday
@pytest.mark.either_size
def test_it_lies_over_its_picture(kinds, visit, device):
    page = visit(f"{kinds.address}/?q=in:signs sort:name", device)
    # From the first moment, also before the browser has drawn anything of it.
    page.evaluate("""() => {
        const lines = document.querySelector('#photo .stage .lines');
        const place = () => [...lines.children].map(one => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round));
        new MutationObserver(() => { window.first = window.first?.length ? first : place(); }).observe(lines, { childList: true });
        window.place = place;
    }""")
    for name in SIGNS:
        page.evaluate("window.first = []")
        choose(page, name)
        expect(lines(page)).to_have_count(2)
        if name != "russian.png":
            expect(lines(page)).to_have_text(ENGLISH)
        covers(page)
        assert page.evaluate("first") == page.evaluate("place()"), name
        for _ in range(3):
            page.keyboard.press("+")
        page.keyboard.press("ArrowRight")
        until(page, "the zoom", lambda: scale(page) > 3 and shift(page)[0] < 0)
        covers(page)
        # A phone that is turned, and a window of another size.
        size = page.viewport_size
        page.set_viewport_size({"width": size["height"], "height": size["width"]})
        until(page, "the whole picture", lambda: scale(page) == 1)
        covers(page)
        page.set_viewport_size(size)
        page.keyboard.press("Escape")
        expect(page.locator("#photo")).to_be_hidden()


def test_a_line_is_selected_with_the_mouse_and_copied(sign):
    page = sign()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("+")
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowUp")
    before = shift(page)
    left, top, right, bottom = rectangles(lines(page))[0]
    page.mouse.move(left + 1, (top + bottom) / 2)
    page.mouse.down()
    page.mouse.move(right - 1, (top + bottom) / 2, steps=8)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ENGLISH[0]
    assert shift(page) == before
    page.keyboard.press("Control+c")
    assert page.evaluate("navigator.clipboard.readText()") == ENGLISH[0]
    # Nothing hides at a click on text, and a word is selected by two.
    page.mouse.dblclick(*middle(lines(page).nth(1)))
    assert page.evaluate("getSelection().toString()").strip() in ENGLISH[1].split()
    assert scale(page) == 1.5
    # Beside it, the picture is moved, and nothing is selected any more.
    page.mouse.move(200, 700)
    page.mouse.down()
    page.mouse.move(160, 690, steps=4)
    page.mouse.up()
    until(page, "the move", lambda: shift(page) == pytest.approx([before[0] - 40, before[1] - 10], abs=1))
    assert page.evaluate("getSelection().toString()") == ""


@pytest.mark.parametrize("name", ["english.png", "turned-90.png", "turned-180.png"])
@pytest.mark.either_size
def test_what_is_nearest_to_the_mouse_is_selected(sign, device, name):
    page = sign(name, device, "bread in:signs")
    expect(marks(page)).to_have_text("bread")

    def selected():
        return page.evaluate("getSelection().toString()").split("\n")

    # Where lines begin and end: they go to the right, upwards or to the left.
    ends = [{"english.png": ((left + 1, (top + bottom) / 2), (right - 1, (top + bottom) / 2)),
             "turned-90.png": (((left + right) / 2, bottom - 1), ((left + right) / 2, top + 1)),
             "turned-180.png": ((right - 1, (top + bottom) / 2), (left + 1, (top + bottom) / 2))}[name]
            for left, top, right, bottom in rectangles(lines(page))]
    page.mouse.move(*ends[0][0])
    page.mouse.down()
    page.mouse.move(*ends[1][1], steps=12)
    assert selected() == ENGLISH
    # A little beyond the end of the first line, far from both, and back.
    along = [end - start for start, end in zip(*ends[0])]
    page.mouse.move(*(end + way / 40 for end, way in zip(ends[0][1], along)), steps=3)
    assert selected() == ENGLISH[:1]
    far = [end + (end - first) * 3 for end, first in zip(ends[1][1], ends[0][1])]
    page.mouse.move(*far, steps=6)
    assert selected()[0] == ENGLISH[0] and len(selected()) == 2
    page.mouse.move(*ends[0][1], steps=6)
    page.mouse.up()
    page.mouse.move(5, 5)
    assert selected() == ENGLISH[:1]
    assert scale(page) == 1 and shift(page) == [0, 0]


@pytest.mark.either_size
def test_words_of_the_question_are_marked(sign, device):
    page = sign(query="-text:gate in:signs")
    expect(marks(page)).to_have_count(0)
    for name, query, wanted in [
        ("english.png", 'text:"fresh bread"', ["Fresh bread"]), ("english.png", "bresd fresh in:signs", ["Fresh", "bread"]),
        ("english.png", "every open in:signs", ["every", "Open"]), ("english.png", "text:open OR text:half", ["Open", "half"]),
        ("turned-90.png", 'text:"day open"', ["day", "Open"]), ("exif.jpg", 'text:"day open"', ["day", "Open"]),
    ]:
        page = sign(name, device, query)
        expect(marks(page)).to_have_text(wanted)
        drawn(page)
        words = {word: box for line, text in zip(ink(page), ENGLISH) for box, word in zip(
            line["words"] if "turned-90" not in name else line["words"][::-1], text.split(), strict=True)}
        for text, (left, top, right, bottom) in zip(wanted, rectangles(marks(page)), strict=True):
            boxes = [words[word] for word in text.split()]
            over = [min(box[0] for box in boxes), min(box[1] for box in boxes),
                    max(box[2] for box in boxes), max(box[3] for box in boxes)]
            # Letters are not all as wide as in the picture's own writing.
            room = 0.6 * max(40 * scale(page), min(over[2] - over[0], over[3] - over[1]))
            assert [left, top, right, bottom] == pytest.approx(over, abs=room), (name, text)
    # The photo stays open, and its address has the question.
    page.reload()
    expect(marks(page)).to_have_text(["day", "Open"])
    expect(lines(page)).to_have_count(2)


@pytest.mark.either_size
def test_the_text_of_a_photo_that_has_none(kinds, visit, device):
    page = visit(f"{kinds.address}/?q=in:signs sort:name", device)
    with page.expect_response(re.compile(r"/api/photos/\d+/text\?")) as answer:
        choose(page, TIGER)
    assert answer.value.json() == {"is_read": True, "lines": []}
    page.keyboard.press("t")
    page.keyboard.press("i")
    expect(page.locator("#metadata")).to_contain_text("Folder")
    expect(page.locator("#photo .text")).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("text"))).to_have_count(0)
    expect(page.get_by_role("heading", name="Text in the photo")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()


@pytest.mark.either_size
def test_it_is_shown_copied_and_heard_once(sign, device):
    page = sign(device=device)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button, copy = page.get_by_role("button", name="Show text"), page.get_by_role("button", name="Copy all text")
    shade = page.locator("#photo .shade")
    expect(shade).to_be_hidden()
    expect(copy).to_be_hidden()
    page.keyboard.press("t")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(shade).to_be_visible()
    copy.click()
    hears(page, "Text copied")
    assert page.evaluate("navigator.clipboard.readText()") == "\n".join(ENGLISH)
    # Where the browser allows no page to copy, whoever looks at it can.
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    copy.click()
    hears(page, "Text selected. Copy it now.")
    assert page.evaluate("getSelection().toString()").split("\n") == ENGLISH
    page.evaluate("getSelection().empty()")
    page.locator("#photo .stage").focus()

    # The next photo's is shown as well.
    page.keyboard.press("PageDown")
    expect(page.locator("#photo h2")).not_to_have_text("english.png")
    page.keyboard.press("PageUp")
    expect(lines(page)).to_have_text(ENGLISH)
    expect(shade).to_be_visible()

    def heard():
        said = page.locator("#photo").aria_snapshot()
        return [said.count(line) for line in ENGLISH]

    group = page.get_by_role("group", name="Text in the photo")
    expect(group).to_contain_text(ENGLISH[0])
    assert heard() == [1, 1]
    page.keyboard.press("i")
    expect(page.get_by_role("heading", name="Text in the photo")).to_be_visible()
    expect(group).to_have_count(0)
    assert heard() == [1, 1]
    page.keyboard.press("i")
    # First the text is left, then the photo.
    page.keyboard.press("Escape")
    expect(shade).to_be_hidden()
    expect(page.locator("#photo")).to_be_visible()
    button.click()
    expect(shade).to_be_visible()
    button.click()
    expect(shade).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#photo")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("/photo/"))


def test_the_text_of_one_photo_never_lies_over_another(kinds, visit):
    page = visit(f"{kinds.address}/?q=in:signs sort:name")
    held = []
    page.route(re.compile(r"/api/photos/\d+/text"), lambda route: held.append(route))
    choose(page, "english.png")
    until(page, "the question for its text", lambda: len(held) == 1)
    page.keyboard.press("Escape")
    choose(page, "russian.png")
    until(page, "the other question", lambda: len(held) == 2)
    for route in reversed(held):
        route.continue_()
    expect(lines(page)).to_have_count(2)
    expect(lines(page).first).to_have_text(re.compile("[а-я]"))
    page.unroute_all()
    page.keyboard.press("Escape")
    choose(page, TIGER)
    expect(lines(page)).to_have_count(0)


def test_there_is_room_on_a_phone(sign):
    page = sign(device="phone")
    page.keyboard.press("t")
    for width, height in [(320, 568), (390, 844), (640, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        for one in (page.get_by_role("button", name="Copy all text"), page.get_by_role("button", name="Show text")):
            expect(one).to_be_in_viewport(ratio=1)
            # Nothing lies over it.
            assert one.evaluate("""one => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                return [[left + 4, y], [right - 4, y], [x, top + 4], [x, bottom - 4]]
                    .every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
            }"""), width
        fits_width(page)
        assert too_small(page) == []


@pytest.mark.either_size
def test_the_picture_is_seen_alone(sign, device):
    page = sign(device=device, query="bread in:signs")
    page.keyboard.press("t")
    page.keyboard.press("h")
    for hidden in (page.locator("#photo .shade"), page.get_by_role("button", name="Show text")):
        expect(hidden).to_be_hidden()
    expect(marks(page)).to_have_css("box-shadow", "none")
    # It can be selected all the same.
    page.mouse.dblclick(*middle(marks(page)))
    assert page.evaluate("getSelection().toString()").strip() == "bread"
    page.keyboard.press("h")
    expect(marks(page)).not_to_have_css("box-shadow", "none")
    expect(page.locator("#photo .shade")).to_be_visible()


def test_fingers_move_the_picture_also_on_text(sign):
    page = sign(device="phone")
    for _ in range(3):
        page.keyboard.press("+")
    x, y = middle(page.locator("#photo .stage img"))
    left, top, right, bottom = rectangles(lines(page))[0]
    x, y = min(max(left + 20, 60), 300), (top + bottom) / 2
    before = shift(page)
    Fingers(page).move(((x, y), (x + 40, y)))
    until(page, "the move", lambda: shift(page) == pytest.approx([before[0] + 40, before[1]], abs=2))
    assert page.evaluate("getSelection().toString()") == ""
    # A finger that leaves something selected has not tapped, so the next one is not the second of two.
    page.keyboard.press("t")
    lines(page).first.evaluate("line => getSelection().selectAllChildren(line)")
    page.touchscreen.tap(x, y)
    page.evaluate("getSelection().empty()")
    page.touchscreen.tap(x, y)
    expect(page.locator("#photo")).to_have_class("over with-text bare")
    page.keyboard.press("t")
    expect(page.locator("#photo")).to_have_class("over with-text")


def test_it_is_for_everybody(sign, device):
    page = sign(device=device, query='text:"fresh bread"')
    page.keyboard.press("t")
    fit_for_all(page)
    page.keyboard.press("i")
    expect(page.get_by_role("heading", name="Text in the photo")).to_be_visible()
    fit_for_all(page)


@pytest.mark.either_size
def test_marks_are_seen_on_small_letters(kinds, visit, device):
    page = visit(f"{kinds.address}/?q=in:signs sort:name", device)
    line = {"text": "gate", "box": [[100, 100], [124, 112], [121, 118], [97, 106]], "script": "Latn", "confidence": 0.9,
            "written": [{"text": "gate", "marked": True}]}
    answer = {"is_read": True, "width": 640, "height": 420, "lines": [line]}
    page.route(re.compile(r"/api/photos/\d+/text"), lambda route: route.fulfill(json=answer))
    choose(page, "english.png")
    expect(marks(page)).to_have_count(1)
    edge = """mark => {
        const { c, d } = new DOMMatrix(getComputedStyle(mark.parentElement).transform);
        const shown = document.querySelector('#photo .stage img').getBoundingClientRect().width / 640;
        return parseFloat(getComputedStyle(mark).outlineWidth) * Math.hypot(c, d) * shown;
    }"""
    assert 1.5 < marks(page).evaluate(edge) < 4
    for _ in range(4):
        page.keyboard.press("+")
    assert 1.5 < marks(page).evaluate(edge) < 4


def test_whatever_is_written_stays_text(visit, kinds):
    """As the server may answer: markup, right to left, boxes that are turned, mirrored, empty or beyond the edge."""
    page = visit(f"{kinds.address}/?q=in:signs sort:name")
    written = [
        ("<img src=x onerror=alert(1)><b>", [[10, 10], [210, 110], [200, 130], [0, 30]], "Latn"),
        ("שער שתים עשרה", [[600, 200], [400, 200], [400, 230], [600, 230]], "Hebr"),
        ("x", [[50, 50], [50, 50], [50, 50], [50, 50]], "Latn"),
        ("\u200d", [[-20, 400], [5000, 400], [5000, 430], [-20, 430]], "Zyyy"),
    ]
    answer = {"is_read": True, "width": 640, "height": 420, "lines": [
        {"text": text, "box": box, "script": script, "confidence": 0.9} for text, box, script in written]}
    page.route(re.compile(r"/api/photos/\d+/text"), lambda route: route.fulfill(json=answer))
    choose(page, "english.png")
    expect(lines(page)).to_have_text([text for text, _, _ in written])
    expect(lines(page).locator("*")).to_have_count(0)
    # Hebrew begins on the right, and is not mirrored.
    hebrew = lines(page).nth(1)
    assert hebrew.evaluate("one => getComputedStyle(one).direction") == "rtl"
    assert hebrew.get_attribute("lang") == "und-Hebr"
    turned = lines(page).nth(0).evaluate("one => { const m = new DOMMatrix(getComputedStyle(one).transform); return [m.a, m.b, m.c, m.d] }")
    # Styles have six digits.
    assert turned[1] == pytest.approx(turned[0] / 2, rel=1e-4) and turned[0] * turned[3] - turned[1] * turned[2] > 0
    mirrored = hebrew.evaluate("one => { const m = new DOMMatrix(getComputedStyle(one).transform); return [m.a, m.b, m.c, m.d] }")
    assert mirrored[0] > 0 and mirrored[3] > 0
    page.keyboard.press("t")
    page.keyboard.press("i")
    expect(page.locator("#written .lines > div")).to_have_text([text for text, _, _ in written])
    assert page.locator("#metadata").evaluate("panel => panel.scrollWidth <= panel.clientWidth")
