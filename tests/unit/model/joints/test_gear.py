"""Gears: ratio, and what they refuse."""

import pytest

import gudgeon as gd

PAIR = {"between": ("a", "b"), "wheels": ("A.angle", "B.angle")}


def test_the_twist_is_the_first_angle_less_the_ratio_times_the_second():
    assert gd.Gear("G", **PAIR, ratio=-2.5).coupled == ("A.angle", "B.angle", -2.5)
    assert gd.Gear("G", **PAIR, ratio=2).coordinates == ("twist",)


@pytest.mark.parametrize(
    "changed, sentence",
    [
        ({"ratio": 0}, "joints.G.ratio: must not be 0: the first wheel would not turn"),
        ({"ratio": float("nan")}, "joints.G.ratio: must be a finite number"),
        ({"wheels": ("A.angle",)}, "joints.G.wheels: expected two names, got 1"),
        ({"wheels": "A.angle"}, "joints.G.wheels: expected a list of names"),
        (
            {"wheels": ("A", "B")},
            "joints.G.wheels: expected a joint coordinate, as A.angle, got 'A'",
        ),
        ({"wheels": ("A.angle", "A.angle")}, "joints.G.wheels: couples A.angle with itself"),
        ({"wheels": ("A.angle", 3)}, "joints.G.wheels: expected a list of names"),
    ],
)
def test_what_is_no_gear_is_refused(changed, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        gd.Gear("G", **{**PAIR, "ratio": 1.0, **changed})
