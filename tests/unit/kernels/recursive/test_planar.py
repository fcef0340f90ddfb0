"""The sweeps of the plane give what constrained bodies do in every plane, either sense of its
normal.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from tests.support.joint_coordinates import both, difference
from tests.support.random_mechanisms import in_plane

ROUNDING = 1e-12  # relative, of systems with condition numbers below 1e3


@pytest.mark.parametrize("seed", range(8))  # two of each plane
def test_trees_of_pins_and_guides_accelerate_as_constrained_bodies_do(seed):
    cartesian, tree = both(in_plane(seed, loops=0), seed)
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
    poses = slice(rec.R, rec.INV)
    assert np.abs(cartesian.work.bodies[:, poses] - tree.work.bodies[:, poses]).max() < 1e-14 * 100


@pytest.mark.parametrize("fits", [{}, {"C": "clearance"}])
def test_a_driven_crank_turns_what_hangs_on_it(fits):
    cartesian, tree = both(gd.library("planar-slider-crank", **fits))
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
    assert difference(cartesian.variable("driver_force"), tree.variable("driver_force")) < 1e-11
    assert difference(cartesian.powers(), tree.powers()) < 1e-11


def test_a_free_body_moves_in_its_plane():
    body = gd.Body(
        "b", mass=2.0, inertia=0.1, position=(1, 2), velocity=(3, 4), angular_velocity=5.0
    )
    spring = gd.Spring("s", between=("ground", "b"), points=((0, 0), (1, 2.1)), stiffness=30.0)
    cartesian, tree = both(
        gd.Mechanism(bodies=[body], forces=[spring], plane="xz", gravity=(0, -9.81))
    )
    assert tree.assembly.system.setting[0]["in_plane"] == 1
    assert difference(cartesian.accelerations(), tree.accelerations()) < ROUNDING
