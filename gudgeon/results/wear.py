"""Wear by Archard's law: how much of a bearing and its journal a run wears away, and where.

A surface loses the volume dV = k F_N |v_t| dt, with k = K/H, the wear coefficient over the hardness
[Archard1953]. The volume is taken from where the surfaces touch: per angle around the bearing, in a
frame that turns with it, and around the journal likewise [Flores2009]. It is rough where its source
is: wear coefficients scatter by factors, and a real contact is an arc and not a point. What is worn
acts back on later runs by the clearance, or by the profile of the bore (see ``gd.wear_study``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._base.arguments import number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError
from .._base.views import view
from .output_grid import time_weights

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COEFFICIENT = Quantity("1/Pa", bounds=((">=", 0.0),))
LENGTH = Quantity("m", bounds=((">", 0.0),))
TIME = Quantity("s", bounds=((">=", 0.0),))
DENSITY = Quantity("kg/m^3", bounds=((">", 0.0),))


@dataclass(frozen=True)
class WornSurface:
    """What one of the two surfaces loses: ``volume`` [m^3], and ``depth`` [m] over ``angle`` [rad]
    from the direction h of the joint, which is fixed in the surface; both empty where the joint has
    no bore whose length is known.
    """

    volume: float
    angle: np.ndarray = field(repr=False)
    depth: np.ndarray = field(repr=False)

    @property
    def mean_depth(self) -> float:
        """Mean depth around the surface [m]; NaN where it is not known."""
        return float(self.depth.mean()) if len(self.depth) else float("nan")

    @property
    def max_depth(self) -> float:
        """Greatest depth around the surface [m]; NaN where it is not known."""
        return float(self.depth.max()) if len(self.depth) else float("nan")

    def mass(self, density: float | str) -> float:
        """Return the mass of what is lost [kg], of a material of this density [kg/m^3]."""
        return self.volume * number(density, "density", DENSITY)


@dataclass(frozen=True)
class Wear:
    """Wear of a joint in a run: of its ``bearing`` (first body) and its ``journal`` (second).

    ``sliding_distance`` [m] is the way that the surfaces slide while they touch, ``work`` [J] =
    integral of F_N |v_t| dt, so that a volume is its coefficient times it.
    """

    joint: str
    bearing: WornSurface
    journal: WornSurface
    sliding_distance: float
    work: float
    time: float

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the depth over the angle of bearing and journal."""
        if not len(self.bearing.depth):
            raise InputError(
                f"joint '{self.joint}' has no bore of known length; there are volumes only."
            )
        return view("plot of wear")(self, path)


class SlidingHistory(NamedTuple):
    """What the surfaces of a joint do to each other: over time, in every contact, arrays of shape
    (rows, contacts); ``angles`` around bearing and journal, ``radii`` and ``length`` of the bore,
    None where there is none or it is not known.
    """

    t: np.ndarray
    normal_force: np.ndarray
    sliding_speed: np.ndarray
    angles: tuple[np.ndarray, np.ndarray]
    radii: tuple[float, float] | None
    length: float | None


def wear_of(
    joint: str,
    history: SlidingHistory,
    coefficients: tuple[float | str, float | str],
    sectors: int,
    start: float | str,
) -> Wear:
    """Return the wear of a joint, from the rows after ``start``."""
    k = [
        number(value, name, COEFFICIENT)
        for value, name in zip(coefficients, ("coefficient", "journal_coefficient"), strict=True)
    ]
    sectors = whole_number(sectors, "sectors", least=4, most=100_000)
    history = _from(history, number(start, "start", TIME))
    t, force, speed = history.t, history.normal_force, history.sliding_speed
    power = force * speed
    work = 0.5 * (power[1:] + power[:-1]) * np.diff(t)[:, None]
    bearing, journal = (
        _surface(k[side], work, history.angles[side], history, side, sectors) for side in (0, 1)
    )
    rubbed = np.max(speed * (force > 0), axis=1, initial=0.0)
    span = float(t[-1] - t[0])
    return Wear(joint, bearing, journal, float(rubbed @ time_weights(t)), float(work.sum()), span)


def _from(history: SlidingHistory, start: float) -> SlidingHistory:
    """Return what the surfaces do from a moment on; a row there is put between its neighbours."""
    t = history.t
    rows = t >= start
    if rows.sum() < 2:
        raise InputError("the run has no two rows after it.", ("start",))
    first = int(np.argmax(rows))
    if first == 0 or t[first] == start or t[first - 1] == t[first]:
        return history._replace(
            t=t[rows],
            normal_force=history.normal_force[rows],
            sliding_speed=history.sliding_speed[rows],
            angles=(history.angles[0][rows], history.angles[1][rows]),
        )
    share = (start - t[first - 1]) / (t[first] - t[first - 1])

    def between(values: np.ndarray, turn: bool = False) -> np.ndarray:
        step = values[first] - values[first - 1]
        there = values[first - 1] + share * (shortest(step) if turn else step)
        return np.concatenate([there[None], values[rows]])

    return history._replace(
        t=np.concatenate([[start], t[rows]]),
        normal_force=between(history.normal_force),
        sliding_speed=between(history.sliding_speed),
        angles=(between(history.angles[0], True), between(history.angles[1], True)),
    )


def shortest(angle: np.ndarray) -> np.ndarray:
    """Return rotations as those between -pi and pi that do the same."""
    return np.asarray((angle + pi) % (2 * pi) - pi)


def _surface(
    k: float, work: np.ndarray, angle: np.ndarray, history: SlidingHistory, side: int, sectors: int
) -> WornSurface:
    """Return what a surface loses: the ``work`` from each row to the next is spread evenly over the
    arc that the contact goes meanwhile.
    """
    volume = k * float(work.sum())
    if history.radii is None or history.length is None:
        return WornSurface(volume, np.empty(0), np.empty(0))
    width = 2 * pi / sectors
    begin = angle[:-1] / width
    end = begin + shortest(np.diff(angle, axis=0)) / width
    lost = k * spread_evenly(begin.ravel(), end.ravel(), work.ravel(), sectors)
    area = history.radii[side] * width * history.length
    return WornSurface(volume, (np.arange(sectors) + 0.5) * width, lost / area)


def spread_evenly(
    begin: np.ndarray, end: np.ndarray, amounts: np.ndarray, sectors: int
) -> np.ndarray:
    """Return how much of some amounts falls into each sector of a circle, where each is spread
    evenly from ``begin`` to ``end``, in sectors.
    """
    kept = amounts != 0
    low, high = np.minimum(begin, end)[kept], np.maximum(begin, end)[kept]
    first = np.floor(low)
    pieces = (np.floor(high) - first).astype(int) + 1
    which = np.repeat(np.arange(len(low)), pieces)
    offset = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    sector = first[which] + offset
    length = np.minimum(high[which], sector + 1) - np.maximum(low[which], sector)
    whole = (high - low)[which]
    share = np.divide(length, whole, out=np.ones_like(length), where=whole > 0)
    place = (sector % sectors).astype(int)
    return np.bincount(place, amounts[kept][which] * share, sectors)
