"""Small matrices as tuples, against NumPy."""

import numpy as np
import pytest

from gudgeon.kernels.recursive import spatial

RANDOM = np.random.default_rng(4)
FULL, OTHER = RANDOM.normal(size=(2, 3, 3))
SYMMETRIC = FULL @ FULL.T + np.eye(3)
V = RANDOM.normal(size=3)


def packed(S):
    return S[0, 0], S[1, 1], S[2, 2], S[0, 1], S[0, 2], S[1, 2]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (spatial.product(FULL.ravel(), OTHER.ravel()), (FULL @ OTHER).ravel()),
        (spatial.symmetric_times(packed(SYMMETRIC), V), SYMMETRIC @ V),
        (spatial.matrix_times(FULL.ravel(), V), FULL @ V),
        (spatial.transposed_times(FULL.ravel(), V), FULL.T @ V),
        (spatial.inverse(packed(SYMMETRIC)), packed(np.linalg.inv(SYMMETRIC))),
        (
            spatial.turn_matrix(OTHER.ravel(), packed(SYMMETRIC)),
            packed(OTHER @ SYMMETRIC @ OTHER.T),
        ),
        (spatial.add3(V, FULL[0]), V + FULL[0]),
    ],
)
def test_products_and_inverses_are_those_of_numpy(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-14)


def test_numbers_are_written_added_and_read_where_they_stand():
    table = np.zeros((2, 12))
    spatial.put6(table, 1, 2, range(6))
    spatial.add6(table, 1, 2, range(6))
    assert spatial.six(table, 1, 2) == (0, 2, 4, 6, 8, 10)
    spatial.put9(table, 0, 1, range(9))
    spatial.add9(table, 0, 1, [1] * 9)
    assert spatial.nine(table, 0, 1) == tuple(range(1, 10))
