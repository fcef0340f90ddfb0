"""Films: every force is the integral of its pressure, no film gives energy, and the finite
bearing agrees with Reynolds on a finer grid.
"""

import time
from itertools import pairwise
from math import atan, cos, hypot, inf, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp

import gudgeon as gd
from gudgeon._base.jit import DISABLED, jit
from gudgeon.laws.film import THINNEST
from gudgeon.laws.reynolds_table import impedance
from tests.support.law_samples import FILMS, call_7_3, compiled

ETA, C, R, L = 0.03, 1e-4, 0.01, 0.013
HALF = {"long": gd.LongBearing(ETA), "short": gd.ShortBearing(ETA)}
TURNING = {**HALF, "finite": gd.FiniteBearing(ETA), "ball": gd.SphericalBearing(ETA)}
SIZES = [0.0, 1e-3, 0.049, 0.051, 0.3, 0.8, 0.99]
ANGLES = [0.0, 0.7, pi / 2, 2.2, pi, -1.9]
each = pytest.mark.parametrize("name", FILMS)
any_size = pytest.mark.parametrize("eps", SIZES)
any_angle = pytest.mark.parametrize("angle", ANGLES)


def at(law, eps, v_r, v_t, spin=0.0, c=C, radius=R, length=L):
    return law(eps, v_r, v_t, spin, c, radius, length)


# -- pressure: what the closed forms integrate -----------------------------------------------------


def long_pressure(theta, eps, v_r, v_t):
    """Full film of the long bearing, zero at both ends of the half film."""
    H = 1 - eps * cos(theta)
    return (
        6
        * ETA
        * R**2
        / C**3
        * (2 - eps * cos(theta))
        / H**2
        * (v_r * cos(theta) + 2 / (2 + eps**2) * v_t * sin(theta))
    )


def short_pressure(theta, eps, v_r, v_t):
    """Mean over the length of 6 η/h³ (L²/4 − z²) (v_r cos θ + v_t sin θ)."""
    return ETA * L**2 / (C * (1 - eps * cos(theta))) ** 3 * (v_r * cos(theta) + v_t * sin(theta))


def ball_pressure(x, eps, v_r, v_t):
    """Radial part, and amplitude of the part with cos φ, of the film of a ball at cos θ = x."""
    common = 3 * ETA * R**2 / C**3 * (2 - eps * x) / (1 - eps * x) ** 2
    return common * v_r * x, common * 4 / (4 + eps**2) * v_t * sqrt(1 - x * x)


def extent(name, eps, v_r, v_t):
    """Return the ends of the half film."""
    middle = np.arctan2(v_t * (2 / (2 + eps**2) if name == "long" else 1), v_r)
    return middle - pi / 2, middle + pi / 2


def integral(f, low, high):
    """Integrate around the circumference, cutting where the film is thinnest."""
    inside = [low, *(point for point in (-2 * pi, 0.0, 2 * pi) if low < point < high), high]
    small = 1e-13 * max(abs(f(x)) for x in np.linspace(low, high, 50))
    return sum(quad(f, a, b, epsabs=small, epsrel=1e-12, limit=400)[0] for a, b in pairwise(inside))


def derivative(flux, x, step=1e-3):
    """Differentiate by five points; its error is of fourth order."""
    return (flux(x - 2 * step) - 8 * flux(x - step) + 8 * flux(x + step) - flux(x + 2 * step)) / (
        12 * step
    )


@pytest.mark.parametrize("theta", [-2.5, -0.4, 0.9, 3.0])
def test_pressure_of_the_long_bearing_solves_the_reynolds_equation(theta):
    """h³ p'/(12 η R²) has the derivative −(v_r cos θ + v_t sin θ); two nested differences leave
    about 1e-8.
    """
    eps, v_r, v_t = 0.6, 0.3, -0.7

    def flux(x):
        slope = derivative(lambda y: long_pressure(y, eps, v_r, v_t), x)
        return (C * (1 - eps * cos(x))) ** 3 / (12 * ETA * R**2) * slope

    assert derivative(flux, theta) == pytest.approx(
        -(v_r * cos(theta) + v_t * sin(theta)), abs=1e-6
    )


