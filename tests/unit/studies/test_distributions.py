"""Distributions: quantiles in closed form, bounds, ISO fits, texts."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.distributions import distribution_of

SHARES = np.linspace(0.001, 0.999, 999)


def test_uniform_quantiles_are_linear():
    assert gd.Uniform(-1.0, 3.0).quantile(np.array([0.0, 0.25, 1.0])).tolist() == [-1.0, 0.0, 3.0]


def test_normal_quantiles_are_those_of_tables():
    """z of 97.5 % is 1.959964, of 99.865 % it is 3."""
    found = gd.Normal(10.0, 2.0).quantile(np.array([0.5, 0.975, 0.9986501019683699]))
    assert found == pytest.approx([10.0, 10 + 2 * 1.959963984540054, 16.0], rel=1e-12)


def test_a_truncated_normal_keeps_its_shape_between_its_bounds():
    """P(X < x) = (Phi(x) - Phi(a)) / (Phi(b) - Phi(a)), by another program's distribution."""
    from scipy.stats import truncnorm

    found = gd.Normal(1.0, 0.5, 0.5, 2.5).quantile(SHARES)
    assert found == pytest.approx(truncnorm.ppf(SHARES, -1.0, 3.0, 1.0, 0.5), rel=1e-9)
    assert found.min() >= 0.5 and found.max() <= 2.5


def test_the_clearance_of_an_iso_fit_scatters_between_its_limits():
    """25 H7/f7: clearance of the diameters 20 to 62 um; both tolerances are 21 um wide."""
    found = gd.iso_tolerance("25 H7/f7")
    assert (found.low, found.mean, found.high) == pytest.approx((10e-6, 20.5e-6, 31e-6), rel=1e-12)
    assert found.std == pytest.approx(0.5 * np.hypot(21e-6, 21e-6) / 6, rel=1e-12)


def test_texts_with_units_are_read_in_the_unit_of_the_parameter():
    found = distribution_of("normal(0.2 mm, 20 um)", "x").resolved("m")
    assert (found.mean, found.std) == (2e-4, 2e-5)
    assert distribution_of("uniform( 1 , 2 )", "x").resolved("m") == gd.Uniform(1.0, 2.0)


@pytest.mark.parametrize(
    "given, says",
    [
        ("normal(1, 2, 3, 4, 5)", "expected normal"),
        ("uniform(1)", "expected uniform"),
        (3, "expected a distribution"),
        (gd.Normal(1, -1), "standard deviation"),
        (gd.Normal(1, 1, 3, 2), "low must be below high"),
        (gd.Uniform("1 kg", 2), "kg"),
        (gd.Uniform(float("nan"), 2), "expected a number"),
        (gd.Uniform(True, 2), "expected a number"),
    ],
)
def test_what_is_no_distribution_is_said(given, says):
    with pytest.raises(gd.InputError, match=says):
        distribution_of(given, "x").resolved("m")


def test_bounds_far_outside_leave_nothing():
    with pytest.raises(gd.InputError, match="leave nothing"):
        gd.Normal(0.0, 1.0, 50.0, 60.0).quantile(SHARES)


def test_a_fit_is_the_distribution_of_a_clearance_and_of_nothing_else():
    with pytest.raises(gd.InputError, match="distribution of a radial_clearance"):
        gd.monte_carlo("four-bar", {"bodies.rod.mass": "25 H7/f7"}, 2, duration=0.001)
