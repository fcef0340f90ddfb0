"""A cone on a ball joint: the angle between its axes has a limit, with what is known of
pendulums in a plane and in space.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.model import files
from gudgeon.simulation.check_summary import of_model_check

MASS, ARM, G = 2.0, 0.3, 9.81
INERTIA = 0.05  # across the axis, about the centre of mass; a slender bob
ABOUT_PIVOT = INERTIA + MASS * ARM**2
LIMIT = 0.5
HERTZ = 400.0  # [N m/rad^1.5]: the bob of some 2 J goes about 0.1 rad into it


def pendulum(stop, velocity, spin, gravity=-G, **more):
    """Return a bob that hangs from a ball joint, its axis pointing up; ``velocity`` and ``spin``
    as described at t = 0.
    """
    bob = gd.Body(
        "bob",
        mass=MASS,
        inertia=(INERTIA, INERTIA, 0.02),
        position=(0, 0, -ARM),
        velocity=velocity,
        angular_velocity=spin,
    )
    joint = gd.Spherical(
        "S", between=("ground", "bob"), point=(0, 0, 0), axis=(0, 0, 1), stops=stop, **more
    )
    return gd.Mechanism(gravity=(0, 0, gravity), bodies=[bob], joints=[joint])


def cone(law, **layer):
    return gd.Stop("tilt", upper=LIMIT, contact=law, **layer)


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism,
        duration,
        **{"rtol": 1e-10, "output_step": duration / 200, "method": "dop853", **options},
    )


LAWS = {
    "elastic": (gd.Hertz(HERTZ), {}),
    "with losses": (gd.LankaraniNikravesh(HERTZ, 0.7), {}),
    "behind a layer": (
        gd.Hertz(4e4),
        {"bushing": gd.Compliance(60.0, damping=0.5), "thickness": 0.08, "blend": 1e-3},
    ),
}


@pytest.mark.parametrize(("law", "layer"), LAWS.values(), ids=LAWS)
def test_in_a_plane_the_cone_is_a_hinge_with_two_stops(law, layer):
    """The same bob on a hinge with stops at both angles, with the same law: the same motion
    within what rtol = 1e-10 lets through.
    """
    speed = 4.0
    bounds = gd.Stop("angle", lower=-LIMIT, upper=LIMIT, contact=law, **layer)
    ball = pendulum(cone(law, **layer), (0, ARM * speed, 0), (speed, 0, 0))
    hinge = gd.Revolute(
        "S", between=("ground", "bob"), point=(0, 0, 0), axis=(1, 0, 0), stops=bounds
    )
    first, second = run(ball, 1.5), run(dataclasses.replace(ball, joints=[hinge]), 1.5)
    assert len(first.impacts) == len(second.impacts) >= 4
    np.testing.assert_allclose(first.joint("S").tilt, np.abs(second.joint("S").angle), atol=1e-7)
    # of hard contacts behind a layer, which have no peaks of their own, the layer's
    expected, other = first.impacts.without_layer_contacts, second.impacts.without_layer_contacts
    for column in ("start", "end", "penetration", "peak_force", "energy_lost"):
        # with losses the peak is that of quarters of steps, of which both have their own
        rtol = 2e-3 if column == "peak_force" else 1e-5
        np.testing.assert_allclose(
            expected[column][:-1], other[column][:-1], rtol=rtol, atol=1e-8, err_msg=column
        )
    np.testing.assert_allclose(first.energy.balance, 0, atol=1e-8)


def test_a_bob_that_circles_in_an_elastic_cone_is_the_spherical_pendulum_of_one_coordinate():
    """I tilt'' = L^2 cos/(I sin^3) - m g l sin - K (tilt - limit)^1.5, L about the vertical,
    integrated by SciPy with rtol 1e-12.
    """
    # [rad, rad/s]: begins 0.3 rad off the vertical, moving outwards and around
    tilted, rate, across = 0.3, 2.5, 0.9
    # the axis of the bob; tilt turns it about -x
    up = np.array([0.0, np.sin(tilted), np.cos(tilted)])
    spin = np.array([-rate, 0, 0]) + across * np.cross(up, np.cross([0, 0, 1], up)) / np.sin(tilted)
    turn = (np.cos(tilted / 2), -np.sin(tilted / 2), 0, 0)
    at = -ARM * up
    bob = gd.Body("bob", mass=MASS, inertia=(INERTIA, INERTIA, 0.02), position=tuple(at), orientation=turn,
                  velocity=tuple(np.cross(spin, at)), angular_velocity=tuple(spin))  # fmt: skip
    joint = gd.Spherical(
        "S",
        between=("ground", "bob"),
        local_points=((0, 0, 0), (0, 0, ARM)),
        local_axes=((0, 0, 1), (0, 0, 1)),
        stops=cone(gd.Hertz(HERTZ)),
    )
    result = run(gd.Mechanism(gravity=(0, 0, -G), bodies=[bob], joints=[joint]), 2.0)
    spins = np.einsum(
        "nij,nj->ni",
        np.moveaxis(result.body("bob").rotation, 1, 2),
        result.body("bob").angular_velocity,
    )
    # nothing turns the bob about its own axis
    np.testing.assert_allclose(spins[:, 2], 0, atol=1e-8)
    vertical = ABOUT_PIVOT * across * np.sin(tilted)

    def equation(t, y):
        beyond = max(y[0] - LIMIT, 0.0)
        return y[1], (
            vertical**2 * np.cos(y[0]) / (ABOUT_PIVOT * np.sin(y[0]) ** 3)
            - MASS * G * ARM * np.sin(y[0])
            - HERTZ * beyond**1.5
        ) / ABOUT_PIVOT

    expected = solve_ivp(
        equation,
        (0, 2.0),
        (tilted, rate),
        "DOP853",
        rtol=1e-12,
        atol=1e-13,
        t_eval=result.t,
        max_step=1e-3,
    ).y
    assert len(result.impacts) >= 3
    np.testing.assert_allclose(result.joint("S").tilt, expected[0], atol=1e-7)
    np.testing.assert_allclose(result.joint("S").tilt_rate, expected[1], atol=1e-6)
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-9)


def test_a_cone_acts_equally_on_both_bodies():
    """Two free bodies: angular momentum and energy stay when the cone is reached, whatever they
    do about its axis.
    """
    inertias = {"a": (0.1, 0.2, 0.3), "b": (0.3, 0.2, 0.4)}
    bodies = [
        gd.Body("a", mass=1, inertia=inertias["a"], angular_velocity=(0.5, 1, 2)),
        gd.Body(
            "b",
            mass=2,
            inertia=inertias["b"],
            position=(0.5, 0.2, 0.1),
            angular_velocity=(-2.0, 0.3, -3.0),
        ),
    ]
    joint = gd.Spherical(
        "S", between=("a", "b"), point=(0.2, 0.3, 0.1), axis=(1, 2, 2), stops=cone(gd.Hertz(50.0))
    )
    result = run(gd.Mechanism(bodies=bodies, joints=[joint]), 2.0)
    assert len(result.impacts) >= 3
    total = 0.0
    for body in bodies:
        part = result.body(body.name)
        own = np.einsum(
            "nij,j,nkj,nk->ni",
            part.rotation,
            np.array(inertias[body.name]),
            part.rotation,
            part.angular_velocity,
        )
        total = total + own + body.mass * np.cross(part.position, part.velocity)
    np.testing.assert_allclose(total, np.tile(total[0], (len(result.t), 1)), atol=1e-8)
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)


@pytest.mark.parametrize("method", ["rk4", "tsit5", "adams", "bdf", "radau"])
def test_every_method_meets_the_cone(method):
    law = gd.LankaraniNikravesh(HERTZ, 0.7)
    ball = pendulum(cone(law), (0.2, ARM * 4, 0), (4, -0.2 / ARM, 0))
    options = {"step": 2e-4} if method == "rk4" else {"rtol": 1e-8}
    fine, other = (
        run(ball, 0.4),
        gd.simulate(ball, 0.4, output_step=0.002, method=method, **options),
    )
    np.testing.assert_allclose(other.joint("S").tilt, fine.joint("S").tilt, atol=1e-5)
    np.testing.assert_allclose(other.energy.balance, 0, atol=1e-4)


def test_a_spring_on_the_tilt_lets_the_bob_swing_as_a_stiffer_pendulum():
    """Small swing: omega^2 = (m g l + k)/I; the amplitude of 1e-3 rad shifts it by 1e-7."""
    stiffness = 5.0
    free = pendulum((), (0, ARM * 5e-3, 0), (5e-3, 0, 0))
    spring = gd.JointSpring("K", joint="S", stiffness=stiffness)
    result = run(dataclasses.replace(free, forces=[spring]), 2.0)
    omega = np.sqrt((MASS * G * ARM + stiffness) / ABOUT_PIVOT)
    np.testing.assert_allclose(
        result.joint("S").tilt, np.abs(5e-3 / omega * np.sin(omega * result.t)), atol=1e-9
    )


def test_a_cone_is_told_kept_and_read_back(tmp_path):
    ball = pendulum(
        gd.Stop(upper="30 deg", contact=gd.LankaraniNikravesh(HERTZ, 0.7)),
        (0, ARM * 4, 0),
        (4, 0, 0),
    )
    text = files.dumps(ball)
    assert files.loads(text) == ball and "tilt" in text
    said = of_model_check(gd.check_model(ball))
    assert "S.tilt is free up to 0.523599 rad (30 deg); at t = 0 it is 0 rad" in said
    assert (
        "the angle between the joint's axis on ground, (0, 0, 1) (global at t = 0), and that on "
        "bob; it has no sign" in said
    )
    result = run(ball, 0.5)
    result.save(tmp_path / "cone.h5")
    read = gd.load(tmp_path / "cone.h5")
    assert read.contact("S.stop tilt upper").quantities == {
        "penetration": "rad",
        "rate": "rad/s",
        "normal_force": "N*m",
    }
    assert read.joint("S").stops == ("S.stop tilt upper",)
    np.testing.assert_array_equal(read.joint("S").tilt, result.joint("S").tilt)
    assert result.report(tmp_path / "cone.html").stat().st_size > 0


WRONG = {
    "joints.S.stops.lower: has no meaning here: tilt is the angle between two axes and has no "
    "sign": lambda law: cone(law, lower=0.1),
    "joints.S.stops.upper: must be between 0 and 180 deg, got 200 deg": lambda law: gd.Stop(
        upper="200 deg", contact=law
    ),
    "joints.S.stops.upper": lambda law: gd.Stop(upper="2 mm", contact=law),
}


@pytest.mark.parametrize(("message", "make"), WRONG.items(), ids=["lower", "too wide", "a length"])
def test_a_limit_that_a_tilt_cannot_have_is_refused(message, make):
    with pytest.raises(gd.InputError, match=message):
        pendulum(make(gd.Hertz(HERTZ)), (0, 0, 0), (0, 0, 0))


def test_what_has_no_sign_is_not_driven_and_a_ball_without_an_axis_has_no_cone():
    ball = pendulum((), (0, 0, 0), (0, 0, 0))
    with pytest.raises(
        gd.InputError,
        match=r"drivers\.D\.joint: the tilt of joint 'S' has no sign, so that nothing can drive it",
    ):
        dataclasses.replace(ball, drivers=[gd.Driver("D", joint="S", motion=gd.ConstantSpeed(1.0))])
    with pytest.raises(
        gd.InputError, match=r"hold: 'S\.tilt' is neither a body nor a joint coordinate"
    ):
        dataclasses.replace(ball, hold=("S.tilt",))
    with pytest.raises(
        gd.InputError,
        match=r"joints\.S\.stops: a Spherical joint has no coordinate .* unless it has an axis",
    ):
        gd.Spherical("S", between=("ground", "bob"), point=(0, 0, 0), stops=cone(gd.Hertz(HERTZ)))
