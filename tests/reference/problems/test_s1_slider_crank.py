"""S1 and its sister: spatial slider-cranks against a one-degree-of-freedom equation in the crank
angle.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from tests.support.error_measures import energy_drift

G = np.array([0.0, 0.0, -9.81])
Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Data:
    """Pivot and direction in which the upright crank turns first; lengths, masses, inertias;
    speed at the start.
    """

    pivot: tuple
    side: tuple
    crank: float
    rod: float
    masses: tuple
    crank_inertia: float  # about the axis of the crank, at its centre of mass
    rod_inertia: tuple  # along, across
    speed: float
    sign: int  # of the coordinate of joint A relative to the crank angle


DATA = {
    "spatial-slider-crank": Data(
        (0, 0.1, 0.12), (0, -1, 0), 0.08, 0.3, (0.12, 0.5, 2.0), 1e-4, (4e-4, 4e-3), 6.0, 1
    ),
    "revolute-slider-crank": Data(
        (0, 0.12, 0.06), (1, 0, 0), 0.1, 0.29, (0.12, 0.5, 0.5), 1e-4, (4e-4, 4e-3), -2 * np.pi, -1
    ),
}


class Reduced:
    """Everything as a function of the crank angle; a complex argument yields exact derivatives
    along.
    """

    def __init__(self, data, theta):
        s, c, side = np.sin(theta), np.cos(theta), np.array(data.side)
        arm, arm_1 = side * s + Z * c, side * c - Z * s  # _1: derivative with respect to theta
        self.B, B_1 = np.array(data.pivot) + data.crank * arm, data.crank * arm_1
        reach = np.sqrt(data.rod**2 - self.B[1] ** 2 - self.B[2] ** 2)
        X = np.array([1.0, 0.0, 0.0])
        self.C = X * (self.B[0] + reach)
        self.C_1 = X * (B_1[0] - (self.B[1] * B_1[1] + self.B[2] * B_1[2]) / reach)
        self.centre, self.centre_1 = (self.B + self.C) / 2, (B_1 + self.C_1) / 2
        d, d_1 = self.C - self.B, self.C_1 - B_1
        along, along_1 = d / data.rod, d_1 / data.rod
        # The rod-fixed axis of the cross is horizontal and normal to the rod; its rotation gives
        # the spin of the rod.
        width = np.sqrt(d[0] ** 2 + d[1] ** 2)
        self.side = np.array([-d[1], d[0], 0 * s]) / width
        side_1 = (
            np.array([-d[0], -d[1], 0 * s]) / width * (d[0] * d_1[1] - d[1] * d_1[0]) / width**2
        )
        spin = side_1 @ np.cross(along, self.side)
        # angular velocity of the rod per crank speed
        rod_turn = np.cross(along, along_1) + spin * along
        axial, across = data.rod_inertia
        self.rod_momentum = across * np.cross(along, along_1) + axial * spin * along
        crank, rod, slider = data.masses
        self.mass = (
            data.crank_inertia
            + crank * (data.crank / 2) ** 2
            + rod * (self.centre_1 @ self.centre_1)
        )
        self.mass = self.mass + self.rod_momentum @ rod_turn + slider * (self.C_1 @ self.C_1)
        self.potential = 9.81 * (crank * data.crank / 2 * c + rod * self.centre[2])


def derivative(data, theta, name):
    """Return the derivative of an attribute of the reduced model with respect to the crank
    angle.
    """
    return np.imag(getattr(Reduced(data, theta + 1e-30j), name)) * 1e30


def acceleration(data, theta, speed):
    """M theta'' + M' theta'^2 / 2 + V' = 0."""
    now = Reduced(data, theta + 1e-30j)
    return -(0.5 * now.mass.imag * speed**2 + now.potential.imag) * 1e30 / now.mass.real


def reaction_at_B(data, theta, speed):
    """Return the force on the rod from Newton and Euler's equations of rod and slider."""
    now, rate = Reduced(data, theta), acceleration(data, theta, speed)
    a_rod = now.centre_1 * rate + derivative(data, theta, "centre_1") * speed**2
    a_slider = now.C_1 * rate + derivative(data, theta, "C_1") * speed**2
    turning = now.rod_momentum * rate + derivative(data, theta, "rod_momentum") * speed**2
    # unknown: force at B, force at C on the rod, moment at C
    matrix, right = np.zeros((7, 7)), np.zeros(7)
    matrix[:3, :3], matrix[:3, 3:6], right[:3] = np.eye(3), np.eye(3), data.masses[1] * (a_rod - G)
    for k, unit in enumerate(np.eye(3)):
        matrix[3:6, k], matrix[3:6, 3 + k] = (
            np.cross(now.B - now.centre, unit),
            np.cross(now.C - now.centre, unit),
        )
    # the cross transmits one moment only
    matrix[3:6, 6], right[3:6] = np.cross(now.side, Z), turning
    matrix[6, 3], right[6] = -1, data.masses[2] * a_slider[0]
    return np.linalg.solve(matrix, right)[:3]


@cache
def solve(data, duration):
    """Return crank angle and speed at 101 equal times, SciPy's DOP853 at 1e-12."""
    times = np.linspace(0, duration, 101)
    equations = lambda t, y: (y[1], acceleration(data, *y))  # noqa: E731
    return solve_ivp(
        equations,
        (0, duration),
        (0, data.speed),
        method="DOP853",
        rtol=1e-12,
        atol=1e-12,
        t_eval=times,
    ).y


@pytest.fixture(scope="module", params=DATA)
def case(request):
    """Return data, our result at rtol 1e-10, and the reference."""
    mechanism, data = gd.library(request.param), DATA[request.param]
    result = gd.simulate(mechanism, rtol=1e-10, output_step=mechanism.duration / 100)
    return data, result, solve(data, mechanism.duration)


def test_reference_reaches_the_published_angle():
    """54.7251 rad after 5 s; with the cross turned the other way it would be 54.6806."""
    assert solve(DATA["spatial-slider-crank"], 5.0)[0, -1] == pytest.approx(54.7251, abs=6e-5)


def test_crank_angle_agrees(case):
    data, result, reference = case
    np.testing.assert_allclose(
        data.sign * result.joint("A").angle, reference[0], rtol=0, atol=1e-7 * np.ptp(reference[0])
    )
    np.testing.assert_allclose(
        data.sign * result.joint("A").angle_rate,
        reference[1],
        rtol=0,
        atol=1e-7 * np.max(np.abs(reference[1])),
    )


def test_slider_position_agrees(case):
    data, result, reference = case
    x = np.array([Reduced(data, theta).C[0] for theta in reference[0]])
    np.testing.assert_allclose(result.body("slider").position[:, 0], x, rtol=1e-7)


def test_reaction_at_the_ball_agrees(case):
    data, result, reference = case
    exact = np.array([reaction_at_B(data, *y) for y in reference.T])
    np.testing.assert_allclose(
        result.joint("B").force, exact, rtol=0, atol=1e-7 * np.max(np.abs(exact))
    )


def test_energy_is_kept_and_joints_stay_closed(case):
    _, result, _ = case
    assert result.status is gd.Status.COMPLETE
    assert energy_drift(result) < 1e-8
    assert result.statistics["constraint_residual"] < 1e-11
