import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.robot_tree import RobotTree
from tests.support.driven_pendulum import driven_pendulum


def test_a_tree_follows_the_joints_and_leaves_loops_over():
    tree = RobotTree(gd.library("four-bar"))
    assert len(tree.edges) == len(tree.mechanism.bodies)
    assert len(tree.loops) == len(tree.mechanism.joints) - len(tree.mechanism.bodies)
    reached = {0}
    for edge in tree.edges:
        assert edge.parent in reached
        reached.add(edge.child)


def test_springs_are_taken_along_and_the_rest_is_named():
    tree = RobotTree(driven_pendulum())
    (edge,) = tree.edges
    assert edge.motions[0].damping == 0.1
    assert tree.notes == ["force 'motor' is left out"]


def test_a_body_without_joints_is_free():
    mass = gd.Body("mass", mass=1, inertia=(1, 1, 1))
    (edge,) = RobotTree(gd.Mechanism(bodies=[mass])).edges
    assert edge.joint is None


@pytest.mark.parametrize("forward", [True, False])
def test_a_motion_has_the_sign_of_its_coordinate(forward):
    """A joint whose first body is the child turns the other way round."""
    between = ("ground", "a") if forward else ("a", "ground")
    body = gd.Body("a", mass=1, inertia=(1, 1, 1))
    hinge = gd.Revolute("A", between=between, point=(0, 0, 0), axis=(0, 0, 1))
    (edge,) = RobotTree(gd.Mechanism(bodies=[body], joints=[hinge])).edges
    assert np.allclose(edge.motions[0].axis, (0, 0, 1 if forward else -1))
