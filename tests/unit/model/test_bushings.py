"""Bushings and soft layers as they are described: which motions of which joint can give, and what is refused."""

import dataclasses
import math

import pytest

import gudgeon as gd
from gudgeon.model.motions import MOTIONS

BODIES = ("ground", "a")
SPACE = {"between": BODIES, "point": (0, 0, 0)}
PLANE = {"between": BODIES, "point": (0, 0)}
X = {"axis": (1, 0, 0)}
HERTZ = gd.Hertz(1e10)


def mechanism(joint: gd.model.Joint, plane: str | None = None) -> gd.Mechanism:
    inertia = 1.0 if plane else (1.0, 1.0, 1.0)
    return gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=inertia)], joints=[joint], plane=plane)


# -- compliance ----------------------------------------------------------------------------------------------------


def test_a_number_stands_for_a_plain_stiffness():
    made = gd.Bushing(radial=2e6, axial="2 kN/mm", misalignment="5 N*m/rad", torsion=gd.Compliance(3.0))
    assert made.radial == made.axial == gd.Compliance(force=gd.Linear(2e6))
    assert made.misalignment == gd.Compliance(gd.Linear(5.0), damping=None, preload=0.0, offset=0.0, unilateral=False)
    assert made.torsion.force == gd.Linear(3.0)
    assert gd.Compliance(1e6, "20 N*s/m").damping == gd.Linear(20.0)


def test_a_bushing_names_the_motions_that_give():
    assert list(gd.Bushing(torsion=1.0, radial=2.0).motions()) == ["radial", "torsion"]


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        ({}, "", "gives nowhere; give at least one of radial, axial, misalignment, torsion"),
        ({"radial": -1.0}, "radial", r"must be >= 0 \[N/m\]"),
        ({"radial": "soft"}, "radial", r"expected a number, optionally with a unit \[N/m\], got 'soft'"),
        ({"radial": (1.0, 2.0)}, "radial", "expected one number"),
        ({"radial": HERTZ}, "radial", r"expected a stiffness or Compliance\(...\), got Hertz"),
        ({"radial": "5 N*m/rad"}, "radial", r"wrong kind of unit; expected \[N/m\]"),
        ({"torsion": "5 N/m"}, "torsion", r"wrong kind of unit; expected \[N\*m/rad\]"),
        ({"torsion": gd.Compliance("5 N/m")}, r"torsion\.force", r"wrong kind of unit; expected \[N\*m/rad\]"),
        ({"axial": gd.Compliance(5, "5 N*m*s/rad")}, r"axial\.damping", r"wrong kind of unit; expected \[N\*s/m\]"),
        ({"axial": gd.Compliance(5, preload="5 N*m")}, r"axial\.preload", r"wrong kind of unit; expected \[N\]"),
        ({"torsion": gd.Compliance(5, offset="5 mm")}, r"torsion\.offset", r"wrong kind of unit; expected \[rad\]"),
        ({"radial": gd.Compliance(5, preload=1.0)}, r"radial\.preload", "radial displacement is a distance from the centre"),
        ({"radial": gd.Compliance(5, offset=1e-3)}, r"radial\.offset", "Only axial and torsional motion take it"),
        ({"misalignment": gd.Compliance(5, preload=1.0)}, r"misalignment\.preload", "misalignment is the angle between two axes"),
        ({"radial": gd.Compliance(gd.Table((0, 1), (3, 4)))}, r"radial\.force", "must be zero at zero, got 3"),
        ({"radial": gd.Compliance(5, gd.Table((-1, 1), (0, 4)))}, r"radial\.damping", "must be zero at zero, got 2"),
        ({"radial": 1.0, "start": "open"}, "start", "unknown choice 'open'"),
    ],
)
def test_a_bushing_that_cannot_be_is_refused(given, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}" if path else f"^{says}"):
        gd.Bushing(**given)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: gd.Compliance(-1), r"^force: must be >= 0 \[N/m\|N\*m/rad\]"),
        (lambda: gd.Compliance(HERTZ), r"^force: expected a number or a characteristic such as Polynomial\(...\), got Hertz"),
        (lambda: gd.Compliance(1, HERTZ), r"^damping: expected a number or a characteristic"),
        (lambda: gd.Compliance(None), r"^force: expected a number"),
        (lambda: gd.Compliance(1, unilateral="yes"), r"^unilateral: expected true or false, got 'yes'"),
        (lambda: gd.Compliance(1, preload=math.inf), r"^preload: must be a finite number"),
        (lambda: gd.Compliance(gd.Table((0, 2, 1), (0, 1, 2))), r"^deflections: must increase from point to point; point 3 is 1 after 2"),
    ],
)
def test_a_compliance_that_cannot_be_is_refused(make, says):
    with pytest.raises(gd.InputError, match=says):
        make()


