"""What tree joints bear is what constraints of the same joints bear."""

import numpy as np
import pytest

from tests.support.joint_coordinates import both, difference
from tests.support.random_mechanisms import in_plane, in_space

ROUNDING = 1e-11  # of forces: sums over the bodies outboard of accelerations that agree to 1e-12


@pytest.mark.parametrize("variable", ["joint_force", "joint_torque"])
@pytest.mark.parametrize("seed", range(6))
def test_reactions_of_trees_are_those_of_the_constraints(seed, variable):
    cartesian, tree = both(in_space(seed, rods=1), seed)
    expected = cartesian.variable(variable)
    assert np.abs(expected).max() > 1.0
    assert difference(expected, tree.variable(variable)) < ROUNDING


@pytest.mark.parametrize("seed", range(6))
def test_drivers_of_tree_joints_push_as_driven_constraints_do(seed):
    """Their force, their power, and reactions without them."""
    cartesian, tree = both(in_space(seed, driven=True), seed)
    assert len(cartesian.variable("driver_force")) > 0
    for variable in ("driver_force", "joint_force", "joint_torque"):
        assert difference(cartesian.variable(variable), tree.variable(variable)) < ROUNDING
    assert difference(cartesian.powers(), tree.powers()) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_borne_across_the_plane(seed):
    cartesian, tree = both(in_plane(seed, loops=0), seed)
    for variable in ("joint_force", "joint_torque"):
        size = max(np.abs(cartesian.variable("joint_force")).max(), 1.0)
        change = np.abs(cartesian.variable(variable) - tree.variable(variable)).max()
        assert change < ROUNDING * size
