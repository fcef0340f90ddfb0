"""Elementary functions made of sums, products, quotients, square roots and whole numbers, which
every processor rounds alike.

The mathematical library of an operating system differs from machine to machine, and one library may
compute with other instructions on another processor. IEEE 754 fixes the operations used here to the
last bit, so that results are the same everywhere. Kernels and laws are compiled with these
functions in place of the library's; Python calls them as they stand. They need neither Numba nor
NumPy.

Errors are below 1.2 units in the last place over the whole range. Tables of exact values (powers of
two, logarithms, arcs) keep arguments so small that a few terms of Taylor's series are enough
[Tang1989], [Muller2016]; tables and constants are computed from integers (elementary_tables.py).
Sine and cosine have the minimax polynomials of fdlibm [Sun1993]; their argument is reduced with pi
in three parts [CodyWaite1980], and with as many digits of 2/pi as it takes where it is large
[PayneHanek1983].
"""

from collections.abc import Callable
from math import inf, nan, sqrt
from typing import Any

from .elementary_tables import (
    ARC,
    ARC_REST,
    COSH,
    DIFFERENCE,
    DIGIT,
    DIGITS_2_PI,
    HALF_PI,
    HALF_PI_REST,
    INVERSE,
    INVERSE_LN_10,
    INVERSE_LN_10_REST,
    LN_2_HI,
    LN_2_LO,
    LOG_HI,
    LOG_LO,
    LOWEST,
    PI_1,
    PI_2,
    PI_3,
    POWER_BITS,
    POWER_REST,
    QUARTER_PI,
    STEP_1,
    STEP_2,
    STEPS,
    STEPS_OF_E,
    TWO_OVER_PI,
    bits,
    real,
)

WHOLE = 1.5 * 2.0**52  # a number that is added and taken away again is rounded to a whole one
UPPER = ~0x7FFFFFF  # the upper 26 bits of a significand: products of two such halves are exact
FRACTION = 0x000FFFFFFFFFFFFF
LEAST_NORMAL = 2.0**-1022


def _upper(x):
    """Return x with the lower half of its significand cut off."""
    return real(bits(x) & UPPER)


def _product(a, b):
    """Return a b rounded, and what was rounded off [Dekker1971]."""
    p = a * b
    a_1, b_1 = _upper(a), _upper(b)
    a_2, b_2 = a - a_1, b - b_1
    return p, ((a_1 * b_1 - p) + a_1 * b_2 + a_2 * b_1) + a_2 * b_2


# -- sine and cosine -------------------------------------------------------------------------------


def _column(c_0, c_1, c_2, first):
    """Return the sum of products that belong to one digit of x 2/pi."""
    return (
        c_0 * int(DIGITS_2_PI[first])
        + c_1 * int(DIGITS_2_PI[first + 1])
        + c_2 * int(DIGITS_2_PI[first + 2])
    )


