"""Drivers: the coordinate follows the signal, and the force that it takes is the one of Newton."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

import gudgeon as gd
from gudgeon.model import PLANES, Joint

RTOL = 1e-11
POINT, AXIS = (0.3, -0.2, 0.5), np.array((0.2, 0.9, -0.4)) / np.sqrt(1.01)
CROSS = np.array(((1.0, 0.0, 0.0), (0.0, 0.6, 0.8)))
SWING = gd.Harmonic(amplitude=0.4, frequency=0.7)

JOINTS: dict[str, Joint] = {
    "revolute": gd.Revolute("J", between=("a", "b"), point=POINT, axis=AXIS),
    "cylindrical": gd.Cylindrical("J", between=("a", "b"), point=POINT, axis=AXIS),
    "translational": gd.Translational("J", between=("a", "b"), point=POINT, axis=AXIS),
    "planar": gd.Planar("J", between=("a", "b"), point=POINT, axis=AXIS),
    "point on line": gd.PointOnLine("J", between=("a", "b"), point=POINT, axis=AXIS),
    "universal": gd.Universal("J", between=("a", "b"), point=POINT, axes=CROSS),
    "distance": gd.Distance("J", between=("a", "b"), points=((0, 0, 0), POINT)),
}
CASES = [(name, coordinate) for name, joint in JOINTS.items() for coordinate in joint.coordinates]
SIZE = float(np.linalg.norm(POINT))  # length of the rod at t = 0


def turn(axis, angle):
    """Rotation matrices about an axis (formula of Rodrigues), shape (rows, 3, 3)."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.asarray(angle)[:, None, None]
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def signal(motion, t):
    """Values of a signal at times."""
    return np.array([motion(time)[0] for time in t])


def motion_for(coordinate):
    return gd.Harmonic(amplitude=0.2, frequency=0.7, mean=SIZE) if coordinate == "length" else SWING


@pytest.fixture(scope="module", params=CASES, ids=": ".join)
def driven(request):
    """Two tumbling bodies, the one driven against the other; nothing holds them to the ground."""
    name, coordinate = request.param
    bodies = [
        gd.Body(
            "a",
            mass=2.0,
            inertia=(0.3, 0.4, 0.5),
            angular_velocity=(0.3, -0.2, 0.4),
            velocity=(0.1, 0, 0),
        ),
        gd.Body(
            "b",
            mass=1.5,
            inertia=(0.2, 0.25, 0.3),
            position=(0.7, -0.4, 0.1),
            angular_velocity=(0.1, 0.3, 0.2),
        ),
    ]
    driver = gd.Driver("motor", joint="J", coordinate=coordinate, motion=motion_for(coordinate))
    mechanism = gd.Mechanism(
        bodies=bodies, joints=[JOINTS[name]], drivers=[driver], gravity=(0, 0, -1)
    )
    return name, coordinate, gd.simulate(mechanism, 2.0, rtol=RTOL, output_step=0.02)


def test_coordinate_follows_its_signal(driven):
    _, coordinate, result = driven
    motion = motion_for(coordinate)
    values = np.array([motion(t) for t in result.t])
    np.testing.assert_allclose(getattr(result.joint("J"), coordinate), values[:, 0], atol=1e-10)
    np.testing.assert_allclose(
        getattr(result.joint("J"), f"{coordinate}_rate"), values[:, 1], atol=1e-9
    )


def test_coordinates_are_what_the_bodies_show(driven):
    """Frames coincide with the global one at t = 0, so points and axes are the same in all of
    them.
    """
    name, _, result = driven
    a, b, joint = result.body("a"), result.body("b"), result.joint("J")
    between = np.einsum("tji,tjk->tik", a.rotation, b.rotation)
    start = (0, 0, 0) if name == "distance" else POINT
    d = np.einsum("tji,tj->ti", a.rotation, b.at(np.array(POINT) - (0.7, -0.4, 0.1)) - a.at(start))
    if name == "distance":
        np.testing.assert_allclose(joint.length, np.linalg.norm(d, axis=1), atol=1e-12)
    if name in ("revolute", "cylindrical", "planar"):
        np.testing.assert_allclose(between, turn(AXIS, joint.angle), atol=1e-10)
    if name == "universal":
        np.testing.assert_allclose(
            between, turn(CROSS[0], joint.angle_1) @ turn(CROSS[1], joint.angle_2), atol=1e-10
        )
    if name in ("cylindrical", "translational", "point on line"):
        np.testing.assert_allclose(d, joint.displacement[:, None] * AXIS, atol=1e-10)
    if name == "planar":
        np.testing.assert_allclose(d @ AXIS, 0, atol=1e-10)
        np.testing.assert_allclose(
            joint.displacement_1**2 + joint.displacement_2**2, np.sum(d * d, axis=1), atol=1e-10
        )


