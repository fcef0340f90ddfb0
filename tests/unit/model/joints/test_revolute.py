"""A hinge: its rotation, its lengths and its end faces."""

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold, Surface
from tests.support.joints_and_fits import SPUN, TOOL, along, joined, left_of_a_throw

SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}

RADII = {"bearing_radius": 0.01, "journal_radius": 0.0098}
LOOSE = {"fit": gd.Clearance(contact=gd.Hertz(1e10))}


def hinge(**sizes):
    return gd.Revolute("C", **SPACE, axis=TOOL[0], **sizes)


def test_a_hinge_turns_about_its_axis_and_does_nothing_else():
    v, w = left_of_a_throw(hinge())
    assert list(v) == pytest.approx([0, 0, 0], abs=1e-14)
    assert list(w) == pytest.approx(along(SPUN), abs=1e-14)


def test_in_a_plane_it_turns_about_the_normal_and_holds_a_point():
    joint = gd.Revolute("C", **PLANE)
    assert joint.rows(True) == {"radial": Hold.POINT}
    ((label, value, rate, _),) = gd.check_model(
        joined(joint, "xy", velocity=(0.3, 0.4), angular_velocity=2.5)
    ).coordinates
    assert (label, value, rate) == ("C.angle", 0.0, pytest.approx(2.5, abs=1e-15))


def test_it_touches_with_wall_and_ends_in_space_and_as_a_pin_in_a_plane():
    assert hinge().surfaces(False) == (Surface.WALL, Surface.ENDS)
    assert hinge().surfaces(True) == (Surface.JOURNAL,)


# -- lengths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"bearing_length": 0.02, "journal_length": 0.019},
        {"bearing_length": "20 mm", "axial_clearance": "0.5 mm"},
        {"journal_length": 0.019, "axial_clearance": 5e-4},
        {"bearing_length": 0.02, "journal_length": 0.019, "axial_clearance": 5e-4},
    ],
    ids=lambda given: " ".join(given),
)
def test_lengths_differ_by_twice_the_axial_clearance(given):
    assert hinge(**given).lengths() == pytest.approx((0.02, 0.019), rel=1e-14)


def test_a_journal_may_be_longer_than_its_bearing():
    joint = hinge(bearing_length=0.019, journal_length=0.02, axial_clearance=5e-4)
    assert joint.lengths() == (0.019, 0.02)


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"radial_clearance": -1e-4}, "radial_clearance", "must be >= 0"),
        ({"radial_clearance": float("nan")}, "radial_clearance", "finite"),
        ({"bearing_radius": 0}, "bearing_radius", "must be > 0"),
        ({"journal_radius": -0.01}, "journal_radius", "must be > 0"),
        ({"bearing_length": float("inf")}, "bearing_length", "finite"),
        ({"axial_clearance": "-1 mm"}, "axial_clearance", "must be >= 0"),
        ({"bearing_radius": "10 kg"}, "bearing_radius", "wrong kind of unit"),
        ({"bearing_radius": 0.01, "journal_radius": 0.0101}, "journal_radius", "does not fit"),
        (
            {"bearing_radius": 0.01, "radial_clearance": 0.01},
            "radial_clearance",
            "leaves no journal",
        ),
        (
            {"bearing_radius": 0.01, "journal_radius": 0.0098, "radial_clearance": 0.00021},
            "radial_clearance",
            "is 0.0002 m; give two",
        ),
        ({"bearing_length": 0.02, "axial_clearance": 0.01}, "axial_clearance", "leaves no journal"),
        (
            {"bearing_length": 0.02, "journal_length": 0.019, "axial_clearance": 1e-3},
            "axial_clearance",
            "is 0.0005 m; give two",
        ),
    ],
)
def test_impossible_sizes_are_refused(given, field, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{field}: .*{says}"):
        hinge(**given)


def test_one_length_and_the_axial_clearance_are_enough_for_a_hinge():
    joint = hinge(**RADII, bearing_length=0.02, axial_clearance=5e-4, **LOOSE)
    assert joined(joint).joint("C").lengths() == (0.02, 0.019)


def test_a_missing_length_may_be_given_as_axial_clearance():
    with pytest.raises(gd.InputError, match=r"journal_length: .*give it, or axial_clearance\.$"):
        joined(hinge(**RADII, bearing_length=0.02, **LOOSE))


def test_its_own_axial_clearance_is_half_the_difference_of_the_lengths():
    assert hinge(bearing_length=0.02, journal_length=0.019).own_clearance("axial") == pytest.approx(
        5e-4, rel=1e-12
    )
    assert hinge(bearing_length=0.019, journal_length=0.02).own_clearance("axial") == pytest.approx(
        5e-4, rel=1e-12
    )
    assert hinge(axial_clearance=3e-4).own_clearance("axial") == 3e-4
    assert hinge().own_clearance("axial") is hinge(**RADII).own_clearance("torsion") is None
    assert hinge(**RADII).own_clearance("radial") == pytest.approx(2e-4, rel=1e-12)


# -- end faces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "face"),
    [
        # the end of the journal
        ({"bearing_length": 0.02, "journal_length": 0.019}, (0.0, 0.0098)),
        ({"bearing_length": 0.019, "journal_length": 0.02}, (0.01, 0.01)),  # the edge of the bore
        (
            {"bearing_length": 0.02, "journal_length": 0.019, "end_radii": ("5 mm", "8 mm")},
            (0.005, 0.008),
        ),
    ],
    ids=["journal shorter", "bearing shorter", "given"],
)
def test_ends_rub_with_the_face_of_the_shorter_part(given, face):
    assert hinge(**RADII, **given).end_face() == face


@pytest.mark.parametrize("face", [(0.008, 0.005), (0.0, 0.0)])
def test_an_end_face_without_area_or_edge_is_refused(face):
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.end_radii: the outer radius must be positive and no smaller than the inner one",
    ):
        hinge(end_radii=face)