def _many_digits(x):
    """Return what _reduced does, by x 2/pi modulo 4 in whole numbers with the digits that matter
    [PayneHanek1983].
    """
    mask = (1 << DIGIT) - 1
    n = bits(abs(x))
    exponent = (n >> 52) - 1075
    q = exponent // DIGIT
    shift = exponent - DIGIT * q
    significand = (n & FRACTION) | (FRACTION + 1)
    low = (significand & mask) << shift  # x = (c_0 + c_1 B + c_2 B^2) B^q, B = 2^26
    middle = ((significand >> DIGIT) << shift) + (low >> DIGIT)
    c_0, c_1, c_2 = low & mask, middle & mask, middle >> DIGIT
    q += 2  # the place of the first digit that is not a multiple of 4 times a whole number
    d_6 = _column(c_0, c_1, c_2, q + 6) + (_column(c_0, c_1, c_2, q + 7) >> DIGIT)
    d_5 = _column(c_0, c_1, c_2, q + 5) + (d_6 >> DIGIT)
    d_4 = _column(c_0, c_1, c_2, q + 4) + (d_5 >> DIGIT)
    d_3 = _column(c_0, c_1, c_2, q + 3) + (d_4 >> DIGIT)
    d_2 = _column(c_0, c_1, c_2, q + 2) + (d_3 >> DIGIT)
    d_1 = _column(c_0, c_1, c_2, q + 1) + (d_2 >> DIGIT)
    quadrant = _column(c_0, c_1, c_2, q) + (d_1 >> DIGIT)
    first = ((d_1 & mask) << DIGIT) | (d_2 & mask)  # the fraction: three numbers of 52 bits
    second = ((d_3 & mask) << DIGIT) | (d_4 & mask)
    third = ((d_5 & mask) << DIGIT) | (d_6 & mask)
    above = first >> 51
    if above:  # more than a half: one minus the fraction
        quadrant += 1
        first, second, third = FRACTION - first, FRACTION - second, FRACTION - third
    a, b = first * 2.0**-52, second * 2.0**-104
    s = a + b
    t = (b - (s - a)) + third * 2.0**-156
    fraction = s + t
    p, rest = _product(fraction, HALF_PI)
    rest += (t - (fraction - s)) * HALF_PI + fraction * HALF_PI_REST
    r = p + rest
    rest -= r - p
    if above:
        r, rest = -r, -rest
    return (-quadrant, -r, -rest) if x < 0.0 else (quadrant, r, rest)


def _reduced(x):
    """Return n, a, b with x = n pi/2 + a + b, |a| below pi/4 and b what a leaves over."""
    if abs(x) < 1e6:
        n = (x * TWO_OVER_PI + WHOLE) - WHOLE
        first = x - n * PI_1  # exact
        second = n * PI_2
        r = first - second
        w = n * PI_3 - ((first - r) - second)
        a = r - w
        # pi/2 has been right to 2^-101: enough for all but arguments next to a multiple of it
        if abs(a) > 1e-12:
            return int(n), a, (r - a) - w
    return _many_digits(x)


def _sin_near(x, y):
    """Return sin(x + y) up to pi/4 [Sun1993]."""
    z = x * x
    w = z * z
    r = 8.33333333332248946124e-03 + z * (
        -1.98412698298579493134e-04 + z * 2.75573137070700676789e-06
    )
    r += z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)
    v = z * x
    return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01)


def _cos_near(x, y):
    """Return cos(x + y) up to pi/4 [Sun1993]."""
    z = x * x
    w = z * z
    r = z * (
        4.16666666666666019037e-02
        + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)
    )
    r += (
        w
        * w
        * (
            -2.75573143513906633035e-07
            + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)
        )
    )
    h = 0.5 * z
    w = 1.0 - h
    return w + (((1.0 - w) - h) + (z * r - x * y))


def sin(x):
    """Return the sine of an angle [rad]."""
    if abs(x) <= QUARTER_PI:
        return x if abs(x) < 2.0**-27 else _sin_near(x, 0.0)
    if not abs(x) < inf:
        return nan
    n, a, b = _reduced(x)
    s = _cos_near(a, b) if n & 1 else _sin_near(a, b)
    return -s if n & 2 else s


def cos(x):
    """Return the cosine of an angle [rad]."""
    if abs(x) <= QUARTER_PI:
        return _cos_near(x, 0.0)
    if not abs(x) < inf:
        return nan
    n, a, b = _reduced(x)
    s = _sin_near(a, b) if n & 1 else _cos_near(a, b)
    return -s if (n + 1) & 2 else s


# -- the angle of a vector -------------------------------------------------------------------------


