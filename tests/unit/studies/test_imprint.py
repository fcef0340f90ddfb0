"""A journal that presses itself into its bore: volumes kept, the crescent of two circles, and
profiles that contacts accept.
"""

from math import acos, cos, pi, sin

import numpy as np
import pytest
from scipy.optimize import brentq

from gudgeon.model.worn_profile import curvature_radii
from gudgeon.studies.imprint import SHARPNESS, imprinted

CLEARANCE = 1e-4


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_but_what_is_taken_and_a_journal_can_follow_the_rest(seed):
    """Whatever is taken, little or more than the clearance, again and again."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([8, 36, 72, 360]))
    depths = np.zeros(n)
    for _ in range(4):
        lost = rng.uniform(0, 1, n) ** rng.choice([1, 30]) * 10 ** rng.uniform(-9, -3)
        after = imprinted(CLEARANCE, depths, lost)
        assert np.sum(after - depths) == pytest.approx(np.sum(lost), rel=1e-9)
        assert np.all(after >= depths)
        assert min(curvature_radii(CLEARANCE, after)) > 0
        depths = after


def crescent(clearance, sunk):
    """Return the area between a bore and a journal that is sunk into it, over the bore's radius:
    the integral of (c + s) cos(x) - c where it is positive.
    """
    end = acos(clearance / (clearance + sunk))
    return 2 * ((clearance + sunk) * sin(end) - clearance * end)


@pytest.mark.parametrize("share", [0.05, 0.5, 3.0])
def test_a_journal_under_a_constant_load_wears_a_crescent(share):
    """The corner takes SHARPNESS width^2 (c + s) from the clearance, and the sum over sectors is the
    integral but for the width squared over eight in its ends: both fall with the square of the
    width. Forty sectors in the half circle to 2 %, 160 to an eighth of a per cent.
    """
    sunk = share * CLEARANCE
    area = crescent(CLEARANCE, sunk)
    errors = []
    for n in (90, 360):
        lost = np.zeros(n)
        lost[7] = area * n / (2 * pi)
        depths = imprinted(CLEARANCE, np.zeros(n), lost)
        errors.append(abs(depths[7] - sunk) / sunk)
        corner = SHARPNESS * (2 * pi / n) ** 2 * (CLEARANCE + sunk)
        exact = brentq(lambda s: crescent(CLEARANCE - corner, s) - area, 0, 10 * sunk)  # noqa: B023
        assert depths[7] == pytest.approx(exact, rel=2 * (2 * pi / n) / acos(1 / (1 + share)))
    assert errors[1] < 0.02


def test_a_load_from_everywhere_makes_the_bore_larger():
    lost = np.full(72, 1e-6)
    assert imprinted(CLEARANCE, np.zeros(72), lost) == pytest.approx(1e-6, rel=1e-9)


def test_the_deepest_place_is_where_the_load_points():
    lost = np.zeros(72)
    lost[30] = 1e-4
    depths = imprinted(CLEARANCE, np.zeros(72), lost)
    assert np.argmax(depths) == 30
    assert depths[29] == pytest.approx(depths[31], rel=1e-9)
    assert depths[29] > cos(2 * pi / 72) * depths[30] - CLEARANCE
