"""Bushings as they are described: which motions of which joint can give, what is held besides,
and what is refused.
"""

import pytest

import gudgeon as gd
from gudgeon.model.motions import MOTIONS
from tests.support.joints_and_fits import joined

BODIES = ("ground", "a")
SPACE = {"between": BODIES, "point": (0, 0, 0)}
PLANE = {"between": BODIES, "point": (0, 0)}
X = {"axis": (1, 0, 0)}
HERTZ = gd.Hertz(1e10)


# -- the fit ---------------------------------------------------------------------------------------


def test_a_number_stands_for_a_plain_stiffness():
    made = gd.Bushing(
        radial=2e6, axial="2 kN/mm", misalignment="5 N*m/rad", torsion=gd.Compliance(3.0)
    )
    assert made.radial == made.axial == gd.Compliance(force=gd.Linear(2e6))
    assert made.misalignment == gd.Compliance(
        gd.Linear(5.0), damping=None, preload=0.0, offset=0.0, unilateral=False
    )
    assert made.torsion.force == gd.Linear(3.0)
    assert gd.Compliance(1e6, "20 N*s/m").damping == gd.Linear(20.0)


def test_a_bushing_names_the_motions_that_give():
    assert list(gd.Bushing(torsion=1.0, radial=2.0).motions()) == ["radial", "torsion"]


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        ({}, "", "gives nowhere; give at least one of radial, axial, misalignment, torsion"),
        ({"radial": -1.0}, "radial", r"must be >= 0 \[N/m\]"),
        (
            {"radial": "soft"},
            "radial",
            r"expected a number, optionally with a unit \[N/m\], got 'soft'",
        ),
        ({"radial": (1.0, 2.0)}, "radial", "expected one number"),
        ({"radial": HERTZ}, "radial", r"expected a stiffness or Compliance\(...\), got Hertz"),
        ({"radial": "5 N*m/rad"}, "radial", r"wrong kind of unit; expected \[N/m\]"),
        ({"torsion": "5 N/m"}, "torsion", r"wrong kind of unit; expected \[N\*m/rad\]"),
        (
            {"torsion": gd.Compliance("5 N/m")},
            r"torsion\.force",
            r"wrong kind of unit; expected \[N\*m/rad\]",
        ),
        (
            {"axial": gd.Compliance(5, "5 N*m*s/rad")},
            r"axial\.damping",
            r"wrong kind of unit; expected \[N\*s/m\]",
        ),
        (
            {"axial": gd.Compliance(5, preload="5 N*m")},
            r"axial\.preload",
            r"wrong kind of unit; expected \[N\]",
        ),
        (
            {"torsion": gd.Compliance(5, offset="5 mm")},
            r"torsion\.offset",
            r"wrong kind of unit; expected \[rad\]",
        ),
        (
            {"radial": gd.Compliance(5, preload=1.0)},
            r"radial\.preload",
            "radial displacement is a distance from the centre",
        ),
        (
            {"radial": gd.Compliance(5, offset=1e-3)},
            r"radial\.offset",
            "Only axial and torsional motion take it",
        ),
        (
            {"misalignment": gd.Compliance(5, preload=1.0)},
            r"misalignment\.preload",
            "misalignment is the angle between two axes",
        ),
        (
            {"radial": gd.Compliance(gd.Table((0, 1), (3, 4)))},
            r"radial\.force",
            "must be zero at zero, got 3",
        ),
        (
            {"radial": gd.Compliance(5, gd.Table((-1, 1), (0, 4)))},
            r"radial\.damping",
            "must be zero at zero, got 2",
        ),
        ({"radial": 1.0, "start": "open"}, "start", "unknown choice 'open'"),
    ],
)
def test_a_bushing_that_cannot_be_is_refused(given, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}" if path else f"^{says}"):
        gd.Bushing(**given)


def test_preload_and_offset_belong_to_motions_with_a_sign():
    given = gd.Compliance(1e3, preload="-5 N", offset="1 mm")
    assert (given.preload, given.offset) == (-5.0, 1e-3)
    assert gd.Bushing(axial=given).axial is given


