"""Every force element against a closed form, and the energy and momentum that it must keep."""

import numpy as np
import pytest
from scipy.integrate import quad

import gudgeon as gd

RTOL = 1e-11  # errors below are about a hundred times this after some cycles
SMOOTH = dict(rtol=RTOL, output_step=0.01)
CENTRE = ((0, 0, 0), (0, 0, 0))


def ball(name="ball", *, mass=2.0, inertia=(0.3, 0.4, 0.5), position=(0, 0, 0), **motion):
    """A body with three different moments."""
    return gd.Body(name, mass=mass, inertia=inertia, position=position, **motion)


def slider(*forces, mass=2.0, velocity=0.0, gravity=(0, 0, 0)):
    """A mass on a guide along x whose displacement is the joint's coordinate."""
    return gd.Mechanism(
        bodies=[ball("mass", mass=mass, position=(0.5, 0, 0), velocity=(velocity, 0, 0))],
        joints=[
            gd.Translational("guide", between=("ground", "mass"), point=(0.5, 0, 0), axis=(1, 0, 0))
        ],
        forces=forces,
        gravity=gravity,
    )


def wheel(*forces, speed=0.0):
    """A disc of 0.4 kg m^2 on a hinge along y, through its centre."""
    return gd.Mechanism(
        bodies=[ball("wheel", angular_velocity=(0, speed, 0))],
        joints=[gd.Revolute("pin", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 1, 0))],
        forces=forces,
    )


def pair(*forces, **motion):
    """Two free bodies that drift and tumble."""
    return gd.Mechanism(
        bodies=[
            ball(
                "a",
                position=(0, 0, 0),
                velocity=(0.1, 0.2, -0.1),
                angular_velocity=(0.5, -0.3, 0.4),
            ),
            ball(
                "b",
                mass=1.0,
                inertia=(0.1, 0.15, 0.2),
                position=(1, 0.2, 0.1),
                velocity=(-0.2, 0.3, 0.1),
                angular_velocity=(1, 0.2, -0.6),
            ),
        ],
        forces=forces,
    )


def energy_drift(result):
    """The largest imbalance of the energy ledger over the turnover, the range of the kinetic
    energy.
    """
    return np.abs(result.energy.balance).max() / np.ptp(result.energy.kinetic)


def displacement(result):
    return result.joint("guide").displacement


def momenta(result):
    """Linear momentum, and angular momentum about the origin, of the two bodies of ``pair``;
    each of shape (rows, 3).
    """
    linear, angular = 0.0, 0.0
    for body in result.mechanism.bodies:
        part = result.body(body.name)
        A = part.rotation
        linear = linear + body.mass * part.velocity
        spin = np.einsum("tij,j,tkj,tk->ti", A, np.array(body.inertia), A, part.angular_velocity)
        angular = angular + body.mass * np.cross(part.position, part.velocity) + spin
    return linear, angular


# -- gravity ---------------------------------------------------------------------------------------


def test_free_body_falls_along_a_parabola():
    mechanism = gd.Mechanism(bodies=[ball(velocity=(1, 0, 2))], gravity=(0.5, 0, -9.81))
    result = gd.simulate(mechanism, 1.0, **SMOOTH)
    t = result.t[:, None]
    expected = t * (1, 0, 2) + 0.5 * t**2 * (0.5, 0, -9.81)
    np.testing.assert_allclose(result.body("ball").position, expected, atol=1e-11)
    np.testing.assert_allclose(result.energy.gravity, -2 * (expected @ (0.5, 0, -9.81)), atol=1e-10)
    assert energy_drift(result) < 1e-11


# -- springs between points ------------------------------------------------------------------------


