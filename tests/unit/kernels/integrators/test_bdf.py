"""Backward differences: how they follow a change of step."""

from math import comb

import numpy as np
import pytest

from gudgeon.kernels.integrators import Size, bdf
from tests.support.integrator_cases import plain


@pytest.mark.parametrize("order", range(1, 6))
@pytest.mark.parametrize("ratio", [1.0, 0.3, 1.7])
def test_backward_differences_follow_a_change_of_step(order, ratio):
    """A polynomial of the degree of the method is predicted exactly, whatever the next step."""
    memory = bdf.memory(Size(1))
    polynomial = np.polynomial.Polynomial(np.arange(1.0, order + 2))
    values = [polynomial(-k) for k in range(order + 1)]
    memory.past[: order + 1, 0] = [
        sum((-1) ** i * comb(j, i) * values[i] for i in range(j + 1)) for j in range(order + 1)
    ]
    plain(bdf.predict)(memory, order, ratio)
    assert memory.predicted[0] == pytest.approx(polynomial(ratio), rel=1e-12)
    assert bdf.GAMMA[order] * memory.psi[0] == pytest.approx(
        ratio * polynomial.deriv()(ratio), rel=1e-12
    )
