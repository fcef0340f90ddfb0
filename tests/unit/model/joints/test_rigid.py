"""A weld: nothing moves, unless it gives on a bushing."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import SPUN, THROWN, TOOL, across, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}


def test_a_weld_leaves_nothing_of_a_throw():
    v, w = left_of_a_throw(gd.Rigid("C", **SPACE))
    assert list(v) == list(w) == pytest.approx([0, 0, 0], abs=1e-14)


@pytest.mark.parametrize(
    ("joint", "plane"),
    [(gd.Rigid("C", **SPACE), None), (gd.Rigid("C", **PLANE), "xy")],
    ids=["space", "plane"],
)
def test_it_takes_every_degree_of_freedom_and_has_no_coordinate(joint, plane):
    found = gd.check_model(joined(joint, plane))
    assert (found.dof, found.coordinates) == (0, ())


def test_every_motion_is_held_in_a_way_of_its_own():
    assert set(gd.Rigid("C", **SPACE).rows(False).values()) == {
        Hold.ACROSS,
        Hold.ALONG,
        Hold.TILT,
        Hold.TWIST,
    }
    assert set(gd.Rigid("C", **PLANE).rows(True).values()) == {Hold.POINT, Hold.TWIST}


@pytest.mark.parametrize(
    ("motion", "moves"),
    [
        ("radial", across(THROWN)),
        ("axial", along(THROWN)),
        ("misalignment", across(SPUN)),
        ("torsion", along(SPUN)),
    ],
)
def test_a_motion_that_is_free_lets_just_its_part_of_a_throw_through(motion, moves):
    weld = gd.Rigid("C", **SPACE, axis=TOOL[0], fit=gd.Mixed(**{motion: "free"}))
    v, w = left_of_a_throw(weld)
    moving, still = (v, w) if motion in ("radial", "axial") else (w, v)
    assert list(moving) == pytest.approx(moves, abs=1e-14)
    assert list(still) == pytest.approx([0, 0, 0], abs=1e-14)


def test_a_weld_needs_its_axis_only_when_it_gives_in_space():
    weld = gd.Rigid("C", **SPACE)
    assert joined(weld).joint("C").axis is None
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.axis: is missing: a bushing gives differently along and across",
    ):
        joined(weld).with_fit("C", gd.Bushing(radial=1e3))
    turned = dataclasses.replace(weld, local_axes=((1, 0, 0), (1, 0, 0)))
    assert joined(turned).with_fit("C", gd.Bushing(radial=1e3))


def test_a_weld_in_a_plane_has_the_normal_as_its_axis():
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.axis: in the plane xy this joint has the normal as its axis; leave it out",
    ):
        joined(gd.Rigid("C", **PLANE, axis=(1, 0)), "xy")