def test_work_of_the_driver_is_the_change_of_energy(driven):
    _, _, result = driven
    work = result.energy["driver:motor"]
    assert np.ptp(work) > 1e-3  # it did something
    np.testing.assert_allclose(
        work,
        result.energy.total - result.energy.total[0],
        atol=1e-8 * np.ptp(result.energy.kinetic),
    )


def test_work_of_the_driver_is_the_integral_of_its_power(driven):
    """Simpson's rule over 0.02 s steps of a motion at 0.7 Hz: errors near (4.4 * 0.02)^4 / 180
    of the power.
    """
    _, _, result = driven
    power = result.driver("motor").power
    integral = np.sum(power[:-2:2] + 4 * power[1:-1:2] + power[2::2]) * 0.02 / 3
    assert integral == pytest.approx(
        result.energy["driver:motor"][-1], abs=1e-5 * np.abs(power).max()
    )


def test_driver_changes_no_momentum(driven):
    """Only gravity does: 3.5 kg at 1 m/s^2."""
    _, _, result = driven
    momentum = 2.0 * result.body("a").velocity + 1.5 * result.body("b").velocity
    np.testing.assert_allclose(momentum, momentum[0] - np.outer(result.t, (0, 0, 3.5)), atol=1e-9)


# -- forces against closed forms -------------------------------------------------------------------

g, m, I, l = 9.81, 1.2, 0.05, 0.4


def arm(motion, *, swapped=False):
    """An arm in the plane x-z, hinged at the origin, that lies along x; angles grow from x to z."""
    body = gd.Body("arm", mass=m, inertia=(0.03, I, 0.04), position=(l, 0, 0))
    between = ("arm", "ground") if swapped else ("ground", "arm")
    pin = gd.Revolute(
        "pin", between=between, point=(0, 0, 0), axis=(0, 1, 0) if swapped else (0, -1, 0)
    )
    driver = gd.Driver("motor", joint="pin", motion=motion)
    return gd.Mechanism(bodies=[body], joints=[pin], drivers=[driver], gravity=(0, 0, -g))


def moment(motion, t):
    """Return I_O q'' + m g l cos q."""
    q, _, q_ddot = np.array([motion(time) for time in t]).T
    return (I + m * l * l) * q_ddot + m * g * l * np.cos(q)


@pytest.mark.parametrize("swapped", [False, True])
def test_moment_of_a_driven_arm_is_that_of_newton(swapped):
    """With the bodies swapped and the axis reversed the angle is the same and the moment acts on
    the ground.
    """
    motion = gd.Harmonic(amplitude=1.3, frequency=0.9)
    result = gd.simulate(arm(motion, swapped=swapped), 2.0, rtol=RTOL)
    np.testing.assert_allclose(result.joint("pin").angle, signal(motion, result.t), atol=1e-10)
    np.testing.assert_allclose(result.driver("motor").force, moment(motion, result.t), atol=1e-8)
    # the driver is no part of the reaction
    np.testing.assert_allclose(result.joint("pin").torque, 0, atol=1e-8)


def test_full_turns_are_counted():
    result = gd.simulate(arm(gd.ConstantSpeed(-40.0)), 2.0, rtol=1e-9)
    np.testing.assert_allclose(result.joint("pin").angle, -40 * result.t, atol=1e-9)
    np.testing.assert_allclose(
        result.driver("motor").force, m * g * l * np.cos(40 * result.t), atol=1e-6
    )


