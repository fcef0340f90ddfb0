"""Ctrl-C and SIGTERM: noticed while a run goes on or a file is written, answered when that can be left in order."""

import signal
import threading
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_USUAL = (signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler)


class Interrupt:
    """Notice Ctrl-C and SIGTERM without raising in the middle of something; only the main thread can.

    Who looks at ``called`` answers them. On leaving, the handlers that were there before are put back, and signals that nobody has
    answered are sent again; those with a handler of the program's own are sent again in any case.
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
                if signal.getsignal(number) is not None:  # one that Python did not install cannot be put back
                    self._before[number] = signal.signal(number, self._note)
        return self

    def _note(self, number: int, frame: Any) -> None:
        self._came.append(number)

    def __exit__(self, *_: Any) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for k, number in enumerate(self._came):
            if k >= self._answered or self._before[number] not in _USUAL:
                signal.raise_signal(number)
