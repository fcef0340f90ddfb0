"""A Hooke joint: a cross with one axis in each body."""

import math

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import SPUN, TOOL, across, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

CROSS = gd.Universal("C", **SPACE, axes=TOOL[:2])


def test_a_cross_takes_the_rotation_about_the_normal_of_its_two_axes():
    v, w = left_of_a_throw(CROSS)
    assert list(v) == pytest.approx([0, 0, 0], abs=1e-14)
    assert list(w) == pytest.approx(across(SPUN, TOOL[2]), abs=1e-14)


def test_its_angles_are_counted_about_the_two_axes():
    found = gd.check_model(joined(CROSS, angular_velocity=SPUN)).coordinates
    speeds = [sum(a * b for a, b in zip(SPUN, axis, strict=True)) for axis in TOOL[:2]]
    assert [label for label, *_ in found] == ["C.angle_1", "C.angle_2"]
    assert [rate for _, _, rate, _ in found] == pytest.approx(speeds, abs=1e-14)


def test_its_point_and_the_right_angle_of_its_cross_are_held_with_every_fit():
    assert CROSS.rows(False) == {"radial": Hold.POINT, "": Hold.CROSS}
    assert gd.Bushing(radial=1e5).rows(CROSS, False) == {"": Hold.CROSS}


def test_axes_that_are_nearly_perpendicular_are_closed():
    """0.05 rad off a right angle is within the limit; the least change turns the body by as
    much.
    """
    joint = gd.Universal("C", **SPACE, axes=((1, 0, 0), (math.sin(0.05), math.cos(0.05), 0)))
    found = gd.check_model(joined(joint))
    assert found.position_residual < 1e-12
    assert 2 * abs(found.assembly.y[6]) == pytest.approx(2 * math.sin(0.025), abs=1e-12)  # about z


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, r"axes: give either axes .* or local_axes .*; neither is given"),
        (
            {"axes": ((1, 0, 0), (0, 0, 0))},
            "axes: an axis needs a direction; all its components are zero",
        ),
        (
            {"local_axes": ((1, 0, 0), (0, 0, 0))},
            "local_axes: an axis needs a direction; all its components are zero",
        ),
        (
            {"axes": ((1, 0, 0), (1, 1, 0))},
            r"axes: the two axes of the cross must be perpendicular; they enclose 45\.0 deg",
        ),
        ({"axes": ((0.1, 0.7, 0.7), (0.1, 0.7, 0.7))}, r"axes: .* they enclose 0\.0 deg"),
        (
            {"axes": ((1e10, 0, 0), (0, 1, 0))},
            r"axes: an axis needs a direction; only that counts, and a length of 1e\+10 loses it",
        ),
    ],
)
def test_a_cross_that_cannot_be_is_refused(given, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        gd.Universal("C", **SPACE, **given)


def test_a_cross_has_no_meaning_in_a_plane():
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C: a Universal joint has no meaning in a plane; use Revolute\.",
    ):
        joined(gd.Universal("C", **PLANE, axes=TOOL[:2]), "xy")
