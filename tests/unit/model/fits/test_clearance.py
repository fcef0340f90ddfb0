"""Clearance as it is described: its laws, and which joint can have it."""

import dataclasses

import pytest

import gudgeon as gd
from tests.support.joints_and_fits import joined

HERTZ = gd.Hertz(1e10)
RUBBING = gd.Threlfall(mu_k=0.1, v_1=1e-3)
BODIES = ("ground", "a")


# -- the fit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"contact": None}, "contact", "expected a contact law"),
        ({"contact": 1e10}, "contact", "expected a contact law"),
        ({"contact": RUBBING}, "contact", "expected a contact law"),
        ({"friction": 0.1}, "friction", "expected a friction law"),
        ({"friction": HERTZ}, "friction", "expected a friction law"),
        ({"axial_contact": RUBBING}, "axial_contact", "expected a contact law"),
        ({"axial_friction": HERTZ}, "axial_friction", "expected a friction law"),
        ({"axial_friction": 0.1}, "axial_friction", "expected a friction law"),
        ({"support": "middle"}, "support", "unknown choice 'middle'"),
        ({"start": "anyhow"}, "start", "unknown choice 'anyhow'"),
        ({"strips": 0}, "strips", "must be >= 1"),
        ({"strips": 2.5}, "strips", "must be a whole number"),
        ({"strips": float("nan")}, "strips", "finite"),
        ({"strips": True}, "strips", "expected a number"),
        ({"strips": 10**9}, "strips", "must be <= 1000"),
        ({"min_approach_speed": 0}, "min_approach_speed", "must be > 0"),
        ({"min_approach_speed": "1 mm"}, "min_approach_speed", "wrong kind of unit"),
        ({"sound_speed": -1}, "sound_speed", "must be > 0"),
        ({"tilt": 0}, "tilt", "must be > 0"),
    ],
)
def test_impossible_fits_are_refused(given, field, says):
    with pytest.raises(gd.InputError, match=f"^{field}: .*{says}"):
        gd.Clearance(**{"contact": HERTZ, **given})


def test_a_contact_without_stiffness_is_refused():
    with pytest.raises(gd.InputError, match=r"^stiffness: must be > 0"):
        gd.Clearance(contact=gd.Hertz(0.0))


def test_units_are_understood_in_a_fit():
    fit = gd.Clearance(contact=HERTZ, min_approach_speed="2 mm/s", tilt="0.01 deg", strips="5")
    assert (fit.min_approach_speed, fit.strips) == (2e-3, 5)
    assert fit.tilt == pytest.approx(1.7453292519943296e-4, rel=1e-15)
    assert isinstance(fit.strips, int)


@pytest.mark.parametrize(
    "friction", [RUBBING, gd.Dahl(mu_k=0.1, sigma_0=1e5)], ids=["speed", "bristles"]
)
def test_friction_of_both_kinds_is_taken(friction):
    assert gd.Clearance(contact=HERTZ, friction=friction).friction is friction


# -- which joint can have it -----------------------------------------------------------------------

SPACE = {"between": BODIES, "point": (0, 0, 0)}
PLANE = {"between": BODIES, "point": (0, 0)}
RADII = {"bearing_radius": 0.01, "journal_radius": 0.0098}
LENGTHS = {"bearing_length": 0.02, "journal_length": 0.019}
LOOSE = {"fit": gd.Clearance(contact=HERTZ)}
DRY = {"fit": gd.Clearance(contact=HERTZ, friction=RUBBING)}
GAP = {"radial_clearance": 2e-4}
X = {"axis": (1, 0, 0)}
BLOCK = {
    "guide": "rectangular", "height": 0.03, "width": 0.02, "height_clearance": 1e-4, "width_clearance": 2e-4, "journal_length": 0.08,
    "height_axis": (0, 0, 1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("joint", "plane"),
    [
        (gd.Spherical("C", **SPACE, **GAP, **LOOSE), None),
        (gd.Spherical("C", **SPACE, **RADII, **DRY), None),
        (gd.Spherical("C", **PLANE, **GAP, **LOOSE), "xy"),
        (gd.Revolute("C", **PLANE, **GAP, **LOOSE), "xy"),
        (gd.Revolute("C", **PLANE, **RADII, **DRY), "xz"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LENGTHS, **LOOSE), None),
        (gd.Cylindrical("C", **SPACE, **X, **RADII, **LENGTHS, **DRY), None),
        (gd.Translational("C", **SPACE, **X, **GAP, **LOOSE), None),
        (gd.Translational("C", **SPACE, **X, **BLOCK, **DRY), None),
        (
            gd.Translational(
                "C",
                **SPACE,
                **X,
                **RADII,
                **LENGTHS,
                guide="round",
                rotational_clearance="1 deg",
                **DRY,
            ),
            None,
        ),
        (gd.Translational("C", **PLANE, axis=(1, 0), **RADII, journal_length=0.1, **DRY), "xy"),
        (gd.PointOnLine("C", **SPACE, **X, **GAP, **LOOSE), None),
        (gd.PointOnLine("C", **PLANE, axis=(0, 1), **RADII, **DRY), "xy"),
    ],
    ids=lambda given: (
        type(given).__name__ if isinstance(given, gd.model.Joint) else given or "space"
    ),
)
def test_joints_with_an_inside_can_be_loose(joint, plane):
    made = joined(joint, plane)
    assert made.joint("C").fit is joint.fit
    assert made.with_fit("C", gd.Ideal()).joint("C") == dataclasses.replace(joint, fit=gd.Ideal())


