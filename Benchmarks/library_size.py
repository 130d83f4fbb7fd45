#!/usr/bin/env python3
"""What the size of a library costs: the most memory that an index run takes, and how long a refresh takes in which
nothing changed.

    python3 library_size.py MODEL... [--photos 100000] [--evoke ../.build/release/evoke]

The memory of a run over one photo is the model's own. Large photos are indexed with the MODELs; many photos are
small ones, indexed with a small model, since what a run keeps of a photo does not depend on either.
"""
import argparse
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

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


def fresh(library):
    shutil.rmtree(library, ignore_errors=True)
    return library


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--photos", type=int, default=100_000)
    parser.add_argument("--evoke", default=f"{HERE}/../.build/release/evoke")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
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
