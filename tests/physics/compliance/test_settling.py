"""Journals on their films: where they settle, where they lose their stability, and which speed
counts.
"""

from math import cos, hypot, sin

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.laws.reynolds_table import impedance

ETA, RADIUS, LENGTH, GAP = 0.02, 0.02, 0.015, 1e-4
REACH = 1.1 * GAP  # the film is computed for the clearance c + e_1, by default a tenth wider
SPIN, GRAVITY = 200.0, 9.81


def rotor(film, load, start, *, sleeve=0.0, journal=SPIN, mass=None, velocity=(0.0, 0.0)):
    """Return a journal that turns in a sleeve that turns, both driven, pulled down by a load
    [N].
    """
    mass = load / GRAVITY if mass is None else mass
    inertia = 0.4 * mass * RADIUS**2
    bodies = [
        gd.Body("sleeve", mass=1.0, inertia=1e-3, angular_velocity=sleeve),
        gd.Body(
            "journal",
            mass=mass,
            inertia=inertia,
            position=tuple(start),
            velocity=tuple(velocity),
            angular_velocity=journal,
        ),
    ]
    joints = [
        gd.Revolute("A", between=("ground", "sleeve"), point=(0, 0)),
        gd.Revolute(
            "J", between=("sleeve", "journal"), local_points=((0, 0), (0, 0)), journal_radius=RADIUS, radial_clearance=GAP,
            journal_length=LENGTH, bearing_length=LENGTH + 1e-3, fit=gd.Lubricated(film=film, start="as-described"),
        ),
    ]  # fmt: skip
    drivers = [
        gd.Driver("slow", joint="A", motion=gd.ConstantSpeed(sleeve)),
        gd.Driver("fast", joint="J", motion=gd.ConstantSpeed(journal - sleeve)),
    ]
    return gd.Mechanism(
        plane="xy", gravity=(0, -load / mass), bodies=bodies, joints=joints, drivers=drivers
    )


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism,
        duration,
        **{"rtol": 1e-9, "atol": 1e-13, "output_step": duration / 400, **options},
    )


def short_bearing(eps):
    """Return load [N] and attitude angle of a short bearing that turns steadily
    [DuboisOcvirk1953].
    """
    load = (
        ETA
        * RADIUS
        * SPIN
        * LENGTH**3
        / (4 * REACH**2)
        * eps
        / (1 - eps**2) ** 2
        * np.sqrt(16 * eps**2 + np.pi**2 * (1 - eps**2))
    )
    return load, np.arctan2(np.pi * np.sqrt(1 - eps**2), 4 * eps)


def place(eps, attitude):
    """Return where a journal loaded downwards is that turns counter-clockwise: to the right by
    the attitude angle from the load.
    """
    return eps * REACH * np.array([sin(attitude), -cos(attitude)])


def test_a_journal_settles_where_the_reynolds_equation_balances_its_load():
    """Load and attitude from a solution of its own, not from the table, which differs from it by up
    to 0.5 %: as much in the load moves the journal by less than 0.2 % of the clearance at eps =
    0.8, and turns it by less than 0.5 %.
    """
    eps, v = 0.8, 0.5 * SPIN * 0.8 * REACH
    W_r, W_t = impedance(eps, LENGTH / (2 * RADIUS), 0.0, -1.0, 192)
    scale = 12 * ETA * RADIUS**3 * LENGTH / REACH**3 * v
    load, attitude = scale * hypot(W_r, W_t), np.arctan2(-W_t, W_r)
    result = run(rotor(gd.FiniteBearing(ETA), load, place(0.7, attitude)), 1.0)
    assert np.abs(result.body("journal").velocity[-1]).max() < 1e-8
    np.testing.assert_allclose(
        result.joint("J").eccentricity[-1, :2], place(eps, attitude), atol=5e-3 * REACH
    )
    np.testing.assert_allclose(result.joint("J").film_force[-1], (0, load, 0), atol=1e-6 * load)


