"""Loads that depend on a joint coordinate or its rate, against closed forms; steps end where they
are not smooth, in both formulations and with every method.
"""

import math

import numpy as np
import pytest

import gudgeon as gd

MASS, SPEED = 2.0, 1.0
METHODS = ["rk4", "tsit5", "dop853", "adams", "radau", "bdf"]
both = pytest.mark.parametrize("coordinates", ["cartesian", "joint"])


def ram(magnitude, speed=SPEED):
    """A mass on a guide, with a force against its motion."""
    body = gd.Body("ram", mass=MASS, inertia=1.0, position=(0, 0), velocity=(speed, 0))
    guide = gd.Translational("G", between=("ground", "ram"), point=(0, 0), axis=(1, 0))
    cut = gd.Force("cut", body="ram", force=(-1.0, 0.0), magnitude=magnitude)
    return gd.Mechanism(plane="xy", bodies=[body], joints=[guide], forces=[cut])


def position(result):
    return float(result.body("ram").position[-1, 0])


def ledger_closes(result, tolerance):
    kinetic = result.energy["kinetic"]
    work = result.energy["load:cut"]
    change = kinetic - kinetic[0] - work
    assert np.abs(np.asarray(change)).max() < tolerance


@both
@pytest.mark.parametrize("method", METHODS)
def test_a_force_that_jumps_over_the_stroke(method, coordinates):
    """Free until x = 0.5 at t = 0.5, then decelerated by 3 N: exact for every method, as the
    motion is a parabola on both sides; bdf begins with order one and its tolerance.
    """
    step = {"step": 0.01} if method == "rk4" else {"rtol": 1e-9}
    result = gd.simulate(
        ram(gd.Step(3.0, at=0.5, over="G.displacement")),
        1.5,
        method=method,
        coordinates=coordinates,
        **step,
    )
    exact = 0.5 + 1.0 - 0.5 * 3.0 / MASS
    assert position(result) == pytest.approx(exact, abs=1e-8 if method == "bdf" else 1e-12)
    assert result.statistics["events"] == 1
    ledger_closes(result, 1e-7)


@both
def test_a_pulse_that_comes_again_over_the_stroke(coordinates):
    """Each pulse takes force times its length from the energy: v^2 = 1 - 2 F d n / m. The run
    starts where one begins.
    """
    pulse = gd.Pulse(0.5, duration=0.02, begin=0.1, period=0.1, over="G.displacement")
    result = gd.simulate(ram(pulse), 1.0, coordinates=coordinates, rtol=1e-10)
    x, v = position(result), float(result.body("ram").velocity[-1, 0])
    whole, rest = divmod(x, 0.1)
    loaded = 0.02 * whole + min(rest, 0.02)
    assert v == pytest.approx(math.sqrt(1.0 - 2.0 * 0.5 * loaded / MASS), abs=1e-10)
    assert result.statistics["events"] == 2 * int(whole) + int(rest > 0.02)


@both
def test_a_table_over_the_stroke_is_a_spring(coordinates):
    """A straight table through zero is a spring of k = 8 N/m: x = v/w sin(w t); its corners, at
    which the force stays at its ends, lie outside.
    """
    table = gd.SignalTable((-5, 0, 5), (-40, 0, 40), over="G.displacement")
    result = gd.simulate(ram(table), 3.0, coordinates=coordinates, rtol=1e-11)
    w = math.sqrt(8.0 / MASS)
    assert position(result) == pytest.approx(SPEED / w * math.sin(w * 3.0), abs=1e-9)
    ledger_closes(result, 1e-9)


