"""The papers' mechanisms with ideal joints against closed forms; the spatial slider-cranks are
with the benchmarks.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd

# -- planar slider-crank at constant speed [Flores, Ambrosio & Claro 2004] -------------------------

SPEED, CRANK, ROD = -5000 * 2 * np.pi / 60, 0.05, 0.12
ROD_MASS, ROD_INERTIA, SLIDER_MASS = 0.21, 2.5e-4, 0.14


class SliderCrank:
    """Rod and slider as functions of the crank angle, each with first and second derivative."""

    def __init__(self, theta):
        s, c = CRANK * np.sin(theta), CRANK * np.cos(theta)
        self.rod = np.sqrt(ROD**2 - s**2)
        self.slider = (
            c + self.rod,
            -s - s * c / self.rod,
            -c - (c**2 - s**2) / self.rod - s**2 * c**2 / self.rod**3,
        )
        self.height = (s / 2, c / 2, -s / 2)  # of the middle of the rod
        self.middle = tuple((x + b) / 2 for x, b in zip(self.slider, (c, -s, -c), strict=True))
        # derivatives of the rod's angle, sin = -s/ROD
        self.turn = (-c / self.rod, s / self.rod - s * c**2 / self.rod**3)
        self.s = s


@pytest.fixture(scope="module")
def driven():
    return gd.simulate(gd.library("planar-slider-crank"), rtol=1e-10, output_step=1e-4)


def test_driven_slider_follows_its_closed_form(driven):
    exact = SliderCrank(SPEED * driven.t).slider
    slider = driven.body("slider")
    assert driven.t[-1] == pytest.approx(0.12)
    np.testing.assert_allclose(slider.position[:, 0], exact[0], rtol=0, atol=1e-10)
    np.testing.assert_allclose(slider.velocity[:, 0], SPEED * exact[1], rtol=0, atol=1e-7)
    np.testing.assert_allclose(slider.acceleration[:, 0], SPEED**2 * exact[2], rtol=0, atol=1e-5)


def test_reactions_of_the_driven_slider_follow_newton(driven):
    """The pin pushes the slider along; the guide balances what the rod's moments about the crank
    pin press aside.
    """
    k = SliderCrank(SPEED * driven.t)
    along = SLIDER_MASS * SPEED**2 * k.slider[2]
    # about the crank pin, over w^2
    moment = ROD_INERTIA * k.turn[1] + ROD_MASS * (k.rod / 2 * k.height[2] + k.s / 2 * k.middle[2])
    aside = (-k.s * along - SPEED**2 * moment) / k.rod
    force = driven.joint("C").force
    np.testing.assert_allclose(force[:, 0], along, rtol=0, atol=1e-8 * np.max(np.abs(along)))
    np.testing.assert_allclose(force[:, 1], aside, rtol=0, atol=1e-8 * np.max(np.abs(along)))
    np.testing.assert_allclose(
        driven.joint("D").force[:, 1], -aside, rtol=0, atol=1e-8 * np.max(np.abs(along))
    )


def test_motor_moment_changes_the_kinetic_energy(driven):
    """At constant speed M w = dT/dt."""
    k = SliderCrank(SPEED * driven.t)
    moment = SLIDER_MASS * k.slider[1] * k.slider[2] + ROD_INERTIA * k.turn[0] * k.turn[1]
    moment = SPEED**2 * (
        moment + ROD_MASS * (k.middle[1] * k.middle[2] + k.height[1] * k.height[2])
    )
    np.testing.assert_allclose(
        driven.driver("motor").force, moment, rtol=0, atol=1e-8 * np.max(np.abs(moment))
    )
    np.testing.assert_allclose(
        driven.energy.balance, 0, rtol=0, atol=1e-8 * np.ptp(driven.energy.kinetic)
    )


# -- spatial four-bar [Marques et al. 2017] --------------------------------------------------------

D, LENGTH = np.array([-0.04, -0.085, 0]), np.linalg.norm([-0.07492, -0.085, 0.06524 - 0.02])
ARM = np.hypot(0.03492, 0.06524)
TILT = np.arctan2(-0.03492, 0.06524)


class FourBar:
    """Crank, coupler and rocker as functions of the crank angle; a complex argument yields exact
    derivatives along.
    """

    def __init__(self, theta):
        s, c = np.sin(theta), np.cos(theta)
        B, B_1 = 0.02 * np.array([0, -s, c]), 0.02 * np.array([0, -c, -s])
        P = B - D
        width = np.sqrt(P[0] ** 2 + P[2] ** 2)
        turn = np.arccos((P @ P + ARM**2 - LENGTH**2) / (2 * ARM * width))
        # angle of the rocker from z about y
        self.rocker = np.pi / 2 - np.arctan(P[2] / P[0]) - turn
        x, z = np.sin(self.rocker), np.cos(self.rocker)
        C, C_2 = D + ARM * np.array([x, 0 * x, z]), ARM * np.array([z, 0 * x, -x])
        rate = (B - C) @ B_1 / ((B - C) @ C_2)
        C_1 = C_2 * rate
        along, along_1 = (B - C) / LENGTH, (B_1 - C_1) / LENGTH
        # the coupler starts without spin about itself and keeps none
        swing = np.cross(along, along_1)
        centre_1 = (B_1 + C_1) / 2
        rocker_inertia = 1.456e-4 + 0.0316 * (ARM / 2) ** 2
        self.mass = (
            3.92e-5
            + 0.1416 * (centre_1 @ centre_1)
            + 1.7743e-3 * (swing @ swing)
            + rocker_inertia * rate**2
        )
        self.potential = 9.81 * (0.1416 * (B + C)[2] / 2 + 0.0316 * (C + D)[2] / 2)


def acceleration(theta, speed):
    """M theta'' + M' theta'^2 / 2 + V' = 0."""
    now = FourBar(theta + 1e-30j)
    return -(0.5 * now.mass.imag * speed**2 + now.potential.imag) * 1e30 / now.mass.real


def test_four_bar_swings_as_its_equation_in_the_crank_angle():
    """The printed Euler parameters leave the rods 6e-4 rad off their axes, of second order in
    the motion: 4e-7.
    """
    result = gd.simulate(gd.library("four-bar"), rtol=1e-10, output_step=0.02)
    reference = solve_ivp(
        lambda t, y: (y[1], acceleration(*y)),
        (0, 2),
        (0, 0),
        method="DOP853",
        rtol=1e-11,
        atol=1e-12,
        t_eval=result.t,
    )
    theta = reference.y[0]
    assert FourBar(0.0).rocker == pytest.approx(TILT, abs=1e-12)
    assert np.ptp(theta) > 1
    np.testing.assert_allclose(result.joint("A").angle, theta, rtol=0, atol=1e-5)
    rocker = np.array([FourBar(angle).rocker for angle in theta])
    np.testing.assert_allclose(result.joint("D").angle, rocker - TILT, rtol=0, atol=1e-5)
