"""Panoramas: photos of all that is around somebody, who looks about in them."""
import pytest
from playwright.sync_api import expect

from libraries import COLOURS
from looks import fit_for_all, until

AROUND = "/?q=in:around sort:name"


def middle(page):
    """The colour in the middle of the screen; None for none of these."""
    red, green, blue, _ = page.locator("#photo > canvas").evaluate("""canvas => {
        const pixel = new Uint8Array(4);
        const gl = canvas.getContext("webgl");
        gl.readPixels(canvas.width / 2, canvas.height / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return [...pixel];
    }""")
    near = [name for name, colour in COLOURS.items()
            if all(abs(one - other) < 40 for one, other in zip((red, green, blue), colour))]
    return near[0] if near else None


def sees(page, colour):
    page.wait_for_function("() => document.querySelector('#photo > canvas')?.width > 300", polling=50)
    until(page, colour, lambda: middle(page) == colour)


def look_around(page, name):
    page.get_by_role("img", name=name).click()
    expect(page.locator("#photo h2")).to_have_text(name)
    page.get_by_role("button", name="Look around").click()


@pytest.mark.everyday
@pytest.mark.either_size
def test_one_looks_about(kinds, visit, device):
    page = visit(kinds.address + AROUND, device)
    look_around(page, "around.png")
    canvas = page.locator("#photo > canvas")
    expect(canvas).to_be_focused()
    # The middle is where green and blue meet.
    page.keyboard.press("ArrowRight")
    sees(page, "blue")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    sees(page, "green")
    box = canvas.bounding_box()
    across = box["x"] + box["width"] / 2
    for _ in range(4):
        page.mouse.move(across, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(across - box["height"] / 4, box["y"] + box["height"] / 2, steps=4)
        page.mouse.up()
    sees(page, "blue")
    page.keyboard.press("Escape")
    expect(canvas).to_have_count(0)
    expect(page.get_by_role("button", name="Look around")).to_be_visible()
    expect(page.locator("#photo")).to_be_visible()


def test_a_panorama_is_for_everybody(kinds, visit, device):
    page = visit(kinds.address + AROUND, device)
    page.get_by_role("img", name="around.png").click()
    around = page.get_by_role("button", name="Look around")
    expect(around).to_be_visible()
    fit_for_all(page)
    around.click()
    page.keyboard.press("ArrowRight")
    sees(page, "blue")
    fit_for_all(page)
    # Phones have no key to leave it.
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#photo > canvas")).to_have_count(0)
    expect(page.locator("#photo")).to_be_visible()


def test_a_part_of_the_sphere_ends_at_its_edges(kinds, visit):
    page = visit(kinds.address + AROUND)
    look_around(page, "half.png")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    sees(page, "green")
    for _ in range(24):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    sees(page, "red")
    # The next photo is none.
    page.get_by_role("button", name="Next photo").click()
    expect(page.locator("#photo h2")).to_have_text("wide.png")
    expect(page.locator("#photo > canvas")).to_have_count(0)
    expect(page.locator("#photo").get_by_role("link", name="More like this")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Look around")).to_be_hidden()
