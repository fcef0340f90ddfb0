"""Friction in joints without play, under the load of their constraints, against closed forms."""

from dataclasses import replace
from math import cos, exp, log, radians, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad, simpson

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from tests.support.joint_coordinates import both, difference
from tests.support.law_samples import FRICTIONS
from tests.support.random_mechanisms import in_plane, in_space

G = 9.81
MU = 0.15
SHARP = gd.Coulomb(MU, v_1=1e-6)  # full friction from a micrometre per second on


def closes(result):
    """The ledger must close to the tolerance of the run, relative to what was turned over."""
    scale = max(np.abs(result.energy.kinetic).max(), np.abs(result.energy["lost:A:friction"]).max())
    return np.abs(result.energy.balance).max() < 1e-7 * scale


def wheel(spin=50.0, gravity=(0, -G), **joint):
    body = gd.Body("wheel", mass=3.0, inertia=0.04, position=(0, 0), angular_velocity=spin)
    joint = {"journal_radius": 0.02, "fit": gd.Ideal(friction=SHARP), **joint}
    pin = gd.Revolute("A", between=("ground", "wheel"), point=(0, 0), **joint)
    return gd.Mechanism(name="wheel", plane="xy", gravity=gravity, bodies=[body], joints=[pin])


def test_a_coasting_wheel_slows_down_evenly():
    """w = w_0 - mu R m g/J t; the lost energy is that of the wheel."""
    run = gd.simulate(wheel(), 2.0)
    slowing = MU * 0.02 * 3 * G / 0.04
    assert_allclose(run.body("wheel").angular_velocity[:, 2], 50 - slowing * run.t, rtol=1e-10)
    lost = 0.5 * 0.04 * (50**2 - (50 - slowing * 2) ** 2)
    assert run.energy["lost:A:friction"][-1] == pytest.approx(lost, rel=1e-9)
    assert_allclose(run.channel("A.normal_force").values, 3 * G, rtol=1e-12)
    assert_allclose(run.channel("A.friction_force").values, MU * 3 * G, rtol=1e-12)
    assert_allclose(run.channel("A.sliding_speed").values, 0.02 * (50 - slowing * run.t), rtol=1e-9)
    assert closes(run)


@pytest.mark.parametrize("name", FRICTIONS)
def test_a_wheel_coasts_down_by_any_law(name):
    """J w' = -R F(R w, m g), integrated by quadrature: t(w) is the integral of -J/(R F) over w.

    Down to twice the speed at which the law has its last corner, where the integrand is smooth.
    """
    law, R, J, load = FRICTIONS[name], 0.02, 0.04, 3.0 * G
    slow = 2 * max(getattr(law, field, 0.0) for field in ("v_0", "v_1", "v_s")) / R
    run = gd.simulate(wheel(spin=3.0, fit=gd.Ideal(friction=law)), 4.0, rtol=1e-10)
    speed = run.body("wheel").angular_velocity[:, 2]
    assert speed[-1] < 2.5  # it has slowed down
    for k in range(100, len(run.t), 200):
        if speed[k] > slow:
            taken, _ = quad(lambda w: J / (R * law(R * w, load)), speed[k], 3.0, epsabs=1e-12)
            assert taken == pytest.approx(run.t[k], rel=1e-7)
    assert closes(run)


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
@pytest.mark.parametrize("method", ["auto", "tsit5", "dop853", "radau", "bdf", "adams"])
def test_a_wheel_comes_to_rest_and_stays(method):
    """After w_0/slowing seconds; below v_1 what is left decays exponentially."""
    mechanism = wheel(spin=5.0, fit=gd.Ideal(friction=gd.Coulomb(MU, v_1=1e-3)))
    run = gd.simulate(mechanism, 3.0, method=method)
    stop = 5.0 / (MU * 0.02 * 3 * G / 0.04)
    moving = run.t < 0.95 * stop
    slowing = MU * 0.02 * 3 * G / 0.04
    assert_allclose(
        run.body("wheel").angular_velocity[moving, 2], 5 - slowing * run.t[moving], atol=1e-6
    )
    at_rest = 0.05 * exp(-slowing / 0.05 * (3.0 - stop)) + 1e-6
    assert abs(run.body("wheel").angular_velocity[-1, 2]) < at_rest
    assert closes(run)


