"""Joint coordinates of every joint with every fit: rates, and forces that act on them, belong to
their values exactly.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import jit
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels import records as rec
from gudgeon.kernels.measures import all_coordinates
from gudgeon.kernels.multibody.forces import press
from gudgeon.kernels.multibody.kinematics import expand
from tests.support.dense_equations import (
    jacobian_error,
    moved,
    second_derivative_error,
    with_velocity,
)
from tests.support.joints_and_fits import JOINTS, PAIRS, allowed, fit

CASES = [
    pair
    for pair in PAIRS
    if allowed(*pair) and pair[1].endswith("space") and JOINTS[pair[1]].coordinates
]
TWO = [
    gd.Body("a", mass=2.0, inertia=(0.3, 0.4, 0.5), position=(0.1, 0.2, 0.3)),
    gd.Body("b", mass=1.5, inertia=(0.2, 0.25, 0.3), position=(0.7, -0.4, 0.1)),
]


def two_bodies(name, kind, **more):
    """Two bodies with one joint between them."""
    joint = dataclasses.replace(
        JOINTS[kind], between=("a", "b"), fit=fit(name, JOINTS[kind], False)
    )
    return gd.Mechanism(bodies=TWO, joints=[joint], **more)


def given_way(assembly, seed):
    """Return a state in which nothing of the joint holds (tilts up to 0.5 rad), and random
    velocities.
    """
    random = np.random.default_rng(seed)
    return moved(assembly.y, 0.3 * random.normal(size=12)), random.normal(size=12)


def coordinates_at(assembly, y):
    """Return values and rates of all coordinates."""
    found = np.zeros((len(assembly.system.coordinates), 2))
    all_coordinates(assembly.system, assembly.work(), y, found)
    return found


@jit
def press_at(system, work, y, c):
    """Let a unit force act on a coordinate; return its wrench on the second body."""
    expand(system.setting[0], system.bodies, work.bodies, y)
    return press(system.coordinates, system.joints, work.bodies, c, 1.0)


@pytest.mark.parametrize(("name", "kind"), CASES, ids=str)
def test_rates_are_the_derivatives_of_values_where_the_joint_has_given_way(name, kind):
    """Central differences of 1e-5: truncation and rounding stay below 1e-9."""
    assembly = assemble(two_bodies(name, kind))
    for seed in range(5):
        y, v = given_way(assembly, seed)
        rates = coordinates_at(assembly, with_velocity(y, v))[:, 1]
        ahead, behind = (
            coordinates_at(assembly, moved(y, sign * 1e-5 * v))[:, 0] for sign in (1, -1)
        )
        np.testing.assert_allclose(rates, (ahead - behind) / 2e-5, atol=1e-8)


@pytest.mark.parametrize(("name", "kind"), CASES, ids=str)
def test_a_force_on_a_coordinate_has_the_power_force_times_rate_and_is_balanced(name, kind):
    """Springs, dampers and stops act by ``press``; what it does to both bodies adds up to no
    force and no moment about any point.
    """
    assembly = assemble(two_bodies(name, kind))
    for seed in range(5):
        y, v = given_way(assembly, seed)
        y = with_velocity(y, v)
        rates = coordinates_at(assembly, y)[:, 1]
        for c, rate in enumerate(rates):
            work = assembly.work()
            press_at(assembly.system, work, y, c)
            X = work.bodies[1:]
            wrench = X[:, rec.F : rec.F + 6]
            assert np.sum(wrench * X[:, rec.V : rec.V + 6]) == pytest.approx(
                rate, rel=1e-12, abs=1e-13
            )
            np.testing.assert_allclose(wrench[:, :3].sum(axis=0), 0, atol=1e-14)
            np.testing.assert_allclose(
                (wrench[:, 3:] + np.cross(X[:, rec.R : rec.R + 3], wrench[:, :3])).sum(axis=0),
                0,
                atol=1e-13,
            )


DRIVEN = [
    (name, kind, coordinate)
    for name, kind in CASES
    for coordinate in JOINTS[kind].coordinates
    if coordinate != "tilt"
]


@pytest.mark.parametrize(("name", "kind", "coordinate"), DRIVEN, ids=str)
def test_the_row_of_a_driver_is_consistent_where_the_joint_has_given_way(name, kind, coordinate):
    """Jacobian and gamma are the derivatives of Phi, to the 1e-10 and 1e-8 that differences can
    tell; signals have rates too.
    """
    motion = gd.Harmonic(amplitude=0.3, frequency=1.7, phase=0.4)
    assembly = assemble(
        two_bodies(
            name, kind, drivers=[gd.Driver("d", joint="J", coordinate=coordinate, motion=motion)]
        )
    )
    assert sum(int(joint["rows"]) for joint in assembly.system.joints) > 0
    assert assembly.system.joints[0]["driver"].max() == 0
    for seed in range(3):
        y, v = given_way(assembly, seed)
        assert jacobian_error(assembly, y) < 1e-7
        assert (
            second_derivative_error(
                assembly, y, v, np.random.default_rng(seed + 10).normal(size=12)
            )
            < 1e-7
        )
