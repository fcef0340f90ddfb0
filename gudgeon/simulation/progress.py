"""Progress of long runs: who listens to it, and a bar with simulated time, rate and remaining
time.
"""

import sys
import time
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

Progress = Callable[[float, float, dict[str, Any]], None]  # called with time, duration, statistics
PATIENCE = 1.0  # a run that lasts no longer than this shows nothing [s]
REFRESH = 0.1  # least time between two drawings [s]


def in_notebook() -> bool:
    """Whether the program runs in a notebook, which shows what is displayed."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def shows_bar(progress: Any) -> bool:
    """Whether a bar is wanted: asked for, or left out in a notebook."""
    return progress is True or (progress is None and in_notebook())


class NotebookBar:
    """A bar under the cell of a notebook."""

    def __init__(self, duration: float) -> None:
        from IPython.display import display

        self._duration = duration
        self._shown = display(self._html(0.0, ""), display_id=True)

    def _html(self, t: float, text: str) -> Any:
        from IPython.display import HTML

        return HTML(f'<progress value="{t:g}" max="{self._duration:g}"></progress> {escape(text)}')

    def update(self, t: float, text: str) -> None:
        """Show how far the run is."""
        self._shown.update(self._html(t, text))

    def stop(self) -> None:
        """Remove the bar."""
        from IPython.display import HTML

        self._shown.update(HTML(""))


class TerminalBar:
    """A bar on the last line of a terminal."""

    def __init__(self, stream: Any, duration: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (BarColumn(), TextColumn("{task.fields[text]}"))
        self._bar = Progress(
            *columns, console=Console(file=stream), auto_refresh=False, transient=True
        )
        self._task = self._bar.add_task("", total=duration, text="")
        self._bar.start()

    def update(self, t: float, text: str) -> None:
        """Show how far the run is."""
        self._bar.update(self._task, completed=t, text=text, refresh=True)

    def stop(self) -> None:
        """Remove the bar."""
        self._bar.stop()


class ProgressBar:
    """A bar on standard error, drawn when that is a terminal, or in a notebook, and the run lasts;
    call it with the progress of the run.

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
        self._bar: NotebookBar | TerminalBar | None = None

    def __call__(
        self, t: float, duration: float, statistics: Mapping[str, Any] | None = None
    ) -> None:
        """Note that the run has come to ``t`` of ``duration`` [s]."""
        now = time.perf_counter()
        if self._first is None:
            self._first = (now, t)
        elapsed, done = now - self._first[0], t - self._first[1]
        if elapsed < PATIENCE or now - self._drawn < REFRESH:
            return
        self._drawn = now
        if self._bar is None:
            self._bar = self._opened(duration)
        if self._bar is not None:
            rate = done / elapsed if elapsed > 0 else 0.0
            self._bar.update(t, self._words(t, duration, rate))

    def _opened(self, duration: float) -> "NotebookBar | TerminalBar | None":
        """Return a bar where somebody can see it."""
        if self._stream is not None and self._stream.isatty():
            return TerminalBar(self._stream, duration)
        return NotebookBar(duration) if in_notebook() else None

    def close(self) -> None:
        """Remove the bar."""
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
        if shows_bar(progress):
            self.bar = ProgressBar()
        elif callable(progress):
            self.bar = progress

    def __enter__(self) -> Progress | None:
        return self.bar

    def __exit__(self, *_: Any) -> None:
        if hasattr(self.bar, "close"):
            self.bar.close()