def test_an_unbalanced_wheel_is_loaded_by_what_it_throws():
    """Without gravity the load of a mass at e is m e w^2: w_dot = -mu R m e w^2/(J + m e^2), but the
    tangential part m e w_dot adds to it: F = m e sqrt(w^4 + w_dot^2), which is solved for w_dot.
    """
    e, m, J, R, mu = 0.05, 3.0, 0.04, 0.02, 0.8
    body = gd.Body(
        "wheel", mass=m, inertia=J, position=(e, 0), velocity=(0, 20 * e), angular_velocity=20.0
    )
    pin = gd.Revolute(
        "A",
        between=("ground", "wheel"),
        point=(0, 0),
        journal_radius=R,
        fit=gd.Ideal(friction=gd.Coulomb(mu, 1e-6)),
    )
    mechanism = gd.Mechanism(plane="xy", gravity=(0, 0), bodies=[body], joints=[pin])
    run = gd.simulate(mechanism, 1.0, rtol=1e-10)
    k = mu * R * m * e / (J + m * e**2)  # w_dot = -k sqrt(w^4 + w_dot^2) = -a w^2
    a = k / sqrt(1 - k * k)
    assert_allclose(run.body("wheel").angular_velocity[:, 2], 20 / (1 + a * 20 * run.t), rtol=1e-8)
    assert closes(run)


@pytest.mark.parametrize("space", [False, True], ids=["plane", "space"])
def test_a_block_slides_down_an_incline(space):
    """a = g (sin - mu cos)."""
    angle = radians(30)
    down = (cos(angle), -sin(angle), *((0,) if space else ()))
    zero = (0.0,) * len(down)
    body = gd.Body("block", mass=2.0, inertia=(0.1, 0.1, 0.1) if space else 0.1, position=zero)
    guide = gd.Translational(
        "A", between=("ground", "block"), point=zero, axis=down, fit=gd.Ideal(friction=SHARP)
    )
    mechanism = gd.Mechanism(
        plane=None if space else "xy", gravity=(0, -G, *zero[2:]), bodies=[body], joints=[guide]
    )
    run = gd.simulate(mechanism, 1.0)
    fall = G * (sin(angle) - MU * cos(angle))
    moved = run.joint("A").displacement
    assert_allclose(moved, 0.5 * fall * run.t**2, atol=1e-6)
    assert run.channel("A.normal_force").values[-1] == pytest.approx(2 * G * cos(angle), rel=1e-9)
    assert closes(run)


def test_a_moment_presses_the_ends_of_a_guide():
    """A slider driven by a force at a lever h: F_N = 2 F h/L; a = F (1 - 2 mu h/L)/m without
    gravity.
    """
    h, L, force, m = 0.05, 0.1, 40.0, 2.0
    body = gd.Body("block", mass=m, inertia=0.1, position=(0, 0))
    guide = gd.Translational(
        "A",
        between=("ground", "block"),
        point=(0, 0),
        axis=(1, 0),
        bearing_length=L,
        fit=gd.Ideal(friction=SHARP),
    )
    load = gd.Force("push", body="block", force=(force, 0), point=(0, h))
    mechanism = gd.Mechanism(
        plane="xy", gravity=(0, 0), bodies=[body], joints=[guide], forces=[load]
    )
    run = gd.simulate(mechanism, 0.5, rtol=1e-11)
    share = 2 * MU * h / L  # of the force, that friction takes once it is full
    a = force * (1 - share) / m
    # Below v_1 friction grows with the speed, v' = F/m (1 - share v/v_1): until it is full the
    # slider gets ahead by 8 % of v_1. Errors are those of steps of the run, of 8.5 m/s.
    ahead = SHARP.v_1 * (1 - (1 / share - 1) * log(1 / (1 - share)))
    assert ahead > 100 * 1e-11 * a * run.t[-1]
    assert_allclose(run.body("block").velocity[1:, 0], ahead + a * run.t[1:], atol=ahead / 20)


