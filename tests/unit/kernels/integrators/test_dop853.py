"""One step of order 8 against SciPy's program of the same method: state, error and dense output."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import DOP853

from gudgeon.kernels.integrators import dop853
from gudgeon.kernels.integrators.common import base
from tests.support.plain_kernels import plain

H, START = 0.4, np.array([1.0, 0.3, -0.5])


def rates(t, y):
    """A pendulum that is pushed, and a quadrature."""
    return np.array([y[1], -np.sin(y[0]) + 0.2 * np.cos(3 * t), y[0] * y[1]])


def derivative(entry, run, t, y, out):
    out[:] = rates(t, y)


def stepped(h=H, f=rates):
    """Return memory and run after one step from START at t = 0.7, ready for dense output; the
    norm is that of the greatest error.
    """

    def slopes(entry, run, t, y, out):
        out[:] = f(t, y)

    def norm(run, y, e):
        return float(np.abs(e).max()) / 1e-9

    memory, run = dop853.memory(SimpleNamespace(n=3)), SimpleNamespace(t=0.7, restart=1, stiff=0)
    memory.f[:] = f(0.7, START)
    assert plain(base.REGISTERED[dop853.Dop853].attempt, derivative=slopes)(
        memory, None, run, START, h
    )
    memory.f_new[:] = f(0.7 + h, memory.y_new)
    run.norm = plain(dop853.estimate, error_norm=norm)(memory, run, START, h)
    plain(dop853.prepare, projected_derivative=slopes)(memory, None, run, START, h)
    return memory, run


def theirs(h=H):
    solver = DOP853(rates, 0.7, START, 10.0, first_step=h, rtol=1e10, atol=1e10)
    solver.step()
    assert solver.t == pytest.approx(0.7 + h)
    return solver


def test_a_step_is_that_of_scipy():
    memory, run = stepped()
    assert memory.y_new == pytest.approx(theirs().y, abs=1e-15)
    assert run.restart == 0


def test_the_dense_output_is_that_of_scipy():
    memory, _ = stepped()
    dense, out = theirs().dense_output(), np.zeros(3)
    for theta in (0.0, 0.1, 0.5, 0.83, 1.0):
        plain(dop853.interpolate)(memory, START, H, theta, out)
        assert out == pytest.approx(dense(0.7 + theta * H), abs=1e-14)


def test_the_error_estimate_is_that_of_the_two_embedded_formulas():
    """Two estimates of order 5 and 3 combined: e5² / sqrt(e5² + 0.01 e3²), with the stages of the
    other program.

    Errors of 7e-9 are sums of stages of size 1, of which eight digits cancel.
    """
    _, run = stepped()
    solver = theirs()
    e5, e3 = (
        float(np.abs(H * (solver.K[:13].T @ weights)).max()) / 1e-9
        for weights in (solver.E5, solver.E3)
    )
    assert run.norm == pytest.approx(e5**2 / np.sqrt(e5**2 + 0.01 * e3**2), rel=1e-7)


def test_a_state_at_rest_has_no_error():
    _, run = stepped(f=lambda t, y: np.zeros(3))
    assert run.norm == 0.0


def test_the_error_estimate_falls_with_the_eighth_power_of_the_step():
    norms = [stepped(h)[1].norm for h in (0.8, 0.4)]
    assert np.log2(norms[0] / norms[1]) == pytest.approx(8, abs=0.6)


@pytest.mark.parametrize(("rate", "stiff"), [(100.0, base.STIFF_POINTS), (1.0, 0)])
def test_a_step_beyond_the_limit_of_stability_looks_stiff(rate, stiff):
    """h λ between the last two stages is 40 with λ = 100 and 0.4 with λ = 1; the limit is 6.1."""
    _, run = stepped(f=lambda t, y: -rate * y)
    assert run.stiff == stiff
