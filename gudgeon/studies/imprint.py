"""Where a bore loses material, as a journal that presses itself into it takes it away.

Archard's law says how much is lost under each direction of the load, not over which arc. A journal
wears the bore to its own shape: with its centre at s n(psi) it takes all that is nearer than its
surface, e.n(phi) - c - w(phi) in the direction phi. How far it goes, s, follows from the volume. Then
c + w is the greater of what it was and e.n, again a border that a journal can follow: the convex
hull of the old one and the point e. So many sectors cannot show the sharp corner there; it gets
the radius of curvature that they can, which falls with the square of their width.
"""

from __future__ import annotations

from math import pi

import numpy as np

SHARPNESS = 1 / 6  # radius of a corner over its distance and the square of a sector's width [1]
MOST_TURNS = 20


def imprinted(clearance: float, depths: np.ndarray, lost: np.ndarray) -> np.ndarray:
    """Return the depths of a bore after it has lost, under a load towards the middle of each
    sector, what would be so deep in that sector alone; the sum of all is kept.

    It is taken in turns, each so small that the order of the sectors hardly matters.
    """
    n = len(depths)
    width = 2 * pi / n
    away = np.cos(width * np.arange(n))
    reach = clearance + np.asarray(depths, float)
    turns = int(np.clip(np.ceil(4 * np.max(lost) / (clearance * width**2)), 1, MOST_TURNS))
    for k in [*np.flatnonzero(lost > 0)] * turns:
        cosine = np.roll(away, k)
        corner = SHARPNESS * width**2 * reach[k]
        distance = _distance(reach - corner, cosine, lost[k] / turns)
        reach = np.maximum(reach, corner + distance * cosine)
    return np.asarray(reach - clearance)


def _distance(reach: np.ndarray, cosine: np.ndarray, lost: float) -> float:
    """Return s so that the sum of max(0, s cos - reach) over all sectors is what is lost."""
    ahead = cosine > 1e-9
    starts = reach[ahead] / cosine[ahead]  # s at which the journal begins to touch each sector
    order = np.argsort(starts, kind="stable")
    starts, sums, shares = (
        starts[order],
        np.cumsum(reach[ahead][order]),
        np.cumsum(cosine[ahead][order]),
    )
    found = (lost + sums) / shares
    touched = int(np.argmax(found <= np.append(starts[1:], np.inf)))
    return float(found[touched])
