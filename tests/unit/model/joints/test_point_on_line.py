"""A pin in a slot: a point of the second body stays on a line of the first."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold, Surface
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

SLOT = gd.PointOnLine("C", **SPACE, axis=TOOL[0])


def test_a_point_slides_along_its_line_and_the_body_turns_freely():
    v, w = left_of_a_throw(SLOT)
    assert list(v) == pytest.approx(along(THROWN), abs=1e-14)
    assert list(w) == pytest.approx(SPUN, abs=1e-14)


@pytest.mark.parametrize(
    ("joint", "plane", "freedom"),
    [(SLOT, None, 4), (gd.PointOnLine("C", **PLANE, axis=(3, 4)), "xy", 2)],
)
def test_two_rows_in_space_and_one_in_a_plane_hold_the_point(joint, plane, freedom):
    found = gd.check_model(joined(joint, plane))
    assert (found.dof, found.dof_gruebler) == (freedom, freedom)


def test_its_displacement_is_counted_along_the_line():
    """The body is thrown at 3-4-5 along the line of that slope."""
    joint = gd.PointOnLine("C", **PLANE, axis=(3, 4))
    ((label, value, rate, _),) = gd.check_model(
        joined(joint, "xy", velocity=(0.6, 0.8))
    ).coordinates
    assert (label, value, rate) == ("C.displacement", 0.0, pytest.approx(1.0, abs=1e-15))


def test_the_line_belongs_to_the_first_body_alone():
    """Turned by any angle, the second body has no axis that would have to be parallel: the same
    motion is free.
    """
    quarter = (0.5**0.5, 0.5**0.5, 0.0, 0.0)
    assert not SLOT.parallel_axes
    assert gd.check_model(joined(SLOT, orientation=quarter)).moved == ()


def test_it_touches_around_its_point():
    assert SLOT.surfaces(False) == SLOT.surfaces(True) == (Surface.SLOT,)
    assert dataclasses.replace(SLOT, radial_clearance=2e-4).gap() == 2e-4
    assert SLOT.rows(False) == {"radial": Hold.ACROSS}


def test_a_slot_without_a_line_is_refused():
    with pytest.raises(gd.InputError, match=r"^joints\.C\.axis: is missing: give axis"):
        joined(gd.PointOnLine("C", **SPACE))
    with pytest.raises(
        gd.InputError, match=r"^joints\.C\.axis: is missing: give the direction in the plane"
    ):
        joined(gd.PointOnLine("C", **PLANE), "xy")
