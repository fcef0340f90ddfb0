"""The vocabulary of relative motions: units, what measures them, and what holds what is free by
itself.
"""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import (
    COORDINATE_OF,
    COORDINATES,
    HELD_BY,
    MOTIONS,
    UNSIGNED,
    Surface,
    unit_of,
)
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, across, along, left_of_a_throw


def test_displacements_are_in_metres_and_rotations_in_radians():
    assert {motion: unit_of(motion) for motion in MOTIONS} == {
        "radial": "m",
        "axial": "m",
        "misalignment": "rad",
        "torsion": "rad",
    }


@pytest.mark.parametrize(
    ("coordinate", "unit"),
    [
        ("displacement", "m"),
        ("displacement_1", "m"),
        ("length", "m"),
        ("angle", "rad"),
        ("angle_2", "rad"),
        ("tilt", "rad"),
    ],
)
def test_a_coordinate_has_the_unit_of_what_it_counts(coordinate, unit):
    assert COORDINATES[coordinate].unit == unit
    assert COORDINATES[coordinate].angular == (unit == "rad")


def test_a_motion_and_the_coordinate_that_measures_it_have_one_unit():
    assert all(
        unit_of(motion) == COORDINATES[coordinate].unit
        for motion, coordinate in COORDINATE_OF.items()
    )
    assert set(MOTIONS) - set(COORDINATE_OF) == {"radial"}


def test_a_motion_without_a_sign_is_a_distance_or_an_angle_between_axes():
    """Those with a sign are exactly those along and about the axis."""
    assert set(MOTIONS) - set(UNSIGNED) == {"axial", "torsion"}
    assert all(reason.endswith(("centre", "axes")) for reason in UNSIGNED.values())


SLEEVE = gd.Cylindrical("C", between=("ground", "a"), point=(0, 0, 0), axis=TOOL[0])
BALL = gd.Spherical("C", between=("ground", "a"), point=(0, 0, 0), axis=TOOL[0])
STILL = [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("joint", "motion", "speed", "spin"),
    [
        (SLEEVE, "axial", STILL, along(SPUN)),
        (SLEEVE, "torsion", along(THROWN), STILL),
        (BALL, "misalignment", STILL, along(SPUN)),
        (BALL, "torsion", STILL, across(SPUN)),
    ],
)
def test_what_holds_a_free_motion_takes_just_that(joint, motion, speed, spin):
    v, w = left_of_a_throw(dataclasses.replace(joint, fit=gd.Mixed(**{motion: "held"})))
    assert list(v) == pytest.approx(speed, abs=1e-14)
    assert list(w) == pytest.approx(spin, abs=1e-14)
    assert motion in HELD_BY


def test_names_of_surfaces_and_coordinates_are_all_different():
    """Names of contacts in results begin with them."""
    assert len({surface.value for surface in Surface}) == len(Surface) == 9
    assert all(name == coordinate.name for name, coordinate in COORDINATES.items())
