"""The worn profile of a bore: its spline, its curvature, and how a journal presses itself in."""

import numpy as np
import pytest

from gudgeon.model.worn_profile import NODE, curvature_radii, profile_table
from tests.support.worn_bores import border

CLEARANCE = 1e-4
DEPTHS = tuple(np.random.default_rng(1).uniform(0, 1e-6, 24))


def test_the_table_is_the_uniform_cubic_spline_of_the_depths():
    n, table = len(DEPTHS), profile_table(DEPTHS)
    assert table[0] == max(DEPTHS) - min(DEPTHS)
    for k in range(n):
        a0, a1, a2, a3, cosine, sine = table[1 + NODE * k : 1 + NODE * (k + 1)]
        angle = 2 * np.pi * (k + 0.5) / n
        assert (cosine, sine) == pytest.approx((np.cos(angle), np.sin(angle)), abs=1e-15)
        for u in (0.0, 0.3, 1.0):
            found = a0 + u * (a1 + u * (a2 + u * a3))
            expected = border(DEPTHS)(angle + 2 * np.pi * u / n)
            assert found == pytest.approx(expected, abs=1e-20)


def test_the_spline_keeps_the_mean_depth_and_stays_between_the_depths():
    angles = np.linspace(0, 2 * np.pi, 24 * 100, endpoint=False)
    found = border(DEPTHS)(angles)
    assert found.mean() == pytest.approx(np.mean(DEPTHS), rel=1e-12)
    assert min(DEPTHS) <= found.min() and found.max() <= max(DEPTHS)


def test_radii_of_curvature_are_those_of_the_border_of_the_journals_centre():
    """c + w + w'' of a support function, in the middle of each sector."""
    middles, w = 2 * np.pi * (np.arange(24) + 0.5) / 24, border(DEPTHS)
    expected = CLEARANCE + w(middles) + w(middles, 2)
    assert curvature_radii(CLEARANCE, DEPTHS) == pytest.approx(expected, rel=1e-12)
