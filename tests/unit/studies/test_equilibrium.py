"""What an equilibrium says, and what it refuses; the physics is in tests/physics/test_statics.py."""

import numpy as np
import pytest

import gudgeon as gd


@pytest.fixture(scope="module")
def four_bar():
    return gd.equilibrium(gd.library("four-bar", C="clearance-friction"))


def test_values_are_found_as_channels(four_bar):
    assert four_bar["A.angle"] == four_bar.coordinates["A.angle"]
    assert np.shape(four_bar["C.force"]) == (3,)
    assert four_bar["C.force.magnitude"] == pytest.approx(np.linalg.norm(four_bar["C.force"]))
    assert four_bar.result.rows == 1


def test_the_summary_says_what_matters(four_bar):
    text = str(four_bar)
    for words in ("spatial four-bar: equilibrium", "A.angle = ", "C.ball: pressed by", "friction"):
        assert words in text
    assert repr(four_bar).startswith("Equilibrium(spatial four-bar")


def test_loads_are_taken_at_the_time_asked_for():
    """A spring under a ramp of 10 N/s: k x = 10 N/s t."""
    block = gd.Body("block", mass=1, inertia=1, position=(0, 0))
    guide = gd.Translational("A", between=("ground", "block"), point=(0, 0), axis=(1, 0))
    spring = gd.JointSpring("spring", joint="A", stiffness=100.0)
    load = gd.Force("load", body="block", force=(1, 0), magnitude=gd.ConstantSpeed(10.0))
    mechanism = gd.Mechanism(
        plane="xy", gravity=(0, 0), bodies=[block], joints=[guide], forces=[spring, load]
    )
    assert gd.equilibrium(mechanism, t=3.0)["A.displacement"] == pytest.approx(0.3, rel=1e-9)
    with pytest.raises(gd.InputError, match="a run starts at t = 0"):
        _ = gd.equilibrium(mechanism, t=3.0).start


def test_a_mechanism_that_drivers_move_whole_rests_where_they_hold_it():
    found = gd.equilibrium("planar-slider-crank", t=0.002)
    assert found.dof == 0 and found.stable
    assert "no motion free" in found.notes[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"t": -1}, "t: must be >= 0"),
        ({"drivers": "fast"}, "'held' or 'moving', got 'fast'"),
        ({"hold": "Q.angle"}, "hold: there is no body or joint coordinate 'Q.angle' to hold"),
        ({"hold": 3}, "expected names of bodies or joint coordinates, got 3"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options, words):
    with pytest.raises(gd.InputError, match=words.replace("(", r"\(")):
        gd.equilibrium("four-bar", **options)


def test_what_is_no_mechanism_is_refused():
    with pytest.raises(gd.InputError, match="expected a Mechanism"):
        gd.equilibrium(3)
