"""Drivers on joints that give way: every coordinate of every joint with every fit, and one hinge
against a model of its own.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from tests.support.joints_and_fits import JOINTS, PAIRS, allowed, fit, hanging

DRIVEN = [
    (name, kind, coordinate)
    for name, kind in PAIRS
    if allowed(name, kind)
    for coordinate in JOINTS[kind].coordinates
    if coordinate != "tilt"  # of a ball joint: it has no sign and cannot be driven
]


def length_of(joint):
    """Return the length of a rod as described [m]."""
    return float(np.linalg.norm(np.subtract(*joint.points)))


def motion_for(joint, coordinate):
    """Return a motion that begins in the position described: 0.01 rad or 1 mm, at 30 Hz."""
    amplitude = 0.01 if coordinate.startswith("angle") else 1e-3
    return gd.Harmonic(
        amplitude, frequency=30.0, mean=length_of(joint) if coordinate == "length" else 0.0
    )


@pytest.mark.parametrize(("name", "kind", "coordinate"), DRIVEN, ids=str)
def test_every_driver_on_every_joint_with_every_fit_is_followed_and_keeps_the_ledger(
    name, kind, coordinate
):
    """Drivers put in some 0.03 J. Balances were measured at up to 1.4, 10 and 5.4 times rtol [J];
    loose joints tilt by 5 mrad.

    Positions are projected to 1e-13 of the size, velocities exactly.
    """
    joint, planar = JOINTS[kind], kind.endswith("plane")
    motion = motion_for(joint, coordinate)
    driver = gd.Driver("motor", joint="J", coordinate=coordinate, motion=motion)
    mechanism = hanging(
        dataclasses.replace(joint, fit=fit(name, joint, planar)), planar, drivers=[driver]
    )
    for rtol in (1e-5, 1e-8, 1e-10):
        result = gd.simulate(mechanism, 0.02, rtol=rtol)
        value, rate = np.array([motion(t)[:2] for t in result.t]).T
        np.testing.assert_allclose(getattr(result.joint("J"), coordinate), value, atol=1e-11)
        np.testing.assert_allclose(
            getattr(result.joint("J"), f"{coordinate}_rate"), rate, atol=1e-11
        )
        assert np.ptp(result.energy["driver:motor"]) > 5e-3
        assert np.abs(result.energy.balance).max() < 30 * rtol


@pytest.mark.parametrize("method", ["auto", "dop853", "radau"])
@pytest.mark.parametrize(("name", "kind", "coordinate"), DRIVEN, ids=str)
def test_every_driver_on_every_joint_with_every_fit_acts_alike_in_joint_coordinates(
    name, kind, coordinate, method
):
    """Bounds as above; both runs err by some hundred tolerances of a motion of centimetres at
    most, forces of contacts magnify that.
    """
    joint, planar = JOINTS[kind], kind.endswith("plane")
    motion = motion_for(joint, coordinate)
    driver = gd.Driver("motor", joint="J", coordinate=coordinate, motion=motion)
    mechanism = hanging(
        dataclasses.replace(joint, fit=fit(name, joint, planar)), planar, drivers=[driver]
    )
    settings = {"rtol": 1e-9, "output": "grid", "method": method}
    expected = gd.simulate(mechanism, 0.02, **settings)
    found = gd.simulate(mechanism, 0.02, coordinates="joint", **settings)
    value, rate = np.array([motion(t)[:2] for t in found.t]).T
    np.testing.assert_allclose(getattr(found.joint("J"), coordinate), value, atol=1e-11)
    np.testing.assert_allclose(getattr(found.joint("J"), f"{coordinate}_rate"), rate, atol=1e-11)
    assert np.abs(found.energy.balance).max() < 30 * 1e-9
    np.testing.assert_allclose(found.body("b").position, expected.body("b").position, atol=1e-7)
    size = max(1.0, np.abs(expected.driver("motor").force).max())
    np.testing.assert_allclose(
        found.driver("motor").force, expected.driver("motor").force, atol=1e-3 * size
    )


def test_a_driven_loose_hinge_takes_no_more_steps_than_its_contacts_ask_for():
    """[Marques3D]'s crank on a journal with play, undriven 865 steps in 0.08 s, driven 2516: it
    is pressed against the wall.
    """
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    driver = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("60 rpm"))
    result = gd.simulate(dataclasses.replace(mechanism, drivers=[driver]), 0.08)
    assert result.joint("A").misalignment.max() > 0.05
    assert result.statistics["steps"] < 10_000
    np.testing.assert_allclose(result.joint("A").angle, 2 * np.pi * result.t, atol=1e-11)
    assert np.abs(result.energy.balance).max() < 1e-6 * np.ptp(result.energy.kinetic)


# -- a hinge that tilts, against Hamilton's equations ----------------------------------------------

INERTIA = np.diag((0.02, 0.03, 0.05))
STIFFNESS = 2.0  # against tilt [N m/rad]
TURNING = gd.Harmonic(amplitude=1.2, frequency=0.8)
TILTING = (0.5, -0.9)  # rates of tilt at the start [rad/s]


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def spin(tilt, tilt_dot, angle, angle_dot):
    """Angular velocity, body frame, of R = exp(tilt) Z(angle): first the twist about z, then a
    tilt about an axis in the plane x-y.
    """
    v = np.array([tilt[0], tilt[1], 0 * tilt[0]])
    b = np.sqrt(v @ v)  # complex where it is differentiated
    K = skew(v)
    # Jacobian of the rotation vector
    right = np.eye(3) - (1 - np.cos(b)) / b**2 * K + (b - np.sin(b)) / b**3 * K @ K
    Z = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return Z.T @ right @ np.array(
        [tilt_dot[0], tilt_dot[1], 0 * tilt_dot[0]]
    ) + angle_dot * np.array([0, 0, 1])


def kinetic(tilt, tilt_dot, angle, angle_dot):
    w = spin(tilt, tilt_dot, angle, angle_dot)
    return 0.5 * w @ INERTIA @ w


def rates(t, state):
    """Hamilton's equations of the two tilts and their momenta; derivatives of T by complex
    steps.
    """
    tilt, p = state[:2], state[2:]
    angle, angle_dot, _ = TURNING(t)
    columns = np.array([spin(tilt, unit, angle, 0.0) for unit in np.eye(2)]).T
    drag = spin(tilt, np.zeros(2), angle, angle_dot)
    tilt_dot = np.linalg.solve(columns.T @ INERTIA @ columns, p - columns.T @ INERTIA @ drag)
    force = [
        kinetic(tilt + 1e-30j * unit, tilt_dot, angle, angle_dot).imag / 1e-30 for unit in np.eye(2)
    ]
    return np.concatenate((tilt_dot, force - STIFFNESS * tilt))


@pytest.fixture(scope="module")
def tilting():
    """A body whose centre is held on a driven axis against which it tilts elastically; the axis
    of the body starts a little out of line.
    """
    hinge = gd.Revolute(
        "J", between=("ground", "body"), local_points=((0, 0, 0), (0, 0, 0)), local_axes=((0, 0, 1), (0, 0, 1)),
        fit=gd.Bushing(misalignment=STIFFNESS, start="as-described"),
    )  # fmt: skip
    body = gd.Body(
        "body", mass=1.0, inertia=tuple(np.diag(INERTIA)), angular_velocity=(*TILTING, 0.0)
    )
    driver = gd.Driver("motor", joint="J", motion=TURNING)
    return gd.simulate(
        gd.Mechanism(bodies=[body], joints=[hinge], drivers=[driver]),
        2.0,
        rtol=1e-11,
        output="grid",
    )


def test_a_driven_hinge_that_tilts_moves_as_hamilton_says(tilting):
    """R = exp(tilt) Z(angle) has the twist angle, so the two tilts are the freedoms left; they
    reach 0.3 rad. Both solvers: 1e-9.
    """
    start = 1e-9 * np.array(TILTING)  # a complex step needs a direction
    columns = np.array([spin(start, unit, 0.0, 0.0) for unit in np.eye(2)]).T
    w = np.array([*TILTING, TURNING(0.0)[1]])
    solution = solve_ivp(
        rates,
        (0, 2),
        [*start, *(columns.T @ INERTIA @ w)],
        rtol=1e-11,
        atol=1e-13,
        method="DOP853",
        t_eval=tilting.t,
    )
    v = solution.y[:2].T
    b = np.linalg.norm(v, axis=1)
    # exp(tilt) of z
    axis = np.column_stack((np.sinc(b / np.pi) * v[:, 1], -np.sinc(b / np.pi) * v[:, 0], np.cos(b)))
    assert b.max() > 0.1
    np.testing.assert_allclose(tilting.body("body").rotation[:, :, 2], axis, atol=2e-8)
    np.testing.assert_allclose(
        tilting.joint("J").angle, [TURNING(t)[0] for t in tilting.t], atol=1e-11
    )


@pytest.mark.parametrize("method", ["rk4", "tsit5", "adams", "radau", "bdf"])
def test_every_method_drives_a_hinge_that_tilts_alike(tilting, method):
    """With rtol 1e-9, and rk4 with steps of 1 ms, errors and balances within 2 s were measured
    up to 2e-8 (bdf), others 1e-9.
    """
    step = {"step": 1e-3} if method == "rk4" else {}
    result = gd.simulate(tilting.mechanism, 2.0, rtol=1e-9, method=method, output="grid", **step)
    np.testing.assert_allclose(
        result.body("body").rotation, tilting.body("body").rotation, atol=1e-7
    )
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-7 * np.ptp(result.energy.kinetic))


def test_the_moment_of_a_driver_is_that_of_its_power(tilting):
    """Simpson's rule over 2 ms of motions near 2 Hz errs by (12 * 0.002)^4/180 of the power:
    2e-9.
    """
    power = tilting.driver("motor").power
    total = tilting.energy.total
    integral = np.sum(power[:-2:2] + 4 * power[1:-1:2] + power[2::2]) * 0.002 / 3
    assert np.abs(power).max() > 0.1
    assert integral == pytest.approx(total[-1] - total[0], abs=1e-7 * np.abs(power).max())


# -- a coordinate that is driven and sprung --------------------------------------------------------


@pytest.mark.parametrize("plane", [None, "xy"])
def test_torsion_of_a_bushing_acts_beside_the_driver(plane):
    """The angle follows its motion; the driver carries what inertia, torsion spring and damper
    need: I q'' + k q + c q'.
    """
    n, k, c, inertia = 2 if plane else 3, 3.0, 0.2, 0.05
    motion = gd.Harmonic(amplitude=0.4, frequency=2.0)
    hinge = gd.Revolute(
        "J", between=("ground", "wheel"), point=(0, 0, 0)[:n], axis=None if plane else (0, 0, 1),
        fit=gd.Bushing(torsion=gd.Compliance(k, damping=c)),
    )  # fmt: skip
    wheel = gd.Body("wheel", mass=1.0, inertia=inertia if plane else (1.0, 1.0, inertia))
    driver = gd.Driver("motor", joint="J", motion=motion)
    result = gd.simulate(
        gd.Mechanism(plane=plane, bodies=[wheel], joints=[hinge], drivers=[driver]), 1.0, rtol=1e-10
    )
    q, q_dot, q_ddot = np.array([motion(t) for t in result.t]).T
    np.testing.assert_allclose(
        result.driver("motor").force, inertia * q_ddot + k * q + c * q_dot, atol=1e-9
    )
    np.testing.assert_allclose(result.joint("J").torque[:, 2], -k * q - c * q_dot, atol=1e-9)


@pytest.mark.parametrize("plane", [None, "xy"])
def test_a_driver_on_a_rod_that_gives_acts_beside_its_spring(plane):
    """A mass on a line through the other end: m L'' = F - k (L - L_0), with one degree of
    freedom less than without the driver.
    """
    n, k, mass, length = 2 if plane else 3, 400.0, 1.5, 0.5
    motion = gd.Harmonic(amplitude=0.05, frequency=1.0, mean=length)
    rod = gd.Distance(
        "rod",
        between=("ground", "mass"),
        points=((0, 0, 0)[:n], (length, 0, 0)[:n]),
        fit=gd.Bushing(axial=k),
    )
    body = gd.Body(
        "mass", mass=mass, inertia=1.0 if plane else (1.0, 1.0, 1.0), position=(length, 0, 0)[:n]
    )
    mechanism = gd.Mechanism(
        plane=plane,
        bodies=[body],
        joints=[rod],
        drivers=[gd.Driver("winch", joint="rod", motion=motion)],
    )
    model_check = gd.check_model(mechanism)
    assert model_check.dof == model_check.dof_gruebler == (2 if plane else 5)
    result = gd.simulate(mechanism, 1.0, rtol=1e-10)
    value, _, acceleration = np.array([motion(t) for t in result.t]).T
    np.testing.assert_allclose(result.joint("rod").length, value, atol=1e-11)
    np.testing.assert_allclose(
        result.driver("winch").force, mass * acceleration + k * (value - length), atol=1e-8
    )


# -- axes that are described out of line -----------------------------------------------------------


@pytest.mark.parametrize("kind", [gd.Revolute, gd.Cylindrical, gd.Translational, gd.Rigid])
def test_twist_is_zero_as_described_whatever_the_tilt(kind):
    """No driver at zero, and no torsion, has to turn a body back that was described with its
    axis out of line.
    """
    fit = gd.Bushing(misalignment=10.0, torsion=5.0, start="as-described")
    local = {"local_points": ((0, 0, 0), (0, 0, 0)), "local_axes": ((0, 0, 1), (0.3, 0.2, 1))}
    joint = kind("J", between=("ground", "body"), fit=fit, **local)
    body = gd.Body("body", mass=1.0, inertia=(1.0, 2.0, 3.0))
    drivers = (
        [gd.Driver("motor", joint="J", coordinate="angle", motion=gd.Constant(0.0))]
        if "angle" in joint.coordinates
        else []
    )
    result = gd.simulate(
        gd.Mechanism(bodies=[body], joints=[joint], drivers=drivers), 1e-3, method="adams"
    )
    assert result.notes == ()  # nothing was moved
    assert result.joint("J").misalignment[0] == pytest.approx(
        np.arctan(np.hypot(0.3, 0.2)), rel=1e-12
    )
    assert abs(result.joint("J").torsion[0]) < 1e-15


@pytest.mark.parametrize("kind", [gd.Revolute, gd.Cylindrical, gd.Planar, gd.Translational])
def test_opposite_axes_are_refused(kind):
    """The angle is not defined there: its rate was not a number."""
    local = {"local_points": ((0, 0, 0), (0, 0, 0)), "local_axes": ((0, 0, 1), (0, 0, -1))}
    mechanism = gd.Mechanism(
        bodies=[gd.Body("body", mass=1.0, inertia=(1.0, 2.0, 3.0))],
        joints=[kind("J", between=("ground", "body"), **local)],
    )
    with pytest.raises(
        gd.InputError,
        match=r"joints\.J\.local_axes: the axes on the two bodies enclose 180\.0 deg at t = 0; reverse one",
    ):
        gd.check_model(mechanism)
