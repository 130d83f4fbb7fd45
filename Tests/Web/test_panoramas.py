"""Panoramas: photos of all that is around somebody, who looks about in them."""
import pytest
from playwright.sync_api import expect

from evoke import Server, index
from looks import serious, too_small
from pictures import striped

COLOURS = {"red": (200, 30, 30), "green": (30, 160, 30), "blue": (30, 30, 200), "white": (230, 230, 230)}


def said(**words):
    """What cameras say of panoramas."""
    words = " ".join(f'GPano:{name}="{value}"' for name, value in words.items())
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" {words}/>'
            "</rdf:RDF></x:xmpmeta>")


@pytest.fixture(scope="session")
def panoramas(folder):
    """A sphere of four colours, from the left to the right; half of one; and a photo as wide that is none."""
    place = folder / "panoramas"
    place.mkdir()
    red, green, *_ = colours = list(COLOURS.values())
    whole = said(ProjectionType="equirectangular")
    (place / "around.png").write_bytes(striped(1600, 800, colours, whole))
    part = said(ProjectionType="equirectangular", FullPanoWidthPixels=1600, FullPanoHeightPixels=800,
                CroppedAreaLeftPixels=0, CroppedAreaTopPixels=200, CroppedAreaImageWidthPixels=800,
                CroppedAreaImageHeightPixels=400)
    (place / "half.png").write_bytes(striped(800, 400, [red, green], part))
    (place / "wide.png").write_bytes(striped(1600, 800, colours[::-1]))
    index(folder / "panoramas-library", place)
    server = Server(folder / "panoramas-library")
    yield server
    server.stop()


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
    page.wait_for_function("document.querySelector('#photo > canvas')?.width > 300")
    for _ in range(100):
        if middle(page) == colour:
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert middle(page) == colour


def look_around(page, name):
    page.get_by_role("img", name=name).click()
    expect(page.locator("#photo h2")).to_have_text(name)
    page.get_by_role("button", name="Look around").click()


def test_one_looks_about(panoramas, visit, device, folder):
    page = visit(panoramas.address + "/?q=sort:name", device)
    page.get_by_role("img", name="around.png").click()
    around = page.get_by_role("button", name="Look around")
    expect(around).to_be_visible()
    assert serious(page) == []
    if device == "phone":
        assert too_small(page) == []
    page.screenshot(path=folder / f"panorama-{device}.png")
    around.click()
    canvas = page.locator("#photo > canvas")
    expect(canvas).to_be_focused()
    # The middle is where green and blue meet.
    page.keyboard.press("ArrowRight")
    sees(page, "blue")
    page.screenshot(path=folder / f"panorama-open-{device}.png")
    assert serious(page) == []
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
    # Phones have no such key.
    if device == "phone":
        page.get_by_role("button", name="Close").click()
    else:
        page.keyboard.press("Escape")
    expect(canvas).to_have_count(0)
    expect(around).to_be_visible()
    expect(page.locator("#photo")).to_be_visible()


def test_a_part_of_the_sphere_ends_at_its_edges(panoramas, visit):
    page = visit(panoramas.address + "/?q=sort:name")
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
