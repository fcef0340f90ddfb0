"""Outputs of a simulation by the names of their channels, read from the one row that it writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..results.channels import Channel, find, names
from ..results.result import Result


class OutputReader:
    """Reads channels from a block of one row, in which numbers change; each name is looked up
    once.
    """

    def __init__(self, result: Result, block: np.ndarray) -> None:
        self._result, self._block = result, block
        numbers: Any = block.reshape(-1)
        self._numbers = memoryview(numbers)
        self._readers: dict[str, Callable[[], Any]] = {}

    def names(self) -> list[str]:
        """Return the names of all channels, components included."""
        return names(self._result)

    def channel(self, name: str) -> Channel:
        """Return a channel: its unit and what it is."""
        return find(self._result, name)

    def reader(self, name: str) -> Callable[[], Any]:
        """Return a function that returns what a channel is in the row as it is now."""
        known = self._readers.get(name) if isinstance(name, str) else None
        if known is None:
            known = self._readers[name] = self._made(name)
        return known

    def _made(self, name: str) -> Callable[[], Any]:
        values = find(self._result, name).values
        if name.strip() == "t":
            return lambda: self._numbers[0]
        if not np.shares_memory(values, self._block):  # computed from several numbers
            return lambda: _single(find(self._result, name).values[0])
        if values.ndim > 1:
            return lambda: values[0].copy()
        numbers = self._numbers
        place = (values.ctypes.data - self._block.ctypes.data) // values.itemsize
        return lambda: numbers[place]


def _single(value: Any) -> Any:
    """Return a number as one of Python's; an array as a copy."""
    return np.array(value) if np.ndim(value) else float(value)
