"""Outputs by name: the numbers of a row that changes."""

import numpy as np
import pytest

import gudgeon as gd

LOOSE = gd.library("four-bar", C="clearance-friction")


def test_every_channel_of_a_result_can_be_read_and_is_what_the_result_says():
    sim = gd.Simulation(LOOSE, duration=0.1)
    readers = {name: sim.output(name) for name in sim.outputs}
    for t in (0.01, 0.03):
        sim.advance_to(t)
        result = sim.result()
        assert set(readers) == set(result.channels())
        for name, read in readers.items():
            np.testing.assert_array_equal(read(), result[name][0], err_msg=name)
            assert sim.unit(name) == result.channel(name).unit


def test_numbers_are_plain_and_vectors_are_copies():
    sim = gd.Simulation(LOOSE, duration=0.1)
    assert type(sim["A.angle"]) is type(sim["C.force.x"]) is type(sim["C.force.magnitude"]) is float
    before = sim["coupler.position"]
    kept = before.copy()
    sim.advance(0.01)
    assert (before == kept).all() and not (sim["coupler.position"] == kept).all()
    before[:] = 0.0
    assert sim["coupler.position"].any()


def test_what_is_no_channel_is_refused_with_what_there_is():
    sim = gd.Simulation(LOOSE, duration=0.1)
    with pytest.raises(
        gd.InputError, match=r"cannot find the channel 'C\.frce': 'C' has no 'frce'"
    ):
        sim["C.frce"]
    with pytest.raises(gd.InputError, match="expected the name of a channel"):
        sim.output(3)
