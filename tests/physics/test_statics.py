"""Equilibria and natural frequencies against closed forms."""

from dataclasses import replace
from math import atan, cos, pi, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

import gudgeon as gd
from gudgeon._base.jit import DISABLED

G = 9.81
STEEL = gd.LankaraniNikravesh(stiffness=1e10, restitution=0.9)


@gd.law
class Jump(gd.FrictionLaw):
    """Friction that does not fade towards rest; for this test."""

    mu: float = gd.param("mu", "1", "coefficient of friction", ge=0)

    @staticmethod
    def force(v, F_N, mu):
        """F_T = μ F_N"""
        return mu * F_N


def in_plane(bodies, joints, **more):
    more.setdefault("gravity", (0, -G))
    return gd.Mechanism(name="statics", plane="xy", bodies=bodies, joints=joints, **more)


def double_pendulum(angles=(0.4, -0.9)):
    """Two slender bars that do not hang straight down at the start."""
    first, second = angles
    l1, l2 = 0.5, 0.3
    end = np.array([l1 * sin(first), -l1 * cos(first)])
    middle = end + 0.5 * l2 * np.array([sin(second), -cos(second)])
    bodies = [
        gd.Body("upper", mass=1.2, inertia=1.2 * l1**2 / 12, position=0.5 * end),
        gd.Body("lower", mass=0.7, inertia=0.7 * l2**2 / 12, position=middle),
    ]
    joints = [
        gd.Revolute("A", between=("ground", "upper"), point=(0, 0)),
        gd.Revolute("B", between=("upper", "lower"), point=end),
    ]
    return in_plane(bodies, joints)


def double_pendulum_frequencies():
    """det(K - w^2 M) = 0 of the angles of two hanging bars."""
    m1, m2, l1, l2 = 1.2, 0.7, 0.5, 0.3
    M = np.array(
        [
            [m1 * l1**2 / 3 + m2 * l1**2, m2 * l1 * l2 / 2],
            [m2 * l1 * l2 / 2, m2 * l2**2 / 3],
        ]
    )
    K = G * np.diag([m1 * l1 / 2 + m2 * l1, m2 * l2 / 2])
    return np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real)) / (2 * pi)


def test_a_double_pendulum_hangs_and_swings_with_its_two_frequencies():
    found = gd.linearize(double_pendulum())
    assert found.equilibrium.stable
    assert found.equilibrium["lower.position.x"] == pytest.approx(0.0, abs=1e-12)
    assert_allclose(found.frequencies, double_pendulum_frequencies(), rtol=1e-8)
    # the pins bear the weights below them
    assert found.equilibrium["A.force.magnitude"] == pytest.approx(1.9 * G, rel=1e-9)


def test_frequencies_do_not_depend_on_where_the_mechanism_was_described():
    hanging, tilted = (gd.linearize(double_pendulum(start)) for start in ((0.0, 0.0), (0.4, -0.9)))
    assert_allclose(hanging.frequencies, tilted.frequencies, rtol=1e-8)


def test_a_pendulum_on_its_head_is_an_equilibrium_that_is_not_stable():
    found = gd.equilibrium(double_pendulum((pi, pi)))
    assert found.stable is False
    growing = [mode for mode in found.linearize().modes if mode.kind == "grows"]
    assert len(growing) == 2


def test_a_mass_in_a_bushing_sinks_and_vibrates_as_a_spring_mass_damper():
    """x = m g/k; eigenvalues of m s^2 + c s + k."""
    mass, k, c = 2.0, 3e5, 200.0
    fit = gd.Bushing(radial=gd.Compliance(k, c))
    joint = gd.Revolute("A", between=("ground", "block"), point=(0, 0), fit=fit)
    block = gd.Body("block", mass=mass, inertia=0.01, position=(0, 0))
    found = gd.linearize(in_plane([block], [joint]))
    assert found.equilibrium["block.position.y"] == pytest.approx(-mass * G / k, rel=1e-9)
    expected = -c / (2 * mass) + 1j * sqrt(k / mass - (c / (2 * mass)) ** 2)
    modes = [mode for mode in found.modes if mode.kind == "oscillates"]
    # along the load the radial force k r has the slope k, across it F/r = k as well
    assert len(modes) == 2
    for mode in modes:
        assert mode.eigenvalue == pytest.approx(expected, rel=1e-8)
    assert found.undamped_frequencies[-1] == pytest.approx(sqrt(k / mass) / (2 * pi), rel=1e-8)
    assert modes[0].damping_ratio == pytest.approx(c / (2 * sqrt(k * mass)), rel=1e-8)


