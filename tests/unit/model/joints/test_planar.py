"""A face on a plane: two displacements and a rotation are left."""

import math

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, across, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

FACE = gd.Planar("C", **SPACE, axis=TOOL[0])


def test_a_face_slides_across_its_normal_and_turns_about_it_and_nothing_else():
    v, w = left_of_a_throw(FACE)
    assert list(v) == pytest.approx(across(THROWN), abs=1e-14)
    assert list(w) == pytest.approx(along(SPUN), abs=1e-14)


def test_its_two_displacements_and_the_angle_tell_all_of_the_motion():
    found = gd.check_model(joined(FACE, velocity=THROWN, angular_velocity=SPUN)).coordinates
    rates = {label: rate for label, _, rate, _ in found}
    speed = math.hypot(rates["C.displacement_1"], rates["C.displacement_2"])
    assert speed == pytest.approx(math.hypot(*across(THROWN)), rel=1e-14)
    assert rates["C.angle"] == pytest.approx(
        sum(a * b for a, b in zip(SPUN, TOOL[0], strict=True)), abs=1e-14
    )


def test_friction_of_its_play_needs_no_radius_because_a_point_slides_on_it():
    play = gd.Play(1e-4, contact=gd.Hertz(1e9), friction=gd.Threlfall(0.1, 1e-3))
    assert joined(FACE).with_fit("C", gd.Mixed(axial=play)).joint("C").fit.axial is play


def test_it_gives_along_its_normal_and_in_tilt_and_says_what_to_use_instead_of_clearance():
    assert FACE.rows(False) == {"axial": Hold.ALONG, "misalignment": Hold.TILT}
    assert FACE.surfaces(False) == ()
    with pytest.raises(
        gd.InputError,
        match=r"a Planar joint cannot have clearance: a plane has no inside .*; use Translational, or model",
    ):
        FACE.sizes_for_clearance(False)


def test_a_face_has_no_meaning_in_a_plane():
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C: a Planar joint has no meaning in a plane; use no joint at all\.",
    ):
        joined(gd.Planar("C", **PLANE, axis=(1, 0)), "xy")