@pytest.mark.parametrize("theta", [0.2, 0.9, 1.7, 2.9])
def test_pressure_of_the_ball_solves_the_reynolds_equation_on_a_sphere(theta):
    """Legendre's operator with h³ inside, for the parts without and with cos φ."""
    eps, v_r, v_t = 0.6, 0.3, -0.7

    def cubed(x):
        return (C * (1 - eps * cos(x))) ** 3 / (12 * ETA * R**2)

    for part, source, order in ((0, v_r * cos(theta), 0), (1, v_t * sin(theta), 1)):

        def pressure(x, part=part):
            return ball_pressure(cos(x), eps, v_r, v_t)[part]

        def flux(x, pressure=pressure):
            return sin(x) * cubed(x) * derivative(pressure, x)

        left = (
            derivative(flux, theta) / sin(theta)
            - order * cubed(theta) * pressure(theta) / sin(theta) ** 2
        )
        assert left == pytest.approx(-source, abs=1e-6)


@pytest.mark.parametrize("name", HALF)
@any_size
@any_angle
def test_half_film_force_is_the_integral_of_the_pressure(name, eps, angle):
    """To the accuracy of the quadrature."""
    v_r, v_t = 0.2 * cos(angle), 0.2 * sin(angle)
    pressure = long_pressure if name == "long" else short_pressure
    ends = extent(name, eps, v_r, v_t)
    parts = [integral(lambda x, f=f: pressure(x, eps, v_r, v_t) * f(x), *ends) for f in (cos, sin)]
    f_r, f_t, _ = at(HALF[name], eps, v_r, v_t)
    size = hypot(f_r, f_t)
    assert (f_r, f_t) == pytest.approx((-R * L * parts[0], -R * L * parts[1]), abs=1e-9 * size)
    # and it is the part that pushes
    assert all(pressure(ends[0] + pi * k / 7, eps, v_r, v_t) > 0 for k in range(1, 7))


@any_size
@pytest.mark.parametrize("v_r", [0.4, -0.4])
def test_squeeze_force_is_the_integral_of_the_pressure(eps, v_r):
    def part(x):
        return long_pressure(x, eps, v_r, 0.0) * cos(x)

    half = integral(part, -pi / 2, pi / 2) if v_r > 0 else integral(part, pi / 2, 3 * pi / 2)
    full = integral(part, -pi, pi)
    assert at(gd.SqueezeFilm(ETA), eps, v_r, 0.7) == pytest.approx((-R * L * half, 0, 0), rel=1e-9)
    assert at(gd.SqueezeFilm(ETA, "full"), eps, v_r, 0.7) == pytest.approx(
        (-R * L * full, 0, 0), rel=1e-9
    )


@any_size
@pytest.mark.parametrize("v_r", [0.4, -0.4])
def test_ball_force_is_the_integral_of_the_pressure(eps, v_r):
    def radial(x):
        return 2 * pi * R**2 * ball_pressure(x, eps, v_r, 0.0)[0] * x

    def tangential(x):
        return pi * R**2 * ball_pressure(x, eps, 0.0, 0.7)[1] * sqrt(1 - x * x)

    lower, upper, across = (
        quad(f, *ends, epsrel=1e-12)[0]
        for f, ends in ((radial, (-1, 0)), (radial, (0, 1)), (tangential, (-1, 1)))
    )
    assert at(gd.SphericalSqueeze(ETA), eps, v_r, 0.7)[0] == pytest.approx(
        -upper if v_r > 0 else -lower, rel=1e-9
    )
    assert at(gd.SphericalSqueeze(ETA, film="full"), eps, v_r, 0.7)[0] == pytest.approx(
        -lower - upper, rel=1e-9
    )
    assert at(gd.SphericalBearing(ETA), eps, v_r, 0.7)[:2] == pytest.approx(
        (-lower - upper, -across), rel=1e-9
    )


# -- known formulas --------------------------------------------------------------------------------


@pytest.mark.parametrize("eps", [0.1, 0.5, 0.9])
def test_squeeze_film_is_that_of_the_paper(eps):
    """12π μ L R³ ε̇/(c² (1 − ε²)^1.5), and its part for the side where the pressure is positive."""
    eps_dot = 300.0
    k = 12 * ETA * L * R**3 * eps_dot / C**2
    part = {
        y: y / (1 - y**2) + 2 * (1 - y**2) ** -1.5 * atan(sqrt((1 + y) / (1 - y)))
        for y in (eps, -eps)
    }
    assert at(gd.SqueezeFilm(ETA, "full"), eps, C * eps_dot, 0)[0] == pytest.approx(
        -k * pi * (1 - eps**2) ** -1.5, rel=1e-12
    )
    assert at(gd.SqueezeFilm(ETA), eps, C * eps_dot, 0)[0] == pytest.approx(
        -k * part[eps], rel=1e-12
    )
    assert at(gd.SqueezeFilm(ETA), eps, -C * eps_dot, 0)[0] == pytest.approx(
        k * part[-eps], rel=1e-12
    )


