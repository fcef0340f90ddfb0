"""A mechanism moves the same, however it is looked at and described."""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.frame_invariance import in_space, matrix, moved, swapped

# frames change the path of the step control: both runs must be far more exact than their
# difference, 1e-9
RTOL = 1e-12


def soft_governor():
    """The governor with springs a thousand times softer: stiff ones turn rounding of positions
    into accelerations.
    """
    governor = gd.library("governor")
    return dataclasses.replace(
        governor,
        forces=[dataclasses.replace(force, stiffness=800, damping=40) for force in governor.forces],
    )


SPATIAL = {
    "spatial-slider-crank": 1.0, "four-bar": 0.5, "revolute-slider-crank": 0.5, "triple-pendulum": 0.5,
    "bricard": 0.5, "soft governor": 0.5,
}  # fmt: skip
PLANAR = {"planar-slider-crank": 0.024, "andrews-squeezer": 0.01, "four-bar-windows": 0.3}


def run(mechanism, duration):
    return gd.simulate(mechanism, duration, rtol=RTOL, output_step=duration / 20)


def same(actual, expected, scale=1.0):
    """Agree to 1e-9 of the largest component, or of a scale if that is larger."""
    np.testing.assert_allclose(
        actual, expected, rtol=0, atol=1e-9 * max(scale, float(np.max(np.abs(expected))))
    )


def largest_reaction(result, mechanism):
    """Return the largest force in any joint [N]; forces and torques at other joints are
    differences of such.
    """
    return max(
        1.0, *(float(np.max(np.abs(result.joint(joint.name).force))) for joint in mechanism.joints)
    )


@pytest.fixture(scope="module", params=SPATIAL)
def case(request):
    mechanism = soft_governor() if request.param == "soft governor" else gd.library(request.param)
    duration = SPATIAL[request.param]
    return mechanism, duration, run(mechanism, duration)


def test_turning_and_shifting_the_world_changes_only_the_frame(case):
    mechanism, duration, before = case
    rng = np.random.default_rng(7)
    p = rng.normal(size=4)
    R, shift = matrix(p / np.linalg.norm(p)), rng.uniform(-2, 2, 3)
    after = run(moved(mechanism, R, shift), duration)
    for body in mechanism.bodies:
        here, other = before.body(body.name), after.body(body.name)
        same(other.position, here.position @ R.T + shift)
        same(other.rotation, R @ here.rotation)
        for name in ("velocity", "angular_velocity", "acceleration", "angular_acceleration"):
            same(getattr(other, name), getattr(here, name) @ R.T)
    scale = largest_reaction(before, mechanism)
    for joint in mechanism.joints:
        same(after.joint(joint.name).force, before.joint(joint.name).force @ R.T, scale)
        same(after.joint(joint.name).torque, before.joint(joint.name).torque @ R.T, scale)


def track(result, mechanism, body, point):
    """Return where a point of a body (global at t = 0) goes."""
    if body == "ground":
        return np.asarray(point)
    described = mechanism.body(body)
    return result.body(body).at(
        matrix(described.orientation).T @ (np.asarray(point) - described.position)
    )


def test_swapping_the_bodies_of_every_joint_turns_the_reactions_round(case):
    """The torque is about the point of the second body, which may have slid away from that of
    the first.
    """
    mechanism, duration, before = case
    after = run(swapped(mechanism), duration)
    for body in mechanism.bodies:
        for name in ("position", "rotation", "velocity", "angular_velocity", "acceleration"):
            same(getattr(after.body(body.name), name), getattr(before.body(body.name), name))
    scale = largest_reaction(before, mechanism)
    for joint in mechanism.joints:
        here, other = before.joint(joint.name), after.joint(joint.name)
        first, second = (track(before, mechanism, body, joint.point) for body in joint.between)
        same(other.force, -here.force, scale)
        same(other.torque, -(here.torque + np.cross(second - first, here.force)), scale)


@pytest.mark.parametrize("name", PLANAR)
def test_plane_and_space_give_the_same_motion_and_reactions(name):
    """In space the loops of parallel hinges are redundant: the in-plane reactions stay
    determined.
    """
    flat = gd.library(name)
    compare(flat, in_space(flat), PLANAR[name])


def test_plane_agrees_with_a_spatial_mechanism_that_is_not_redundant():
    """A ball, a sleeve and one hinge less: eighteen coordinates, seventeen constraints."""
    flat = gd.library("planar-slider-crank")
    solid = in_space(flat)
    kinds = {"B": gd.Spherical("B", between=("crank", "rod"), point=solid.joint("B").point)}
    kinds["C"] = gd.Cylindrical(
        "C", between=("rod", "slider"), point=solid.joint("C").point, axis=(0, 0, 1)
    )
    solid = dataclasses.replace(
        solid, joints=[kinds.get(joint.name, joint) for joint in solid.joints]
    )
    assert gd.check_model(solid).redundant == ()
    compare(flat, solid, 0.024)


def compare(flat, solid, duration):
    """Run both and compare motion, in-plane reactions, and the motors' moments."""
    first, second = run(flat, duration), run(solid, duration)
    for body in flat.bodies:
        for name in ("position", "velocity", "acceleration", "angular_velocity", "rotation"):
            same(getattr(second.body(body.name), name), getattr(first.body(body.name), name))
    scale = largest_reaction(first, flat)
    for joint in flat.joints:
        force, torque = second.joint(joint.name).force, second.joint(joint.name).torque
        same(force, first.joint(joint.name).force, scale)  # nothing acts out of the plane
        same(torque[:, 2], first.joint(joint.name).torque[:, 2], scale)
    for driver in flat.drivers:
        same(second.driver(driver.name).force, first.driver(driver.name).force)
