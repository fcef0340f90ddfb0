"""Sizes of joints, the fit Clearance, and which joint can have it."""

import dataclasses

import pytest

import gudgeon as gd

HERTZ = gd.Hertz(1e10)
RUBBING = gd.Threlfall(mu_k=0.1, v_1=1e-3)
BODIES = ("ground", "a")


def ball(**sizes):
    return gd.Spherical("C", between=BODIES, point=(0, 0, 0), **sizes)


def hinge(**sizes):
    return gd.Revolute("C", between=BODIES, point=(0, 0, 0), axis=(0, 0, 1), **sizes)


def mechanism(joint: gd.Spherical, plane: str | None = None) -> gd.Mechanism:
    inertia = 1.0 if plane else (1.0, 1.0, 1.0)
    return gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=inertia)], joints=[joint], plane=plane)


# -- radii and lengths ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"bearing_radius": 0.01, "journal_radius": 0.0098},
        {"bearing_radius": "10 mm", "radial_clearance": "0.2 mm"},
        {"journal_radius": "9.8 mm", "radial_clearance": 2e-4},
        {"bearing_radius": 0.01, "journal_radius": 0.0098, "radial_clearance": 0.0002},
    ],
    ids=lambda given: " ".join(given),
)
def test_any_two_of_three_numbers_give_the_third(given):
    joint = ball(**given)
    assert joint.radii() == pytest.approx((0.01, 0.0098), rel=1e-14)
    assert joint.gap() == pytest.approx(0.0002, rel=1e-12)  # a difference of radii fifty times as large


def test_a_clearance_that_is_given_is_not_rounded_through_the_radii():
    assert ball(bearing_radius=0.3, radial_clearance=1e-7).gap() == 1e-7


def test_radii_are_not_guessed():
    assert ball().radii() is None
    assert ball(bearing_radius=0.01).radii() is None
    assert ball(radial_clearance=1e-4).radii() is None


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, "bearing_radius and journal_radius"),
        ({"bearing_radius": 1.0}, "or journal_radius"),
        ({"journal_radius": 1.0}, "or bearing_radius"),
    ],
    ids=["nothing", "bearing", "journal"],
)
def test_an_unknown_clearance_names_what_is_missing(given, wanted):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.radial_clearance: is missing: .*{wanted}\.$"):
        ball(**given).gap()


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


def test_a_sleeve_knows_its_lengths_only_when_both_are_given():
    sleeve = gd.Cylindrical("C", between=BODIES, point=(0, 0, 0), axis=(0, 0, 1), bearing_length=0.04)
    assert sleeve.lengths() is None
    assert dataclasses.replace(sleeve, journal_length=0.1).lengths() == (0.04, 0.1)


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
        ({"bearing_radius": 0.01, "radial_clearance": 0.01}, "radial_clearance", "leaves no journal"),
        ({"bearing_radius": 0.01, "journal_radius": 0.0098, "radial_clearance": 0.00021}, "radial_clearance", "is 0.0002 m; give two"),
        ({"bearing_length": 0.02, "axial_clearance": 0.01}, "axial_clearance", "leaves no journal"),
        ({"bearing_length": 0.02, "journal_length": 0.019, "axial_clearance": 1e-3}, "axial_clearance", "is 0.0005 m; give two"),
    ],
)
def test_impossible_sizes_are_refused(given, field, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{field}: .*{says}"):
        hinge(**given)


# -- the fit -------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("friction", [RUBBING, gd.Dahl(mu_k=0.1, sigma_0=1e5)], ids=["speed", "bristles"])
def test_friction_of_both_kinds_is_taken(friction):
    assert gd.Clearance(contact=HERTZ, friction=friction).friction is friction


# -- which joint can have it ---------------------------------------------------------------------------------------

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
        (gd.Translational("C", **SPACE, **X, **RADII, **LENGTHS, guide="round", rotational_clearance="1 deg", **DRY), None),
        (gd.Translational("C", **PLANE, axis=(1, 0), **RADII, journal_length=0.1, **DRY), "xy"),
        (gd.PointOnLine("C", **SPACE, **X, **GAP, **LOOSE), None),
        (gd.PointOnLine("C", **PLANE, axis=(0, 1), **RADII, **DRY), "xy"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, gd.model.Joint) else one or "space",
)
def test_joints_with_an_inside_can_be_loose(joint, plane):
    made = mechanism(joint, plane)
    assert made.joint("C").fit is joint.fit
    assert made.with_fit("C", gd.Ideal()).joint("C") == dataclasses.replace(joint, fit=gd.Ideal())


