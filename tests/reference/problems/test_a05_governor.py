"""A05: the flyball governor against a model with three coordinates: shaft angle, slider height,
tilt of the rods.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from tests.support.error_measures import energy_drift

G, STIFFNESS, DAMPING, BALL, BAR, CUBE = 9.81, 8e5, 4e4, 5.0, 0.3, 3.0
HINGE = BALL + BAR / 3 + BAR * 0.01**2 / 12  # of rod and ball about the hinge, across
AXIAL = BAR * 2 * 0.01**2 / 12
FIXED = BAR * 2 * 0.01**2 / 12 + CUBE * 2 * 0.1**2 / 12  # shaft and slider about the shaft


def about_shaft(tilt):
    """Return the moment of inertia of everything about the shaft, rods ``tilt`` below
    horizontal.
    """
    return FIXED + 2 * (HINGE * np.cos(tilt) ** 2 + AXIAL * np.sin(tilt) ** 2)


MOMENTUM = about_shaft(np.pi / 6) * 2 * np.pi


def equations(t, y):
    """Lagrange's equations of slider height and tilt; the shaft angle is cyclic."""
    height, tilt, climb, dip = y
    # from the slider to the middle of a rod
    x, z = 0.5 * np.cos(tilt), 1 - 0.5 * np.sin(tilt) - height
    length = np.hypot(x, z)
    x_dot, z_dot = -0.5 * np.sin(tilt) * dip, -0.5 * np.cos(tilt) * dip - climb
    tension = STIFFNESS * (length - 0.5) + DAMPING * (x * x_dot + z * z_dot) / length
    speed = MOMENTUM / about_shaft(tilt)
    about_shaft_1 = 4 * (AXIAL - HINGE) * np.cos(tilt) * np.sin(tilt)
    weight = 2 * G * (BALL + BAR / 2) * np.cos(tilt)
    stretch = (x * -0.5 * np.sin(tilt) + z * -0.5 * np.cos(tilt)) / length  # d length / d tilt
    dip_rate = (0.5 * about_shaft_1 * speed**2 + weight - 2 * tension * stretch) / (2 * HINGE)
    return climb, dip, -G + 2 * tension * z / length / CUBE, dip_rate


@pytest.fixture(scope="module")
def result():
    return gd.simulate(gd.library("governor"), rtol=1e-10, output_step=0.05)


@pytest.fixture(scope="module")
def reference(result):
    return solve_ivp(
        equations,
        (0, 10),
        (0.5, np.pi / 6, 0, 0),
        method="Radau",
        rtol=1e-11,
        atol=1e-13,
        t_eval=result.t,
    )


def test_slider_moves_as_in_the_reduced_model(result, reference):
    assert np.ptp(reference.y[0]) > 0.05
    np.testing.assert_allclose(
        result.body("slider").position[:, 2], reference.y[0], rtol=0, atol=1e-8
    )


def test_rods_tilt_and_shaft_turns_as_in_the_reduced_model(result, reference):
    np.testing.assert_allclose(
        result.joint("C").angle, reference.y[1] - np.pi / 6, rtol=0, atol=1e-8
    )
    np.testing.assert_allclose(
        result.joint("A").angle_rate, MOMENTUM / about_shaft(reference.y[1]), rtol=0, atol=1e-7
    )


def test_energy_ledger_includes_what_the_dampers_lose(result):
    assert result.status is gd.Status.COMPLETE
    assert energy_drift(result) < 1e-8
    assert (
        np.all(np.diff(result.energy["lost:coupler1"]) >= 0)
        and result.energy["lost:coupler1"][-1] > 0
    )


def test_joints_stay_closed(result):
    assert result.statistics["constraint_residual"] < 1e-11
