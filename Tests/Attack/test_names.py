"""Files whose names are made to be taken for something else: each is one photo, found, shown and forgotten by it."""
import os

import pytest
from evoke import objects, png

NAMES = [
    b"-rf.png", b"--library.png", b"-0.png", b" .png", b"  lead and trail  .png", b"new\nline.png", b"\r\n.png",
    b"tab\t.png", b"\x1b[31mred\x1b[0m.png", b"\x1b]0;title\x07.png", b"\x08\x08\x08.png", b"$(touch made).png",
    b"`touch made`.png", b"; touch made;.png", b"| touch made.png", b"'quote.png", b'"double".png', b"\\back\\slash.png",
    b"%00.png", b"%2e%2e%2f.png", b"a..\\..\\up.png", b"*?[a-z].png", b"<script>alert(1)<script>.png", b"&amp;.png",
    b"NULL.png", b"'; DROP TABLE photos; --.png", "\u00e9.png".encode(), "e\u0301.png".encode(),
    "\u202egnp.exe.png".encode(), "👩‍👩‍👧‍👦.png".encode(), b"\xff\xfe.png", b"\xc3.png", b"n" * 251 + b".png",
    "ß".encode() * 125 + b".png", b"dots....png", b"con.png", b"~.png", b"#.png", b"a.png.png", b"\x7f.png",
]


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    from evoke import Place
    place = Place(tmp_path_factory.mktemp("names"))
    folder = os.fsencode(place.photos)
    for number, name in enumerate(NAMES):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(png(number))
    assert place.index().returncode == 0
    return place


def test_each_is_found(strange):
    folder = os.fsencode(strange.photos.resolve())
    assert strange.names() == {os.path.join(folder, name) for name in NAMES}
    assert not list(strange.folder.rglob("made"))
    strange.is_in_order()


@pytest.mark.parametrize("name", NAMES)
def test_is_a_photo_like_others(strange, name):
    path = os.path.join(os.fsencode(strange.photos.resolve()), name)
    like = strange.run("similar", "--json", "--top", "3", "--", path)
    assert like.returncode == 0 and len(objects(like.stdout)[0]["results"]) == 3, like.stderr
    embedded = strange.run("models", "embed", "--", path)
    assert embedded.returncode == 0, embedded.stderr
    wrong = strange.run("similar", "--", path + b"x")
    assert wrong.returncode != 0
    # Nothing that a terminal would obey, and one line a message.
    assert b"\x1b" not in wrong.stderr and b"\x07" not in wrong.stderr and b"\x08" not in wrong.stderr


def test_results_as_text_obey_nobody(strange):
    shown = strange.run("search", "--all", "--top", "100", "a photo")
    assert shown.returncode == 0
    assert b"\x1b" not in shown.stdout and b"\x07" not in shown.stdout and b"\x08" not in shown.stdout


def test_a_path_that_is_too_long_is_named(place):
    folder = os.open(place.photos, os.O_RDONLY)
    (place.photos / "a.png").write_bytes(png(1))
    for _ in range(20):
        os.mkdir(b"d" * 250, dir_fd=folder)
        deeper = os.open(b"d" * 250, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = deeper
    with open(os.open("b.png", os.O_WRONLY | os.O_CREAT, dir_fd=folder), "wb") as file:
        file.write(png(2))
    os.close(folder)
    outcome = place.index()
    assert outcome.returncode in (0, 3) and b"long" in outcome.stderr, outcome.stderr[-500:]
    assert len(place.names()) >= 1
