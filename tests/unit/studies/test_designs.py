"""Designs: every share once, the same from the same seed, correlations as asked for."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.designs import DESIGNS, correlated, unit_design


@pytest.mark.parametrize("kind", DESIGNS)
def test_a_seed_makes_a_design_again(kind):
    first, again, other = (unit_design(kind, 16, 3, seed) for seed in (1, 1, 2))
    assert first.shape == (16, 3) and (first > 0).all() and (first < 1).all()
    assert np.array_equal(first, again) and not np.array_equal(first, other)


@pytest.mark.parametrize("kind", ["latin-hypercube", "sobol"])
def test_every_share_of_every_parameter_is_met_once(kind):
    """Of 32 points just one lies in each of 32 equal intervals, along every axis."""
    points = unit_design(kind, 32, 4, 0)
    for column in points.T:
        assert sorted((32 * column).astype(int)) == list(range(32))


def test_correlations_are_those_asked_for():
    """A Gaussian copula with correlation r has Spearman's 6/pi asin(r/2); of 4096 random points
    the estimate scatters by 1/sqrt(4096): four times that is allowed.
    """
    from scipy.stats import spearmanr

    shares = unit_design("random", 4096, 2, 0)
    found = correlated(shares, ["a", "b"], {("a", "b"): 0.8})
    expected = 6 / np.pi * np.arcsin(0.4)
    assert spearmanr(found[:, 0], found[:, 1]).statistic == pytest.approx(expected, abs=4 / 64)
    assert np.allclose(found[:, 0], shares[:, 0], rtol=1e-12)


@pytest.mark.parametrize(
    "correlation, says",
    [
        ({("a", "c"): 0.5}, "different varied paths"),
        ({("a", "a"): 0.5}, "different varied paths"),
        ({"ab": 0.5}, "different varied paths"),
        ({("a", "b"): 1.5}, "between -1 and 1"),
        ({("a", "b"): 0.9, ("a", "d"): 0.9, ("b", "d"): -0.9}, "at the same time"),
    ],
)
def test_correlations_that_cannot_be_are_said(correlation, says):
    with pytest.raises(gd.InputError, match=says):
        correlated(unit_design("random", 4, 3, 0), ["a", "b", "d"], correlation)


def test_unknown_designs_and_unbalanced_sequences_are_said():
    with pytest.raises(gd.InputError, match="Did you mean 'sobol'"):
        unit_design("sobel", 4, 1, 0)
    with pytest.raises(gd.InputError, match="take 64 or 128"):
        unit_design("sobol", 100, 1, 0)
