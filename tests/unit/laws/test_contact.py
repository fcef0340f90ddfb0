"""Normal contact: forces at hand-computed points, energies, and the rebound that each law really
gives.
"""

import dataclasses
import re
from math import exp, log, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp

import gudgeon as gd
from gudgeon.laws.base import find
from gudgeon.laws.contact import Damped, HertzDamped, rebound_of
from tests.support.law_samples import BRISTLES, CONTACTS, FRICTIONS, compiled, compiled_potential

DAMPED = {name: law for name, law in CONTACTS.items() if isinstance(law, Damped)}
HERTZ_DAMPED = [type(law) for law in DAMPED.values() if isinstance(law, HertzDamped)]
each = pytest.mark.parametrize("name", CONTACTS)


def impact(law, mass=1.0, speed=0.1):
    """Return depth, largest force, duration and departure speed of a free impact, by integrating m
    δ'' = -F.

    Approaching and parting are integrated apart, because Kelvin-Voigt jumps between them. Scaled so
    that both unknowns are near 1.
    """
    length, unit = scale(law, mass, speed)

    def rates(s, y):
        depth = max(y[0], 0.0) * length
        force = law(depth, y[1] * speed, speed) if depth > 0.0 else 0.0
        return y[1], -force * unit / (mass * speed)

    def deepest(s, y):
        return y[1]

    def parted(s, y):
        return y[0]

    deepest.terminal = parted.terminal = True
    deepest.direction = parted.direction = -1
    options = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}
    down = solve_ivp(rates, (0, 100), (0.0, 1.0), events=deepest, **options)
    depth = down.y[0, -1]
    up = solve_ivp(rates, (0, 1000), (depth, 0.0), events=parted, **options)
    assert down.status == up.status == 1
    return (
        depth * length,
        law(depth * length, 0.0, speed),
        (down.t[-1] + up.t[-1]) * unit,
        -up.y[1, -1] * speed,
    )


def scale(law, mass, speed):
    """Return a length at which the elastic energy is about that of the impact, and the time that
    goes with it.
    """
    energy, low, high = 0.5 * mass * speed**2, 1e-12, 1.0
    for _ in range(60):
        middle = sqrt(low * high)
        low, high = (
            (middle, high) if law.potential(middle, *law.parameters()) < energy else (low, middle)
        )
    return high, high / speed


# -- rebound ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DAMPED)
def test_rebound_satisfies_the_exact_relation(name):
    """D (1 + x) = ln[(1 + D)/(1 - D x)] for every F(δ) and mass; the integration has ten digits
    or more.
    """
    law = DAMPED[name]
    x = impact(law, mass=0.7, speed=0.2)[3] / 0.2
    D = law.damping()
    assert D * (1 + x) == pytest.approx(log((1 + D) / (1 - D * x)), abs=1e-9)
    assert law.rebound() == pytest.approx(x, abs=1e-9)


@pytest.mark.parametrize(
    ("restitution", "rebound"),
    [
        (0.99, 0.990148),
        (0.9, 0.913177),
        (0.75, 0.819934),
        (0.5, 0.725241),
        (0.2, 0.672262),
        (0.0, 0.662962),
    ],
)
def test_lankarani_nikravesh_rebounds_as_its_exact_relation_says(restitution, rebound):
    """Roots of the relation computed separately, printed to six digits."""
    law = gd.LankaraniNikravesh(1e10, restitution)
    assert law.rebound() == pytest.approx(rebound, abs=6e-7)
    assert impact(law)[3] / 0.1 == pytest.approx(rebound, abs=6e-7)


@pytest.mark.parametrize("D", [0.0, 1e-12, 1e-6, 0.999e-3, 1.001e-3, 0.1, 1.0])
def test_rebound_returns_the_work_that_is_left(D):
    """m v dv = -F(δ) (1 + D v) dδ: ∫ v/(1 + D v) dv over the approach equals ∫ v/(1 - D v) dv
    over the departure.
    """
    way_in = quad(lambda v: v / (1 + D * v), 0, 1, epsabs=1e-14)[0]
    way_out = quad(lambda v: v / (1 - D * v), 0, rebound_of(D), epsabs=1e-14)[0]
    assert way_in == pytest.approx(way_out, rel=1e-11)


