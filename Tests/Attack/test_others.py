"""What belongs to others: photos and sidecars that other programs write to at the same moment, what they said, and who may
know who is in a photo."""
import math
import os
import random
import re
import signal
import socket
import stat
import subprocess
import time
import xml.etree.ElementTree
import zlib
from pathlib import Path

import pytest
from evoke import Place, Server, objects, png, png_of, remove
from others import Interrupted

ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="mounts, as root alone may")
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def sidecar(inside="", *, head="", attributes=""):
    return (f'{head}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{RDF}"><rdf:Description rdf:about="" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
            'xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" '
            f'xmlns:my="http://example.org/my/" {attributes}>{inside}</rdf:Description></rdf:RDF></x:xmpmeta>')


def keywords(*words):
    return "<dc:subject><rdf:Bag>" + "".join(f"<rdf:li>{word}</rdf:li>" for word in words) + "</rdf:Bag></dc:subject>"


def everything(place):
    """What all files in the place hold but the library's own."""
    return [file.read_bytes() for file in place.folder.rglob("*")
            if file.is_file() and not file.is_symlink() and not file.is_relative_to(place.library)]


def save(file, content):
    """As an editor saves: whole beside it, then over it."""
    new = file.with_name(".new")
    new.write_bytes(content)
    new.rename(file)


def copies(place):
    """A library of two photos that hold the same, each with a sidecar of its own; and which goes and which stays."""
    empty(place)
    for name in "ab":
        (place.photos / f"{name}.png").write_bytes(png(1))
        (place.photos / f"{name}.png.xmp").write_text(sidecar(keywords(f"of-{name}")))
    assert place.index("--without", "text").returncode == 0
    group, = objects(place.run("duplicates", "--exact", "--json").stdout)
    goes, = [Path(photo["path"]) for photo in group["photos"] if not photo["keep"]]
    stays, = [Path(photo["path"]) for photo in group["photos"] if photo["keep"]]
    return goes, stays


def empty(place):
    for folder in (place.photos, place.folder / ".local"):
        remove(folder)
    place.photos.mkdir()


WAYS = [("--trash",), ("--trash", "--merge"), ("--link",)]


def each_call(place, kind, words, prepare):
    """Runs the command anew for each of its calls, with a signal before that call."""
    prepare(place)
    whole = Interrupted(place, 0, kind, *words)
    assert whole.end() == 0, (place.folder / "said").read_bytes()
    last = whole.calls()
    assert last > 3
    for number in range(1, last + 1):
        made = prepare(place)
        yield number, Interrupted(place, number, kind, *words), *made


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("which", ["goes", "stays", "sidecar of what goes", "sidecar of what stays"])
def test_what_another_program_saves_meanwhile_stays(place, way, which):
    command = ("duplicates", "--exact", "--yes", *way)
    for number, run, goes, stays in each_call(place, signal.SIGSTOP, command, copies):
        file = {"goes": goes, "stays": stays, "sidecar of what goes": Path(f"{goes}.xmp"),
                "sidecar of what stays": Path(f"{stays}.xmp")}[which]
        edited = sidecar(keywords("EDITED")).encode() if "sidecar" in which else png(7) + b"EDITED"
        # It may have fewer calls than the run before.
        if not run.has_stopped():
            run.end()
            continue
        save(file, edited)
        run.go_on()
        assert any(b"EDITED" in one for one in everything(place)), f"lost at call {number}"
        place.run("duplicates", "--undo")
        assert any(b"EDITED" in one for one in everything(place)), f"lost by undo after call {number}"
        assert png(1) in everything(place), f"no copy is left after call {number}"


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_a_power_cut_while_photos_are_put_away(place, way):
    for number, run, _, stays in each_call(
            place, signal.SIGKILL, ("duplicates", "--exact", "--yes", *way), copies):
        run.end()
        assert stays.read_bytes() == png(1)
        assert f"of-{stays.stem}" in Path(f"{stays}.xmp").read_text(), f"killed at call {number}"
        undone = place.run("duplicates", "--undo")
        for name in "ab":
            assert (place.photos / f"{name}.png").read_bytes() == png(1), (number, undone.stderr)
            assert f"of-{name}" in (place.photos / f"{name}.png.xmp").read_text(), (number, undone.stderr)
        assert not [file for file in os.listdir(place.photos) if file.startswith(".evoke")], f"left at call {number}"


def unrated(place):
    empty(place)
    place.fill(3)
    assert place.index("--without", "text").returncode == 0
    assert place.run("config", "write-xmp", "off").returncode == 0
    place.run("mark", "rate", "none", "--yes", "in:photos")
    assert place.run("config", "write-xmp", "sidecars").returncode == 0
    return ()


