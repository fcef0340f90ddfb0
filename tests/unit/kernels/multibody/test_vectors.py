"""Vector algebra on tuples, against NumPy."""

import numpy as np
import pytest

from gudgeon.kernels.multibody import vectors


def plain(function):
    """Return the Python function behind a kernel."""
    return getattr(function, "py_func", function)


@pytest.fixture
def numbers():
    """Two vectors and a table with a random matrix in its second row."""
    rng = np.random.default_rng(1)
    return rng.normal(size=3), rng.normal(size=3), rng.normal(size=(2, 12))


def test_products_are_those_of_numpy(numbers):
    a, b, _ = numbers
    np.testing.assert_allclose(plain(vectors.cross)(a, b), np.cross(a, b), rtol=1e-14)
    assert plain(vectors.dot)(a, b) == pytest.approx(a @ b, rel=1e-14)
    np.testing.assert_allclose(plain(vectors.scaled)(2.5, a), 2.5 * a, rtol=1e-15)
    np.testing.assert_allclose(plain(vectors.add_scaled)(a, 2.5, b), a + 2.5 * b, rtol=1e-14)
    np.testing.assert_allclose(plain(vectors.minus)(a, b), a - b, rtol=1e-15)


def test_matrices_are_stored_row_by_row(numbers):
    a, _, table = numbers
    matrix = table[1, 2:11].reshape(3, 3)
    np.testing.assert_allclose(plain(vectors.rotate)(table, 1, 2, a), matrix @ a, rtol=1e-14)
    np.testing.assert_allclose(plain(vectors.rotate_back)(table, 1, 2, a), matrix.T @ a, rtol=1e-14)


def test_symmetric_matrices_are_stored_as_xx_yy_zz_xy_xz_yz(numbers):
    a, _, table = numbers
    xx, yy, zz, xy, xz, yz = table[1, 3:9]
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    np.testing.assert_allclose(plain(vectors.symmetric)(table, 1, 3, a), matrix @ a, rtol=1e-14)


def test_three_numbers_are_taken_put_and_added(numbers):
    a, b, table = numbers
    before = table.copy()
    plain(vectors.put)(table, 1, 4, a)
    plain(vectors.add)(table, 1, 4, b)
    np.testing.assert_array_equal(plain(vectors.take)(table, 1, 4), a + b)
    table[1, 4:7] = before[1, 4:7]
    np.testing.assert_array_equal(table, before)


def test_numbers_are_rounded_as_python_rounds_them():
    rng = np.random.default_rng(2)
    halves = np.arange(-8, 9) / 2.0
    for x in (*halves, *rng.uniform(-1e3, 1e3, 100), *rng.uniform(-(2.0**50), 2.0**50, 100)):
        assert plain(vectors.nearest_integer)(x) == round(x)
