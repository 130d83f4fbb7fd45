#!/usr/bin/env python3
"""Try what becomes of a library in a database when the server's disk is full, and when the workers' clocks are wrong.

    faults.py PHOTOS --evoke PROGRAM --postgres INSTALLATION

INSTALLATION is as in workers.py. As root alone, since the server's disk is a file system in memory of its own.

The disk is full: photos are put into the queue, then the disk is filled. A worker has to end and to say so, and nothing half
may be recorded. When there is room again, workers have to do the rest, and the library has to be in order.

The clocks are wrong: of two workers, one is an hour ahead and the other an hour behind. No lease may be longer than a minute
by the server's clock, and each photo has to be there once.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parents[1]

# Shifts the clock of the day, and no other, in programs that load it first.
CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += atol(getenv("CLOCK_SHIFT"));
  return failed;
}
int gettimeofday(struct timeval *now, void *zone) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
  return 0;
}
time_t time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  return now ? *now = exact.tv_sec : exact.tv_sec;
}
"""


class Trial:
    def __init__(self, options, folder):
        self.options, self.disk = options, folder / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512m", "none", self.disk], check=True)
        self.server = self.disk / "server"
        self.server.mkdir()
        self.process = subprocess.Popen(
            [HERE / "Tests/Postgres/serve", pathlib.Path(options.postgres).resolve(), self.server], stdin=subprocess.PIPE)
        while not (self.server / "ready").exists():
            if (self.server / "failed").exists() or self.process.poll() is not None:
                sys.exit((self.server / "log").read_text())
            time.sleep(0.1)

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    def sql(self, text):
        return subprocess.run(
            [pathlib.Path(self.options.postgres) / "bin/psql", "--host", self.server, "--username", "postgres", "--no-align",
             "--tuples-only", "--quiet", "evoke", "--command", text], check=True, capture_output=True, text=True).stdout.strip()

    def evoke(self, command, library, *words, **more):
        address = f"postgres://postgres@/evoke?host={self.server}&library={library}"
        return subprocess.run(
            [self.options.evoke, *command.split(), "--library", address, *words], capture_output=True, text=True, **more)

    def enrol(self, library):
        enrolled = self.evoke("index", library, "--for-workers", self.options.photos)
        assert enrolled.returncode == 0, enrolled.stderr
        return int(self.sql("SELECT count(*) FROM evoke.work"))

    def expect_whole(self, library, photos):
        worked = self.evoke("work", library, "--until-empty")
        assert worked.returncode in (0, 3), worked.stderr
        status = json.loads(self.evoke("library status", library, "--json").stdout)
        found = status["photos"] + status["failed"], status["queue"]["waiting"], len(status["queue"]["set_aside"])
        assert found == (photos, 0, 0), (found, photos)
        checked = self.evoke("library status", library, "--check")
        assert checked.returncode == 0, checked.stdout

    def full_disk(self):
        photos = self.enrol("full")
        filler = self.disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        worked = self.evoke("work", "full", "--until-empty")
        said = worked.stderr.strip().splitlines()[-1]
        assert worked.returncode not in (0, 3), worked.stderr
        filler.unlink()
        kept, left = (int(self.sql(f"SELECT count(*) FROM evoke.{table}")) for table in ("photos", "work"))
        assert kept + left == photos, (kept, left, photos)
        # It could not give back what it had.
        self.sql("UPDATE evoke.work SET until = clock_timestamp() WHERE until IS NOT NULL")
        self.expect_whole("full", photos)
        print(f"full disk: of {photos} photos {kept} were kept and {left} left; the rest was done later\n  {said}", flush=True)

    def wrong_clocks(self, folder):
        (folder / "clock.c").write_text(CLOCK)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "clock.so", folder / "clock.c"], check=True)
        photos = self.enrol("clocks")
        address = f"postgres://postgres@/evoke?host={self.server}&library=clocks"
        workers = [
            subprocess.Popen(
                [self.options.evoke, "work", "--library", address, "--until-empty"], stderr=subprocess.DEVNULL,
                env=os.environ | {"LD_PRELOAD": str(folder / "clock.so"), "CLOCK_SHIFT": str(shift)})
            for shift in (3600, -3600)]
        longest, shortest, looks = 0.0, 60.0, 0
        while any(worker.poll() is None for worker in workers):
            lease = self.sql("SELECT max(extract(epoch FROM until - clock_timestamp())), "
                             "min(extract(epoch FROM until - clock_timestamp())) FROM evoke.work WHERE until IS NOT NULL")
            if lease.strip("|"):
                most, least = map(float, lease.split("|"))
                longest, shortest, looks = max(longest, most), min(shortest, least), looks + 1
            time.sleep(0.05)
        assert all(worker.returncode in (0, 3) for worker in workers), [worker.returncode for worker in workers]
        assert looks and longest <= 60 and shortest > 0, (looks, longest, shortest)
        self.expect_whole("clocks", photos)
        print(f"wrong clocks: {photos} photos once; leases of {shortest:.1f} to {longest:.1f} s in {looks} looks", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--evoke", required=True)
    parser.add_argument("--postgres", required=True)
    options = parser.parse_args()
    if "EVOKE_FAULTS" not in os.environ:
        command = ["unshare", "--mount", sys.executable, *sys.argv]
        sys.exit(subprocess.run(command, env=os.environ | {"EVOKE_FAULTS": "1"}).returncode)
    with tempfile.TemporaryDirectory(prefix="evoke-faults-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        trial = Trial(options, folder)
        try:
            trial.full_disk()
            trial.wrong_clocks(folder)
        finally:
            trial.end()
            subprocess.run(["umount", "--lazy", trial.disk], check=False)


if __name__ == "__main__":
    main()
