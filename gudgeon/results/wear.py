"""Wear by Archard's law: how much of a bearing and its journal a run wears away, and where.

A surface loses the volume dV = k F_N |v_t| dt, with k = K/H, the wear coefficient over the hardness
[Archard1953]. The volume is taken from where the surfaces touch: per angle around the bearing, in a
frame that turns with it, and around the journal likewise [Flores2009]. It is rough where its source
is: wear coefficients scatter by factors, a real contact is an arc and not a point, and the worn
profile acts back on the contact only by the clearance (see ``gd.wear_study``).
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
    rows = history.t >= number(start, "start", TIME)
    if rows.sum() < 2:
        raise InputError("the run has no two rows after it.", ("start",))
    t = history.t[rows]
    weights = time_weights(t)
    force, speed = history.normal_force[rows], history.sliding_speed[rows]
    work = force * speed * weights[:, None]
    bearing, journal = (
        _surface(k[side], work, history.angles[side][rows], history, side, sectors)
        for side in (0, 1)
    )
    rubbed = np.max(speed * (force > 0), axis=1, initial=0.0)
    span = float(t[-1] - t[0])
    return Wear(joint, bearing, journal, float(rubbed @ weights), float(work.sum()), span)


def _surface(
    k: float, work: np.ndarray, angle: np.ndarray, history: SlidingHistory, side: int, sectors: int
) -> WornSurface:
    volume = k * float(work.sum())
    if history.radii is None or history.length is None:
        return WornSurface(volume, np.empty(0), np.empty(0))
    width = 2 * pi / sectors
    place = np.floor((angle % (2 * pi)) / width).astype(int) % sectors
    lost = k * np.bincount(place.ravel(), work.ravel(), sectors)
    area = history.radii[side] * width * history.length
    return WornSurface(volume, (np.arange(sectors) + 0.5) * width, lost / area)
