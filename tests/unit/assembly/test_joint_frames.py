"""Points and triads of joints in the frames of their bodies."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.joint_frames import global_axes, joint_frame, local_points
from gudgeon.assembly.poses import Poses

# a quarter turn about z
TURNED = {"position": (1.0, 0.0, 0.0), "orientation": ((0, -1, 0), (1, 0, 0), (0, 0, 1))}


def mechanism(joint, plane=None, **body):
    inertia = 0.1 if plane else (1, 1, 1)
    return gd.Mechanism(
        plane=plane, bodies=[gd.Body("a", mass=1, inertia=inertia, **body)], joints=[joint]
    )


def test_a_global_point_and_axis_are_turned_into_both_bodies():
    """(1, 2, 0) lies (0, 2, 0) from the body, whose x axis points along y: there it is (2, 0,
    0).
    """
    hinge = gd.Revolute("J", between=("ground", "a"), point=(1, 2, 0), axis=(0, 3, 0))
    frame = joint_frame(mechanism(hinge, **TURNED), "J")
    np.testing.assert_allclose(frame.s_i, (1, 2, 0), atol=1e-15)
    np.testing.assert_allclose(frame.s_j, (2, 0, 0), atol=1e-15)
    np.testing.assert_allclose(frame.axes_i[2], (0, 1, 0), atol=1e-15)
    np.testing.assert_allclose(frame.axes_j[2], (1, 0, 0), atol=1e-15)
    for axes in (frame.axes_i, frame.axes_j):
        np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-15)
        assert np.linalg.det(axes) == pytest.approx(1)


def test_triads_of_tilted_axes_have_no_twist():
    """Turned about the normal of both axes, which is the shortest way, one triad becomes the
    other.
    """
    tilt = 0.3
    slider = gd.Cylindrical(
        "J",
        between=("ground", "a"),
        point=(0, 0, 0),
        local_axes=((0, 0, 1), (np.sin(tilt), 0, np.cos(tilt))),
    )
    frame = joint_frame(mechanism(slider), "J")
    turn = np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])
    np.testing.assert_allclose(frame.axes_j, frame.axes_i @ turn.T, atol=1e-15)


def test_local_points_of_bodies_at_different_heights_meet_in_the_plane():
    hinge = gd.Revolute("J", between=("ground", "a"), local_points=((1, 0), (0.5, 0)))
    made = mechanism(hinge, plane="xy", position=(0.5, 0, 0.7))
    frame, poses = joint_frame(made, "J"), Poses(made)
    np.testing.assert_allclose(poses.r[1] + poses.A[1] @ frame.s_j, frame.s_i, atol=1e-15)


def test_a_rod_has_its_length_and_no_triads():
    rod = gd.Distance("J", between=("ground", "a"), points=((0, 0, 0), (1, 2, 2)))
    frame = joint_frame(mechanism(rod, **TURNED), "J")
    assert frame.length == pytest.approx(3) and not frame.axes_i.any() and not frame.axes_j.any()


def test_a_joint_without_an_axis_has_the_normal_and_a_spring_has_points():
    ball = gd.Spherical("J", between=("ground", "a"), point=(0, 0, 0))
    made = mechanism(ball, **TURNED)
    np.testing.assert_array_equal(global_axes(ball, made, Poses(made)), [(0, 0, 1)] * 2)
    spring = gd.Spring("s", between=("ground", "a"), points=((0, 0, 0), (1, 2, 0)), stiffness=1.0)
    np.testing.assert_allclose(local_points(spring, made, Poses(made))[1], (2, 0, 0), atol=1e-15)


def test_opposite_axes_are_refused():
    hinge = gd.Revolute(
        "J", between=("ground", "a"), point=(0, 0, 0), local_axes=((0, 0, 1), (0, 0, -1))
    )
    with pytest.raises(gd.InputError, match=r"enclose 180\.0 deg at t = 0; reverse one of them"):
        joint_frame(mechanism(hinge), "J")