def test_mass_on_a_spring_swings_as_a_cosine():
    """Free length 0.3 m, 0.5 m at the start: x = 0.3 + 0.2 cos(w t), w = sqrt(k/m) = 10."""
    spring = gd.Spring(
        "s",
        between=("ground", "mass"),
        points=((0, 0, 0), (0.5, 0, 0)),
        stiffness=200.0,
        free_length=0.3,
    )
    result = gd.simulate(slider(spring), 3.0, **SMOOTH)
    np.testing.assert_allclose(
        result.body("mass").position[:, 0], 0.3 + 0.2 * np.cos(10 * result.t), atol=1e-9
    )
    np.testing.assert_allclose(
        result.energy["stored:s"], 100 * (0.2 * np.cos(10 * result.t)) ** 2, atol=1e-8
    )
    assert energy_drift(result) < 1e-9


def test_free_length_is_by_default_that_at_the_start():
    spring = gd.Spring(
        "s", between=("ground", "mass"), points=((0, 0, 0), (0.5, 0, 0)), stiffness=200.0
    )
    result = gd.simulate(slider(spring, velocity=0.7), 1.0, **SMOOTH)
    np.testing.assert_allclose(displacement(result), 0.07 * np.sin(10 * result.t), atol=1e-10)


def test_ends_that_coincide_are_refused_where_the_spring_has_a_free_length():
    """Its force has no direction there, and none acted; without a free length none is needed."""
    ends = {"between": ("ground", "mass"), "points": ((0.5, 0, 0), (0.5, 0, 0))}
    for free in (0.1, 1e-3):
        with pytest.raises(gd.InputError, match=r"forces\.s\.points: coincide.* no direction"):
            gd.Spring("s", stiffness=200.0, free_length=free, **ends)
    with pytest.raises(gd.InputError, match="coincide"):
        gd.Spring(
            "s",
            between=("ground", "mass"),
            points=((0.5, 0), (0.5, 1e-12)),
            stiffness=200.0,
            free_length=0.1,
        )
    assert gd.Spring("s", stiffness=200.0, **ends).free_length is None
    assert gd.Spring("s", stiffness=200.0, free_length=0.0, **ends).free_length == 0.0
    assert gd.Spring("s", damping=2.0, free_length=0.1, **ends).stiffness is None


def test_damped_mass_decays_and_the_damper_takes_what_is_missing():
    """m = 2, d = 4, k = 202: decay 1/s, damped frequency 10."""
    spring = gd.Spring(
        "s",
        between=("ground", "mass"),
        points=((0, 0, 0), (0.5, 0, 0)),
        stiffness=202.0,
        damping=4.0,
    )
    result = gd.simulate(slider(spring, velocity=1.0), 3.0, **SMOOTH)
    np.testing.assert_allclose(
        displacement(result), 0.1 * np.exp(-result.t) * np.sin(10 * result.t), atol=1e-10
    )
    assert result.energy["lost:s"][-1] == pytest.approx(1.0 - result.energy.total[-1], abs=1e-9)
    assert np.diff(result.energy["lost:s"]).min() > -1e-12
    assert energy_drift(result) < 1e-9


def test_damper_alone_stops_exponentially():
    damper = gd.Spring(
        "d", between=("ground", "mass"), points=((0, 0, 0), (0.5, 0, 0)), damping=4.0
    )
    result = gd.simulate(slider(damper, velocity=0.5), 1.0, **SMOOTH)
    np.testing.assert_allclose(
        result.body("mass").velocity[:, 0], 0.5 * np.exp(-2 * result.t), atol=1e-10
    )
    assert result.energy.entries == ("kinetic", "gravity", "lost:d")


def test_cubic_spring_has_the_period_of_duffing():
    """A quarter period is the integral of dx / v(x) with m v^2 / 2 = V(a) - V(x); x = a sin(u)
    takes the singularity away.
    """
    k, k3, m, speed = 50.0, 4000.0, 2.0, 1.5
    spring = gd.Spring(
        "s",
        between=("ground", "mass"),
        points=((0, 0, 0), (0.5, 0, 0)),
        stiffness=gd.Polynomial((k, 0, k3)),
    )
    a2 = (-k + np.sqrt(k * k + 2 * k3 * m * speed**2)) / k3  # k a^2/2 + k3 a^4/4 = m v^2/2
    quarter, _ = quad(
        lambda u: np.sqrt(m / (k + k3 * a2 * (1 + np.sin(u) ** 2) / 2)), 0, np.pi / 2, epsabs=1e-14
    )
    times = quarter * np.arange(0, 21)
    result = gd.simulate(slider(spring, velocity=speed), times[-1], rtol=RTOL, output_times=times)
    expected = np.sqrt(a2) * np.sin(np.pi / 2 * np.arange(21))
    np.testing.assert_allclose(displacement(result), expected, atol=1e-8)
    assert energy_drift(result) < 1e-9


