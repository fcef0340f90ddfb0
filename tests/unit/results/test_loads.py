"""What loads, springs, dampers and forces of the user's own do, against the mechanics of a mass on a
line and of a wheel.
"""

import math

import numpy as np
import pytest

import gudgeon as gd
from tests.support.synthetic_results import DAMPER, SPRING, result

MASS, STIFFNESS, DAMPING, FREE = 2.0, 300.0, 5.0, 0.2
COORDINATES = ("cartesian", "joint")


@gd.law
class Counterweight(gd.Interaction):
    """A constant force and couple in the frame of the first body."""

    size: float = gd.param("F", "N")

    @staticmethod
    def force(t, r, v, p, w, F):
        """F_y = F, T_x = F/10"""
        return 0.0, F, 0.0, F / 10, 0.0, 0.0


def slider(*forces: gd.Load) -> gd.Mechanism:
    """A block on a line along x, half a metre from the origin, that starts with 1 m/s."""
    return gd.Mechanism(
        name="block",
        bodies=[gd.Body("block", mass=MASS, inertia=(1, 1, 1), position=(0.5, 0, 0), velocity=(1, 0, 0))],
        joints=[gd.Translational("D", between=("ground", "block"), point=(0.5, 0, 0), axis=(1, 0, 0))],
        forces=forces,
    )  # fmt: skip


def wheel(*forces: gd.Load) -> gd.Mechanism:
    """A wheel about x that starts with 3 rad/s."""
    return gd.Mechanism(
        name="wheel",
        bodies=[gd.Body("wheel", mass=1, inertia=(0.5, 1, 1), angular_velocity=(3, 0, 0))],
        joints=[gd.Revolute("A", between=("ground", "wheel"), point=(0, 0, 0), axis=(1, 0, 0))],
        forces=forces,
    )


