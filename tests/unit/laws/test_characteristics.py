"""Forces of springs and dampers over deflection or rate, and the energy that goes with them."""

import numpy as np
import pytest
from scipy.integrate import quad

import gudgeon as gd
from tests.support.law_samples import CHARACTERISTICS, compiled

DEFLECTIONS = [-0.9, -0.4, -0.22, 0.0, 0.01, 0.05, 0.17, 0.3, 0.8]
each = pytest.mark.parametrize("name", CHARACTERISTICS)


@each
@pytest.mark.parametrize("x", DEFLECTIONS)
def test_compiled_characteristic_equals_the_plain_one(name, x):
    """Both evaluate the same expression; a fused multiply-add may change the last digits of
    forces near 100.
    """
    law = CHARACTERISTICS[name]
    assert compiled(law, x) == pytest.approx(law(x), rel=1e-14, abs=1e-12)


@each
@pytest.mark.parametrize("x", DEFLECTIONS)
def test_potential_is_the_integral_of_the_force_from_zero(name, x):
    """The pieces between the knots are polynomials, for which Gauss-Kronrod is exact up to
    rounding.
    """
    law = CHARACTERISTICS[name]
    knots = [border for border in law.breakpoints() if min(0, x) < border < max(0, x)]
    integral, _ = quad(lambda s: law(s)[0], 0, x, points=knots or None, epsabs=1e-13)
    assert law(x)[1] == pytest.approx(integral, abs=1e-11)


@each
def test_nothing_is_stored_without_deflection(name):
    assert CHARACTERISTICS[name](0.0)[1] == pytest.approx(0.0, abs=1e-14)


def test_linear_is_proportional():
    assert gd.Linear(120.0)(0.25) == (30.0, 3.75)


def test_polynomial_is_its_power_series():
    """120 x - 30 x^2 + 900 x^3 and its integral at x = 0.5: 60 - 7.5 + 112.5 and 15 - 1.25 +
    14.0625.
    """
    assert gd.Polynomial((120.0, -30.0, 900.0))(0.5) == pytest.approx((165.0, 27.8125), abs=1e-13)


def test_polynomial_of_one_coefficient_is_linear():
    assert gd.Polynomial((120.0,))(0.3) == pytest.approx(gd.Linear(120.0)(0.3), abs=1e-15)


def test_table_passes_through_its_points():
    table = CHARACTERISTICS["table"]
    for x, force in zip(table.deflections, table.forces, strict=True):
        assert table(x)[0] == pytest.approx(force, abs=1e-13)
        assert compiled(table, x)[0] == pytest.approx(force, abs=1e-13)


def test_increasing_table_gives_an_increasing_force_without_overshoot():
    # flat, steep, flat: a plain spline overshoots here
    table = gd.Table((-1, -0.5, 0, 0.1, 0.2, 1), (-5, -5, 0, 0, 9, 9))
    force = np.array([table(x)[0] for x in np.linspace(-1, 1, 2001)])
    assert np.diff(force).min() > -1e-12
    assert force.min() >= -5 - 1e-12 and force.max() <= 9 + 1e-12


@pytest.mark.parametrize(("end", "way"), [(-0.4, -1), (0.3, 1)])
def test_table_goes_on_straight_beyond_its_ends(end, way):
    table = CHARACTERISTICS["table"]
    slope = (table(end)[0] - table(end - way * 1e-7)[0]) / (way * 1e-7)
    near, far = table(end + 0.1 * way)[0], table(end + 0.7 * way)[0]
    assert (far - near) / (0.6 * way) == pytest.approx(
        (near - table(end)[0]) / (0.1 * way), rel=1e-12
    )
    # a difference over 1e-7 of a curved piece
    assert (far - near) / (0.6 * way) == pytest.approx(slope, rel=1e-5)


def test_table_that_does_not_reach_zero_still_stores_nothing_there():
    table = gd.Table((0.1, 0.2, 0.3), (1, 2, 4))
    assert table(0.0)[1] == pytest.approx(0.0, abs=1e-15)
    assert table(0.3)[1] == pytest.approx(
        quad(lambda x: table(x)[0], 0, 0.3, points=[0.1, 0.2])[0], abs=1e-12
    )


def test_borders_are_the_knots_of_a_table():
    assert CHARACTERISTICS["table"].breakpoints() == (-0.4, -0.1, 0.05, 0.3)
    assert CHARACTERISTICS["linear"].breakpoints() == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gd.Linear(-1), r"slope: must be >= 0 \[N/m\|"),
        (
            lambda: gd.Polynomial(3.0),
            r"coefficients: expected a list of numbers \[N/m\^n\], got one number",
        ),
        (lambda: gd.Polynomial(()), r"coefficients: give at least one coefficient"),
        (lambda: gd.Polynomial((1, float("inf"))), r"coefficients: must be a finite number"),
        (lambda: gd.Table((0,), (1,)), r"deflections: a table needs at least 2 points, got 1"),
        (
            lambda: gd.Table((0, -1), (1, 2)),
            r"deflections: must increase from point to point; point 2 is -1 after 0",
        ),
        (lambda: gd.Table((0, 1), (1, 2, 3)), r"forces: 2 deflections and 3 forces"),
    ],
)
def test_bounds_name_the_field_and_the_unit(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


def test_negative_stiffness_names_the_spring():
    with pytest.raises(gd.InputError, match=r"forces\.soft\.stiffness: must be >= 0"):
        gd.Spring("soft", between=("ground", "a"), points=((0, 0, 0), (1, 0, 0)), stiffness=-3)
