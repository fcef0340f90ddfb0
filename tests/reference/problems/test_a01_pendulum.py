"""A01: the simple pendulum against Jacobi's elliptic functions."""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import gudgeon as gd
from tests.support.error_measures import energy_drift

G = 9.81


@pytest.fixture(scope="module")
def result():
    """Ten seconds at a tolerance three orders below what is asked of the positions: errors add
    up over eight swings.
    """
    return gd.simulate(gd.library("pendulum"), rtol=1e-12, output_step=0.01)


def exact_angle(t):
    """Return the angle from the vertical [rad]: sin(theta/2) = k sn(K - w t), k = sin(45 deg),
    w^2 = g/l.
    """
    sn, _, _, _ = ellipj(ellipk(0.5) - np.sqrt(G) * t, 0.5)
    return 2 * np.arcsin(np.sqrt(0.5) * sn)


def test_position_is_that_of_the_elliptic_functions(result):
    theta = exact_angle(result.t)
    exact = np.column_stack([np.sin(theta), -np.cos(theta), 0 * theta])
    assert result.t[-1] == 10
    np.testing.assert_allclose(result.body("ball").position, exact, rtol=0, atol=1e-9)


def test_bar_pulls_with_three_times_the_weight_component(result):
    """Energy gives l theta'^2 = 2 g cos(theta), so that the tension is 3 m g cos(theta)."""
    theta = exact_angle(result.t)
    inward = np.column_stack([-np.sin(theta), np.cos(theta), 0 * theta])
    np.testing.assert_allclose(
        result.joint("bar").force, 3 * G * np.cos(theta)[:, None] * inward, rtol=0, atol=1e-7
    )


def test_energy_and_length_are_kept(result):
    assert result.status is gd.Status.COMPLETE
    assert energy_drift(result) < 1e-8
    assert result.statistics["constraint_residual"] < 1e-11


def test_energy_is_kept_at_the_tolerance_of_the_benchmark():
    assert energy_drift(gd.simulate(gd.library("pendulum"), rtol=1e-10)) < 1e-8
