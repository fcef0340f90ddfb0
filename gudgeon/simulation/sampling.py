"""Functions that are called at a sample rate while a simulation advances."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from .._base.arguments import POSITIVE_TIME, number
from .._base.errors import InputError, brief

NEVER = float("inf")


class Sampler:
    """A function that is called at ``start + k period``."""

    def __init__(self, start: float, period: float, function: Callable[[Any], Any]) -> None:
        self.start, self.period, self.function = start, period, function
        self.k = 0

    @property
    def time(self) -> float:
        """When it is called next [s]."""
        return self.start + self.k * self.period


class Samples:
    """All such functions; of those that are due at the same time the first is called first."""

    def __init__(self) -> None:
        self._samplers: list[Sampler] = []
        self.next_time = NEVER
        self.busy = False

    def add(self, start: float, period: Any, function: Any) -> None:
        """Call a function from ``start`` on after every ``period``."""
        period = number(period, "period", POSITIVE_TIME)
        if not callable(function) or not _takes_one(function):
            raise InputError(
                f"expected a function of the simulation, got {brief(function)}.", ("function",)
            )
        self._samplers.append(Sampler(start, period, function))
        self._schedule()

    def call(self, simulation: Any) -> None:
        """Call all that are due."""
        now, self.busy = self.next_time, True
        try:
            for sampler in self._samplers:
                if sampler.time == now:
                    sampler.function(simulation)
                    sampler.k += 1
        finally:
            self.busy = False
            self._schedule()

    def check_idle(self) -> None:
        """Raise an error if one of these functions advances or resets the run."""
        if self.busy:
            raise InputError(
                "a function that is called while the simulation advances may read outputs and set "
                "inputs, not advance, reset or restore it."
            )

    def restart(self) -> None:
        """Begin again at t = 0: all are due as they were."""
        for sampler in self._samplers:
            sampler.k = 0
        self._schedule()

    @property
    def state(self) -> list[list[float]]:
        """Start, period and next number of all."""
        return [[sampler.start, sampler.period, sampler.k] for sampler in self._samplers]

    def restore(self, state: list[list[float]], t: float) -> None:
        """Go on as in a state; what it does not know is next called at ``t`` or later."""
        known = [tuple(row) for row in state]
        for sampler in self._samplers:
            found = [row for row in known if row[:2] == (sampler.start, sampler.period)]
            if found:
                sampler.k = int(found[0][2])
                known.remove(found[0])
            else:
                sampler.k = max(0, int((t - sampler.start) / sampler.period) - 1)
                while sampler.time < t:
                    sampler.k += 1
        self._schedule()

    def _schedule(self) -> None:
        self.next_time = min((sampler.time for sampler in self._samplers), default=NEVER)


def _takes_one(function: Any) -> bool:
    """Whether a function can be called with one argument, as far as it tells."""
    try:
        signature(function).bind(None)
    except TypeError:
        return False
    except ValueError:  # built-in functions tell nothing
        return True
    return True