def test_mass_on_a_full_squeeze_film_stops_where_its_momentum_is_used_up():
    """m v_0 = k ε/√(1 − ε²), k = 12π μ L R³/c². The rest of the way shrinks exponentially, by
    e^-40 in the time given here.
    """
    law, mass, v_0 = gd.SqueezeFilm(ETA, "full"), 0.05, 2.0
    k = 12 * pi * ETA * L * R**3 / C**2

    def motion(t, y):
        return [y[1], at(law, y[0] / C, y[1], 0.0)[0] / mass]

    end = (
        solve_ivp(
            motion, (0, 40 * mass * C / k), [0.0, v_0], method="LSODA", rtol=1e-10, atol=1e-14
        ).y[0, -1]
        / C
    )
    assert end / sqrt(1 - end**2) == pytest.approx(mass * v_0 / k, rel=1e-6)


@pytest.mark.parametrize("eps", [0.1, 0.5, 0.9])
def test_steady_journal_lies_where_ocvirk_and_sommerfeld_say(eps):
    """Load and attitude angle of the half films; the journal turns in a bearing at rest, so v_t
    = −½ ω e.
    """
    omega = 100.0
    f_r, f_t, _ = at(gd.ShortBearing(ETA), eps, 0.0, -0.5 * omega * eps * C, omega)
    load = (
        ETA
        * omega
        * R
        * L**3
        / (4 * C**2)
        * eps
        / (1 - eps**2) ** 2
        * sqrt(16 * eps**2 + pi**2 * (1 - eps**2))
    )
    assert hypot(f_r, f_t) == pytest.approx(load, rel=1e-12) and f_t > 0 > f_r
    assert -f_t / f_r == pytest.approx(pi * sqrt(1 - eps**2) / (4 * eps), rel=1e-12)
    f_r, f_t, _ = at(gd.LongBearing(ETA), eps, 0.0, -0.5 * omega * eps * C, omega)
    load = (
        6
        * ETA
        * omega
        * R**3
        * L
        / C**2
        * eps
        * sqrt(pi**2 * (1 - eps**2) + 4 * eps**2)
        / ((2 + eps**2) * (1 - eps**2))
    )
    assert hypot(f_r, f_t) == pytest.approx(load, rel=1e-12)
    assert -f_t / f_r == pytest.approx(pi * sqrt(1 - eps**2) / (2 * eps), rel=1e-12)


@any_angle
def test_centred_journal_meets_the_same_resistance_in_every_direction(angle):
    """Closed forms of half and full films; the table holds to about 1e-4."""
    v = 0.3
    known = {
        "long": 6 * pi * ETA * L * R**3 / C**3,
        "short": pi / 2 * ETA * R * L**3 / C**3,
        "ball": 8 * pi * ETA * R**4 / C**3,
        "finite": -at(gd.FiniteBearing(ETA), 0.0, v, 0.0)[0] / v,
    }
    for name, k in known.items():
        for eps in (0.0, 1e-10):  # and the limit is reached smoothly
            expected = (-k * v * cos(angle), -k * v * sin(angle))
            error = 1e-3 if name == "finite" else 1e-8
            assert at(TURNING[name], eps, v * cos(angle), v * sin(angle))[:2] == pytest.approx(
                expected, abs=error * k * v
            ), name


@any_size
def test_torque_is_the_shear_of_the_sliding(eps):
    """∫ η R spin/h R dA; for the ball the mean of the three axes, of which n and the two across
    it differ.
    """
    spin = 70.0
    sheared = quad(lambda x: 1 / (1 - eps * cos(x)), 0, pi, epsrel=1e-12)[0] * 2 * R * L
    for name in ("long", "short", "finite"):
        assert at(TURNING[name], eps, 0.1, 0.2, spin)[2] == pytest.approx(
            -ETA * R**2 * spin / C * sheared, rel=1e-10
        )
    along = quad(lambda x: 2 * pi * (1 - x * x) / (1 - eps * x), -1, 1, epsrel=1e-12)[0]
    across = quad(lambda x: pi * (1 + x * x) / (1 - eps * x), -1, 1, epsrel=1e-12)[0]
    assert at(TURNING["ball"], eps, 0.1, 0.2, spin)[2] == pytest.approx(
        -ETA * R**4 * spin / C * (along + 2 * across) / 3, rel=1e-9
    )