@pytest.mark.parametrize(
    ("joint", "reason"),
    [
        (gd.Universal("C", **SPACE, axes=((1, 0, 0), (0, 1, 0)), **LOOSE), "make the cross a body with two Revolute joints"),
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
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.fit: a {type(joint).__name__} joint cannot have clearance: .*{reason}"):
        mechanism(joint)


@pytest.mark.parametrize(
    ("joint", "plane", "field"),
    [
        (gd.Spherical("C", **SPACE, **LOOSE), None, "radial_clearance"),
        (gd.Spherical("C", **SPACE, **GAP, **DRY), None, "bearing_radius"),
        (gd.Revolute("C", **PLANE, **GAP, **DRY), "xy", "bearing_radius"),
        (gd.Revolute("C", **SPACE, **X, **GAP, **LENGTHS, **LOOSE), None, "bearing_radius"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LOOSE), None, "bearing_length"),
        (gd.Revolute("C", **SPACE, **X, **RADII, bearing_length=0.02, **LOOSE), None, "journal_length"),
        (gd.Cylindrical("C", **SPACE, **X, **RADII, journal_length=0.02, **LOOSE), None, "bearing_length"),
        (gd.Cylindrical("C", **SPACE, **X, **LENGTHS, **LOOSE), None, "radial_clearance"),
        (gd.Translational("C", **SPACE, **X, **GAP, **DRY), None, "bearing_radius"),
        *((gd.Translational("C", **SPACE, **X, **{**BLOCK, one: None}, **DRY), None, one) for one in BLOCK if one != "guide"),
        (gd.Translational("C", **SPACE, **X, **RADII, **LENGTHS, guide="round", **LOOSE), None, "rotational_clearance"),
        (gd.Translational("C", **SPACE, **X, **RADII, guide="round", rotational_clearance=0.1, **LOOSE), None, "bearing_length"),
        (gd.Translational("C", **PLANE, axis=(1, 0), **RADII, **LOOSE), "xy", "journal_length"),
        (gd.Translational("C", **PLANE, axis=(1, 0), **GAP, journal_length=0.1, **LOOSE), "xy", "bearing_radius"),
        (gd.PointOnLine("C", **SPACE, **X, **GAP, **DRY), None, "bearing_radius"),
    ],
)
def test_a_fit_that_needs_more_than_is_given_names_the_field(joint, plane, field):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{field}: is missing: .*; give"):
        mechanism(joint, plane)


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
        mechanism(gd.Translational("C", **where, **given, **DRY), plane)


def test_an_ideal_slider_ignores_the_sizes_of_its_guide():
    assert mechanism(gd.Translational("C", **SPACE, **X, height=0.03)).joint("C").height == 0.03


def test_one_length_and_the_axial_clearance_are_enough_for_a_hinge():
    joint = gd.Revolute("C", **SPACE, **X, **RADII, bearing_length=0.02, axial_clearance=5e-4, **LOOSE)
    assert mechanism(joint).joint("C").lengths() == (0.02, 0.019)


def test_a_missing_length_may_be_given_as_axial_clearance():
    with pytest.raises(gd.InputError, match=r"journal_length: .*give it, or axial_clearance\.$"):
        mechanism(gd.Revolute("C", **SPACE, **X, **RADII, bearing_length=0.02, **LOOSE))


@pytest.mark.parametrize("law", [{"axial_contact": HERTZ}, {"axial_friction": RUBBING}], ids=["contact", "friction"])
@pytest.mark.parametrize("plane", [None, "xy"], ids=["ball", "pin"])
def test_ends_are_refused_where_there_are_none(plane, law):
    fit = gd.Clearance(contact=HERTZ, **law)
    joint = gd.Spherical("C", **SPACE, **GAP, fit=fit) if plane is None else gd.Revolute("C", **PLANE, **GAP, fit=fit)
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.fit\.{next(iter(law))}: only a Revolute joint in space has ends"):
        mechanism(joint, plane)


def test_an_ideal_joint_ignores_its_sizes():
    assert mechanism(hinge(bearing_radius=0.01)).joint("C").fit == gd.Ideal()


def test_with_fit_changes_one_joint_and_leaves_the_original():
    ideal = gd.library("four-bar")
    fit = gd.Clearance(contact=HERTZ, friction=RUBBING)
    loose = ideal.with_fit("C", fit)
    assert loose.joint("C").fit is fit
    assert [joint.name for joint in loose.joints if joint.fit != gd.Ideal()] == ["C"]
    assert all(joint.fit == gd.Ideal() for joint in ideal.joints)


def test_with_fit_refuses_what_is_no_fit():
    with pytest.raises(gd.InputError, match=r"^joints\.C\.fit: expected a fit such as Ideal\(\)"):
        gd.library("four-bar").with_fit("C", HERTZ)


def test_with_fit_refuses_an_unknown_joint():
    with pytest.raises(gd.InputError, match="there is no joint 'Z'"):
        gd.library("four-bar").with_fit("Z", gd.Ideal())