def atan2(y, x):
    """Return the angle of the vector (x, y) with the x axis, from -pi to pi [rad].

    With the larger coordinate a, the smaller one b and k/8 the fraction nearest to b/a,
    arctan(b/a) = arctan(k/8) + arctan(t), t = (b - a k/8) / (a + b k/8), |t| <= 1/16.
    """
    if x != x or y != y:
        return nan
    left, below = bits(x) < 0, bits(y) < 0
    a, b = abs(x), abs(y)
    steep = b > a
    if steep:
        a, b = b, a
    if a == inf:
        a, b = 1.0, (1.0 if b == inf else 0.0)
    elif a > 2.0**1000:
        a, b = a * 2.0**-30, b * 2.0**-30
    elif a < 2.0**-900:
        a, b = (a * 2.0**100, b * 2.0**100) if a > 0.0 else (1.0, 0.0)
    ratio = b / a
    k = int(ratio * 8.0 + 0.5)
    hi, lo, t = 0.0, 0.0, ratio
    if k > 0:
        c = k * 0.125
        a_1 = _upper(a)
        t = ((b - c * a_1) - c * (a - a_1)) / (a + c * b)
        hi, lo = float(ARC[k]), float(ARC_REST[k])
    z = t * t
    w = z * z
    tail = (
        t
        * z
        * (
            (-1.0 / 3.0 + z * (1.0 / 5.0))
            + w * ((-1.0 / 7.0 + z * (1.0 / 9.0)) + w * (-1.0 / 11.0 + z * (1.0 / 13.0)))
        )
    )
    if steep == left:  # the angle grows with the ratio, or falls where one of them holds
        hi, lo, t, tail = (
            (hi, lo, t, tail) if not left else (HALF_PI + hi, HALF_PI_REST + lo, t, tail)
        )
    else:
        hi, lo, t, tail = (
            (2.0 * HALF_PI if left else HALF_PI) - hi,
            (2.0 * HALF_PI_REST if left else HALF_PI_REST) - lo,
            -t,
            -tail,
        )
    angle = hi + t
    rest = (t - (angle - hi)) + (lo + tail)
    angle += rest
    return -angle if below else angle


# -- exponential function --------------------------------------------------------------------------


def _scaled(y, k):
    """Return y 2^k, also where 2^k or the result is no normal number."""
    if k > 1000:
        return y * 2.0**1000 * real((k + 23) << 52)
    if k < -1000:
        return y * real((k + 2023) << 52) * 2.0**-1000
    return y * real((k + 1023) << 52)


def _exp(x, tail):
    """Return exp(x + tail), x from -746 to 710 and tail far smaller: x = n ln(2)/128 + r, exp(x)
    = 2^(n/128) exp(r).
    """
    k = (x * STEPS_OF_E + WHOLE) - WHOLE
    r = ((x - k * STEP_1) - k * STEP_2) + tail
    n = int(k)
    j = n & (STEPS - 1)
    z = r * r
    p = float(POWER_REST[j]) + (
        r + z * ((0.5 + r * (1.0 / 6.0)) + z * (1.0 / 24.0 + r * (1.0 / 120.0)))
    )
    n >>= 7
    if -1000 < n < 1000:
        power = real(int(POWER_BITS[j]) + (n << 52))
        return power + power * p
    power = real(int(POWER_BITS[j]))
    return _scaled(power + power * p, n)


def exp(x):
    """Return e^x."""
    if x > 709.79:
        return inf
    if x < -745.2:
        return 0.0
    if x != x:
        return nan
    return _exp(x, 0.0)


# -- logarithms ------------------------------------------------------------------------------------


def _split(x):
    """Return k, i, m with x = 2^k m, m in the interval i of the table, for x > 0."""
    k = 0
    if x < LEAST_NORMAL:
        x, k = x * 2.0**54, -54
    n = bits(x) - LOWEST
    return k + (n >> 52), (n & FRACTION) >> 45, real((n & FRACTION) + LOWEST)


def _near_one(i, m, rest):
    """Return f and what it leaves over, 1 + f = (m + rest) r with the inverse r of the table:
    |f| < 1/100.
    """
    r = float(INVERSE[i])
    upper = _upper(m)
    first, second = upper * r - 1.0, (m - upper) * r  # exact: r has eight bits
    f = first + second
    return f, (second - (f - first)) + rest * r