# -- balance and energy ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", HALF)
@pytest.mark.parametrize("eps", [0.3, 0.8])
@any_angle
def test_shear_on_both_walls_is_the_couple_and_the_moment_of_the_force_acting_midway(
    name, eps, angle
):
    """The wall shear is ∓η R spin/h − ½ h ∂p/∂x on journal and bearing; p vanishes at both ends
    of the film, so by parts.
    """
    v_r, v_t, spin, e = 0.2 * cos(angle), 0.2 * sin(angle), 55.0, eps * C
    pressure = long_pressure if name == "long" else short_pressure
    _, f_t, torque = at(HALF[name], eps, v_r, v_t, spin)
    ends = extent(name, eps, v_r, v_t)
    # −∫ ½ h ∂p/∂x R dA
    flow = L * R * integral(lambda x: 0.5 * pressure(x, eps, v_r, v_t) * e * sin(x), *ends)
    sliding = ETA * R**3 * L * spin * quad(lambda x: 2 / (C * (1 - eps * cos(x))), 0, pi)[0]
    on_journal, on_bearing = flow - sliding, flow + sliding
    # force at the point midway: moment −½ e × F
    assert on_journal == pytest.approx(torque - 0.5 * e * f_t, rel=1e-9)
    assert on_bearing == pytest.approx(-torque - 0.5 * e * f_t, rel=1e-9)
    # all moments about the bearing's centre
    assert on_journal + on_bearing + e * f_t == pytest.approx(0.0, abs=1e-9 * abs(sliding))


@pytest.mark.parametrize("eps", [0.0, 0.3, 0.9])
@any_angle
def test_power_taken_by_a_film_is_its_dissipation(eps, angle):
    """∫ h³ |∇p|²/(12 η) dA + ∫ η (R spin)²/h dA; the oil of the short bearing flows along z
    only.
    """
    v_r, v_t, spin = 0.2 * cos(angle), 0.2 * sin(angle), 55.0
    sliding = ETA * R**3 * L * spin**2 * quad(lambda x: 2 / (C * (1 - eps * cos(x))), 0, pi)[0]
    offset = 3 * eps / (2 + eps**2)

    # h³ p'²/(12 η R), from h³ p' = 12 η R² (−v_r sin θ + v_t (cos θ − 3 ε/(2 + ε²)))
    def long_flow(x):
        return (
            12
            * ETA
            * R**3
            * L
            * (v_t * (cos(x) - offset) - v_r * sin(x)) ** 2
            / (C * (1 - eps * cos(x))) ** 3
        )

    def short_flow(x):  # ∫ h³ (12 η z (v·u)/h³)²/(12 η) dz
        return ETA * R * L**3 * (v_r * cos(x) + v_t * sin(x)) ** 2 / (C * (1 - eps * cos(x))) ** 3

    for name, flow in (("long", long_flow), ("short", short_flow)):
        f_r, f_t, torque = at(HALF[name], eps, v_r, v_t, spin)
        dissipation = integral(flow, *extent(name, eps, v_r, v_t)) + sliding
        assert -f_r * v_r - f_t * v_t - torque * spin == pytest.approx(dissipation, rel=1e-9)


velocity = st.floats(-50, 50)


@given(
    st.sampled_from(sorted(FILMS)), st.floats(0, 0.9999), velocity, velocity, st.floats(-1e4, 1e4)
)
def test_no_film_gives_energy_and_every_one_returns_numbers(name, eps, v_r, v_t, spin):
    f_r, f_t, torque = at(FILMS[name], eps, v_r, v_t, spin)
    assert abs(f_r) < inf and abs(f_t) < inf and abs(torque) < inf
    assert f_r * v_r + f_t * v_t <= 0 and torque * spin <= 0


@given(
    st.sampled_from(sorted(FILMS)), st.floats(0, 0.9999), velocity, velocity, st.floats(1e-3, 1e3)
)
def test_force_is_proportional_to_speed_and_symmetric_about_the_line_of_centres(
    name, eps, v_r, v_t, factor
):
    """The direction may change in its last digit, which a thin film multiplies; speeds count
    from 1e-150 m/s on.
    """
    f_r, f_t, _ = at(FILMS[name], eps, v_r, v_t)
    small = 1e-7 * hypot(f_r, f_t) * factor + 1e-120
    assert at(FILMS[name], eps, factor * v_r, factor * v_t)[:2] == pytest.approx(
        (factor * f_r, factor * f_t), abs=small
    )
    assert at(FILMS[name], eps, v_r, -v_t)[:2] == (f_r, -f_t)


