"""Difference quotients that know how good they are."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import gudgeon as gd
from gudgeon.assembly.equilibrium import find_equilibrium
from gudgeon.assembly.independent_motions import IndependentMotions
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.linearization import accurate_stiffness, derivative, linear_model


@pytest.mark.parametrize("scale", [1e-9, 1e-4, 1.0])
def test_a_derivative_is_found_whatever_the_scale_of_the_function(scale):
    """Rounding leaves about (1e-16)^(4/5) of it; the uncertainty is no less than the error."""

    def function(x):
        return np.array([np.sin((x[0] + 0.3 * scale) / scale)])

    value, doubt = derivative(function, np.array([1.0]), 1e-3)
    exact = np.cos(0.3) / scale
    assert value[0] == pytest.approx(exact, rel=1e-6)
    assert abs(value[0] - exact) <= 30 * doubt[0]


def test_what_jumps_has_no_derivative():
    value, doubt = derivative(np.sign, np.array([1.0]), 1e-3)
    assert doubt[0] > 0.1 * abs(value[0])


def test_both_ways_give_the_same_stiffness():
    motions = IndependentMotions(check_model(gd.library("governor")), 0.0)
    find_equilibrium(motions)
    K = accurate_stiffness(motions).A
    A = linear_model(motions).A
    found = np.sort(np.linalg.eigvals(-A[4:, :4]).real)
    assert_allclose(found, np.sort(np.linalg.eigvals(K).real), rtol=1e-8, atol=1e-8)


def test_a_top_that_spins_has_its_gyroscopic_frequencies():
    """A symmetric rotor, free about its fixed centre and driven by nothing: (0, 0, 0) and the
    nutation J_3 W/J_1, whatever the frame.
    """
    spin, J1, J3 = 40.0, 0.02, 0.03
    top = gd.Body(
        "top", mass=1.0, inertia=(J1, J1, J3), position=(0, 0, 0), angular_velocity=(0, 0, spin)
    )
    ball = gd.Spherical("A", between=("ground", "top"), point=(0, 0, 0))
    check = check_model(gd.Mechanism(gravity=(0, 0, 0), bodies=[top], joints=[ball]))
    motions = IndependentMotions(check, 0.0, "moving")
    motions.y[motions.n_q : motions.n_q + motions.n_v] = check.assembly.y[
        motions.n_q : motions.n_q + motions.n_v
    ]
    motions.settle(motions.y)
    values = np.linalg.eigvals(linear_model(motions).A)
    nutation = J3 / J1 * spin
    assert np.abs(values - 1j * nutation).min() < 1e-6 * nutation
