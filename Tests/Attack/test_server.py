"""What a server hears from others, on this machine alone."""
import os
import random
import shutil
import sqlite3
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from evoke import ALBUM, Place, Server
from wire import Answer, is_well, request, send

METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "FOO", "\x00", "G" * 9000]
TARGETS = ["/", "*", "", "//", "/%", "/%00", "/..", "/../../etc/passwd", "/api/photos/9223372036854775808",
           "/api/photos/-1/original", "/api/search?q=%ff%fe", "/api/search?q=a&top=9223372036854775807",
           "/api/search?q=a&offset=18446744073709551615", "/api/search?q=" + "a" * 30000, "http://localhost/api/health",
           "http://evil.example/api/health", "/api/photos/1/thumbnail?size=9223372036854775807"]
HEADS = ["Host: localhost", "Host: localhost\r\nHost: localhost", "Host:", "Host : localhost", "", "X" * 40000 + ": y",
         "Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2",
         "Host: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4",
         "Host: localhost\r\nTransfer-Encoding: gzip", "Host: localhost\r\nContent-Length: 99999999999999999999",
         "Host: localhost\r\nRange: bytes=9223372036854775807-9223372036854775808",
         "Host: localhost\r\nExpect: 100-continue", "Host: localhost\r\nUpgrade: websocket\r\nConnection: upgrade",
         "Host: localhost\r\n folded: yes", "Host: localhost\r\nCookie: " + "a=b; " * 2000]


def test_raw_requests(album):
    port = album.server.port
    draw = random.Random(4)
    raw = [f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n\r\n" for method in METHODS for target in TARGETS]
    raw += [f"GET /api/health HTTP/1.1\r\n{head}\r\n\r\n" for head in HEADS]
    raw += [f"POST /api/search {version}\r\nHost: localhost\r\n\r\n" for version in ["HTTP/0.9", "HTTP/2.0", "HTTP/", ""]]
    raw = [text.encode("latin-1") for text in raw]
    raw += [draw.randbytes(draw.choice([1, 50, 3000])) for _ in range(100)]
    # Half a request is waited for, so they come together.
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda data: Answer(send(port, data, close=True)), raw))
    wrong = [(data[:80], answer.status) for data, answer in zip(raw, answers)
             if (answer.status or 0) >= 500 and answer.status not in (501, 505)]
    assert not wrong
    assert is_well(port)


def test_nothing_without_the_token(album):
    """Each operation with each wrong way to show a token."""
    server = Server(album, "--host", "0.0.0.0", "--library", str(copied(album)))
    try:
        right = server.token
        wrongs = [[], [("Authorization", "")], [("Authorization", "Bearer")], [("Authorization", "Bearer " + right[:-1])],
                  [("Authorization", "Bearer " + right + "x")], [("Authorization", "Bearer " + right.swapcase())],
                  [("Authorization", "Basic " + right)], [("Authorization", right)], [("Cookie", "token=x")],
                  [("Cookie", right)], [("X-Token", right)], [("X-Forwarded-For", "127.0.0.1")],
                  [("Forwarded", "for=127.0.0.1")], [("X-Real-IP", "::1")]]
        bearer = [("Authorization", "Bearer " + right)]
        paths = request(server.port, "GET", "/api/openapi.json", bearer).json["paths"]
        operations = [(method.upper(), path) for path, ways in paths.items() for method in ways]
        asked, told = 0, []
        for method, path in operations:
            for headers in wrongs:
                answer = request(server.port, method, path.replace("{", "").replace("}", ""), headers)
                asked += 1
                if answer.status not in (401, 403):
                    told.append((method, path, headers, answer.status))
        assert asked > 250 and not told
    finally:
        server.stop()


def copied(place):
    """A library of its own with the same photos."""
    folder = place.folder / f"copy-{random.randrange(10**9)}"
    folder.mkdir(mode=0o700)
    with sqlite3.connect(place.library / "library.sqlite") as source, sqlite3.connect(folder / "library.sqlite") as copy:
        source.backup(copy)
    return folder


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as somebody else")
def test_others_on_this_machine_need_the_token(album):
    for address in ["127.0.0.1", "localhost"]:
        for path in ["/api/health", "/api/photos", "/api/photos/1/original", "/api/library"]:
            code = subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "curl", "--silent", "--output",
                 "/dev/null", "--write-out", "%{http_code}", f"http://{address}:{album.server.port}{path}"],
                capture_output=True, text=True).stdout
            assert code == "401", (address, path, code)


@pytest.mark.parametrize("root", ["/", "/proc", "/sys", "/dev", "/proc/self", "/dev/shm/..", "relative", "", "/no/such"])
def test_roots_that_are_none(album, root):
    answer = request(album.server.port, "POST", "/api/library/roots", [("Content-Type", "application/json")],
                     ('{"path": "%s"}' % root).encode())
    assert 400 <= answer.status < 500, (root, answer.status)


def test_large_uploads_hold_up_nobody(album):
    """Others are answered while three large pictures come in and are read."""
    port = album.server.port
    body = (b'--b\r\nContent-Disposition: form-data; name="picture"; filename="x"\r\n\r\n' + b"\n--b" * 7_900_000
            + b"\r\n--b--\r\n")
    answers = []

    def upload():
        answers.append(request(port, "POST", "/api/search", [("Content-Type", "multipart/form-data; boundary=b")], body))

    uploads = [threading.Thread(target=upload) for _ in range(3)]
    for thread in uploads:
        thread.start()
    asked = 0
    while any(thread.is_alive() for thread in uploads):
        assert is_well(port)
        asked += 1
    assert asked >= 3 and len(answers) == 3
    assert all(answer.status in (None, 400, 413, 422, 429, 503) for answer in answers), [a.status for a in answers]
    assert is_well(port)


@pytest.mark.parametrize("how", ["deleted", "emptied", "garbage", "replaced"])
def test_a_library_that_changes_under_its_server(place, how):
    place.run("index", ALBUM / "animals")
    server = Server(place)
    try:
        file = place.library / "library.sqlite"
        backup = copied(place) / "library.sqlite"
        assert request(server.port, "GET", "/api/search?q=a+dog").status == 200
        if how == "deleted":
            shutil.rmtree(place.library)
        elif how == "emptied":
            file.write_bytes(b"")
        elif how == "garbage":
            file.write_bytes(os.urandom(100_000))
        else:
            os.replace(backup, file)
        wait_for_status(server.port, 200 if how == "replaced" else 503)
    finally:
        server.stop()


def wait_for_status(port, status):
    seen = set()
    for _ in range(300):
        seen.add(request(port, "GET", "/api/search?q=a+dog&top=1").status)
        if status in seen:
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"{seen}, never {status}")
