"""Rows at equal intervals and others: which rows of a result stand on its grid, where output
followed the motion, and for how much time each row stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

INTERVALS = 1000  # of a run unless output_step says otherwise


def grid_times(duration: float, step: float | None) -> np.ndarray:
    """Return equidistant output times [s]: every ``step``, by default a thousandth of the duration;
    the last is the end of the run.
    """
    step = step or duration / INTERVALS
    count = int(np.floor(duration / step * (1 + 1e-12))) + 1
    times = np.arange(count) * step
    times[-1] = min(times[-1], duration)
    return times if times[-1] >= duration * (1 - 1e-12) else np.append(times, duration)


def time_weights(t: np.ndarray) -> np.ndarray:
    """Return the time for which each row stands, half the way to its neighbours [s]; all rows of
    one time stand for the same.
    """
    if len(t) < 2 or t[-1] == t[0]:
        return np.ones(len(t))
    weights = np.asarray(np.gradient(t))
    weights[[0, -1]] *= 0.5
    return weights


def time_mean(values: np.ndarray, t: np.ndarray) -> float:
    """Return the mean of some numbers over time, whatever the rows."""
    weights = time_weights(t)
    return float(weights @ values / weights.sum())


class ChosenRows:
    """Some rows of a variable, read from where all stand when they are asked for."""

    def __init__(self, values: Any, rows: np.ndarray) -> None:
        self._values, self._rows = values, rows
        self.shape = (len(rows), *values.shape[1:])

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self._values[:])[self._rows][key]


class ChosenData(Mapping[str, ChosenRows]):
    """Some rows of all variables of a result."""

    def __init__(self, data: Mapping[str, Any], rows: np.ndarray) -> None:
        self._data, self._rows = data, rows

    def __getitem__(self, name: str) -> ChosenRows:
        return ChosenRows(self._data[name], self._rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)
