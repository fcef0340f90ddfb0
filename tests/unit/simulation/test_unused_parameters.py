"""Parameters that say nothing about their joint, laws of cylinders where nothing touches along a
line: one sentence each.
"""

import pytest

import gudgeon as gd
from gudgeon.simulation.diagnostics import static_warnings

STEEL = gd.Hertz(1e8)
LINE = gd.Esdu78035(
    modulus=1.14e11, length=0.02, bearing_radius=10.5e-3, journal_radius=10e-3, restitution=0.9
)
BODY = gd.Body("b", mass=1.0, inertia=(1e-3,) * 3)
BALL = {"bearing_radius": 10.5e-3, "journal_radius": 10e-3}
HINGE = {**BALL, "axis": (0, 0, 1), "bearing_length": 0.03, "journal_length": 0.02}
BLOCK = {
    "axis": (0, 0, 1), "guide": "rectangular", "height_axis": (1, 0, 0), "height": 0.03, "width": 0.02, "height_clearance": 1e-4,
    "width_clearance": 1e-4, "journal_length": 0.05,
}  # fmt: skip
KEYED = {**HINGE, "guide": "round", "fit": gd.Clearance(contact=STEEL)}
FLANK = gd.KelvinVoigt(1e3, restitution=0.9)


def told(joint, **given):
    """Return what is said of a joint before a run."""
    made = joint("J", between=("ground", "b"), point=(0, 0, 0), **given)
    return " | ".join(static_warnings(gd.Mechanism(bodies=[BODY], joints=[made])))


def loose(**given):
    return gd.Clearance(contact=STEEL, **given)


def filmed(**given):
    return gd.Lubricated(film=gd.SqueezeFilm(viscosity=0.04), **given)


@pytest.mark.parametrize(
    ("joint", "given", "sentence"),
    [
        (gd.Spherical, {**BALL, "fit": loose(tilt=1e-3)}, "tilt has no part in it"),
        (gd.Spherical, {**BALL, "fit": loose(strips=4)}, "strips has no part in it"),
        (gd.Translational, {**BLOCK, "fit": loose(support="ends")}, "support has no part in it"),
        (
            gd.Cylindrical,
            {**HINGE, "fit": filmed(support="ends")},
            "support has no part in it: it belongs to a dry contact",
        ),
        (
            gd.Cylindrical,
            {**HINGE, "fit": filmed(min_approach_speed=0.1)},
            "min_approach_speed has no part in it",
        ),
        (
            gd.Revolute,
            {**HINGE, "end_radii": (0.0, 0.5), "fit": loose()},
            "end_radii reach to 0.5 m, 48 times the radius",
        ),
        (
            gd.Revolute,
            {**HINGE, "fit": loose(bushing=0.0, thickness=1e-4)},
            "the soft layer has no stiffness",
        ),
        (
            gd.Translational,
            {"axis": (0, 0, 1), "height": 0.03},
            "height belongs to a rectangular guide, but this one is held",
        ),
        (
            gd.Translational,
            {**BLOCK, "radial_clearance": 1e-4, "fit": gd.Bushing(radial=1e6)},
            "radial_clearance belongs to a round or held",
        ),
        (
            gd.Translational,
            {**KEYED, "rotational_clearance": 2.0},
            "rotational_clearance is 2 rad, 115 deg to each side; check its unit",
        ),
        (
            gd.Translational,
            {"axis": (0, 0, 1), "fit": gd.Mixed(torsion=gd.Play(10.0, contact=FLANK))},
            "torsion play is 10 rad, 573 deg",
        ),
        (
            gd.Translational,
            {"axis": (0, 0, 1), "fit": gd.Mixed(misalignment=gd.Play(2.0, contact=FLANK))},
            "misalignment play is 2 rad",
        ),
        (
            gd.Spherical,
            {**BALL, "fit": loose(bushing=1e6, thickness=0.02)},
            "the soft layer is 0.02 m thick, more than the radius",
        ),
    ],
)
def test_what_has_no_part_in_a_joint_is_told(joint, given, sentence):
    assert sentence in told(joint, **given)


@pytest.mark.parametrize(
    ("joint", "given"),
    [
        (gd.Revolute, {**HINGE, "fit": loose(support="ends", tilt=1e-9)}),
        (gd.Cylindrical, {**HINGE, "fit": loose(strips=4)}),
        (gd.Cylindrical, {**HINGE, "fit": filmed(strips=4)}),  # sections of the film
        (gd.Revolute, {**HINGE, "end_radii": (0.0, 0.02), "fit": loose()}),
        (gd.Translational, {**KEYED, "rotational_clearance": 0.05}),
        (
            gd.Translational,
            {"axis": (0, 0, 1), "fit": gd.Mixed(torsion=gd.Play(3.0, contact=FLANK))},
        ),
        (gd.Translational, BLOCK),
        (gd.Spherical, {**BALL, "fit": loose(bushing=1e6, thickness=1e-4, blend=1e-6)}),
    ],
)
def test_what_has_a_part_is_not_told(joint, given):
    words = told(joint, **given)
    assert "no part" not in words
    assert "end_radii" not in words
    assert "soft layer" not in words


@pytest.mark.parametrize(
    ("joint", "given", "why"),
    [
        (
            gd.Spherical,
            {**BALL, "fit": gd.Mixed(radial=gd.Play(contact=LINE))},
            "a ball touches its socket in a point",
        ),
        (
            gd.Revolute,
            {**HINGE, "fit": gd.Mixed(axial=gd.Play(contact=LINE))},
            "its ends are flat faces",
        ),
        (
            gd.Revolute,
            {**HINGE, "fit": gd.Mixed(radial=gd.Play(contact=LINE), misalignment="free")},
            "stands at an angle in its bearing",
        ),
        (
            gd.Translational,
            {"axis": (0, 0, 1), "stops": gd.Stop(upper=0.1, contact=LINE)},
            "a stop is a flat end",
        ),
    ],
)
def test_laws_of_cylinders_are_told_of_in_play_and_at_stops(joint, given, why):
    words = told(joint, **given)
    assert "esdu-78035 is a law of cylinders that touch along a line" in words
    assert why in words


def test_laws_of_cylinders_may_act_in_the_radial_play_of_a_hinge():
    assert "cylinders" not in told(gd.Revolute, **HINGE, fit=gd.Mixed(radial=gd.Play(contact=LINE)))
