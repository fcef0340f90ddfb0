"""The iteration for friction and load; the physics is in tests/physics/test_joint_friction.py."""

import numpy as np

import gudgeon as gd
from gudgeon.simulation.right_hand_side import right_hand_side


def test_an_evaluation_does_not_depend_on_the_one_before():
    """Every evaluation begins without friction: the same state gives the same bits."""
    fit = gd.Ideal(friction=gd.Coulomb(0.3))
    body = gd.Body(
        "bar", mass=1, inertia=0.1, position=(0.5, 0), angular_velocity=3.0, velocity=(0, 1.5)
    )
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0), journal_radius=0.1, fit=fit)
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -9.81), bodies=[body], joints=[pin])
    f, y = right_hand_side(mechanism)
    first = f(0.0, y)
    other = y.copy()
    other[5] = -20.0
    f(0.0, other)
    np.testing.assert_array_equal(f(0.0, y), first)
    assert first[5] < 0.0
