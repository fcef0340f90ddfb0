"""A slider: its way along the guide, and what the three guides with clearance need and hold."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold, Surface
from tests.support.joints_and_fits import THROWN, TOOL, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

X = {"axis": (1, 0, 0)}
GAP = {"radial_clearance": 2e-4}
RADII = {"bearing_radius": 0.01, "journal_radius": 0.0098}
LENGTHS = {"bearing_length": 0.02, "journal_length": 0.019}
DRY = {"fit": gd.Clearance(contact=gd.Hertz(1e10), friction=gd.Threlfall(mu_k=0.1, v_1=1e-3))}
BLOCK = {
    "guide": "rectangular", "height": 0.03, "width": 0.02, "height_clearance": 1e-4, "width_clearance": 2e-4, "journal_length": 0.08,
    "height_axis": (0, 0, 1),
}  # fmt: skip

KEYED = {**RADII, "guide": "round", "rotational_clearance": 0.01}


def slider(**sizes):
    return gd.Translational("C", **SPACE, **X, **sizes)


def test_a_slider_moves_along_its_axis_and_does_not_turn():
    v, w = left_of_a_throw(gd.Translational("C", **SPACE, axis=TOOL[0]))
    assert list(v) == pytest.approx(along(THROWN), abs=1e-14)
    assert list(w) == pytest.approx([0, 0, 0], abs=1e-14)


def test_in_a_plane_it_neither_turns_nor_leaves_its_line():
    joint = gd.Translational("C", **PLANE, axis=(3, 4))
    ((label, _, rate, _),) = gd.check_model(
        joined(joint, "xy", velocity=(1.0, 0.0), angular_velocity=3.0)
    ).coordinates
    # cosine of the slope 4/3
    assert (label, rate) == ("C.displacement", pytest.approx(0.6, abs=1e-15))
    assert gd.check_model(joined(joint, "xy")).dof == 1


# -- guides ----------------------------------------------------------------------------------------


def test_only_the_held_guide_keeps_rotations_by_constraints_when_it_is_loose():
    held, turning = {"misalignment": Hold.TILT, "torsion": Hold.TWIST}, {}
    found = {
        guide: slider(guide=guide).rows_with_clearance(False)
        for guide in ("held", "round", "rectangular")
    }
    assert found == {"held": held, "round": turning, "rectangular": turning}
    assert slider().rows_with_clearance(True) == {}


def test_each_guide_touches_in_its_own_way():
    assert slider(guide="held").surfaces(False) == (Surface.GUIDE,)
    assert slider(guide="round").surfaces(False) == (Surface.WALL, Surface.KEY)
    assert slider(guide="rectangular").surfaces(False) == (Surface.BLOCK,)
    assert slider().surfaces(True) == (Surface.CORNERS,)


def test_a_block_has_half_its_sizes_its_smaller_play_and_no_radii():
    block = slider(**BLOCK)
    assert block.sections() == ((0.015, 1e-4), (0.01, 2e-4))
    assert (block.gap(), block.radii()) == (1e-4, None)
    assert dataclasses.replace(block, height_clearance=3e-4).gap() == 2e-4


@pytest.mark.parametrize(
    ("sizes", "planar", "words"),
    [
        (BLOCK, False, "rectangular guide with a clearance of 0.0001 m in height and 0.0002 m in "
                       "width"),
        (KEYED, False, "round guide, radial clearance 0.0002 m, rotational clearance 0.01 rad"),
        (GAP, False, "radial clearance 0.0002 m, rotations held"),
        (GAP, True, "radial clearance 0.0002 m"),
    ],
    ids=["rectangular", "round", "held", "plane"],
)  # fmt: skip
def test_the_clearances_of_each_guide_are_told_in_words(sizes, planar, words):
    assert slider(**sizes, **DRY).gap_text(2e-4, planar) == words


def test_an_axis_of_the_height_in_a_body_may_not_lie_along_the_axis_there():
    with pytest.raises(
        gd.InputError, match=r"^joints\.C\.local_height_axes: is almost parallel to the axis"
    ):
        gd.Translational(
            "C",
            **SPACE,
            local_axes=((1, 0, 0), (0, 1, 0)),
            local_height_axes=((0, 1, 0), (0.1, 1, 0)),
        )


@pytest.mark.parametrize(
    ("given", "plane", "says"),
    [
        ({"guide": "square"}, None, r"guide: .*'square'"),
        ({"guide": "rectangular"}, "xy", r"guide: a guide in a plane has two walls"),
        ({**BLOCK, "height_axis": (1, 0.1, 0)}, None, r"height_axis: is almost parallel to the axis"),
        ({**BLOCK, "height_axis": (0, 0, 0)}, None, r"height_axis: an axis needs a direction"),
        ({**BLOCK, "local_height_axes": ((0, 1, 0), (0, 1, 0))}, None, r"height_axis: give either height_axis"),
        ({**BLOCK, "width_clearance": -1e-3}, None, r"width_clearance: must be >= 0"),
        ({**BLOCK, "width_clearance": "1 deg"}, None, r"width_clearance: .*wrong kind of unit"),
        ({**GAP, "guide": "round", "rotational_clearance": "180 deg"}, None, r"rotational_clearance: must be below 180 deg, got 180"),
        ({**RADII, **LENGTHS, "guide": "round", "rotational_clearance": 4.0}, None, r"rotational_clearance: .*use Cylindrical"),
        ({**GAP, "height": 0.03}, None, r"height: belongs to a rectangular guide, but this one is held; give guide: rectangular, or leave"),
        ({**RADII, "guide": "round", "width_clearance": 1e-4}, None, r"width_clearance: belongs to a rectangular guide, .* is round"),
        ({**RADII, "rotational_clearance": 0.1}, None, r"rotational_clearance: belongs to a round guide, but this one is held"),
        ({**BLOCK, "rotational_clearance": 0.1}, None, r"rotational_clearance: belongs to a round guide, but this one is rectangular"),
        ({**BLOCK, **GAP}, None, r"radial_clearance: belongs to a round or held guide, but this one has a height and a width"),
        ({**RADII, "journal_length": 0.1, "width": 0.1}, "xy", r"width: belongs to a rectangular guide"),
    ],
)  # fmt: skip
def test_a_guide_that_cannot_be_is_refused(given, plane, says):
    where = {**PLANE, "axis": (1, 0)} if plane else {**SPACE, **X}
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        joined(gd.Translational("C", **where, **given, **DRY), plane)


def test_an_ideal_slider_ignores_the_sizes_of_its_guide():
    assert joined(slider(height=0.03)).joint("C").height == 0.03
