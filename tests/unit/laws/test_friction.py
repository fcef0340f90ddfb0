"""Friction: special points, limits, continuity; bristles against closed forms of their
differential equation.
"""

import dataclasses
from math import exp, tanh

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.laws.response import bristle_cycle, steady_friction
from tests.support.law_samples import BRISTLES, FRICTIONS, compiled

EVERY = {**FRICTIONS, **BRISTLES}
SPEEDS = [0.0, 1e-7, 0.5e-4, 1e-4, 3e-4, 1e-3, 0.02, 5.0]
each = pytest.mark.parametrize("name", FRICTIONS)
MU_K, MU_S, V_0, V_1 = 0.1, 0.15, 1e-4, 1e-3


# -- every law -------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("v", SPEEDS)
@pytest.mark.parametrize("F_N", [0.0, 0.05, 400.0])
def test_compiled_friction_equals_the_plain_one(name, v, F_N):
    """Both evaluate the same expression; a fused multiply-add may change the last digits."""
    assert compiled(FRICTIONS[name], v, F_N) == pytest.approx(
        FRICTIONS[name](v, F_N), rel=1e-14, abs=1e-18
    )


@pytest.mark.parametrize("name", BRISTLES)
@pytest.mark.parametrize("v", SPEEDS)
@pytest.mark.parametrize("F_N", [0.0, 0.05, 400.0])
def test_compiled_bristles_equal_the_plain_ones(name, v, F_N):
    """Deflections below, at and beyond what the load can bend them to; a cosine near its end
    loses a digit or two.
    """
    for z in (0.0, 0.5e-6, 3.8e-4, 5e-4, 1e-2):
        for v_z in (-v, 0.3 * v, v):
            law = BRISTLES[name]
            assert compiled(law, v, F_N, z, v_z) == pytest.approx(
                law(v, F_N, z, v_z), rel=1e-12, abs=1e-15
            )


@each
def test_no_friction_without_sliding_or_without_normal_force(name):
    assert FRICTIONS[name](0.0, 50.0) == 0.0
    assert all(FRICTIONS[name](v, 0.0) == 0.0 for v in SPEEDS)


@each
def test_friction_is_kinetic_at_high_speed(name):
    """Beyond all transition speeds; the sample of Stribeck has a viscous term of 3 N s/m."""
    viscous = 3.0 * 0.5 if name == "stribeck" else 0.0
    assert FRICTIONS[name](0.5, 40.0) == pytest.approx(MU_K * 40.0 + viscous, rel=1e-12)


@each
@pytest.mark.parametrize("v", [0.0, V_0, V_1])
def test_friction_has_no_jump_where_its_formula_changes(name, v):
    """None is steeper than the parabola at rest, 2 F_S/v_0: over 1e-9 m/s that is 1.2e-4 N."""
    assert (
        abs(FRICTIONS[name](v + 1e-9, 40.0) - FRICTIONS[name](v, 40.0))
        <= 2 * MU_S * 40.0 / V_0 * 1e-9
    )
    assert (
        abs(FRICTIONS[name](v, 40.0) - FRICTIONS[name](max(v - 1e-9, 0.0), 40.0))
        <= 2 * MU_S * 40.0 / V_0 * 1e-9
    )


@pytest.mark.parametrize("name", EVERY)
def test_law_passes_its_trial(name):
    EVERY[name].validate()


positive = st.floats(1e-6, 10.0)
coefficient = st.floats(0.0, 2.0)
viscosity = st.floats(0.0, 1e4)
speed = st.floats(0.0, 50.0)
load = st.floats(0.0, 1e6)


