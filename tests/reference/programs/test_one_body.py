"""Every joint between the ground and one body against an integration that shares no code with
the package.
"""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.one_body import histories, rotation

TIMES = np.linspace(0, 1, 51)
JOINTS = (
    gd.Spherical, gd.Revolute, gd.Cylindrical, gd.Translational, gd.Universal, gd.Planar, gd.PointOnLine, gd.Rigid, gd.Distance,
)  # fmt: skip


def tied(kind, seed):
    """Return a body with random inertia and place, tied to the ground by a joint anywhere, with
    a velocity that the joint allows.
    """
    random = np.random.default_rng(seed)
    A = rotation(random.normal(size=4))
    r, P = random.normal(size=3), random.normal(size=3)
    if kind is gd.Distance:
        joint = gd.Distance(
            "joint1", between=("ground", "body"), points=(P, r + 0.3 * random.normal(size=3))
        )
    else:
        axis = random.normal(size=3)
        axis /= np.linalg.norm(axis)
        given = {"local_points": (P, A.T @ (P - r))}
        if kind is gd.Universal:
            other = np.cross(axis, random.normal(size=3))
            given["local_axes"] = (axis, A.T @ other / np.linalg.norm(other))
        elif kind is not gd.Spherical:
            given["local_axes"] = (axis, A.T @ axis)
        joint = kind("joint1", between=("ground", "body"), **given)
    inertia = 0.1 * np.diag(1.0 + 0.5 * random.random(3)) + 0.01 * np.ones((3, 3))
    body = gd.Body("body", mass=0.5 + random.random(), inertia=inertia, position=r, orientation=A)
    return gd.Mechanism(gravity=(1.0, -2.0, -9.0), bodies=[body], joints=[joint])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", JOINTS)
def test_one_body_moves_and_its_joint_reacts_as_integrated_independently(kind, seed):
    """From rest for a second, at rtol 1e-10; both leave errors of some 1e-9, a hundredth of what
    is allowed.
    """
    mechanism = tied(kind, seed)
    result = gd.simulate(mechanism, TIMES[-1], output_times=TIMES, rtol=1e-10)
    body, joint = result.body("body"), result.joint("joint1")
    true = histories(mechanism, TIMES)
    turns = np.array([rotation(quaternion) for quaternion in body.orientation])
    given = mechanism.joints[0]
    P = np.array(given.points[0] if kind is gd.Distance else given.local_points[0])
    start = mechanism.bodies[0]
    A_0, r_0 = np.array(start.orientation), np.array(start.position)
    s = (
        A_0.T @ (np.array(given.points[1]) - r_0)
        if kind is gd.Distance
        else np.array(given.local_points[1])
    )
    arm = body.position + turns @ s - P
    found = {
        "Pos": body.position, "Vel": body.velocity, "Acc": body.acceleration, "Avel": body.angular_velocity,
        "Aacc": body.angular_acceleration, "Rforce": -joint.force, "Rtorque": -joint.torque - np.cross(arm, joint.force),
    }  # fmt: skip
    for quantity, values in found.items():
        assert np.abs(values - true[quantity]).max() <= 1e-7 * max(
            1.0, np.abs(true[quantity]).max()
        ), quantity