def test_a_ball_spins_down_in_its_socket():
    """J w_dot = -mu R F about the direction of the spin."""
    J, R = 0.01, 0.03
    spin = np.array([3.0, -4.0, 12.0])
    body = gd.Body("ball", mass=1.0, inertia=(J, J, J), position=(0, 0, 0), angular_velocity=spin)
    socket = gd.Spherical(
        "A",
        between=("ground", "ball"),
        point=(0, 0, 0),
        journal_radius=R,
        fit=gd.Ideal(friction=SHARP),
    )
    run = gd.simulate(gd.Mechanism(gravity=(0, 0, -G), bodies=[body], joints=[socket]), 2.0)
    slowing = MU * R * G / J
    expected = spin * (1 - slowing * run.t[:, None] / 13)
    assert_allclose(run.body("ball").angular_velocity, expected, rtol=1e-8)


def test_a_sleeve_shares_its_friction_between_turning_and_sliding():
    """F_T acts against the sliding velocity (v, R w): with J = m R^2 the direction stays."""
    m, R, v, w = 2.0, 0.05, 0.6, 16.0
    body = gd.Body(
        "rod", mass=m, inertia=(m * R**2, m * R**2, m * R**2), position=(0, 0, 0),
        velocity=(0, 0, v), angular_velocity=(0, 0, w),
    )  # fmt: skip
    sleeve = gd.Cylindrical(
        "A",
        between=("ground", "rod"),
        point=(0, 0, 0),
        axis=(0, 0, 1),
        journal_radius=R,
        fit=gd.Ideal(friction=SHARP),
    )
    run = gd.simulate(gd.Mechanism(gravity=(0, -G, 0), bodies=[body], joints=[sleeve]), 0.5)
    left = 1 - MU * G * run.t / sqrt(v**2 + (R * w) ** 2)
    assert_allclose(run.body("rod").velocity[:, 2], v * left, rtol=1e-9)
    assert_allclose(run.body("rod").angular_velocity[:, 2], w * left, rtol=1e-9)
    assert closes(run)