@pytest.mark.parametrize(
    ("sleeve", "journal"),
    [(0.0, SPIN), (SPIN, 0.0), (0.5 * SPIN, 0.5 * SPIN), (1.5 * SPIN, -0.5 * SPIN)],
)
def test_the_speeds_of_both_surfaces_carry_together(sleeve, journal):
    """A load that keeps its direction is carried by w_i + w_j, not by the sliding w_j - w_i
    [Iso7902]: the journal settles at one place, with one Sommerfeld number, also where both turn
    together and nothing slides.
    """
    load, attitude = short_bearing(0.8)
    result = run(
        rotor(gd.ShortBearing(ETA), load, place(0.7, attitude), sleeve=sleeve, journal=journal), 1.0
    )
    bearing = result.joint("J")
    np.testing.assert_allclose(bearing.eccentricity[-1, :2], place(0.8, attitude), atol=1e-6 * GAP)
    expected = load * (GAP / RADIUS) ** 2 / (LENGTH * 2 * RADIUS * ETA * SPIN)
    assert bearing.sommerfeld[-1] == pytest.approx(expected, rel=1e-6)


def test_surfaces_that_turn_against_each_other_carry_nothing():
    """w_i + w_j = 0: the load squeezes the film out as if nothing turned; only friction is left."""
    load, _ = short_bearing(0.5)
    turning, still = (
        run(rotor(gd.ShortBearing(ETA), load, (0, 0), sleeve=-spin, journal=spin), 0.02)
        for spin in (SPIN, 0.0)
    )
    np.testing.assert_allclose(
        turning.body("journal").position, still.body("journal").position, atol=1e-6 * GAP
    )
    assert turning.joint("J").eccentricity[-1, 1] < -0.3 * GAP
    assert turning.energy["lost:J:film"][-1] > 2 * still.energy["lost:J:film"][-1]


# -- stability -------------------------------------------------------------------------------------


def film_force(state):
    """Return the force of a short bearing on its journal at (x, y, v_x, v_y), turning with SPIN
    in a bearing at rest.
    """
    x, y, v_x, v_y = state
    e = hypot(x, y)
    n = np.array([x, y]) / e
    t = np.array([-n[1], n[0]])
    f_r, f_t, _ = gd.ShortBearing(ETA)(
        e / REACH, n @ (v_x, v_y), t @ (v_x, v_y) - 0.5 * SPIN * e, SPIN, REACH, RADIUS, LENGTH
    )
    return f_r * n + f_t * t


def fastest(eps, mass):
    """Return eigenvalue and eigenvector (x, y, v_x, v_y) of the small motion about the
    equilibrium that grows most, or decays least.
    """
    _, attitude = short_bearing(eps)
    centre, steps = (
        np.array([*place(eps, attitude), 0, 0]),
        np.array([1e-4 * REACH] * 2 + [1e-4 * REACH * SPIN] * 2),
    )
    slopes = [
        (film_force(centre + d) - film_force(centre - d)) / (2 * h)
        for h, d in zip(steps, np.diag(steps), strict=True)
    ]
    matrix = np.zeros((4, 4))
    matrix[:2, 2:], matrix[2:] = np.eye(2), np.array(slopes).T / mass
    values, vectors = np.linalg.eig(matrix)
    k = max(range(4), key=lambda k: values[k].real)
    return values[k], vectors[:, k] / np.linalg.norm(vectors[:2, k])


@pytest.mark.parametrize(("factor", "grows"), [(0.5, False), (2.0, True)])
def test_a_loaded_journal_whirls_from_the_mass_on_for_which_linear_theory_says_so(factor, grows):
    """At eps = 0.4, half and twice the mass at which the real part of the eigenvalue changes sign.
    The motion is that of the eigenvector: it starts with 1e-4 of the clearance and stays below 1e-2
    of it, so that terms of second order are a few per cent at most.
    """
    eps = 0.4
    load, attitude = short_bearing(eps)
    low, high = 1e-3, 1e3
    for _ in range(60):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if fastest(eps, middle)[0].real < 0 else (low, middle)
    rate, vector = fastest(eps, factor * low)
    assert (rate.real > 0) == grows
    start, small = place(eps, attitude), 1e-4 * GAP
    duration = min(3 / abs(rate.real), 20 * 2 * np.pi / abs(rate.imag))
    first = small * vector.real
    mechanism = rotor(
        gd.ShortBearing(ETA), load, start + first[:2], mass=factor * low, velocity=first[2:]
    )
    result = run(mechanism, duration, rtol=1e-11, atol=1e-17)
    moved = result.body("journal").position[:, :2] - start
    expected = small * np.real(np.exp(rate * result.t)[:, None] * vector[:2])
    size = np.abs(small * np.exp(rate.real * result.t))[:, None]
    np.testing.assert_allclose(moved / size, expected / size, atol=0.05)