def test_force_of_a_driven_slider_is_mass_times_acceleration():
    motion = gd.Harmonic(amplitude=0.1, frequency=2.0, phase=0.3)
    mechanism = gd.Mechanism(
        bodies=[gd.Body("mass", mass=m, inertia=(1, 1, 1))],
        joints=[
            gd.Translational("guide", between=("ground", "mass"), point=(0, 0, 0), axis=(0, 3, 4))
        ],
        drivers=[gd.Driver("motor", joint="guide", motion=motion)],
        gravity=(0, 0, -g),
    )
    result = gd.simulate(mechanism, 1.0, rtol=RTOL)
    acceleration = np.array([motion(t)[2] for t in result.t])
    np.testing.assert_allclose(
        result.driver("motor").force, m * (acceleration + 0.8 * g), atol=1e-9
    )


def test_force_in_a_driven_rod_carries_the_weight():
    """A mass below its support: a longer rod is lower, so F - (-m g) = m L''."""
    motion = gd.Harmonic(amplitude=0.1, frequency=1.0, mean=0.5)
    mechanism = gd.Mechanism(
        bodies=[gd.Body("mass", mass=m, inertia=(1, 1, 1), position=(0, 0, -0.5))],
        joints=[gd.Distance("rod", between=("ground", "mass"), points=((0, 0, 0), (0, 0, -0.5)))],
        drivers=[gd.Driver("winch", joint="rod", motion=motion)],
        gravity=(0, 0, -g),
    )
    result = gd.simulate(mechanism, 1.0, rtol=RTOL)
    acceleration = np.array([motion(t)[2] for t in result.t])
    np.testing.assert_allclose(result.driver("winch").force, m * (acceleration - g), atol=1e-9)
    np.testing.assert_allclose(
        result.body("mass").position[:, 2], -signal(motion, result.t), atol=1e-10
    )