def test_a_power_cut_while_sidecars_are_written(place):
    for number, run in each_call(place, signal.SIGKILL, ("mark", "rate", "5", "--yes", "in:photos"), unrated):
        run.end()
        assert place.run("mark", "rate", "3", "--yes", "in:photos").returncode == 0
        assert place.index("--without", "text").returncode == 0
        assert len(list(place.photos.glob("*.xmp"))) == 3
        for file in place.photos.glob("*.xmp"):
            assert 'Rating="3"' in file.read_text() or "Rating>3<" in file.read_text(), f"killed at call {number}"


def test_undo_takes_back_only_what_was_said_here(place):
    place.fill(1)
    file = place.photos / "0000.png.xmp"
    file.write_text(sidecar(
        keywords("beach", "other") + '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">theirs</rdf:li></rdf:Alt>'
        "</dc:description>", attributes='xmp:Rating="4" digiKam:PickLabel="3"'))
    assert place.index("--without", "text").returncode == 0
    place.run("config", "write-xmp", "sidecars")
    for words in (("mark", "tag", "add", "beach"), ("mark", "tag", "add", "ours"), ("mark", "rate", "4"),
                  ("mark", "caption", "theirs"), ("mark", "favorite")):
        assert place.run(*words, "--yes", "in:photos").returncode == 0
    for _ in range(5):
        assert place.run("undo").returncode == 0
    said = file.read_text()
    assert [word for word in ("beach", "other", "theirs", "PickLabel", "Rating") if word not in said] == []
    assert "ours" not in said


SAID = {
    "one text": sidecar(attributes='digiKam:TagsList="Kept/Word"'),
    "one text for Lightroom": sidecar(attributes='lr:hierarchicalSubject="Kept|Word"'),
    "no RDF": '<notes><photo who="Kept">Word</photo></notes>',
    "another encoding": sidecar(head='<?xml version="1.0" encoding="ISO-8859-1"?>', attributes='my:who="Kept Wörd"'),
    "a comment": sidecar("<!-- Kept Word -->"),
    "a language": sidecar('<dc:subject><rdf:Bag><rdf:li xml:lang="fr">Kept Word</rdf:li></rdf:Bag></dc:subject>'),
    "a resource": sidecar('<my:from rdf:resource="http://example.org/KeptWord"/>'),
    "another subject": sidecar().replace('rdf:about=""', 'rdf:about="uuid:KeptWord"'),
    "a qualifier": sidecar('<my:a rdf:parseType="Resource"><rdf:value>Kept</rdf:value><my:q>Word</my:q></my:a>'),
    "what follows": sidecar() + "<?evoke Kept Word?>",
    "nothing yet": "",
    "no end": sidecar(keywords("Kept Word"))[:-30],
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID.keys())
def test_what_is_not_understood_is_kept(place, said):
    place.fill(1)
    file = place.photos / "0000.png.xmp"
    before = said.encode("latin-1" if "8859" in said else "utf-8")
    file.write_bytes(before)
    assert place.index("--without", "text").returncode in (0, 3)
    for words in (("mark", "tag", "add", "beach"), ("mark", "rate", "5"), ("mark", "caption", "a day"),
                  ("album", "add", "Trip")):
        assert place.run(*words, "--yes", "in:photos").returncode == 0
    place.run("export", "xmp")
    after = file.read_bytes()
    if after == before:
        return
    assert said and b"Kept" in after
    assert [part for part in ('xml:lang="fr"', "rdf:resource=", "uuid:", "my:q", "<?evoke") if part in said
            and part.encode() not in after] == []
    text = str([one.attrib for one in xml.etree.ElementTree.fromstring(after).iter()])
    assert "Wörd" not in said or "Wörd" in text


def test_a_sidecar_is_written_in_time_that_grows_as_it_does(place):
    place.fill(1)
    file = place.photos / "0000.png.xmp"
    took = []
    for count in (2500, 20000):
        file.write_text(sidecar(
            '<c:Collections xmlns:c="http://www.metadataworkinggroup.com/schemas/collections/"><rdf:Bag>'
            + "".join(f'<rdf:li c:CollectionName="n{number}"/>' for number in range(count)) + "</rdf:Bag></c:Collections>"))
        assert place.index("--without", "text").returncode == 0
        assert place.run("album", "add", f"Trip {count}", "--yes", "in:photos").returncode == 0
        began = time.monotonic()
        assert place.run("export", "xmp").returncode == 0
        took.append(time.monotonic() - began)
        assert f"Trip {count}" in file.read_text()
    assert took[1] < took[0] * 24, took


