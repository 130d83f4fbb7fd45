"""Searching by a picture: chosen, taken, dropped, pasted, or one of the library."""
import base64
import re

import pytest
from playwright.sync_api import expect

from evoke import ALBUM
from looks import names, until

TIGER = ALBUM / "animals" / "mammals" / "tiger.png"

TRANSFER = """(bytes, name) => {
    const data = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], name, { type: 'image/png' }));
    return transfer;
}"""


def handed(page, event):
    """Fires a drop or a paste with the picture of a tiger."""
    page.evaluate(f"""bytes => {{
        const transfer = ({TRANSFER})(bytes, 'tiger.png');
        const [name, key] = {{ drop: ['DragEvent', 'dataTransfer'], paste: ['ClipboardEvent', 'clipboardData'] }}['{event}'];
        document.body.dispatchEvent(new globalThis[name]('{event}', {{ [key]: transfer, bubbles: true, cancelable: true }}));
    }}""", base64.b64encode(TIGER.read_bytes()).decode())


def finds_tigers(page):
    expect(page.locator("#chips li")).to_have_text("Like tiger.png")
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#grid li .open img").first).to_have_attribute("alt", "tiger.png")


def test_a_picture_is_taken(app):
    page = app(device="phone")
    camera = page.get_by_label("Take a picture to search by")
    expect(camera).to_be_visible()
    expect(camera).to_have_attribute("capture", "environment")
    camera.set_input_files(TIGER)
    finds_tigers(page)


@pytest.mark.parametrize("event, path", [("drop", "/"), ("paste", "/library")])
def test_a_picture_is_handed_over(app, event, path):
    page = app(path)
    handed(page, event)
    finds_tigers(page)


@pytest.mark.parametrize("event", ["choice", "drop", "paste"])
def test_a_picture_that_comes_before_the_page_is_ready_is_searched_by(app, event):
    page = app()
    held = []
    page.route("**/api/access", lambda route: held.append(route))
    page.reload()
    if event == "choice":
        page.get_by_label("Search by picture", exact=True).set_input_files(TIGER)
    else:
        handed(page, event)
    until(page, "the question who asks", lambda: held)
    held[0].continue_()
    finds_tigers(page)


@pytest.mark.everyday
@pytest.mark.either_size
def test_a_picture_goes_with_words_and_with_words_to_avoid(app, device):
    page = app(device=device)
    page.get_by_label("Search by picture", exact=True).set_input_files(TIGER)
    finds_tigers(page)
    alone = names(page)
    with page.expect_response("**/api/search") as answer:
        page.get_by_role("combobox").fill("a flower")
    assert answer.value.status == 200
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    until(page, "another answer", lambda: names(page) != alone)
    mixed = names(page)
    page.get_by_role("button", name="Exclude…").click()
    with page.expect_response("**/api/search") as answer:
        page.get_by_role("textbox", name="Exclude").fill("animal")
    assert answer.value.status == 200
    expect(page.locator("#grid")).not_to_have_attribute("aria-busy", "true")
    until(page, "another answer", lambda: names(page) != mixed)
    # The tab keeps it, and no other one has it.
    before = names(page)
    page.reload()
    expect(page.locator("#chips li")).to_have_count(1)
    assert names(page) == before
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.get_by_text("The picture for this search is no longer available.")).to_be_visible()
    page.get_by_role("link", name="All photos", exact=True).click()
    expect(page.locator("#count")).to_have_text("331 photos")


ENLARGE = """async address => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [4000, 2500];
    canvas.getContext('2d').drawImage(image, 0, 0, 4000, 2500);
    return canvas.toDataURL('image/png').split(',')[1];
}"""

NOTE_SIZE = """() => {
    const original = fetch;
    globalThis.fetch = (address, options) => {
        globalThis.sizeSent ??= options.body?.get('picture').size;
        return original(address, options);
    };
}"""


def test_a_large_picture_goes_smaller(app, folder):
    page = app("/?q=yellow-flower")
    image = page.get_by_role("img", name="yellow-flower.jpg").first
    source = image.get_attribute("src").replace("thumbnail?size=320&", "original?")
    big = folder / "big.png"
    big.write_bytes(base64.b64decode(page.evaluate(ENLARGE, source)))
    assert big.stat().st_size > 5_000_000
    page.evaluate(NOTE_SIZE)
    with page.expect_response("**/api/search") as answer:
        page.get_by_label("Search by picture", exact=True).set_input_files(big)
    assert answer.value.status == 200
    assert 10_000 < page.evaluate("sizeSent") < 1_000_000
    expect(page.locator("#chips li")).to_have_text("Like big.png")
    expect(page.locator("#grid li .open img").first).to_have_attribute("alt", "yellow-flower.jpg")


def test_more_like_this_on_every_result(app):
    page = app("/?q=a+guitar")
    first = page.locator("#grid li").first
    expect(first).to_have_class("shown")
    first.hover()
    name = first.locator(".open img").get_attribute("alt")
    first.get_by_role("link", name=f"More like {name}").click()
    expect(page.locator("#chips li")).to_have_text(f"Like {name}")
    expect(page).to_have_title("More like this · Evoke")
    expect(page.locator("#grid li .open img").first).not_to_have_attribute("alt", name)
    expect(page).to_have_url(re.compile("like="))
    # Words steer it.
    with page.expect_response(lambda answer: "like=" in answer.url and "q=a+piano" in answer.url):
        page.get_by_role("combobox").fill("a piano")
    page.get_by_role("button", name="Remove photo").click()
    expect(page.locator("#chips li")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/\?q=a\+piano$"))


def test_a_file_that_is_no_picture_is_refused_with_words(app, folder):
    page = app(forgives=["/api/search"])
    text = folder / "words.png"
    text.write_text("These are words.")
    page.get_by_label("Search by picture", exact=True).set_input_files(text)
    expect(page.locator("#state .trouble")).to_be_visible()
