"""Racks: radius, and what they refuse."""

import pytest

import gudgeon as gd

PAIR = {"between": ("a", "b"), "rack": "S.displacement", "pinion": "A.angle"}


def test_the_slip_is_the_way_of_the_rack_less_that_of_the_pitch_circle():
    assert gd.Rack("R", **PAIR, radius="20 mm").coupled == ("S.displacement", "A.angle", 0.02)
    assert gd.Rack("R", **PAIR, radius=1).coordinates == ("slip",)


@pytest.mark.parametrize(
    "changed, sentence",
    [
        ({"radius": 0}, "joints.R.radius: must not be 0: the rack would not move"),
        ({"radius": "2 s"}, "joints.R.radius"),
        ({"pinion": "A"}, "joints.R.pinion: expected a joint coordinate, as A.angle, got 'A'"),
        ({"pinion": None}, "joints.R.pinion: expected a text, got None"),
    ],
)
def test_what_is_no_rack_is_refused(changed, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        gd.Rack("R", **{**PAIR, "radius": 1.0, **changed})