def test_table_spring_keeps_the_energy_across_its_knots():
    """The second derivative of the force jumps at the knots; steps end there."""
    table = gd.Table(deflections=(-0.2, -0.05, 0, 0.03, 0.25), forces=(-90, -8, 0, 2, 60))
    spring = gd.Spring(
        "s", between=("ground", "mass"), points=((0, 0, 0), (0.5, 0, 0)), stiffness=table
    )
    result = gd.simulate(slider(spring, velocity=3.0), 3.0, **SMOOTH)
    x, v = displacement(result), result.joint("guide").displacement_rate
    assert x.max() > 0.25 and x.min() < -0.2  # the straight ends were used as well
    np.testing.assert_allclose(v**2 + [table(deflection)[1] for deflection in x], 9.0, atol=1e-8)
    assert energy_drift(result) < 1e-8


def test_table_damper_is_a_function_of_the_rate():
    """Saturated at 6 N: the speed falls by 3 m/s^2 as long as it exceeds 0.1 m/s."""
    table = gd.Table(deflections=(-5, -0.1, 0.1, 5), forces=(-6, -6, 6, 6))
    damper = gd.Spring(
        "d", between=("ground", "mass"), points=((0, 0, 0), (0.5, 0, 0)), damping=table
    )
    result = gd.simulate(slider(damper, velocity=2.0), 0.6, **SMOOTH)
    np.testing.assert_allclose(result.body("mass").velocity[:, 0], 2 - 3 * result.t, atol=1e-9)


def test_spring_off_the_centre_turns_a_free_body():
    """The work of the spring goes into translation and rotation; its ends are followed by the
    points of the bodies.
    """
    spring = gd.Spring(
        "s",
        between=("ground", "ball"),
        points=((0, 0, 1), (0.2, 0.1, 0)),
        stiffness=30.0,
        free_length=0.2,
    )
    result = gd.simulate(gd.Mechanism(bodies=[ball()], forces=[spring]), 2.0, **SMOOTH)
    length = np.linalg.norm(result.body("ball").at((0.2, 0.1, 0)) - (0, 0, 1), axis=1)
    np.testing.assert_allclose(result.energy["stored:s"], 15 * (length - 0.2) ** 2, atol=1e-12)
    assert np.ptp(result.body("ball").angular_velocity, axis=0).min() > 0.01
    assert energy_drift(result) < 1e-9


# -- springs on joint coordinates ------------------------------------------------------------------


def test_spring_along_a_slider_acts_on_its_displacement():
    spring = gd.JointSpring("s", joint="guide", stiffness=200.0, free_position=-0.1, damping=None)
    result = gd.simulate(slider(spring), 2.0, **SMOOTH)
    np.testing.assert_allclose(displacement(result), -0.1 + 0.1 * np.cos(10 * result.t), atol=1e-10)
    assert energy_drift(result) < 1e-9


def test_torsion_spring_counts_full_turns():
    """I = 0.4, k = 0.1: w = 0.5, amplitude speed / w = 16 rad, more than two turns to each side."""
    result = gd.simulate(
        wheel(gd.JointSpring("s", joint="pin", stiffness=0.1), speed=8.0), 13.0, **SMOOTH
    )
    np.testing.assert_allclose(result.joint("pin").angle, 16 * np.sin(0.5 * result.t), atol=1e-8)
    np.testing.assert_allclose(
        result.joint("pin").angle_rate, 8 * np.cos(0.5 * result.t), atol=1e-8
    )
    assert energy_drift(result) < 1e-9


