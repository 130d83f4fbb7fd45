"""Labels of one's own for a picture."""
import re
import subprocess

import pytest
from playwright.sync_api import expect

import libraries
from evoke import ALBUM, BINARY, copied
from looks import until

TIGER = ALBUM / "animals" / "mammals" / "tiger.png"
PERCENT = re.compile(r"^\d+\.\d%$")


def label(page, labels):
    """The picture is answered at once, which may scroll the page: whoever presses a button just then could miss it."""
    page.get_by_role("textbox", name="Labels").fill(labels)
    page.get_by_label("Choose a picture").set_input_files(TIGER)


@pytest.mark.everyday
@pytest.mark.either_size
def test_bars_and_percentages_best_first(app, device):
    page = app("/labels", device)
    label(page, "guitar, tiger,  fire engine")
    bars = page.locator(".bars li")
    expect(bars).to_have_count(3)
    page.get_by_role("button", name="Match labels").click()
    expect(page).to_have_url(re.compile(r"/labels\?labels=guitar%2C\+tiger%2C\+\+fire\+engine$"))
    expect(page.locator("#labels-answer")).not_to_have_attribute("aria-busy", "true")
    expect(bars.first).to_contain_text("tiger")
    expect(bars.locator(".share")).to_have_text([PERCENT] * 3)
    numbers = [float(share[:-1]) for share in bars.locator(".share").all_text_contents()]
    assert numbers == sorted(numbers, reverse=True) and abs(sum(numbers) - 100) < 0.2
    widths = bars.locator(".fill").evaluate_all("all => all.map(one => parseFloat(one.style.width))")
    assert all(abs(width - number) < 0.1 for width, number in zip(widths, numbers, strict=True))
    expect(page.locator("#labels-answer")).to_contain_text(
        re.compile(r"Model starter: picture .* Loaded in .*: model .*, image encoder .*, text encoder "))
    # The answer follows what is checked.
    page.get_by_role("checkbox", name="none of these").check()
    expect(bars).to_have_count(4)
    expect(page.locator(".bars")).to_contain_text("none of these")
    page.get_by_role("checkbox", name="none of these").uncheck()
    expect(bars).to_have_count(3)


@pytest.mark.either_size
def test_without_words_the_models_own_labels_serve(app, device):
    page = app("/labels", device)
    page.set_viewport_size({"width": page.viewport_size["width"], "height": 420})
    page.get_by_role("button", name="Match labels").click()
    expect(page.locator("#labels-answer")).to_have_text("Choose or take a picture first.")
    said = page.get_by_text("Choose or take a picture first.")
    expect(said).to_be_in_viewport(ratio=1)
    # The bar at the foot of a phone does not cover it.
    assert said.evaluate("""one => {
        const { left, bottom } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + 5, bottom - 2));
    }""")
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    expect(page.locator(".bars li").first).to_contain_text("tiger")
    page.get_by_role("textbox", name="Labels").fill(" , ,")
    page.get_by_role("button", name="Match labels").click()
    expect(page.locator(".bars li")).to_have_count(5)


def test_where_there_are_no_labels_they_are_asked_for(app):
    page = app("/labels", forgives=["/api/classify"])
    # As a server says it whose model has none of its own.
    refusal = {"status": 400, "kind": "wrongUsage", "detail": "The model 'clip' has no labels of its own."}
    page.route("**/api/classify", lambda route: route.fulfill(status=400, json=refusal))
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    expect(page.locator("#labels-answer")).to_contain_text("Type what the picture might show")
    expect(page.locator(".bars li")).to_have_count(0)


def test_labels_of_the_library_serve_where_none_are_typed(folder, serve, visit):
    library = copied(folder / "with-labels", "zoo", libraries.zoo)
    words = ["--library", library, "--labels", "guitar, tiger, violin"]
    subprocess.run([BINARY, "models", "labels", *words], check=True, capture_output=True)
    page = visit(f"{serve(library=library).address}/labels")
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    expect(page.locator(".bars li")).to_have_count(3)
    expect(page.locator(".bars li").first).to_contain_text("tiger")
    label(page, "lion, tiger")
    expect(page.locator(".bars li")).to_have_count(2)


def test_a_picture_that_is_chosen_before_the_page_is_ready_is_labelled(app):
    page = app("/labels?labels=tiger,guitar")
    held = []
    page.route("**/api/access", lambda route: held.append(route))
    page.reload()
    page.get_by_label("Choose a picture").set_input_files(TIGER)
    until(page, "the question who asks", lambda: held)
    held[0].continue_()
    expect(page.locator(".bars li")).to_have_count(2)
    expect(page.locator(".bars li").first).to_contain_text("tiger")


@pytest.mark.either_size
def test_a_photo_of_the_library(app, device):
    page = app("/?q=tiger", device)
    page.get_by_role("img", name="tiger.png").first.click()
    page.get_by_role("link", name="Labels", exact=True).last.click()
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible()
    expect(page.get_by_role("img", name="The picture to label")).to_be_visible()
    bars = page.locator(".bars li")
    expect(bars).to_have_count(5)
    page.get_by_role("textbox", name="Labels").fill("tiger, guitar")
    page.get_by_role("button", name="Match labels").click()
    expect(bars).to_have_count(2)
    expect(bars.first).to_contain_text("tiger")
    # It is a page of its own.
    page.reload()
    expect(bars.first).to_contain_text("tiger")


def test_an_error_says_what_is_wrong(app, folder):
    page = app("/labels", forgives=["/api/classify"])
    broken = folder / "broken.jpg"
    broken.write_bytes(TIGER.read_bytes()[:200])
    page.get_by_label("Choose a picture").set_input_files(broken)
    expect(page.locator("#labels-answer").get_by_role("alert")).to_be_visible()
    # And goes away with the next that works.
    label(page, "cat, dog")
    expect(page.locator(".bars li")).to_have_count(2)
    expect(page.locator("#labels-answer").get_by_role("alert")).to_have_count(0)


def test_a_phone_takes_the_picture(app):
    page = app("/labels?labels=tiger,guitar", "phone")
    camera = page.get_by_label("Take a picture", exact=True)
    expect(camera).to_have_attribute("capture", "environment")
    camera.set_input_files(TIGER)
    expect(page.locator(".bars li").first).to_contain_text("tiger")
    expect(page.locator(".bars li").first).to_be_in_viewport()