def test_a_sidecar_that_is_just_being_written_is_left(place):
    """Another program opens it, which empties it, and writes a moment later."""
    place.fill(1)
    assert place.index("--without", "text").returncode == 0
    assert place.run("config", "write-xmp", "sidecars").returncode == 0
    file = place.photos / "0000.png.xmp"
    draw = random.Random(1)
    for number in range(20):
        run = place.start("mark", "tag", "add", f"t{number}", "--yes", "in:photos")
        time.sleep(draw.uniform(0, 0.2))
        with open(file, "w") as other:
            time.sleep(0.2)
            other.write(sidecar(attributes=f'my:history="hours of work {number}"'))
        run.communicate()
        assert f"hours of work {number}" in file.read_text()


@ROOT
def test_the_last_copy_is_not_put_away(place):
    """Two mounts show one file under two device numbers."""
    disk, pool, work = (place.folder / name for name in ("mount", "pool", "mount/work"))
    for folder in (disk, pool):
        folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "none", disk], check=True)
    try:
        for name in ("photos", "upper", "work"):
            (disk / name).mkdir()
        (disk / "photos/x.png").write_bytes(png(1))
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o",
                        f"lowerdir={disk}/photos,upperdir={disk}/upper,workdir={work}", pool], check=True)
        assert place.run("index", "--without", "text", pool, disk / "photos").returncode == 0
        for way in WAYS:
            place.run("duplicates", "--exact", "--yes", *way)
            assert [file for file in (disk / "photos/x.png", pool / "x.png") if file.exists()
                    and file.read_bytes() == png(1)], f"{way} left no copy"
    finally:
        subprocess.run(["umount", pool, disk], stderr=subprocess.DEVNULL)


@ROOT
def test_a_journal_that_a_full_disk_cuts(place):
    disk = place.folder / "disk"
    disk.mkdir()
    for number in range(30):
        for name in "ab":
            (place.photos / f"{name}{number}.png").write_bytes(png(number))
    assert place.index("--without", "text").returncode == 0
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k,mode=700", "none", disk], check=True)
    try:
        (disk / "tidied").touch()
        (place.library / "tidied").symlink_to(disk / "tidied")
        place.run("duplicates", "--exact", "--trash", "--yes")
        subprocess.run(["mount", "-o", "remount,size=1m", disk], check=True)
        place.run("duplicates", "--exact", "--trash", "--yes")
        for _ in range(3):
            place.run("duplicates", "--undo")
        assert len(list(place.photos.iterdir())) == 60
    finally:
        subprocess.run(["umount", disk])


def test_each_run_can_be_undone(place):
    """Also those that begin in one second."""
    copies(place)
    for _ in range(20):
        place.run("duplicates", "--exact", "--trash", "--yes")
        assert len(list(place.photos.glob("*.png"))) == 1
        place.run("duplicates", "--undo")
        assert len(list(place.photos.glob("*.png"))) == 2


def view(width, height):
    """The same picture in any size."""
    def colour(x, y):
        hill = math.sin(9 * x) * 0.2 + 0.5 + math.sin(23 * x + 1) * 0.05
        sun = math.hypot(x - 0.7, (y - 0.25) * height / width) < 0.1
        return (250, 220, 90) if sun else (40, int(90 + 120 * x), 60) if y > hill else (110, 160, int(255 - 150 * y))
    rows = (b"\0" + b"".join(bytes(colour(x / width, y / height)) for x in range(width)) for y in range(height))
    return png_of(width, height, zlib.compress(b"".join(rows)))


def test_a_merge_takes_the_owners_words_along(place):
    (place.photos / "big.png").write_bytes(view(640, 480))
    (place.photos / "small.png").write_bytes(view(320, 240))
    assert place.index("--without", "text").returncode == 0
    for words in (("mark", "favorite"), ("album", "add", "Best"), ("mark", "caption", "Grandma 1952"),
                  ("mark", "rate", "5"), ("mark", "tag", "add", "holiday")):
        assert place.run(*words, "--photos", place.photos / "small.png").returncode == 0
    assert place.run("duplicates", "--same", "--trash", "--merge", "--yes").returncode == 0
    assert len(list(place.photos.glob("*.png"))) == 1
    for query in ("is:favourite", "album:Best", "tag:holiday", "rating:5", '"Grandma 1952"'):
        assert place.run("search", "--paths", query).stdout.strip(), query


