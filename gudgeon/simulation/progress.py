"""Progress of long runs: who listens to it, and a bar with simulated time, rate and remaining
time.
"""

import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

Progress = Callable[[float, float, dict[str, Any]], None]  # called with time, duration, statistics
PATIENCE = 1.0  # a run that lasts no longer than this shows nothing [s]
REFRESH = 0.1  # least time between two drawings [s]


class ProgressBar:
    """A bar on standard error, drawn when that is a terminal and the run lasts; call it with the
    progress of the run.

    ``words`` turns how far it is, of how much, and how fast it goes into a text; by default these
    are simulated seconds.
    """

    def __init__(
        self, stream: Any = None, words: Callable[[float, float, float], str] | None = None
    ) -> None:
        self._stream, self._words = stream or sys.stderr, words or describe
        self._drawn = 0.0
        # wall and simulated time of the first call; before it comes compiling
        self._first: tuple[float, float] | None = None
        self._bar: Any = None
        self._task: Any = None

    def __call__(
        self, t: float, duration: float, statistics: Mapping[str, Any] | None = None
    ) -> None:
        """Note that the run has come to ``t`` of ``duration`` [s]."""
        now = time.perf_counter()
        if self._first is None:
            self._first = (now, t)
        elapsed, done = now - self._first[0], t - self._first[1]
        if (
            self._stream is None
            or not self._stream.isatty()
            or elapsed < PATIENCE
            or now - self._drawn < REFRESH
        ):
            return
        self._drawn = now
        if self._bar is None:
            self._open(duration)
        self._bar.update(
            self._task,
            completed=t,
            text=self._words(t, duration, done / elapsed if elapsed > 0 else 0.0),
            refresh=True,
        )

    def _open(self, duration: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (BarColumn(), TextColumn("{task.fields[text]}"))
        self._bar = Progress(
            *columns, console=Console(file=self._stream), auto_refresh=False, transient=True
        )
        self._task = self._bar.add_task("", total=duration, text="")
        self._bar.start()

    def close(self) -> None:
        """Remove the bar from the terminal."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def describe(t: float, duration: float, rate: float) -> str:
    """Return how far a run is, how fast it goes (simulated seconds per second) and how long it
    will still take, in words.
    """
    remaining = f"{clock((duration - t) / rate)} left" if rate > 0 else "remaining time unknown"
    return f"t = {t:.4g} of {duration:.4g} s, {rate:.3g} s/s, {remaining}"


def clock(seconds: float) -> str:
    """Return a time as ``42 s``, ``3:07 min`` or ``2:15 h``."""
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"
    return f"{minutes // 60}:{minutes % 60:02d} h"


class Listener:
    """Turn the ``progress`` argument into a callable, or None."""

    def __init__(self, progress: bool | Progress | None) -> None:
        self.bar: Any = None
        if progress is True:
            self.bar = ProgressBar()
        elif callable(progress):
            self.bar = progress

    def __enter__(self) -> Progress | None:
        return self.bar

    def __exit__(self, *_: Any) -> None:
        if hasattr(self.bar, "close"):
            self.bar.close()
