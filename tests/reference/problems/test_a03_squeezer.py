"""A03: Andrews' squeezing mechanism against one equation in the angle of the crank, and against
published digits.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import gudgeon as gd
from gudgeon.model.library import andrews_squeezer
from tests.support.error_measures import energy_drift

A, B, C = np.array([-0.06934, -0.00227]), np.array([-0.03635, 0.03273]), np.array([0.014, 0.072])
# Initial value problem test set, problem Andrews: beta, theta, gamma, phi, delta, omega, epsilon at
# t = 0.03 s.
PUBLISHED = (
    15.81077119629904,
    -15.75637105984298,
    0.04082224013073101,
    -0.5347301163226948,
    0.5244099658805304,
    0.5347301163226948,
    1.048080741042263,
)


class Squeezer:
    """Points and angular rates as functions of the crank angle; a complex argument yields exact
    derivatives along.
    """

    def __init__(self, beta, triangle_cm):
        self.F, F_1 = (
            0.007 * np.array([np.cos(beta), np.sin(beta)]),
            0.007 * np.array([-np.sin(beta), np.cos(beta)]),
        )
        self.E, E_1 = third(B, self.F, 0 * B, F_1, 0.035, 0.028)
        self.G, G_1 = third(self.E, A, E_1, 0 * A, 0.02, 0.04)
        self.H, H_1 = third(A, self.E, 0 * A, E_1, 0.04, 0.02)
        # origin, point on an axis, their derivatives, that point in the rod, mass, inertia, centre
        # of mass in the rod
        rods = [
            (0 * B, self.F, 0 * B, F_1, (0.007, 0), 0.04325, 2.194e-6, (0.00092, 0)),
            (self.F, self.E, F_1, E_1, (-0.028, 0), 0.00365, 4.410e-7, (-0.0115, 0)),
            (self.E, self.G, E_1, G_1, (0, 0.02), 0.00706, 5.667e-7, (0, 0.01421)),
            (A, self.G, 0 * A, G_1, (0.04, 0), 0.0705, 1.169e-5, (0.02308, 0.00916)),
            (A, self.H, 0 * A, H_1, (0, -0.04), 0.05498, 1.912e-5, (-0.00449, -0.01228)),
            (self.E, self.H, E_1, H_1, (-0.02, 0), 0.00706, 5.667e-7, (-0.01421, 0)),
            (B, self.E, 0 * B, E_1, (0, -0.035), 0.02373, 5.255e-6, triangle_cm),
        ]
        self.mass = 0
        for P, Q, P_1, Q_1, local, mass, inertia, cm in rods:
            ratio = complex_ratio(cm, local)
            velocity = P_1 + rotate(Q_1 - P_1, ratio)
            turn = cross(Q - P, Q_1 - P_1) / (local[0] ** 2 + local[1] ** 2)
            self.mass = self.mass + mass * (velocity @ velocity) + inertia * turn**2
        D = B + rotate(self.E - B, complex_ratio((0.02, -0.018), (0, -0.035)))
        self.potential = 0.5 * 4530 * (np.sqrt((D - C) @ (D - C)) - 0.07785) ** 2


def cross(a, b):
    """Return the plane's cross product."""
    return a[0] * b[1] - a[1] * b[0]


def complex_ratio(cm, local):
    """Return scale and turn from one point of a rod to another, as a pair (real, imaginary)."""
    ratio = complex(*cm) / complex(*local)
    return ratio.real, ratio.imag


def rotate(vector, ratio):
    """Return a vector scaled and turned by a ratio."""
    return np.array(
        [ratio[0] * vector[0] - ratio[1] * vector[1], ratio[1] * vector[0] + ratio[0] * vector[1]]
    )


def third(P, Q, P_1, Q_1, p, q):
    """Return the point at distances p, q to the right of PQ, and its derivative from that of the
    distances.
    """
    d = Q - P
    square = d @ d
    along = (square + p * p - q * q) / (2 * square)
    aside = np.sqrt(p * p / square - along**2)
    R = P + along * d + aside * np.array([d[1], -d[0]])
    rows = np.array([R - P, R - Q])
    right = np.array([rows[0] @ P_1, rows[1] @ Q_1])
    det = cross(rows[0], rows[1])
    return R, np.array(
        [
            right[0] * rows[1, 1] - right[1] * rows[0, 1],
            rows[0, 0] * right[1] - rows[1, 0] * right[0],
        ]
    ) / det


