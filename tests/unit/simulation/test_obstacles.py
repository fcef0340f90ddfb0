"""What a driver cannot pass: dead centres and stops are named, with driver, coordinate, time and
advice.
"""

import dataclasses
from math import acos, asin, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.rank import prescribing
from gudgeon.simulation.check_summary import of_model_check
from gudgeon.simulation.obstacles import obstacles_ahead

CRANK, ROD = 0.1, 0.3


def bar(name, a, b, mass=0.4):
    """A slender bar in the plane x-y between two points."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return gd.Body(name, mass=mass, inertia=mass * length**2 / 12, position=middle)


def slider_crank(motion, joint="guide", angle=1.0, **more):
    """A slider-crank driven at its slider, or at another joint; the crank begins at an angle to
    the guide.
    """
    B = (CRANK * cos(angle), CRANK * sin(angle))
    C = (B[0] + sqrt(ROD**2 - B[1] ** 2), 0.0)
    return gd.Mechanism(
        plane="xy",
        bodies=[
            bar("crank", (0, 0), B),
            bar("rod", B, C),
            gd.Body("slider", mass=0.3, inertia=1e-3, position=C),
        ],
        joints=[
            gd.Revolute("A", between=("ground", "crank"), point=(0, 0)),
            gd.Revolute("B", between=("crank", "rod"), point=B),
            gd.Revolute("C", between=("rod", "slider"), point=C),
            gd.Translational("guide", between=("ground", "slider"), point=C, axis=(1, 0)),
        ],
        drivers=[gd.Driver("motor", joint=joint, motion=motion)],
        **more,
    )


def way_out(angle=1.0):
    """How far the slider is from its outer dead centre [m]."""
    return CRANK + ROD - CRANK * cos(angle) - sqrt(ROD**2 - (CRANK * sin(angle)) ** 2)


def way_in(angle=1.0):
    """How far it is from the inner one [m]."""
    return 2 * CRANK - way_out(angle)


WAYS = {
    "dop853": {"method": "dop853"},
    "adams": {"method": "adams"},
    "rk4": {"method": "rk4", "step": 1e-3},
    "baumgarte": {"method": "dop853", "stabilisation": gd.Baumgarte(5, 5)},
    "baumgarte with rk4": {"method": "rk4", "step": 1e-3, "stabilisation": gd.Baumgarte(5, 5)},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("speed", "reach"), [(0.1, way_out()), (-0.1, -way_in())], ids=["outwards", "inwards"]
)
def test_a_slider_that_is_driven_through_its_dead_centre_is_named(way, speed, reach):
    """Rod and crank are in line at r + l and at l - r from the crank's pin; the run ends there
    and says so, to all six digits.
    """
    with pytest.raises(gd.SimulationError) as caught:
        gd.simulate(slider_crank(gd.ConstantSpeed(speed)), 2.0, **WAYS[way])
    result = caught.value.result
    assert result.status is gd.Status.DEAD_CENTRE
    assert str(caught.value) == result.message == (
        f"Driver 'motor' cannot take guide.displacement beyond {reach:.6g} m, reached at t = {reach / speed:.6g} s: the mechanism is at a "
        "dead centre, from which the coordinate can only turn back. "
        "Let the motion turn back before, or drive A.angle, which passes through there."
    )  # fmt: skip
    if "baumgarte" not in way:
        assert result.t[-1] <= reach / speed < result.t[-1] + 4e-3  # rows of 2 ms


def four_bar(motion):
    """Crank 0.1 m, coupler 0.3 m, rocker 0.25 m, ground 0.3 m; the rocker is driven and begins
    with the crank upright.
    """
    r, l, c, d = 0.1, 0.3, 0.25, 0.3
    B, D = (0.0, r), (d, 0.0)
    # C by the circles about B and D
    e = hypot(D[0] - B[0], D[1] - B[1])
    a = (l * l - c * c + e * e) / (2 * e)
    h = sqrt(l * l - a * a)
    u = ((D[0] - B[0]) / e, (D[1] - B[1]) / e)
    C = (B[0] + a * u[0] - h * u[1], B[1] + a * u[1] + h * u[0])
    start = np.arctan2(C[1], C[0] - d)
    # crank and coupler in line: a triangle with the side r + l
    limit = pi - acos((c * c + d * d - (r + l) ** 2) / (2 * c * d))
    mechanism = gd.Mechanism(
        plane="xy",
        bodies=[bar("crank", (0, 0), B), bar("coupler", B, C), bar("rocker", C, D)],
        joints=[
            gd.Revolute("A", between=("ground", "crank"), point=(0, 0)),
            gd.Revolute("B", between=("crank", "coupler"), point=B),
            gd.Revolute("C", between=("coupler", "rocker"), point=C),
            gd.Revolute("D", between=("ground", "rocker"), point=D),
        ],
        drivers=[gd.Driver("servo", joint="D", motion=motion)],
    )
    return mechanism, limit - start


def test_a_rocker_that_is_driven_beyond_its_limit_position_is_named():
    mechanism, swing = four_bar(gd.ConstantSpeed(-0.5))
    assert swing < 0
    result = gd.simulate(mechanism, 3.0, strict=False, method="dop853")
    assert result.status is gd.Status.DEAD_CENTRE
    assert (
        f"Driver 'servo' cannot take D.angle beyond {swing:.6g} rad, reached at t = "
        f"{swing / -0.5:.6g} s" in result.message
    )
    assert "or drive A.angle, which passes through there" in result.message


def test_a_dead_centre_is_named_where_freedoms_are_left():
    """A pendulum swings on the slider; it takes no part."""
    mechanism = slider_crank(gd.ConstantSpeed(0.1), gravity=(0, -9.81))
    at = mechanism.body("slider").position
    hanging = bar("pendulum", at, (at[0] + 0.05, -0.1))
    pin = gd.Revolute("P", between=("slider", "pendulum"), point=at)
    mechanism = dataclasses.replace(
        mechanism, bodies=(*mechanism.bodies, hanging), joints=(*mechanism.joints, pin)
    )
    assert gd.check_model(mechanism).dof == 1
    result = gd.simulate(mechanism, 2.0, strict=False, method="dop853")
    assert result.status is gd.Status.DEAD_CENTRE
    assert (
        f"reached at t = {way_out() / 0.1:.6g} s" in result.message
        and "drive A.angle" in result.message
    )


def test_a_dead_centre_in_space_is_named():
    """A bar of 0.5 m on a hinge; a winch pulls its end towards a point 1 m away, out of the
    plane of the bar: it ends at 1.5 m.
    """
    reach, start = hypot(1.5, 0.2), hypot(1.0, 0.5, 0.2)
    mechanism = gd.Mechanism(
        bodies=[gd.Body("bar", mass=1, inertia=(0.1, 0.1, 0.1), position=(0, 0.25, 0))],
        joints=[
            gd.Revolute("pin", between=("ground", "bar"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Distance("rod", between=("ground", "bar"), points=((1, 0, 0.2), (0, 0.5, 0))),
        ],
        drivers=[gd.Driver("winch", joint="rod", motion=gd.ConstantSpeed(2.0, start=start))],
    )
    result = gd.simulate(mechanism, 1.0, strict=False, method="dop853")
    assert result.status is gd.Status.DEAD_CENTRE
    assert (
        f"Driver 'winch' cannot take rod.length beyond {reach:.6g} m, reached at t = "
        f"{(reach - start) / 2:.6g} s" in result.message
    )
    assert "drive pin.angle" in result.message


def test_a_dead_centre_is_named_where_constraints_are_redundant():
    """The planar slider-crank in space: three constraints too many."""
    flat = slider_crank(gd.ConstantSpeed(0.1))
    bodies = [
        gd.Body(
            body.name, mass=body.mass, inertia=(body.inertia,) * 3, position=(*body.position, 0)
        )
        for body in flat.bodies
    ]
    axes = {gd.Revolute: (0, 0, 1), gd.Translational: (1, 0, 0)}
    joints = [
        type(joint)(
            joint.name, between=joint.between, point=(*joint.point, 0), axis=axes[type(joint)]
        )
        for joint in flat.joints
    ]
    mechanism = gd.Mechanism(bodies=bodies, joints=joints, drivers=flat.drivers)
    assert gd.check_model(mechanism).dof_gruebler == -3
    result = gd.simulate(mechanism, 2.0, strict=False, method="dop853")
    assert result.status is gd.Status.DEAD_CENTRE
    assert (
        f"reached at t = {way_out() / 0.1:.6g} s" in result.message
        and "drive A.angle" in result.message
    )


def test_a_dead_centre_of_loose_joints_is_foreseen_with_ideal_ones():
    """Play lets the driver through, and then the joint is torn apart: the depth is named after
    the run, the dead centre before.
    """
    mechanism = slider_crank(gd.ConstantSpeed(0.1))
    loose = dataclasses.replace(
        mechanism.joint("C"),
        bearing_radius=0.01,
        journal_radius=0.0099,
        fit=gd.Clearance(contact=gd.Hertz(1e9)),
    )
    mechanism = dataclasses.replace(
        mechanism, joints=tuple(loose if joint.name == "C" else joint for joint in mechanism.joints)
    )
    (sentence,) = obstacles_ahead(gd.check_model(mechanism), 0.7)
    assert sentence.startswith(
        f"with ideal joints: Driver 'motor' cannot take guide.displacement beyond {way_out():.6g} m"
    )
    notes = gd.simulate(mechanism, 0.7, method="adams").notes
    assert any("% of the clearance" in note for note in notes)


def test_a_dead_centre_survives_the_file(tmp_path):
    with pytest.raises(gd.SimulationError) as caught:
        gd.simulate(
            slider_crank(gd.ConstantSpeed(0.1)), 2.0, method="dop853", out=tmp_path / "run.h5"
        )
    loaded = gd.load(tmp_path / "run.h5")
    again = gd.load(loaded.save(tmp_path / "copy.h5"))
    for result in (caught.value.result, loaded, again):
        assert result.status is gd.Status.DEAD_CENTRE
        assert result.message.startswith("Driver 'motor' cannot take guide.displacement beyond")


@gd.law
class NotANumber(gd.Signal):
    """A signal that ends."""

    end: float = gd.param("a", "s", "when it ends")

    @staticmethod
    def value(t, a):
        """x = √(a − t)"""
        return sqrt(a - t), 0.0, 0.0


def test_a_run_that_fails_for_another_reason_is_no_dead_centre():
    load = gd.Force("load", body="rod", force=(1, 0), magnitude=NotANumber(0.5))
    result = gd.simulate(
        slider_crank(gd.ConstantSpeed(1.0), joint="A", forces=[load]),
        2.0,
        strict=False,
        method="dop853",
    )
    assert result.status is gd.Status.NOT_FINITE
    assert "law that divides by zero" in result.message


@pytest.mark.parametrize("excess", [-1e-6, 1e-6])
def test_a_motion_is_followed_up_to_its_dead_centre(excess):
    """A slider that turns back a micrometre before its dead centre comes through; one micrometre
    farther it does not.
    """
    motion = gd.Harmonic(amplitude=way_out() + excess, frequency=0.5)
    result = gd.simulate(slider_crank(motion), 1.0, strict=False, method="dop853")
    warnings = obstacles_ahead(gd.check_model(slider_crank(motion)), 1.0)
    if excess < 0:
        assert result.status is gd.Status.COMPLETE and warnings == ()
    else:
        t = asin(way_out() / (way_out() + excess)) / pi
        assert result.status is gd.Status.DEAD_CENTRE
        assert f"t = {t:.6g} s" in result.message and f"t = {t:.6g} s" in warnings[0]


def test_checking_a_mechanism_foresees_dead_centres_and_stops():
    """Cranks go round; sliders do not."""
    ahead = gd.check_model(slider_crank(gd.ConstantSpeed(0.1), duration=2.0))
    assert f"cannot take guide.displacement beyond {way_out():.6g} m" in of_model_check(ahead)
    assert "dead centre" not in of_model_check(
        gd.check_model(slider_crank(gd.ConstantSpeed(0.1), duration=0.5))
    )
    assert (
        obstacles_ahead(gd.check_model(slider_crank(gd.ConstantSpeed(10.0), joint="A")), 5.0) == ()
    )
    for name in gd.library_names():
        mechanism = gd.library(name)
        if mechanism.drivers:
            assert obstacles_ahead(gd.check_model(mechanism), mechanism.duration) == (), name


# -- stops -----------------------------------------------------------------------------------------

HARD = gd.Hertz(1e6)


def test_a_driver_that_goes_beyond_a_stop_is_named_before_and_after_the_run():
    """The sine passes 0.02 m at asin(0.02/0.03)/(2 pi f); the force is that of the depth, K
    0.01^1.5, and the slider's inertia.
    """
    motion = gd.Harmonic(amplitude=0.03, frequency=0.5)
    mechanism = slider_crank(motion, duration=0.6).with_stops(
        "guide", gd.Stop(upper=0.02, contact=HARD)
    )
    sentence = (
        "driver 'motor' pushes guide.displacement through its upper stop at 0.02 m from t = "
        f"{asin(2 / 3) / pi:.6g} s on, "
        "up to 0.01 m deep: nothing can give way, and the driver takes whatever force that depth "
        "needs"
    )
    model_check = gd.check_model(mechanism)
    assert obstacles_ahead(model_check, 0.6)[0].startswith(sentence)
    assert sentence in of_model_check(model_check)
    assert obstacles_ahead(model_check, 0.2) == ()
    result = gd.simulate(mechanism, method="adams")
    assert any(note.startswith(sentence) for note in result.notes)
    assert result.driver("motor").force.max() == pytest.approx(1e6 * 0.01**1.5, rel=1e-2)
    assert not any("through" in note for note in gd.simulate(mechanism, 0.2, method="adams").notes)


def test_a_stop_on_another_joint_that_the_driver_pushes_through_is_named():
    """The slider prescribes the crank: the crank passes -0.2 rad where the slider is at r cos
    0.8 + sqrt(l^2 - r^2 sin^2 0.8).
    """
    mechanism = slider_crank(gd.ConstantSpeed(0.1)).with_stops(
        "A", gd.Stop(lower=-0.2, contact=HARD)
    )
    result = gd.simulate(mechanism, 0.4, method="adams")
    t = (way_out(1.0) - way_out(0.8)) / 0.1
    sentence = (
        f"driver 'motor' pushes A.angle through its lower stop at -0.2 rad from t = {t:.6g} s on"
    )
    assert any(note.startswith(sentence) for note in result.notes)


def test_a_stop_that_can_give_way_is_not_said_to_be_pushed_through():
    """The slider shakes a pendulum, which hits its stops and bounces."""
    mechanism = slider_crank(gd.Harmonic(amplitude=0.03, frequency=3.0))
    at = mechanism.body("slider").position
    pin = gd.Revolute(
        "P",
        between=("slider", "pendulum"),
        point=at,
        stops=gd.Stop(lower=-0.05, upper=0.05, contact=HARD),
    )
    bodies = (*mechanism.bodies, bar("pendulum", at, (at[0], -0.1)))
    result = gd.simulate(
        dataclasses.replace(mechanism, bodies=bodies, joints=(*mechanism.joints, pin)),
        0.5,
        method="adams",
    )
    assert len(result.impacts) > 2
    assert not any("through" in note for note in result.notes)


@pytest.mark.parametrize(("thickness", "through"), [(0.02, False), (0.005, True)])
def test_a_layer_in_front_of_a_stop_may_be_pressed(thickness, through):
    stop = gd.Stop(upper=0.02, contact=HARD, bushing=1e4, thickness=thickness)
    mechanism = slider_crank(gd.Harmonic(amplitude=0.03, frequency=0.5)).with_stops("guide", stop)
    notes = gd.simulate(mechanism, 0.6, method="adams").notes
    assert any("through its upper stop at 0.025 m" in note for note in notes) == through
    assert (
        any(
            "through" in note for note in (*notes, *obstacles_ahead(gd.check_model(mechanism), 0.6))
        )
        == through
    )


def test_drivers_that_prescribe_a_coordinate_together_are_both_named():
    """An arm of two driven hinges: the angle of its second link against the ground is the sum of
    both.
    """
    bodies = [
        gd.Body(name, mass=1, inertia=(0.1, 0.1, 0.1), position=(x, 0, 0))
        for name, x in (("upper", 0.2), ("lower", 0.6))
    ]
    stop = gd.Stop("angle", upper=0.5, contact=HARD)
    joints = [
        gd.Revolute("A", between=("ground", "upper"), point=(0, 0, 0), axis=(0, 0, 1)),
        gd.Revolute("B", between=("upper", "lower"), point=(0.4, 0, 0), axis=(0, 0, 1)),
        gd.Planar("S", between=("ground", "lower"), point=(0.8, 0, 0), axis=(0, 0, 1), stops=stop),
    ]
    drivers = [
        gd.Driver(name, joint=joint, motion=gd.ConstantSpeed(0.4))
        for name, joint in (("a", "A"), ("b", "B"))
    ]
    mechanism = gd.Mechanism(bodies=bodies, joints=joints, drivers=drivers)
    assembly = gd.check_model(mechanism).assembly
    assert [driver.name for driver in prescribing(assembly, 0.0, assembly.y, "S", "angle")] == [
        "a",
        "b",
    ]
    alone = gd.check_model(dataclasses.replace(mechanism, drivers=drivers[:1])).assembly
    assert prescribing(alone, 0.0, alone.y, "S", "angle") == ()
    notes = gd.simulate(mechanism, 1.0, method="adams").notes
    assert any(
        note.startswith(
            "drivers 'a' and 'b' push S.angle through its upper stop at 0.5 rad from t = 0.625 s on"
        )
        for note in notes
    )


def test_play_of_a_mixed_joint_that_the_driver_pushes_through_is_named():
    """Torsion play ends at 0.1 rad; the driven angle is there after 0.1 s."""
    hinge = gd.Revolute(
        "J",
        between=("ground", "wheel"),
        point=(0, 0, 0),
        axis=(0, 0, 1),
        fit=gd.Mixed(torsion=gd.Play(0.1, contact=HARD)),
    )
    wheel = gd.Body("wheel", mass=1.0, inertia=(1.0, 1.0, 1.0))
    driver = gd.Driver("motor", joint="J", motion=gd.ConstantSpeed(1.0))
    notes = gd.simulate(
        gd.Mechanism(bodies=[wheel], joints=[hinge], drivers=[driver]), 0.12, method="adams"
    ).notes
    assert any(
        note.startswith(
            "driver 'motor' pushes J.angle through its upper stop at 0.1 rad from t = 0.1 s on"
        )
        for note in notes
    )