@pytest.mark.parametrize("name", ["long", "short", "finite"])
@pytest.mark.parametrize("eps", [0.0, 0.5, 0.95])
def test_half_film_follows_the_velocity_without_a_jump(name, eps):
    """Over 2e-4 rad the force turns and grows by no more than a few times that, related to the
    thinnest film.
    """
    angles = np.linspace(-pi, pi, 31416)
    forces = np.array([at(TURNING[name], eps, cos(a), sin(a))[:2] for a in angles])
    largest = np.linalg.norm(forces, axis=1).max()
    assert np.abs(np.diff(forces, axis=0)).max() < 5 * largest * (angles[1] - angles[0])


@pytest.mark.parametrize("law", [gd.SqueezeFilm, gd.SphericalSqueeze])
def test_both_directions_of_a_half_film_together_are_the_full_film(law):
    half = at(law(ETA), 0.7, 0.3, 0)[0] - at(law(ETA), 0.7, -0.3, 0)[0]
    assert half == pytest.approx(at(law(ETA, "full"), 0.7, 0.3, 0)[0], rel=1e-12)


@each
def test_compiled_film_equals_the_plain_one(name):
    """In a thin film that opens, large terms cancel: in the short bearing to about 1e-14/(1 − ε²)²,
    seen by fused multiply-adds.

    A component of the force that is next to nothing beside the other one rounds as that one does:
    1e-16 of it is seen.
    """
    for eps in (0.0, 0.02, 0.4, 0.97, 0.9999, 1.0, 3.0):
        for v_r, v_t in (
            (0.0, 0.0),
            (0.3, 0.0),
            (-0.3, 1e-3),
            (0.2, 0.5),
            (0.0, -0.1),
            (1e-170, 0.0),
        ):
            plain = at(FILMS[name], eps, v_r, v_t, 20.0)
            lost = max(1e-12, 1e-14 / (1 - min(eps, THINNEST) ** 2) ** 2)
            rounding = max(1e-150, 1e-15 * np.hypot(*plain[:2]))
            found = compiled(FILMS[name], eps, v_r, v_t, 20.0, C, R, L)
            assert found[:2] == pytest.approx(plain[:2], rel=lost, abs=rounding)
            assert found[2] == pytest.approx(plain[2], rel=lost, abs=1e-150)


@each
def test_film_beyond_the_wall_is_that_of_the_thinnest(name):
    """A trial step of an integrator may go through the wall."""
    assert at(FILMS[name], 1.7, 0.3, 0.2, 5.0) == at(FILMS[name], THINNEST, 0.3, 0.2, 5.0)
    FILMS[name].validate()


# -- finite length ---------------------------------------------------------------------------------


SUPPLIES = ("none", "widest-gap")
any_supply = pytest.mark.parametrize("supply", SUPPLIES)


def finite(ratio, eps, angle, supply="none"):
    """Return the impedance W that the compiled law gives, c = R = 1 and η L = 1/12."""
    f_r, f_t, _ = gd.FiniteBearing(1 / (24 * ratio), supply=supply)(
        eps, cos(angle), sin(angle), 0.0, 1.0, 1.0, 2 * ratio
    )
    return np.array((-f_r, -f_t))


@pytest.mark.parametrize(("eps", "So"), [(0.5, 0.890), (0.8, 3.57), (0.9, 8.44)])
def test_sommerfeld_numbers_for_a_length_of_one_diameter(eps, So):
    """ISO 7902 prints three digits or less and begins the film at the widest gap; 1 % covers
    both.
    """
    omega, B = 100.0, 2 * R
    f_r, f_t, _ = gd.FiniteBearing(ETA)(eps, 0.0, -0.5 * omega * eps * C, omega, C, R, B)
    assert hypot(f_r, f_t) * (C / R) ** 2 / (B * 2 * R * ETA * omega) == pytest.approx(So, rel=0.01)


# length/diameter: ε, S = (R/c)² η n/p̄ with the speed n in revolutions, attitude [deg]
RAIMONDI_BOYD = {
    1.0: [
        (0.1, 1.33, 79.5),
        (0.2, 0.631, 74.02),
        (0.4, 0.264, 63.10),
        (0.6, 0.121, 50.58),
        (0.8, 0.0446, 36.24),
        (0.9, 0.0188, 26.45),
    ],
    0.5: [
        (0.1, 4.31, 81.62),
        (0.2, 2.03, 74.94),
        (0.4, 0.779, 61.45),
        (0.6, 0.319, 48.14),
        (0.8, 0.0923, 33.31),
        (0.9, 0.0313, 23.66),
    ],
    0.25: [
        (0.1, 16.2, 82.31),
        (0.2, 7.57, 75.18),
        (0.4, 2.83, 60.86),
        (0.6, 1.07, 46.72),
        (0.8, 0.261, 31.04),
        (0.9, 0.0736, 21.85),
    ],
}


