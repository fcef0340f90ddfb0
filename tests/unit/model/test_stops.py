"""Stops as they are described: on which coordinates, in which units, and what is refused."""

import dataclasses
import math

import pytest

import gudgeon as gd

HERTZ = gd.Hertz(1e10)
SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
Z = {"axis": (0, 0, 1)}


def hinge(*stops: gd.Stop) -> gd.Revolute:
    return gd.Revolute("C", **SPACE, **Z, stops=stops)


def sleeve(*stops: gd.Stop) -> gd.Cylindrical:
    return gd.Cylindrical("C", **SPACE, **Z, stops=stops)


def stop(coordinate: str = "", **limits) -> gd.Stop:
    return gd.Stop(coordinate, contact=HERTZ, **limits)


def mechanism(joint: gd.model.Joint) -> gd.Mechanism:
    return gd.Mechanism(
        bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))], joints=[joint]
    )


# -- ranges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "path", "says"),
    [
        ({}, "upper", "is missing: give upper, lower or both"),
        (
            {"lower": 1.0, "upper": -1.0},
            "upper",
            "the range is reversed: lower is 1, upper is -1; lower must be smaller",
        ),
        ({"lower": 1.0, "upper": 1.0}, "upper", "the range is reversed"),
        ({"lower": math.nan}, "lower", "must be a finite number"),
        ({"upper": "5 kg"}, "upper", "wrong kind of unit"),
        ({"upper": 1.0, "min_approach_speed": 0}, "min_approach_speed", "must be > 0"),
    ],
)
def test_a_range_that_is_none_is_refused(limits, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
        stop(**limits)


def test_a_stop_needs_a_contact_law():
    with pytest.raises(
        gd.InputError,
        match=r"^contact: expected a contact law such as LankaraniNikravesh\(...\), got Threlfall",
    ):
        gd.Stop(upper=1.0, contact=gd.Threlfall(0.1, 1e-3))


def test_limits_may_lie_beyond_a_turn_and_on_one_side_of_zero():
    assert (stop(upper="3 rev").upper, stop(lower="90 deg", upper="720 deg").lower) == (
        6 * math.pi,
        math.pi / 2,
    )


# -- coordinates -----------------------------------------------------------------------------------


def test_a_single_stop_and_a_list_of_one_are_the_same():
    assert (
        gd.Revolute("C", **SPACE, **Z, stops=stop(upper=1.0))
        == hinge(stop(upper=1.0))
        == hinge(stop("angle", upper=1.0))
    )


def test_the_only_coordinate_of_a_joint_need_not_be_named():
    assert [made.coordinate for made in hinge(stop(upper=1.0)).stops] == ["angle"]
    assert (
        gd.Translational("C", **SPACE, **Z, stops=stop(upper=1.0)).stops[0].coordinate
        == "displacement"
    )


@pytest.mark.parametrize(
    ("joint", "coordinate"),
    [
        (gd.Cylindrical("C", **SPACE, **Z), "displacement"),
        (gd.Cylindrical("C", **SPACE, **Z), "angle"),
        (gd.Universal("C", **SPACE, axes=((1, 0, 0), (0, 1, 0))), "angle_2"),
        (gd.Planar("C", **SPACE, **Z), "displacement_1"),
        (gd.PointOnLine("C", **SPACE, **Z), "displacement"),
        (
            gd.Distance(
                "C",
                between=("ground", "a"),
                points=((0, 0, 0), (1, 0, 0)),
                fit=gd.Bushing(axial=1e3),
            ),
            "length",
        ),
    ],
)
def test_stops_limit_any_coordinate_that_a_joint_has(joint, coordinate):
    limited = dataclasses.replace(joint, stops=(stop(coordinate, lower=-1.0, upper=1.0),))
    assert mechanism(limited).joint("C").stops[0].coordinate == coordinate


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: sleeve(stop(upper=1.0)),
            r"stops\.coordinate: the joint has several; say which. Allowed: 'displacement', 'angle'",
        ),
        (
            lambda: hinge(stop("angel", upper=1.0)),
            r"stops\.coordinate: the joint has no coordinate 'angel'. Did you mean 'angle'",
        ),
        (
            lambda: hinge(stop(upper=1.0), stop("x", lower=0)),
            r"stops\.1\.coordinate: the joint has no coordinate 'x'",
        ),
        (
            lambda: gd.Spherical("C", **SPACE, stops=stop(upper=1.0)),
            r"stops: a Spherical joint has no coordinate that could be limited",
        ),
        (
            lambda: gd.Rigid("C", **SPACE, stops=stop(upper=1.0)),
            r"stops: a Rigid joint has no coordinate",
        ),
        (
            lambda: gd.Revolute("C", **SPACE, **Z, stops=HERTZ),
            r"stops: expected stops such as Stop\(upper=..., contact=...\), got Hertz",
        ),
        (lambda: gd.Revolute("C", **SPACE, **Z, stops=[1.0]), r"stops: expected stops"),
        (
            lambda: hinge(stop(upper=1.0), stop(upper=2.0)),
            r"stops\.1\.upper: the angle has a stop on this side already",
        ),
        (
            lambda: hinge(*[stop(upper=1.0)] * 2),
            r"stops\.1\.upper: the angle has a stop on this side already",
        ),
        (
            lambda: hinge(stop(upper=1.0), stop(lower=2.0)),
            r"stops\.1: the stops leave the angle no range",
        ),
    ],
)
def test_a_stop_that_a_joint_cannot_have_is_refused(make, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        make()


def test_the_two_ends_of_a_range_may_have_laws_of_their_own():
    soft = gd.Stop(lower=-1.0, contact=gd.Hertz(1.0))
    assert hinge(stop(upper=1.0), soft).stops == (
        stop("angle", upper=1.0),
        dataclasses.replace(soft, coordinate="angle"),
    )


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: sleeve(stop("displacement", upper="45 deg")),
            r"stops\.upper: '45 deg' has the wrong kind of unit; expected \[m\]",
        ),
        (
            lambda: hinge(stop(lower="-5 mm")),
            r"stops\.lower: '-5 mm' has the wrong kind of unit; expected \[rad\]",
        ),
        (
            lambda: hinge(stop(upper=1, min_approach_speed="1 mm/s")),
            r"stops\.min_approach_speed: .* expected \[rad/s\]",
        ),
        (
            lambda: hinge(stop(upper=1, bushing=5, thickness="1 mm")),
            r"stops\.thickness: .* expected \[rad\]",
        ),
        (
            lambda: hinge(stop(upper=1, bushing=gd.Compliance("5 N/m"), thickness=1)),
            r"stops\.bushing\.force: .* expected \[N\*m/rad\]",
        ),
    ],
)
def test_metres_do_not_limit_an_angle_nor_degrees_a_displacement(make, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        make()


def test_the_right_units_are_taken():
    made = hinge(
        stop(
            lower="-45 deg",
            bushing="2 N*m/rad",
            thickness="1 deg",
            blend="1 mrad",
            min_approach_speed="1 rad/s",
        )
    ).stops[0]
    assert (made.lower, made.bushing, made.thickness) == (
        -math.pi / 4,
        gd.Compliance(2.0),
        math.pi / 180,
    )


# -- with fits -------------------------------------------------------------------------------------


def test_stops_stay_when_the_fit_changes():
    limited = mechanism(hinge(stop(upper=1.0)))
    assert (
        limited.with_fit("C", gd.Bushing(radial=1e6)).joint("C").stops == limited.joint("C").stops
    )


def test_with_stops_changes_one_joint_and_leaves_the_original():
    free = gd.library("triple-pendulum")
    limited = free.with_stops("C", stop(upper=0.5), stop(lower=-0.5))
    assert [made.upper for made in limited.joint("C").stops] == [0.5, None]
    assert [joint.name for joint in limited.joints if joint.stops] == ["C"]
    assert free == limited.with_stops("C")


def test_check_says_of_every_stop_what_its_coordinate_is_and_where_its_zero():
    """The sentence names both bodies, the axis in numbers, the sign, the zero and both ends."""
    from click.testing import CliRunner

    from gudgeon.cli.main import main

    settings = [part for joint in "BC" for part in ("--set", f"joints.{joint}.fit=stops")]
    outcome = CliRunner().invoke(main, ["check", "triple-pendulum", *settings])
    assert outcome.exit_code == 0
    words = " ".join(outcome.output.split())
    for said in (
        "B.displacement is free from -0.25 to 0.25 m; at t = 0 it is 0 m",
        "link2 moves against link1 along (0, 0, 1) (global at t = 0, fixed in link1); zero in the "
        "position described at t = 0",
        "C.angle is free from -0.785398 (-45 deg) to 0.785398 rad (45 deg); at t = 0 it is 0 rad",
        "link3 turns against link2, right-handedly about (0, 0.7071, 0.7071) (global at t = 0, "
        "fixed in link2), full turns counted;",
    ):
        assert said in words, said


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (
            gd.Hertz.from_materials(E=207e9, nu=0.3, bearing_radius=0.01, journal_radius=0.0095),
            r"contact: its stiffness follows from mat",
        ),
        (
            gd.Esdu78035(1.14e11, 0.02, 0.01, 0.0095, 0.9),
            r"contact: its stiffness follows from materials",
        ),
        (
            gd.KelvinVoigt("1e5 N/m", 0.5),
            r"contact\.stiffness: '1e5 N/m' has the wrong kind of unit; expected \[N\*m/rad\]",
        ),
        (
            gd.ModifiedKelvinVoigt(1e5, 0.5, "0.1 m/s"),
            r"contact\.v_0: '0.1 m/s' has the wrong kind of unit; expected \[rad/s\]",
        ),
    ],
)
def test_a_stop_on_an_angle_refuses_a_stiffness_of_lengths(law, message):
    with pytest.raises(gd.InputError, match=message):
        hinge(gd.Stop("angle", upper=1.0, contact=law))
    with pytest.raises(gd.InputError, match=rf"torsion\.{message}"):
        gd.Mixed(torsion=gd.Play(clearance=0.1, contact=law))


def test_a_stop_takes_a_stiffness_in_the_units_of_its_coordinate():
    for law in (
        gd.KelvinVoigt("1 kN*m/rad", 0.5),
        gd.ModifiedKelvinVoigt("1 kN*m/rad", 0.5, "0.1 rad/s"),
    ):
        assert hinge(gd.Stop("angle", upper=1.0, contact=law)).stops[0].contact.stiffness == 1e3


def test_a_gap_refuses_a_stiffness_of_angles():
    law = gd.KelvinVoigt("1 kN*m/rad", 0.5)
    joint = gd.Spherical(
        "C",
        between=("ground", "a"),
        point=(0, 0, 0),
        radial_clearance=1e-4,
        fit=gd.Clearance(contact=law),
    )
    with pytest.raises(
        gd.InputError, match=r"joints\.C\.fit\.contact\.stiffness: .* expected \[N/m\]"
    ):
        gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
