"""Ctrl-C and SIGTERM: noticed while a run is made or a file is written, answered when that can be
left in order.

Ctrl-C ends a run, and the program continues with what was computed. SIGTERM ends the program, as
everywhere, once the run has been closed and written. On the command line both end the command.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_USUAL = (signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler)


class Interrupt:
    """Notice Ctrl-C and SIGTERM without raising in the middle of something; only the main thread
    can.

    Who looks at ``called`` answers them. On leaving, the handlers that were there before are put
    back, and signals that nobody has answered are sent again; SIGTERM, and signals with a handler
    of the program's own, are sent again in any case.
    """

    def __init__(self) -> None:
        self._came: list[int] = []
        self._answered = 0
        self._before: dict[int, Any] = {}

    @property
    def called(self) -> bool:
        """Whether a signal has come."""
        self._answered = len(self._came)
        return bool(self._came)

    def __enter__(self) -> "Interrupt":
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                # one that Python did not install cannot be put back
                if signal.getsignal(number) is not None:
                    self._before[number] = signal.signal(number, self._note)
        return self

    def _note(self, number: int, frame: Any) -> None:
        self._came.append(number)

    def __exit__(self, *_: Any) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for k, number in enumerate(self._came):
            before = self._before[number]
            if (
                k >= self._answered
                or before not in _USUAL
                or (number == signal.SIGTERM and before == signal.SIG_DFL)
            ):
                signal.raise_signal(number)


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C, unless the program has a handler of its own: for a command that
    ends with a message after either.
    """
    mine = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    )
    if mine:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        if mine:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
