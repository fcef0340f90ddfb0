"""Order and chaos in results: Poincaré sections, phase portraits, bifurcation diagrams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import listed
from .._base.description import Quantity
from .._base.errors import InputError, brief
from .._base.views import view
from ..laws import ConstantSpeed, Harmonic
from ..model import Mechanism
from ..model.stops import is_angle
from ..results.result import Result
from ..simulation.settings import Crossing
from .predictability import MOST, checked, whole_number
from .sweep_result import Sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TIME = Quantity("s", bounds=((">", 0.0),))
_PHASE = Quantity("s", bounds=((">=", 0.0),))
ROWS = 1e7  # points of a section
ROUNDS = 60  # of bisection; more than the digits of a number

Section = float | str | Crossing | tuple[Any, ...]  # a period [s], or where a channel crosses a value


@dataclass(frozen=True, eq=False)
class Poincare:
    """Points of a Poincaré section: ``points`` has a row for each of the times ``t`` [s] and a column for each of ``channels``."""

    channels: tuple[str, ...]
    units: tuple[str, ...]
    t: np.ndarray
    points: np.ndarray

    def __len__(self) -> int:
        return len(self.t)

    @property
    def spread(self) -> np.ndarray:
        """How far the points are apart along each channel: zero for a motion that repeats itself."""
        return np.ptp(self.points, axis=0) if len(self) else np.full(len(self.channels), np.nan)

    def __repr__(self) -> str:
        sizes = ", ".join(
            f"{name} within {width:.3g} {unit}" for name, width, unit in zip(self.channels, self.spread, self.units, strict=True)
        )
        return f"Poincare({len(self)} points: {sizes})"

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the points: the second channel over the first, or a single one over time."""
        return view("plot of a Poincare section")(self, path)


def poincare(result: Result, channels: str | Sequence[str], section: Section, *, transient: float = 0.0) -> Poincare:
    """Return the points at which a motion passes a section, after a ``transient`` [s].

    The ``section`` is a period [s] (every so often, counted from t = 0) or a crossing: ``("A.angle_rate", 0.0)``, with a direction
    ``("A.angle_rate", 0.0, -1)`` or as :class:`Crossing`. Values between output times are those of cubics through the four
    nearest; where contacts make the motion change within an output step, choose a shorter one.
    """
    transient = checked(_PHASE, transient, "transient")
    _check_result(result)
    names = tuple(listed(channels, "channels", "names of channels such as 'A.angle'"))
    if not names:
        raise InputError("give at least one channel, such as 'A.angle'.", ("channels",))
    found = [_scalar(result, name) for name in names]
    t = _strobe(result, section) if isinstance(section, (int, float, str)) else _crossings(result, section)
    t = t[t >= transient]
    points = np.stack([_between(result.t, values, t) for values, _ in found], axis=1)
    return Poincare(names, tuple(unit for _, unit in found), t, points)


def _check_result(result: Any) -> None:
    if not isinstance(result, Result):
        raise InputError(f"expected a Result, got {brief(result)}; load a file with gudgeon.load.", ("result",))


def _scalar(result: Result, name: str) -> tuple[np.ndarray, str]:
    channel = result.channel(name)
    if channel.components:
        raise InputError(f"'{name}' has several components; say which: {', '.join(channel.components)}.", ("channels",))
    if result.rows < 4:
        raise InputError("there are less than four rows of output, too few to look between them.")
    return channel.values, channel.unit


def _strobe(result: Result, period: float | str) -> np.ndarray:
    step = checked(_TIME, period, "section")
    if not result.t[-1] < step * ROWS:
        raise InputError(f"a period of {step:g} s passes more than {ROWS:g} times in this run; give a longer one.", ("section",))
    last = int(np.floor(result.t[-1] / step * (1 + 1e-12)))
    times = step * np.arange(last + 1)
    return np.minimum(times[times >= result.t[0]], result.t[-1])


def _crossings(result: Result, section: Any) -> np.ndarray:
    name, value, direction = _crossing(section)
    values = _scalar(result, name)[0] - value
    before, after = values[:-1], values[1:]
    passes = ((before < 0) & (after >= 0) & (direction >= 0)) | ((before > 0) & (after <= 0) & (direction <= 0))
    start = np.flatnonzero(passes)
    low, high, sign = result.t[start], result.t[start + 1], np.sign(before[start])
    for _ in range(ROUNDS):
        middle = 0.5 * (low + high)
        same = np.sign(_between(result.t, values, middle)) == sign
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.asarray(high)


def _crossing(section: Any) -> tuple[str, float, int]:
    if isinstance(section, Crossing):
        return section.coordinate, section.value, section.direction
    if isinstance(section, tuple) and len(section) in (2, 3) and isinstance(section[0], str):
        try:
            name, value, direction = section[0], float(section[1]), int(section[2]) if len(section) == 3 else 0
        except (TypeError, ValueError, OverflowError):
            name, value, direction = "", 0.0, 9
        if direction in (-1, 0, 1):
            return name, value, direction
    raise InputError(f"expected a period [s] or a crossing such as ('A.angle', 0.0, +1), got {brief(section)}.", ("section",))


