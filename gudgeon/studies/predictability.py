"""How long a trajectory can be predicted: the same run with another tolerance, and from
perturbed initial velocities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import FRACTION, POSITIVE_TIME, number, whole_number
from .._base.views import view
from ..assembly.perturbation import speed_scale
from ..model import Mechanism
from ..results.metrics import distances
from ..results.result import Result
from ..simulation.simulate import simulate
from .arguments import MAX_RUNS
from .parallel import complete, run_all
from .perturbed_starts import perturbed_starts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .options import StartOptions

SAME_INSTANT = 1e-6  # starts of contacts that are not farther apart are the same event [s]
# a body that moves less than this part of the fastest is measured by this part of that one's range
STILL = 1e-3
# a mechanism that moves less than this, relative to its size or speed, does not move
AT_REST = 1e-9


def horizon(
    mechanism: Mechanism | str,
    duration: float | None = None,
    *,
    tolerance: float = 1e-4,
    rtol: float = 1e-11,
    perturbation: float = 1e-10,
    members: int = 2,
    seed: int = 0,
    against: str | None = None,
    workers: int | None = None,
    progress: Any = None,
    **options: Unpack[StartOptions],
) -> Horizon:
    """Measure how long the motion of a mechanism can be predicted, and return it as a
    :class:`Horizon`.

    The mechanism runs with ``rtol`` and with ten times as much (rk4 with twice the ``step``), and
    ``members`` times as a perturbed run whose initial velocities are moved by ``perturbation``,
    relative to its own speed, in a random direction that its joints allow; ``against`` names a
    method with which it runs once more. The horizon is the last output time before which positions
    and velocities of all bodies agree to ``tolerance`` of their range, in all pairs, and all
    contacts begin at the same time, to 1e-6 s. A shift in time of that much is taken off the
    states, because velocities change so fast in an impact. ``workers`` runs are made at the same time.
    All other options are those of :func:`simulate`.
    """
    tolerance = number(tolerance, "tolerance", FRACTION)
    perturbation = number(perturbation, "perturbation", FRACTION)
    members = whole_number(members, "members", least=0, most=MAX_RUNS)
    seed = whole_number(seed, "seed", least=0)
    rtol = number(rtol, "rtol", FRACTION)
    duration, model_check, others = perturbed_starts(
        mechanism, duration, options, perturbation, members, seed
    )
    coarse = (
        {"rtol": 10 * rtol}
        if options.get("step") is None
        else {"step": 2 * number(options["step"], "step", POSITIVE_TIME)}
    )
    runs: list[tuple[str, Any, dict[str, Any]]] = [
        ("", model_check, {"rtol": rtol}),
        ("tolerance", model_check, coarse),
    ]
    runs += (
        [("method", model_check, {"rtol": rtol, "method": against})] if against is not None else []
    )
    runs += [("perturbation", other, {"rtol": rtol}) for other in others if other is not None]
    tasks = [
        lambda watch, what=what, more=more: simulate(
            what, duration, progress=watch, **{"output": "grid", **options, **more}
        )  # type: ignore[misc]
        for _, what, more in runs
    ]
    results = complete(run_all(tasks, workers, progress))
    scales = {
        "position": float(model_check.assembly.system.setting[0]["length"]),
        "velocity": speed_scale(model_check, duration),
    }
    labels = tuple(label for label, _, _ in runs[1:])
    return Horizon(
        results, labels, tolerance, perturbation, duration, scales, free=model_check.dof > 0
    )


@dataclass(frozen=True, eq=False)
class Horizon:
    """How long a motion can be predicted: ``time`` [s], which is the ``duration`` [s] when it was
    not ``lost``.

    ``results`` holds the run itself and then those it was compared with; ``pairs`` says in what
    each of these differs ("tolerance", "method", "perturbation"). ``deviation`` has one row for
    each pair: the greatest difference of a position or a velocity at the times ``t``, relative to
    its range. ``scales`` are the mechanism's own size [m] and speed [m/s]. ``free`` is False for a
    mechanism whose motion is all prescribed.
    """

    results: list[Result]
    pairs: tuple[str, ...]
    tolerance: float
    perturbation: float
    duration: float
    scales: Mapping[str, float]
    free: bool = True

    @property
    def t(self) -> np.ndarray:
        """Output times [s]."""
        return self.results[0].on_grid.t

    @cached_property
    def deviation(self) -> np.ndarray:
        """Greatest difference of a position or velocity, relative to its range, of every pair at
        every time.
        """
        return deviations(self.results, self.scales)

    @cached_property
    def excess(self) -> np.ndarray:
        """The same without what a shift in time of 1e-6 s explains: what the horizon is judged
        by.
        """
        return deviations(self.results, self.scales, SAME_INSTANT)

    @cached_property
    def times(self) -> np.ndarray:
        """The horizon of every pair [s]."""
        pairs = zip(self.excess, self.results[1:], strict=True)
        return np.array(
            [self._horizon(row, first_difference(self.results[0], other)) for row, other in pairs]
        )

    def _horizon(self, excess: np.ndarray, event: float) -> float:
        beyond = np.flatnonzero(~((excess <= self.tolerance) & (self.t < event)))
        if not len(beyond):
            return self.duration
        return float(self.t[beyond[0] - 1]) if beyond[0] > 0 else 0.0

    @property
    def time(self) -> float:
        """How long the motion can be predicted [s]: the least of all pairs."""
        return float(self.times.min(initial=self.duration))

    @property
    def lost(self) -> bool:
        """Whether the motion could not be predicted to the end."""
        return bool((self.times < self.duration).any())

    @property
    def by(self) -> str:
        """What lost it first: "tolerance", "method", "perturbation"; nothing when it was not
        lost.
        """
        return self.pairs[int(self.times.argmin())] if self.lost else ""

    @cached_property
    def growth(self) -> float:
        """How fast small differences grow on average until the horizon [1/s]: the slope of the
        logarithm of the deviation of perturbed runs.

        A motion whose deviations grow with a power of time has a slope that falls with the
        duration. NaN if there are no perturbed runs, or less than three times to go by.
        """
        rows = self.deviation[[k for k, pair in enumerate(self.pairs) if pair == "perturbation"]]
        slopes = []
        for row in rows:
            kept = (self.t <= self.time) & (self.t > 0) & (row > 0)
            if np.count_nonzero(kept) > 2:
                slopes.append(np.polyfit(self.t[kept], np.log(row[kept]), 1)[0])
        return float(np.median(slopes)) if slopes else np.nan

    @cached_property
    def event_times_agree(self) -> int:
        """How many contacts, from the first, begin at the same time in all runs, to 1e-6 s."""
        until = min(
            (first_difference(self.results[0], other) for other in self.results[1:]), default=np.inf
        )
        return int(np.count_nonzero(self.results[0].impacts["start"] < until))

    @property
    def event_time(self) -> float:
        """When the last contact begins until which all runs agree [s]; NaN if there is none."""
        return (
            float(self.results[0].impacts["start"][self.event_times_agree - 1])
            if self.event_times_agree
            else np.nan
        )

    def __str__(self) -> str:
        if not self.free:
            return "predictable without limit: joints and drivers prescribe the whole motion."
        word = {
            "tolerance": "ten times the tolerance",
            "method": "another method",
            "perturbation": "a perturbed run",
        }
        accuracy = f"to {self.tolerance:g} of the range of positions and velocities"
        if self.lost:
            text = (
                f"predictable for {self.time:.4g} s of {self.duration:.4g} s, {accuracy}; lost by "
                f"{word[self.by]}"
            )
        else:
            text = f"predictable for the whole {self.duration:.4g} s, {accuracy}"
        contacts = len(self.results[0].impacts)
        if contacts:
            text += f"; {self.event_times_agree} of {contacts} contacts begin at the same time, to {SAME_INSTANT:g} s"
        return text + "."

    def __repr__(self) -> str:
        return f"Horizon({self})"

    def plot(self, path: str | Path | None = None, *, ax: Axes | None = None) -> Figure:
        """Draw the deviation of every pair over time, with the tolerance."""
        return view("plot of a horizon")(self, path, ax)


# -- what deviates ---------------------------------------------------------------------------------


RATES = {"position": "velocity", "velocity": "acceleration"}


def deviations(
    results: Sequence[Result], scales: Mapping[str, float], shift: float = 0.0
) -> np.ndarray:
    """Return the greatest difference of a position or velocity between the first result and each
    other, relative to its range.

    What a ``shift`` in time [s] explains is taken off: that much times the rate of change in the
    faster of the two.

    The range is that of the body's own positions or velocities; of a body that hardly moves a
    thousandth of the widest; if none moves, the mechanism's own size or speed.
    """
    results = [result.on_grid for result in results]
    first, rows = results[0], results[0].rows
    found = np.full((len(results) - 1, rows), np.nan)
    for k, other in enumerate(results[1:]):
        common = min(rows, other.rows)
        found[k, :common] = 0.0
        for name, scale in scales.items():
            difference = distances(first, other, common, name)
            if shift > 0:
                rates = [
                    np.linalg.norm(np.asarray(run.data[RATES[name]][:common]), axis=2)
                    for run in (first, other)
                ]
                difference = np.maximum(difference - shift * np.maximum(*rates), 0.0)
            relative = difference / _ranges(np.asarray(first.data[name][:]), scale)
            found[k, :common] = np.maximum(found[k, :common], relative.max(axis=1, initial=0.0))
    return found


def _ranges(values: np.ndarray, scale: float) -> np.ndarray:
    """Return the range of every body's vectors, (rows, bodies, 3), as :func:`deviations` takes
    it.
    """
    own = (
        np.linalg.norm(np.ptp(values, axis=0), axis=1) if len(values) else np.zeros(values.shape[1])
    )
    widest = own.max(initial=0.0)
    return np.maximum(own, STILL * widest) if widest > AT_REST * scale else np.full(len(own), scale)


def first_difference(result: Result, other: Result, within: float = SAME_INSTANT) -> float:
    """Return when the first contact begins that does not begin at the same time in both results
    [s]; infinity if all do.

    Contacts are compared each with itself, so that the order of those that begin together does not
    matter.
    """
    end, first = min(result.end, other.end) - within, np.inf
    for label in result.layout.labels.get("contact", ()):
        mine, theirs = (run.impacts.for_contacts({label})["start"] for run in (result, other))
        count = min(len(mine), len(theirs))
        wrong = np.flatnonzero(np.abs(mine[:count] - theirs[:count]) > within)
        rest = np.concatenate([mine[count:], theirs[count:]])
        candidates = (
            np.minimum(mine[wrong[:1]], theirs[wrong[:1]]) if len(wrong) else rest[rest < end][:1]
        )
        first = min(first, *candidates) if len(candidates) else first
    return float(first)
