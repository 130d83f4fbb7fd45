#!/usr/bin/env python3
"""What the size of a library costs: the most memory that an index run takes, and how long a refresh takes in which
nothing changed.

    python3 library_size.py MODEL... [--photos 100000] [--evoke ../.build/release/evoke]
    python3 library_size.py --steps 10000 100000 1000000 [--evoke ../.build/release/evoke]

The memory of a run over one photo is the model's own. Large photos are indexed with the MODELs; many photos are
small ones, indexed with a small model, since what a run keeps of a photo does not depend on either.

With --steps, libraries of so many photos are made (large_library.py), whose files are there. A JSON object for each step:
the first scan of all names (to the first photo that is read), 'index' over files that are as they were, 'status', what the
web app asks a server for when it opens and at the end of its list, and 'forget' of one half. Seconds of the clock and of
the processor, the most memory, and the most without files that are mapped. The rows of one photo are what to compare with.
"""
import argparse
import io
import json
import os
import pty
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import large_library
from index_speed import photos
from pictures import scene

HERE = os.path.dirname(os.path.abspath(__file__))
SMALL_MODEL = f"{HERE}/../Tests/EvokeTestSupport/Models/hub-clip"


def index(evoke, library, *words):
    """Seconds, and megabytes at most."""
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen([evoke, "index", "--without", "text", "--library", library, *words], stdout=subprocess.DEVNULL,
                                   stderr=messages)
        most = 0
        # What wait() reports begins with the size of this process, from which the other was started.
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status") as status:
                most = max([most] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
            time.sleep(0.01)
        if process.returncode:
            messages.seek(0)
            sys.exit(messages.read())
    return time.perf_counter() - started, most / 1024


def many_photos(folder, count):
    buffer = io.BytesIO()
    scene(160, 120, 1).save(buffer, "JPEG", quality=80)
    jpeg = buffer.getvalue()
    for number in range(count):
        shelf = f"{folder}/{number // 250:04}"
        os.makedirs(shelf, exist_ok=True)
        comment = b"photo %d" % number
        with open(f"{shelf}/{number % 250:03}.jpg", "wb") as f:
            f.write(jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + jpeg[2:])


class Watched:
    """A program, and what it takes."""

    def __init__(self, *words, **options):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(words, **options)
        self.most = self.most_own = 0

    def look(self):
        """False once it has ended."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                sizes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in status)
                         if name in ("VmHWM", "RssAnon", "RssShmem")}
        except OSError:
            return False
        if sizes:
            self.most = max(self.most, sizes["VmHWM"])
            self.most_own = max(self.most_own, sizes["RssAnon"] + sizes["RssShmem"])
        return bool(sizes)

    def processor(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def figures(self, seconds, processor):
        return {"seconds": round(seconds, 2), "processor_s": round(processor, 2), "most_mb": round(self.most / 1024),
                "most_own_mb": round(self.most_own / 1024)}

    def end(self):
        while self.look():
            time.sleep(0.005)
        _, code, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(code)
        return self.figures(time.perf_counter() - self.started, used.ru_utime + used.ru_stime)


def command(*words):
    with tempfile.TemporaryFile("w+") as messages:
        program = Watched(*words, stdout=subprocess.DEVNULL, stderr=messages)
        figures = program.end()
        if program.process.returncode:
            messages.seek(0)
            sys.exit(messages.read())
    return figures


def first_scan(evoke, library, folder, count):
    """All names of a folder, until the first photo is read."""
    master, slave = pty.openpty()
    scan = Watched(evoke, "index", "--without", "text", "--library", library, folder, stdout=slave, stderr=slave)
    os.close(slave)
    said = b""
    while f" of {count} photo".encode() not in said and scan.look():
        if select.select([master], [], [], 0.005)[0]:
            said = (said + os.read(master, 65_536))[-65_536:]
    figures = scan.figures(time.perf_counter() - scan.started, scan.processor())
    scan.process.send_signal(signal.SIGINT)
    while scan.process.poll() is None:
        if select.select([master], [], [], 0.05)[0]:
            try:
                os.read(master, 65_536)
            except OSError:
                break
    scan.process.wait()
    os.close(master)
    return figures


def referenced(process, ending):
    """Megabytes of the mapped files of that ending that were looked at, in whole pages."""
    kilobytes, counts = 0, False
    with open(f"/proc/{process}/smaps") as maps:
        for line in maps:
            words = line.split()
            if "-" in words[0]:
                counts = line.rstrip().endswith(ending)
            elif counts and words[0] == "Referenced:":
                kilobytes += int(words[1])
    return round(kilobytes / 1024, 1)


def opened(evoke, library, count):
    """What the web app asks for, one after the other, each until all of it has come: (what, figures)."""
    server = Watched(evoke, "serve", "--without", "text", "--library", library, "--port", "0", stdout=subprocess.PIPE,
                     stderr=subprocess.DEVNULL, text=True)
    address = server.process.stdout.readline().strip().rstrip("/")
    folded = "fold=true"
    asked = {"library": "/api/library", "days": f"/api/days?{folded}", "this day": "/api/days?q=day:11-26+date:..2025",
             "first page": f"/api/photos?offset=0&top=100&{folded}",
             "last page": f"/api/photos?offset={max(0, count - 100)}&top=100&{folded}",
             "last page of a search": f"/api/search?q=dog&offset={max(0, count - 100)}&top=100&{folded}"}
    for again in ("", ", again"):
        for what, path in asked.items():
            started, processor = time.perf_counter(), server.processor()
            with urllib.request.urlopen(address + path) as answer:
                answer.read()
            seconds = time.perf_counter() - started
            server.look()
            yield f"serve: {what}{again}", server.figures(seconds, server.processor() - processor)
    touched = []
    for words in ("a dog", "a red car", "people on a beach", "an old church", "a plate of food"):
        with open(f"/proc/{server.process.pid}/clear_refs", "w") as clear:
            clear.write("1")
        with urllib.request.urlopen(f"{address}/api/search?top=30&q={words.replace(' ', '+')}") as answer:
            answer.read()
        touched.append(referenced(server.process.pid, ".evx"))
    yield "serve: of the search index, a search touches", {"mb": sorted(touched)}
    # What it does in the background.
    processor = None
    while processor != server.processor():
        processor = server.processor()
        time.sleep(3)
    server.look()
    yield "serve: all of it", server.figures(time.perf_counter() - server.started, processor)
    server.process.terminate()
    server.process.wait()


def steps(evoke, counts, home):
    small, model = f"{home}/small", "starter"
    photos(f"{home}/photos", (640, 480), 400)
    command(evoke, "index", "--without", "text", "--model", model, "--library", small, f"{home}/photos")
    alone = f"{home}/alone"
    command(evoke, "index", "--without", "text", "--model", model, "--library", alone, f"{home}/photos/00000.jpg")
    for count in [1] + counts:
        def tell(step, figures):
            print(json.dumps({"photos": count, "step": step, **figures}), flush=True)

        library, folder, more = (alone, f"{home}/photos/00000.jpg", 0) if count == 1 else (f"{home}/library", f"{home}/many", 400)
        if count > 1:
            for old in (library, folder):
                shutil.rmtree(old, ignore_errors=True)
            large_library.make(small, library, count, with_metadata=True, files=folder)
            command(evoke, "index", "--without", "text", "--library", library)
            tell("first scan", first_scan(evoke, fresh(f"{home}/new"), folder, count - more))
        tell("index, nothing new", command(evoke, "index", "--without", "text", "--library", library))
        tell("status", command(evoke, "library", "status", "--library", library))
        for what, figures in opened(evoke, library, count):
            tell(what, figures)
        if count > 1:
            tell("forget half", command(evoke, "library", "forget", "--yes", "--library", library, folder + "/0"))


def fresh(library):
    shutil.rmtree(library, ignore_errors=True)
    return library


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--photos", type=int, default=100_000)
    parser.add_argument("--steps", type=int, nargs="+", default=[])
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        if a.steps:
            return steps(a.evoke, a.steps, home)
        library = f"{home}/library"
        large = photos(f"{home}/large", (4000, 3000), 100)
        for model in a.models:
            for path in (large[0], large[0], f"{home}/large"):  # the first compiles the model
                _, megabytes = index(a.evoke, fresh(library), "--model", os.path.abspath(model), path)
                own = megabytes if path == large[0] else own
            print(json.dumps({"name": "memory, 100 photos of 12 megapixels", "model": os.path.basename(model),
                              "model_mb": round(own), "above_mb": round(megabytes - own)}), flush=True)
        many_photos(f"{home}/many", a.photos)
        for path in ("many/0000/000.jpg", "many/0000/000.jpg", "many"):
            seconds, megabytes = index(a.evoke, fresh(library), "--model", SMALL_MODEL, f"{home}/{path}")
            own = megabytes if path != "many" else own
        print(json.dumps({"name": f"memory, {a.photos} photos", "model_mb": round(own),
                          "above_mb": round(megabytes - own), "photos_per_second": round(a.photos / seconds)}))
        times = [index(a.evoke, library)[0] for _ in range(5)]
        print(json.dumps({"name": f"refresh of {a.photos} unchanged photos", "seconds": round(statistics.median(times), 2),
                          "slowest": round(max(times), 2)}))


if __name__ == "__main__":
    main()