def test_torsion_damper_stops_a_wheel():
    result = gd.simulate(
        wheel(gd.JointSpring("d", joint="pin", damping=0.2), speed=30.0), 2.0, **SMOOTH
    )
    np.testing.assert_allclose(
        result.joint("pin").angle, 60 * (1 - np.exp(-0.5 * result.t)), atol=1e-8
    )
    assert result.energy["lost:d"][-1] == pytest.approx(180 * (1 - np.exp(-2)), rel=1e-9)


@pytest.mark.parametrize("coordinate", ["angle_1", "angle_2"])
def test_springs_on_a_universal_joint_swing_about_their_own_axis(coordinate):
    """Ground to body: about the cross's first axis x or its second axis y; I = 0.3 and 0.4."""
    axis, inertia = {"angle_1": (0, 0.3), "angle_2": (1, 0.4)}[coordinate]
    body = ball(angular_velocity=np.eye(3)[axis] * 0.8)
    joint = gd.Universal(
        "J", between=("ground", "ball"), point=(0, 0, 0), axes=((1, 0, 0), (0, 1, 0))
    )
    spring = gd.JointSpring("s", joint="J", coordinate=coordinate, stiffness=4 * inertia)
    result = gd.simulate(
        gd.Mechanism(bodies=[body], joints=[joint], forces=[spring]), 2.0, **SMOOTH
    )
    np.testing.assert_allclose(
        getattr(result.joint("J"), coordinate), 0.4 * np.sin(2 * result.t), atol=1e-9
    )
    assert energy_drift(result) < 1e-9


# -- loads -----------------------------------------------------------------------------------------


def test_constant_force_accelerates_steadily():
    result = gd.simulate(slider(gd.Force("f", body="mass", force=(3, 5, 0))), 2.0, **SMOOTH)
    np.testing.assert_allclose(displacement(result), 0.75 * result.t**2, atol=1e-10)
    np.testing.assert_allclose(result.energy["load:f"], 3 * displacement(result), atol=1e-9)
    np.testing.assert_allclose(result.joint("guide").force[:, 1], -5, atol=1e-10)


def test_harmonic_force_integrates_to_a_sine():
    """a = sin(w t) with w = 2 pi 1.5: v = (1 - cos)/w, x = (t - sin(w t)/w)/w."""
    force = gd.Force("f", body="mass", force=(2, 0, 0), magnitude=gd.Harmonic(1.0, frequency=1.5))
    result = gd.simulate(slider(force), 2.0, **SMOOTH)
    w, t = 3 * np.pi, result.t
    np.testing.assert_allclose(displacement(result), (t - np.sin(w * t) / w) / w, atol=1e-10)
    np.testing.assert_allclose(result.energy["load:f"], ((1 - np.cos(w * t)) / w) ** 2, atol=1e-10)


def test_force_from_a_table_keeps_its_ends_outside():
    """Five points of a straight line: a = t between 0.5 and 1.5 s, constant before and after."""
    table = gd.SignalTable((0.5, 0.8, 1.0, 1.2, 1.5), (1.0, 1.6, 2.0, 2.4, 3.0))
    result = gd.simulate(
        slider(gd.Force("f", body="mass", force=(1, 0, 0), magnitude=table)), 2.0, **SMOOTH
    )
    t = result.t
    inside = np.clip(t, 0.5, 1.5)
    speed = 0.5 * np.minimum(t, 0.5) + (inside**2 - 0.25) / 2 + 1.5 * np.maximum(t - 1.5, 0)
    np.testing.assert_allclose(result.body("mass").velocity[:, 0], speed, atol=1e-10)
    assert np.abs(result.energy.balance).max() < 1e-9


def test_torque_spins_a_wheel_up():
    result = gd.simulate(wheel(gd.Torque("m", body="wheel", torque=(1, 0.8, 0))), 3.0, **SMOOTH)
    np.testing.assert_allclose(result.joint("pin").angle, result.t**2, atol=1e-9)
    np.testing.assert_allclose(result.energy["load:m"], 0.8 * result.t**2, atol=1e-9)
    np.testing.assert_allclose(result.joint("pin").torque[:, 0], -1, atol=1e-9)


