"""Ten thousand photos, of which the page holds few. How long its frames took is kept for docs/performance.md."""
import pytest
from playwright.sync_api import expect

from evoke import ALBUM, WEB, Server, index
from looks import answered

COPIES = 31

# Scrolls on in every frame, as a hand does that holds the wheel, and notes how long each frame took. Now and then
# chromium without a screen stops drawing for good, while scripts and timers go on: a frame that does not come ends it.
SCROLL = """async () => {
    const frame = () => Promise.race([
        new Promise(requestAnimationFrame), new Promise(resolve => setTimeout(resolve, 20000, "stalled"))]);
    const frames = [];
    let [most, last, stuck] = [0, performance.now(), 0];
    while (stuck < 120) {
        const before = scrollY;
        scrollBy(0, 400);
        if (await frame() === "stalled") return null;
        stuck = scrollY === before ? stuck + 1 : 0;
        frames.push(performance.now() - last);
        last = performance.now();
        most = Math.max(most, document.querySelector('#grid').childElementCount);
    }
    frames.sort((a, b) => a - b);
    const last_ = [...document.querySelectorAll('#grid li')].at(-1);
    return { most, count: frames.length, p50: frames[frames.length >> 1], p99: frames[Math.floor(frames.length * 0.99)],
             last: last_.ariaPosInSet };
}"""


@pytest.fixture(scope="module")
def many(folder):
    photos = folder / "many"
    for copy in range(COPIES):
        for source in ALBUM.rglob("*.*"):
            name = photos / str(copy) / source.relative_to(ALBUM)
            name.parent.mkdir(parents=True, exist_ok=True)
            name.symlink_to(source) if source.is_symlink() else name.write_bytes(source.read_bytes())
    index(folder / "many-library", photos)
    server = Server(folder / "many-library")
    yield server
    server.stop()


def test_the_grid_stays_small(many, visit, device):
    total = 331 * COPIES

    def scrolled():
        page = visit(many.address + "/?q=a+penguin&all=yes", device)
        answered(page, "a penguin")
        expect(page.locator("#grid li").first).to_have_attribute("aria-setsize", str(total))
        return page.evaluate(SCROLL)

    measured = scrolled() or scrolled()
    assert measured, "the browser stopped drawing, twice"
    print(device, measured, file=open(WEB / "made" / "frames.txt", "a"))
    assert measured["last"] == str(total)
    # No more than what is near the window, of all that were gone past.
    assert measured["most"] < 200
