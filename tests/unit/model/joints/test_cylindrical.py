"""A sleeve: it slides and turns, and touches along its wall."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import Surface
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

SLEEVE = gd.Cylindrical("C", **SPACE, axis=TOOL[0])


def test_a_sleeve_slides_along_its_axis_and_turns_about_it_and_nothing_else():
    v, w = left_of_a_throw(SLEEVE)
    assert list(v) == pytest.approx(along(THROWN), abs=1e-14)
    assert list(w) == pytest.approx(along(SPUN), abs=1e-14)


def test_its_coordinates_are_the_way_along_the_axis_and_the_angle_about_it():
    found = gd.check_model(joined(SLEEVE, velocity=THROWN, angular_velocity=SPUN)).coordinates
    speeds = [sum(a * b for a, b in zip(vector, TOOL[0], strict=True)) for vector in (THROWN, SPUN)]
    assert [label for label, *_ in found] == ["C.displacement", "C.angle"]
    assert [rate for _, _, rate, _ in found] == pytest.approx(speeds, abs=1e-14)


def test_it_touches_with_its_wall_alone_and_holds_nothing_by_constraints_when_loose():
    assert SLEEVE.surfaces(False) == (Surface.WALL,)
    assert SLEEVE.rows_with_clearance(False) == {}
    assert SLEEVE.slides


def test_a_sleeve_knows_its_lengths_only_when_both_are_given():
    sleeve = gd.Cylindrical("C", **SPACE, axis=(0, 0, 1), bearing_length=0.04)
    assert sleeve.lengths() is None
    assert dataclasses.replace(sleeve, journal_length=0.1).lengths() == (0.04, 0.1)


def test_a_sleeve_has_no_meaning_in_a_plane():
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C: a Cylindrical joint has no meaning in a plane; use Revolute or Translational\.",
    ):
        joined(gd.Cylindrical("C", **PLANE, axis=(1, 0)), "xy")
