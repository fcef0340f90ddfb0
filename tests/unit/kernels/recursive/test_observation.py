"""Rows, watched quantities and orientations in joint coordinates."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import observe_at
from gudgeon.kernels.tasks import SAMPLE
from tests.support.joint_coordinates import T, both
from tests.support.random_mechanisms import in_space


@pytest.mark.parametrize("seed", range(3))
def test_rows_hold_the_same_in_both_coordinates(seed):
    """All variables to 1e-10 of the largest number of their kind in the row; orientations up to
    their sign.
    """
    cartesian, tree = both(in_space(seed, driven=True, rods=1), seed)
    for variable in cartesian.assembly.layout.variables:
        first, other = cartesian.variable(variable.name), tree.variable(variable.name)
        if variable.name == "orientation":
            first, other = np.abs(first), np.abs(other)
        if len(first):
            assert np.abs(first - other).max() < 1e-10 * max(1.0, np.abs(first).max()), (
                variable.name
            )


def test_a_sample_is_of_the_state_that_is_given():
    """Joint coordinates follow the sampled state, without an evaluation there."""
    _, tree = both(gd.library("triple-pendulum"))
    y, work = tree.y.copy(), tree.work
    angle = int(np.flatnonzero(tree.assembly.system.nodes["kind"] == rec.TURN_NODE)[0])
    place = int(tree.assembly.system.nodes[angle]["q"])
    before = work.watched[:, rec.SAMPLED].copy()
    observe_at(tree.assembly.system, work, T, y, np.zeros_like(y), SAMPLE)
    first = work.watched[:, rec.SAMPLED].copy()
    y[place] += 0.25
    observe_at(tree.assembly.system, work, T, y, np.zeros_like(y), SAMPLE)
    change = np.abs(work.watched[:, rec.SAMPLED] - first)
    assert not np.array_equal(first, before)
    assert change.max() == pytest.approx(0.25, abs=1e-12)


def test_orientations_do_not_jump_between_rows():
    """A rod that turns over several times: Euler parameters change sign nowhere."""
    rod = gd.Body(
        "rod", mass=1, inertia=(1, 1, 1), position=(1, 0, 0), angular_velocity=(0, 0, 9.0)
    )
    hinge = gd.Revolute("hinge", between=("ground", "rod"), point=(0, 0, 0), axis=(0, 0, 1))
    rod = gd.Mechanism(bodies=[rod], joints=[hinge])
    results = [
        gd.simulate(rod, 2.0, output_step=0.01, coordinates=first)
        for first in ("cartesian", "joint")
    ]
    p = [result.body("rod").orientation for result in results]
    assert np.linalg.norm(np.diff(p[1], axis=0), axis=1).max() < 0.1
    np.testing.assert_allclose(p[0], p[1], atol=1e-6)
