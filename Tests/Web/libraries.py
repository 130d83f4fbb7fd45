"""Libraries that several tests share copies of. Each is made in a folder, and is its `library`."""
import shutil
from pathlib import Path

from evoke import ALBUM, SHELF, index, run, shelf_of
from pictures import striped

TESTS = Path(__file__).parents[1]
FILMS = TESTS / "FilmsFFmpegTests" / "Fixtures"
TEXTS = TESTS / "EvokeTestSupport" / "Texts"
MAMMALS = ALBUM / "animals" / "mammals"
FACE_SHELF = shelf_of("face-detector", "face-landmarks", "face-recognizer")

SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" {}>{}</rdf:Description>
</rdf:RDF></x:xmpmeta>"""
TITLED = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">At the zoo</rdf:li></rdf:Alt></dc:title>'
#: So many photos of the zoo, each a bit further along a street.
STREETS = [(20, 38.7139, -9.1394), (8, 48.8566, 2.3522), (3, 41.9, 12.5), (5, 40.7128, -74.006), (4, -33.8688, 151.2093), (1, -18.1416, 178.4419)]
PLACED = sum(count for count, _, _ in STREETS)
ZOO = PLACED + 2
#: Two years: one with photos of many days, one with a single photo; the others are of a third.
DAYS = [f"2021-{month:02}-{day:02}" for month in (3, 7, 12) for day in (2, 9, 16, 24)] + ["2019-01-15"]


def tag(degrees, positive, negative):
    return f"{int(abs(degrees))},{abs(degrees) % 1 * 60:.6f}{positive if degrees >= 0 else negative}"


def located(north, east):
    return f'exif:GPSLatitude="{tag(north, "N", "S")}" exif:GPSLongitude="{tag(east, "E", "W")}"'


def zoo(place):
    """Photos of animals in several cities, the first of them a tiger with a title in Lisbon; two have no place."""
    photos = place / "photos"
    photos.mkdir()
    tiger = MAMMALS / "tiger.png"
    pictures = [tiger, *sorted(set(MAMMALS.glob("*.png")) - {tiger})][:ZOO]
    where = [(north + at * 0.0004, east + at * 0.0007) for count, north, east in STREETS for at in range(count)]
    days = DAYS + [f"2023-{1 + at % 12:02}-15" for at in range(ZOO - len(DAYS))]
    for at, (picture, day) in enumerate(zip(pictures, days, strict=True)):
        shutil.copy(picture, photos)
        said = f'exif:DateTimeOriginal="{day}T12:00:00" {located(*where[at]) if at < PLACED else ""}'
        (photos / f"{picture.stem}.xmp").write_text(SIDECAR.format(said, TITLED if at == 0 else ""))
    index(place / "library", photos)


COLOURS = {"red": (200, 30, 30), "green": (30, 160, 30), "blue": (30, 30, 200), "white": (230, 230, 230)}
ENGLISH = ["Fresh bread every day", "Open until half past nine"]
SIGNS = ["english.png", "exif.jpg", "russian.png", "turned-90.png", "turned-180.png", "turned-270.png"]


def sphere(**words):
    """What cameras say of panoramas."""
    words = " ".join(f'GPano:{name}="{value}"' for name, value in words.items())
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" {words}/>'
            "</rdf:RDF></x:xmpmeta>")


def kinds(place):
    """In folders of their own: films, of which browsers have no decoder for the first; a film that shows three things, one
    after the other, and pictures of the last two; panoramas; pictures with text and one without; and what says how and
    where it was taken."""
    photos = place / "photos"
    films, scenes, around, signs, metadata = folders = [photos / name for name in ("films", "scenes", "around", "signs", "metadata")]
    for one in folders:
        one.mkdir(parents=True)

    for name, film in (("plain.webm", "plain.webm"), ("a.avi", "plain.avi"), ("turned.mov", "turned.mov")):
        shutil.copy(FILMS / film, films / name)
    # A photo that moves.
    shutil.copy(ALBUM / "scenes" / "storm.jpg", films / "IMG_1.jpg")
    shutil.copy(FILMS / "plain.webm", films / "IMG_1.mp4")

    shutil.copy(FILMS / "scenes.webm", scenes)
    for name, colour in (("green", (0, 255, 0)), ("blue", (0, 0, 255))):
        (scenes / f"{name}.png").write_bytes(striped(160, 120, [colour, (255, 255, 255)]))

    red, green, *_ = colours = list(COLOURS.values())
    (around / "around.png").write_bytes(striped(1600, 800, colours, sphere(ProjectionType="equirectangular")))
    part = sphere(ProjectionType="equirectangular", FullPanoWidthPixels=1600, FullPanoHeightPixels=800,
                  CroppedAreaLeftPixels=0, CroppedAreaTopPixels=200, CroppedAreaImageWidthPixels=800,
                  CroppedAreaImageHeightPixels=400)
    (around / "half.png").write_bytes(striped(800, 400, [red, green], part))
    (around / "wide.png").write_bytes(striped(1600, 800, colours[::-1]))

    for name in SIGNS:
        shutil.copy(TEXTS / name, signs)
    shutil.copy(MAMMALS / "tiger.png", signs)

    for name in ("exposure.jpg", "exif.jpg"):
        shutil.copy(TESTS / "MetadataExiv2Tests" / "Fixtures" / name, metadata)
    index(place / "library", photos, models=SHELF)


def people(place):
    """Two photos of one person, one of ten people, and one of a cat; faces were looked for."""
    unknown(place)
    run("people", "on", "--library", place / "library")
    index(place / "library", place / "photos", models=FACE_SHELF)


def unknown(place):
    """The same, where nobody has looked for faces."""
    photos = place / "photos"
    photos.mkdir()
    for name in ("astronaut.jpg", "exif.jpg", "group.jpg", "cat.jpg"):
        shutil.copy(TESTS / "EvokeTestSupport" / "Faces" / name, photos)
    index(place / "library", photos, models=FACE_SHELF)