def _between(t: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return values between output times, by cubics through the four nearest rows; those of the rows themselves exactly."""
    first = np.clip(np.searchsorted(t, at, side="right") - 2, 0, len(t) - 4)
    rows = first[:, None] + np.arange(4)
    x, y = t[rows], values[rows]
    result = np.zeros(len(at))
    for k in range(4):
        others = [j for j in range(4) if j != k]
        result += y[:, k] * np.prod((at[:, None] - x[:, others]) / (x[:, [k]] - x[:, others]), axis=1)
    return result


def phase_portrait(result: Result, x: str, y: str, path: str | Path | None = None, *, section: Section | None = None) -> Figure:
    """Draw one channel against another; with a ``section`` its points on top (see :func:`poincare`)."""
    _check_result(result)
    return view("plot of a phase portrait")(result, x, y, None if section is None else poincare(result, (x, y), section), path)


# -- bifurcation diagrams ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Bifurcation:
    """A bifurcation diagram: ``points`` has a row for each value of the parameter ``path`` and a column for each period that was kept."""

    path: str
    values: np.ndarray
    channel: str
    unit: str
    points: np.ndarray
    sweep: Sweep

    def periods(self, tolerance: float = 1e-3) -> np.ndarray:
        """Return after how many periods the motion repeats itself at each value, 0 where it does not.

        Points are the same that are not farther apart than ``tolerance`` of the range of all, or of a thousandth of the greatest.
        """
        known = self.points[np.isfinite(self.points)]
        scale = tolerance * max(float(np.ptp(known)), 1e-3 * float(np.abs(known).max())) if len(known) else 0.0
        return np.array([_repeats(row[np.isfinite(row)], scale) for row in self.points])

    def __repr__(self) -> str:
        return f"Bifurcation({self.channel} over {self.path}: {len(self.values)} values, {self.points.shape[1]} periods each)"

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the points over the parameter."""
        return view("plot of a bifurcation diagram")(self, path)


def bifurcation(
    mechanism: Mechanism | str | Path,
    path: str,
    values: Sequence[Any],
    channel: str,
    *,
    period: float | str | None = None,
    transient: int = 50,
    last: int = 30,
    phase: float = 0.0,
    settings: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Any = None,
    **options: Any,
) -> Bifurcation:
    """Look at a channel once per period, for many values of one parameter, and return a :class:`Bifurcation` diagram.

    Each value is a run of ``transient`` periods, which are thrown away, and ``last`` periods, of which one point each is kept, at
    ``phase`` of a period. The ``period`` [s] is by default that of the mechanism's driver: a turn at constant speed, or an
    oscillation; it follows when the parameter is the speed itself. ``settings`` such as ``"joints.C.fit=clearance"`` hold for all
    values. Everything else is as in :func:`sweep`.
    """
    from .sweep import SweepRun
    from .sweep_grid import Base

    transient, last = whole_number(transient, "transient", 0, MOST), whole_number(last, "last", 1, MOST)
    phase = checked(Quantity("1", bounds=((">=", 0.0), ("<", 1.0))), phase, "phase")
    given = None if period is None else checked(_TIME, period, "period")
    for name, word in (("path", path), ("channel", channel)):
        if not isinstance(word, str):
            raise InputError(f"expected a text such as 'bodies.crank.mass' or 'A.angle', got {brief(word)}.", (name,))
    for name in ("duration", "output_step", "output_times"):
        if name in options:
            raise InputError("follows from the period; give transient and last, in periods.", (name,))

    def run_options(one: Mechanism) -> Mapping[str, Any]:
        every = given or _period(one)
        times = every * (transient + phase + np.arange(1, last + 1))
        return {**options, "duration": float(times[-1]), "output_times": times.tolist()}

    def strobe(result: Result) -> Mapping[str, float]:
        found = result.channel(channel)
        if found.components:
            raise InputError(f"'{channel}' has several components; say which: {', '.join(found.components)}.", ("channel",))
        return {str(k): float(value) for k, value in enumerate(found.values[:last])}

    study = SweepRun(
        Base(mechanism, settings=settings),
        {path: values},
        {channel: strobe},
        None,
        False,
        out,
        False,
        run_options,
        options.get("method", "auto"),
    )
    first = next(one for one in study.made if isinstance(one, Mechanism))
    unit = _unit(first, channel)
    found = study.run(workers, progress)
    if found.interrupted:
        raise KeyboardInterrupt
    blank = np.full(len(found), np.nan)
    columns = [found.table[name] if name in found.table else blank for name in (f"{channel} {k}" for k in range(last))]
    return Bifurcation(path, next(iter(found.parameters.values())), channel, unit, np.stack(columns, axis=1), found)


def _unit(mechanism: Mechanism, channel: str) -> str:
    """Return the unit of a channel, or say that the mechanism has none of that name."""
    from .compare import examined

    empty = examined(mechanism, "")
    if isinstance(empty, InputError):
        raise empty
    return empty.channel(channel).unit


def _period(mechanism: Mechanism) -> float:
    """Return the period of the only driver."""
    motions = [driver.motion for driver in mechanism.drivers]
    if len(motions) == 1 and isinstance(motions[0], ConstantSpeed) and motions[0].speed and _turns(mechanism):
        return 2 * pi / abs(motions[0].speed)
    if len(motions) == 1 and isinstance(motions[0], Harmonic):
        return 1 / motions[0].frequency
    raise InputError("say how long a period is [s]; it follows only from a single driver that turns steadily or oscillates.", ("period",))


def _turns(mechanism: Mechanism) -> bool:
    return is_angle(mechanism.coordinate(mechanism.drivers[0]))


def _repeats(row: np.ndarray, scale: float) -> int:
    for count in range(1, len(row) // 2 + 1):
        if np.abs(row[count:] - row[:-count]).max() <= scale:
            return count
    return 0
