"""Measures of life of a joint: load cycles, load spectrum, equivalent load, pv, impact energy.

They say how hard a joint is used; what it stands is known by its maker. Rainflow counting is that
of [ASTM-E1049], the equivalent load of a rolling bearing that of [ISO281] with the load in every
part of a revolution counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError
from .output_grid import time_weights

if TYPE_CHECKING:
    from .joints.base import JointResult

EXPONENT = Quantity("1", bounds=((">", 0.0), ("<", 100.0)))
RATING = Quantity("N", bounds=((">", 0.0),))
BALL_BEARING = 3.0  # exponent of the life of rolling bearings with balls; 10/3 with rollers
RATED = 1e6  # revolutions of the basic rating life


@dataclass(frozen=True)
class LoadCycles:
    """Cycles of a history: each has its ``range``, its ``mean`` and its ``count``, 1 or 1/2."""

    range: np.ndarray = field(repr=False)
    mean: np.ndarray = field(repr=False)
    count: np.ndarray = field(repr=False)

    def damage(self, exponent: float) -> float:
        """Return the sum of counts times ranges to an exponent, as Palmgren and Miner add what
        cycles do to a material whose life falls with that power of the range.
        """
        m = number(exponent, "exponent", EXPONENT)
        return float(self.count @ self.range**m)

    def histogram(self, bins: int = 20) -> tuple[np.ndarray, np.ndarray]:
        """Return edges of equal ranges, and how many cycles are within each."""
        bins = whole_number(bins, "bins", least=1, most=100_000)
        counts, edges = np.histogram(self.range, bins, weights=self.count)
        return edges, counts


def rainflow(values: np.ndarray) -> LoadCycles:
    """Count the cycles of a history by the rainflow rules of [ASTM-E1049, 5.4.4]."""
    values = np.asarray(values, float)
    if values.ndim != 1 or not np.isfinite(values).all():
        raise InputError("expected finite numbers, one after the other.", ("values",))
    stack: list[float] = []
    cycles: list[tuple[float, float, float]] = []
    for value in reversals(values):
        stack.append(value)
        while len(stack) >= 3:
            new, old = abs(stack[-1] - stack[-2]), abs(stack[-2] - stack[-3])
            if new < old:
                break
            middle = 0.5 * (stack[-2] + stack[-3])
            if len(stack) == 3:  # it holds the start of the history: half a cycle
                cycles.append((old, middle, 0.5))
                stack.pop(0)
            else:
                cycles.append((old, middle, 1.0))
                del stack[-3:-1]
    cycles += [(abs(b - a), 0.5 * (a + b), 0.5) for a, b in pairwise(stack)]
    columns = np.array(cycles, float).reshape(-1, 3).T
    return LoadCycles(*columns)


def reversals(values: np.ndarray) -> list[float]:
    """Return the first value, all that are greater or less than both neighbours, and the last;
    values that repeat count once.
    """
    if not len(values):
        return []
    kept = values[np.concatenate([[True], np.diff(values) != 0])]
    way = np.sign(np.diff(kept))
    turns = np.flatnonzero(way[1:] != way[:-1]) + 1
    found: list[float] = kept[np.unique([0, *turns, len(kept) - 1])].tolist()
    return found


class Lifetime:
    """How hard a joint is used in a run: ``cycles``, ``spectrum``, ``equivalent_load``, ``life``,
    ``pv``, ``impact_energy_density``. ``result.after_transient.joint("C").lifetime`` leaves out the
    start.
    """

    def __init__(self, joint: JointResult) -> None:
        self._joint = joint
        self.load = np.linalg.norm(joint.force, axis=1)
        self.speed = np.linalg.norm(joint._spin(1) - joint._spin(0), axis=1)
        self._weights = time_weights(joint._result.t)

    def cycles(self, direction: Any = None) -> LoadCycles:
        """Return the load cycles of the joint force, counted by the rainflow rules: of its size, or
        of its component along a ``direction`` (three numbers, global frame), which keeps its sign.
        """
        if direction is None:
            return rainflow(self.load)
        try:
            along = np.asarray(direction, float)
        except (TypeError, ValueError):
            along = np.empty(0)
        if along.shape != (3,) or not np.isfinite(along).all() or not along.any():
            raise InputError("expected three numbers, not all zero.", ("direction",))
        return rainflow((self._joint.force * along).sum(axis=1) / np.linalg.norm(along))

    @property
    def revolutions(self) -> float:
        """How far the bodies turn against each other, back and forth, in revolutions."""
        return float(self._weights @ self.speed) / (2 * pi)

    def spectrum(self, bins: int = 20) -> tuple[np.ndarray, np.ndarray]:
        """Return edges of equal steps of load [N], and the revolutions made within each."""
        bins = whole_number(bins, "bins", least=1, most=100_000)
        turned = self._weights * self.speed / (2 * pi)
        counts, edges = np.histogram(self.load, bins, weights=turned)
        return edges, counts

    def equivalent_load(self, exponent: float = BALL_BEARING) -> float:
        """Return the constant load [N] under which a rolling bearing lives as long:
        P = (integral F^p dphi / integral dphi)^(1/p), p = 3 for balls and 10/3 for rollers.
        """
        p = number(exponent, "exponent", EXPONENT)
        turned = self._weights * self.speed
        if not turned.sum() > 0:
            raise InputError(f"joint '{self._joint.name}' does not turn; it has no such load.")
        return float((turned @ self.load**p / turned.sum()) ** (1 / p))

    def life(self, rating: float | str, exponent: float = BALL_BEARING) -> float:
        """Return the basic rating life L10 = (C/P)^p 10^6 in revolutions, which nine bearings of
        ten reach; ``rating`` is the dynamic load rating C [N] of the bearing.
        """
        C, p = number(rating, "rating", RATING), number(exponent, "exponent", EXPONENT)
        load = self.equivalent_load(p)
        return float((C / load) ** p * RATED) if load > 0 else float("inf")

    @property
    def pv(self) -> np.ndarray:
        """Pressure on the projected area times sliding speed of the bore [W/m^2], over time."""
        radii = self._joint._described.radii()
        if radii is None:
            raise InputError(f"joint '{self._joint.name}' has no radii; pv needs them.")
        found: np.ndarray = self.load / self._area() * self.speed * radii[1]
        return found

    @property
    def impact_energy_density(self) -> np.ndarray:
        """Energy that every contact period takes, over the projected area [J/m^2]."""
        labels = {contact.label for contact in self._joint.gap_contacts}
        lost: np.ndarray = self._joint._result.impacts.for_contacts(labels)["energy_lost"]
        return lost / self._area()

    def _area(self) -> float:
        planar = self._joint._mechanism.plane is not None
        area = self._joint._described.projected_area(planar)
        if area is None:
            raise InputError(
                f"joint '{self._joint.name}' does not say its projected area: give lengths and "
                "radii, of a slider its width."
            )
        return float(area)