@pytest.mark.parametrize(
    ("joint", "reason"),
    [
        (
            gd.Universal("C", **SPACE, axes=((1, 0, 0), (0, 1, 0)), **LOOSE),
            "make the cross a body with two Revolute joints",
        ),
        (gd.Planar("C", **SPACE, axis=(0, 0, 1), **LOOSE), "a plane has no inside"),
        (
            gd.Distance("C", between=BODIES, points=((1, 0, 0), (0, 0, 0)), **LOOSE),
            "make the rod a body with a Spherical joint at each end",
        ),
        (gd.Rigid("C", **SPACE, **LOOSE), "nothing moves in it"),
    ],
    ids=["universal", "planar", "distance", "rigid"],
)
def test_joints_without_an_inside_cannot_be_loose_and_say_why(joint, reason):
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.C\.fit: a {type(joint).__name__} joint cannot have clearance: .*{reason}",
    ):
        joined(joint)


@pytest.mark.parametrize(
    ("joint", "plane", "field"),
    [
        (gd.Spherical("C", **SPACE, **LOOSE), None, "radial_clearance"),
        (gd.Spherical("C", **SPACE, **GAP, **DRY), None, "bearing_radius"),
        (gd.Revolute("C", **PLANE, **GAP, **DRY), "xy", "bearing_radius"),
        (gd.Revolute("C", **SPACE, **X, **GAP, **LENGTHS, **LOOSE), None, "bearing_radius"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LOOSE), None, "bearing_length"),
        (
            gd.Revolute("C", **SPACE, **X, **RADII, bearing_length=0.02, **LOOSE),
            None,
            "journal_length",
        ),
        (
            gd.Cylindrical("C", **SPACE, **X, **RADII, journal_length=0.02, **LOOSE),
            None,
            "bearing_length",
        ),
        (gd.Cylindrical("C", **SPACE, **X, **LENGTHS, **LOOSE), None, "radial_clearance"),
        (gd.Translational("C", **SPACE, **X, **GAP, **DRY), None, "bearing_radius"),
        *(
            (gd.Translational("C", **SPACE, **X, **{**BLOCK, field: None}, **DRY), None, field)
            for field in BLOCK
            if field != "guide"
        ),
        (
            gd.Translational("C", **SPACE, **X, **RADII, **LENGTHS, guide="round", **LOOSE),
            None,
            "rotational_clearance",
        ),
        (
            gd.Translational(
                "C", **SPACE, **X, **RADII, guide="round", rotational_clearance=0.1, **LOOSE
            ),
            None,
            "bearing_length",
        ),
        (gd.Translational("C", **PLANE, axis=(1, 0), **RADII, **LOOSE), "xy", "journal_length"),
        (
            gd.Translational("C", **PLANE, axis=(1, 0), **GAP, journal_length=0.1, **LOOSE),
            "xy",
            "bearing_radius",
        ),
        (gd.PointOnLine("C", **SPACE, **X, **GAP, **DRY), None, "bearing_radius"),
    ],
)
def test_a_fit_that_needs_more_than_is_given_names_the_field(joint, plane, field):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{field}: is missing: .*; give"):
        joined(joint, plane)


@pytest.mark.parametrize(
    "law", [{"axial_contact": HERTZ}, {"axial_friction": RUBBING}], ids=["contact", "friction"]
)
@pytest.mark.parametrize("plane", [None, "xy"], ids=["ball", "pin"])
def test_ends_are_refused_where_there_are_none(plane, law):
    fit = gd.Clearance(contact=HERTZ, **law)
    joint = (
        gd.Spherical("C", **SPACE, **GAP, fit=fit)
        if plane is None
        else gd.Revolute("C", **PLANE, **GAP, fit=fit)
    )
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.C\.fit\.{next(iter(law))}: only a Revolute joint in space has ends",
    ):
        joined(joint, plane)
