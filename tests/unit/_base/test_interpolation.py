"""Coefficients of functions through points."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from gudgeon._base.interpolation import INTERPOLATIONS, pieces

X, Y = (0.0, 0.3, 1.0, 1.4, 3.0), (1.0, 2.0, 2.5, -1.0, 0.0)


@pytest.mark.parametrize("kind", INTERPOLATIONS)
def test_pieces_meet_at_the_points(kind):
    for k, row in enumerate(pieces(X, Y, kind)):
        assert row[3] == pytest.approx(Y[k], abs=1e-15)
        assert np.polyval(row, X[k + 1] - X[k]) == pytest.approx(Y[k + 1], abs=1e-14)


def test_smooth_pieces_are_those_of_fritsch_and_butland():
    assert pieces(X, Y, "smooth") == pytest.approx(PchipInterpolator(X, Y).c.T, abs=1e-13)


def test_two_points_are_joined_by_a_straight_line():
    assert pieces((0.0, 2.0), (1.0, 5.0), "smooth")[0] == pytest.approx([0.0, 0.0, 2.0, 1.0])


def test_a_period_has_the_same_slope_at_both_ends():
    first, *_, last = pieces((0.0, 1.0, 2.0, 4.0), (0.0, 1.0, -1.0, 0.0), "smooth", 4.0)
    assert np.polyval(np.polyder(last), 2.0) == pytest.approx(first[2])
