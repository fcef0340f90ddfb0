"""Starts that differ a little: as many as asked for, of a mechanism that can move by itself."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.perturbed_starts import perturbed_starts


def test_velocities_differ_by_the_size_and_positions_do_not():
    """A pendulum has one freedom: the greatest speed of a body changes by size times its own."""
    options = {"start": "as-described", "rtol": 1e-6}
    duration, check, others = perturbed_starts("pendulum", "2 s", options, 1e-3, 3, 7)
    assert (duration, len(others), options) == (2.0, 3, {"rtol": 1e-6})
    n_q = int(check.assembly.system.setting[0]["n_q"])
    for other in others:
        assert np.array_equal(other.assembly.y[:n_q], check.assembly.y[:n_q])
        assert not np.array_equal(other.assembly.y[n_q:], check.assembly.y[n_q:])


def test_a_seed_gives_the_same_starts_again_and_another_seed_others():
    def states(seed):
        return [
            tuple(other.assembly.y)
            for other in perturbed_starts("triple-pendulum", 1.0, {}, 1e-3, 2, seed).others
        ]

    assert states(1) == states(1) and len({*states(1), *states(2)}) == 4


def test_a_mechanism_that_is_driven_altogether_has_no_other_starts():
    assert perturbed_starts("planar-slider-crank", 1.0, {}, 1e-3, 2, 0).others == [None, None]


@pytest.mark.parametrize("name", ["out", "strict"])
def test_options_of_a_single_run_are_rejected(name):
    with pytest.raises(gd.InputError, match="belongs to a single one"):
        perturbed_starts("pendulum", 1.0, {name: True}, 1e-3, 1, 0)
