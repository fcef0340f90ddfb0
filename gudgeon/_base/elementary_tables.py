"""Constants and tables of elementary.py, computed from integers in which ONE stands for 1: no
library has a part in their last bits.
"""

import struct
from itertools import pairwise
from math import factorial, isqrt

ONE = 1 << 200
_DOUBLE, _INTEGER = struct.Struct("<d"), struct.Struct("<q")


def bits(x):
    """Return the 64 bits of a number as an integer with sign."""
    return _INTEGER.unpack(_DOUBLE.pack(x))[0]


def real(n):
    """Return the number that has these 64 bits."""
    return _DOUBLE.unpack(_INTEGER.pack(n))[0]


def _arc(k: int, n: int, sign: int, unit: int = ONE) -> int:
    """Return one arctan(k/n) for sign -1, one artanh(k/n) for sign 1, by its series."""
    power = total = unit * k // n
    m = 1
    while abs(power) > 1:
        power = sign * power * k * k // (n * n)
        m += 2
        total += power // m
    return total


def _pi(unit: int) -> int:
    """Return one pi by Machin's formula."""
    return 16 * _arc(1, 5, -1, unit) - 4 * _arc(1, 239, -1, unit)


def _pieces(value: int, *grids: int) -> list[float]:
    """Return value/ONE as a sum of numbers: multiples of 2^-grid first, what is left as one
    number.
    """
    parts = []
    for grid in grids:
        unit = ONE >> grid
        whole = (value + unit // 2) // unit
        parts.append(whole / 2**grid)
        value -= whole * unit
    return [*parts, value / ONE]


_PI = _pi(ONE)
_LN_2 = 2 * _arc(1, 3, 1)  # 2 = (1 + 1/3) / (1 - 1/3)
_LN_10 = 3 * _LN_2 + 2 * _arc(1, 9, 1)  # 10 = 8 (1 + 1/9) / (1 - 1/9)

# -- angles ----------------------------------------------------------------------------------------

# pi/2; the first two have 33 bits: times a whole number below 2^20 they are exact
PI_1, PI_2, PI_3 = _pieces(_PI // 2, 32, 66)
HALF_PI, HALF_PI_REST = _pieces(_PI // 2, 52)
QUARTER_PI = _PI / (4 * ONE)
TWO_OVER_PI = 2 * ONE / _PI
DIGIT = 26


def _digits_of_2_pi() -> list[int]:
    """Return the digits of 2/pi in the base 2^26, after three zeros: as many as the largest
    number needs.
    """
    unit = 1 << (50 * DIGIT + 60)  # the series loses some bits
    value = (2 * unit * unit // _pi(unit)) >> 60
    return [0, 0, 0, *(value >> (DIGIT * k) & ((1 << DIGIT) - 1) for k in range(49, -1, -1))]


DIGITS_2_PI = tuple(_digits_of_2_pi())
_ARCS = [_pieces(_PI // 4 if k == 8 else _arc(k, 8, -1), 52) for k in range(9)]
ARC, ARC_REST = zip(*_ARCS, strict=True)  # arctan(k/8)

# -- powers of two: 2^(j/128) ----------------------------------------------------------------------

STEPS = 128  # of this table, and of that of logarithms


def _powers() -> list[int]:
    """Return ONE 2^(j/128), by square roots."""
    roots = [2 * ONE]
    for _ in range(7):
        roots.append(isqrt(roots[-1] * ONE))
    values = []
    for j in range(STEPS):
        value = ONE
        for place, root in enumerate(roots[:0:-1]):
            if j >> place & 1:
                value = value * root // ONE
        values.append(value)
    return values


_POWERS = [(value, value / ONE) for value in _powers()]
POWER_BITS = tuple(bits(power) for _, power in _POWERS)
# what it lacks, relative
POWER_REST = tuple((value - int(power * 2**52) * (ONE >> 52)) / value for value, power in _POWERS)
STEPS_OF_E = STEPS * ONE / _LN_2
# ln(2)/128: times a whole number below 2^18, the first is exact
STEP_1, STEP_2 = _pieces(_LN_2 // STEPS, 42)

# -- logarithms ------------------------------------------------------------------------------------

LEAST = 0.703125  # significands are taken from here to its double, so that 1 lies within
LOWEST = bits(LEAST)
# times an exponent, the first is exact, and so is its sum with one of the table
LN_2_HI, LN_2_LO = _pieces(_LN_2, 42)
INVERSE_LN_10, INVERSE_LN_10_REST = _pieces(ONE * ONE // _LN_10, 53)


def _inverses() -> list[int]:
    """Return 128/m in whole numbers for the middle of every interval of significands; 128 in
    both intervals next to 1.
    """
    edges = [real(LOWEST + (i << 45)) for i in range(STEPS + 1)]
    return [int(256.0 / (low + high) + 0.5) for low, high in pairwise(edges)]


def _logarithms(numbers: list[int]) -> list[int]:
    """Return ONE ln(128/j) of whole numbers j, from one to the next by ln((j + 1)/j) = 2
    artanh(1/(2j + 1)).
    """
    values = {STEPS: 0}
    for j in range(STEPS, max(numbers)):
        values[j + 1] = values[j] - 2 * _arc(1, 2 * j + 1, 1)
    for j in range(STEPS, min(numbers), -1):
        values[j - 1] = values[j] + 2 * _arc(1, 2 * j - 1, 1)
    return [values[j] for j in numbers]


INVERSE = tuple(j / STEPS for j in _inverses())
LOG_HI, LOG_LO = zip(*(_pieces(value, 42) for value in _logarithms(_inverses())), strict=True)

# -- series of the hyperbolic functions, by powers of x^2 ------------------------------------------

COSH = tuple(1.0 / factorial(2 * k) for k in range(8))
# (x cosh x - sinh x) / x^3
DIFFERENCE = tuple((2.0 * k + 2.0) / factorial(2 * k + 3) for k in range(8))
