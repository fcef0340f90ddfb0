"""Contact of cylinders: the implicit laws against their printed equations, the explicit ones
against their printed numbers.
"""

from math import e, log, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import lambertw

import gudgeon as gd
from gudgeon.laws.cylindrical_contact import logarithmic, logarithmic_energy
from tests.support.law_samples import JOURNAL, compiled, compiled_potential

S = 2 * 0.91 / (pi * 207e9)  # sigma_i + sigma_j [1/Pa], each with its 1/pi
L, R_I, R_J = 0.02, 0.01, 0.0095
STEEL = {"E": 207e9, "nu": 0.3}
IMPLICIT = {
    "dubowsky-freudenstein": (
        gd.DubowskyFreudenstein.from_materials(**JOURNAL),
        L**3 * (R_I - R_J) / (R_I * R_J * S),
    ),
    "esdu-78035": (gd.Esdu78035.from_materials(**JOURNAL), 4 * L * (R_I - R_J) / S),
    "goldsmith": (
        gd.Goldsmith.from_materials(**JOURNAL, length_unit=1.0),
        L * (R_I - R_J) / (R_I * R_J * S),
    ),
}
each = pytest.mark.parametrize("name", IMPLICIT)


# -- implicit laws ---------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("fraction", [1e-15, 1e-9, 1e-4, 0.01, 0.3, 0.9, 0.99])
def test_force_satisfies_the_printed_equation(name, fraction):
    law, B = IMPLICIT[name]
    delta = fraction * law.max_penetration
    f = law(delta, 0.0, 0.1)
    assert S * f / L * (log(B / f) + 1) == pytest.approx(delta, rel=1e-12)


@each
@pytest.mark.parametrize("fraction", [1e-9, 1e-4, 0.01, 0.3, 0.9, 0.99])
def test_force_is_the_lower_branch_of_the_lambert_function(name, fraction):
    """The branch W_-1; near its end SciPy's value loses digits like the square root of rounding."""
    law, B = IMPLICIT[name]
    delta = fraction * law.max_penetration
    y = lambertw(-delta / (e * S / L * B), k=-1).real
    assert law(delta, 0.0, 0.1) == pytest.approx(-delta / (S / L * y), rel=1e-11)


@pytest.mark.parametrize(("delta", "force"), [(1e-6, 649.738), (1e-5, 8477.047), (1e-4, 124415.54)])
def test_esdu_of_a_steel_journal(delta, force):
    """Roots of the printed equation computed separately, to the digits given."""
    assert gd.Esdu78035.from_materials(**JOURNAL)(delta, 0.0, 0.1) == pytest.approx(force, rel=1e-6)


@each
def test_equation_ends_where_its_stiffness_becomes_infinite(name):
    """δ = S/L B, at f = B."""
    law, B = IMPLICIT[name]
    assert law.max_penetration == pytest.approx(S / L * B, rel=1e-12)


def test_deepest_penetration_of_the_printed_laws():
    assert gd.Esdu78035.from_materials(**JOURNAL).max_penetration == pytest.approx(
        4 * 0.5e-3, rel=1e-12
    )
    assert gd.DubowskyFreudenstein.from_materials(**JOURNAL).max_penetration == pytest.approx(
        L**2 * 0.5e-3 / (R_I * R_J), rel=1e-12
    )


@each
def test_beyond_its_end_the_law_goes_on_straight(name):
    """Ten times the slope L/S, because ln(B/f) = 0.1 where the straight line begins."""
    law, _ = IMPLICIT[name]
    depths = [law.max_penetration * k for k in (0.997, 1.0, 1.5, 10.0)]
    forces = [law(d, 0.0, 0.1) for d in depths]
    slopes = [(forces[k + 1] - forces[k]) / (depths[k + 1] - depths[k]) for k in range(3)]
    assert slopes == pytest.approx([10 * L / S] * 3, rel=1e-9)