@pytest.mark.parametrize("frame", ["space", "body"])
def test_force_fixed_in_the_body_turns_with_it(frame):
    """A ball spinning at 3 rad/s about z: a force along x turns in the plane, or does not."""
    body = ball(inertia=(1, 1, 1), angular_velocity=(0, 0, 3))
    force = gd.Force("f", body="ball", force=(2, 0, 0), frame=frame)
    result = gd.simulate(gd.Mechanism(bodies=[body], forces=[force]), 2.0, **SMOOTH)
    t = result.t
    turning = np.column_stack([np.sin(3 * t) / 3, (1 - np.cos(3 * t)) / 3, 0 * t])
    fixed = np.column_stack([t, 0 * t, 0 * t])
    np.testing.assert_allclose(
        result.body("ball").velocity, turning if frame == "body" else fixed, atol=1e-10
    )
    assert np.abs(result.energy.balance).max() < 1e-9


def test_force_fixed_in_the_body_is_given_in_its_own_frame():
    """The body is turned by a quarter about z, so its x axis is the global y axis."""
    body = ball(inertia=(1, 1, 1), orientation=((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    force = gd.Force("f", body="ball", force=(2, 0, 0), frame="body")
    result = gd.simulate(gd.Mechanism(bodies=[body], forces=[force]), 0.1, rtol=RTOL)
    np.testing.assert_allclose(
        result.body("ball").acceleration, np.tile((0, 1, 0), (len(result.t), 1)), atol=1e-13
    )


def test_force_away_from_the_centre_turns_the_body():
    """At t = 0 the moment of (0, 0, 5) N at (0.2, 0, 0) m is -1 N m about y: alpha = -1 / 0.4."""
    force = gd.Force("f", body="ball", force=(0, 0, 5), point=(0.2, 0, 0))
    result = gd.simulate(gd.Mechanism(bodies=[ball()], forces=[force]), 1.0, **SMOOTH)
    np.testing.assert_allclose(
        result.body("ball").angular_acceleration[0], (0, -2.5, 0), atol=1e-13
    )
    assert energy_drift(result) < 1e-9


@pytest.mark.parametrize("frame", ["space", "body"])
def test_torque_fixed_in_the_body_turns_with_it(frame):
    """A ball with equal moments turns about z at 3 rad/s and is pushed about x: w_dot = T / I in
    the frame of the torque.
    """
    body = ball(inertia=(0.5, 0.5, 0.5), angular_velocity=(0, 0, 3))
    torque = gd.Torque("m", body="ball", torque=(0.2, 0, 0), frame=frame)
    result = gd.simulate(gd.Mechanism(bodies=[body], forces=[torque]), 2.0, **SMOOTH)
    part = result.body("ball")
    seen = (
        part.angular_velocity
        if frame == "space"
        else np.einsum("tji,tj->ti", part.rotation, part.angular_velocity)
    )
    np.testing.assert_allclose(
        seen, np.column_stack([0.4 * result.t, 0 * result.t, 3 + 0 * result.t]), atol=1e-10
    )
    assert np.abs(result.energy.balance).max() < 1e-9


# -- users' own forces -----------------------------------------------------------------------------


@gd.law
class PointSpring(gd.Interaction):
    """The spring of the package, written by a user."""

    stiffness: float = gd.param("k", "N/m", "stiffness", gt=0)
    length: float = gd.param("l", "m", "free length", gt=0)

    @staticmethod
    def force(t, r, v, p, w, k, l):
        """F = −k (|r| − l) r/|r|"""
        size = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) ** 0.5
        f = -k * (size - l) / size
        return f * r[0], f * r[1], f * r[2], 0.0, 0.0, 0.0


@gd.law
class Bushing(gd.Interaction):
    """A force and a torque of all six relative motions, not central, with damping."""

    stiffness: float = gd.param("k", "N/m", "stiffness", gt=0)
    twist: float = gd.param("c", "N*m/rad", "torsional stiffness", gt=0)
    damping: float = gd.param("d", "N*s/m", "damping", gt=0)

    @staticmethod
    def force(t, r, v, p, w, k, c, d):
        """F = −k r − d v, T = −2 c e − 0.1 d ω"""
        return (
            -k * (r[0] - 1.0) - d * v[0], -2 * k * r[1] - d * v[1], -3 * k * r[2] - d * v[2],
            -2 * c * p[1] - 0.1 * d * w[0], -2 * c * p[2] - 0.1 * d * w[1], -2 * c * p[3] - 0.1 * d * w[2],
        )  # fmt: skip


ENDS = ((0.1, 0.1, 0), (0.9, 0.2, 0.2))


def test_custom_force_equals_the_spring_of_the_package():
    """The same equations in another order of operations; two free bodies do not amplify the
    difference.
    """
    own = gd.CustomForce("s", between=("a", "b"), points=ENDS, law=PointSpring(40.0, 0.6))
    ours = gd.Spring("s", between=("a", "b"), points=ENDS, stiffness=40.0, free_length=0.6)
    first, second = (gd.simulate(pair(force), 2.0, **SMOOTH) for force in (own, ours))
    for name in ("position", "velocity", "angular_velocity", "acceleration"):
        np.testing.assert_allclose(first.data[name], second.data[name], atol=1e-8)
    stored = second.energy["stored:s"]
    np.testing.assert_allclose(first.energy["load:s"], stored[0] - stored, atol=1e-8)


FORCES = {
    "spring": gd.Spring(
        "f", between=("a", "b"), points=ENDS, stiffness=40.0, damping=1.5, free_length=0.6
    ),
    "polynomial": gd.Spring(
        "f",
        between=("b", "a"),
        points=ENDS[::-1],
        stiffness=gd.Polynomial((40, 0, 300)),
        free_length=0.6,
    ),
    "table": gd.Spring(
        "f",
        between=("a", "b"),
        points=ENDS,
        stiffness=gd.Table((-1, 0, 1), (-30, 0, 50)),
        free_length=0.6,
    ),
    "custom": gd.CustomForce("f", between=("a", "b"), points=ENDS, law=Bushing(30.0, 2.0, 0.5)),
    "custom, other way round": gd.CustomForce(
        "f", between=("b", "a"), points=ENDS[::-1], law=Bushing(30.0, 2.0, 0.5)
    ),
}


@pytest.fixture(scope="module", params=FORCES)
def tumbling(request):
    return gd.simulate(pair(FORCES[request.param]), 2.0, rtol=1e-10, output_step=0.01)


def test_force_between_two_bodies_keeps_linear_and_angular_momentum(tumbling):
    linear, angular = momenta(tumbling)
    np.testing.assert_allclose(linear, linear[:1] * np.ones((len(linear), 1)), atol=1e-11)
    np.testing.assert_allclose(angular, angular[:1] * np.ones((len(angular), 1)), atol=1e-8)
    assert np.ptp(tumbling.body("a").velocity, axis=0).min() > 0.05  # something did happen


def test_force_between_two_bodies_closes_the_energy_ledger(tumbling):
    assert energy_drift(tumbling) < 1e-8


def test_custom_torque_swings_a_body_about_the_ground():
    """Small twist about z only: T = -2 c sin(q/2) - d q', a pendulum of half angle; against the
    energy that it must lose.
    """
    body = ball(angular_velocity=(0, 0, 1.0), position=(1, 0, 0))
    force = gd.CustomForce(
        "f", between=("ground", "ball"), points=((0, 0, 0), (1, 0, 0)), law=Bushing(30.0, 2.0, 1e-9)
    )
    result = gd.simulate(gd.Mechanism(bodies=[body], forces=[force]), 2.0, **SMOOTH)
    half = np.arctan2(result.body("ball").orientation[:, 3], result.body("ball").orientation[:, 0])
    spin = result.body("ball").angular_velocity[:, 2]
    np.testing.assert_allclose(0.25 * spin**2 + 2 * 2.0 * 2 * (1 - np.cos(half)), 0.25, atol=1e-8)
    np.testing.assert_allclose(
        result.energy["load:f"], -2 * 2.0 * 2 * (1 - np.cos(half)), atol=1e-8
    )
