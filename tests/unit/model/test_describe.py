"""What check says about joints and stops: it must be right, not only readable."""

import dataclasses
import re

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model.describe import driver_text, force_text, of_joints, text_of
from gudgeon.simulation.check_summary import of_stops

HERTZ = gd.Hertz(1e5)
SPACE = {"between": ("ground", "a"), "point": (0.3, 0.1, 0)}
TILTED = (1.0, 2.0, -2.0)


def stops_of(
    joint: gd.model.Joint, plane: str | None = None, **body
) -> tuple[list[str], gd.ModelCheck]:
    inertia = 1.0 if plane else (1.0, 1.0, 1.0)
    position = (0.3, 0.1) if plane else (0.3, 0.1, 0)
    made = gd.Mechanism(
        bodies=[gd.Body("a", mass=1, inertia=inertia, position=position, **body)],
        joints=[joint],
        plane=plane,
    )
    model_check = gd.check_model(made)
    return list(of_stops(model_check)), model_check


JOINTS = [
    (gd.Cylindrical("C", **SPACE, axis=TILTED), "displacement"),
    (gd.Cylindrical("C", **SPACE, axis=TILTED), "angle"),
    (gd.Planar("C", **SPACE, axis=TILTED), "displacement_1"),
    (gd.Planar("C", **SPACE, axis=TILTED), "displacement_2"),
    (gd.Planar("C", **SPACE, axis=TILTED), "angle"),
    (gd.Universal("C", **SPACE, axes=(TILTED, (2.0, 1.0, 2.0))), "angle_1"),
    (gd.Universal("C", **SPACE, axes=(TILTED, (2.0, 1.0, 2.0))), "angle_2"),
    (gd.PointOnLine("C", **SPACE, axis=TILTED), "displacement"),
    (gd.Revolute("C", **SPACE, local_axes=(TILTED, TILTED)), "angle"),
]


@pytest.mark.parametrize(
    ("joint", "coordinate"),
    JOINTS,
    ids=[f"{type(joint).__name__} {name}" for joint, name in JOINTS],
)
def test_a_coordinate_grows_when_the_second_body_moves_as_the_words_say(joint, coordinate):
    """Let the body move along, or turn about, the direction that is printed with four digits:
    the rate is that speed.
    """
    joint = dataclasses.replace(joint, stops=gd.Stop(coordinate, upper=1.0, contact=HERTZ))
    sentences, _ = stops_of(joint)
    direction = tuple(
        float(part) for part in re.search(r"\(([^()]*,[^()]*,[^()]*)\)", sentences[1])[1].split(",")
    )
    assert sum(part**2 for part in direction) == pytest.approx(1, abs=2e-4)
    motion = (
        {"angular_velocity": direction}
        if coordinate.startswith("angle")
        else {"velocity": direction}
    )
    assert ("turns" if coordinate.startswith("angle") else "moves") in sentences[1]
    _, model_check = stops_of(joint, **motion)
    rates = {label: rate for label, _, rate, _ in model_check.coordinates}
    assert rates[f"C.{coordinate}"] == pytest.approx(1.0, abs=2e-4)


def test_the_axis_of_the_second_cross_pin_is_said_to_be_fixed_in_the_second_body():
    cross = gd.Universal("C", **SPACE, axes=(TILTED, (2.0, 1.0, 2.0)))
    ends = [gd.Stop(name, upper=1.0, contact=HERTZ) for name in ("angle_1", "angle_2")]
    sentences, _ = stops_of(dataclasses.replace(cross, stops=ends))
    assert ["fixed in ground" in sentences[1], "fixed in a" in sentences[4]] == [True, True]