def solve(beta, duration, triangle_cm, times=None):
    """Integrate M beta'' + M' beta'^2 / 2 + V' = 0.033 N m from rest."""

    def equations(t, y):
        now = Squeezer(y[0] + 1e-30j, triangle_cm)
        m, m_1, v_1 = now.mass.real, now.mass.imag * 1e30, now.potential.imag * 1e30
        return y[1], (0.033 - v_1 - 0.5 * m_1 * y[1] ** 2) / m

    # The crank speeds up from rest to thousands of rad/s and back within milliseconds; an absolute
    # tolerance must not bind.
    return solve_ivp(
        equations, (0, duration), (beta, 0), method="DOP853", rtol=1e-12, atol=1e-12, t_eval=times
    )


@pytest.fixture(scope="module")
def result():
    return gd.simulate(gd.library("andrews-squeezer"), rtol=1e-10, output_step=5e-4)


@pytest.fixture(scope="module")
def stretched():
    """The data of the test set: the crank in line with its rod, the centre of mass of the
    triangle with one more digit.
    """

    def misfit(beta):
        return np.linalg.norm(-0.021 * np.array([np.cos(beta), np.sin(beta)]) - B) - 0.035

    return brentq(misfit, -0.063, -0.060, xtol=1e-16)


def test_reduced_model_reproduces_the_published_angle(stretched):
    """Fifteen digits are published; the motion multiplies errors, so that seven remain of an
    integration at 1e-12.
    """
    assert stretched == pytest.approx(-0.0617138900142764, abs=1e-13)
    assert solve(stretched, 0.03, (0.01043, -0.01874)).y[0, -1] == pytest.approx(
        PUBLISHED[0], rel=1e-7
    )


def test_all_published_angles_are_reproduced(stretched):
    mechanism = andrews_squeezer(stretched)
    triangle = mechanism.body("BDE")
    turn = triangle.orientation
    position = B + np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ (
        0.01043,
        -0.01874,
    )
    bodies = [
        dataclasses.replace(triangle, position=position) if body is triangle else body
        for body in mechanism.bodies
    ]
    run = gd.simulate(dataclasses.replace(mechanism, bodies=bodies), 0.03, rtol=1e-11)
    angle = {
        name: joint + mechanism.body(body).orientation for name, body, joint in _final_angles(run)
    }
    beta, theta, gamma, phi, delta, omega, epsilon = PUBLISHED
    expected = {
        "OF": beta,
        "FE": beta + theta,
        "BDE": gamma,
        "AG": delta,
        "EG": phi + delta,
        "AH": epsilon,
        "HE": omega + epsilon,
    }
    for name, value in expected.items():
        assert angle[name] == pytest.approx(value, rel=1e-7), name


def _final_angles(run):
    chain = {
        "OF": ["O"],
        "FE": ["O", "F"],
        "BDE": ["B"],
        "AG": ["A1"],
        "AH": ["A2"],
        "EG": ["O", "F", "E2"],
        "HE": ["O", "F", "E3"],
    }
    return [
        (name, name, sum(run.joint(joint).angle[-1] for joint in joints))
        for name, joints in chain.items()
    ]


def test_crank_turns_as_in_the_reduced_model(result):
    reference = solve(-0.062, 0.05, (0.01043, -0.0187), result.t)
    np.testing.assert_allclose(result.joint("O").angle, reference.y[0] + 0.062, rtol=0, atol=1e-6)
    assert reference.y[0, -1] > 10  # it does go round


def test_nothing_had_to_be_moved():
    found = gd.check_model(gd.library("andrews-squeezer"))
    assert (found.dof_gruebler, found.dof) == (1, 1)
    assert found.position_residual < 1e-12


def test_energy_balance_closes(result):
    """T + V - E_0 - tau (beta - beta_0) = 0, by the ledger and by its own entries."""
    assert result.status is gd.Status.COMPLETE
    assert energy_drift(result) < 1e-8
    work = 0.033 * result.joint("O").angle
    balance = result.energy.total - result.energy.total[0] - work
    assert np.max(np.abs(balance)) < 1e-8 * np.ptp(result.energy.kinetic)


def test_joints_stay_closed(result):
    assert result.statistics["constraint_residual"] < 1e-11
