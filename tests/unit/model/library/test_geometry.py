"""The geometry of the library against triangles and frames known by heart."""

import math

import numpy as np
import pytest

from gudgeon.model.library.geometry import frame, middle, triangle


def test_the_middle_is_as_far_from_both_ends():
    assert middle((1, 2, 3), (3, -2, 4)) == (2, 0, 3.5)
    assert middle((1.0, 2.0), (2.0, 4.0)) == (1.5, 3.0)


def test_a_triangle_of_three_four_five():
    """From (0, 0) to (5, 0) with sides 3 and 4: the foot at 9/5, the height 12/5, to the right
    of the way, below.
    """
    assert triangle((0, 0), (5, 0), 3, 4) == pytest.approx((1.8, -2.4), rel=1e-15)


def test_the_other_way_round_it_lies_on_the_other_side():
    assert triangle((5, 0), (0, 0), 4, 3) == pytest.approx((1.8, 2.4), rel=1e-15)


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_the_third_corner_has_the_distances_given_wherever_the_line_lies(turn):
    P, Q = (0.3, -0.2), (0.3 + 2 * math.cos(turn), -0.2 + 2 * math.sin(turn))
    R = triangle(P, Q, 1.2, 1.5)
    assert (math.dist(P, R), math.dist(Q, R)) == pytest.approx((1.2, 1.5), rel=1e-14)
    side = (Q[0] - P[0]) * (R[1] - P[1]) - (Q[1] - P[1]) * (R[0] - P[0])
    assert side < 0  # to the right


def test_sides_that_do_not_reach_make_no_triangle():
    with pytest.raises(ValueError, match=r"math domain error|nonnegative"):
        triangle((0, 0), (5, 0), 1, 2)


def test_a_frame_is_a_rotation_whose_columns_point_as_given():
    made = np.array(frame((2, -1, -2), (0, 2, -1)))
    assert made.T @ made == pytest.approx(np.eye(3), abs=1e-15)
    assert np.linalg.det(made) == pytest.approx(1, abs=1e-15)
    assert made[:, 0] == pytest.approx(np.array((2, -1, -2)) / 3, abs=1e-15)
    assert made[:, 1] == pytest.approx(np.array((0, 2, -1)) / math.sqrt(5), abs=1e-15)
