"""Films of one bearing at many eccentricities and directions."""

from math import pi

import pytest

import gudgeon as gd
from tests.support.law_samples import FILMS

ETA, C, R, L = 0.03, 1e-4, 0.01, 0.013
HALF = {"long": gd.LongBearing(ETA), "short": gd.ShortBearing(ETA)}
TURNING = {**HALF, "finite": gd.FiniteBearing(ETA), "ball": gd.SphericalBearing(ETA)}
SIZES = [0.0, 1e-3, 0.049, 0.051, 0.3, 0.8, 0.99]
ANGLES = [0.0, 0.7, pi / 2, 2.2, pi, -1.9]
each = pytest.mark.parametrize("name", FILMS)
any_size = pytest.mark.parametrize("eps", SIZES)
any_angle = pytest.mark.parametrize("angle", ANGLES)


def at(law, eps, v_r, v_t, spin=0.0, c=C, radius=R, length=L):
    return law(eps, v_r, v_t, spin, c, radius, length)
