"""What a joint with a gap does: free flight, impact, following; full film, mixed, dry; and the
contact scenarios of a revolute in space.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..assembly.contact_info import ContactInfo
from .impacts import Impacts
from .output_grid import time_weights

MODES = ("free flight", "impact", "following")
FREE, IMPACT, FOLLOWING = range(3)
FILM_MODES = ("full film", "mixed", "dry")
FULL, MIXED, DRY = range(3)
# rad: misalignment up to which the axes of a hinge count as parallel, unless its fit has a tilt
ALIGNED = 1e-4
# an impact ends this many times the way to its greatest penetration after touching; elastic ones
# take 2
IMPACT_SPAN = 3.0

# what touches at one end of the journal: nothing, the wall, the end plane, both
_ENDS = ("0", "r", "a", "ra")
# of both ends, whichever is which
_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3))
SCENARIOS = (
    "no contact",
    "aligned r",
    "aligned a",
    "aligned ra",
    *(f"tilted {_ENDS[first]}-{_ENDS[second]}" for first, second in _PAIRS),
)


class Periods:
    """The times at which the contacts of a joint touch, and from when on each of them follows
    instead of impacting.

    A contact that begins faster than ``slowest`` [m/s] is an impact until three times the way to
    its greatest penetration have passed, or until it ends; after that, or if it begins slower, it
    follows. ``end`` [s] is when the run ended, ``begin`` from when on shares of time count.
    """

    def __init__(self, impacts: Impacts, slowest: float, end: float, begin: float = 0.0) -> None:
        self.begin, self.end = begin, end
        self.start = impacts["start"]
        self.stop = np.where(np.isnan(impacts["end"]), np.inf, impacts["end"])
        # still on its way in when the run ended
        turn = np.where(np.isnan(impacts["turn"]), np.inf, impacts["turn"])
        late = self.start + IMPACT_SPAN * (turn - self.start)
        self.follow = np.where(
            impacts["approach_speed"] < slowest, self.start, np.minimum(late, self.stop)
        )

    def modes(self, t: np.ndarray) -> np.ndarray:
        """Return the mode of the joint at the times ``t``: following if any contact follows,
        else impact if any touches.
        """
        touching, following = _active(self.start, self.stop, t), _active(self.follow, self.stop, t)
        return np.where(following, FOLLOWING, np.where(touching, IMPACT, FREE))

    def fractions(self) -> dict[str, float]:
        """Return the share of the run that the joint spends in each mode."""
        touching, following = (
            _length(merged(start, self.stop, self.end, self.begin))
            for start in (self.start, self.follow)
        )
        length = self.end - self.begin
        whole = length if length > 0 else 1.0
        return dict(
            zip(
                MODES,
                ((length - touching) / whole, (touching - following) / whole, following / whole),
                strict=True,
            )
        )


def _active(start: np.ndarray, stop: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return whether any interval [start, stop) holds each time."""
    begun, over = (np.searchsorted(np.sort(edge), t, side="right") for edge in (start, stop))
    return begun > over


def merged(start: np.ndarray, stop: np.ndarray, end: float, begin: float = 0.0) -> np.ndarray:
    """Return the union of intervals from ``begin`` up to ``end``, as rows of begin and end in the
    order of time.
    """
    if begin > 0.0:
        start, stop = np.maximum(start[stop > begin], begin), stop[stop > begin]
    if not len(start):
        return np.empty((0, 2))
    order = np.argsort(start)
    start, reach = (
        np.minimum(start[order], end),
        np.maximum.accumulate(np.minimum(stop[order], end)),
    )
    separate = start[1:] > reach[:-1]
    return np.stack(
        [start[np.concatenate(([True], separate))], reach[np.concatenate((separate, [True]))]],
        axis=1,
    )


def _length(intervals: np.ndarray) -> float:
    return float((intervals[:, 1] - intervals[:, 0]).sum())


def film_modes(beyond: np.ndarray, width: float) -> np.ndarray:
    """Return the mode of a lubricated joint from eccentricity minus clearance, with a hand-over of
    this ``width`` [m].

    The film is full up to the clearance; from there it shares the load with dry contact, and beyond
    the hand-over there is none.
    """
    return np.where(beyond < 0, FULL, np.where(beyond < width, MIXED, DRY))


def film_fractions(rows: dict[str, float], touching: np.ndarray, time: float) -> dict[str, float]:
    """Return the shares of the film's modes in so much time [s]: touching is exact, how much of it
    is dry is what the ``rows`` show.
    """
    touched = _length(touching) / time if time > 0 else 0.0
    dry = min(rows["dry"], touched)
    return dict(zip(FILM_MODES, (1.0 - touched, touched - dry, dry), strict=True))


def sides(contacts: Sequence[ContactInfo]) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return which contacts of a revolute are radial at end A, radial at B, axial at A, axial at B.

    Strips are counted from A to B and belong to the end on whose side they stand; a strip in the
    middle of others to none.
    """
    strips = max((contact.strip for contact in contacts), default=0)
    found: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
    for k, contact in enumerate(contacts):
        if contact.kind == "strip":
            place = strips + 1 - 2 * contact.strip
            for side in (0, 1):
                if strips == 1 or (place > 0 if side == 0 else place < 0):
                    found[side].append(k)
        elif contact.kind in ("wall", "end"):
            found[(0 if contact.kind == "wall" else 2) + "AB".index(contact.end)].append(k)
    return found


def scenarios(
    touching: np.ndarray, contacts: Sequence[ContactInfo], tilted: np.ndarray
) -> np.ndarray:
    """Return the place in SCENARIOS for each row: ``touching`` (rows, contacts), ``tilted``
    (rows).
    """
    radial_a, radial_b, axial_a, axial_b = (
        touching[:, chosen].any(axis=1) for chosen in sides(contacts)
    )
    end_a, end_b = radial_a + 2 * axial_a, radial_b + 2 * axial_b
    aligned = (radial_a | radial_b) + 2 * (axial_a | axial_b)
    table = np.zeros((4, 4), dtype=int)
    for k, (first, second) in enumerate(_PAIRS):
        table[first, second] = table[second, first] = len(_ENDS) + k
    return np.where(tilted, table[end_a, end_b], aligned)


def shares(values: np.ndarray, t: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    """Return the share of time that each value takes."""
    weights = time_weights(t)
    whole = weights.sum() or 1.0
    return {name: float(weights[values == k].sum() / whole) for k, name in enumerate(names)}