@pytest.mark.parametrize("share", [0.8, 1.2])
def test_bristles_hold_below_the_limit_and_slide_beyond(share):
    """LuGre in a slide: at 80 % of the breakaway force it holds with that force, at 120 % it goes
    on with a = (F - mu m g)/m.

    Both after the bristles have settled: with springs of 1e6 N/m and dampers of 500 N s/m under
    1 kg what is left of the start falls as exp(-250/s t), to e^-50 in 0.2 s.
    """
    mu, settled = 0.2, 0.2
    law = gd.LuGre(mu_k=mu, mu_s=mu, v_s=1e-3, sigma_0=1e6, sigma_1=500.0, sigma_2=0.0)
    body = gd.Body("block", mass=1.0, inertia=0.1, position=(0, 0))
    guide = gd.Translational(
        "A", between=("ground", "block"), point=(0, 0), axis=(1, 0), fit=gd.Ideal(friction=law)
    )
    load = gd.Force("push", body="block", force=(share * mu * G, 0))
    mechanism = gd.Mechanism(
        plane="xy", gravity=(0, -G), bodies=[body], joints=[guide], forces=[load]
    )
    rtol = 1e-8
    run = gd.simulate(mechanism, 0.5, rtol=rtol)
    later = run.t > settled
    t, v = run.t[later], run.joint("A").displacement_rate[later]
    friction = run.channel("A.friction_force").values[later]
    a = max(share - 1, 0.0) * mu * G
    # ten tolerances of the greatest speed; what holds creeps by less than a nanometre per second
    assert_allclose(v - v[0], a * (t - t[0]), rtol=0, atol=10 * rtol * max(a * run.t[-1], 0.01))
    assert_allclose(friction, min(share, 1.0) * mu * G, rtol=1e-6)
    assert (
        np.abs(run.energy.balance).max()
        < 10 * rtol * share * mu * G * run.joint("A").displacement[-1] + 1e-14
    )
    if share < 1:
        # not beyond the bristles at their limit, z = mu m g/sigma_0, and what they give while they bend
        assert 0.0 < run.joint("A").displacement[-1] < 10 * mu * G / 1e6


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_the_loss_of_a_four_bar_is_that_of_all_its_joints():
    """Friction in every joint of a mechanism, each loaded by what the others leave.

    In the limit of little friction each joint loses what follows from the motion and the reactions
    without any: mu times the integral of |F| v tanh(v/v_1) over time, with v = R |w|. What is left
    is proportional to mu (some 14 to 22 mu of it, since motion and reactions change), so that from
    mu and 10 mu the limit follows up to some (22 mu)^2 10 = 5e-7. The ledger closes.
    """
    radius, v_1, duration, mu = 0.01, 1e-2, 0.5, 1e-5

    def run(fit):
        mechanism = gd.library("four-bar")
        sizes = {"journal_radius": radius, "bearing_radius": None, "radial_clearance": None}
        joints = [replace(joint, fit=fit, **sizes) for joint in mechanism.joints]
        return gd.simulate(
            replace(mechanism, joints=joints), duration, rtol=1e-11, output_step=1e-4
        )

    ideal = run(gd.Ideal())
    little, more = (run(gd.Ideal(friction=gd.Threlfall(k * mu, v_1))) for k in (1, 10))
    spins = {body.name: ideal.body(body.name).angular_velocity for body in ideal.mechanism.bodies}
    spins["ground"] = np.zeros((len(ideal.t), 3))
    for joint in ideal.mechanism.joints:
        first, second = joint.between
        v = radius * np.linalg.norm(spins[second] - spins[first], axis=1)
        power = np.linalg.norm(ideal.joint(joint.name).force, axis=1) * v * np.tanh(v / v_1)
        expected = simpson(power, x=ideal.t)
        entry = f"lost:{joint.name}:friction"
        lost = [little.energy[entry][-1] / mu, more.energy[entry][-1] / (10 * mu)]
        assert (10 * lost[0] - lost[1]) / 9 == pytest.approx(expected, rel=1e-5)
    for result in (little, more):
        assert np.abs(result.energy.balance).max() < 1e-9 * result.energy.kinetic.max()


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_results_are_the_same_from_a_file(tmp_path):
    mechanism = wheel()
    gd.write(mechanism, tmp_path / "wheel.yaml")
    assert gd.read(tmp_path / "wheel.yaml") == mechanism
    run = gd.simulate(mechanism, 0.5, out=tmp_path / "wheel.h5")
    loaded = gd.load(tmp_path / "wheel.h5")
    memory = gd.simulate(mechanism, 0.5)
    for channel in ("A.normal_force", "A.friction_force", "energy.lost:A:friction"):
        assert_allclose(run.channel(channel).values, memory.channel(channel).values, rtol=0)
        assert_allclose(loaded.channel(channel).values, memory.channel(channel).values, rtol=0)


def test_a_guide_that_jams_says_so():
    """Pushed far outside, 2 mu h/L > 1, the friction that belongs to the load would exceed the
    force: there is no motion with which both agree.
    """
    body = gd.Body("block", mass=2.0, inertia=0.1, position=(0, 0), velocity=(1.0, 0.0))
    guide = gd.Translational(
        "A", between=("ground", "block"), point=(0, 0), axis=(1, 0), bearing_length=0.02,
        fit=gd.Ideal(friction=gd.Coulomb(1.2, 1e-6)),
    )  # fmt: skip
    assert guide.fit.length(guide) == 0.02
    load = gd.Force("push", body="block", force=(40.0, 0), point=(0, 0.5))
    mechanism = gd.Mechanism(plane="xy", bodies=[body], joints=[guide], forces=[load])
    run = gd.simulate(mechanism, 0.1, strict=False)
    # 2 mu h/L = 60: it stops within v/(59 F/m) and does not turn round
    assert abs(run.body("block").velocity[-1, 0]) < 1e-3


