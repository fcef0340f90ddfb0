"""Small linear algebra against NumPy's and SciPy's, and in orders of which the result is known
to the last bit.
"""

import math

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

from gudgeon._base.linear_algebra import (
    cubic_spline,
    dot,
    inverse,
    nearest_rotation,
    norm,
    product,
    solve,
)

RANDOM = np.random.default_rng(3)


def test_sums_go_from_the_first_term_to_the_last():
    """2^53 + 1 + 1 is 2^53 in this order, and 2^53 + 2 in the other."""
    large = 2.0**53
    assert dot([large, 1.0, 1.0], [1.0, 1.0, 1.0]) == large
    assert dot([1.0, 1.0, large], [1.0, 1.0, 1.0]) == large + 2.0
    assert product([[large, 1.0, 1.0], [1.0, 1.0, large]], [1.0, 1.0, 1.0]).tolist() == [
        large,
        large + 2.0,
    ]
    assert product([[large, 1.0, 1.0], [1.0, 1.0, large]], np.ones((3, 2))).tolist() == [
        [large] * 2,
        [large + 2.0] * 2,
    ]


def test_length_of_a_vector():
    assert norm([3.0, 4.0, 12.0]) == 13.0
    assert norm(np.array([0.0, -2.0])) == 2.0


@pytest.mark.parametrize("shape", [(3,), (3, 3), (3, 5)])
def test_products_are_those_of_numpy(shape):
    A, B = RANDOM.normal(size=(4, 3)), RANDOM.normal(size=shape)
    np.testing.assert_allclose(product(A, B), A @ B, rtol=0, atol=1e-14)


def test_a_matrix_times_its_inverse_is_one():
    A = RANDOM.normal(size=(3, 3)) + 3 * np.eye(3)
    np.testing.assert_allclose(A @ inverse(A), np.eye(3), atol=1e-14)
    assert inverse(np.diag([2.0, 4.0, 8.0])).tolist() == np.diag([0.5, 0.25, 0.125]).tolist()


def test_the_nearest_rotation_is_that_of_the_singular_value_decomposition():
    A = Rotation.random(rng=1).as_matrix()
    np.testing.assert_allclose(nearest_rotation(1.01 * A), A, atol=1e-15)
    near = A + 1e-2 * RANDOM.normal(size=(3, 3))
    u, _, v = np.linalg.svd(near)
    np.testing.assert_allclose(nearest_rotation(near), u @ v, atol=1e-14)


def test_equations_that_need_pivots_are_solved():
    A = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]])
    x = np.array([[1.0, -2.0], [3.0, 5.0], [-4.0, 0.5]])
    np.testing.assert_allclose(solve(A, A @ x), x, atol=1e-15)
    np.testing.assert_allclose(solve(A, A @ x[:, 0]), x[:, 0], atol=1e-15)
    large = RANDOM.normal(size=(30, 30))
    np.testing.assert_allclose(large @ solve(large, np.eye(30)), np.eye(30), atol=1e-11)


@pytest.mark.parametrize("count", [4, 5, 40])
def test_the_spline_is_that_of_scipy(count):
    x = np.cumsum(RANDOM.uniform(0.1, 2.0, count))
    y = RANDOM.normal(size=(count, 3))
    expected = np.moveaxis(CubicSpline(x, y).c, 0, 1)
    np.testing.assert_allclose(cubic_spline(x, y), expected, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(cubic_spline(x, y[:, 0]), expected[..., 0], rtol=1e-10, atol=1e-10)


def test_the_spline_of_a_cubic_is_the_cubic():
    x = np.array([0.0, 1.0, 3.0, 4.0, 6.0])
    c = cubic_spline(x, 2.0 - x + 0.5 * x**2 - 0.25 * x**3)
    np.testing.assert_allclose(c[:, 0], -0.25, atol=1e-13)
    np.testing.assert_allclose(c[:, 2], -1.0 + x[:-1] - 0.75 * x[:-1] ** 2, atol=1e-13)
    assert math.isclose(c[0, 1], 0.5, abs_tol=1e-13)
