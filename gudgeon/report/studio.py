"""A mechanism to play with in the browser: sliders for clearance, friction, restitution and speed, a
choice of fits; each change runs it again, and the page follows.

One process serves one reader on the loopback interface, under an address with a random token, and
ends when the page has been closed for some time.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._base.errors import InputError
from .narrative import story_of
from .page import page
from .server import LOCAL

if TYPE_CHECKING:
    from ..model import Mechanism
    from ..results.result import Result

Make = Callable[[tuple[str, ...]], "Mechanism"]
SHELL = Path(__file__).with_name("studio.html")
PATIENCE = 20.0  # [s] without a sign of the page, after which the process ends
FIRST = 300.0  # [s] in which the page must have been opened
ROWS = 20_000  # of a run in a page
LONGEST = 65_536  # bytes of a request
FIGURES = 7  # that are told beside the sliders
RANGES = {"restitution": (0.05, 1.0), "mu_k": (0.0, 0.5)}


class Studio:
    """The mechanism with what was changed in it, and its last runs."""

    def __init__(
        self, make: Make, fits: Mapping[str, list[str]], duration: float | None = None
    ) -> None:
        self.make, self.fits, self.duration = make, fits, duration
        self.lock = threading.Lock()
        self.runs: dict[int, Result] = {}  # the last two, by their numbers
        self.number = 0

    def run(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Run the mechanism with values by their paths, and return what came of it."""
        from ..simulation.simulate import simulate

        with self.lock:
            try:
                mechanism = self.make(settings_of(values))
                result = simulate(mechanism, self.duration, strict=False)
            except InputError as error:
                return {"failed": True, "message": str(error)}
            if not result.rows:
                return {"failed": True, "message": result.message}
            self.number += 1
            self.runs[self.number] = result
            for old in [*self.runs][:-2]:
                del self.runs[old]
            figures = story_of(result)["figures"][:FIGURES]
            return {
                "failed": False,
                "number": self.number,
                "name": mechanism.name,
                "message": f"{result.message} {result.statistics['wall_time'] * 1e3:.0f} ms.",
                "figures": figures,
                "controls": [*self.controls(mechanism, values)],
            }

    def controls(self, mechanism: Mechanism, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what can be changed: fits by choice, numbers in a range around what they are."""
        for joint in mechanism.joints:
            if joint.name in self.fits:
                path = f"joints.{joint.name}.fit"
                yield {
                    "path": path,
                    "text": f"fit of {joint.name}",
                    "kind": "choice",
                    "options": self.fits[joint.name],
                    "value": values.get(path) or self.fits[joint.name][0],
                }
        for joint in mechanism.joints:
            if joint.fit.elements():
                yield from _of_joint(joint)
        for driver in mechanism.drivers:
            speed = getattr(driver.motion, "speed", None)
            if isinstance(speed, float) and speed:
                yield {
                    "path": f"drivers.{driver.name}.motion.speed",
                    "text": f"speed of {driver.name}",
                    "kind": "linear",
                    "unit": "rad/s",
                    "low": 0.2 * speed,
                    "high": 2 * speed,
                    "value": speed,
                }

    def page(self, number: int) -> str | None:
        """Return the page of a run that is still known."""
        with self.lock:
            result = self.runs.get(number)
            return None if result is None else page(result, rows=ROWS)

    def compared(self) -> str | None:
        """Return the page of the last two runs."""
        with self.lock:
            if len(self.runs) < 2:
                return None
            before, now = self.runs.values()
            return page({"before": before, "now": now}, rows=ROWS)

    def model(self) -> str:
        """Return the mechanism of the last run as a model file."""
        from ..model import files

        with self.lock:
            last = self.runs[max(self.runs)] if self.runs else None
            return "" if last is None or last.mechanism is None else files.dumps(last.mechanism)


def settings_of(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return values by their paths as settings: fits before the numbers in them."""
    known = {str(path): value for path, value in values.items() if value not in ("", None)}
    order = sorted(known, key=lambda path: not path.endswith(".fit"))
    first = [path for path in order if path.endswith("clearance")]
    return tuple(f"{path}={known[path]}" for path in dict.fromkeys([*first, *order]))


def _of_joint(joint: Any) -> Iterator[dict[str, Any]]:
    """Yield the numbers of an imperfect joint that can be changed."""
    at, fit = f"joints.{joint.name}", joint.fit.resolved(joint)
    gap = getattr(joint, "radial_clearance", None)
    if isinstance(gap, float) and gap > 0:
        yield {
            "path": f"{at}.radial_clearance",
            "text": f"clearance of {joint.name}",
            "kind": "log",
            "unit": "m",
            "low": gap / 10,
            "high": 4 * gap,
            "value": gap,
        }
    for part, field, text in (
        ("contact", "restitution", "restitution"),
        ("friction", "mu_k", "friction"),
    ):
        value = getattr(getattr(fit, part, None), field, None)
        if isinstance(value, float):
            low, high = RANGES[field]
            yield {
                "path": f"{at}.fit.{part}.{field}",
                "text": f"{text} of {joint.name}",
                "kind": "linear",
                "unit": "",
                "low": low,
                "high": max(high, value),
                "value": value,
            }


class StudioServer(ThreadingHTTPServer):
    """Serves a studio on the loopback interface to those who know its token."""

    daemon_threads = True

    def __init__(self, studio: Studio) -> None:
        self.studio, self.token = studio, secrets.token_urlsafe(16)
        self.heard = time.monotonic() + FIRST - PATIENCE
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        """Where the studio is."""
        return f"http://127.0.0.1:{self.server_port}/{self.token}/"

    def handle_error(self, *_: Any) -> None:
        """Keep the terminal quiet."""

    def serve(self) -> None:
        """Serve until the page has been silent for some time."""

        def watch() -> None:
            while time.monotonic() < self.heard + PATIENCE:
                time.sleep(0.5)
            self.shutdown()

        threading.Thread(target=watch, daemon=True).start()
        self.serve_forever(poll_interval=0.2)


class _Handler(BaseHTTPRequestHandler):
    server: StudioServer
    timeout = 30.0

    def do_GET(self) -> None:
        """Answer with the shell, a page, the model, or a sign of life."""
        where = self._place()
        studio = self.server.studio
        if where == "":
            self._send(SHELL.read_text(encoding="utf-8"))
        elif where == "alive":
            self._send("", "text/plain")
        elif where == "model.yaml":
            self._send(studio.model(), "text/yaml")
        elif where == "compare":
            self._send(studio.compared())
        elif where is not None and where.startswith("page/") and where[5:].isdecimal():
            self._send(studio.page(int(where[5:])))
        else:
            self._send(None)

    def do_POST(self) -> None:
        """Run the mechanism with the values that are sent."""
        length = self.headers.get("Content-Length", "")
        if self._place() != "run" or not length.isdecimal() or int(length) > LONGEST:
            self._send(None)
            return
        try:
            values = json.loads(self.rfile.read(int(length)))
        except ValueError:
            values = None
        if not isinstance(values, dict):
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        self._send(json.dumps(self.server.studio.run(values)), "application/json")

    def _place(self) -> str | None:
        """Return what is asked for; None without the token, or from a page of another place."""
        start = f"/{self.server.token}/"
        given = self.path.partition("?")[0]
        right = secrets.compare_digest(given[: len(start)].encode(), start.encode())
        if not right or self.headers.get("Host", "").partition(":")[0] not in LOCAL:
            return None
        self.server.heard = time.monotonic()
        return given[len(start) :]

    def _send(self, text: str | None, kind: str = "text/html") -> None:
        if text is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Keep the terminal quiet."""