def test_a_short_bearing_needs_no_supply_line():
    for eps, S, attitude in RAIMONDI_BOYD[0.25]:
        So, angle = steady(eps, 0.25, "none")
        assert pytest.approx(1 / (2 * pi * S), rel=0.011) == So
        assert angle == pytest.approx(attitude, abs=0.6)
    with pytest.raises(
        gd.InputError,
        match=r"with a supply line is tabulated for length/diameter from 0.25 to 16, got 0.125; .* leave supply out",
    ):
        steady(0.5, 0.125, "widest-gap")


def steady(eps, ratio, supply):
    """Return the Sommerfeld number F ψ²/(B D η ω) and the attitude [deg] of a journal that turns
    steadily.
    """
    omega, B = 100.0, 2 * R * ratio
    f_r, f_t, _ = gd.FiniteBearing(ETA, supply=supply)(
        eps, 0.0, -0.5 * omega * eps * C, omega, C, R, B
    )
    return hypot(f_r, f_t) * (C / R) ** 2 / (B * 2 * R * ETA * omega), np.degrees(
        np.arctan2(abs(f_t), abs(f_r))
    )


@pytest.mark.parametrize("ratio", [1.0, 0.5, 0.25])
def test_bearing_with_a_supply_line_is_that_of_published_tables(ratio):
    """[RaimondiBoyd1958] begins the film at the widest gap. Its numbers, from a coarse grid, are
    within 1.4 % and 0.6 degrees.
    """
    for eps, S, attitude in RAIMONDI_BOYD[ratio]:
        So, angle = steady(eps, ratio, "widest-gap")
        assert pytest.approx(1 / (2 * pi * S), rel=0.016) == So
        assert angle == pytest.approx(attitude, abs=0.6)
    eps, S, attitude = RAIMONDI_BOYD[1.0][0]
    So, angle = steady(eps, 1.0, "none")
    assert So * 2 * pi * S > 1.015 and angle > attitude + 4  # what the line is for


def test_in_a_narrow_bearing_the_supply_line_hardly_matters_and_the_limit_is_that_of_ocvirk(
    monkeypatch,
):
    """Between the line and none the attitude changes by less than half a degree at L/D = 1/4;
    towards 1/16 both come to the closed form.

    It neglects the flow around, of the order of (L/D)^2 over (1 - eps): loads lie below it by 0.16,
    0.28 and 1.3 % there.
    """
    for eps in (0.02, 0.1, 0.5, 0.9):
        (with_line, turned), (without, free) = (
            steady(eps, 0.25, supply) for supply in reversed(SUPPLIES)
        )
        assert 0 <= free - turned < 0.5
        assert with_line == pytest.approx(without, rel=2e-3)
    monkeypatch.setattr("gudgeon.laws.reynolds_table.SHORTEST_SUPPLIED", 1 / 16)
    for eps, below in ((0.1, 0.002), (0.4, 0.004), (0.8, 0.014)):
        load, angle = steady(eps, 1 / 16, "widest-gap")
        f_r, f_t, _ = gd.ShortBearing(ETA)(eps, 0.0, -50.0 * eps * C, 100.0, C, R, R / 8)
        narrow = hypot(f_r, f_t) * (C / R) ** 2 / (R / 8 * 2 * R * ETA * 100.0)
        assert 1 - below < load / narrow < 1
        assert angle == pytest.approx(np.degrees(np.arctan2(abs(f_t), abs(f_r))), abs=0.1)


def compare(count, cells, seed, supply, least_angle=0.0):
    """Yield the table's impedance and one from a finer grid, at random places."""
    rng = np.random.default_rng(seed)
    shortest = -4 if supply == "none" else -2
    for _ in range(count):
        ratio, eps, angle = (
            2.0 ** rng.uniform(shortest, 4),
            sin(rng.uniform(0, pi / 2 * 0.95)),
            rng.uniform(least_angle, pi),
        )
        fine = impedance(eps, ratio, cos(angle), sin(angle), cells, supply != "none")
        yield finite(ratio, eps, angle, supply), np.array(fine), (ratio, eps, angle)


@any_supply
def test_table_agrees_with_a_finer_solution_of_the_reynolds_equation(supply):
    for table, fine, where in compare(8, 192, 1, supply):
        assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


@any_supply
def test_table_agrees_with_a_finer_solution_where_the_journal_leaves_the_wall(supply):
    """A supply line at the widest gap then divides the film, and its parts grow and shrink with
    little change of direction.
    """
    for table, fine, where in compare(16, 192, 4, supply, least_angle=0.75 * pi):
        assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