def test_preload_and_offset_belong_to_motions_with_a_sign():
    given = gd.Compliance(1e3, preload="-5 N", offset="1 mm")
    assert (given.preload, given.offset) == (-5.0, 1e-3)
    assert gd.Bushing(axial=given).axial is given


def test_a_force_that_does_not_vanish_at_zero_is_allowed_where_it_has_a_direction():
    assert gd.Bushing(axial=gd.Compliance(gd.Table((0, 1), (3, 4)))).axial.force(0.0)[0] == 3.0


# -- which joint can give in which motion --------------------------------------------------------------------------

ALL = set(MOTIONS)
GIVES = [
    (gd.Spherical("C", **SPACE, **X), None, ALL - {"axial"}),
    (gd.Revolute("C", **SPACE, **X), None, ALL),
    (gd.Cylindrical("C", **SPACE, **X), None, ALL),
    (gd.Translational("C", **SPACE, **X), None, ALL),
    (gd.Rigid("C", **SPACE, **X), None, ALL),
    (gd.Planar("C", **SPACE, **X), None, {"axial", "misalignment"}),
    (gd.PointOnLine("C", **SPACE, **X), None, {"radial"}),
    (gd.Universal("C", **SPACE, axes=((1, 0, 0), (0, 1, 0))), None, {"radial"}),
    (gd.Distance("C", between=BODIES, points=((1, 0, 0), (0, 0, 0))), None, {"axial"}),
    (gd.Spherical("C", **PLANE), "xy", {"radial"}),
    (gd.Revolute("C", **PLANE), "xy", {"radial", "torsion"}),
    (gd.Translational("C", **PLANE, axis=(1, 0)), "xy", {"radial", "axial", "misalignment"}),
    (gd.Rigid("C", **PLANE), "xy", {"radial", "torsion"}),
    (gd.PointOnLine("C", **PLANE, axis=(1, 0)), "xy", {"radial"}),
    (gd.Distance("C", between=BODIES, points=((1, 0), (0, 0))), "xy", {"axial"}),
]
called = [f"{type(joint).__name__} in {plane or 'space'}" for joint, plane, _ in GIVES]


@pytest.mark.parametrize(("joint", "plane", "motions"), GIVES, ids=called)
def test_a_joint_gives_in_the_motions_that_it_has(joint, plane, motions):
    fit = gd.Bushing(**dict.fromkeys(motions, 1e3))
    made = mechanism(joint, plane).with_fit("C", fit)
    assert made.joint("C").fit is fit
    assert made.with_fit("C", gd.Ideal()).joint("C") == joint


@pytest.mark.parametrize(
    ("joint", "plane", "motion"),
    [pytest.param(joint, plane, motion, id=f"{name} {motion}")
     for name, (joint, plane, motions) in zip(called, GIVES, strict=True) for motion in sorted(ALL - motions)],
)  # fmt: skip
def test_a_motion_that_a_joint_does_not_have_is_refused_with_the_reason(joint, plane, motion):
    kind = type(joint).__name__
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.fit\.{motion}: a {kind} joint cannot give in this motion: \w.*\w\.$"):
        mechanism(joint, plane).with_fit("C", gd.Bushing(**{motion: 1e3}))


def test_every_joint_was_asked():
    from gudgeon.model.files.json_schema import kinds

    assert {type(joint) for joint, plane, _ in GIVES if plane is None} == set(kinds(gd.model.Joint).values())
    planar = {kind for kind in kinds(gd.model.Joint).values() if kind.removes_in_plane is not None}
    assert {type(joint) for joint, plane, _ in GIVES if plane} == planar


