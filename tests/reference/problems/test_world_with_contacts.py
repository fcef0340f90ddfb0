"""A mechanism with a loose joint moves the same, however it is looked at and described, inside
the horizon of its chaos.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.frame_invariance import in_space, matrix, moved

# frames change the path of the step control, and each impact multiplies the difference
RTOL, SAME = 1e-12, 1e-7
THRELFALL = gd.Threlfall(0.1, v_1=1e-2)
DAMPED = gd.LankaraniNikravesh(1e9, restitution=0.8)

SPATIAL = {
    "ball": (lambda: gd.library("four-bar", C=gd.Clearance(contact=DAMPED, friction=THRELFALL)), 0.05),
    "hinge with ends": (
        lambda: gd.library("revolute-slider-crank", A=gd.Clearance(contact=DAMPED, friction=THRELFALL, support="ends")), 0.03,
    ),
    "hinge with strips": (lambda: gd.library("revolute-slider-crank", A=gd.Clearance(contact=DAMPED, strips=4)), 0.03),
    "ball with bristles": (lambda: gd.library("four-bar", C=gd.Clearance(contact=DAMPED, friction=gd.Dahl(0.1, sigma_0=1e5))), 0.04),
    "hinge with bristles": (
        lambda: gd.library("revolute-slider-crank", A=gd.Clearance(contact=DAMPED, friction=gd.Dahl(0.1, sigma_0=1e5), support="ends")),
        0.02,
    ),
}  # fmt: skip


def run(mechanism, duration):
    return gd.simulate(mechanism, duration, rtol=RTOL, output_step=duration / 50)


def same(actual, expected, scale=0.1, allowed=SAME):
    """Agree to a part of the largest component, or of a scale if that is larger: what should be
    zero has none of its own.
    """
    np.testing.assert_allclose(
        actual, expected, rtol=0, atol=allowed * max(scale, float(np.max(np.abs(expected))))
    )


@pytest.fixture(scope="module", params=SPATIAL)
def case(request):
    build, duration = SPATIAL[request.param]
    mechanism = build()
    result = run(mechanism, duration)
    assert len(result.impacts) >= 3
    return mechanism, duration, result


def test_turning_and_shifting_the_world_changes_only_the_frame(case):
    mechanism, duration, before = case
    rng = np.random.default_rng(11)
    p = rng.normal(size=4)
    R, shift = matrix(p / np.linalg.norm(p)), rng.uniform(-1, 1, 3)
    after = run(moved(mechanism, R, shift), duration)
    np.testing.assert_allclose(
        after.impacts["start"], before.impacts["start"], rtol=0, atol=SAME * duration
    )
    assert list(after.impacts["contact"]) == list(before.impacts["contact"])
    for body in mechanism.bodies:
        first, second = before.body(body.name), after.body(body.name)
        same(second.position, first.position @ R.T + shift, 1.0)
        same(second.rotation, R @ first.rotation)
        same(second.velocity, first.velocity @ R.T)
        same(second.angular_velocity, first.angular_velocity @ R.T)
    for label in before.layout.labels["contact"]:
        first, second = before.contact(label), after.contact(label)
        same(second.penetration, first.penetration, 1e-3)
        # a force is the derivative of 1e9 N/m^1.5 times a depth
        same(second.normal_force, first.normal_force, 10.0, 1e-5)
        same(second.friction, first.friction @ R.T, 10.0, 1e-5)


def test_order_of_bodies_and_joints_in_the_description_does_not_matter(case):
    mechanism, duration, before = case
    other = dataclasses.replace(
        mechanism, bodies=mechanism.bodies[::-1], joints=mechanism.joints[::-1]
    )
    after = run(other, duration)
    np.testing.assert_allclose(
        after.impacts["start"], before.impacts["start"], rtol=0, atol=SAME * duration
    )
    for body in mechanism.bodies:
        same(after.body(body.name).position, before.body(body.name).position)
        same(after.body(body.name).velocity, before.body(body.name).velocity)


def test_swapping_the_bodies_of_the_other_joints_does_not_matter(case):
    """The loose joint keeps its roles, bearing and journal; the ideal ones have none."""
    mechanism, duration, before = case
    swapped = []
    for joint in mechanism.joints:
        change = {"between": joint.between[::-1]} if isinstance(joint.fit, gd.Ideal) else {}
        if change and getattr(joint, "axes", None) is not None:
            change["axes"] = joint.axes[::-1]
        swapped.append(dataclasses.replace(joint, **change))
    after = run(dataclasses.replace(mechanism, joints=swapped), duration)
    np.testing.assert_allclose(
        after.impacts["start"], before.impacts["start"], rtol=0, atol=SAME * duration
    )
    for body in mechanism.bodies:
        same(after.body(body.name).position, before.body(body.name).position)
        same(after.body(body.name).velocity, before.body(body.name).velocity)


def test_bearing_and_journal_may_change_bodies_where_only_the_gap_matters():
    """Without friction a ball in a socket of either body is the same."""
    first = gd.library("four-bar", C=gd.Clearance(contact=DAMPED))
    C = dataclasses.replace(first.joint("C"), between=first.joint("C").between[::-1])
    second = dataclasses.replace(
        first, joints=[C if joint.name == "C" else joint for joint in first.joints]
    )
    before, after = run(first, 0.05), run(second, 0.05)
    np.testing.assert_allclose(
        after.impacts["start"], before.impacts["start"], rtol=0, atol=SAME * 0.05
    )
    for body in first.bodies:
        same(after.body(body.name).position, before.body(body.name).position)
    same(after.joint("C").eccentricity, -before.joint("C").eccentricity)
    same(after.joint("C").force, -before.joint("C").force, allowed=1e-5)


@pytest.mark.parametrize(
    "friction", [None, THRELFALL, gd.Dahl(0.1, sigma_0=1e5)], ids=["dry", "Threlfall", "Dahl"]
)
def test_plane_and_space_give_the_same_impacts(friction):
    """A journal in the plane is the aligned journal in space, carried by one line: strips, all
    alike.
    """
    flat = gd.library("planar-slider-crank", C=gd.Clearance(contact=DAMPED, friction=friction))
    solid = in_space(flat)
    axis = {"axis": (0, 0, 1)}
    wide = {"bearing_length": 0.04, "journal_length": 0.04, "axial_clearance": None}
    joints = {joint.name: joint for joint in solid.joints}
    joints["C"] = dataclasses.replace(
        joints["C"],
        **axis,
        **wide,
        fit=dataclasses.replace(flat.joint("C").fit, strips=2, axial_contact=SOFT),
    )
    # In space only one hinge holds the rod in the plane: with those of the plane the loop is
    # redundant, which changes nothing.
    turns = 2 * np.pi / 523.6 * (0.8 if friction is None else 1.2)
    first, second = (
        run(flat, turns),
        run(dataclasses.replace(solid, joints=list(joints.values())), turns),
    )
    assert len(first.impacts) >= 2
    # both strips touch at once; the ends never
    starts = np.unique(np.round(second.impacts["start"], 9))
    np.testing.assert_allclose(starts, first.impacts["start"], rtol=0, atol=1e-8)
    for body in flat.bodies:
        for name in ("position", "velocity", "angular_velocity", "rotation"):
            same(getattr(second.body(body.name), name), getattr(first.body(body.name), name))
    same(second.joint("C").force[:, :2], first.joint("C").force[:, :2], allowed=1e-5)


# equal lengths leave no axial play: the ends touch at rest, and must not carry
SOFT = gd.Hertz(1.0)
