"""Gauss' rule: exact for polynomials up to its degree, and not beyond."""

from decimal import Decimal

import numpy as np
import pytest

from gudgeon.kernels.quadrature import gauss


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_polynomials_up_to_degree_two_n_minus_one_are_integrated_exactly(n):
    nodes, weights = gauss(n)
    for power in range(2 * n):
        assert weights @ nodes**power == pytest.approx(1 / (power + 1), abs=1e-15)
    assert abs(weights @ nodes ** (2 * n) - 1 / (2 * n + 1)) > 1e-12


@pytest.mark.parametrize("n", [1, 2, 5])
def test_nodes_lie_inside_and_symmetric_and_weights_are_positive(n):
    nodes, weights = gauss(n)
    assert np.all((nodes > 0) & (nodes < 1)) and np.all(weights > 0)
    assert nodes + nodes[::-1] == pytest.approx(np.ones(n), abs=1e-15)
    assert weights.sum() == pytest.approx(1, abs=1e-15)


def test_two_nodes_are_those_of_the_textbook_to_the_last_bit():
    nodes, weights = gauss(2)
    half_distance = (Decimal(1) / 12).sqrt()
    assert nodes.tolist() == [
        float(Decimal("0.5") - half_distance),
        float(Decimal("0.5") + half_distance),
    ]
    assert weights.tolist() == [0.5, 0.5]
