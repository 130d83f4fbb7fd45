"""The built program, as the tests run it."""
import fcntl
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

BINARY = os.environ["EVOKE_BINARY"]
ALBUM = Path(os.environ["EVOKE_ALBUM"])
#: With the graphs that read text.
SHELF = Path(os.environ["EVOKE_MODELS"])
WEB = Path(os.environ["EVOKE_WEB"]).resolve()


def shelf_of(*models):
    """A shelf with the starter model and these, and without the graphs that read text: else each server would read all
    photos."""
    shelf = WEB / "-".join(("starter", *models, "alone"))
    shelf.mkdir(parents=True, exist_ok=True)
    for model in ("starter", *models):
        new = shelf / f".{os.getpid()}"
        new.symlink_to(SHELF / model)
        new.replace(shelf / model)
    return shelf


def count():
    """`make test` limits how many programs are started."""
    if file := os.environ.get("EVOKE_COUNT_PROGRAMS"):
        with open(file, "a", encoding="utf-8") as lines:
            lines.write("1\n")


def run(*command, models=None):
    count()
    environment = {**os.environ, "EVOKE_MODELS": str(models or shelf_of())}
    subprocess.run([BINARY, *command], check=True, capture_output=True, env=environment)


def index(library, folder, models=None):
    run("index", "--library", library, folder, models=models)


def copied(place, name, make):
    """A copy of the library in the folder that `make` fills, which all processes of the run make once; the photos in
    that folder are shared, so nobody changes them."""
    shared = WEB / "made" / "shared" / name
    shared.parent.mkdir(exist_ok=True)
    with open(shared.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "made").exists():
            shutil.rmtree(shared, ignore_errors=True)
            shared.mkdir()
            make(shared)
            (shared / "made").touch()
    shutil.copytree(shared / "library", place / "library")
    return place / "library"


class Server:
    """`evoke serve` over a library, until it is stopped; what it moves to the trash goes into a folder `data`. It follows
    its folders where it `watches`."""

    def __init__(self, library, *options, port=0, models=None, data=None, watches=False):
        command = [BINARY, "serve", "--library", str(library), "--port", str(port), *options]
        if not watches:
            command.append("--no-watch")
        environment = {**os.environ, "EVOKE_MODELS": str(models or shelf_of())}
        if data:
            environment["XDG_DATA_HOME"] = str(data)
        count()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.printed = self.process.stdout.readline().strip()
        found = re.fullmatch(r"(http://[^/]+:(\d+))/(?:\?token=(.*))?", self.printed)
        assert found, f"evoke serve printed {self.printed!r}"
        self.address, self.port, self.token = found[1], int(found[2]), found[3]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(120) == 0
