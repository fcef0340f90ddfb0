"""Accelerations of trees by articulated bodies are those of the constrained bodies."""

import pytest

import gudgeon as gd
from tests.support.joint_coordinates import both, difference
from tests.support.random_mechanisms import in_plane, in_space

# Condition numbers of the constrained systems stay below 1e3 here, so that rounding of the
# Cartesian ones is below 1e-12.
ROUNDING = 1e-12


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_accelerate_as_constrained_bodies_do(seed):
    cartesian, tree = both(in_space(seed), seed)
    assert len(tree.assembly.system.cuts) == 0
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
    assert difference(cartesian.powers(), tree.powers()) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_free_bodies_and_loose_joints_leave_no_constraint(seed):
    cartesian, tree = both(in_space(seed, loose=1, free=2), seed)
    setting = tree.assembly.system.setting[0]
    assert len(tree.assembly.system.cuts) == 0 and setting["free"] == 2
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_trees_in_a_plane_accelerate_as_constrained_bodies_do(seed):
    cartesian, tree = both(in_plane(seed, loops=0), seed)
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING


def test_a_free_body_may_carry_others():
    """A floating base: two bodies that only a hinge connects."""
    bodies = [
        gd.Body(
            name,
            mass=mass,
            inertia=(0.1, 0.2, 0.3),
            position=(mass, 0, 0),
            angular_velocity=(0.3, 1.0, -0.4),
        )
        for name, mass in (("base", 2.0), ("arm", 1.0))
    ]
    hinge = gd.Revolute("hinge", between=("base", "arm"), point=(1.5, 0.2, 0), axis=(0, 1, 1))
    cartesian, tree = both(gd.Mechanism(bodies=bodies, joints=[hinge], gravity=(0, 0, -9.81)))
    setting = tree.assembly.system.setting[0]
    assert (setting["free"], setting["angles"], setting["n_v"]) == (1, 1, 7)
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
