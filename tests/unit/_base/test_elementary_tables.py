"""Tables of elementary functions against decimal fractions, and the lengths that make products
exact.
"""

from decimal import Context, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from gudgeon._base import elementary_tables as tables
from tests.support import exact_functions

PI = Fraction(exact_functions.PI, 1 << exact_functions.TURN_BITS)


@pytest.fixture(autouse=True)
def sixty_digits():
    with localcontext(Context(prec=60)):
        yield


def _bits(x: float) -> int:
    """Return the length of a significand without the zeros at its end."""
    return (
        Fraction(x).numerator.bit_length()
        - (Fraction(x).numerator & -Fraction(x).numerator).bit_length()
        + 1
    )


def _sum(*parts: float) -> Fraction:
    return sum(map(Fraction, parts), Fraction(0))


def test_pi_in_parts():
    assert abs(_sum(tables.PI_1, tables.PI_2, tables.PI_3) - PI / 2) < Fraction(2) ** -119
    assert abs(_sum(tables.HALF_PI, tables.HALF_PI_REST) - PI / 2) < Fraction(2) ** -105
    assert max(_bits(tables.PI_1), _bits(tables.PI_2)) <= 33


def test_two_over_pi_has_digits_enough_for_the_largest_number():
    assert list(tables.DIGITS_2_PI[:3]) == [0, 0, 0]
    digits = [int(digit) for digit in tables.DIGITS_2_PI[3:]]
    value = sum(Fraction(digit, 1 << tables.DIGIT * (k + 1)) for k, digit in enumerate(digits))
    last = tables.DIGIT * len(digits)
    assert 0 <= 2 / PI - value < Fraction(3) / 2**last
    assert last >= 1024 + 62 + 53 + 20  # nearest to a multiple of pi/2: 62 bits are lost


def test_arcs():
    for k, parts in enumerate(zip(tables.ARC, tables.ARC_REST, strict=True)):
        assert abs(_sum(*parts) - (exact_functions.atan2(k, 8) if k else 0)) < Fraction(2) ** -104


def test_powers_of_two():
    for j, (power, rest) in enumerate(
        zip(map(tables.real, tables.POWER_BITS), tables.POWER_REST, strict=True)
    ):
        exact = Fraction(Decimal(2) ** (Decimal(j) / 128))
        assert abs(Fraction(power) * (1 + Fraction(rest)) / exact - 1) < Fraction(2) ** -100


def test_logarithms():
    for inverse, *parts in zip(tables.INVERSE, tables.LOG_HI, tables.LOG_LO, strict=True):
        assert abs(_sum(*parts) + Fraction(Decimal(inverse).ln())) < Fraction(2) ** -94
        assert _bits(inverse) <= 8
        assert (Fraction(parts[0]) * 2**42).denominator == 1
    assert (
        abs(_sum(tables.LN_2_HI, tables.LN_2_LO) - Fraction(Decimal(2).ln())) < Fraction(2) ** -94
    )
    assert (
        abs(_sum(tables.INVERSE_LN_10, tables.INVERSE_LN_10_REST) * Fraction(Decimal(10).ln()) - 1)
        < Fraction(2) ** -104
    )
    assert (
        abs(_sum(tables.STEP_1, tables.STEP_2) * 128 - Fraction(Decimal(2).ln()))
        < Fraction(2) ** -88
    )
    assert (_bits(tables.LN_2_HI), _bits(tables.STEP_1)) <= (42, 35)


def test_every_significand_times_its_inverse_is_near_one():
    """Series in f = m r - 1 end with f^9 or f^10: below 1/100 the rest is out of sight."""
    edges, inverse = (tables.LOWEST + (np.arange(129) << 45)).view(float), np.array(tables.INVERSE)
    assert max(abs(edges[:-1] * inverse - 1).max(), abs(edges[1:] * inverse - 1).max()) < 0.01
    beside_one = np.searchsorted(edges, 1.0)
    assert list(inverse[beside_one - 1 : beside_one + 1]) == [1.0, 1.0]
