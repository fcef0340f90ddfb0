"""A massless rod: it keeps the distance of two points."""

import math

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, across, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

ENDS = {"between": ("ground", "a"), "points": (TOOL[0], (0, 0, 0))}


def test_a_rod_takes_the_speed_along_itself_and_leaves_all_else():
    v, w = left_of_a_throw(gd.Distance("C", **ENDS))
    assert list(v) == pytest.approx(across(THROWN), abs=1e-14)
    assert list(w) == pytest.approx(SPUN, abs=1e-14)


@pytest.mark.parametrize(
    ("points", "length"), [(((3, 4, 0), (0, 0, 12)), 13.0), (((1, 1, 1), (1, 1, 3)), 2.0)]
)
def test_its_coordinate_is_the_distance_of_its_points(points, length):
    joint = gd.Distance("C", between=("ground", "a"), points=points)
    ((label, value, rate, _),) = gd.check_model(joined(joint)).coordinates
    assert (label, value, rate) == ("C.length", pytest.approx(length, rel=1e-15), 0.0)


def test_a_length_that_is_given_moves_the_body_along_the_rod_until_it_fits():
    """From 1 m to 1.5 m: the body is pushed 0.5 m away from the fixed end, which lies along the
    first direction of the tool.
    """
    found = gd.check_model(joined(gd.Distance("C", **ENDS, length=1.5)))
    assert list(found.assembly.y[:3]) == pytest.approx([-0.5 * part for part in TOOL[0]], abs=1e-9)
    assert math.dist(found.assembly.y[:3], TOOL[0]) == pytest.approx(1.5, abs=1e-10)


def test_the_motion_along_the_rod_is_axial_and_measured_by_its_length():
    joint = gd.Distance("C", **ENDS)
    assert joint.rows(False) == joint.rows(True) == {"axial": Hold.LENGTH}
    assert joint.coordinate_of == {"axial": "length"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "points: give either points .* or local_points .*; neither is given"),
        (
            {"points": ((0, 0, 0), (1, 0, 0)), "local_points": ((0, 0, 0), (1, 0, 0))},
            "points: .*both are given",
        ),
        ({"points": ((1, 2, 3), (1, 2, 3))}, "points: the two points coincide: .*use Spherical"),
        ({"points": ((0, 0, 0), (1, 0, 0)), "length": 0}, r"length: must be > 0 \[m\]"),
        ({"points": (0, 0, 0)}, "points: expected 2 x 3 numbers or 2 x 2 numbers"),
    ],
)
def test_a_rod_that_cannot_be_is_refused(given, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        gd.Distance("C", between=("ground", "a"), **given)


def test_points_that_coincide_are_taken_where_the_length_is_given():
    assert (
        gd.Distance("C", between=("ground", "a"), points=((0, 0, 0), (0, 0, 0)), length=0.2).length
        == 0.2
    )


def pulled(motion):
    body = gd.Body("a", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))
    rod = gd.Distance("C", between=("ground", "a"), points=((0, 0, 0), (1, 0, 0)))
    return gd.Mechanism(
        bodies=[body], joints=[rod], drivers=[gd.Driver("winch", joint="C", motion=motion)]
    )


@pytest.mark.parametrize("start", [0.0, -1.0])
def test_a_driven_length_that_does_not_begin_above_zero_is_refused(start):
    """Other coordinates count from the position described; a length is itself."""
    with pytest.raises(
        gd.InputError,
        match=rf"^drivers\.winch\.motion: starts with a length of {start:g} m, which must be above 0 m",
    ):
        gd.check_model(pulled(gd.ConstantSpeed(0.1, start=start)))


def test_a_driven_length_that_reaches_zero_is_refused_with_the_time():
    with pytest.raises(
        gd.InputError,
        match=r"^drivers\.winch\.motion: takes the length to 0 m at t = 2 s, where joint 'C' has no direction",
    ):
        gd.simulate(pulled(gd.ConstantSpeed(-0.5, start=1.0)), 3.0)
    assert gd.simulate(pulled(gd.ConstantSpeed(-0.5, start=1.0)), 1.0).joint("C").length[
        -1
    ] == pytest.approx(0.5, abs=1e-12)
