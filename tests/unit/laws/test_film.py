"""Films: every force is the integral of its pressure, and no film gives energy."""

from itertools import pairwise
from math import atan, cos, hypot, inf, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp

import gudgeon as gd
from gudgeon.laws.film import THINNEST
from tests.support.film_cases import ETA, HALF, TURNING, C, L, R, any_angle, any_size, at, each
from tests.support.law_samples import FILMS, compiled

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
