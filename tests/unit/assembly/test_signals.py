"""Signals as records, and the times and coordinates at which steps end."""

import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.assembly.signals import time_breakpoints
from gudgeon.kernels import records as rec


def hinges(**parts):
    """A double pendulum in a plane."""
    bodies = [
        gd.Body(name, mass=1, inertia=0.1, position=(x, 0)) for name, x in (("a", 0.5), ("b", 1.5))
    ]
    joints = [
        gd.Revolute("A", between=("ground", "a"), point=(0, 0)),
        gd.Revolute("B", between=("a", "b"), point=(1, 0)),
    ]
    return gd.Mechanism(plane="xy", bodies=bodies, joints=joints, **parts)


def test_times_at_which_signals_are_not_smooth_are_sorted_and_positive():
    motor = gd.Driver("motor", joint="A", motion=gd.SpeedRamp(0.0, 1.0, duration=0.5, begin=0.7))
    push = gd.Torque(
        "push", body="b", torque=1.0, magnitude=gd.SignalTable((-1, 0.2, 1.2, 3.0), (0, 1, 0, 1))
    )
    found = time_breakpoints(hinges(drivers=[motor], forces=[push]), 2.0)
    assert list(found) == pytest.approx([0.2, 0.7, 1.2])


def test_breakpoints_of_all_periods_of_a_run_are_step_boundaries():
    push = gd.Torque("push", body="b", torque=1.0, magnitude=gd.Pulse(1.0, 0.1, period=0.5))
    found = time_breakpoints(hinges(forces=[push]), 1.2)
    assert list(found) == pytest.approx([0.1, 0.5, 0.6, 1.0, 1.1])


def test_a_product_of_sums_is_multiplied_out():
    angle, rate = gd.SignalTable((0, 1), (0, 1), over="A.angle"), gd.Step(1, over="A.angle_rate")
    load = gd.Torque("m", body="b", torque=1.0, magnitude=(angle + 2.0) * (rate + gd.Step(3.0)))
    system = assemble(hinges(forces=[load])).system
    assert list(system.signals["ends"]) == [0, 1] * 4
    kinds = [(int(row["argument"]), int(row["watch"]) >= 0) for row in system.signals]
    of_angle, of_rate, of_time = (
        (rec.OF_COORDINATE, True),
        (rec.OF_RATE, True),
        (rec.OF_TIME, False),
    )
    assert kinds == [of_angle, of_rate, of_angle, of_time, of_time, of_rate, of_time, of_time]
    found = {(float(event["value"]), int(event["jump"])) for event in system.events}
    assert found == {(0.0, 0), (0.0, 2), (1.0, 0)}


@pytest.mark.parametrize(
    ("magnitude", "message"),
    [
        (
            gd.Step(1, over="Z.angle"),
            r"forces.m.magnitude.over: there is no joint coordinate 'Z.an",
        ),
        (gd.Step(1, over="A.angel"), r"Did you mean 'A.angle'"),
        (gd.Step(1, at="2 mm", over="A.angle"), r"magnitude.at: '2 mm' has the wrong kind of unit"),
        (gd.Step(1, at="2 rad", over="A.angle_rate"), r"magnitude.at: .* expected \[rad/s\]"),
        (
            gd.SignalTable(("1 deg", "2 s"), (0, 1), over="A.angle"),
            r"magnitude.points: '2 s' has the wrong kind of unit",
        ),
    ],
)
def test_an_argument_that_does_not_exist_is_refused(magnitude, message):
    with pytest.raises(gd.InputError, match=message):
        hinges(forces=[gd.Torque("m", body="b", torque=1.0, magnitude=magnitude)])


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        (gd.Step(1.0), r"drivers.m.motion: step jumps, and no driver can follow that"),
        (gd.SignalTable((0, 1), (0, 1)), r"drivers.m.motion: table has corners, .* smooth"),
        (gd.ConstantSpeed(1.0) + gd.Trapezoid(1, 1, 1, 1), r"trapezoid has corners"),
        (gd.Harmonic(1, 1, over="B.angle"), r"follows a function of time, not of B.angle"),
    ],
)
def test_a_motion_that_no_driver_can_follow_is_refused(motion, message):
    with pytest.raises(gd.InputError, match=message):
        hinges(drivers=[gd.Driver("m", joint="A", motion=motion)])
