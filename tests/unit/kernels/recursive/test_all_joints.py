"""What joints bear where it is not unique: of least norm over all joints, in any coordinates."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from tests.support.joint_coordinates import both, difference
from tests.support.mechanisms import parallelogram
from tests.support.random_mechanisms import in_plane, in_space

ROUNDING = 1e-11  # the proximal iterations of both formulations stop there
SIZE = 1e-9  # of a force or moment that is rounding, relative to the largest force


def assert_same_reactions(mechanism, seed=0):
    cartesian, tree = both(mechanism, seed)
    assert tree.assembly.system.setting[0]["redundant"] == 1
    size = np.abs(cartesian.variable("joint_force")).max()
    for variable in ("joint_force", "joint_torque", "driver_force"):
        expected, found = cartesian.variable(variable), tree.variable(variable)
        assert np.abs(expected - found).max(initial=0.0) < ROUNDING * size
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
    return cartesian, tree


@pytest.mark.parametrize("seed", range(3))
def test_bricards_loop_bears_the_same(seed):
    assert_same_reactions(gd.library("bricard"), seed)


@pytest.mark.parametrize("seed", range(3))
def test_loops_in_a_plane_that_hold_twice_bear_the_same(seed):
    assert_same_reactions(in_plane(seed))


def test_a_loop_in_space_that_holds_twice_bears_the_same():
    assert_same_reactions(in_space(1, count=9, loops=1))


def test_two_drivers_that_could_do_without_each_other_share_the_work():
    """Those of both cranks of a parallelogram: forces and powers are of least norm, too."""
    cartesian, tree = assert_same_reactions(parallelogram(drivers=2))
    powers = cartesian.powers()
    assert np.all(np.abs(powers) > 1e-3) and tree.assembly.system.setting[0]["shared_drive"] == 1
    assert difference(powers, tree.powers()) < ROUNDING


def test_rows_that_are_independent_need_no_second_look():
    _, tree = both(gd.library("four-bar"))
    cut = int(tree.assembly.system.cuts[0]["joint"])
    rows = tree.work.rows.reshape(-1, rec.ROWS, rec.ROW_COLUMNS)
    others = [k for k in range(len(rows)) if k != cut]
    assert not rows[others, :, : rec.GAMMA].any()
