import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from gudgeon.model.exchange.frames import (
    Frame,
    about,
    cross,
    plain,
    quaternion,
    roll_pitch_yaw,
    sequence,
    unit,
)

ANGLES = (0.4, -1.2, 2.9)


@pytest.mark.parametrize("order", ["zxz", "xyz", "zyx", "yxz"])
def test_sequences_of_rotations_are_those_of_scipy(order):
    fixed = Rotation.from_euler(order, ANGLES).as_matrix()
    turned = Rotation.from_euler(order.upper(), ANGLES).as_matrix()
    assert np.allclose(sequence(order, ANGLES, fixed=True), fixed, atol=1e-15)
    assert np.allclose(sequence(order, ANGLES), turned, atol=1e-15)


def test_other_rotations_are_those_of_scipy():
    assert np.allclose(
        roll_pitch_yaw(ANGLES), Rotation.from_euler("xyz", ANGLES).as_matrix(), atol=1e-15
    )
    axis = unit((1, -2, 3))
    assert np.allclose(
        about((2, -4, 6), 0.7), Rotation.from_rotvec(0.7 * axis).as_matrix(), atol=1e-15
    )
    q = (0.3, -0.4, 1.2, 0.1)
    known = Rotation.from_quat((*q[1:], q[0])).as_matrix()
    assert np.allclose(quaternion(q), known, atol=1e-15)


def test_frames_are_put_into_each_other_and_back():
    outer = Frame.at((1, 2, 3), about((1, 1, 0), 0.3))
    inner = Frame.at((-1, 0, 2), about((0, 1, 1), -0.8))
    back = outer.of(inner).seen_from(outer)
    assert np.allclose(back.origin, inner.origin, atol=1e-15)
    assert np.allclose(back.axes, inner.axes, atol=1e-15)
    assert np.allclose(outer.local(outer.point((4, 5, 6))), (4, 5, 6), atol=1e-14)
    assert np.allclose(outer.local_direction(outer.direction((4, 5, 6))), (4, 5, 6), atol=1e-14)


def test_small_things():
    assert plain(np.array([1, 2.5])) == (1.0, 2.5)
    assert cross(np.array([1.0, 0, 0]), np.array([0, 1.0, 0])).tolist() == [0, 0, 1]
