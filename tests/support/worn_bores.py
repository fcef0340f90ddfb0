"""Worn bores, by SciPy's splines."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.interpolate import BSpline


def border(depths: Sequence[float]) -> Callable[..., np.ndarray]:
    """Return the depth around a bore, over the angle, as SciPy's uniform cubic B-spline gives it;
    its ``derivative`` too.
    """
    n = len(depths)
    knots = np.arange(-5, n + 6)
    spline = BSpline(knots, np.take(depths, np.arange(-3, n + 4), mode="wrap"), 3)

    def at(angle, derivative=0):
        place = np.mod(np.asarray(angle) * n / (2 * np.pi) - 0.5, n)
        return spline(place, derivative) * (n / (2 * np.pi)) ** derivative

    return at
