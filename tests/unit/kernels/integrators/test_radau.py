"""Radau IIA: its table and how hard it works."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.kernels.integrators import radau
from gudgeon.simulation.right_hand_side import right_hand_side
from tests.support.integrator_cases import plain


def test_radau_nodes_are_the_zeros_of_the_radau_polynomial():
    polynomial = np.polynomial.Polynomial([0, 0, 1]) * np.polynomial.Polynomial([-1, 1]) ** 3
    np.testing.assert_allclose(np.sort(polynomial.deriv(2).roots()), radau.C, rtol=0, atol=1e-13)


def test_radau_collocates_with_order_five_at_the_end():
    for power in range(1, 4):
        np.testing.assert_allclose(
            radau.A @ radau.C ** (power - 1), radau.C**power / power, rtol=0, atol=1e-15
        )
    for power in range(1, 6):
        assert radau.A[2] @ radau.C ** (power - 1) == pytest.approx(1 / power, abs=1e-15)


def test_radau_transformation_splits_the_stages():
    split = radau.T_INV @ np.linalg.inv(radau.A) @ radau.T
    real, a, b = radau.MU, radau.MU_PAIR.real, -radau.MU_PAIR.imag
    np.testing.assert_allclose(split, [[real, 0, 0], [0, a, b], [0, -b, a]], rtol=0, atol=1e-13)
    assert real == pytest.approx(3 + 9 ** (1 / 3) - 3 ** (1 / 3), abs=1e-13)


def test_radau_error_estimate_has_order_three():
    for power in (1, 2, 3):
        assert radau.E @ radau.C**power == pytest.approx(-1 if power == 1 else 0, abs=1e-14)
    assert abs(radau.E @ radau.C**4) > 0.01


def test_radau_works_about_as_hard_as_that_of_scipy():
    """Steps and evaluations, without those for Jacobians, which SciPy does not count."""
    mechanism = gd.library("governor")
    ours = gd.simulate(mechanism, 2.0, method="radau", rtol=1e-6, output_times=[0, 2]).statistics
    function, start = right_hand_side(mechanism)
    theirs = solve_ivp(function, (0, 2), start, method="Radau", rtol=1e-6, atol=1e-6)
    columns = 4 * 13
    assert ours["steps"] < 1.5 * len(theirs.t)
    assert ours["evaluations"] - columns * ours["jacobians"] < 1.5 * theirs.nfev
    assert ours["jacobians"] < 1.5 * theirs.njev


@pytest.mark.parametrize(("iterations", "steps"), [(1, 11), (2, 73)])
def test_a_step_that_failed_is_soon_forgotten_where_nothing_is_left_to_correct(iterations, steps):
    """Newton's method failed with a step of 1e-6. Where it converges at once the limit doubles from
    step to step, until it is 1000 times as much; elsewhere it grows by a tenth.
    """
    memory = radau.memory(SimpleNamespace(n=3, dof=1, n_v=1, n_z=0))
    memory = memory._replace(newton=memory.newton.view(np.recarray))
    memory.newton.h_failed, memory.newton.iterations = 1e-6, iterations
    run, h, count = SimpleNamespace(rejected_last=0), 5e-7, 0
    while h < 7e-4:
        h = plain(radau.accept)(memory, run, 1e-8, h)
        count += 1
    assert abs(count - steps) <= 1