@pytest.mark.slow
@any_supply
def test_table_agrees_with_a_finer_solution_everywhere(supply):
    for least_angle in (0.0, 0.75 * pi):
        for table, fine, where in compare(100, 256, 2, supply, least_angle):
            assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


def plain_impedance(eps, ratio, u_r, u_t, cells, supply):
    """Return W by the plainest way there is: even grid, differences of H³ P'' + 3 H² H' P',
    relaxation that keeps P >= 0.
    """
    theta, zeta = 2 * pi * np.arange(cells) / cells, np.linspace(0.0, 1.0, cells // 4 + 1)
    a, b = 2 * pi / cells, zeta[1]
    H, slope = (1 - eps * np.cos(theta))[:, None], eps * np.sin(theta)[:, None]
    up, down, side = (
        H**3 / a**2 + 1.5 * H**2 * slope / a,
        H**3 / a**2 - 1.5 * H**2 * slope / a,
        H**3 / (ratio * b) ** 2,
    )
    source, middle = (
        (u_r * np.cos(theta) + u_t * np.sin(theta))[:, None],
        2 * H**3 / a**2 + 2 * side,
    )
    P, even = (
        np.zeros((cells, len(zeta) - 1)),
        np.add.outer(np.arange(cells), np.arange(len(zeta) - 1)) % 2 == 0,
    )
    for _ in range(100_000):
        before = P.copy()
        for colour in (even, ~even):
            inner, outer = (
                np.hstack([P[:, 1:2], P[:, :-1]]),
                np.hstack([P[:, 1:], np.zeros((cells, 1))]),
            )  # even about the middle, zero at the end
            flow = up * np.roll(P, -1, 0) + down * np.roll(P, 1, 0) + side * (inner + outer)
            P = np.where(colour, np.maximum(P + 1.9 * ((flow + source) / middle - P), 0.0), P)
            if supply != "none":
                P[cells // 2] = 0.0
        if np.abs(P - before).max() < 1e-9 * P.max():
            break
    mean = b * (P.sum(axis=1) - 0.5 * P[:, 0])
    return a * np.array([mean @ np.cos(theta), mean @ np.sin(theta)])


@pytest.mark.parametrize(
    ("ratio", "eps", "angle", "supply"),
    [
        (0.5, 0.5, -pi / 2, "none"), (1.0, 0.7, -pi / 2, "none"), (1.0, 0.6, 0.4, "none"), (0.25, 0.6, 2.5, "none"),
        (2.0, 0.5, -2.0, "none"),
        (0.5, 0.5, -pi / 2, "widest-gap"), (1.0, 0.3, -pi / 2, "widest-gap"), (1.0, 0.6, 0.4, "widest-gap"), (2.0, 0.5, 2.5, "widest-gap"),
    ],
)  # fmt: skip
def test_table_agrees_with_a_solution_of_the_reynolds_equation_by_other_means(
    ratio, eps, angle, supply
):
    """Of second order, so that two grids give a third that is good to 1e-3; none of its lines is
    shared with the solver of the table.
    """
    coarse, fine = (
        plain_impedance(eps, ratio, cos(angle), sin(angle), cells, supply) for cells in (48, 96)
    )
    exact = (4 * fine - coarse) / 3
    assert np.abs(finite(ratio, eps, angle, supply) - exact).max() < 5e-3 * np.linalg.norm(exact)


@pytest.mark.parametrize("eps", [0.1, 0.3, 0.5])
@any_angle
def test_finite_bearing_tends_to_the_short_one(eps, angle):
    """The difference falls with the square of L/D: 2 % at 1/8, and a quarter of it at 1/16 (to
    the accuracy of the table).
    """
    errors = []
    for ratio in (1 / 8, 1 / 16):
        f_r, f_t, _ = gd.ShortBearing(1 / (24 * ratio))(
            eps, cos(angle), sin(angle), 0.0, 1.0, 1.0, 2 * ratio
        )
        short = -np.array((f_r, f_t))
        errors.append(np.linalg.norm(finite(ratio, eps, angle) - short) / np.linalg.norm(short))
    assert errors[0] < 0.02 and errors[1] < 0.25 * errors[0] + 1e-3


@pytest.mark.parametrize(
    ("eps", "angle"), [*((0.2, angle) for angle in ANGLES), (0.5, 0.0), (0.5, pi / 2), (0.8, 0.0)]
)
def test_finite_bearing_tends_to_the_long_one(eps, angle):
    """Without ends nothing holds the pressure at zero: where p ≥ 0 is asked for it rises as a
    whole, and the film is full.

    Ends take away a length of the order of D each, so that the difference falls as D/L: 2 W(16) −
    W(8) is free of it.
    """
    s2 = 1 - eps**2
    full = np.array((pi * cos(angle) * s2**-1.5, 2 * pi * sin(angle) / ((2 + eps**2) * sqrt(s2))))
    assert 2 * finite(16, eps, angle) - finite(8, eps, angle) == pytest.approx(
        full, abs=0.01 * np.linalg.norm(full)
    )


@pytest.mark.parametrize("eps", [0.9, 0.95, 0.98])
def test_long_bearing_squeezed_to_a_thin_film_is_the_closed_form(eps):
    """All pressure is at the thinnest film, far from the ends: a length of the order of D √(1 −
    ε²) is lost at each.
    """
    W = finite(8, eps, 0.0)[0]
    f_r = gd.LongBearing(1 / 192)(eps, 1.0, 0.0, 0.0, 1.0, 1.0, 16.0)[0]
    assert -f_r * (1 - 0.5 * sqrt(1 - eps**2) / 8 * 2) < W < -f_r


@pytest.mark.parametrize("eps", [0.2, 0.7, 0.95])
@any_angle
@any_supply
def test_resistance_of_the_finite_bearing_is_a_symmetric_matrix(eps, angle, supply):
    """∂f_r/∂v_t = ∂f_t/∂v_r, because the force has a potential; by central differences of 1e-5."""

    def force(v_r, v_t):
        return np.array(at(gd.FiniteBearing(ETA, supply=supply), eps, v_r, v_t)[:2])

    v, step = np.array((cos(angle), sin(angle))), 1e-5
    columns = [
        (force(*(v + d)) - force(*(v - d))) / (2 * step)
        for d in (np.array((step, 0)), np.array((0, step)))
    ]
    matrix = np.array(columns)
    assert matrix[0, 1] == pytest.approx(matrix[1, 0], abs=1e-5 * np.abs(matrix).max())
    # and it resists every change of the velocity
    assert np.linalg.eigvalsh(matrix + matrix.T).max() < 0


@jit
def _often(address, parameters, count):
    total = 0.0
    for k in range(count):
        f_r, f_t, torque = call_7_3(
            address, (0.5 + 1e-6 * k, 0.1, 0.2, 1.0, 1e-4, 0.01, 0.013), parameters, 0
        )
        total += f_r + f_t + torque
    return total


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_finite_bearing_costs_hardly_more_than_the_short_one():
    """150 ns are less than half of an evaluation of a small mechanism; the least of many short
    runs is free of what else runs.
    """
    least = {}
    for name in ("short-bearing", "finite-bearing"):
        values, address, runs = np.array(FILMS[name].values(L / (2 * R))), FILMS[name].address(), []
        _often(address, values, 1)
        for _ in range(200):
            begin = time.perf_counter()
            _often(address, values, 10_000)
            runs.append(time.perf_counter() - begin)
        least[name] = min(runs) / 10_000
    assert least["finite-bearing"] - least["short-bearing"] < 150e-9


# -- parameters ------------------------------------------------------------------------------------


def test_viscosity_takes_a_unit_and_a_film_a_word():
    assert gd.ShortBearing("30 cP") == gd.ShortBearing(0.03)
    assert gd.SqueezeFilm(0.4, film="full").parameters() == (0.4, 1.0) and gd.SqueezeFilm(
        0.4
    ).parameters() == (0.4, 0.0)
    with pytest.raises(gd.InputError, match=r"film: unknown choice 'haf'.* Did you mean 'half'"):
        gd.SqueezeFilm(0.4, film="haf")
    with pytest.raises(gd.InputError, match="viscosity: must be > 0"):
        gd.FiniteBearing(0.0)


def test_laws_say_for_which_lengths_they_are_not_made():
    assert (
        "short-bearing holds for length/diameter up to about 0.5, here it is 2"
        in gd.ShortBearing(ETA).validity_warnings(2.0)[0]
    )
    assert (
        "squeeze-film holds for length/diameter from about 2, here it is 0.5"
        in gd.SqueezeFilm(ETA).validity_warnings(0.5)[0]
    )
    assert (
        gd.LongBearing(ETA).validity_warnings(1.0)
        and not gd.LongBearing(ETA).validity_warnings(3.0)
        and not gd.ShortBearing(ETA).validity_warnings(0.4)
    )
    assert not gd.FiniteBearing(ETA).validity_warnings(1.0)
