"""Cut joints: their paths, and how many of their rows are redundant in any position."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels import records as rec
from gudgeon.kernels.multibody.schur import FACTOR


def tree_of(mechanism):
    return on_tree(check_model(mechanism).assembly)


def left_out(mechanism):
    """Return how many rows the factorisation leaves out."""
    program = tree_of(mechanism).system.program
    return int(program[program[:, 0] == FACTOR, 3].sum())


def hinged_four_bar(angle):
    """Return a parallelogram in space with four parallel hinges; at an angle of zero it is flat."""
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    corners = [np.zeros(3), way, way + [2.0, 0, 0], np.array([2.0, 0, 0])]
    bodies = [
        gd.Body(name, mass=1.0, inertia=(0.1, 0.2, 0.3), position=(first + second) / 2)
        for name, first, second in zip("abc", corners[:-1], corners[1:], strict=True)
    ]
    pairs = [("ground", "a"), ("a", "b"), ("b", "c"), ("c", "ground")]
    joints = [
        gd.Revolute(name, between=pair, point=corner, axis=(0, 0, 1))
        for name, pair, corner in zip("ABCD", pairs, corners, strict=True)
    ]
    return gd.Mechanism(bodies=bodies, joints=joints, gravity=(0, -9.81, 0))


@pytest.mark.parametrize("angle", [1.0, 0.0])
def test_a_hinged_four_bar_has_three_redundant_rows_wherever_it_starts(angle):
    """Twenty rows hold eighteen freedoms and leave one; flat, another one is redundant there alone."""
    assert left_out(hinged_four_bar(angle)) == 3


@pytest.mark.parametrize(
    ("name", "count"), [("bricard", 1), ("four-bar", 0), ("andrews-squeezer", 0)]
)
def test_loops_of_the_library(name, count):
    assert left_out(gd.library(name)) == count


def test_a_path_has_the_nodes_of_both_bodies_and_then_those_that_they_share():
    tree = tree_of(gd.library("andrews-squeezer"))
    nodes, paths = tree.system.nodes, tree.system.paths
    for cut in tree.system.cuts:
        first, second, trunk, end = (int(cut[name]) for name in ("first", "second", "trunk", "end"))
        for start, stop, node in ((first, second, "node_i"), (second, trunk, "node_j")):
            way = [*paths[start:stop], *paths[trunk:end]]
            assert way == ancestors(nodes, int(cut[node]))
    assert tree.path_lines == len(paths)  # of single freedoms


def ancestors(nodes, node):
    """Return a node and those on which it hangs, without the ground."""
    found = []
    while node > 0:
        assert nodes[node]["kind"] != rec.FREE_NODE
        found.append(node)
        node = int(nodes[node]["parent"])
    return found
