"""Cut joints close the loops of a tree: the same accelerations, residuals that vanish."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import POSITIONS
from tests.support.joint_coordinates import both, difference
from tests.support.random_mechanisms import in_plane, in_space

ROUNDING = 1e-12  # relative, of systems with condition numbers below 1e3


@pytest.mark.parametrize("seed", [0, 1, 5, 7])
def test_loops_closed_by_ball_joints_accelerate_as_constrained_bodies_do(seed):
    cartesian, tree = both(in_space(seed, count=9, loops=1), seed)
    assert len(tree.assembly.system.cuts) == 1
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_rods_between_branches_accelerate_as_constrained_bodies_do(seed):
    cartesian, tree = both(in_space(seed, rods=3), seed)
    assert len(tree.assembly.system.cuts) == 3
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING


@pytest.mark.parametrize("name", ["bricard", "four-bar", "andrews-squeezer", "four-bar-windows"])
def test_loops_of_the_library_accelerate_as_constrained_bodies_do(name):
    """Bricard's loop has a redundant row: accelerations are unique all the same, and the proximal
    iterations of both formulations stop at 1e-11.
    """
    cartesian, tree = both(gd.library(name))
    assert len(tree.assembly.system.cuts) > 0
    assert (tree.work.count[rec.REDUNDANT] > 0) == (name == "bricard")
    assert difference(cartesian.accelerations(), tree.accelerations()) < 1e-11


@pytest.mark.parametrize("seed", range(3))
def test_redundant_loops_in_a_plane_accelerate_as_constrained_bodies_do(seed):
    """Two pins between the same bodies, or a guide beside a pin, hold some motion twice."""
    cartesian, tree = both(in_plane(seed), 0)
    assert difference(cartesian.accelerations(), tree.accelerations()) < 1e-11


def test_an_open_loop_is_closed_by_the_least_change_of_its_coordinates():
    """Moved off by 1e-3, the four-bar closes to rounding within Newton's ten rounds."""
    tree = on_tree(check_model(gd.library("four-bar")).assembly)
    y = tree.y.copy()
    y[: int(tree.system.setting[0]["n_q"])] += 1e-3
    residual = evaluate_at(tree.system, tree.work(), 0.0, y, np.zeros_like(y), POSITIONS)
    assert residual < 1e-13
    assert np.abs(y - tree.y).max() < 1e-2
