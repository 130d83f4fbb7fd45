"""The pictures of the app in README.md and the guide, kept in the folder that EVOKE_PICTURES names; without it there are
none. All are of the demo album. Look at them before you commit them: the answers have to be right."""
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evoke import index
from looks import answered, drawn
from test_map import settled

PICTURES = Path(os.environ.get("EVOKE_PICTURES", ""))
pytestmark = pytest.mark.skipif(not os.environ.get("EVOKE_PICTURES"), reason="EVOKE_PICTURES names no folder")


@pytest.fixture
def demo(running, visit):
    """Opens an address of a server over the demo album."""
    server = running("demo", lambda place: index(place / "library", Path(os.environ["EVOKE_DEMO"])))
    return lambda address: visit(server.address + address)


def keep(page, name, height=800):
    page.set_viewport_size({"width": 1280, "height": height})
    drawn(page)
    picture = PICTURES / f"{name}.jpg"
    page.screenshot(path=picture, type="jpeg", quality=82)
    assert picture.stat().st_size < 300_000


def test_search(demo):
    page = demo("/?q=a+castle+in+France")
    answered(page, "a castle in France")
    page.reload()                                            # the model is loaded now
    answered(page, "a castle in France")
    keep(page, "app-search", 430)


def test_one_photo(demo):
    page = demo("/?q=chenonceau")
    page.get_by_role("img", name="chenonceau.webp").first.click()
    page.get_by_role("button", name="About this photo").click()
    expect(page.locator("#photo")).to_contain_text("Nikon D90")
    keep(page, "app-photo", 640)


def test_the_map(demo):
    page = demo("/?map=all")
    settled(page)
    keep(page, "app-map")
