"""Orbits: projections, modes and the outline of what is free, for every shape of clearance."""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.plotting import results
from gudgeon.plotting.orbits import (
    BETWEEN,
    _circles,
    _pieces,
    _projections,
    _rounded,
    _walls,
    orbit_panels,
)
from tests.support.clearance_results import GAP, PLAY
from tests.support.clearance_results import result as rattling
from tests.support.synthetic_results import result

HERTZ = gd.Hertz(1e9)
PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
LOOSE = {"fit": gd.Clearance(contact=HERTZ)}
SIZES = {
    "bearing_radius": 0.01,
    "radial_clearance": 2e-4,
    "bearing_length": 0.02,
    "journal_length": 0.019,
}
BALL = gd.Spherical("C", **PLACE, radial_clearance=2e-4, **LOOSE)
HINGE = gd.Revolute("C", **PLACE, axis=(1, 0, 0), **SIZES, **LOOSE)
SLEEVE = gd.Cylindrical("C", **PLACE, axis=(1, 0, 0), **SIZES, **LOOSE)
BLOCK = gd.Translational(
    "C", **PLACE, axis=(1, 0, 0), guide="rectangular", height=0.03, width=0.02, height_clearance=1e-4, width_clearance=3e-4,
    height_axis=(0, 0, 1), journal_length=0.05, **LOOSE,
)  # fmt: skip


def test_an_orbit_is_coloured_by_mode_inside_the_clearance() -> None:
    run = rattling()
    across, along = results.orbit(run, "A").axes
    circle = across.get_lines()[0]
    assert np.allclose(np.hypot(*circle.get_xydata().T), GAP)
    assert across.get_aspect() == 1
    joint = run.joint("A")
    drawn = {line.get_label(): line.get_xydata() for line in across.get_lines()[1:]}
    assert list(drawn) == ["free flight", "impact", "following"]
    for k, word in enumerate(drawn):
        mine, rows = joint.mode == k, drawn[word][::BETWEEN]
        assert np.array_equal(rows[mine], joint.orbit[mine, :2])
        # a piece reaches to the row behind it, no further
        assert np.isnan(rows[~mine & ~np.roll(mine, 1)]).all()
    box = along.get_lines()[0].get_xydata()
    assert box.max(axis=0) == pytest.approx((PLAY, GAP)) and box.min(axis=0) == pytest.approx(
        (-PLAY, -GAP)
    )
    assert [axes.get_xlabel() for axes in (across, along)] == ["A: h [mm]", "A: b [µm]"]


def test_between_two_rows_an_orbit_is_as_round_as_velocities_say() -> None:
    """A circle in steps of 0.5 rad: chords miss it by 3 %, cubics by 0.5^4 / 384."""
    t = np.arange(0, 6.5, 0.5)
    path, rate = np.stack([np.cos(t), np.sin(t)], axis=1), np.stack([-np.sin(t), np.cos(t)], axis=1)
    curve = _rounded(t, path, rate)
    assert len(curve) == BETWEEN * (len(t) - 1) + 1
    np.testing.assert_allclose(curve[::BETWEEN], path, rtol=0, atol=1e-15)
    np.testing.assert_allclose(np.hypot(*curve.T), 1.0, rtol=0, atol=0.5**4 / 384)
    assert len(_rounded(t[:1], path[:1], rate[:1])) == 1


def test_the_rate_of_an_orbit_is_its_slope() -> None:
    """To the square of a step of a thousandth of a run, beside jumps at contacts."""
    result = gd.simulate(gd.library("four-bar", C="clearance"), 0.05, output="grid")
    joint = result.joint("C")
    slope = np.gradient(joint.orbit, result.t, axis=0)
    assert np.median(np.abs(slope - joint._orbit_rate)) < 1e-6 * np.abs(joint._orbit_rate).max()


def test_a_ball_has_three_projections() -> None:
    assert [
        (axes.get_xlabel()[3], axes.get_ylabel()[0]) for axes in results.orbit(rattling(), "C").axes
    ] == [
        ("h", "t"),
        ("h", "b"),
        ("t", "b"),
    ]


