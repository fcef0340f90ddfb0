"""Users' own forces between two bodies: what the law is given, in which frame, and on whom it
acts.
"""

import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.simulation.right_hand_side import right_hand_side
from tests.support.law_samples import compiled
from tests.support.one_body import rotation


@gd.law
class OwnPull(gd.Interaction):
    """A force that uses every input, so that none can be mistaken for another."""

    strength: float = gd.param("k", "N", "a number", default=2.0)

    @staticmethod
    def force(t, r, v, p, w, k):
        """F = k (t, r, v ...)"""
        return (
            k * t,
            r[0] - r[1],
            r[2] * v[0],
            v[1] - v[2],
            p[0] * p[1] + p[2] - p[3],
            w[0] + 10 * w[1] + 100 * w[2],
        )


def test_inputs_of_an_interaction_arrive_in_their_order():
    inputs = (0.3, (1.0, 2.0, 3.0), (4.0, 5.0, 6.5), (0.1, 0.2, 0.3, 0.4), (7.0, 8.0, 9.0))
    assert OwnPull()(*inputs) == pytest.approx((0.6, -1.0, 12.0, -1.5, -0.08, 987.0), abs=1e-14)
    assert compiled(OwnPull(), *inputs) == pytest.approx(OwnPull()(*inputs), abs=1e-12)


@gd.law
class Leash(gd.Interaction):
    """A force along the way from the first point, against the velocity, and a torque against
    rotation and spin; all different.
    """

    @staticmethod
    def force(t, r, v, p, w):
        """F = −2 r − 3 v, T = −5 e − 7 ω"""
        return (
            -2 * r[0] - 3 * v[0], -2 * r[1] - 3 * v[1], -2 * r[2] - 3 * v[2],
            -5 * p[1] - 7 * w[0], -5 * p[2] - 7 * w[1], -5 * p[3] - 7 * w[2],
        )  # fmt: skip


def unit(*q):
    return tuple(np.array(q) / np.linalg.norm(q))


FIRST = {
    "position": (0.1, -0.2, 0.3),
    "orientation": unit(0.9, 0.2, -0.3, 0.1),
    "velocity": (0.5, 0.1, -0.4),
    "angular_velocity": (0.3, 0.7, -0.2),
}
SECOND = {
    "position": (1.1, 0.4, -0.3),
    "orientation": unit(0.7, -0.4, 0.5, 0.3),
    "velocity": (-0.3, 0.8, 0.2),
    "angular_velocity": (-0.6, 0.2, 0.9),
}
POINTS = np.array(((0.2, 0.1, 0.1), (1.0, 0.6, -0.2)))


def expected(grounded):
    """Force and torque on the second body in the global frame, by vectors: how a point moves as
    seen from a frame that turns.
    """
    P, Q = POINTS
    a, b = ({name: np.array(value) for name, value in state.items()} for state in (FIRST, SECOND))
    if grounded:
        a = {
            "position": np.zeros(3),
            "orientation": np.array((1.0, 0, 0, 0)),
            "velocity": np.zeros(3),
            "angular_velocity": np.zeros(3),
        }
    A, B = rotation(a["orientation"]), rotation(b["orientation"])
    v_P = a["velocity"] + np.cross(a["angular_velocity"], P - a["position"])
    v_Q = b["velocity"] + np.cross(b["angular_velocity"], Q - b["position"])
    v = v_Q - v_P - np.cross(a["angular_velocity"], Q - P)
    turn = A.T @ B
    half = math.sqrt(1 + np.trace(turn)) / 2
    e = np.array((turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])) / (
        4 * half
    )
    w = b["angular_velocity"] - a["angular_velocity"]
    return -2 * (Q - P) - 3 * v, -5 * A @ e - 7 * w


@pytest.mark.parametrize("grounded", [False, True], ids=["between bodies", "from the ground"])
def test_a_law_sees_the_second_body_from_the_first_and_its_force_acts_on_both(grounded):
    """Newton and Euler with the force at the second point and its opposite at the first:
    accelerations of both bodies.
    """
    inertia = np.array((0.2, 0.3, 0.4))
    bodies = [gd.Body("b", mass=2.0, inertia=inertia, **SECOND)]
    if not grounded:
        bodies.insert(0, gd.Body("a", mass=1.5, inertia=inertia, **FIRST))
    force = gd.CustomForce(
        "leash", between=("ground" if grounded else "a", "b"), points=POINTS, law=Leash()
    )
    f, y = right_hand_side(gd.Mechanism(bodies=bodies, forces=[force]))
    rates = f(0.0, y)[7 * len(bodies) :]
    F, T = expected(grounded)
    for k, (body, sign) in enumerate(zip(bodies[::-1], (1, -1), strict=False)):
        place = len(bodies) - 1 - k
        A, w = rotation(np.array(body.orientation)), np.array(body.angular_velocity)
        # the first body is pushed where the force acts, which is the point of the second
        lever = POINTS[1] - np.array(body.position)
        local = A.T @ w
        spin = (
            A.T @ (sign * (T + np.cross(lever, F))) - np.cross(local, inertia * local)
        ) / inertia
        assert rates[6 * place : 6 * place + 3] == pytest.approx(sign * F / body.mass, abs=1e-12)
        assert rates[6 * place + 3 : 6 * place + 6] == pytest.approx(spin, abs=1e-12)


def test_only_a_law_of_this_family_is_a_force_between_bodies():
    with pytest.raises(
        gd.InputError, match=r"^forces\.f\.law: expected a law of the family Interaction, got Hertz"
    ):
        gd.CustomForce(
            "f", between=("ground", "b"), points=((0, 0, 0), (0, 0, 0)), law=gd.Hertz(1.0)
        )