def _log(x, rest):
    """Return ln(x + rest), rest far smaller than x: k ln(2) - ln(r) + ln(1 + f)."""
    k, i, m = _split(x)
    f, f_rest = _near_one(i, m, rest * real((1023 - k) << 52) if rest != 0.0 else 0.0)
    big = k * LN_2_HI + float(LOG_HI[i])
    hi = big + f
    lo = (f - (hi - big)) + ((f_rest - f * f_rest) + (k * LN_2_LO + float(LOG_LO[i])))
    z = f * f
    series = z * (
        z
        * (
            (-0.25 + f * 0.2)
            + z * ((-1.0 / 6.0 + f * (1.0 / 7.0)) + z * (-0.125 + f * (1.0 / 9.0)))
        )
        + f * (1.0 / 3.0)
        - 0.5
    )
    return hi + (lo + series)


def log(x):
    """Return the natural logarithm."""
    if not 0.0 < x < inf:
        return x if x == inf else -inf if x == 0.0 else nan
    return _log(x, 0.0)


def log1p(x):
    """Return ln(1 + x), also where x is small."""
    if not -1.0 < x < inf:
        return x if x == inf else -inf if x == -1.0 else nan
    if abs(x) < 2.0**-54:
        return x
    if x > 2.0**60:
        return _log(x, 0.0)
    total = 1.0 + x
    rest = x - (total - 1.0) if abs(x) < 1.0 else 1.0 - (total - x)
    return _log(total, rest)


def _long_log(x):
    """Return ln(x) in two parts, right to some 66 bits: the half square of f is taken in two
    parts, too.
    """
    k, i, m = _split(x)
    f, rest = _near_one(i, m, 0.0)
    big = k * LN_2_HI + float(LOG_HI[i])
    first = big + f
    lo = (rest - f * rest) + ((f - (first - big)) + (k * LN_2_LO + float(LOG_LO[i])))
    f_1 = _upper(f)
    square = 0.5 * f_1 * f_1  # exact
    hi = first - square
    lo += (first - hi) - square
    lo -= 0.5 * (f - f_1) * (f + f_1)
    z = f * f
    series = (1.0 / 3.0 - 0.25 * f) + z * (
        (0.2 - f * (1.0 / 6.0)) + z * ((1.0 / 7.0 - 0.125 * f) + z * (1.0 / 9.0 - 0.1 * f))
    )
    lo += f * z * series
    total = hi + lo
    return total, lo - (total - hi)


def log10(x):
    """Return the logarithm to the base 10."""
    if not 0.0 < x < inf:
        return x if x == inf else -inf if x == 0.0 else nan
    hi, lo = _long_log(x)
    p, rest = _product(hi, INVERSE_LN_10)
    return p + (rest + (hi * INVERSE_LN_10_REST + lo * INVERSE_LN_10))


# -- powers ----------------------------------------------------------------------------------------


def _half_power(x, twice):
    """Return x^(twice/2) for twice from 1 to 8, but 7, as roots and products, corrected by what
    these have rounded off.
    """
    if twice == 2.0:
        return x
    if twice == 1.0:
        return sqrt(x)
    square, lost = _product(x, x)
    if twice == 4.0:
        return square
    if twice == 6.0:
        return square * x + lost * x
    if twice == 8.0:
        return square * square + 2.0 * square * lost
    root = sqrt(x)
    upper = _upper(root)
    lower = root - upper
    error = ((x - upper * upper) - 2.0 * upper * lower) - lower * lower  # x - root^2
    if twice == 3.0:
        return x * root + 0.5 * root * error
    return square * root + (lost * root + 0.5 * x * root * error)


def _positive_power(x, y):
    """Return x^y = exp(y ln x), x > 0 and both finite, with the logarithm in two parts."""
    hi, lo = _long_log(x)
    rough = y * hi
    if not abs(rough) < 700.0:
        if rough > 710.0:
            return inf
        if rough < -746.0:
            return 0.0
    p, rest = _product(y, hi)
    rest += y * lo
    a = p + rest
    return _exp(a, rest - (a - p))


def _any_power(x, y):
    """Return x^y where x is not positive, or one of them is not finite [Ieee754]."""
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return nan
    size, steps = abs(x), abs(y)
    if steps == inf:
        return 1.0 if size == 1.0 else inf if (size > 1.0) == (y > 0.0) else 0.0
    whole = steps >= 2.0**52 or (steps + 2.0**52) - 2.0**52 == steps
    odd = whole and steps < 2.0**53 and (0.5 * steps + 2.0**52) - 2.0**52 != 0.5 * steps
    if x == 0.0 or size == inf:
        z = inf if (x == 0.0) == (y < 0.0) else 0.0
    elif whole:
        z = _positive_power(size, y)
    else:
        return nan
    return -z if odd and bits(x) < 0 else z


