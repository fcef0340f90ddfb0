"""Wrenches of applied forces on two tumbling bodies, against vectors; and the power that each
puts in or takes.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.multibody import forces
from gudgeon.kernels.tasks import ACCELERATIONS
from tests.support.one_body import rotation
from tests.support.plain_kernels import fields, plain


def unit(*q):
    return np.array(q) / np.linalg.norm(q)


FIRST = {
    "position": (0.1, -0.2, 0.3),
    "orientation": unit(0.9, 0.2, -0.3, 0.1),
    "velocity": (0.5, 0.1, -0.4),
}
SECOND = {
    "position": (1.1, 0.4, -0.3),
    "orientation": unit(0.7, -0.4, 0.5, 0.3),
    "velocity": (-0.3, 0.8, 0.2),
}
SPIN = np.array(((0.3, 0.7, -0.2), (-0.6, 0.2, 0.9)))
POINTS = np.array(((0.2, 0.1, 0.1), (1.0, 0.6, -0.2)))
R = np.array([FIRST["position"], SECOND["position"]])
V = np.array([FIRST["velocity"], SECOND["velocity"]])
TIME = 0.3


def wrenches(*loads, gravity=(0, 0, 0), joints=()):
    """Return force and torque on both bodies, about their centres, and the powers of the ledger."""
    bodies = [gd.Body(name, mass=m, inertia=(0.2, 0.3, 0.4), **at, angular_velocity=w)
              for name, m, at, w in (("a", 2.0, FIRST, SPIN[0]), ("b", 3.0, SECOND, SPIN[1]))]  # fmt: skip
    # it does nothing, but no body may stand alone
    link = gd.Spring("link", between=("a", "b"), points=POINTS, stiffness=0.0)
    assembly = gd.check_model(
        gd.Mechanism(bodies=bodies, joints=joints, forces=[*loads, link], gravity=gravity)
    ).assembly
    work, y = assembly.work(), assembly.y.copy()
    evaluate_at(assembly.system, work, TIME, y, np.zeros_like(y), ACCELERATIONS)
    return work.bodies[1:, rec.F : rec.F + 3], work.bodies[1:, rec.T : rec.T + 3], work.power


def velocity(k, point):
    return V[k] + np.cross(SPIN[k], point - R[k])


def test_gravity_acts_on_the_centre_of_every_body():
    F, T, _ = wrenches(gravity=(1.0, -2.0, 3.0))
    assert F == pytest.approx(np.outer((2.0, 3.0), (1.0, -2.0, 3.0)))
    assert not T.any()


@pytest.mark.parametrize("frame", ["space", "body"])
def test_a_force_acts_at_its_point_and_follows_its_signal(frame):
    vector = np.array((1.0, -2.0, 0.5))
    load = gd.Force(
        "f",
        body="b",
        force=vector,
        point=POINTS[1],
        magnitude=gd.Harmonic(3.0, frequency=0.4),
        frame=frame,
    )
    F, T, power = wrenches(load)
    turned = vector if frame == "space" else rotation(SECOND["orientation"]) @ vector
    expected = 3.0 * np.sin(2 * np.pi * 0.4 * TIME) * turned
    assert F[1] == pytest.approx(expected, abs=1e-14) and not F[0].any()
    assert T[1] == pytest.approx(np.cross(POINTS[1] - R[1], expected), abs=1e-14)
    assert power == pytest.approx([expected @ velocity(1, POINTS[1])], abs=1e-14)


@pytest.mark.parametrize("frame", ["space", "body"])
def test_a_torque_turns_and_does_not_push(frame):
    vector = np.array((1.0, -2.0, 0.5))
    F, T, power = wrenches(gd.Torque("t", body="a", torque=vector, frame=frame))
    turned = vector if frame == "space" else rotation(FIRST["orientation"]) @ vector
    assert not F.any() and T[0] == pytest.approx(turned, abs=1e-14)
    assert power == pytest.approx([turned @ SPIN[0]], abs=1e-14)


def test_a_spring_and_a_damper_pull_two_points_together():
    """F = k (l − l_0) + c l'; the damper takes c l'²."""
    k, c, free = 40.0, 3.0, 0.6
    F, T, power = wrenches(
        gd.Spring("s", between=("a", "b"), points=POINTS, stiffness=k, damping=c, free_length=free)
    )
    d, d_dot = POINTS[1] - POINTS[0], velocity(1, POINTS[1]) - velocity(0, POINTS[0])
    l = np.linalg.norm(d)
    rate = d @ d_dot / l
    pull = (k * (l - free) + c * rate) * d / l
    assert F == pytest.approx(np.array((pull, -pull)), abs=1e-13)
    assert T == pytest.approx(
        np.array((np.cross(POINTS[0] - R[0], pull), np.cross(POINTS[1] - R[1], -pull))), abs=1e-13
    )
    assert power == pytest.approx([c * rate**2], abs=1e-13)


def test_a_spring_without_length_has_no_direction_and_does_nothing():
    X = np.zeros((2, rec.BODY_COLUMNS))
    X[:, rec.A : rec.A + 9] = np.eye(3).ravel()
    record = fields(rec.table(1, rec.FORCE))[0]
    record.j, record.free = 1, 0.6
    assert plain(forces.spring)(np.zeros(1), X, record) == 0.0
    assert not X[:, rec.F : rec.T + 3].any()


def test_a_spring_on_the_length_of_a_rod_joint_is_that_between_its_points():
    """The same law on a coordinate and between points: the same wrenches, though computed from
    the gradient of the coordinate.
    """
    rod = gd.Distance(
        "rod", between=("a", "b"), points=POINTS, fit=gd.Bushing(axial=0.0, start="as-described")
    )
    on_joint = wrenches(
        gd.JointSpring("s", joint="rod", stiffness=40.0, damping=3.0, free_position=0.6),
        joints=[rod],
    )
    between = wrenches(
        gd.Spring(
            "s", between=("a", "b"), points=POINTS, stiffness=40.0, damping=3.0, free_length=0.6
        )
    )
    assert on_joint[0] == pytest.approx(between[0], abs=1e-12)
    assert on_joint[1] == pytest.approx(between[1], abs=1e-12)
    assert on_joint[2][0] == pytest.approx(between[2][0], abs=1e-12)


def test_forces_between_bodies_have_neither_resultant_nor_moment():
    F, T, _ = wrenches(
        gd.Spring(
            "s",
            between=("b", "a"),
            points=POINTS[::-1],
            stiffness=gd.Polynomial((40, 5, 300)),
            damping=1.0,
        )
    )
    assert F.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-13)
    assert (T + np.cross(R, F)).sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-13)


@pytest.mark.parametrize(
    "p",
    [
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
        (0.1, 0.9, -0.3, 0.2),
        (0.2, 0.1, 0.2, 0.95),
    ],
)
def test_the_relative_orientation_is_found_whatever_the_angle(p):
    """Half turns too, where the trace of the matrix says nothing of the axis."""
    first, turn = unit(0.3, -0.5, 0.6, 0.4), unit(*p)
    X = np.zeros((2, rec.BODY_COLUMNS))
    X[0, rec.A : rec.A + 9] = rotation(first).ravel()
    X[1, rec.A : rec.A + 9] = (rotation(first) @ rotation(turn)).ravel()
    found = np.array(plain(forces.relative_euler)(X, 0, 1))
    assert abs(found @ turn) == pytest.approx(1, abs=1e-14)
    assert found[0] >= 0
