"""Headless Chromium driven through its DevTools protocol over a pipe; needs nothing but the
browser.
"""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

FLAGS = (
    "--headless=new --no-sandbox --no-first-run --no-default-browser-check "
    "--disable-background-networking --disable-component-update "
    "--disable-sync --disable-quic --disable-extensions --disable-dev-shm-usage --mute-audio "
    "--hide-scrollbars "
    "--use-angle=swiftshader --enable-unsafe-swiftshader --disable-gpu-compositing "
    "--remote-debugging-pipe"
).split()
PATH = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)


READY = "document.documentElement?.dataset.ready === 'true' || !!document.querySelector('.failure')"


class Browser:
    """A browser process; ``open`` gives tabs."""

    def __init__(self, folder: Path) -> None:
        assert PATH, "no Chromium on the path"
        read_commands, self._commands = os.pipe()
        self._answers, write_answers = os.pipe()

        def plug() -> None:  # the protocol's pipes are the file descriptors 3 and 4 of the browser
            high = [os.dup2(read_commands, 60), os.dup2(write_answers, 61)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        command = [PATH, *FLAGS, f"--user-data-dir={folder}"]
        self.process = subprocess.Popen(
            command,
            preexec_fn=plug,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_answers)
        self._buffer, self._numbers = b"", itertools.count(1)
        self.events: list[dict[str, Any]] = []

    def call(
        self, method: str, session: str | None = None, timeout: float = 120, **parameters: Any
    ) -> dict[str, Any]:
        """Send a command and return its answer; events that arrive meanwhile are kept."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters} | (
            {"sessionId": session} if session else {}
        )
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self._next(end - time.monotonic())
            assert answer is not None, f"no answer to {method} within {timeout} s"
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def _next(self, timeout: float) -> dict[str, Any] | None:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], max(timeout, 0))
            if not ready:
                return None
            received = os.read(self._answers, 1 << 20)
            assert received, "the browser has ended"
            self._buffer += received
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def gather(self, seconds: float = 0.0) -> None:
        """Take in the events that have arrived."""
        end = time.monotonic() + seconds
        while (event := self._next(end - time.monotonic())) is not None:
            self.events.append(event)

    def open(
        self,
        path: Path,
        width: int = 1366,
        height: int = 768,
        dark: bool = False,
        wait: str = "",
    ) -> "Tab":
        """Open a file in a new tab and wait until its page is ready, or says what is waited for."""
        return Tab(self, path, width, height, dark, wait or READY)

    def close(self) -> None:
        """End the browser."""
        try:
            self.call("Browser.close", timeout=10)
            self.process.wait(10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self._commands)
        os.close(self._answers)


class Tab:
    """One page: evaluate in it, press keys, click, look at it, and hear what it complained
    about.
    """

    def __init__(
        self, browser: Browser, path: Path, width: int, height: int, dark: bool, wait: str
    ) -> None:
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.size = width, height
        self.resize(width, height)
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        began = time.monotonic()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not self.run(wait):
            assert time.monotonic() - began < 60, f"the page did not open: {self.complaints()}"
            time.sleep(0.02)
        self.opened_in = time.monotonic() - began  # [s]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command to this tab."""
        return self.browser.call(method, self.session, **parameters)

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression, awaited if it is a promise."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key."""
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        """Move or press the mouse: kind is Moved, Pressed or Released."""
        self.call(
            "Input.dispatchMouseEvent",
            type=f"mouse{kind}",
            x=x,
            y=y,
            **({"button": "left", "clickCount": 1} | more),
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the left button, move in steps, release."""
        self.mouse("Moved", *start, button="none")
        self.mouse("Pressed", *start, buttons=1)
        for k in range(1, 6):
            self.mouse(
                "Moved", *(a + (b - a) * k / 5 for a, b in zip(start, end, strict=True)), buttons=1
            )
        self.mouse("Released", *end)

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, width and height of an element, scrolled into view."""
        script = (
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
            f"e.scrollIntoView({{block: 'nearest'}});"
        )
        box = self.run(
            script
            + " const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; "
            "})()"
        )
        return tuple(box)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        left, top, width, height = self.box(selector)
        at = (left + width / 2, top + height / 2)
        self.mouse("Moved", *at, button="none")
        self.mouse("Pressed", *at)
        self.mouse("Released", *at)

    def screenshot(self, path: Path) -> Path:
        """Save what the page shows."""
        self.run(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => "
            "setTimeout(done, 60))))"
        )
        path.write_bytes(
            base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        )
        return path

    def downloads(self, folder: Path) -> Path:
        """Let the page save files into a folder, and return it."""
        self.browser.call(
            "Browser.setDownloadBehavior",
            behavior="allow",
            downloadPath=str(folder),
            eventsEnabled=False,
        )
        return folder

    def complaints(self) -> list[str]:
        """Return errors and warnings of the console, exceptions, and requests to anywhere but
        the file itself.
        """
        self.browser.gather()
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, about = event["method"], event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(f"exception: {about['exceptionDetails']}")
            if method == "Runtime.consoleAPICalled" and about["type"] in (
                "error",
                "warning",
                "assert",
            ):
                found.append(f"console: {about['args']}")
            if (
                method == "Log.entryAdded"
                and about["entry"]["level"] in ("error", "warning")
                and not _of_the_driver(about["entry"]["text"])
            ):
                found.append(f"log: {about['entry']['text']}")
            if method == "Network.requestWillBeSent" and not about["request"]["url"].startswith(
                ("file:", "data:", "blob:")
            ):
                found.append(f"request: {about['request']['url']}")
        return found

    def pose(self, body: str, t: float, run: int = 0) -> np.ndarray:
        """Return position and Euler parameters of a body as they are drawn at a time."""
        drawn = self.run(
            f"(gudgeon.clock.seek({t!r}), gudgeon.viewer.drawnPose({json.dumps(body)}, {run}))"
        )
        return np.array(drawn["position"] + drawn["orientation"])

    def drawn(self, plot: int) -> np.ndarray:
        """Return the ordinates of the first curve of a plot, as many as the screen can show."""
        self.run(f"gudgeon.plots[{plot}].chart.draw()")
        return np.array(
            self.run(
                f"(() => {{ const [c] = gudgeon.plots[{plot}].chart.shown.curves; return "
                f"[...c.y.slice(0, c.count)]; }})()"
            )
        )

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + seconds
        while not self.run(condition):
            assert time.monotonic() < end, f"it did not happen: {condition}"
            time.sleep(0.05)

    def reset(self) -> None:
        """Bring the page to the front, where it is drawn, and back to how it opened, as far as
        tests change it.
        """
        self.call("Page.bringToFront")
        self.resize(*self.size)
        self.run(
            "(gudgeon.clock.toggle(false), gudgeon.clock.seek(gudgeon.clock.start), "
            "gudgeon.span.set(-Infinity, Infinity),"
            " gudgeon.viewer.follow(-1), gudgeon.viewer.home(), "
            "gudgeon.table?.show(gudgeon.table.run), window.scrollTo(0, 0), true)"
        )

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def close(self) -> None:
        """Close the tab."""
        self.browser.call("Target.closeTarget", targetId=self.target)


def _of_the_driver(text: str) -> bool:
    """Whether a warning speaks of the software renderer of headless tests, not of the page."""
    return (
        "GL Driver Message" in text
        or "swiftshader" in text.lower()
        or "software webgl" in text.lower()
    )
