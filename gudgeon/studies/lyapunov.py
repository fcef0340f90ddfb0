"""The largest Lyapunov exponent: how fast two motions that begin almost alike part, on average
over a long time [Benettin1980].
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import listener, number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError
from .._base.views import view
from ..assembly.initial_conditions import ModelCheck
from ..assembly.perturbation import between, perturbed, speed_scale, state_distance
from ..model import Mechanism
from ..model.changes import mechanism_of
from ..results.status import Status
from ..simulation.compilation import compile_core
from ..simulation.progress import Listener
from ..simulation.runner import Runner
from ..simulation.settings import RunSettings, check_drivers, crossing_events, run_settings
from ..simulation.starts import start_of
from .arguments import duration_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .options import PairOptions

INTERVALS = 200  # into which a run is divided unless the interval is given
BLOCKS = 10  # of the run, from whose scatter the uncertainty is estimated
OPTIONS = {
    "rtol": 1e-12,
    "atol": None,
    "method": "auto",
    "step": None,
    "max_step": None,
    "stabilisation": "projection",
}


@dataclass(frozen=True, eq=False)
class Lyapunov:
    """The largest Lyapunov exponent of a motion: ``exponent`` [1/s], with its ``uncertainty`` [1/s]
    from the scatter over the run.

    Positive: neighbouring motions part exponentially, the motion is chaotic. Zero: they part at
    most with a power of time. Negative: they come together. ``history`` is the average until each
    of the times ``t`` [s], ``rates`` the growth within each interval.
    """

    t: np.ndarray
    rates: np.ndarray
    lengths: np.ndarray

    @property
    def exponent(self) -> float:
        """Average growth rate of small differences [1/s]."""
        return float(self.history[-1])

    @property
    def history(self) -> np.ndarray:
        """The average from the end of the transient until each of the times [1/s]."""
        return np.asarray(np.cumsum(self.rates * self.lengths) / np.cumsum(self.lengths))

    @property
    def uncertainty(self) -> float:
        """Standard error of the exponent, from the averages over ten parts of the run [1/s]; NaN
        for a short one.
        """
        if len(self.rates) < 2 * BLOCKS:
            return float("nan")
        parts = np.array_split(np.arange(len(self.rates)), BLOCKS)
        means = [np.average(self.rates[part], weights=self.lengths[part]) for part in parts]
        return float(np.std(means, ddof=1) / np.sqrt(BLOCKS))

    def __repr__(self) -> str:
        return (
            f"Lyapunov({self.exponent:.4g} +- {self.uncertainty:.2g} 1/s over "
            f"{self.lengths.sum():.4g} s)"
        )

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the average until each time, and the growth within each interval."""
        return view("plot of a Lyapunov exponent")(self, path)


def lyapunov(
    mechanism: Mechanism | str,
    duration: float | None = None,
    *,
    transient: float = 0.0,
    interval: float | None = None,
    perturbation: float = 1e-8,
    seed: int = 0,
    contact_start: str = "locate",
    penetration_tolerance: float = 1e-7,
    progress: Any = None,
    **options: Unpack[PairOptions],
) -> Lyapunov:
    """Measure the largest Lyapunov exponent of a motion with a perturbed motion that is kept close.

    The perturbed motion begins with velocities moved by ``perturbation``, relative to the
    mechanism's own speed. After every ``interval`` [s], by default a 200th of the run, the
    logarithm of their distance is noted and the perturbed motion is brought back to its first
    distance along the line between them; where only one of the two touches in some contact, that
    waits until the next time. What happens before ``transient`` [s] only turns it into the
    direction that grows fastest. ``rtol`` is 1e-12 by default; ``method``, ``max_step`` and the
    like are those of :func:`simulate`.
    """
    for name in options:
        if name not in OPTIONS:
            raise InputError(f"unknown option; there are {', '.join(OPTIONS)}.", (name,))
    mechanism = mechanism_of(mechanism)
    duration = duration_of(mechanism, duration)
    perturbation = number(
        perturbation, "perturbation", Quantity("1", bounds=((">", 0.0), ("<", 0.01)))
    )
    interval = duration / INTERVALS if interval is None else interval
    interval = number(interval, "interval", Quantity("s", bounds=((">", 0.0), ("<=", duration))))
    transient = number(transient, "transient", Quantity("s", bounds=((">=", 0.0), ("<", duration))))
    settings = run_settings(
        mechanism,
        duration,
        contact_start=contact_start,
        penetration_tolerance=penetration_tolerance,
        **{**OPTIONS, **options},
    )
    compile_core(settings.method, mechanism, settings.coordinates)
    model_check = start_of(mechanism)
    check_drivers(mechanism, duration)
    other = (
        perturbed(model_check, duration, perturbation, (whole_number(seed, "seed", 0),))
        if model_check.dof > 0
        else None
    )
    if other is None:
        raise InputError(
            "joints and drivers prescribe the whole motion of this mechanism; nothing can part."
        )
    pair = _Pair(model_check, other, settings, speed_scale(model_check, duration))
    return pair.follow(duration, interval, transient, listener(progress))


class _Pair:
    """Two runs side by side."""

    def __init__(
        self, model_check: ModelCheck, other: ModelCheck, settings: RunSettings, speed: float
    ) -> None:
        self.model_check, self.speed = model_check, speed
        self.runners = [
            Runner(check, settings, np.zeros(0), crossing_events(check, ()))
            for check in (model_check, other)
        ]
        self.first = self.distance()

    def distance(self) -> float:
        return state_distance(
            self.model_check, self.speed, *(runner.state for runner in self.runners)
        )

    def follow(self, duration: float, interval: float, transient: float, progress: Any) -> Lyapunov:
        """Run to the end; bring the perturbed motion back after every interval."""
        count = max(1, round(duration / interval))
        times, rates, lengths = [], [], []
        last = 0.0
        with Listener(progress) as report:
            for t in np.linspace(0.0, duration, count + 1)[1:]:
                for runner in self.runners:
                    _advance(runner, float(t))
                if report is not None:
                    report(float(t), duration, self.runners[0].statistics())
                if not self.alike():
                    continue
                distance = self.distance()
                if last >= transient * (1 - 1e-12):
                    times.append(t)
                    rates.append(np.log(distance / self.first) / (t - last))
                    lengths.append(t - last)
                last = t
                self.rescale(self.first / distance)
        if not times:
            raise InputError(
                "after the transient there is no time at which the same contacts touch in both; "
                "make the run longer."
            )
        return Lyapunov(np.array(times), np.array(rates), np.array(lengths))

    def alike(self) -> bool:
        """Whether the same contacts touch in both."""
        first, second = (runner.contact_history.active for runner in self.runners)
        return bool(np.array_equal(first, second))

    def rescale(self, share: float) -> None:
        """Move the perturbed motion to a share of its distance; what its contacts remember comes
        with it.
        """
        first, second = self.runners
        state = between(self.model_check, first.state, second.state, share)
        second.set_state(state, first.contact_history.towards(second.contact_history, share))


def _advance(runner: Runner, t: float) -> None:
    """Run on until ``t``; a run that ends before raises an InputError that says why."""
    status = runner.advance_to(t)
    if status is not Status.COMPLETE:
        raise InputError(status.message(runner.t))
