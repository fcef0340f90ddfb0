import numpy as np
import pytest

from gudgeon import InputError
from gudgeon.model.exchange.frames import Frame
from gudgeon.model.exchange.imported import Report
from gudgeon.model.exchange.links import Connection, Inertial, Link, Tree, unit_axis

X, Z = np.eye(3)[0], np.eye(3)[2]
BALL = Inertial(1.0, X, 0.1 * np.eye(3))


def connection(name, parent, child, kind="revolute", **more):
    return Connection(name, 1, kind, parent, child, Frame.at(), Z, **more)


def test_a_joint_beside_the_origin_turns_about_its_own_point():
    """A quarter turn about z through (1, 0, 0) takes (0, 0, 0) to (1, -1, 0)."""
    turned = connection("j", "a", "b", at=X, start=np.pi / 2).place()
    assert np.allclose(turned.origin, (1, -1, 0))
    slid = connection("j", "a", "b", kind="prismatic", start=0.5).place()
    assert np.allclose(slid.origin, (0, 0, 0.5))


def test_frames_follow_the_tree_in_whatever_order_joints_stand():
    links = [Link("a", 1), Link("b", 1, [BALL]), Link("c", 1, [BALL])]
    joints = [connection("k", "b", "c"), connection("j", "a", "b")]
    joints[1].frame = Frame.at((0, 0, 1))
    joints[0].frame = Frame.at((0, 0, 2))
    frames = Tree(Report("own"), links, joints).frames()
    assert frames["c"].origin.tolist() == [0, 0, 3]


def test_a_tree_is_checked():
    with pytest.raises(InputError, match="has no links"):
        Tree(Report("own"), [], [])
    with pytest.raises(InputError, match="in a circle"):
        Tree(Report("own"), [Link("a", 1)], [connection("j", "a", "a")])


def test_a_direction_needs_a_length():
    assert unit_axis((0, 3, 4)).tolist() == [0, 0.6, 0.8]
    assert unit_axis((0, 0, 0)) is None
    assert unit_axis((1e300, 0, 0)) is None


def test_long_chains_are_followed_in_whatever_order_they_stand():
    """Welds and links without mass in thousands end in time; more are refused."""
    count = 2500
    links = [Link(str(k), 1) for k in range(count)]
    joints = [connection(f"j{k}", str(k - 1), str(k)) for k in range(count - 1, 0, -1)]
    with pytest.raises(InputError, match="nothing in it moves"):
        Tree(Report("own"), links, joints).imported("own", (0.0, 0.0, 0.0), False)
    with pytest.raises(InputError, match="has more than 3000 links"):
        Tree(Report("own"), [Link(str(k), 1) for k in range(4000)], [])