@each
def test_force_and_stiffness_have_no_jump_where_the_straight_line_begins(name):
    law, _ = IMPLICIT[name]
    begin = 1.1 * e**-0.1 * law.max_penetration
    step = 1e-6 * begin
    below, at, above = (law(begin + k * step, 0.0, 0.1) for k in (-1, 0, 1))
    assert above > at > below
    # the curvature of the curve changes the slope by about step/(δ ln(B/f)²), 1e-4 here
    assert above - at == pytest.approx(at - below, rel=1e-3)


@given(st.floats(1e-300, 1e3))
@settings(max_examples=300, deadline=None)
def test_inverse_is_exact_for_any_depth(q):
    x = logarithmic(q)
    assert 0 <= x < float("inf")
    if q < 0.995:
        assert x * (1 - log(x)) == pytest.approx(q, rel=1e-12)


@pytest.mark.parametrize("q", [1e-6, 0.1, 0.9, 1.3, 4.0])
def test_energy_is_the_integral_of_the_inverse(q):
    knots = [1.1 * e**-0.1] if q > 1 else None
    assert logarithmic_energy(q) == pytest.approx(
        quad(logarithmic, 0, q, points=knots, epsabs=0, epsrel=1e-12)[0], rel=1e-9
    )


def test_no_penetration_no_energy():
    assert logarithmic_energy(0.0) == pytest.approx(0.0, abs=1e-290)


@each
@pytest.mark.parametrize("depth", [1e-4, 0.5, 0.999, 3.0])
def test_compiled_law_equals_the_plain_one_on_both_sides_of_the_end(name, depth):
    law, _ = IMPLICIT[name]
    delta = depth * law.max_penetration
    assert compiled(law, delta, 0.02, 0.1) == pytest.approx(law(delta, 0.02, 0.1), rel=1e-12)
    assert compiled_potential(law, delta) == pytest.approx(
        law.potential(delta, *law.parameters()), rel=1e-12
    )


# -- the unit of Goldsmith -------------------------------------------------------------------------


def test_goldsmith_refuses_to_guess_the_unit_of_length():
    with pytest.raises(
        gd.InputError, match=r"length_unit: the force of this law depends on the unit of length"
    ):
        gd.Goldsmith.from_materials(**JOURNAL)


def test_goldsmith_in_millimetres_is_the_equation_computed_in_millimetres():
    """All lengths in mm, S in mm²/N, f in N: ln(L dR/(R_i R_j S f)) is the printed argument."""
    law = gd.Goldsmith.from_materials(**JOURNAL, length_unit="1 mm")
    delta = 2e-6
    f = law(delta, 0.0, 0.1)
    s = S * 1e6
    assert s * f / 20 * (log(20 * 0.5 / (10 * 9.5 * s * f)) + 1) == pytest.approx(
        delta * 1e3, rel=1e-12
    )
    assert f != pytest.approx(
        gd.Goldsmith.from_materials(**JOURNAL, length_unit="1 m")(delta, 0.0, 0.1), rel=0.5
    )


# -- explicit laws ---------------------------------------------------------------------------------


def pereira(clearance, **changes):
    return gd.PereiraInternal.from_materials(
        **{**JOURNAL, "journal_radius": 0.01 - clearance, **changes}
    )


@pytest.mark.parametrize(
    ("clearance", "exponent"), [(0.1e-3, 1.2129), (0.5e-3, 1.1626), (0.005e-3, 1.443)]
)
def test_pereira_has_the_exponent_of_its_clearance(clearance, exponent):
    """The slope of the logarithm of the force; the numbers have four or five digits."""
    law = pereira(clearance)
    assert log(law(1e-5, 0.0, 0.1) / law(1e-6, 0.0, 0.1)) / log(10) == pytest.approx(
        exponent, abs=6e-5 if exponent < 1.4 else 6e-4
    )


def test_pereira_internal_by_hand_in_millimetres():
    """ΔR = 0.5 mm, L = 20 mm, E* = 207000/1.82 N/mm², δ = 0.01 mm; n = (0.0151 * 0.5 + 1.151)
    0.5^-0.005.
    """
    n = 1.15855 * 0.5**-0.005
    force = (0.965 * 0.5 + 0.0965) * 20 * (207000 / 1.82) / 0.5 * 0.01**n
    assert pereira(0.5e-3)(1e-5, 0.0, 0.1) == pytest.approx(force, rel=1e-12)
    assert pereira(0.5e-3)(1e-5, 0.1, 0.1) == pytest.approx(force * (1 + 0.75 * 0.19), rel=1e-12)


