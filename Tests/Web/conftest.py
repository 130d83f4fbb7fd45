"""A browser and servers for the tests. Each page is watched: an error on its console, a request to anywhere else, or
something that its policy forbids fails the test."""
import os
import shutil
import zlib

import pytest
from playwright.sync_api import expect, sync_playwright

import libraries
from evoke import ALBUM, SHELF, WEB, Server, copied, index

# So that what is asserted there tells what it found.
pytest.register_assert_rewrite("looks")

DEVICES = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}
# Keeps what is said for a while, for `looks.hears`, and how far what is seen moves by itself, for `looks.moved`.
KEEPING = """globalThis.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) shifted += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
addEventListener('DOMContentLoaded', () => {
    window.said = [];
    for (const notice of document.querySelectorAll('.notice')) {
        new MutationObserver(() => said.push(notice.textContent)).observe(notice, { childList: true, subtree: true });
    }
})"""
# Long, for machines that have other things to do; a test that hangs has an end of its own.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    # So that it can be seen how many are started.
    if counted := os.environ.get("EVOKE_COUNT_BROWSERS"):
        with open(counted, "a", encoding="utf-8") as file:
            file.write("chromium\n")
    # Chromium's own sandbox refuses to run as root, which continuous integration often is.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder():
    """Where this process of several keeps what its tests make."""
    place = WEB / "made" / os.environ.get("PYTEST_XDIST_WORKER", "alone")
    place.mkdir(parents=True, exist_ok=True)
    return place


@pytest.fixture(scope="session")
def running(folder):
    """Starts a server over a copy of a library, for all tests of this process that change nothing in it."""
    servers = {}

    def start(name, make, **options):
        if name not in servers:
            servers[name] = Server(copied(folder / name, name, make), **options)
        return servers[name]

    yield start
    for server in servers.values():
        server.stop()


@pytest.fixture(scope="session")
def album(running):
    """A server over the demo album."""
    return running("album", lambda place: index(place / "library", ALBUM))


@pytest.fixture(scope="session")
def zoo(running):
    """A server over photos of animals that were taken on known days in known places."""
    return running("zoo", libraries.zoo)


@pytest.fixture(scope="session")
def kinds(running):
    """A server over files of all kinds: films, panoramas, pictures with text."""
    return running("kinds", libraries.kinds, models=SHELF)


@pytest.fixture
def serve(folder, request):
    """Starts a server over a library of the test's own."""
    servers = []

    def start(*options, library=request.node.name, **more):
        servers.append(Server(folder / library, *options, **more))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture
def visit(browser):
    """Opens an address on a device; `forgives` are words of errors that the test provokes. Each photo has a tile of its
    own, unless there shall be `stacks`: many libraries here are made of copies."""
    contexts, wrong = [], []

    def open_page(address, device="desk", forgives=(), stacks=False, **options):
        context = browser.new_context(**DEVICES[device], **options)
        if not stacks:
            context.add_init_script("try { localStorage.setItem('evoke-stacks', 'off') } catch {}")
        context.add_init_script(KEEPING)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        origin = "/".join(address.split("/")[:3])

        def complain(words):
            if not any(word in words for word in forgives):
                wrong.append(words)

        page.on("console", lambda said: complain(f"{said.text} {said.location}") if said.type == "error" else None)
        page.on("pageerror", lambda error: complain(f"{error.name}: {error.message} {error.stack}"))
        page.on("request", lambda sent: None if sent.url.startswith((origin, "blob:", "data:")) else complain(sent.url))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def pytest_configure(config):
    config.addinivalue_line("markers", "either_size: at the size of a desk or of a phone, since nothing depends on it")
    config.addinivalue_line("markers", "everyday: one of the few that `make test` runs, each for a page or a main act")
    # What the last run made goes before the first process of this one begins.
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(WEB / "made", ignore_errors=True)
        (WEB / "made").mkdir(parents=True)


def pytest_generate_tests(metafunc):
    """Each test that names a device is tried at both sizes, or always at the same one of them."""
    if "device" in metafunc.fixturenames:
        sizes = list(DEVICES)
        if metafunc.definition.get_closest_marker("either_size"):
            sizes = [sizes[zlib.crc32(metafunc.definition.originalname.encode()) % 2]]
        metafunc.parametrize("device", sizes)


@pytest.fixture
def app(album, visit):
    """Opens a page of the app over the demo album."""
    return lambda path="/", device="desk", **options: visit(album.address + path, device, **options)


@pytest.fixture
def own(serve, visit, folder, request):
    """Opens a page of the app over photos of animals in a library of the test's own."""
    def open_app(path="/", device="desk", **options):
        copied(folder / request.node.name, "zoo", libraries.zoo)
        page = visit(serve(library=f"{request.node.name}/library").address + path, device, **options)
        expect(page.locator("#grid li.shown").first).to_be_visible()
        return page
    return open_app


def pytest_terminal_summary(terminalreporter):
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error")}
    terminalreporter.write_line(f"{counts['passed']} passed, {counts['failed'] + counts['error']} failed")
