"""The choice of tree and cuts, the state in joint coordinates, and what is refused."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import (
    CROSS,
    cartesian_state,
    mobility,
    on_tree,
    spanning_tree,
    tree_state,
)
from gudgeon.kernels import records as rec
from tests.support.mechanisms import parallelogram
from tests.support.random_mechanisms import in_plane, in_space


def cut_joints(mechanism):
    """Return the names of the cut joints that have constraints, and the tree."""
    tree = on_tree(check_model(mechanism).assembly)
    records = tree.system.joints[tree.system.cuts["joint"]]
    return [mechanism.joints[k].name for k in records["output"]], tree


def test_a_loop_is_cut_at_a_joint_with_few_rows():
    """The four-bar has revolute, universal and spherical joints: a spherical one is cut."""
    mechanism = gd.library("four-bar")
    names, tree = cut_joints(mechanism)
    rows = {joint.name: joint.removes for joint in mechanism.joints}
    assert len(names) == 1 and rows[names[0]] == min(rows.values())
    assert len(tree.system.nodes) - 1 >= len(mechanism.bodies)


def test_a_joint_with_clearance_cuts_its_loop_and_leaves_no_constraint():
    names, tree = cut_joints(gd.library("four-bar", C="clearance"))
    setting = tree.system.setting[0]
    assert names == [] and setting["n_v"] == check_model(tree.mechanism).dof


def test_rods_and_points_on_lines_are_always_cut():
    names, tree = cut_joints(in_space(0, rods=2))
    assert len(names) == 2 and all(name.startswith("rod") for name in names)
    names, tree = cut_joints(gd.library("pendulum"))
    assert len(names) == 1 and tree.system.setting[0]["free"] == 1


@pytest.mark.parametrize("seed", range(5))
def test_nodes_come_after_their_parents_and_subtrees_in_one_piece(seed):
    mechanism = in_space(seed, count=12, free=2)
    nodes = on_tree(check_model(mechanism).assembly).system.nodes
    parents = nodes["parent"]
    assert all(parents[k] < k for k in range(1, len(nodes)))
    assert sorted(nodes["body"][nodes["body"] > 0]) == list(range(1, 13))
    for k in range(1, len(nodes)):
        members = {k}
        for other in range(k + 1, len(nodes)):
            if parents[other] in members:
                members.add(other)
        assert members == set(range(k, k + len(members)))


def test_every_body_hangs_once():
    mechanism = in_space(3, count=9, loops=3)
    edges = spanning_tree(mechanism, check_model(mechanism).assembly.system.joints)
    assert sorted(edge.body for edge in edges) == list(range(1, 10))


@pytest.mark.parametrize("mechanism", [in_space(2, rods=1), in_plane(1, loops=0)])
def test_the_state_is_that_of_the_bodies(mechanism):
    assembly = check_model(mechanism).assembly
    tree = on_tree(assembly)
    back = cartesian_state(assembly, tree, 0.0, tree.y)
    n_q = int(assembly.system.setting[0]["n_q"])
    if mechanism.plane is None:  # p and -p are the same rotation
        for k in range(len(mechanism.bodies)):
            p = slice(7 * k + 3, 7 * k + 7)
            back[p] *= np.sign(back[p] @ assembly.y[p])
    else:
        angles = slice(2, n_q, 3)
        back[angles] += 2 * np.pi * np.round((assembly.y[angles] - back[angles]) / (2 * np.pi))
    np.testing.assert_allclose(back, assembly.y, atol=1e-13)


def test_bristles_move_with_the_end_of_the_velocities():
    mechanism = gd.library("four-bar", C="clearance")
    joint = mechanism.joint("C")
    bristly = gd.Clearance(contact=joint.fit.contact, friction=gd.LuGre(0.1, 0.2, 1e-3, 1e5, 300))
    assembly = check_model(mechanism.with_fit("C", bristly)).assembly
    tree = on_tree(assembly)
    for chosen in (assembly, tree):
        setting = chosen.system.setting[0]
        contacts = chosen.system.contacts
        assert contacts["bristle"][0] == setting["n_q"] + setting["n_v"]
        assert np.shares_memory(contacts, chosen.system.records)
    assert not np.shares_memory(assembly.system.records, tree.system.records)


def test_rows_of_all_joints_are_kept_where_loops_are_cut():
    for name in ("bricard", "triple-pendulum"):
        assembly = check_model(gd.library(name)).assembly
        system = on_tree(assembly).system
        kept = len(assembly.system.joints) if len(system.cuts) else 0
        assert len(system.all_joints) == kept
        assert np.array_equal(system.all_joints["rows"], assembly.system.joints["rows"][:kept])
        assert system.setting[1]["n_q"] == assembly.system.setting[0]["n_q"]


def test_what_drivers_do_is_shared_where_they_hold_each_other():
    """Two drivers turn both cranks of a parallelogram alike: one would do."""
    for count, shared in ((1, 0), (2, 1)):
        tree = on_tree(check_model(parallelogram(count)).assembly)
        assert tree.system.setting[0]["shared_drive"] == shared


@pytest.mark.parametrize("seed", range(3))
def test_a_state_goes_to_cartesian_coordinates_and_back(seed):
    assembly = check_model(in_space(seed, count=6, driven=True)).assembly
    tree = on_tree(assembly)
    back = tree_state(assembly, 0.0, cartesian_state(assembly, tree, 0.0, tree.y))
    assert np.abs(back - tree.y).max() < 1e-14 * np.abs(tree.y).max()


def test_driven_freedoms_are_no_part_of_the_state():
    mechanism = in_space(1, driven=True)
    tree = on_tree(check_model(mechanism).assembly)
    driven = tree.system.nodes["driver"] >= 0
    assert driven.sum() == len(mechanism.drivers) > 0
    freedoms = {rec.TURN_NODE: 1, rec.SLIDE_NODE: 1, rec.BALL_NODE: 3, rec.FREE_NODE: 6}
    free = [freedoms.get(int(node["kind"]), 0) for node in tree.system.nodes[1:][~driven[1:]]]
    assert sum(free) == tree.system.setting[0]["n_v"]


@pytest.mark.parametrize(
    ("joint", "planar", "expected"),
    [
        (gd.Revolute, False, ((), rec.TURN_NODE)),
        (gd.Spherical, False, ((), rec.BALL_NODE)),
        (gd.Cylindrical, False, ((2,), rec.TURN_NODE)),
        (gd.Translational, False, ((2,), rec.FIXED_NODE)),
        (gd.Planar, False, ((0, 1), rec.TURN_NODE)),
        (gd.Rigid, False, ((), rec.FIXED_NODE)),
        (gd.Universal, False, ((), CROSS)),
        (gd.PointOnLine, False, None),
        (gd.Revolute, True, ((), rec.TURN_NODE)),
        (gd.Spherical, True, ((), rec.TURN_NODE)),
        (gd.Translational, True, ((2,), rec.FIXED_NODE)),
        (gd.Rigid, True, ((), rec.FIXED_NODE)),
        (gd.PointOnLine, True, None),
    ],
)
def test_what_a_joint_leaves_free_follows_from_what_it_holds(joint, planar, expected):
    described = {
        gd.Spherical: {},
        gd.Rigid: {},
        gd.Universal: {"axes": ((1, 0, 0), (0, 1, 0))},
    }.get(joint, {"axis": (1, 0, 0)})
    if planar and joint is gd.Revolute:
        described = {}
    chosen = joint("j", between=("ground", "b"), point=(0, 0, 0), **described)
    found = mobility(chosen, planar)
    assert (found if found is None else tuple(found)) == expected


def test_a_joint_on_bushings_is_part_of_the_tree_by_what_it_still_holds():
    """Soft across its axis and along it, a hinge still holds its axis: three slides and a turn."""
    soft = gd.Bushing(radial=1e5, axial=1e5)
    hinge = gd.Revolute("A", between=("ground", "b"), point=(0, 0, 0), axis=(1, 0, 0), fit=soft)
    assert mobility(hinge, False) == ((0, 1, 2), rec.TURN_NODE)
    loose = gd.Clearance(contact=gd.Hertz(1e8))
    ball = gd.Spherical(
        "B", between=("ground", "b"), point=(0, 0, 0), radial_clearance=1e-4, fit=loose
    )
    assert mobility(ball, False) is None
