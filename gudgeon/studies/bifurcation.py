"""Bifurcation diagrams: a channel once per period, over one parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import POSITIVE_TIME, number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError, brief
from .._base.views import view
from ..laws import ConstantSpeed, Harmonic
from ..model import Mechanism
from ..model.motions import COORDINATES
from ..results.result import Result
from .arguments import MAX_RUNS, empty_result
from .sweep_result import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .options import PeriodOptions


@dataclass(frozen=True, eq=False)
class Bifurcation:
    """A bifurcation diagram: ``points`` has a row for each value of the parameter ``path`` and a
    column for each period that was kept.
    """

    path: str
    values: np.ndarray
    channel: str
    unit: str
    points: np.ndarray
    sweep: Sweep

    def periods(self, tolerance: float = 1e-3) -> np.ndarray:
        """Return after how many periods the motion repeats itself at each value, 0 where it does
        not.

        Points are the same that are not farther apart than ``tolerance`` of the range of all, or of
        a thousandth of the greatest.
        """
        known = self.points[np.isfinite(self.points)]
        scale = (
            tolerance * max(float(np.ptp(known)), 1e-3 * float(np.abs(known).max()))
            if len(known)
            else 0.0
        )
        return np.array([_repeats(row[np.isfinite(row)], scale) for row in self.points])

    def __repr__(self) -> str:
        return (
            f"Bifurcation({self.channel} over {self.path}: {len(self.values)} values, "
            f"{self.points.shape[1]} periods each)"
        )

    def plot(self, path: str | Path | None = None, *, ax: Axes | None = None) -> Figure:
        """Draw the points over the parameter."""
        return view("plot of a bifurcation diagram")(self, path, ax)


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
    **options: Unpack[PeriodOptions],
) -> Bifurcation:
    """Look at a channel once per period, for many values of one parameter, and return a
    :class:`Bifurcation` diagram.

    Each value is a run of ``transient`` periods, which are thrown away, and ``last`` periods, of
    which one point each is kept, at ``phase`` of a period. The ``period`` [s] is by default that of
    the mechanism's driver: a turn at constant speed, or an oscillation; it follows when the
    parameter is the speed itself. ``settings`` such as ``"joints.C.fit=clearance"`` hold for all
    values. All other options are those of :func:`sweep` and :func:`simulate`.
    """
    from .sweep import SweepRun
    from .sweep_grid import Base

    transient = whole_number(transient, "transient", least=0, most=MAX_RUNS)
    last = whole_number(last, "last", least=1, most=MAX_RUNS)
    phase = number(phase, "phase", Quantity("1", bounds=((">=", 0.0), ("<", 1.0))))
    given = None if period is None else number(period, "period", POSITIVE_TIME)
    for name, word in (("path", path), ("channel", channel)):
        if not isinstance(word, str):
            raise InputError(
                f"expected a text such as 'bodies.crank.mass' or 'A.angle', got {brief(word)}.",
                (name,),
            )
    for name in ("duration", "output", "output_step", "output_times"):
        if name in options:
            raise InputError(
                "follows from the period; give transient and last, in periods.", (name,)
            )

    of_sweep: dict[str, Any] = {"out": options.pop("out", None)}
    if "executor" in options:
        of_sweep["executor"] = options.pop("executor")
    workers, progress = options.pop("workers", None), options.pop("progress", None)

    def run_options(mechanism: Mechanism) -> Mapping[str, Any]:
        every = given or _period(mechanism)
        times = every * (transient + phase + np.arange(1, last + 1))
        return {**options, "duration": float(times[-1]), "output_times": times.tolist()}

    def strobe(result: Result) -> Mapping[str, float]:
        found = result.channel(channel)
        if found.components:
            raise InputError(
                f"'{channel}' has several components; say which: {', '.join(found.components)}.",
                ("channel",),
            )
        return {str(k): float(value) for k, value in enumerate(found.values[:last])}

    study = SweepRun(
        base=Base(mechanism, settings=settings),
        values={path: values},
        measures={channel: strobe},
        options=run_options,
        method=options.get("method", "auto"),
        **of_sweep,
    )
    unit = empty_result(study.mechanisms[0]).channel(channel).unit
    found = study.run(workers, progress)
    if found.interrupted:
        raise KeyboardInterrupt
    blank = np.full(len(found), np.nan)
    columns = [
        found.table[name] if name in found.table else blank
        for name in (f"{channel} {k}" for k in range(last))
    ]
    return Bifurcation(
        path, next(iter(found.parameters.values())), channel, unit, np.stack(columns, axis=1), found
    )


def _period(mechanism: Mechanism) -> float:
    """Return the period of the only driver."""
    motions = [driver.motion for driver in mechanism.drivers]
    if (
        len(motions) == 1
        and isinstance(motions[0], ConstantSpeed)
        and motions[0].speed
        and _turns(mechanism)
    ):
        return 2 * pi / abs(motions[0].speed)
    if len(motions) == 1 and isinstance(motions[0], Harmonic):
        return 1 / motions[0].frequency
    raise InputError(
        "say how long a period is [s]; it follows only from a single driver that turns steadily or "
        "oscillates.",
        ("period",),
    )


def _turns(mechanism: Mechanism) -> bool:
    return COORDINATES[mechanism.coordinate(mechanism.drivers[0])].angular


def _repeats(row: np.ndarray, scale: float) -> int:
    for count in range(1, len(row) // 2 + 1):
        if np.abs(row[count:] - row[:-count]).max() <= scale:
            return count
    return 0