def test_a_journal_rests_on_the_wall_of_its_bearing_as_hertz_says():
    """Depth (F/K)^(2/3); across the gap 1.5 F/depth, along it the pendulum of length c + depth."""
    gap, mass = 1e-3, 0.5
    joint = gd.Spherical(
        "A",
        between=("ground", "ball"),
        point=(0, 0, 0),
        bearing_radius=0.01,
        journal_radius=0.01 - gap,
        fit=gd.Clearance(contact=STEEL),
    )
    ball = gd.Body("ball", mass=mass, inertia=(1e-5, 1e-5, 1e-5), position=(0, 0, 0))
    mechanism = gd.Mechanism(name="ball", gravity=(0, 0, -G), bodies=[ball], joints=[joint])
    found = gd.linearize(mechanism)
    depth = (mass * G / 1e10) ** (2 / 3)
    assert found.equilibrium["ball.position.z"] == pytest.approx(-gap - depth, rel=1e-10)
    assert found.equilibrium["A.ball.penetration"] == pytest.approx(depth, rel=1e-8)
    expected = [sqrt(G / (gap + depth)), sqrt(1.5 * G / depth)]
    swinging = sorted(mode.frequency for mode in found.modes if mode.frequency > 0)
    assert_allclose(swinging, np.array([expected[0], *expected]) / (2 * pi), rtol=1e-6)
    assert sum(mode.free for mode in found.modes) == 3  # rotations that nothing resists


def ocvirk(x, y, vx, vy, spin, eta, R, L, c):
    """Force on the journal of a short bearing with a half film, in polar coordinates
    [DuboisOcvirk1953].
    """
    e = sqrt(x * x + y * y)
    radial = np.array([x, y]) / e
    across = np.array([-radial[1], radial[0]])
    eps, eps_dot = e / c, (vx * radial[0] + vy * radial[1]) / c
    turning = spin - 2 * (vx * across[0] + vy * across[1]) / e
    k, s = eta * R * L**3 / c**2, 1 - eps**2
    f_r = -k * (turning * eps**2 / s**2 + pi * (1 + 2 * eps**2) * eps_dot / (2 * s**2.5))
    f_t = k * (turning * pi * eps / (4 * s**1.5) + 2 * eps * eps_dot / s**2)
    return f_r * radial + f_t * across


def test_a_journal_that_turns_in_its_film_has_the_coefficients_of_ocvirk():
    """Steady state, stiffness and damping of the short bearing, of which the eigenvalues follow."""
    eta, R, L, c, mass, spin = 0.05, 0.02, 0.02, 5e-5, 4.0, 150.0
    film = gd.Lubricated(film=gd.ShortBearing(eta))
    joint = gd.Revolute(
        "A",
        between=("ground", "shaft"),
        point=(0, 0),
        journal_radius=R,
        radial_clearance=c / 1.1,  # the film is computed for a clearance a tenth wider
        journal_length=L,
        bearing_length=L + 1e-3,
        fit=film,
    )
    shaft = gd.Body("shaft", mass=mass, inertia=0.01, position=(0, 0), angular_velocity=spin)
    motor = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(spin))
    mechanism = in_plane([shaft], [joint], drivers=[motor])
    found = gd.linearize(mechanism, drivers="moving")
    x, y = found.equilibrium["shaft.position.x"], found.equilibrium["shaft.position.y"]
    forces = ocvirk(x, y, 0.0, 0.0, spin, eta, R, L, c)
    assert_allclose(forces, [0.0, mass * G], atol=1e-6 * mass * G)
    # attitude angle of the half film
    eps = sqrt(x * x + y * y) / c
    assert atan(abs(x / y)) == pytest.approx(atan(pi * sqrt(1 - eps**2) / (4 * eps)), rel=1e-6)

    def force(state):
        return ocvirk(*state, spin, eta, R, L, c)

    state = np.array([x, y, 0.0, 0.0])
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    for k, h in enumerate((1e-5 * c, 1e-5 * c, 1e-5 * c * spin, 1e-5 * c * spin)):
        d = h * np.eye(4)[k]
        # fourth order: the error is 1e-20 of the second derivative's
        first, second = (
            force(state + d) - force(state - d),
            force(state + 2 * d) - force(state - 2 * d),
        )
        A[2:, k] = (8 * first - second) / (12 * h) / mass
    expected = np.sort_complex(np.linalg.eigvals(A))
    assert_allclose(np.sort_complex(found.eigenvalues), expected, rtol=1e-6)