@pytest.mark.parametrize("D", [1.0, 3.0, 30.0, 1e4])
def test_rebound_of_heavy_damping_is_the_speed_at_which_the_force_vanishes(D):
    """The relation solved for x, in the form that stays well conditioned when x is nearly 1/D."""
    x = rebound_of(D)
    assert x == pytest.approx((1 - (1 + D) * exp(-D * (1 + x))) / D, rel=1e-13)


@pytest.mark.parametrize("restitution", [0.01, 0.25, 0.6, 1.0])
def test_kelvin_voigt_gives_back_a_fraction_of_the_energy_so_that_the_rebound_is_its_root(
    restitution,
):
    law = gd.KelvinVoigt(3e7, restitution)
    assert impact(law, mass=2.0)[3] / 0.1 == pytest.approx(sqrt(restitution), abs=1e-9)
    assert law.rebound() == sqrt(restitution)


@pytest.mark.parametrize("v_0", [1e-3, 0.05, 0.2, 1.0])
def test_modified_kelvin_voigt_rebounds_as_the_quadrature_of_its_energy_says(v_0):
    """m v dv = -K δ s(v) dδ going in, c_e K δ going out: x² = 2 c_e ∫ v/s(v) dv / v²."""
    speed, c_e = 0.1, 0.3

    def s(v):
        r = min(v / v_0, 1.0)
        return c_e + (1 - c_e) * (3 * r**2 - 2 * r**3)

    integral = quad(lambda v: v / s(v), 0, speed, points=[min(v_0, speed)], epsabs=1e-15)[0]
    law = gd.ModifiedKelvinVoigt(3e7, c_e, v_0)
    # the force has a jump in its second derivative at v_0, where the integrator loses some digits
    assert impact(law, speed=speed)[3] / speed == pytest.approx(
        sqrt(2 * c_e * integral) / speed, abs=1e-7
    )


def test_modified_kelvin_voigt_becomes_kelvin_voigt_for_fast_impacts():
    """The blend takes up a fraction v_0/v of the approach: the difference falls with its square,
    1e-6 here.
    """
    law = gd.ModifiedKelvinVoigt(3e7, 0.36, v_0=1e-4)
    assert impact(law, speed=0.1)[3] / 0.1 == pytest.approx(law.rebound(), abs=1e-5)
    assert law(1e-5, 0.1, 0.1) == gd.KelvinVoigt(3e7, 0.36)(1e-5, 0.1, 0.1)
    assert law(1e-5, -0.1, 0.1) == pytest.approx(
        gd.KelvinVoigt(3e7, 0.36)(1e-5, -0.1, 0.1), rel=1e-15
    )


def test_hertz_impact_has_the_depth_force_and_duration_of_the_closed_form():
    """Depth (5 m v²/4K)^0.4; the duration is a beta function: 2.943275 depth/v."""
    K, m, v = 6.61e10, 0.14, 0.3
    depth, force, duration, departure = impact(gd.Hertz(K), m, v)
    closed = (5 * m * v**2 / (4 * K)) ** 0.4
    assert depth == pytest.approx(closed, rel=1e-9)
    assert force == pytest.approx(K * closed**1.5, rel=1e-9)
    assert duration == pytest.approx(2.943275 * closed / v, rel=3e-7)  # the number has seven digits
    assert duration == pytest.approx(3.218065 * (m**2 / (K**2 * v)) ** 0.2, rel=3e-7)
    assert departure == pytest.approx(v, rel=1e-10)


@pytest.mark.parametrize("cls", HERTZ_DAMPED)
def test_unit_restitution_is_hertz(cls):
    law, hertz = cls(6.61e10, restitution=1.0), gd.Hertz(6.61e10)
    for rate in (-0.3, 0.0, 0.1):
        assert law(2e-5, rate, 0.1) == hertz(2e-5, rate, 0.1)
    assert law.rebound() == 1.0


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cls", "at_half", "at_08"),
    [
        (gd.HuntCrossley, 0.75, 0.3),
        (gd.HerbertMcWhannell, 1.0, 1.2 / 3.36),
        (gd.LeeWang, 0.375, 0.15),
        (gd.LankaraniNikravesh, 0.5625, 0.27),
        (gd.Gonthier, 1.5, 0.45),
        (gd.ZhiyingQishao, 0.5625 * exp(1.0), 0.27 * exp(0.4)),
        (gd.Flores, 1.6, 0.4),
        (gd.HuGuo, 1.5, 0.375),
    ],
)
def test_damping_factor_at_two_restitutions(cls, at_half, at_08):
    assert cls(1e10, 0.5).damping() == pytest.approx(at_half, rel=1e-13)
    assert cls(1e10, 0.8).damping() == pytest.approx(at_08, rel=1e-13)


