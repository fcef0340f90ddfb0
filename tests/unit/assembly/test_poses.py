"""Poses, Euler parameters and triads, against the formula of Rodrigues as SciPy has it."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import gudgeon as gd
from gudgeon.assembly.poses import (
    Poses,
    euler_parameters,
    perpendicular,
    rotation,
    tilted,
    triad,
    unit,
)

RANDOM = Rotation.random(50, random_state=3)
HALF_TURNS = Rotation.from_rotvec(np.pi * np.eye(3))
EXACT = {"rtol": 0, "atol": 1e-14}


@pytest.mark.parametrize("turn", [*RANDOM, *HALF_TURNS], ids=str)
def test_rotation_matrix_is_that_of_scipy_and_gives_its_parameters_back(turn):
    x, y, z, w = turn.as_quat(canonical=True)
    np.testing.assert_allclose(rotation(np.array([w, x, y, z])), turn.as_matrix(), **EXACT)
    p = euler_parameters(turn.as_matrix())
    assert p[0] >= 0
    assert np.linalg.norm(p) == pytest.approx(1, abs=1e-15)
    np.testing.assert_allclose(rotation(p), turn.as_matrix(), **EXACT)


@pytest.mark.parametrize("near", [(1, 0, 0), (0, 0, 1), (1, 2, 3)])
def test_triad_is_right_handed_and_ends_with_the_axis(near):
    b = unit((1, 2, -2))
    h, t, last = found = triad(b, np.array(near, float))
    np.testing.assert_allclose(found @ found.T, np.eye(3), **EXACT)
    np.testing.assert_allclose(np.cross(h, t), last, **EXACT)
    np.testing.assert_array_equal(last, b)


def test_perpendicular_is_a_unit_vector_normal_to_the_axis():
    for axis in np.eye(3):
        assert perpendicular(axis) @ axis == 0
        assert np.linalg.norm(perpendicular(axis)) == 1


def test_tilted_triad_is_turned_the_shortest_way():
    """The rotation about a x b by the angle between both, of Rodrigues."""
    first, b = triad(np.array([0.0, 0, 1]), np.array([1.0, 0, 0])), unit((0.3, -0.4, 0.8))
    axis = np.cross(first[2], b)
    turn = Rotation.from_rotvec(axis / np.linalg.norm(axis) * np.arccos(first[2] @ b))
    np.testing.assert_allclose(tilted(first, b), turn.apply(first), **EXACT)


def test_poses_of_a_plane_turn_about_its_normal():
    body = gd.Body(
        "bar", mass=1, inertia=1, position=(2, 3), orientation=np.pi / 2, angular_velocity=4.0
    )
    poses = Poses(gd.Mechanism(plane="xy", bodies=[body]))
    np.testing.assert_allclose(poses.r[1], (2, 3, 0), **EXACT)
    np.testing.assert_allclose(poses.w[1], (0, 0, 4), **EXACT)
    np.testing.assert_allclose(poses.A[1], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], **EXACT)
    np.testing.assert_allclose(poses.local_point(1, (2, 4, 0)), (1, 0, 0), **EXACT)
