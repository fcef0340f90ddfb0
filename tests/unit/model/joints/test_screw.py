"""Screws: lead, and what they refuse."""

from math import pi

import pytest

import gudgeon as gd

PAIR = {"between": ("a", "b"), "nut": "S.displacement", "screw": "A.angle"}


def test_the_slip_is_the_way_of_the_nut_less_that_of_the_thread():
    first, second, ratio = gd.Screw("S", **PAIR, lead="10 mm").coupled
    assert (first, second) == ("S.displacement", "A.angle")
    assert ratio == pytest.approx(0.01 / (2 * pi), rel=1e-15)


@pytest.mark.parametrize(
    "changed, sentence",
    [
        ({"lead": 0}, "joints.S.lead: must not be 0: the nut would not move"),
        ({"nut": "S"}, "joints.S.nut: expected a joint coordinate, as A.angle, got 'S'"),
    ],
)
def test_what_is_no_screw_is_refused(changed, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        gd.Screw("S", **{**PAIR, "lead": 1.0, **changed})
