"""Another program beside Evoke, and the power cut: the program stops, or is killed, at the n-th of its calls that change a
disk, so that whatever happens there is the same on every machine."""
import os
import signal
import struct
import subprocess
import tempfile
from pathlib import Path

from evoke import BINARY, PATIENCE

SOURCE = Path(__file__).resolve().parents[1] / "EndToEnd" / "signal_at.c"


def compiled():
    library = Path(tempfile.gettempdir()) / f"evoke-signal-at-{os.getpid()}.so"
    if not library.exists():
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", str(SOURCE), "-o", str(library), "-ldl"], check=True)
    return library


class Interrupted:
    """A run of the program that gets a signal before its n-th change; 0 is never."""

    def __init__(self, place, number, kind, *words):
        self.state = place.folder / "calls"
        self.state.write_bytes(struct.pack("<qqq", 0, 0, number))
        log = open(place.folder / "said", "wb")
        self.process = subprocess.Popen(
            [BINARY, *map(str, words)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env={**place.environment(), "LD_PRELOAD": str(compiled()), "SIGNAL_AT_STATE": str(self.state),
                 "SIGNAL_AT_NUMBER": str(int(kind))})
        log.close()

    def has_stopped(self):
        """Waits until it has; false where it has ended instead."""
        found = os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        return found.si_code == os.CLD_STOPPED

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)
        return self.end()

    def end(self):
        self.process.wait(PATIENCE)
        return self.process.returncode

    def calls(self):
        return struct.unpack("<qqq", self.state.read_bytes())[1]
