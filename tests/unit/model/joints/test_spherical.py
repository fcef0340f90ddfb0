"""A ball and socket: what it holds, when it has an axis, and how it is drawn."""

import dataclasses
import math

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold, Surface
from tests.support.joints_and_fits import SPUN, TOOL, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

BALL = gd.Spherical("C", **SPACE)
CONE = gd.Spherical("C", **SPACE, axis=TOOL[0])


def test_a_ball_turns_freely_and_its_point_stays():
    v, w = left_of_a_throw(BALL)
    assert list(v) == pytest.approx([0, 0, 0], abs=1e-14)
    assert list(w) == pytest.approx(SPUN, abs=1e-14)


def test_it_tilts_only_against_an_axis():
    assert BALL.coordinates == ()
    assert (
        CONE.coordinates
        == dataclasses.replace(BALL, local_axes=(TOOL[0], TOOL[0])).coordinates
        == ("tilt",)
    )
    assert gd.Spherical.coordinates == ()  # that of one joint is not that of all


@pytest.mark.parametrize(("cosine", "sine"), [(0.8, 0.6), (0.5, math.sqrt(0.75))])
def test_its_tilt_is_the_angle_between_the_axes_of_the_two_bodies(cosine, sine):
    """The axes are given in the frames of the bodies, which coincide; the second leans towards a
    direction across the first.
    """
    second = tuple(cosine * a + sine * b for a, b in zip(*TOOL[:2], strict=True))
    ((label, value, _, _),) = gd.check_model(
        joined(gd.Spherical("C", **SPACE, local_axes=(TOOL[0], second)))
    ).coordinates
    assert (label, value) == ("C.tilt", pytest.approx(math.atan2(sine, cosine), abs=1e-14))


def test_a_cone_needs_an_axis():
    stop = gd.Stop("tilt", upper="30 deg", contact=gd.Hertz(1e3))
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.stops: a Spherical joint has no coordinate .* unless it has an axis",
    ):
        dataclasses.replace(BALL, stops=(stop,))
    assert dataclasses.replace(CONE, stops=(stop,)).stops[0].upper == pytest.approx(
        math.pi / 6, rel=1e-15
    )


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"lower": 0.1, "upper": 0.5}, "lower: has no meaning here"),
        ({"upper": "180 deg"}, "upper: must be between 0 and 180 deg, got 180"),
    ],
)
def test_a_cone_has_one_opening_below_a_half_turn(limits, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.stops\.{says}"):
        dataclasses.replace(CONE, stops=(gd.Stop("tilt", contact=gd.Hertz(1e3), **limits),))


def test_its_tilt_cannot_be_driven():
    driver = gd.Driver("D", joint="C", motion=gd.Constant(0.1))
    with pytest.raises(
        gd.InputError,
        match=r"^drivers\.D\.joint: the tilt of joint 'C' has no sign, so that .*; use Universal",
    ):
        dataclasses.replace(joined(CONE), drivers=[driver])


def test_it_is_a_pin_in_a_plane():
    assert (BALL.surfaces(False), BALL.surfaces(True)) == ((Surface.BALL,), (Surface.JOURNAL,))
    assert (BALL.drawing(False), BALL.drawing(True)) == ("ball", "hinge")
    assert BALL.rows(False) == BALL.rows(True) == {"radial": Hold.POINT}
    assert gd.check_model(joined(gd.Spherical("C", **PLANE), "xy")).dof == 1


def test_a_ball_needs_an_axis_only_when_it_gives_in_rotation():
    """Its point gives in all directions alike; what is tilt and what torsion, only an axis can
    tell.
    """
    ball = gd.Spherical("C", **SPACE)
    assert joined(ball).with_fit("C", gd.Bushing(radial=1e3)).joint("C").axis is None
    for motion in ("misalignment", "torsion"):
        with pytest.raises(
            gd.InputError,
            match=r"^joints\.C\.axis: is missing: a bushing gives differently along and across its axis",
        ):
            joined(ball).with_fit("C", gd.Bushing(radial=1e3, **{motion: 1.0}))
        turned = dataclasses.replace(ball, local_axes=((1, 0, 0), (1, 0, 0)))
        assert joined(turned).with_fit("C", gd.Bushing(**{motion: 1.0}))


def test_a_ball_in_a_plane_has_the_normal_as_its_axis():
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.axis: in the plane xy this joint has the normal as its axis; leave it out",
    ):
        joined(gd.Spherical("C", **PLANE, axis=(1, 0)), "xy")