@both
def test_a_motor_curve_over_the_speed(coordinates):
    """A straight curve M = M_0 (1 - w/w_0) on a wheel of inertia J: w = w_0 (1 - exp(-t M_0/(J
    w_0))); the brake beyond w_0 is not reached.
    """
    wheel = gd.Body("wheel", mass=1.0, inertia=0.5, position=(0, 0))
    hinge = gd.Revolute("A", between=("ground", "wheel"), point=(0, 0))
    curve = gd.SignalTable(("0 rpm", "1200 rpm"), ("6 N*m", "0 N*m"), over="A.angle_rate")
    motor = gd.JointForce("motor", joint="A", magnitude=curve)
    mechanism = gd.Mechanism(plane="xy", bodies=[wheel], joints=[hinge], forces=[motor])
    result = gd.simulate(mechanism, 8.0, coordinates=coordinates, rtol=1e-11)
    w_0 = 40 * math.pi
    exact = w_0 * (1 - math.exp(-8.0 * 6.0 / (0.5 * w_0)))
    assert float(result.body("wheel").angular_velocity[-1, 2]) == pytest.approx(exact, rel=1e-9)
    assert float(result.energy["load:motor"][-1]) == pytest.approx(0.25 * exact**2, rel=1e-8)


@both
def test_a_force_that_acts_one_way_only(coordinates):
    """A ram on a spring (k = 8 N/m) that is braked by 0.4 N only while it moves forward. Each way
    is half a turn of a harmonic motion about its own centre, 0.05 m or 0: its amplitude shrinks by
    0.1 m in each turn.
    """
    body = gd.Body("ram", mass=MASS, inertia=1.0, position=(-1, 0))
    guide = gd.Translational("G", between=("ground", "ram"), point=(0, 0), axis=(1, 0))
    forward = gd.Step(0.4, over="G.displacement_rate")
    cut = gd.Force("cut", body="ram", force=(-1.0, 0.0), magnitude=forward)
    spring = gd.Spring(
        "k", between=("ground", "ram"), points=((0, 0), (-1, 0)), stiffness=8.0, free_length=0.0
    )
    mechanism = gd.Mechanism(plane="xy", bodies=[body], joints=[guide], forces=[cut, spring])
    turn = 2 * math.pi / math.sqrt(8.0 / MASS)
    result = gd.simulate(mechanism, 3 * turn, coordinates=coordinates, rtol=1e-11)
    assert position(result) == pytest.approx(-1.0 + 3 * 0.1, abs=1e-8)


@both
def test_a_table_in_the_crank_angle_is_that_in_time_at_constant_speed(coordinates):
    """A wheel turned at 10 rad/s by a driver: a brake in its angle, over many turns, is the same
    as one in time, and the driver's moment is the brake's.
    """
    points, values, speed = (0.0, 1.0, 2.5, 5.0), (1.0, 4.0, 2.0, 3.0), 10.0
    over_angle = gd.SignalTable(points, values, period=2 * math.pi, over="A.angle")
    in_time = gd.SignalTable([x / speed for x in points], values, period=0.2 * math.pi)
    found = []
    for magnitude in (over_angle, in_time):
        wheel = gd.Body("wheel", mass=1.0, inertia=0.5, position=(0, 0))
        hinge = gd.Revolute("A", between=("ground", "wheel"), point=(0, 0))
        brake = gd.Torque("brake", body="wheel", torque=-1.0, magnitude=magnitude)
        other = gd.Body("other", mass=1.0, inertia=0.5, position=(1, 0))  # something that is free
        free = gd.Revolute("B", between=("ground", "other"), point=(1, 0))
        driver = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(speed))
        mechanism = gd.Mechanism(
            plane="xy",
            bodies=[wheel, other],
            joints=[hinge, free],
            forces=[brake],
            drivers=[driver],
        )
        result = gd.simulate(mechanism, 3.0, coordinates=coordinates, output_step=0.01)
        found.append(np.asarray(result.driver("motor").force))
        expected = [magnitude(t * (speed if magnitude is over_angle else 1))[0] for t in result.t]
        assert found[-1] == pytest.approx(np.array(expected), abs=1e-8)
    assert found[0] == pytest.approx(found[1], abs=1e-8)