def test_a_stop_and_a_spring_bear_their_shares():
    """A block on a slide leans on a linear stop, a spring pulls back: k_1 x_1 + K d = m g."""
    block = gd.Body("block", mass=3.0, inertia=0.01, position=(0, 0))
    stop = gd.Stop(lower=-0.01, contact=gd.KelvinVoigt(1e6, 1.0))
    guide = gd.Translational(
        "A", between=("ground", "block"), point=(0, 0), axis=(0, 1), stops=[stop]
    )
    spring = gd.JointSpring("spring", joint="A", stiffness=500.0, damping=100.0)
    found = gd.linearize(in_plane([block], [guide], forces=[spring]))
    depth = (3 * G - 500 * 0.01) / (1e6 + 500)
    assert found.equilibrium["A.displacement"] == pytest.approx(-0.01 - depth, rel=1e-9)
    expected = -100 / 6 + 1j * sqrt((1e6 + 500) / 3 - (100 / 6) ** 2)
    assert found.mode(1).eigenvalue == pytest.approx(expected, rel=1e-7)


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_statics_are_the_end_of_a_damped_run():
    """A four-bar with a bushing, damped in a hinge, comes to rest where statics say: after 20 s its
    slowest mode has decayed by exp(-180).
    """
    mechanism = gd.library("four-bar", C="bushing")
    damper = gd.JointSpring("damper", joint="A", damping=5e-3)
    mechanism = replace(mechanism, forces=[*mechanism.forces, damper])
    at_rest = gd.equilibrium(mechanism)
    end = gd.simulate(mechanism, 20.0, output_step=1.0, method="radau", rtol=1e-8)
    for channel in ("A.angle", "D.angle", "C.force.magnitude"):
        assert end.channel(channel).values[-1] == pytest.approx(at_rest[channel], rel=1e-7)


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_a_run_that_starts_in_equilibrium_stays_there():
    mechanism = gd.library("four-bar", C="clearance")
    at_rest = gd.equilibrium(mechanism)
    run = gd.simulate(at_rest.start, 0.05)
    assert np.ptp(run.channel("A.angle").values) < 1e-9
    assert len(run.impacts) == 1  # the contact that it rests on


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_a_small_swing_of_a_run_has_the_natural_frequency_and_damping():
    """Zero crossings of the run over ten periods: half the interval is the phase of one period."""
    mechanism = double_pendulum((1e-5, 1e-5 * 1.2))
    lowest = gd.linearize(mechanism).mode(1)
    ratio = [
        float(np.real(lowest.shape[name][1][2])) for name in ("upper", "lower")
    ]  # start in the mode
    start = double_pendulum((1e-5, 1e-5 * ratio[1] / ratio[0]))
    # a thousandth of the swing is 1e-8 rad: the default tolerance itself
    run = gd.simulate(start, 10 / lowest.frequency, output_step=0.25 / lowest.frequency, rtol=1e-10)
    swing = run.channel("A.angle").values
    assert swing[-1] == pytest.approx(swing[0], abs=1e-3 * 1e-5)


def test_where_nothing_holds_a_body_there_is_no_equilibrium():
    block = gd.Body("block", mass=3.0, inertia=0.01, position=(0, 0))
    guide = gd.Translational("A", between=("ground", "block"), point=(0, 0), axis=(0, 1))
    with pytest.raises(gd.InputError, match="no equilibrium was found: body 'block' still acc"):
        gd.equilibrium(in_plane([block], [guide]))


def test_friction_that_jumps_at_rest_has_no_linear_part():
    ball = gd.Body("ball", mass=0.5, inertia=1e-5, position=(0, 0))
    joint = gd.Revolute(
        "A",
        between=("ground", "ball"),
        point=(0, 0),
        bearing_radius=0.01,
        radial_clearance=1e-3,
        bearing_length=0.01,
        fit=gd.Clearance(contact=STEEL, friction=Jump(0.2)),
    )
    found = gd.equilibrium(in_plane([ball], [joint]))
    assert any("friction in joint 'A' bears nothing at rest" in note for note in found.notes)
    with pytest.raises(gd.InputError, match="jump where it begins to slide"):
        found.linearize()
