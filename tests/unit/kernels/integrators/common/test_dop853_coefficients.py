"""The coefficients of Dormand and Prince against those of another program, and against what they must meet."""

import numpy as np
import pytest
from scipy.integrate._ivp import dop853_coefficients as theirs

from gudgeon.kernels.integrators.common import dop853_coefficients as ours


@pytest.mark.parametrize("name", ["A", "B", "C", "D", "E3", "E5"])
def test_every_coefficient_is_that_of_scipy(name):
    """Both print the digits of the original program; the last one may be rounded otherwise."""
    mine, other = np.asarray(getattr(ours, name)), np.asarray(getattr(theirs, name))
    shared = tuple(slice(0, min(a, b)) for a, b in zip(mine.shape, other.shape, strict=True))
    np.testing.assert_allclose(mine[shared], other[shared], rtol=1e-14, atol=1e-16)
    for values in (mine, other):
        rest = values.copy()
        rest[shared] = 0.0
        assert not rest.any()  # whatever one of them has more of is padding


def test_stages_depend_only_on_earlier_ones():
    assert not np.triu(ours.A).any()


def test_the_last_stage_is_the_new_state():
    """First same as last: the derivative at the end is the first stage of the next step."""
    np.testing.assert_allclose(ours.A[12, :12], ours.B[:12], rtol=1e-14)
    assert ours.C[12] == 1.0


def test_the_dense_output_adds_nothing_to_a_constant_derivative():
    """Of y' = 1 the ends already give the line: its higher coefficients vanish."""
    np.testing.assert_allclose(
        np.asarray(ours.D).sum(axis=1), 0.0, atol=1e-11
    )  # sums of terms up to 500
