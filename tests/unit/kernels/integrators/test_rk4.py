"""The classical method: the formula of the textbook, its dense output, and a step that never
changes.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels.integrators import rk4
from gudgeon.kernels.integrators.common import base
from tests.support.plain_kernels import plain

METHOD = base.REGISTERED[rk4.Rk4]
START = np.array([0.8, -0.4])


def stepped(f, h, start=START):
    def derivative(entry, run, t, y, out):
        out[:] = f(t, y)

    memory, run = rk4.memory(SimpleNamespace(n=len(start))), SimpleNamespace(t=0.3, restart=1)
    memory.f[:] = f(0.3, start)
    assert plain(METHOD.attempt, derivative=derivative)(memory, None, run, start, h)
    memory.f_new[:] = f(0.3 + h, memory.y_new)
    return memory, run


def test_a_step_is_the_formula_of_the_textbook():
    def f(t, y):
        return np.array([y[1] * t, np.cos(y[0])])

    h = 0.2
    k1 = f(0.3, START)
    k2 = f(0.4, START + h / 2 * k1)
    k3 = f(0.4, START + h / 2 * k2)
    k4 = f(0.5, START + h * k3)
    memory, run = stepped(f, h)
    assert memory.y_new == pytest.approx(START + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), abs=1e-16)
    assert run.restart == 0


def test_cubics_of_time_are_integrated_exactly():
    memory, _ = stepped(lambda t, y: np.array([4 * t**3, 1.0]), 0.5)
    assert memory.y_new - START == pytest.approx([0.8**4 - 0.3**4, 0.5], abs=1e-15)


def test_a_linear_decay_is_multiplied_by_the_series_up_to_the_fourth_power():
    memory, _ = stepped(lambda t, y: -2 * y, 0.5)
    assert memory.y_new == pytest.approx(START * (1 - 1 + 1 / 2 - 1 / 6 + 1 / 24), abs=1e-16)


def test_the_dense_output_meets_state_and_derivative_at_both_ends_and_keeps_cubics():
    """y = t³: the cubic through the ends is the motion itself."""
    memory, _ = stepped(lambda t, y: np.array([3 * t**2, -1.0]), 0.4)
    out = np.zeros(2)
    for theta in (0.0, 0.25, 0.7, 1.0):
        plain(rk4.interpolate)(memory, START, 0.4, theta, out)
        t = 0.3 + 0.4 * theta
        assert out - START == pytest.approx([t**3 - 0.3**3, -0.4 * theta], abs=1e-15)


def test_the_step_stays_and_no_error_is_estimated():
    memory, run = stepped(lambda t, y: -y, 0.1)
    assert plain(rk4.estimate)(memory, run, START, 0.1) == 0.0
    assert (
        plain(METHOD.accept)(memory, run, 0.0, 0.1)
        == plain(METHOD.reject)(memory, run, 5.0, 0.1)
        == 0.1
    )


def test_a_step_to_infinity_is_no_step():
    memory, run = stepped(lambda t, y: -y, 0.1)
    memory.f_new[0] = np.nan
    assert not plain(rk4.estimate)(memory, run, START, 0.1) <= 1
