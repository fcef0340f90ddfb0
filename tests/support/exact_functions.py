"""Elementary functions to some fifty digits, from integers and decimal fractions: what functions
of floats are measured by.
"""

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction

DIGITS = 60
BITS = 260
TURN_BITS = 1500  # of pi: the largest number has 1024 bits before the point


def _pi(bits: int) -> int:
    """Return 2^bits pi by Euler's series of arctan: 2 arctan(1/2) + 2 arctan(1/3), in terms that
    are all positive.
    """

    def arc(n: int) -> int:
        term = total = (n << (bits + 20)) // (n * n + 1)
        k = 1
        while term:
            term = term * 2 * k // ((2 * k + 1) * (n * n + 1))
            total += term
            k += 1
        return total

    return 4 * (arc(2) + arc(3)) >> 20


PI = _pi(TURN_BITS)


def _series(x: Fraction, first: int) -> Fraction:
    """Return sin x (first = 1) or cos x (first = 0) for |x| < 1, to a relative error of 2^-200."""
    square = (x * x).limit_denominator(1 << BITS) if x.denominator > 1 << BITS else x * x
    term = total = 1 << BITS
    k = first
    while term:
        term = -term * square.numerator // square.denominator // ((k + 1) * (k + 2))
        total += term
        k += 2
    return Fraction(total, 1 << BITS) * (x if first else 1)


def _quadrant(x: float) -> tuple[int, Fraction]:
    """Return n and r, x = n pi/2 + r."""
    scaled = Fraction(x) * (1 << TURN_BITS + 1)
    n = round(scaled / PI)
    rest = scaled - n * PI
    return n, Fraction(int(rest), 1 << TURN_BITS + 1)


def sin(x: float) -> Fraction:
    n, r = _quadrant(x)
    return (-1 if n & 2 else 1) * _series(r, 1 - (n & 1))


def cos(x: float) -> Fraction:
    n, r = _quadrant(x)
    return (-1 if (n + 1) & 2 else 1) * _series(r, n & 1)


def _arctan(t: Fraction) -> Fraction:
    """Return arctan t, 0 <= t <= 1, by t = tan(k/16) and the rest: arctan((t - c)/(1 + t c)) by
    its series.
    """
    total = Fraction(0)
    for k in (8, 4, 2, 1):
        c = Fraction(k, 16)
        if t > c:
            total += _arctan_small(c)
            t = (t - c) / (1 + t * c)
    return total + _arctan_small(t)


def _arctan_small(t: Fraction) -> Fraction:
    if not t:
        return t
    square = Fraction(int(t * t * (1 << BITS)), 1 << BITS)
    power = total = 1 << BITS
    k = 1
    while power:
        power = -power * square.numerator // square.denominator
        total += power // (2 * k + 1)
        k += 1
    return t * Fraction(total, 1 << BITS)


def atan2(y: float, x: float) -> Fraction:
    a, b = abs(Fraction(x)), abs(Fraction(y))
    half = Fraction(PI, 1 << TURN_BITS + 1)
    angle = _arctan(b / a) if b <= a else half - _arctan(a / b)
    angle = 2 * half - angle if x < 0 else angle
    return -angle if y < 0 else angle


def _decimal(function):  # type: ignore[no-untyped-def]
    def evaluate(*args: float) -> Fraction:
        with localcontext(Context(prec=DIGITS, Emax=10**9, Emin=-(10**9))):
            return Fraction(function(*map(Decimal, args)))

    return evaluate


exp = _decimal(lambda x: x.exp())
log = _decimal(lambda x: x.ln())
log10 = _decimal(lambda x: x.log10())
log1p = _decimal(
    lambda x: (
        (1 + x).ln()
        if abs(x) > Decimal("1e-10")
        else x * (1 - x / 2 + x * x / 3 - x**3 / 4 + x**4 / 5 - x**5 / 6)
    )
)
tanh = _decimal(
    lambda x: (
        1 - 2 / ((2 * x).exp() + 1)
        if abs(x) > Decimal("1e-10")
        else x * (1 - x * x / 3 + 2 * x**4 / 15 - 17 * x**6 / 315)
    )
)
pow = _decimal(lambda x, y: (y * x.ln()).exp() if x > 0 else abs(x) ** y * (-1 if y % 2 else 1))
hypot = _decimal(lambda x, y: (x * x + y * y).sqrt())


def ulps(value: float, exact: Fraction) -> float:
    """Return the error of a value in units in the last place of the exact number."""
    if math.isinf(value):  # the number that would come next
        largest = Fraction(2) ** 1024
        return 0.5 if abs(exact) >= largest - Fraction(2) ** 970 else math.inf
    size = float(min(abs(exact), Fraction(1.7976931348623157e308)))
    return float(abs(Fraction(value) - exact) / Fraction(math.ulp(size)))