def test_the_synthetic_result_has_its_springs() -> None:
    run = result(3)
    assert run.load(SPRING).quantities == {
        "force": "N",
        "torque": "N*m",
        "length": "m",
        "length_rate": "m/s",
        "tension": "N",
        "damping": "N",
    }
    assert run.load(DAMPER).damping.tolist() == [2, 2, 2]
    assert run[f"{SPRING}.tension"].tolist() == [0, 3.75, 7.5]
    assert "pulls" in run.channel(f"forces.{SPRING}.tension").help
    with pytest.raises(gd.InputError, match=r"no load 'coils'\. Did you mean 'coil'"):
        run.load("coils")


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_spring_gives_its_length_and_what_accelerates_the_mass(coordinates) -> None:
    """The spring is all that acts along the line: m a = F_x, and its force is its tension."""
    spring = gd.Spring(
        "coil", between=("ground", "block"), points=((0, 0, 0), (0.5, 0, 0)), stiffness=STIFFNESS,
        damping=DAMPING, free_length=FREE,
    )  # fmt: skip
    run = gd.simulate(slider(spring), 0.3, coordinates=coordinates)
    block, coil = run.body("block"), run.load("coil")
    x, v = block.position[:, 0], block.velocity[:, 0]
    assert coil.length == pytest.approx(np.abs(x), rel=1e-14)
    assert coil.length_rate == pytest.approx(np.sign(x) * v, rel=1e-13, abs=1e-14)
    expected = STIFFNESS * (np.abs(x) - FREE) + DAMPING * np.sign(x) * v
    assert coil.tension == pytest.approx(expected, rel=1e-12, abs=1e-11)
    assert coil.damping == pytest.approx(DAMPING * np.sign(x) * v, rel=1e-12, abs=1e-13)
    assert coil.force[:, 0] == pytest.approx(MASS * block.acceleration[:, 0], rel=1e-11, abs=1e-10)
    assert np.all(coil.force[:, 1:] == 0) and np.all(coil.torque == 0)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_spring_on_an_angle_gives_its_moment(coordinates) -> None:
    spring = gd.JointSpring("coil", joint="A", stiffness=40.0, damping=2.0, free_position=0.1)
    run = gd.simulate(wheel(spring), 0.3, coordinates=coordinates)
    coil, hinge = run.load("coil"), run.joint("A")
    assert coil.quantities["tension"] == "N*m" and coil.quantities["length"] == "rad"
    assert coil.length == pytest.approx(hinge.angle, rel=1e-15, abs=1e-16)
    expected = 40.0 * (hinge.angle - 0.1) + 2.0 * hinge.angle_rate
    assert coil.tension == pytest.approx(expected, rel=1e-13, abs=1e-12)
    assert coil.torque[:, 0] == pytest.approx(-expected, rel=1e-13, abs=1e-12)
    turning = 0.5 * run.body("wheel").angular_acceleration[:, 0]
    assert coil.torque[:, 0] == pytest.approx(turning, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_loads_are_what_they_were_described_as(coordinates) -> None:
    """A force fixed in the body turns with it; torque and force of the user's own are as written;
    the power of all is that of the ledger.
    """
    wave = gd.Harmonic(amplitude=2.0, frequency="3 Hz")
    forces = (
        gd.Force("push", body="wheel", force=(0, 4, 0), point=(0, 0, 0.1), magnitude=wave, frame="body"),
        gd.Torque("brake", body="wheel", torque=(-0.5, 0, 0)),
        gd.CustomForce("own", between=("ground", "wheel"), points=((0, 0, 0), (0, 0.2, 0)), law=Counterweight(7.0)),
    )  # fmt: skip
    run = gd.simulate(wheel(*forces), 0.5, coordinates=coordinates)
    angle, size = run.joint("A").angle, np.array([wave(t)[0] for t in run.t])
    push = run.load("push").force
    assert push[:, 1] == pytest.approx(4 * size * np.cos(angle), rel=1e-9, abs=1e-9)
    assert push[:, 2] == pytest.approx(4 * size * np.sin(angle), rel=1e-9, abs=1e-9)
    assert np.all(run["push.torque"] == 0)
    assert np.all(run["brake.torque"] == (-0.5, 0, 0)) and np.all(run["brake.force"] == 0)
    assert run["own.force"] == pytest.approx(np.tile((0, 7.0, 0), (run.rows, 1)), abs=1e-14)
    assert run["own.torque"] == pytest.approx(np.tile((0.7, 0, 0), (run.rows, 1)), abs=1e-14)
    # all moments about the axis together turn the wheel; the force along y acts at a point of it
    own = 0.7 - 0.2 * np.sin(angle) * 7.0
    moments = -0.1 * 4 * size - 0.5 + own
    assert moments == pytest.approx(0.5 * run.body("wheel").angular_acceleration[:, 0], abs=1e-9)


def test_the_work_of_a_load_is_the_integral_of_its_power() -> None:
    """A constant force along the line of motion: the work in the ledger is force times way."""
    push = gd.Force("push", body="block", force=(6, 0, 0))
    run = gd.simulate(slider(push), 1.0)
    way = run.body("block").position[:, 0] - 0.5
    assert run.energy["load:push"] == pytest.approx(6 * way, rel=1e-7, abs=1e-9)
    assert way[-1] == pytest.approx(1.0 + 0.5 * 6 / MASS, rel=1e-8)
    assert math.isclose(run["push.force.magnitude"][0], 6.0)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_driver_gives_power_as_force_times_rate(coordinates) -> None:
    run = gd.simulate(gd.library("planar-slider-crank"), 0.05, coordinates=coordinates)
    driver = run.mechanism.drivers[0]
    motor = run.driver(driver.name)
    rate = run[f"{driver.joint}.{run.mechanism.coordinate(driver)}_rate"]
    assert motor.power == pytest.approx(motor.force * rate, rel=1e-9, abs=1e-9)
    assert motor.quantities["power"] == "W"