def test_lankarani_nikravesh_by_hand():
    """K δ^1.5 = 1e10 * 1e-9 = 10 N at δ = 1e-6 m; 1 + 0.75 * 0.19 / 2 at half of the approach
    speed.
    """
    law = gd.LankaraniNikravesh(1e10, 0.9)
    assert law(1e-6, 0.05, 0.1) == pytest.approx(10 * 1.07125, rel=1e-14)
    assert law(1e-6, -0.05, 0.1) == pytest.approx(10 * 0.92875, rel=1e-14)


def test_kelvin_voigt_by_hand():
    law = gd.KelvinVoigt(1e8, 0.6)
    assert law(1e-5, 0.01, 0.1) == pytest.approx(1000.0, rel=1e-15)
    assert law(1e-5, 0.0, 0.1) == law(1e-5, -0.01, 0.1) == pytest.approx(600.0, rel=1e-15)


def test_modified_kelvin_voigt_by_hand():
    """At half of v_0 the cubic is 1/2: the mean of both stiffnesses."""
    law = gd.ModifiedKelvinVoigt(1e8, 0.6, v_0=0.1)
    assert law(1e-5, 0.05, 1.0) == pytest.approx(800.0, rel=1e-14)
    assert law(1e-5, 0.2, 1.0) == pytest.approx(1000.0, rel=1e-14)
    assert law(1e-5, -0.2, 1.0) == pytest.approx(600.0, rel=1e-14)


@pytest.mark.parametrize("name", DAMPED)
def test_ratio_of_rates_is_as_printed_in_a_contact_that_is_driven_faster_than_it_began(name):
    """F(1 + D r): a straight line in r = rate/approach, also beyond 1, down to no force at all."""
    law, D = DAMPED[name], DAMPED[name].damping()
    elastic = law(1e-5, 0.0, 0.1)
    for r in (3.0, 70.0, -0.5, -70.0):
        assert law(1e-5, 0.1 * r, 0.1) == pytest.approx(max(elastic * (1 + D * r), 0.0), rel=1e-12)


@pytest.mark.parametrize("name", DAMPED)
def test_ratio_of_rates_can_be_clipped_by_name(name):
    """A contact that began with hardly any speed is then not damped by thousands of times its
    elastic force.
    """
    law = dataclasses.replace(DAMPED[name], rate_ratio="clipped")
    assert (
        law(1e-5, 7.0, 0.1)
        == law(1e-5, 0.1, 0.1)
        == pytest.approx(DAMPED[name](1e-5, 0.1, 0.1), rel=1e-15)
    )
    assert law(1e-5, -7.0, 0.1) == law(1e-5, -0.1, 0.1)
    assert compiled(law, 1e-5, 7.0, 0.1) == pytest.approx(law(1e-5, 7.0, 0.1), rel=1e-13)
    with pytest.raises(gd.InputError, match="rate_ratio: unknown choice 'clip'"):
        dataclasses.replace(law, rate_ratio="clip")


def test_heavily_damped_law_does_not_pull():
    assert gd.Flores(1e10, 0.1).damping() > 1
    assert gd.Flores(1e10, 0.1)(1e-5, -0.1, 0.1) == 0.0


# -- every law -------------------------------------------------------------------------------------

POINTS = [
    (d, rate, impact)
    for d in (1e-9, 3e-6, 1e-4)
    for rate, impact in ((0.4, 0.4), (0.1, 0.4), (0.0, 0.4), (-0.3, 0.4), (2.0, 1e-3))
]


@each
@pytest.mark.parametrize("point", POINTS)
def test_compiled_contact_equals_the_plain_one(name, point):
    """Both evaluate the same expression; a fused multiply-add and another power function change
    the last digits.
    """
    law = CONTACTS[name]
    assert compiled(law, *point) == pytest.approx(law(*point), rel=1e-13)
    assert compiled_potential(law, point[0]) == pytest.approx(
        law.potential(point[0], *law.parameters()), rel=1e-13
    )


@each
@pytest.mark.parametrize("delta", [1e-8, 2e-6, 7e-5, 1.3e-3])
def test_potential_is_the_integral_of_the_elastic_force(name, delta):
    """What can be given back is the work at rest, δ' = 0; powers that are not whole cost the
    quadrature some digits.
    """
    law = CONTACTS[name]
    integral = (
        delta * quad(lambda s: law(s * delta, 0.0, 0.1), 0, 1, epsabs=0, epsrel=1e-11, limit=200)[0]
    )
    assert law.potential(delta, *law.parameters()) == pytest.approx(integral, rel=1e-9)