def test_pereira_external_by_hand_in_millimetres():
    """ΔR = 19.5 mm, n = 1.094."""
    force = (0.39 * 19.5 + 0.85) * 20 * (207000 / 1.82) / 19.5 * 0.01**1.094
    assert gd.PereiraExternal.from_materials(**JOURNAL)(1e-5, 0.0, 0.1) == pytest.approx(
        force, rel=1e-12
    )


def test_pereira_is_continuous_where_its_exponent_changes_formula():
    """The printed border has five digits; Y is 1.15628 on both sides of it."""
    below, above = pereira(0.349539e-3)(1e-5, 0.0, 0.1), pereira(0.349541e-3)(1e-5, 0.0, 0.1)
    assert below == pytest.approx(above, rel=1e-4)


@pytest.mark.parametrize("clearance", [1e-6, 4.9e-6])
def test_pereira_is_refused_below_five_micrometres(clearance):
    with pytest.raises(
        gd.InputError,
        match=r"journal_radius: the law holds for a clearance.*from 0.005 to 10 mm; got 0.00",
    ):
        pereira(clearance)


def test_pereira_is_refused_above_ten_millimetres():
    with pytest.raises(gd.InputError, match=r"from 0.005 to 10 mm; got 11 mm"):
        pereira(11e-3, bearing_radius=0.05, journal_radius=0.039)


def test_pereira_is_accepted_at_both_borders():
    pereira(0.005e-3)
    pereira(0, bearing_radius=0.05, journal_radius=0.04)


# -- data and remarks ------------------------------------------------------------------------------


def test_journal_must_fit_into_its_bearing_unless_they_touch_from_outside():
    with pytest.raises(
        gd.InputError,
        match=r"journal_radius: must be smaller than bearing_radius = 0.01 m, got 0.02 m",
    ):
        gd.Esdu78035.from_materials(**{**JOURNAL, "journal_radius": 0.02})
    gd.PereiraExternal.from_materials(**{**JOURNAL, "journal_radius": 0.02})


def test_law_made_for_another_clearance_than_the_joints_has_a_remark():
    law = gd.Esdu78035.from_materials(**JOURNAL)
    assert law.validity_warnings(0.5e-3) == law.validity_warnings(None) == ()
    assert law.validity_warnings(0.4e-3) == (
        "esdu-78035 is made for a clearance of 0.0005 m by its radii, the joint has 0.0004 m",
    )


def test_cylinder_laws_say_where_the_damping_is_poor():
    (note,) = gd.Esdu78035.from_materials(**{**JOURNAL, "restitution": 0.2}).validity_warnings(
        0.5e-3
    )
    assert "restitution 0.2 really rebounds from a free impact with 0.672" in note


def test_external_contact_inside_a_bearing_has_a_remark():
    law = gd.PereiraExternal.from_materials(**JOURNAL)
    assert law.validity_warnings(None) == ()
    assert "takes pereira-internal" in law.validity_warnings(0.5e-3)[0]


@given(
    st.sampled_from([gd.DubowskyFreudenstein, gd.Esdu78035, gd.PereiraInternal, gd.PereiraExternal]),
    st.floats(1e6, 1e13), st.floats(1e-4, 1.0), st.floats(1e-2, 1.0), st.floats(1e-5, 9e-3), st.floats(0.0, 1.0), st.floats(1e-15, 1e-2),
    st.floats(-10, 10),
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_any_parameters_give_a_finite_force_that_grows_with_depth(
    cls, modulus, length, bearing, clearance, c_e, delta, rate
):
    law = cls(modulus, length, bearing, bearing - clearance, c_e)
    force, deeper = law(delta, rate, 0.1), law(2 * delta, rate, 0.1)
    assert 0.0 <= force <= deeper < float("inf")
    assert 0.0 <= law.potential(delta, *law.parameters()) < float("inf")
