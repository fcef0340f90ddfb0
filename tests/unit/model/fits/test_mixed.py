"""Joints of mixed make as they are described: held, free, with play, on bushings, and what has
no meaning.
"""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import GAP, JOINTS, RUBBING, SPACE, hanging

HERTZ = gd.Hertz(1e9)
PLAY = gd.Play(contact=HERTZ)


def mixed(kind, **motions):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    return hanging(dataclasses.replace(joint, fit=gd.Mixed(**motions)), planar)


def test_what_is_given_is_sorted_into_play_bushings_free_and_held():
    fit = gd.Mixed(radial=PLAY, axial=2e5, misalignment="held", torsion="free")
    assert fit.motions() == {"radial": PLAY, "axial": gd.Compliance(2e5), "torsion": "free"}
    assert (list(fit.plays()), list(fit.bushings())) == (["radial"], ["axial"])


@pytest.mark.parametrize(
    ("name", "motions", "held"),
    [
        ("Revolute", {"axial": "free"}, {"radial": Hold.ACROSS, "misalignment": Hold.TILT}),
        (
            "Revolute",
            {"torsion": "held"},
            {
                "radial": Hold.ACROSS,
                "axial": Hold.ALONG,
                "misalignment": Hold.TILT,
                "torsion": Hold.TWIST,
            },
        ),
        (
            "Cylindrical",
            {"axial": "held", "radial": PLAY},
            {"misalignment": Hold.TILT, "axial": Hold.ALONG},
        ),
        (
            "Revolute",
            {"misalignment": "held"},
            {"radial": Hold.ACROSS, "axial": Hold.ALONG, "misalignment": Hold.TILT},
        ),
        ("Universal", {"radial": 1e5}, {"": Hold.CROSS}),
    ],
)
def test_constraints_hold_what_stays_and_what_is_held_besides(name, motions, held):
    fit, joint = gd.Mixed(**motions), SPACE[name]
    assert fit.rows(joint, False) == held
    assert {
        motion
        for motion in ("radial", "axial", "misalignment", "torsion")
        if fit.holds(joint, motion)
    } == set(held) - {""} | ({"axial", "misalignment", "torsion"} if name == "Universal" else set())


def test_initial_conditions_are_closed_without_play_and_bushings_but_with_what_is_held_or_free():
    assert gd.Mixed(radial=PLAY, axial="free", torsion="held").closed() == gd.Mixed(
        axial="free", torsion="held"
    )
    assert gd.Mixed(radial=PLAY, axial=1e5).closed() == gd.Ideal()
    left = gd.Mixed(radial=PLAY, start="as-described")
    assert left.closed() is left


def test_radial_play_is_that_of_the_fit_or_of_the_joint():
    assert gd.Mixed(radial=1e5).radial_play(SPACE["Rigid"]) is None
    weld = dataclasses.replace(
        SPACE["Rigid"], fit=gd.Mixed(radial=gd.Play("0.3 mm", contact=HERTZ))
    )
    assert weld.radial_play() == 3e-4
    ball = dataclasses.replace(SPACE["Spherical"], fit=gd.Mixed(radial=PLAY))
    assert ball.radial_play() == pytest.approx(GAP, rel=1e-12)


def test_results_with_radial_play_are_read_as_those_of_a_clearance():
    assert gd.Mixed(radial=PLAY, axial=1e3).result_kind() == "mixed with radial play"
    assert gd.Mixed(axial=PLAY).result_kind() == "mixed"


# -- what is refused -------------------------------------------------------------------------------


def bad(message, kind="Revolute in space", **motions):
    return pytest.param(kind, motions, message, id=message)