@each
def test_law_passes_its_trial(name):
    CONTACTS[name].validate()


speeds = st.floats(1e-4, 10.0)


@given(
    st.sampled_from(HERTZ_DAMPED), st.floats(1e3, 1e13), st.floats(1e-3, 1.0), st.floats(1.0, 2.5),
    st.floats(1e-15, 1e-2), st.floats(-20.0, 20.0), speeds,
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_any_parameters_give_a_finite_force_that_never_pulls(cls, K, c_e, n, delta, rate, approach):
    law = cls(K, c_e, n)
    force = law(delta, rate, approach)
    assert 0.0 <= force < float("inf")
    assert law(delta, -abs(rate), approach) <= law(delta, abs(rate), approach)
    assert 0.0 < law.rebound() <= 1.0


@given(
    st.floats(1e3, 1e13),
    st.floats(0.0, 1.0),
    speeds,
    st.floats(1e-15, 1e-2),
    st.floats(-20.0, 20.0),
    speeds,
)
@settings(max_examples=200, deadline=None)
def test_any_kelvin_voigt_stays_between_its_two_springs(K, c_e, v_0, delta, rate, approach):
    for law in (gd.KelvinVoigt(K, c_e), gd.ModifiedKelvinVoigt(K, c_e, v_0)):
        assert (
            c_e * K * delta * (1 - 1e-14) <= law(delta, rate, approach) <= K * delta * (1 + 1e-14)
        )


# -- stiffness from materials ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("E", "journal", "external", "stiffness", "digit"),
    [
        (207e9, 9.5e-3, False, 6.610e10, 1e7),
        (207e9, 9.5e-3, True, 1.058e10, 1e7),
        (207e9, 9.8e-3, False, 1.0615e11, 1e7),
        (207e9, 9.8e-3, True, 1.0669e10, 1e6),
        (210e9, 9.5e-3, False, 6.706e10, 1e7),
    ],
)
def test_hertz_stiffness_of_steel_journals_in_a_bearing_of_10_mm(
    E, journal, external, stiffness, digit
):
    """Known to half a unit of their last digit; the first and the last are those of [Flores2004]
    and [Marques3D].
    """
    assert gd.hertz_stiffness(E, 0.3, 10e-3, journal, external=external) == pytest.approx(
        stiffness, abs=0.5 * digit
    )


def test_stiffness_counts_each_material():
    """Half-spaces in series: a rigid partner doubles E*."""
    both = gd.equivalent_modulus(207e9, 0.3)
    assert both == pytest.approx(207e9 / (2 * 0.91), rel=1e-14)
    assert gd.equivalent_modulus((207e9, 207e30), 0.3) == pytest.approx(2 * both, rel=1e-12)
    assert gd.equivalent_modulus((207e9, 70e9), (0.3, 0.33)) == pytest.approx(
        1 / (0.91 / 207e9 + (1 - 0.33**2) / 70e9), rel=1e-14
    )


def test_law_from_materials_takes_units_and_the_other_parameters():
    law = gd.LankaraniNikravesh.from_materials(
        E="207 GPa", nu=0.3, bearing_radius="10 mm", journal_radius="9.8 mm", restitution=0.9
    )
    # a difference of radii, one of which was converted from millimetres: the last digits differ
    assert law.stiffness == pytest.approx(gd.hertz_stiffness(207e9, 0.3, 10e-3, 9.8e-3), rel=1e-12)
    assert (law.restitution, law.exponent) == (0.9, 1.5)
    assert gd.Hertz.from_materials(
        E=2e11, nu=0.3, bearing_radius=0.01, journal_radius=0.02, external=True
    ).stiffness == pytest.approx(4 / 3 * 1e11 / 0.91 * sqrt(0.02 / 3), rel=1e-14)