@given(
    coefficient,
    coefficient,
    positive,
    positive,
    positive,
    st.floats(0.3, 3.0),
    st.floats(0.0, 1e4),
    st.floats(0, 50),
    st.floats(0, 1e6),
)
@settings(max_examples=400, deadline=None)
def test_any_parameters_give_a_finite_force_between_zero_and_the_limit(
    mu, more, v_0, dv, v_s, a, sigma, v, F_N
):
    laws = [
        (gd.Coulomb(mu, v_0), mu),
        (gd.Ambrosio(mu, v_0, v_0 + dv), mu),
        (gd.Threlfall(mu, v_0), mu),
        (gd.PiecewiseLinear(mu, mu + more, v_0, v_0 + dv), mu + more),
        (gd.BengisuAkay(mu, mu + more, v_0, dv), mu + more),
        (gd.Stribeck(mu, mu + more, v_s, v_0, a), mu + more),
    ]
    for law, largest in laws:
        # below that, numbers lose their digits
        assert 0.0 <= law(v, F_N) <= largest * F_N * (1 + 1e-12) + 1e-300
    viscous = gd.Stribeck(mu, mu + more, v_s, v_0, a, sigma)(v, F_N)
    assert (
        0.0
        <= viscous
        <= ((mu + more) * F_N + sigma * v * min(F_N / 1e-2, 1.0)) * (1 + 1e-12) + 1e-300
    )


@given(
    coefficient,
    coefficient,
    positive,
    st.floats(1.0, 1e9),
    st.floats(0.0, 1e4),
    st.floats(1e-6, 1.0),
    st.floats(1e-9, 50),
    st.floats(0, 1e6),
)
@settings(max_examples=300, deadline=None)
def test_any_bristles_have_a_positive_friction_of_sliding_and_a_limit_that_vanishes(
    mu, more, v_s, sigma, damping, g_min, v, F_N
):
    for law in (
        gd.Dahl(mu, sigma, g_min),
        gd.LuGre(mu, mu + more, v_s, sigma, damping, damping, g_min),
        gd.ElastoPlastic(mu, mu + more, v_s, sigma, damping, damping, 0.7, g_min),
    ):
        far = 1e3 * ((mu + more) * F_N + g_min) / sigma  # [m] beyond all that bristles can bend
        r, sigma_0, _, _, limit = law(v, F_N, far, v)
        assert 0.0 <= r <= v * sigma / g_min * (1 + 1e-12) and sigma_0 == sigma
        assert r * far >= v  # they let go
        assert 0.0 <= limit <= (mu + more) * F_N * (1 + 1e-12) + 1e-300
        assert law(v, 0.0, far, v)[3:] == (0.0, 0.0) and law(v, 0.0, far, v)[0] == pytest.approx(
            v * sigma / g_min, rel=1e-12
        )


# -- single laws -----------------------------------------------------------------------------------


def test_coulomb_is_linear_below_its_speed():
    law = gd.Coulomb(MU_K, V_1)
    assert [law(v, 40.0) for v in (0.25e-3, 1e-3, 7.0)] == pytest.approx([1.0, 4.0, 4.0], rel=1e-14)


def test_ambrosio_has_no_force_below_its_first_speed():
    law = gd.Ambrosio(MU_K, V_0, V_1)
    assert [law(v, 40.0) for v in (1e-4, 5.5e-4, 1e-3)] == pytest.approx([0.0, 2.0, 4.0], abs=1e-12)


def test_threlfall_is_a_hyperbolic_tangent():
    law = gd.Threlfall(MU_K, V_1)
    assert law(1e-3, 40.0) == pytest.approx(4.0 * tanh(1.0), rel=1e-15)
    assert law(1e-9, 40.0) == pytest.approx(4.0e-6, rel=1e-9)


def test_stribeck_falls_from_static_to_kinetic():
    """At v_s: mu_k + (mu_s - mu_k)/e; tanh(10) is 1 - 4e-9."""
    law = gd.Stribeck(MU_K, MU_S, v_s=1e-3, v_r=1e-4)
    assert law(1e-3, 40.0) == pytest.approx(40.0 * (0.1 + 0.05 * exp(-1)), rel=1e-8)
    peak = max(law(v, 40.0) for v in np.linspace(0, 1e-3, 2001))
    # smoothing over v_s/10 takes a few per cent off the peak
    assert 0.9 * MU_S * 40.0 < peak < MU_S * 40.0