def pow(x, y):
    """Return x^y; exponents of contact laws (1/2, 3/2, 5/2, 2, 3, 4) are roots and products."""
    if 0.0 < x < inf and abs(y) < inf:
        twice = y + y
        if (
            1.0 <= twice <= 8.0
            and (twice + WHOLE) - WHOLE == twice
            and 1e-60 < x < 1e60
            and twice != 7.0
        ):
            return _half_power(x, twice)
        return _positive_power(x, y)
    return _any_power(x, y)


def hypot(x, y):
    """Return the length of the vector (x, y); what the squares lose is added to their sum."""
    a, b = abs(x), abs(y)
    if a == inf or b == inf:
        return inf
    if a != a or b != b:
        return nan
    if a < b:
        a, b = b, a
    if b <= a * 2.0**-54:
        return a + b
    scale = 1.0
    if a > 2.0**500:
        a, b, scale = a * 2.0**-600, b * 2.0**-600, 2.0**600
    elif b < 2.0**-400:
        a, b, scale = a * 2.0**600, b * 2.0**600, 2.0**-600
    first, lost_1 = _product(a, a)
    second, lost_2 = _product(b, b)
    total = first + second
    return scale * sqrt(total + (((first - total) + second) + (lost_1 + lost_2)))


# -- hyperbolic tangent ----------------------------------------------------------------------------


def _polynomial_8(z, w, c):
    """Return c_0 + c_1 z + ... + c_7 z^7 with w = z^2."""
    return (c[0] + z * c[1]) + w * (
        (c[2] + z * c[3]) + w * ((c[4] + z * c[5]) + w * (c[6] + z * c[7]))
    )


def tanh(x):
    """Return the hyperbolic tangent: x + (sinh x - x cosh x) / cosh x by series where x is
    small, else 1 - 2/(e^2x + 1).
    """
    a = abs(x)
    if a < 2.0**-28 or x != x:
        return x
    if a < 0.625:
        z = a * a
        w = z * z
        difference = _polynomial_8(z, w, DIFFERENCE)
        cosh = _polynomial_8(z, w, COSH)
        y = a - a * z * difference / cosh
    else:
        y = 1.0 - 2.0 / (_exp(2.0 * a, 0.0) + 1.0) if a < 22.0 else 1.0
    return -y if x < 0.0 else y


def nextafter(x, y):
    """Return the number next to x on the way to y."""
    if x != x or y != y:
        return nan
    if x == y:
        return y
    if x == 0.0:
        return 2.0**-1074 if y > 0.0 else -(2.0**-1074)
    return real(bits(x) + 1) if (x < y) == (x > 0.0) else real(bits(x) - 1)


# by their names in C, with the number of arguments
FUNCTIONS: dict[str, tuple[Callable[..., float], int]] = {
    "sin": (sin, 1),
    "cos": (cos, 1),
    "atan2": (atan2, 2),
    "exp": (exp, 1),
    "log": (log, 1),
    "log1p": (log1p, 1),
    "log10": (log10, 1),
    "tanh": (tanh, 1),
    "pow": (pow, 2),
    "hypot": (hypot, 2),
    "nextafter": (nextafter, 2),
}

HELPERS: tuple[Callable[..., Any], ...] = (  # what they call
    _upper,
    _product,
    _column,
    _many_digits,
    _reduced,
    _sin_near,
    _cos_near,
    _scaled,
    _exp,
    _split,
    _near_one,
    _log,
    _long_log,
    _half_power,
    _positive_power,
    _any_power,
    _polynomial_8,
)

TABLES = (
    "DIGITS_2_PI",
    "ARC",
    "ARC_REST",
    "POWER_BITS",
    "POWER_REST",
    "INVERSE",
    "LOG_HI",
    "LOG_LO",
)
