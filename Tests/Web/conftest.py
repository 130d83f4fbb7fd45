"""A browser and a server for the tests. Each page is watched: an error on its console, a request to anywhere else, or
something that its policy forbids fails the test."""
import os
import shutil
import zlib

import pytest
from playwright.sync_api import expect, sync_playwright

from evoke import ALBUM, WEB, Server, index

DEVICES = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}
# Keeps what is said for a while, for `looks.hears`.
KEEPING = """addEventListener('DOMContentLoaded', () => {
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
    # Chromium's own sandbox refuses to run as root, which continuous integration often is.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder():
    """Where this process of several keeps what its tests make; the last run's is gone."""
    place = WEB / "made" / os.environ.get("PYTEST_XDIST_WORKER", "alone")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


@pytest.fixture(scope="session")
def album(folder):
    """A server over the demo album."""
    index(folder / "album", ALBUM)
    server = Server(folder / "album")
    yield server
    server.stop()


SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N" exif:GPSLongitude="9,8.364W"
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">At the zoo</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>"""


@pytest.fixture
def placed(serve, folder, request):
    """A server over a library of one photo, which was taken in Lisbon."""
    photos = folder / f"{request.node.name} photos"
    photos.mkdir()
    (photos / "tiger.png").write_bytes((ALBUM / "animals" / "mammals" / "tiger.png").read_bytes())
    (photos / "tiger.xmp").write_text(SIDECAR)
    index(folder / request.node.name, photos)
    return serve()


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


def pytest_generate_tests(metafunc):
    """Each test that names a device is tried at both sizes, or always at the same one of them."""
    if "device" in metafunc.fixturenames:
        sizes = list(DEVICES)
        if metafunc.definition.get_closest_marker("either_size"):
            sizes = [sizes[zlib.crc32(metafunc.definition.originalname.encode()) % 2]]
        metafunc.parametrize("device", sizes)


@pytest.fixture
def app(album, visit):
    """Opens a page of the app over the demo album, once its photos can be seen."""

    def open_app(path="/", device="desk", **options):
        return visit(album.address + path, device, **options)

    return open_app


def pytest_terminal_summary(terminalreporter):
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error")}
    terminalreporter.write_line(f"{counts['passed']} passed, {counts['failed'] + counts['error']} failed")
