"""From joint coordinates to bodies: every kind of joint, either way round."""

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS
from tests.support.joint_coordinates import T, both
from tests.support.random_mechanisms import in_plane, in_space

POSES, VELOCITIES = slice(rec.R, rec.V), slice(rec.V, rec.INV)


def bodies_at(tree, t, y):
    """Return the table of bodies at a state."""
    work = tree.assembly.work()
    evaluate_at(tree.assembly.system, work, t, y.copy(), np.zeros_like(y), ACCELERATIONS)
    return work.bodies[1:].copy()


@pytest.mark.parametrize("make", [in_space, in_plane])
@pytest.mark.parametrize("seed", range(5))
def test_joints_of_the_tree_are_closed_without_constraints(seed, make):
    """The Cartesian residual of the poses that a tree gives is rounding."""
    cartesian, _ = both(make(seed, loops=0), seed)
    rows = cartesian.work.rows
    assert np.abs(rows[:, rec.PHI]).max() < 1e-14 * 30


@pytest.mark.parametrize("seed", range(5))
def test_velocities_are_the_rates_of_poses_and_accelerations_those_of_velocities(seed):
    """Central differences along y + h f with 1e-5: their error is 1e-10, rounding 1e-11."""
    h = 1e-5
    _, tree = both(in_space(seed, driven=True, free=1), seed)
    there = bodies_at(tree, T, tree.y)
    ahead, behind = (bodies_at(tree, T + s * h, tree.y + s * h * tree.f) for s in (1, -1))
    rate = (ahead - behind) / (2 * h)
    np.testing.assert_allclose(rate[:, rec.R : rec.R + 3], there[:, rec.V : rec.V + 3], atol=1e-7)
    for k, body in enumerate(there):
        spin = rate[k, rec.A : rec.A + 9].reshape(3, 3) @ body[rec.A : rec.A + 9].reshape(3, 3).T
        w = [spin[2, 1], spin[0, 2], spin[1, 0]]
        np.testing.assert_allclose(w, body[rec.W : rec.W + 3], atol=1e-7)
    np.testing.assert_allclose(rate[:, VELOCITIES], tree.accelerations(), rtol=1e-5, atol=1e-5)