def test_a_weld_needs_its_axis_only_when_it_gives_in_space():
    weld = gd.Rigid("C", **SPACE)
    assert mechanism(weld).joint("C").axis is None
    with pytest.raises(gd.InputError, match=r"^joints\.C\.axis: is missing: a bushing gives differently along and across"):
        mechanism(weld).with_fit("C", gd.Bushing(radial=1e3))
    turned = dataclasses.replace(weld, local_axes=((1, 0, 0), (1, 0, 0)))
    assert mechanism(turned).with_fit("C", gd.Bushing(radial=1e3))


def test_a_ball_needs_an_axis_only_when_it_gives_in_rotation():
    """Its point gives in all directions alike; what is tilt and what torsion, only an axis can tell."""
    ball = gd.Spherical("C", **SPACE)
    assert mechanism(ball).with_fit("C", gd.Bushing(radial=1e3)).joint("C").axis is None
    for motion in ("misalignment", "torsion"):
        with pytest.raises(gd.InputError, match=r"^joints\.C\.axis: is missing: a bushing gives differently along and across its axis"):
            mechanism(ball).with_fit("C", gd.Bushing(radial=1e3, **{motion: 1.0}))
        turned = dataclasses.replace(ball, local_axes=((1, 0, 0), (1, 0, 0)))
        assert mechanism(turned).with_fit("C", gd.Bushing(**{motion: 1.0}))


def test_a_ball_in_a_plane_has_the_normal_as_its_axis():
    with pytest.raises(gd.InputError, match=r"^joints\.C\.axis: in the plane xy this joint has the normal as its axis; leave it out"):
        mechanism(gd.Spherical("C", **PLANE, axis=(1, 0)), "xy")


def test_a_weld_in_a_plane_has_the_normal_as_its_axis():
    with pytest.raises(gd.InputError, match=r"^joints\.C\.axis: in the plane xy this joint has the normal as its axis; leave it out"):
        mechanism(gd.Rigid("C", **PLANE, axis=(1, 0)), "xy")


# -- soft layers ---------------------------------------------------------------------------------------------------


def test_a_layer_is_a_stiffness_and_a_thickness():
    fit = gd.Clearance(contact=HERTZ, bushing="1 kN/mm", thickness="0.1 mm")
    assert (fit.bushing, fit.thickness, fit.blend) == (gd.Compliance(1e6), 1e-4, 0.0)


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        ({"bushing": 1e6}, "thickness", "is missing: the compression of the layer at which hard contact begins"),
        ({"thickness": 1e-4}, "thickness", "belongs to a soft layer; give its bushing too"),
        ({"blend": 1e-6}, "blend", "belongs to a soft layer; give its bushing too"),
        ({"bushing": 1e6, "thickness": 0.0}, "thickness", "must be > 0"),
        ({"bushing": 1e6, "thickness": 1e-4, "blend": -1e-6}, "blend", "must be >= 0"),
        ({"bushing": 1e6, "thickness": "1 deg"}, "thickness", r"wrong kind of unit; expected \[m\]"),
        ({"bushing": "1 N*m/rad", "thickness": 1e-4}, "bushing", r"wrong kind of unit; expected \[N/m\]"),
        ({"bushing": gd.Compliance("1 N*m/rad"), "thickness": 1e-4}, r"bushing\.force", r"wrong kind of unit; expected \[N/m\]"),
        ({"bushing": gd.Compliance(1e6, preload=1.0), "thickness": 1e-4}, r"bushing\.preload", "a layer is only compressed"),
        ({"bushing": HERTZ, "thickness": 1e-4}, "bushing", r"expected a stiffness or Compliance\(...\), got Hertz"),
    ],
)
def test_half_a_layer_is_refused(given, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
        gd.Clearance(contact=HERTZ, **given)
    if "wrong kind" not in says:  # the same holds for the layer of a stop, whose unit is known when its joint is
        with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
            gd.Stop(upper=1.0, contact=HERTZ, **given)