def test_stribeck_exponent_shapes_the_fall():
    """At four times v_s: exp(-4^a)."""
    for a in (0.5, 1.0, 2.0):
        law = gd.Stribeck(MU_K, MU_S, v_s=1e-3, v_r=1e-6, exponent=a)
        assert law(4e-3, 40.0) == pytest.approx(40.0 * (0.1 + 0.05 * exp(-(4**a))), rel=1e-12)


@pytest.mark.parametrize("F_N", [1.0, 10.0, 40.0])
@pytest.mark.parametrize("v", [0.01, 1.0, 5.0, 50.0])
def test_viscous_friction_is_as_printed_however_large_it_becomes(v, F_N):
    """[BoPavelescu1982; CanudasDeWit1995]: F_C + sigma_2 v far beyond v_s; with 0.4 N s/m, 10 N
    and 5 m/s that is 1 N + 2 N.
    """
    printed = MU_K * F_N + 0.4 * v
    assert gd.Stribeck(MU_K, MU_S, v_s=1e-3, viscosity=0.4)(v, F_N) == pytest.approx(
        printed, rel=1e-12
    )
    lugre = gd.LuGre(MU_K, MU_S, v_s=1e-3, sigma_0=1e5, sigma_1=316.0, sigma_2=0.4, g_min=1e-3)
    # 40 bristle lengths
    assert slide(lugre, v, F_N, 40 * MU_K * F_N / (1e5 * v)) == pytest.approx(printed, rel=1e-6)


@pytest.mark.parametrize(
    "law", [FRICTIONS["stribeck"], BRISTLES["lugre"]], ids=lambda law: type(law).__name__
)
def test_viscous_friction_vanishes_with_the_normal_force_without_a_jump(law):
    """At touch-down: proportional to the normal force up to 0.01 N, then as printed."""

    def viscous(F_N):
        return (
            law(2.0, F_N) - MU_K * F_N
            if isinstance(law, gd.FrictionLaw)
            else 2.0 * law(2.0, F_N, 0.0, 0.0)[3]
        )

    full = 2.0 * (3.0 if isinstance(law, gd.FrictionLaw) else 0.4)
    assert [viscous(F_N) for F_N in (0.0, 2.5e-3, 1e-2, 100.0)] == pytest.approx(
        [0.0, full / 4, full, full], rel=1e-12
    )


def test_piecewise_linear_peaks_at_static_friction():
    law = gd.PiecewiseLinear(MU_K, MU_S, V_0, V_1)
    assert [law(v, 40.0) for v in (0.5e-4, 1e-4, 5.5e-4, 1e-3, 1.0)] == pytest.approx(
        [3.0, 6.0, 5.0, 4.0, 4.0], rel=1e-13
    )