STEEL = {"E": 207e9, "nu": 0.3, "bearing_radius": 0.01, "journal_radius": 0.0095}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: gd.Hertz.from_materials(**STEEL | {"journal_radius": 0.01}),
            r"journal_radius: must be smaller .*external",
        ),
        (lambda: gd.Hertz.from_materials(**STEEL | {"E": -1}), r"E: must be > 0 \[Pa\]"),
        (lambda: gd.Hertz.from_materials(**STEEL | {"nu": 0.6}), r"nu: must be <= 0.5"),
        (
            lambda: gd.Hertz.from_materials(**STEEL | {"E": (1e9, 2e9, 3e9)}),
            r"E: expected one number or 2 numbers \[Pa\]",
        ),
        (lambda: gd.Hertz.from_materials(**STEEL, restitution=0.9), r"unknown key 'restitution'"),
        (
            lambda: gd.Hertz.from_materials(**STEEL, stiffness=1e9),
            r"stiffness: follows from the materials; leave it out",
        ),
        (
            lambda: gd.Hertz.from_materials(**STEEL, external="no"),
            r"external: expected true or false, got 'no'",
        ),
        (
            lambda: gd.Hertz.from_materials(**STEEL, exponent=1.2),
            r"exponent: the stiffness from materials goes with the exponent 1.5",
        ),
        (
            lambda: gd.HuGuo.from_materials(**STEEL),
            r"HuGuo from materials needs .*; missing: restitution",
        ),
        (
            lambda: gd.KelvinVoigt.from_materials(**STEEL),
            r"KelvinVoigt has no stiffness that follows from materials",
        ),
        (lambda: gd.Flores(1e10, 0.0), r"restitution: must be >= 0.001"),
        (lambda: gd.LankaraniNikravesh(1e10, 1.1), r"restitution: must be <= 1"),
        (lambda: gd.Hertz(0), r"stiffness: must be > 0"),
    ],
)
def test_wrong_data_are_refused_with_the_reason(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


# -- remarks ---------------------------------------------------------------------------------------


def test_lankarani_nikravesh_says_where_it_is_poor():
    assert gd.LankaraniNikravesh(1e10, 0.9).validity_warnings(1e-4) == ()
    assert gd.LankaraniNikravesh(1e10, 0.7).validity_warnings(None) == ()
    (note,) = gd.LankaraniNikravesh(1e10, 0.5).validity_warnings(1e-4)
    assert (
        note
        == "lankarani-nikravesh with restitution 0.5 really rebounds from a free impact with 0.725 "
        "of the approach speed"
    )


def test_laws_made_for_low_restitution_have_no_remark_there():
    assert (
        gd.HuGuo(1e10, 0.4).validity_warnings(1e-4)
        == gd.Gonthier(1e10, 0.4).validity_warnings(1e-4)
        == ()
    )


def test_kelvin_voigt_says_that_its_restitution_is_one_of_energy():
    assert (
        "restitution 0.5 really rebounds from a free impact with 0.707"
        in gd.KelvinVoigt(1e8, 0.5).validity_warnings(None)[0]
    )


def test_kelvin_voigt_says_that_it_jumps_unless_both_springs_are_one():
    assert "jumps when the motion turns" in gd.KelvinVoigt(1e8, 0.9).validity_warnings(1e-4)[0]
    assert gd.KelvinVoigt(1e8, 1.0).validity_warnings(1e-4) == ()


def test_exponent_below_one_has_a_remark():
    assert "infinitely stiff" in gd.Hertz(1e8, 0.8).validity_warnings(None)[0]


def test_depth_is_unlimited_by_default():
    assert gd.Hertz(1e10).max_penetration == float("inf")


# -- documentation ---------------------------------------------------------------------------------


def test_documented_rebounds_are_those_of_the_laws():
    """The table in docs/laws.md is printed to three digits."""
    page = (Path(__file__).parents[3] / "docs" / "laws.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([a-z-]+)` \[\w+\] \| [^|]+ \|((?: 0\.\d{3} \|){6})$", page, re.MULTILINE
    )
    assert {find("contact", name) for name, _ in rows} == set(HERTZ_DAMPED)
    for name, numbers in rows:
        for restitution, number in zip(
            (0.95, 0.9, 0.7, 0.5, 0.3, 0.1), numbers.split("|"), strict=False
        ):
            assert find("contact", name)(1e10, restitution).rebound() == pytest.approx(
                float(number), abs=5.1e-4
            )


def test_every_contact_and_friction_law_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "laws.md").read_text(encoding="utf-8")
    assert not [name for name in (*CONTACTS, *FRICTIONS, *BRISTLES) if f"| `{name}` " not in page]


def test_what_overflows_is_infinite_in_plain_python_as_in_compiled_code() -> None:
    assert gd.LankaraniNikravesh(stiffness=1e9, restitution=0.9)(1e308, 0.0, 1.0) == float("inf")