def test_a_force_that_does_not_vanish_at_zero_is_allowed_where_it_has_a_direction():
    assert gd.Bushing(axial=gd.Compliance(gd.Table((0, 1), (3, 4)))).axial.force(0.0)[0] == 3.0


# -- which joint can give in which motion ----------------------------------------------------------

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
    made = joined(joint, plane).with_fit("C", fit)
    assert made.joint("C").fit is fit
    assert made.with_fit("C", gd.Ideal()).joint("C") == joint


@pytest.mark.parametrize(
    ("joint", "plane", "motion"),
    [pytest.param(joint, plane, motion, id=f"{name} {motion}")
     for name, (joint, plane, motions) in zip(called, GIVES, strict=True) for motion in sorted(ALL - motions)],
)  # fmt: skip
def test_a_motion_that_a_joint_does_not_have_is_refused_with_the_reason(joint, plane, motion):
    kind = type(joint).__name__
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.C\.fit\.{motion}: a {kind} joint cannot give in this motion: \w.*\w\.$",
    ):
        joined(joint, plane).with_fit("C", gd.Bushing(**{motion: 1e3}))


def test_every_joint_was_asked():
    from gudgeon.model.files.json_schema import kinds
    from gudgeon.model.joints import Coupling

    # tests define others
    ours = {
        kind
        for kind in kinds(gd.model.Joint).values()
        # couplings have no motions of their own
        if kind.__module__.startswith("gudgeon.") and not issubclass(kind, Coupling)
    }
    assert {type(joint) for joint, plane, _ in GIVES if plane is None} == ours
    planar = {kind for kind in ours if kind.removes_in_plane is not None}
    assert {type(joint) for joint, plane, _ in GIVES if plane} == planar


# -- what is held besides --------------------------------------------------------------------------

HOLD = gd.model.motions.Hold


@pytest.mark.parametrize(
    ("joint", "plane", "gives", "held"),
    [
        (
            gd.Revolute("C", **SPACE, **X),
            None,
            ("radial",),
            {"axial": HOLD.ALONG, "misalignment": HOLD.TILT},
        ),
        (
            gd.Revolute("C", **SPACE, **X),
            None,
            ("torsion",),
            {"radial": HOLD.ACROSS, "axial": HOLD.ALONG, "misalignment": HOLD.TILT},
        ),
        (gd.Rigid("C", **SPACE, **X), None, MOTIONS, {}),
        (gd.Rigid("C", **PLANE), "xy", ("torsion",), {"radial": HOLD.POINT}),
    ],
    ids=["hinge, radial", "hinge, torsion", "weld, all", "weld in a plane, torsion"],
)
def test_constraints_hold_what_the_ideal_joint_holds_and_does_not_give(joint, plane, gives, held):
    fit = gd.Bushing(**dict.fromkeys(gives, 1e3))
    assert fit.rows(joint, plane is not None) == held
    taken = {
        HOLD.ACROSS: 2,
        HOLD.ALONG: 1,
        HOLD.TILT: 2,
        HOLD.TWIST: 1,
        HOLD.POINT: 2 if plane else 3,
    }
    freedom = (3 if plane else 6) - sum(taken[hold] for hold in held.values())
    assert gd.check_model(joined(joint, plane).with_fit("C", fit)).dof == freedom


def test_its_drawing_shows_the_gap_that_it_fills_where_there_is_one():
    fit = gd.Bushing(radial=1e3)
    assert fit.drawn_gap(gd.Revolute("C", **SPACE, **X, radial_clearance=2e-4)) == 2e-4
    assert (
        fit.drawn_gap(gd.Revolute("C", **SPACE, **X))
        is fit.drawn_gap(gd.Rigid("C", **SPACE, **X))
        is None
    )


def test_it_starts_unloaded_unless_it_is_left_as_described():
    assert gd.Bushing(radial=1e3).closed() == gd.Ideal()
    left = gd.Bushing(radial=1e3, start="as-described")
    assert left.closed() is left