LAWS = {
    "coulomb": gd.Coulomb(0.03, v_1=0.1),
    "threlfall": gd.Threlfall(mu_k=0.03, v_1=0.1),
    "lugre": gd.LuGre(mu_k=0.03, mu_s=0.04, v_s=0.1, sigma_0=1e4, sigma_1=10.0, sigma_2=0.0),
}


def rubbing(mechanism, law):
    """Return the mechanism with friction in every joint that can have it."""
    joints = []
    for joint in mechanism.joints:
        fields = {"fit": gd.Ideal(friction=law)}
        if hasattr(joint, "journal_radius"):
            fields |= {"journal_radius": 0.02, "bearing_radius": None, "radial_clearance": None}
        if hasattr(joint, "bearing_length"):
            fields |= {"bearing_length": 0.3}
        joints.append(joint if joint.no_friction else replace(joint, **fields))
    return replace(mechanism, joints=joints)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    "case",
    [
        *(lambda seed=seed: in_space(seed, driven=seed % 2 == 1) for seed in range(4)),
        *(lambda seed=seed: in_space(seed, count=9, loops=1) for seed in (0, 1, 5)),
        *(lambda seed=seed: in_plane(seed, loops=seed) for seed in range(3)),
        *(lambda name=name: gd.library(name) for name in ("bricard", "four-bar-windows")),
    ],
)
def test_friction_is_the_same_in_both_kinds_of_coordinates(case, law):
    """Loads come from the multipliers of all constraints, or from a sweep over the tree; the
    iteration ends with their thirteenth digit, and masses differ by a factor of four.
    """
    cartesian, joint = both(rubbing(case(), LAWS[law]))
    assert cartesian.variable("normal_force").max() > 0.0
    for name in ("normal_force", "friction_force", "sliding_speed", "joint_force", "driver_force"):
        assert difference(cartesian.variable(name), joint.variable(name)) < 1e-9
    assert difference(cartesian.accelerations(), joint.accelerations()) < 1e-10
    assert difference(cartesian.powers(), joint.powers()) < 1e-9


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
@pytest.mark.parametrize("name", ["four-bar", "bricard", "andrews-squeezer"])
def test_runs_with_friction_end_alike_in_both_kinds_of_coordinates(name):
    mechanism = rubbing(gd.library(name), LAWS["threlfall"])
    duration = 0.1 * mechanism.duration
    first, other = (
        gd.simulate(mechanism, duration, rtol=1e-10, coordinates=kind)
        for kind in ("cartesian", "joint")
    )
    for body in mechanism.bodies:
        a, b = first.body(body.name).position[-1], other.body(body.name).position[-1]
        assert_allclose(a, b, rtol=0, atol=1e-9)
    for joint in mechanism.joints:
        entry = f"lost:{joint.name}:friction"
        assert other.energy[entry][-1] == pytest.approx(first.energy[entry][-1], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: wheel(journal_radius=None), "journal_radius: is missing: friction acts on"),
        (  # a sleeve that slides as well, whose rotation would else run free without a word
            lambda: gd.Mechanism(
                bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))],
                joints=[
                    gd.Cylindrical(
                        "A",
                        between=("ground", "a"),
                        point=(0, 0, 0),
                        axis=(0, 0, 1),
                        fit=gd.Ideal(friction=SHARP),
                    )
                ],
            ),
            "journal_radius: is missing: friction acts on",
        ),
        (lambda: wheel(fit=gd.Ideal(friction=gd.Hertz(1e9))), "friction: expected a friction law"),
        (
            lambda: gd.Mechanism(
                bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))],
                joints=[
                    gd.Rigid(
                        "A", between=("ground", "a"), point=(0, 0, 0), fit=gd.Ideal(friction=SHARP)
                    )
                ],
            ),
            "cannot have friction: nothing moves in it",
        ),
    ],
    ids=["radius", "radius of a sleeve", "law", "rigid"],
)
def test_what_cannot_rub_is_refused(make, words):
    with pytest.raises(gd.InputError, match=words):
        make()