@pytest.mark.parametrize("damage", [b"", b"EVOKE", bytes(300)])
def test_a_damaged_ledger_turns_nothing_on(place, damage):
    place.fill(1)
    assert place.index("--without", "text").returncode == 0
    place.run("config", "write-xmp", "sidecars")
    place.run("config", "write-xmp", "off")
    (place.library / "sidecars").write_bytes(damage)
    place.run("mark", "favorite", "--yes", "in:photos")
    assert not list(place.photos.glob("*.xmp"))


def test_a_sidecar_tells_no_more_people_than_its_photo(place):
    place.fill(1)
    (place.photos / "0000.png").chmod(0o600)
    assert place.index("--without", "text").returncode == 0
    place.run("mark", "caption", "private words", "--yes", "in:photos")
    assert place.run("export", "xmp").returncode == 0
    assert stat.S_IMODE((place.photos / "0000.png.xmp").stat().st_mode) == 0o600


def test_the_trash_is_no_photo_folder(place, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(place.photos / "data"))
    for folder in ("files", "info"):
        (place.photos / "data/Trash" / folder).mkdir(parents=True)
    (place.photos / "data/Trash/files/old.png").write_bytes(png(1))
    os.utime(place.photos / "data/Trash/files/old.png", (10**9, 10**9))
    (place.photos / "live.png").write_bytes(png(1))
    assert place.index("--without", "text").returncode == 0
    place.run("duplicates", "--exact", "--trash", "--yes")
    assert (place.photos / "live.png").exists()


@pytest.mark.parametrize("kind", ["large", "fifo", "endless"])
def test_lists_of_what_to_ignore_have_an_end(place, kind):
    place.fill(2)
    list_ = place.photos / ".evokeignore"
    match kind:
        case "large":
            list_.write_bytes(b"*a*a*a*a*b\n" * 5_000_000)
        case "fifo":
            os.mkfifo(list_)
        case "endless":
            list_.symlink_to("/dev/zero")
    began = time.monotonic()
    outcome = place.index("--without", "text")
    assert outcome.returncode in (0, 3) or b".evokeignore" in outcome.stderr, outcome
    assert time.monotonic() - began < 60


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """A library in which a face has a name that nobody else may know."""
    place = Place(tmp_path_factory.mktemp("named"))
    faces = Path(__file__).resolve().parents[1] / "EvokeTestSupport/Faces"
    for file in faces.glob("*.jpg"):
        (place.photos / file.name).write_bytes(file.read_bytes())
    assert place.index("--without", "text").returncode == 0
    assert place.run("people", "on").returncode == 0
    assert place.index("--without", "text").returncode == 0
    assert place.run("people", "name", "1", "Zenobia Secretname").returncode == 0
    return place


def test_strangers_do_not_hear_who_is_in_photos(named):
    server = Server(named, "--open")
    try:
        def ask(path, method="GET", body=b""):
            made = subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "curl", "-s", "-i", "-m", "30", "-X", method,
                 f"http://localhost:{server.port}{path}", *(["-d", body, "-H", "Content-Type: application/json"] if body else [])],
                capture_output=True, check=True)
            _, _, rest = made.stdout.partition(b"\r\n\r\n")
            return re.sub(rb'"took_ms":[0-9.]+', b"", rest)
        for path in ("search", "days", "map", "duplicates", "suggest", "people"):
            for query in ("person:{}", "{}", "photos of {}", "-person:{}"):
                secret, nobody = (ask(f"/api/{path}?q=" + query.format(name).replace(" ", "+")).replace(name.encode(), b"NAME")
                                  for name in ("zenobia", "nobodyy"))
                assert b"Secretname" not in secret
                if "person" in query:
                    assert secret == nobody, f"/api/{path} knows {query}"
    finally:
        server.stop()


def test_who_is_forgotten_is_in_no_file(named):
    place = named
    backup = place.folder / "backup.evoke"
    assert place.run("library", "backup", backup).returncode == 0
    assert place.run("library", "restore", "--replace", backup).returncode == 0
    said = place.run("people", "off", "--forget", "--yes")
    assert said.returncode == 0
    for file in [*place.library.rglob("*"), *(place.folder / ".cache").rglob("*")]:
        if file.is_file():
            content = file.read_bytes()
            assert b"Secretname" not in content and "Secretname".encode("utf-16-le") not in content, file


def test_those_who_say_nothing_make_nobody_wait(named):
    server = Server(named)
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    try:
        began = time.monotonic()
        subprocess.run(["curl", "-s", "-m", "25", f"http://localhost:{server.port}/?token={server.token}"], check=True,
                       stdout=subprocess.DEVNULL)
        assert time.monotonic() - began < 20
    finally:
        for one in silent:
            one.close()
        server.stop()