def test_zero_of_a_displacement_is_where_the_points_meet_when_they_are_given_apart():
    """Body-fixed points 0.2 m apart along the axis: the displacement is 0.2 m at once, not zero
    as described.
    """
    apart = {"local_points": ((0.3, 0.1, 0), (0, 0, 0.2)), "axis": (0, 0, 1)}
    slider = gd.Translational(
        "C", between=("ground", "a"), **apart, stops=gd.Stop(lower=-0.1, upper=0.5, contact=HERTZ)
    )
    sentences, _ = stops_of(slider)
    assert "C.displacement is free from -0.1 to 0.5 m; at t = 0 it is 0.2 m" in sentences[0]
    assert "zero where the joint's points are level" in sentences[1]


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (
            {"lower": "-90 deg", "upper": "2 rev"},
            "is free from -1.5708 (-90 deg) to 12.5664 rad (720 deg)",
        ),
        ({"lower": "-1 rad"}, "is free from -1 rad (-57.2958 deg) on"),
        ({"upper": "30 deg"}, "is free up to 0.523599 rad (30 deg)"),
    ],
)
def test_ranges_of_angles_are_also_told_in_degrees(limits, says):
    hinge = gd.Revolute(
        "C", between=("ground", "a"), point=(0.3, 0.1), stops=gd.Stop(**limits, contact=HERTZ)
    )
    sentences, _ = stops_of(hinge, "xy")
    assert sentences[0].startswith(f"C.angle {says}; at t = 0 it is 0 rad")
    assert "right-handedly about (0, 0, 1)" in sentences[1]


def test_a_soft_stop_says_what_comes_first():
    hinge = gd.Revolute(
        "C",
        between=("ground", "a"),
        point=(0.3, 0.1),
        stops=gd.Stop(upper=1, contact=HERTZ, bushing=5, thickness=0.1, blend=0.01),
    )
    sentences, _ = stops_of(hinge, "xy")
    law = "contact hertz (stiffness 100000 N m/rad^n, exponent 1.5)"
    assert sentences[2] == f"  beyond: {law}, bushing 5 N m/rad, thickness 0.1 rad, blend 0.01 rad"


def test_the_length_of_a_rod_is_a_distance():
    points = ((0, 0, 0), (0.3, 0.1, 0))
    stop = gd.Stop(upper=0.5, contact=HERTZ)
    rod = gd.Distance(
        "C", between=("ground", "a"), points=points, fit=gd.Bushing(axial=1e3), stops=stop
    )
    sentences, _ = stops_of(rod)
    assert sentences[0].startswith("C.length is free up to 0.5 m; at t = 0 it is 0.316228 m")
    assert "the distance of the joint's points on ground and a" in sentences[1]


SIZES = {
    "bearing_radius": 0.01,
    "radial_clearance": 1e-4,
    "bearing_length": 0.02,
    "journal_length": 0.02,
}


@pytest.mark.parametrize(
    ("joint", "says"),
    [
        (gd.Revolute("C", **SPACE, axis=(0, 0, 1)), "C: revolute, between ground and a; ideal"),
        (
            gd.Revolute("C", **SPACE, axis=(0, 0, 1), fit=gd.Bushing(radial=gd.Compliance(1e6, 20.0))),
            "bushing, radial compliance (force 1e+06 N/m, damping 20 N s/m), axial held, "
            "misalignment held, torsion free",
        ),
        (
            gd.Cylindrical("C", **SPACE, axis=(0, 0, 1), fit=gd.Bushing(torsion=gd.Compliance(5.0, preload=1.0, offset=0.1))),
            "bushing, torsion compliance (force 5 N m/rad, preload 1 N m, offset 0.1 rad), radial "
            "held, axial free, misalignment held",
        ),
        (
            gd.PointOnLine("C", **SPACE, axis=(0, 0, 1), fit=gd.Bushing(radial=gd.Compliance(gd.Polynomial((1, 0, 2)), unilateral=True))),
            "bushing, radial compliance (force polynomial (coefficients [1, 0, 2] N/m^n), "
            "unilateral True)",
        ),
        (
            gd.Spherical("C", **SPACE, radial_clearance=1e-4, fit=gd.Clearance(contact=HERTZ, bushing=1e6, thickness=1e-5)),
            "spherical, bearing on ground, journal on a, radial clearance 0.0001 m; clearance, "
            "contact hertz "
            "(stiffness 100000 N/m^n, exponent 1.5), bushing 1e+06 N/m, thickness 1e-05 m",
        ),
        (
            gd.Revolute(
                "C", **SPACE, axis=(0, 0, 1), **SIZES,
                fit=gd.Lubricated(film=gd.ShortBearing(0.1), contact=HERTZ, friction=gd.Threlfall(0.1, 1e-3)),
            ),
            "lubricated, film short-bearing (viscosity 0.1 Pa s), e_0 5e-06 m, e_1 1e-05 m, "
            "contact hertz (stiffness 100000 N/m^n, exponent 1.5), friction threlfall (mu_k 0.1, "
            "v_1 0.001 m/s)",
        ),
    ],
)  # fmt: skip
def test_a_joint_is_told_with_its_fit(joint, says):
    made = gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
    assert says in next(of_joints(made))