def test_bengisu_akay_peaks_at_static_friction_with_a_level_tangent():
    law = gd.BengisuAkay(MU_K, MU_S, V_0, xi=1000.0)
    assert [law(v, 40.0) for v in (0.5e-4, 1e-4, 1.1e-3)] == pytest.approx(
        [4.5, 6.0, 4.0 + 2.0 * exp(-1)], rel=1e-13
    )
    assert law(V_0, 40.0) - law(V_0 * (1 - 1e-5), 40.0) == pytest.approx(6.0 * 1e-10, rel=1e-4)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gd.Stribeck(0.2, 0.1, v_s=1e-3), "mu_s: must be at least mu_k = 0.2, got 0.1"),
        (lambda: gd.LuGre(0.2, 0.1, 1e-3, 1e5), "mu_s: must be at least mu_k = 0.2, got 0.1"),
        (
            lambda: gd.ElastoPlastic(0.2, 0.1, 1e-3, 1e5),
            "mu_s: must be at least mu_k = 0.2, got 0.1",
        ),
        (
            lambda: gd.ElastoPlastic(0.1, 0.2, 1e-3, 1e5, breakaway=1),
            r"breakaway: must be < 1 \[1\], got 1",
        ),
        (
            lambda: gd.PiecewiseLinear(0.2, 0.1, 1e-4, 1e-3),
            "mu_s: must be at least mu_k = 0.2, got 0.1",
        ),
        (lambda: gd.BengisuAkay(0.2, 0.1, 1e-4, 1e3), "mu_s: must be at least mu_k = 0.2, got 0.1"),
        (lambda: gd.Ambrosio(0.1, 1e-3, 1e-3), "v_1: must be greater than v_0 = 0.001, got 0.001"),
        (
            lambda: gd.PiecewiseLinear(0.1, 0.2, 1e-3, 1e-4),
            "v_1: must be greater than v_0 = 0.001, got 0.0001",
        ),
        (lambda: gd.Coulomb(-0.1), r"mu_k: must be >= 0 \[1\], got -0.1"),
        (lambda: gd.Threlfall(0.1, 0.0), r"v_1: must be > 0 \[m/s\]"),
        (lambda: gd.Dahl(0.1, 0), r"sigma_0: must be > 0 \[N/m\]"),
    ],
)
def test_wrong_data_are_refused_with_the_reason(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


# -- bristles --------------------------------------------------------------------------------------


def slide(law, v, F_N, duration):
    """Return the force after sliding at a constant speed from rest, by integrating z' = v - r z."""

    def rate(t, z):
        return v - law(v, F_N, z[0], v)[0] * z[0]

    z = solve_ivp(
        lambda t, z: [rate(t, z)], (0, duration), [0.0], method="DOP853", rtol=1e-11, atol=1e-16
    ).y[:, -1]
    _, sigma_0, sigma_1, sigma_2, limit = law(v, F_N, z[0], v)
    return min(sigma_0 * z[0] + sigma_1 * rate(0, z), limit) + sigma_2 * v


@pytest.mark.parametrize("distance", [1e-6, 2e-5, 1e-4])
def test_dahl_bends_over_a_distance_whatever_the_speed(distance):
    """F = F_C (1 - exp(-sigma_0 x/F_C)) with F_C = 4 N: the closed form of sliding one way."""
    law = gd.Dahl(MU_K, sigma_0=1e5)
    closed = 4.0 * (1 - exp(-1e5 * distance / 4.0))
    for v in (1e-4, 0.1):
        assert slide(law, v, 40.0, distance / v) == pytest.approx(closed, rel=1e-8)


@pytest.mark.parametrize("v", [1e-4, 1e-3, 3e-3])
def test_lugre_slides_steadily_along_the_stribeck_curve(v):
    """z' = 0: the bristles carry g, the rest is viscous."""
    law = gd.LuGre(MU_K, 0.2, v_s=1e-3, sigma_0=1e5, sigma_1=316.0, sigma_2=0.4)
    curve = 40.0 * (0.1 + 0.1 * exp(-((v / 1e-3) ** 2))) + 0.4 * v
    assert slide(law, v, 40.0, 2e-3 / v) == pytest.approx(curve, rel=1e-8)


def test_lugre_is_limited_at_the_first_touch():
    """316 N s/m at 0.5 m/s would be 158 N; with a normal force of 1 N no more than 0.2 N may
    act.
    """
    assert slide(gd.LuGre(MU_K, 0.2, 1e-3, 1e5, 316.0), 0.5, 1.0, 1e-9) == pytest.approx(
        0.2, rel=1e-15
    )


def test_lugre_without_damping_static_friction_and_viscosity_is_dahl():
    for inputs in ((0.0, 40.0, 0.0, 0.0), (1e-3, 40.0, 1e-6, -1e-3), (1.0, 1e-3, 1e-6, 1.0)):
        assert gd.LuGre(0.1, 0.1, 1e-3, 1e5)(*inputs) == pytest.approx(
            gd.Dahl(0.1, 1e5)(*inputs), rel=1e-14
        )


BARE = {
    "dahl": gd.Dahl(0.1, sigma_0=1e5),
    "lugre": gd.LuGre(0.1, 0.2, v_s=1e-3, sigma_0=1e5),
    "elasto-plastic": gd.ElastoPlastic(0.1, 0.2, v_s=1e-3, sigma_0=1e5),
}


@pytest.mark.parametrize("name", BARE)
def test_least_friction_of_bristles_is_reached_without_a_kink(name):
    """g = F + g_min exp(-F/g_min), F = mu_k F_N far beyond v_s: its slope at F = g_min is 1 - 1/e
    from both sides, where that of max(F, g_min) jumps from 0 to 1; from 40 g_min on it is the
    printed one to rounding.
    """

    def g(F):
        return 1e5 * 0.5 / BARE[name](0.5, F / 0.1, 1.0, 0.5)[0]

    slopes = [(g(1e-2 * (1 + h)) - g(1e-2)) / (1e-2 * h) for h in (-1e-5, 1e-5)]
    assert slopes == pytest.approx([1 - exp(-1)] * 2, rel=1e-5)
    assert [g(F) for F in (0.0, 0.1, 0.4, 40.0)] == pytest.approx(
        [1e-2, 0.1 + 1e-2 * exp(-10), 0.4, 40.0], rel=1e-14
    )
    assert "F_N" not in BARE[name].breakpoints()


# -- bristles that stick ---------------------------------------------------------------------------

STICKY = gd.ElastoPlastic(
    MU_K, 0.2, v_s=1e-3, sigma_0=1e5, sigma_1=100.0, sigma_2=0.4, breakaway=0.7
)


@pytest.mark.parametrize("v", [1e-4, 1e-3, 3e-3, 0.5])
def test_elasto_plastic_slides_steadily_along_the_stribeck_curve(v):
    """[Dupont2002]: from z = g/sigma_0 on all sliding is plastic, so that steady sliding is that
    of LuGre.
    """
    curve = 40.0 * (0.1 + 0.1 * exp(-((v / 1e-3) ** 2))) + 0.4 * v
    assert slide(STICKY, v, 40.0, 4e-3 / v) == pytest.approx(curve, rel=1e-8)
    assert steady_friction(STICKY, v, 40.0) == pytest.approx(curve, rel=1e-12)


def test_elasto_plastic_share_is_the_printed_one():
    """alpha = sin(pi (z - (z_max + z_ba)/2)/(z_max - z_ba))/2 + 1/2 between z_ba and z_max, at a
    speed far beyond v_s.
    """
    z_max, z_ba = 4.0 / 1e5, 0.7 * 4.0 / 1e5
    for z in np.linspace(0, 1.5 * z_max, 31):
        s = np.sin(np.pi * (z - (z_max + z_ba) / 2) / (z_max - z_ba)) / 2 + 0.5
        alpha = 0.0 if z <= z_ba else s if z < z_max else 1.0
        assert STICKY(0.5, 40.0, z, 0.5)[0] == pytest.approx(
            alpha * 0.5 / z_max, rel=1e-12, abs=1e-9
        )
        assert STICKY(0.5, 40.0, z, -0.5)[0] == 0.0  # going back is elastic


@pytest.mark.parametrize("share", [0.2, 0.6, 0.69, 0.9, 3.0])
@pytest.mark.parametrize("speed", [1e-5, 1e-3, 0.1])
def test_elasto_plastic_never_gives_energy_in_a_closed_cycle(share, speed):
    """Slid to and fro over less and more than the break-away way: elastic cycles take nothing
    but by damping, plastic ones take.
    """
    law = dataclasses.replace(STICKY, sigma_1=0.0, sigma_2=0.0)
    amplitude = share * 4.0 / 1e5
    cycle = bristle_cycle(law, amplitude, speed, 40.0)
    taken = np.trapezoid(cycle.force, cycle.x)
    whole = 4 * amplitude * 8.0  # [J] of static friction all the way
    assert taken >= -1e-6 * whole
    assert (abs(taken) < 1e-6 * whole) if share < 0.7 else (taken > 1e-4 * whole)
    damped = bristle_cycle(STICKY, amplitude, speed, 40.0)
    assert np.trapezoid(damped.force, damped.x) > max(taken, 1e-6 * whole)
    dahl = bristle_cycle(gd.Dahl(MU_K, 1e5), amplitude, speed, 40.0)
    assert np.trapezoid(dahl.force, dahl.x) > 1e-3 * whole  # lets go a little each time