WRONG = [
    bad(r"says nothing; give at least one of radial, axial, misalignment, torsion, or use Ideal\."),
    bad(r"axial: unknown choice 'fixed'\. Allowed: 'held', 'free'\.", axial="fixed"),
    bad(r"radial: must be >= 0 \[N/m\], got -1\.", radial=-1),
    bad(r"radial: expected .*", radial=gd.Hertz(1e9)),
    bad(r"misalignment\.friction: has no meaning here: what presses is a moment",
        misalignment=lambda: gd.Play(0.1, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.axial\.friction: has no meaning here: nothing slides on the ends", torsion="held",
        axial=lambda: gd.Play(contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.axial\.friction: has no meaning here: nothing slides on the ends", "Translational in space",
        axial=lambda: gd.Play(GAP, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.axial\.friction: has no meaning here: nothing slides on the ends", "Translational in a plane",
        axial=lambda: gd.Play(GAP, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.axial\.friction: has no meaning here: a rod has no faces", "Distance in space",
        axial=lambda: gd.Play(GAP, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.torsion\.friction: has no meaning here: flanks that stop a rotation slide along the axis, and nothing does",
        torsion=lambda: gd.Play(0.1, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.torsion\.friction: has no meaning here: flanks", "Revolute in a plane",
        torsion=lambda: gd.Play(0.1, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.torsion\.friction: has no meaning here: flanks", "Spherical in space",
        torsion=lambda: gd.Play(0.1, contact=HERTZ, friction=RUBBING)),
    bad(r"torsion\.clearance: is missing: how far the rotation is free", torsion=lambda: gd.Play(contact=HERTZ)),
    bad(r"torsion\.clearance: ", torsion=lambda: gd.Play("1 mm", contact=HERTZ)),
    bad(r"radial\.clearance: ", radial=lambda: gd.Play("1 deg", contact=HERTZ)),
    bad(r"misalignment\.clearance: must be below 180 deg", misalignment=lambda: gd.Play(4.0, contact=HERTZ)),
    bad(r"radial\.preload: has no meaning here", radial=gd.Compliance(1.0, preload=1.0)),
    bad(r"joints\.J\.fit\.radial\.clearance: is 0\.001 m, but the joint's own is 0\.0001 m; leave one of them out\.",
        radial=lambda: gd.Play(1e-3, contact=HERTZ)),
    bad(r"joints\.J\.fit\.radial\.clearance: is missing: how far the motion is free to each side; give it\.", "Rigid in space",
        radial=lambda: gd.Play(contact=HERTZ)),
    bad(r"joints\.J\.fit\.radial\.friction: turns the bodies with radii as levers, which a Rigid joint does not have", "Rigid in space",
        radial=lambda: gd.Play(GAP, contact=HERTZ, friction=RUBBING)),
    bad(r"joints\.J\.fit\.radial: a Universal joint cannot have play: its cross has two pins of its own", "Universal in space",
        radial=lambda: gd.Play(GAP, contact=HERTZ)),
    bad(r"joints\.J\.fit\.axial: a Spherical joint cannot give in this motion", "Spherical in space", axial="free"),
    bad(r"joints\.J\.fit\.torsion: a Planar joint cannot give in this motion", "Planar in space", torsion="held"),
    bad(r"joints\.J\.fit\.axial: a Revolute joint cannot give in this motion: in a plane", "Revolute in a plane", axial=1e5),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "motions", "message"), WRONG)
def test_a_mixed_fit_that_has_no_meaning_is_refused_with_the_reason(kind, motions, message):
    with pytest.raises(gd.InputError, match=message):
        mixed(
            kind,
            **{
                motion: part() if callable(part) and not isinstance(part, gd.NormalLaw) else part
                for motion, part in motions.items()
            },
        )


def test_a_motion_that_is_held_is_not_driven_and_an_axis_is_asked_for():
    joint = dataclasses.replace(JOINTS["Revolute in space"], fit=gd.Mixed(torsion="held"))
    driver = gd.Driver("D", joint="J", motion=gd.ConstantSpeed(1.0))
    with pytest.raises(
        gd.InputError, match=r"drivers\.D\.joint: the fit of joint 'J' holds its angle \(torsion\)"
    ):
        dataclasses.replace(hanging(joint, False), drivers=[driver])
    weld = gd.Rigid("J", between=("ground", "b"), point=(0, 0, 0), fit=gd.Mixed(axial="free"))
    with pytest.raises(gd.InputError, match=r"joints\.J\.axis: is missing"):
        hanging(weld, False)
