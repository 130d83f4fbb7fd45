"""Fingers on a phone's screen. When they touch it is said with each event, so that a busy machine does not slow them."""
import time


class Fingers:
    def __init__(self, page):
        self.page = page
        self.time = 0
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, points):
        self.time = max(self.time + 0.016, time.time() - 0.2)
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "timestamp": self.time, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]})

    def move(self, *ways, steps=8):
        """Each finger goes its way, from one point to another, all at once."""
        self._send("touchStart", [start for start, _ in ways])
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", [
                (x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in ways])
        self._send("touchEnd", [])

    def hold(self, x, y):
        """On a page whose clock was stopped."""
        self._send("touchStart", [(x, y)])
        self.page.clock.run_for(600)
        self._send("touchEnd", [])

    def tap_twice(self, x, y):
        for _ in range(2):
            self._send("touchStart", [(x, y)])
            self._send("touchEnd", [])