def test_two_drivers_on_one_joint_keep_apart():
    """Screwing motion of a sleeve: force m z'' and moment I q''."""
    slide, spin = gd.Harmonic(0.1, frequency=1.1), gd.Harmonic(0.5, frequency=0.6)
    mechanism = gd.Mechanism(
        bodies=[gd.Body("sleeve", mass=m, inertia=(1, 1, 0.7))],
        joints=[gd.Cylindrical("J", between=("ground", "sleeve"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[
            gd.Driver("push", joint="J", coordinate="displacement", motion=slide),
            gd.Driver("turn", joint="J", coordinate="angle", motion=spin),
        ],
    )
    result = gd.simulate(mechanism, 1.5, rtol=RTOL)
    np.testing.assert_allclose(
        result.driver("push").force, [m * slide(t)[2] for t in result.t], atol=1e-9
    )
    np.testing.assert_allclose(
        result.driver("turn").force, [0.7 * spin(t)[2] for t in result.t], atol=1e-9
    )


# -- planes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", PLANES)
def test_driven_arm_in_a_plane_turns_from_its_first_to_its_second_axis(plane):
    motion = gd.SmoothStep(0.0, np.pi / 2, duration=1.0)
    mechanism = gd.Mechanism(
        plane=plane,
        bodies=[gd.Body("arm", mass=m, inertia=I, position=(l, 0))],
        joints=[gd.Revolute("pin", between=("ground", "arm"), point=(0, 0))],
        drivers=[gd.Driver("motor", joint="pin", motion=motion)],
        gravity=(0, -g),
    )
    result = gd.simulate(mechanism, 1.0, rtol=RTOL)
    first, second, normal, sign = PLANES[plane]
    q = signal(motion, result.t)
    np.testing.assert_allclose(result.body("arm").position[:, first], l * np.cos(q), atol=1e-10)
    np.testing.assert_allclose(result.body("arm").position[:, second], l * np.sin(q), atol=1e-10)
    np.testing.assert_allclose(
        result.body("arm").angular_velocity[:, normal],
        [sign * motion(t)[1] for t in result.t],
        atol=1e-9,
    )
    np.testing.assert_allclose(result.joint("pin").angle, q, atol=1e-10)
    np.testing.assert_allclose(result.driver("motor").force, moment(motion, result.t), atol=1e-8)
    # it was lifted, and rests
    assert result.energy["driver:motor"][-1] == pytest.approx(m * g * l, abs=1e-9)


PLANAR = {
    "translational": (
        gd.Translational("J", between=("ground", "mass"), point=(0.3, 0.4), axis=(3, 4)),
        0.0,
    ),
    "point on line": (
        gd.PointOnLine("J", between=("ground", "mass"), point=(0.3, 0.4), axis=(3, 4)),
        0.0,
    ),
    "distance": (gd.Distance("J", between=("ground", "mass"), points=((0, 0), (0.3, 0.4))), 0.5),
}


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("name", PLANAR)
def test_driven_mass_in_a_plane_moves_along_its_line(name, plane):
    """All three push the mass outwards along (0.6, 0.8), against a gravity along the same line."""
    joint, start = PLANAR[name]
    motion = gd.Harmonic(amplitude=0.1, frequency=1.0, mean=start)
    mechanism = gd.Mechanism(
        plane=plane,
        bodies=[gd.Body("mass", mass=m, inertia=I, position=(0.3, 0.4))],
        joints=[joint],
        drivers=[gd.Driver("motor", joint="J", motion=motion)],
        gravity=(-0.6 * g, -0.8 * g),
    )
    result = gd.simulate(mechanism, 1.0, rtol=RTOL)
    first, second, _, _ = PLANES[plane]
    way = 0.5 - start + signal(motion, result.t)
    np.testing.assert_allclose(
        result.body("mass").position[:, [first, second]], np.outer(way, (0.6, 0.8)), atol=1e-9
    )
    np.testing.assert_allclose(
        result.driver("motor").force, [m * (motion(t)[2] + g) for t in result.t], atol=1e-8
    )


# -- breakpoints -----------------------------------------------------------------------------------

STIFFNESS = 30.0  # with a mass of 1.2 kg: 5 rad/s


def carriage(motion):
    """A carriage driven along x, and a mass that hangs on it by a spring; its response is linear
    in the acceleration.
    """
    bodies = [gd.Body(name, mass=m, inertia=(1, 1, 1)) for name in ("carriage", "mass")]
    joints = [
        gd.Translational("rail", between=("ground", "carriage"), point=(0, 0, 0), axis=(1, 0, 0)),
        gd.Translational("slot", between=("carriage", "mass"), point=(0, 0, 0), axis=(1, 0, 0)),
    ]
    forces = [gd.JointSpring("spring", joint="slot", stiffness=STIFFNESS)]
    return gd.Mechanism(
        bodies=bodies,
        joints=joints,
        forces=forces,
        drivers=[gd.Driver("motor", joint="rail", motion=motion)],
    )


@pytest.mark.parametrize("begin", [0.0, 0.1, 1 / 3, np.sqrt(0.2), 0.7123456789])
@pytest.mark.parametrize("method", ["dop853", "adams"])
def test_accuracy_does_not_depend_on_where_a_ramp_begins(begin, method):
    """x'' + w^2 x = -a during the ramp and 0 before and after: two shifted responses to a step
    of the acceleration.
    """
    duration, w, a = 0.6, 5.0, 2.0 / 0.6
    result = gd.simulate(
        carriage(gd.SpeedRamp(0.0, 2.0, duration=duration, begin=begin)),
        2.0,
        rtol=1e-10,
        method=method,
    )

    def response(t):
        return np.where(t > 0, -a / w**2 * (1 - np.cos(w * t)), 0.0)

    expected = response(result.t - begin) - response(result.t - begin - duration)
    np.testing.assert_allclose(result.joint("slot").displacement, expected, atol=1e-8)
    assert np.abs(result.energy.balance).max() < 1e-8 * np.ptp(result.energy.kinetic)


def test_knots_of_a_table_are_step_boundaries():
    """The response by Duhamel's integral, piece by piece between the knots; the mass is left
    behind with the speed at the start.
    """
    times = (0.0, 0.13, 0.5, 0.77, 1.2, 1.5)
    table = gd.SignalTable(times, (0.0, 0.05, -0.1, 0.2, 0.1, 0.3), "spline")
    result = gd.simulate(carriage(table), 1.5, rtol=RTOL, output_times=(0.3, 0.9, 1.5))
    w = 5.0
    for t, x in zip(result.t, result.joint("slot").displacement, strict=True):
        pieces = [(a, min(b, t)) for a, b in pairwise(times) if a < t]
        integral = sum(
            quad(lambda s, t=t: -table(s)[2] * np.sin(w * (t - s)) / w, *piece, epsabs=1e-13)[0]
            for piece in pieces
        )
        assert x == pytest.approx(integral - table(0.0)[1] * np.sin(w * t) / w, abs=1e-9)


def test_rates_at_the_start_are_taken_from_the_signal():
    """The mass in the slot is at rest relative to the carriage only if it was described to move
    with it; it was not.
    """
    model_check = gd.check_model(carriage(gd.ConstantSpeed(0.5)))
    rates = {label: rate for label, _, rate, _ in model_check.coordinates}
    assert rates["rail.displacement"] == pytest.approx(0.5, abs=1e-12)
    assert any("carriage" in sentence for sentence in model_check.moved)


# -- refusals --------------------------------------------------------------------------------------


def test_table_that_does_not_cover_the_run_is_refused():
    table = gd.SignalTable((0, 0.5, 1.0, 1.5), (0, 1, 2, 4), "spline")
    with pytest.raises(
        gd.InputError,
        match=r"drivers\.motor\.motion: its table reaches from 0 to 1\.5 s .* run of 2 s",
    ):
        gd.simulate(arm(table), 2.0)
    with pytest.raises(gd.InputError, match=r"from 0\.5 to 3 s"):
        gd.simulate(arm(gd.SignalTable((0.5, 1, 2, 3), (0, 1, 2, 4), "spline")), 2.0)


@gd.law
class WrongRate(gd.Signal):
    """Forgets a factor in the rate, or in the acceleration."""

    rate: float = gd.param("a", "1", "factor of the rate")
    acceleration: float = gd.param("b", "1", "factor of the acceleration")

    @staticmethod
    def value(t, a, b):
        """x = t³"""
        return t**3, a * t * t, b * t


def test_signal_with_wrong_derivatives_is_refused():
    with pytest.raises(
        gd.InputError,
        match=r"motor\.motion: its rate at t = 0\.62 s is 0\.7688, but its value changes by 1\.1532",
    ):
        gd.simulate(arm(WrongRate(2.0, 6.0)), 2.0)
    with pytest.raises(
        gd.InputError,
        match=r"drivers\.motor\.motion: its acceleration at t = 0\.62 s is 0, but its rate changes by 3\.72",
    ):
        gd.simulate(arm(WrongRate(3.0, 0.0)), 2.0)


def test_signal_with_right_derivatives_is_accepted():
    result = gd.simulate(arm(WrongRate(3.0, 6.0)), 1.0, rtol=RTOL)
    np.testing.assert_allclose(result.joint("pin").angle, result.t**3, atol=1e-10)


@pytest.mark.parametrize(
    "motion",
    [
        gd.Harmonic(1.0, frequency=300.0),
        gd.SpeedRamp(0, 1, duration=1e-3, begin=1.0),
        gd.Constant(0.0),
    ],
)
def test_quick_and_constant_signals_are_not_taken_for_wrong(motion):
    assert gd.simulate(arm(motion), 1.7, rtol=1e-5, output_times=[0.5]).status is gd.Status.COMPLETE


def test_two_drivers_that_contradict_are_refused():
    """Two hinges on one axis, driven at different speeds."""
    mechanism = gd.Mechanism(
        bodies=[gd.Body("wheel", mass=1, inertia=(1, 1, 1))],
        joints=[
            gd.Revolute(name, between=("ground", "wheel"), point=(0, 0, x), axis=(0, 0, 1))
            for name, x in (("A", 0), ("B", 0.1))
        ],
        drivers=[
            gd.Driver(f"d{name}", joint=name, motion=gd.ConstantSpeed(speed))
            for name, speed in (("A", 1.0), ("B", 2.0))
        ],
    )
    with pytest.raises(gd.InputError, match=r"velocities cannot meet the constraints.*joint 'B'"):
        gd.simulate(mechanism, 1.0)
