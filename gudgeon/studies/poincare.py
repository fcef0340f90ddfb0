"""Poincaré sections and phase portraits of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import POSITIVE_TIME, listed, number
from .._base.description import Quantity
from .._base.errors import InputError, brief
from .._base.views import view
from ..results.result import Result
from ..simulation.settings import Crossing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PHASE = Quantity("s", bounds=((">=", 0.0),))
ROWS = 1e7  # points of a section
ROUNDS = 60  # of bisection; more than the digits of a number

# a period [s], or where a channel crosses a value
Section = float | str | Crossing | tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Poincare:
    """Points of a Poincaré section: ``points`` has a row for each of the times ``t`` [s] and a
    column for each of ``channels``.
    """

    channels: tuple[str, ...]
    units: tuple[str, ...]
    t: np.ndarray
    points: np.ndarray

    def __len__(self) -> int:
        return len(self.t)

    @property
    def spread(self) -> np.ndarray:
        """How far the points are apart along each channel: zero for a motion that repeats
        itself.
        """
        return np.ptp(self.points, axis=0) if len(self) else np.full(len(self.channels), np.nan)

    def __repr__(self) -> str:
        sizes = ", ".join(
            f"{name} within {width:.3g} {unit}"
            for name, width, unit in zip(self.channels, self.spread, self.units, strict=True)
        )
        return f"Poincare({len(self)} points: {sizes})"

    def plot(self, path: str | Path | None = None, *, ax: Axes | None = None) -> Figure:
        """Draw the points: the second channel over the first, or a single one over time; into
        axes of your own if ``ax`` is given.
        """
        return view("plot of a Poincare section")(self, path, ax)


def poincare(
    result: Result,
    channels: str | Sequence[str],
    section: Section,
    *,
    every: float | str | None = None,
    transient: float = 0.0,
) -> Poincare:
    """Return the points at which a motion passes a section, after a ``transient`` [s].

    The ``section`` is a period [s] (every so often, counted from t = 0) or a crossing:
    ``("A.angle_rate", 0.0)``, with a direction ``("A.angle_rate", 0.0, -1)`` or as
    :class:`Crossing`. With ``every`` the crossing repeats so often along the channel: a crank that
    keeps turning passes ``("A.angle", "90 deg")`` once, but ``every="1 rev"`` in each turn, the
    other way round too. Values between output times are those of cubics through the four nearest;
    where contacts make the motion change within an output step, choose a shorter one.
    """
    transient = number(transient, "transient", _PHASE)
    _check_result(result)
    names = tuple(listed(channels, "channels", "names of channels such as 'A.angle'"))
    if not names:
        raise InputError("give at least one channel, such as 'A.angle'.", ("channels",))
    found = [_scalar(result, name) for name in names]
    if every is not None and isinstance(section, (int, float, str)):
        raise InputError(
            "belongs to a crossing such as ('A.angle', 0.0); a period repeats by itself.",
            ("every",),
        )
    t = (
        _strobe(result, section)
        if isinstance(section, (int, float, str))
        else _crossings(result, section, every)
    )
    t = t[t >= transient]
    points = np.stack([_between(result.t, values, t) for values, _ in found], axis=1)
    return Poincare(names, tuple(unit for _, unit in found), t, points)


def _check_result(result: Any) -> None:
    if not isinstance(result, Result):
        raise InputError(
            f"expected a Result, got {brief(result)}; load a file with gudgeon.load.", ("result",)
        )


def _scalar(result: Result, name: str) -> tuple[np.ndarray, str]:
    channel = result.channel(name)
    if channel.components:
        raise InputError(
            f"'{name}' has several components; say which: {', '.join(channel.components)}.",
            ("channels",),
        )
    if result.rows < 4:
        raise InputError("there are less than four rows of output, too few to look between them.")
    return channel.values, channel.unit


def _strobe(result: Result, period: float | str) -> np.ndarray:
    step = number(period, "section", POSITIVE_TIME)
    if not result.t[-1] < step * ROWS:
        raise InputError(
            f"a period of {step:g} s passes more than {ROWS:g} times in this run; give a longer "
            "one.",
            ("section",),
        )
    last = int(np.floor(result.t[-1] / step * (1 + 1e-12)))
    times = step * np.arange(last + 1)
    return np.minimum(times[times >= result.t[0]], result.t[-1])


def _crossings(result: Result, section: Any, every: Any = None) -> np.ndarray:
    name, value, direction = _crossing(result, section)
    values = _scalar(result, name)[0] - value
    if every is None:
        return _passed(result, values, direction)
    period = number(every, "every", Quantity(result.channel(name).unit, bounds=((">", 0.0),)))
    first, last = (int(np.ceil(values.min() / period)), int(np.floor(values.max() / period)))
    if last - first > ROWS:
        raise InputError(
            f"'{name}' passes more than {ROWS:g} times {period:g}; give a longer distance.",
            ("every",),
        )
    found = [_passed(result, values - turn * period, direction) for turn in range(first, last + 1)]
    return np.sort(np.concatenate([np.zeros(0), *found]))


def _passed(result: Result, values: np.ndarray, direction: int) -> np.ndarray:
    """Return when some values pass zero [s]."""
    before, after = values[:-1], values[1:]
    passes = ((before < 0) & (after >= 0) & (direction >= 0)) | (
        (before > 0) & (after <= 0) & (direction <= 0)
    )
    start = np.flatnonzero(passes)
    low, high, sign = result.t[start], result.t[start + 1], np.sign(before[start])
    for _ in range(ROUNDS):
        middle = 0.5 * (low + high)
        same = np.sign(_between(result.t, values, middle)) == sign
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.asarray(high)


def _crossing(result: Result, section: Any) -> tuple[str, float, int]:
    if isinstance(section, Crossing):
        return section.coordinate, section.value, section.direction
    if isinstance(section, tuple) and len(section) in (2, 3) and isinstance(section[0], str):
        try:
            name, value, direction = (
                section[0],
                _value(result, section[0], section[1]),
                int(section[2]) if len(section) == 3 else 0,
            )
        except (TypeError, ValueError, OverflowError):
            name, value, direction = "", 0.0, 9
        if direction in (-1, 0, 1):
            return name, value, direction
    raise InputError(
        f"expected a period [s] or a crossing such as ('A.angle', 0.0, +1), got {brief(section)}.",
        ("section",),
    )


def _value(result: Result, name: str, value: Any) -> float:
    """Return a value of a channel, given with or without a unit."""
    if not isinstance(value, str):
        return float(value)
    return float(number(value, "section", Quantity(result.channel(name).unit)))


def _between(t: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return values between output times, by cubics through the four nearest rows; those of the
    rows themselves exactly.
    """
    first = np.clip(np.searchsorted(t, at, side="right") - 2, 0, len(t) - 4)
    rows = first[:, None] + np.arange(4)
    x, y = t[rows], values[rows]
    result = np.zeros(len(at))
    for k in range(4):
        others = [j for j in range(4) if j != k]
        result += y[:, k] * np.prod(
            (at[:, None] - x[:, others]) / (x[:, [k]] - x[:, others]), axis=1
        )
    return result


def phase_portrait(
    result: Result,
    x: str,
    y: str,
    path: str | Path | None = None,
    *,
    section: Section | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw one channel against another; with a ``section`` its points on top (see
    :func:`poincare`).
    """
    _check_result(result)
    return view("plot of a phase portrait")(
        result, x, y, None if section is None else poincare(result, (x, y), section), path, ax
    )