def test_only_a_joint_with_clearance_has_an_orbit() -> None:
    with pytest.raises(gd.InputError, match="joint 'D' has no clearance"):
        results.orbit(result(), "D")


@pytest.mark.parametrize(
    ("joint", "letters", "seen"),
    [
        (BALL, ("h", "t", "b"), [("h", "t"), ("h", "b"), ("t", "b")]),
        (HINGE, ("h", "t", "b"), [("h", "t"), ("b", "h")]),
        (SLEEVE, ("h", "t", "b"), [("h", "t")]),
        (HINGE, ("h", "t"), [("h", "t")]),
        (BLOCK, ("h", "b"), [("b", "h")]),
    ],
    ids=["ball", "hinge", "sleeve", "pin in a plane", "slider in a plane"],
)
def test_an_orbit_is_seen_along_the_axes_that_matter(joint, letters, seen) -> None:
    assert _projections(joint, letters) == seen


def test_the_free_range_of_a_round_joint_is_a_circle() -> None:
    ((x, y),) = _circles(HINGE)
    assert np.hypot(x, y) == pytest.approx(np.full(len(x), 2e-4), rel=1e-14)
    assert (x[0], y[0]) == pytest.approx((x[-1], y[-1]), abs=1e-18)


def test_a_soft_layer_has_a_second_circle_where_hard_contact_begins() -> None:
    layered = dataclasses.replace(
        BALL, fit=gd.Clearance(contact=HERTZ, bushing=1e6, thickness=5e-5)
    )
    radii = [float(np.hypot(x, y).max()) for x, y in _circles(layered)]
    assert radii == pytest.approx([2e-4, 2.5e-4], rel=1e-14)
    played = dataclasses.replace(
        BALL, fit=gd.Mixed(radial=gd.Play(contact=HERTZ, bushing=1e6, thickness=3e-5))
    )
    assert [float(np.hypot(x, y).max()) for x, y in _circles(played)] == pytest.approx(
        [2e-4, 2.3e-4], rel=1e-14
    )


def test_the_free_range_of_a_block_is_a_rectangle_as_high_and_wide_as_its_play() -> None:
    ((x, y),) = _circles(BLOCK)
    assert (x.min(), x.max(), y.min(), y.max()) == (-1e-4, 1e-4, -3e-4, 3e-4)


def test_a_hinge_is_limited_along_its_axis_too_and_a_sleeve_as_far_as_it_goes() -> None:
    ((x, y),) = _walls(HINGE, np.array([0.0, 1.0]))
    assert (x.max(), y.max()) == pytest.approx((5e-4, 2e-4), rel=1e-12)
    upper, lower = _walls(SLEEVE, np.array([-0.3, np.nan, 0.7]))
    assert list(upper[0]) == [-0.3, 0.7] and list(upper[1]) == pytest.approx([2e-4, 2e-4])
    assert list(lower[1]) == pytest.approx([-2e-4, -2e-4])
    assert list(_walls(SLEEVE, np.zeros(0))[0][0]) == [0, 0]


def test_a_piece_reaches_to_the_row_behind_it_and_no_further() -> None:
    rows = np.arange(6.0)
    x, y = _pieces(rows, 10 * rows, np.array([False, True, True, False, False, True]))
    assert [int(row) for row in np.flatnonzero(~np.isnan(x))] == [1, 2, 3, 5]
    assert y[3] == 30


def test_a_run_without_rows_has_panels_without_curves() -> None:
    panels = orbit_panels(rattling(np.zeros(0)), "A")
    assert [panel.curves for panel in panels] == [[], []]


def test_an_unknown_joint_is_refused_and_one_without_clearance_suggests_others() -> None:
    with pytest.raises(gd.InputError, match="there is no joint 'Z'"):
        orbit_panels(rattling(), "Z")
    with pytest.raises(
        gd.InputError, match=r"joint 'A' has no clearance, so there is no orbit to draw"
    ):
        orbit_panels(result(), "A")
