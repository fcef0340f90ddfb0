"""Explicit Runge-Kutta methods: order conditions of their tables, and how they see stiffness."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels.integrators import dop853, rk4, tsit5
from gudgeon.kernels.integrators.common import base, runge_kutta
from tests.support.integrator_cases import plain

EXPLICIT = {"rk4": (rk4, 4, 4), "tsit5": (tsit5, 6, 5), "dop853": (dop853, 12, 8)}


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_weights_integrate_polynomials_below_the_order(method, stages, order):
    for power in range(order):
        assert method.B[:stages] @ method.C[:stages] ** power == pytest.approx(
            1 / (power + 1), abs=1e-14
        )


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_rows_sum_to_the_nodes(method, stages, order):
    np.testing.assert_allclose(method.A.sum(axis=1), method.C, rtol=0, atol=3e-14)


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_nested_stages_meet_the_order_conditions_of_tall_trees(method, stages, order):
    """b A^m c = 1/(m + 2)!, for the trees without branches."""
    A, C, B = method.A[:stages, :stages], method.C[:stages], method.B[:stages]
    A = np.pad(A, ((0, 0), (0, stages - A.shape[1])))
    expected, vector = 1.0, np.ones(stages)
    for power in range(1, order + 1):
        expected /= power
        assert B @ vector == pytest.approx(expected, abs=1e-14)
        vector = A @ vector
    assert C == pytest.approx(A @ np.ones(stages), abs=3e-14)


@pytest.mark.parametrize(
    ("E", "C", "order"),
    [
        (tsit5.E, [*tsit5.C, 1.0], 4),
        (dop853.E3, [*dop853.C[:12], 1.0], 3),
        (dop853.E5, [*dop853.C[:12], 1.0], 5),
    ],
)
def test_error_estimates_vanish_for_polynomials_up_to_their_order_and_no_further(E, C, order):
    E, C = np.asarray(E)[: len(C)], np.array(C)[: len(E)]
    for power in range(order):
        assert abs(E @ C**power) < 1e-14
    assert abs(E @ C**order) > 1e-6


@pytest.mark.parametrize(("rate", "points"), [(3.3, 0), (3.5, base.STIFF_POINTS)])
def test_a_step_at_the_stability_limit_looks_stiff(rate, points):
    """y' = -rate y with a step of 1: last stage and new state differ by 1, derivatives by rate."""
    memory = SimpleNamespace(
        y_new=np.array([1.0]), stage=np.array([2.0]), f_new=np.array([-rate]),
        K=np.array([[0.0], [-2 * rate]]),
    )  # fmt: skip
    run = SimpleNamespace(stiff=0)
    plain(runge_kutta.watch_stiffness)(memory, run, 1.0, 1, 3.4)
    assert run.stiff == points
