"""From the state to poses and back, against rotation matrices by other formulas."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.multibody import kinematics
from gudgeon.model import PLANES
from tests.support.dense_equations import product
from tests.support.one_body import rotation
from tests.support.plain_kernels import fields, plain

RNG = np.random.default_rng(11)
INERTIA = ((0.5, 0.1, -0.05), (0.1, 0.6, 0.08), (-0.05, 0.08, 0.7))
CHANGE = np.array((0.3, -0.2, 0.5, 0.01, 0.02, -0.015))


def assembled(plane=None):
    """One body with all of its numbers different; return settings, bodies, table and state."""
    if plane:
        body = gd.Body(
            "a",
            mass=2,
            inertia=0.4,
            position=(0.3, -0.7),
            orientation=0.9,
            velocity=(1.1, 0.2),
            angular_velocity=-1.7,
        )
    else:
        p = RNG.normal(size=4)
        body = gd.Body(
            "a", mass=2, inertia=INERTIA, position=(1, 2, 3), orientation=p / np.linalg.norm(p), velocity=(0.1, -0.2, 0.3),
            angular_velocity=(0.5, 0.7, -0.4),
        )  # fmt: skip
    assembly = gd.check_model(gd.Mechanism(plane=plane, bodies=[body])).assembly
    return (
        fields(assembly.system.setting)[0],
        fields(assembly.system.bodies),
        assembly.work().bodies,
        assembly.y.copy(),
    )


def expanded(plane=None):
    setting, bodies, X, y = assembled(plane)
    plain(kinematics.expand)(setting, bodies, X, y)
    return setting, bodies, X, y


def test_pose_velocity_and_inverse_inertia_are_those_of_the_state():
    _, _, X, y = expanded()
    A = rotation(y[3:7])
    assert X[1, rec.R : rec.R + 3] == pytest.approx(y[:3])
    assert X[1, rec.A : rec.A + 9].reshape(3, 3) == pytest.approx(A, abs=1e-15)
    assert X[1, rec.V : rec.V + 3] == pytest.approx((0.1, -0.2, 0.3))
    # the state has it in the body frame
    assert X[1, rec.W : rec.W + 3] == pytest.approx((0.5, 0.7, -0.4), abs=1e-15)
    xx, yy, zz, xy, xz, yz = X[1, rec.INV : rec.INV + 6]
    inverse = A @ np.linalg.inv(np.array(INERTIA)) @ A.T
    assert np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) == pytest.approx(inverse, abs=1e-13)


def test_euler_parameters_that_are_a_little_too_long_are_the_same_rotation():
    setting, bodies, X, y = assembled()
    y[3:7] *= 1.01
    plain(kinematics.expand)(setting, bodies, X, y)
    A = X[1, rec.A : rec.A + 9].reshape(3, 3)
    assert A.T @ A == pytest.approx(np.eye(3), abs=1e-15)


@pytest.mark.parametrize("plane", PLANES)
def test_a_body_in_a_plane_turns_from_its_first_to_its_second_axis(plane):
    _, _, X, _ = expanded(plane)
    first, second, normal, sign = PLANES[plane]
    A = X[1, rec.A : rec.A + 9].reshape(3, 3)
    x, y = np.eye(3)[first], np.eye(3)[second]
    assert A @ x == pytest.approx(np.cos(0.9) * x + np.sin(0.9) * y, abs=1e-15)
    assert np.linalg.det(A) == pytest.approx(1, abs=1e-15)
    assert (X[1, rec.R + first], X[1, rec.R + second]) == (0.3, -0.7)
    assert (X[1, rec.V + first], X[1, rec.V + second], X[1, rec.V + normal]) == (1.1, 0.2, 0.0)
    assert X[1, rec.W + normal] == -1.7 * sign
    assert X[1, rec.INV + normal] == pytest.approx(2.5)


def test_accelerations_become_rates_of_the_state():
    """p' = ½ p ∘ (0, w'): the product of quaternions; angular accelerations go back into the
    body frame; powers stand at the end.
    """
    setting, _, X, y = expanded()
    X[1, rec.ACC : rec.ACC + 3], X[1, rec.ALPHA : rec.ALPHA + 3] = (1, 2, 3), (4, 5, 6)
    y_dot = np.zeros_like(y)
    plain(kinematics.contract)(setting, X, np.zeros(0), y, y_dot)
    A = rotation(y[3:7])
    expected = [
        *y[7:10],
        *(0.5 * product(y[3:7], np.array((0.0, *y[10:13])))),
        1,
        2,
        3,
        *(A.T @ (4, 5, 6)),
    ]
    assert y_dot == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("plane", PLANES)
def test_rates_in_a_plane_keep_the_sense_of_its_normal(plane):
    setting, _, X, y = expanded(plane)
    first, second, normal, sign = PLANES[plane]
    X[1, rec.ACC + first], X[1, rec.ACC + second], X[1, rec.ALPHA + normal] = 1.0, 2.0, 3.0
    y_dot = np.zeros_like(y)
    plain(kinematics.contract)(setting, X, np.zeros(0), y, y_dot)
    assert y_dot.tolist() == [1.1, 0.2, -1.7, 1.0, 2.0, 3.0 * sign]


def test_a_small_shift_moves_and_turns_the_body_in_the_global_frame():
    """To first order in the angle: its square is 7e-4, its cube 2e-5."""
    setting, _, X, y = expanded()
    before = rotation(y[3:7])
    X[1, rec.ACC : rec.ACC + 6] = CHANGE
    shifted = y.copy()
    plain(kinematics.shift_positions)(setting, X, shifted)
    assert shifted[:3] == pytest.approx(y[:3] + CHANGE[:3], abs=1e-15)
    angle = np.linalg.norm(CHANGE[3:])
    turn = rotation(np.array((np.cos(angle / 2), *(np.sin(angle / 2) * CHANGE[3:] / angle))))
    assert rotation(shifted[3:7]) == pytest.approx(turn @ before, abs=angle**3)
    assert np.linalg.norm(shifted[3:7]) == pytest.approx(1, abs=1e-15)


def test_velocities_are_shifted_in_the_global_frame():
    setting, bodies, X, y = expanded()
    X[1, rec.ACC : rec.ACC + 6] = CHANGE
    plain(kinematics.shift_velocities)(setting, X, y)
    plain(kinematics.expand)(setting, bodies, X, y)
    assert X[1, rec.V : rec.V + 3] == pytest.approx(
        np.array((0.1, -0.2, 0.3)) + CHANGE[:3], abs=1e-15
    )
    assert X[1, rec.W : rec.W + 3] == pytest.approx(
        np.array((0.5, 0.7, -0.4)) + CHANGE[3:], abs=1e-15
    )


def test_shifts_in_a_plane_are_those_of_its_coordinates():
    setting, _, X, y = expanded("xz")
    X[1, rec.ACC + 0], X[1, rec.ACC + 2], X[1, rec.ALPHA + 1] = 0.1, 0.2, 0.3
    plain(kinematics.shift_positions)(setting, X, y)
    plain(kinematics.shift_velocities)(setting, X, y)
    # the normal of xz points along -y
    assert y.tolist() == pytest.approx([0.4, -0.5, 0.6, 1.2, 0.4, -2.0])