def test_check_prints_joints_and_stops():
    outcome = CliRunner().invoke(
        main,
        ["check", "triple-pendulum", "--set", "joints.B.fit=stops", "--set", "joints.C.fit=stops"],
    )
    assert outcome.exit_code == 0, outcome.output
    assert "B: cylindrical, between link1 and link2; ideal, stops on displacement" in outcome.output
    assert "B.displacement is free from -0.25 to 0.25 m; at t = 0 it is 0 m" in outcome.output
    assert (
        "link3 turns against link2, right-handedly about (0, 0.7071, 0.7071) (global at t = 0, "
        "fixed in link2)" in outcome.output
    )
    assert "stops" not in CliRunner().invoke(main, ["check", "triple-pendulum"]).output


@pytest.mark.parametrize(
    ("value", "angular", "says"),
    [
        (1 / 3, None, "0.333333"),
        ((1.0, 2.0), None, "[1, 2]"),
        (tuple(map(float, range(9))), None, "[0, 1, 2, 3, 4, 5, ...]"),
        (gd.Threlfall(mu_k=0.1, v_1=1e-3), None, "threlfall (mu_k 0.1, v_1 0.001 m/s)"),
        # of which coordinate is not known
        (gd.ConstantSpeed("60 rpm"), None, "constant-speed (speed 6.28319 rad/s or m/s, start 0)"),
        (gd.ConstantSpeed("60 rpm"), True, "constant-speed (speed 6.28319 rad/s, start 0 rad)"),
        (gd.ConstantSpeed(2.0), False, "constant-speed (speed 2 m/s, start 0 m)"),
        (gd.KelvinVoigt(1e8, 0.5), True, "kelvin-voigt (stiffness 1e+08 N m/rad, restitution 0.5)"),
        (gd.Hertz(1e3, 1.5), True, "hertz (stiffness 1000 N m/rad^n, exponent 1.5)"),
        (gd.Compliance(3.0, 0.5), True, "compliance (force 3 N m/rad, damping 0.5 N m s/rad)"),
        (
            gd.Compliance(gd.Linear(3.0), offset=0.1),
            False,
            "compliance (force 3 N/m, offset 0.1 m)",
        ),
        (gd.Box((1, 2, 3)), None, "box (size [1, 2, 3] m)"),
    ],
)
def test_numbers_have_the_unit_of_what_they_act_on(value, angular, says):
    assert text_of(value, angular) == says


def test_friction_of_play_in_a_rotation_is_that_of_what_slides():
    play = gd.Play(0.1, contact=gd.Hertz(1e3), friction=gd.Threlfall(0.1, 1e-3))
    said = text_of(gd.Mixed(torsion=play))
    assert said.startswith(
        "mixed (torsion play (clearance 0.1 rad, contact hertz (stiffness 1000 N m/rad^n, "
    )
    assert "friction threlfall (mu_k 0.1, v_1 0.001 m/s)" in said


def test_drivers_and_springs_have_the_unit_of_their_coordinate():
    body = gd.Body("a", mass=1, inertia=(1, 1, 1))
    hinge = gd.Revolute("A", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1))
    drivers = [gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1.0))]
    spring = gd.JointSpring("spring", joint="A", stiffness=2.0, damping=0.1)
    push = gd.Force("push", body="a", force=(1, 0, 0), magnitude=gd.Constant(2.0))
    mechanism = gd.Mechanism(bodies=[body], joints=[hinge], drivers=drivers, forces=[spring, push])
    assert (
        driver_text(mechanism, mechanism.drivers[0])
        == "A.angle follows constant-speed (speed 1 rad/s, start 0 rad)"
    )
    assert (
        force_text(mechanism, spring)
        == "joint-spring (joint A, stiffness 2 N m/rad, damping 0.1 N m s/rad)"
    )
    assert (
        force_text(mechanism, push)
        == "force (body a, force [1, 0, 0] N, magnitude constant (level 2))"
    )
