"""Displacements of bushings, their forces and what they store, from closed forms."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.joints.bushings import (
    ACROSS,
    AXIAL,
    BUSHING,
    LENGTH_OF,
    POINT_OF,
    TILT,
    TWIST,
    apply_bushing,
    damp,
    displacement,
    elastic,
    side_of,
)
from tests.support.plain_kernels import fields, plain

D = np.array([3e-3, -4e-3, 12e-3])  # from joint point to joint point; its length is 13 mm
V_I, V_J = np.array([0.1, 0.2, -0.3]), np.array([-0.4, 0.5, 0.6])
W_I, W_J = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0])
SEEN = V_J - V_I - np.cross(W_I, D)  # velocity of the second joint point in the first body's frame
STIFFNESS, DAMPING = 200.0, 7.0
SIGNED, UNSIGNED = (AXIAL, TWIST, LENGTH_OF), (POINT_OF, ACROSS, TILT)


def characteristic(law, inputs, parameters, offset):
    """A spring (law 1) or a damper (law 2), both linear."""
    k, (x,) = {1: STIFFNESS, 2: DAMPING}[int(law)], inputs
    return k * x, 0.5 * k * x * x


def bushing(motion=POINT_OF, **changes):
    record = fields(np.zeros(1, BUSHING))[0]
    given = {"motion": motion, "law": 1, "watch": 0, "damper_ledger": 0}
    for name, value in {**given, **changes}.items():
        record[name] = value
    return record


def parts():
    """Return the system and the work tables of two bodies without rotation; the axis is z."""
    joint = fields(np.zeros(1, rec.JOINT))
    joint[0].i, joint[0].j, joint[0].length = 0, 1, 0.01
    joint.axes_i[0] = joint.axes_j[0] = np.eye(3)
    X = np.zeros((2, rec.BODY_COLUMNS))
    X[:, rec.A : rec.A + 9] = np.eye(3).ravel()
    X[1, rec.R : rec.R + 3] = D
    X[0, rec.V : rec.V + 3], X[1, rec.V : rec.V + 3] = V_I, V_J
    X[0, rec.W : rec.W + 3], X[1, rec.W : rec.W + 3] = W_I, W_J
    work = SimpleNamespace(
        bodies=X,
        power=np.full(1, np.nan),
        wrench=np.zeros((1, 6)),
        last_watched=np.zeros(3),
    )
    return SimpleNamespace(joints=joint, parameters=np.zeros(1)), work


@pytest.mark.parametrize(
    ("motion", "size", "direction"),
    [
        (POINT_OF, 13e-3, D / 13e-3),
        (ACROSS, 5e-3, np.array([0.6, -0.8, 0.0])),
        (AXIAL, 12e-3, np.array([0.0, 0.0, 1.0])),
        (LENGTH_OF, 3e-3, D / 13e-3),
    ],
)
def test_displacements_and_their_rates_are_seen_from_the_first_body(motion, size, direction):
    system, work = parts()
    x, rate, u, _, turns = plain(displacement)(
        system.joints[0], work.bodies, work.last_watched, bushing(motion)
    )
    assert x == pytest.approx(size, rel=1e-14)
    np.testing.assert_allclose(u, direction, atol=1e-15)
    assert rate == pytest.approx(np.dot(direction, SEEN), rel=1e-13)
    assert not turns


def test_a_twist_turns_with_the_relative_spin_about_the_axis():
    system, work = parts()
    x, rate, u, _, turns = plain(displacement)(
        system.joints[0], work.bodies, work.last_watched, bushing(TWIST, coordinate=1)
    )
    assert (x, rate, turns) == (0.0, pytest.approx(W_J[2] - W_I[2], rel=1e-14), True)
    np.testing.assert_allclose(u, (0, 0, 1), atol=1e-15)


@pytest.mark.parametrize("x", [-0.02, 0.0, 0.03])
def test_a_bushing_that_pulls_has_its_characteristic_and_its_preload(x):
    """F = k (x - x_0) + F_0, and its integral."""
    force, stored = plain(elastic, characteristic=characteristic)(
        np.zeros(1), bushing(AXIAL, preload=5.0, zero=0.01), x
    )
    assert force == pytest.approx(200 * (x - 0.01) + 5.0, rel=1e-14)
    assert stored == pytest.approx(100 * (x - 0.01) ** 2 + 5.0 * x, rel=1e-14)


@pytest.mark.parametrize(
    ("x", "force", "stored"),
    [(0.0, 0.0, 0.0), (0.009, 0.0, 0.0), (0.03, 4.0, 0.04), (-0.01, -4.0, 0.03)],
)
def test_one_that_never_pulls_stores_what_its_force_has_taken(x, force, stored):
    """A preload of -2 N against 200 N/m: to the right the force begins at 10 mm, and at 30 mm the
    triangle under it is 4 N 20 mm/2; to the left it is 2 N at once, and at -10 mm the trapezium is
    (2 N + 4 N) 10 mm/2.
    """
    found = plain(elastic, characteristic=characteristic)(
        np.zeros(1), bushing(AXIAL, preload=-2.0, unilateral=1), x
    )
    assert found == pytest.approx((force, stored), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("motion", SIGNED)
def test_damping_of_a_signed_motion_goes_along_its_gradient(motion):
    u = (0.6, 0.0, 0.8)
    force, power = plain(damp, characteristic=characteristic)(
        np.zeros(1), bushing(motion, damper=2), -0.5, u, (9.0, 9.0, 9.0)
    )
    np.testing.assert_allclose(force, -3.5 * np.array(u), rtol=1e-15)
    assert power == 7.0 * 0.25


@pytest.mark.parametrize("motion", UNSIGNED)
def test_damping_of_an_unsigned_motion_goes_along_its_velocity(motion):
    law = plain(damp, characteristic=characteristic)
    force, power = law(
        np.zeros(1), bushing(motion, damper=2), 0.0, (1.0, 0.0, 0.0), (0.0, 3.0, 4.0)
    )
    np.testing.assert_allclose(force, (0.0, 21.0, 28.0), rtol=1e-15)
    assert power == 7.0 * 25.0
    still = law(np.zeros(1), bushing(motion, damper=2), 0.0, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert still == ((0.0, 0.0, 0.0), 0.0)


@pytest.mark.parametrize(
    ("last", "x", "rate", "side"),
    [
        ((-0.1, 0.0), 0.2, 1.0, -1.0),  # a trial step beyond the centre keeps the side
        ((0.1, 0.0), -0.2, -1.0, 1.0),
        ((0.0, -2.0), 0.2, 1.0, -1.0),  # in the centre: to where it moved
        ((0.0, 0.0), -0.2, 1.0, -1.0),  # before the first step: where it is
        ((0.0, 0.0), 0.0, -1.0, -1.0),  # or to where it goes
    ],
)
def test_the_side_is_that_of_the_last_accepted_step(last, x, rate, side):
    assert plain(side_of)(np.array([*last, 0.0]), bushing(AXIAL), x, rate) == side
    assert plain(side_of)(np.array([*last, 0.0]), bushing(ACROSS), x, rate) == 1.0


@pytest.mark.parametrize("motion", [POINT_OF, ACROSS, AXIAL, LENGTH_OF, TWIST])
def test_bodies_lose_what_the_spring_stores_and_the_damper_takes(motion):
    """The power of both wrenches is -(F x_dot + P); forces and moments sum to zero."""
    system, work = parts()
    given = bushing(motion, damper=2, coordinate=1, preload=3.0)
    plain(apply_bushing, characteristic=characteristic)(system, work, given)
    X = work.bodies
    F, T = X[:, rec.F : rec.F + 3], X[:, rec.T : rec.T + 3]
    np.testing.assert_allclose(F[0] + F[1], 0.0, atol=1e-15)
    np.testing.assert_allclose(T[0] + T[1] + np.cross(D, F[1]), 0.0, atol=1e-14)
    done = np.sum(F * X[:, rec.V : rec.V + 3]) + np.sum(T * X[:, rec.W : rec.W + 3])
    x, rate, *_ = plain(displacement)(system.joints[0], X, work.last_watched, given)
    taken = (STIFFNESS * x + 3.0) * rate + work.power[0]
    assert work.power[0] > 0
    assert done == pytest.approx(-taken, rel=1e-12)
    np.testing.assert_array_equal(work.wrench[0, :3], F[1])
