"""Functions through given points: straight lines, a smooth one that keeps their shape, a spline.

Each returns four coefficients for each interval, the highest power of the distance from its left
end first. Only sums, products and quotients: the same bits on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .linear_algebra import cubic_spline

if TYPE_CHECKING:
    import numpy as np

INTERPOLATIONS = ("linear", "smooth", "spline")
"""Straight lines; a function with continuous slope that rises and falls only where the points do;
a function with continuous second derivative that may go beyond them.
"""

Points = Sequence[float]


def pieces(x: Points, y: Points, kind: str, period: float = 0.0) -> np.ndarray:
    """Return the coefficients of all intervals; with a ``period`` the last point is the first of
    the next period.
    """
    ways: dict[str, Callable[[], np.ndarray]] = {
        "linear": lambda: _hermite(x, y, None),
        "smooth": lambda: _hermite(x, y, _shape_preserving_slopes(x, y, period > 0.0)),
        "spline": lambda: cubic_spline(x, y),
    }
    return ways[kind]()


def _hermite(x: Points, y: Points, slopes: list[float] | None) -> np.ndarray:
    """Return the cubics with these values and slopes at the points; straight lines without
    slopes.
    """
    import numpy as np

    rows = []
    for k in range(len(x) - 1):
        h = x[k + 1] - x[k]
        m = (y[k + 1] - y[k]) / h
        if slopes is None:
            rows.append((0.0, 0.0, m, y[k]))
            continue
        bend = (slopes[k] + slopes[k + 1] - 2.0 * m) / h
        rows.append((bend / h, (m - slopes[k]) / h - bend, slopes[k], y[k]))
    return np.array(rows)


def _shape_preserving_slopes(x: Points, y: Points, periodic: bool) -> list[float]:
    """Return the slopes at the points with which cubics are monotone where the points are
    [FritschButland1984].
    """
    n = len(x) - 1
    h = [x[k + 1] - x[k] for k in range(n)]
    m = [(y[k + 1] - y[k]) / h[k] for k in range(n)]
    inner = [_mean_slope(h[k - 1], h[k], m[k - 1], m[k]) for k in range(1, n)]
    if n == 1:
        return [m[0], m[0]]
    if periodic and y[0] == y[-1]:
        around = _mean_slope(h[-1], h[0], m[-1], m[0])
        return [around, *inner, around]
    return [_end_slope(h[0], h[1], m[0], m[1]), *inner, _end_slope(h[-1], h[-2], m[-1], m[-2])]


def _mean_slope(h_0: float, h_1: float, m_0: float, m_1: float) -> float:
    """Return the weighted harmonic mean of two slopes; zero at an extremum."""
    if not _alike(m_0, m_1):
        return 0.0
    w_0, w_1 = 2.0 * h_1 + h_0, h_1 + 2.0 * h_0
    return (w_0 + w_1) / (w_0 / m_0 + w_1 / m_1)


def _end_slope(h_0: float, h_1: float, m_0: float, m_1: float) -> float:
    """Return the slope at the end of the parabola through three points, limited."""
    slope = ((2.0 * h_0 + h_1) * m_0 - h_0 * m_1) / (h_0 + h_1)
    if not _alike(slope, m_0):
        return 0.0
    return 3.0 * m_0 if not _alike(m_0, m_1) and abs(slope) > abs(3.0 * m_0) else slope


def _alike(a: float, b: float) -> bool:
    """Whether two slopes rise, or fall, both; their product may be too small for a number."""
    return a > 0.0 < b or a < 0.0 > b
