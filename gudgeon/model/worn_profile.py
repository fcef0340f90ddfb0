"""The worn profile of a bore: how much farther its journal can go in each direction than in a round
one.

The centre of the journal can be where e.n(phi) <= c + w(phi) for every direction n(phi) across the
axis. The depths w_k stand at the middles of equal sectors, as wear is reported; between them w is
the uniform cubic B-spline that they control: twice continuously differentiable, nowhere beyond
them, and of the same mean, so that no volume is lost.

Where the radius of curvature c + w + w'' of the border is positive, a journal that touches does so
in one place. A groove that is narrower has two edges, and no journal can wear it.
"""

from collections.abc import Sequence
from math import pi

from .._base.elementary import cos, sin

LEAST, MOST = 8, 720  # sectors
# of the bearing's radius: where the bore is touched is known to first order in that share
DEEPEST = 0.1
NODE = 6  # numbers for each: four coefficients over the share of the sector, cosine, sine


def second_differences(depths: Sequence[float]) -> list[float]:
    """Return w_{k-1} - 2 w_k + w_{k+1} around the bore."""
    n = len(depths)
    return [depths[k - 1] - 2.0 * depths[k] + depths[(k + 1) % n] for k in range(n)]


def curvature_radii(clearance: float, depths: Sequence[float]) -> list[float]:
    """Return the radius of curvature of where the centre of the journal can be, in the middle of
    each sector [m].
    """
    width = 2.0 * pi / len(depths)
    return [
        clearance + w + bend / 6.0 + bend / (width * width)
        for w, bend in zip(depths, second_differences(depths), strict=True)
    ]


def profile_table(depths: Sequence[float]) -> list[float]:
    """Return what the kernel of contacts reads: by how much depths differ, then the numbers of each
    sector, from the middle of one to that of the next.
    """
    n = len(depths)
    table = [max(depths) - min(depths)]
    for k in range(n):
        a, b, c, d = depths[k - 1], depths[k], depths[(k + 1) % n], depths[(k + 2) % n]
        table += [(a + 4.0 * b + c) / 6.0, (c - a) / 2.0, (a - 2.0 * b + c) / 2.0]
        table += [(d - a + 3.0 * (b - c)) / 6.0]
        angle = 2.0 * pi * (k + 0.5) / n
        table += [cos(angle), sin(angle)]
    return table
