"""Numbers with a unit, as in ``0.5 mm``, ``207 GPa``, ``5000 rpm``, ``10 N*m/rad``; inside
everything is SI.

Factors are exact fractions, of pi where angles are counted: what is read is the number next to the
true value, so that ``10 um`` is 1e-5 to the last bit.
"""

import re
from functools import cache
from typing import NamedTuple

from .errors import InputError, brief, suggestion

Dimension = tuple[int, ...]


class Factor(NamedTuple):
    """An exact factor: numerator / denominator * pi^power."""

    numerator: int
    denominator: int = 1
    pi: int = 0

    def times(self, other: "Factor", power: int = 1) -> "Factor":
        """Return the product with a power of another."""
        top, bottom = other.numerator ** abs(power), other.denominator ** abs(power)
        if power < 0:
            top, bottom = bottom, top
        pi = self.pi + power * other.pi
        return Factor(self.numerator * top, self.denominator * bottom, pi)

    def value(self) -> float:
        """Return the number next to it; a quotient of integers is rounded once."""
        top, bottom = self.numerator, self.denominator
        if self.pi > 0:
            top, bottom = top * PI**self.pi, bottom * PI_SCALE**self.pi
        elif self.pi < 0:
            top, bottom = top * PI_SCALE**-self.pi, bottom * PI**-self.pi
        try:
            return top / bottom
        except OverflowError:
            return float("inf") if top > 0 else -float("inf")


PI, PI_SCALE = 31415926535897932384626433832795028841971693993751058209749445923, 10**64
MAX_DIGITS = 1000  # of a number: beyond, it is read as any other program would

_NONE, _MASS, _LENGTH, _SECONDS = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0)
_ANGLE, _FORCE, _PRESSURE = (0, 0, 0, 1, 0), (1, 1, -2, 0, 0), (1, -1, -2, 0, 0)
_ENERGY, _POWER, _TURNING, _SPEED = (
    (1, 2, -2, 0, 0),
    (1, 2, -3, 0, 0),
    (0, 0, -1, 1, 0),
    (0, 1, -1, 0, 0),
)
_POUND, _FREE_FALL = Factor(45359237, 10**8), Factor(980665, 10**5)
_POUND_FORCE = _POUND.times(_FREE_FALL)

# unit -> factor to SI, exponents of kg, m, s, rad, K
_BASE: dict[str, tuple[Factor, Dimension]] = {
    "1": (Factor(1), _NONE),
    "%": (Factor(1, 100), _NONE),
    "g": (Factor(1, 1000), _MASS),
    "t": (Factor(1000), _MASS),
    "lb": (_POUND, _MASS),
    "oz": (_POUND.times(Factor(1, 16)), _MASS),
    "slug": (_POUND_FORCE.times(Factor(10000, 3048)), _MASS),
    "m": (Factor(1), _LENGTH),
    "in": (Factor(254, 10000), _LENGTH),
    "ft": (Factor(3048, 10000), _LENGTH),
    "yd": (Factor(9144, 10000), _LENGTH),
    "mil": (Factor(254, 10**7), _LENGTH),
    "micron": (Factor(1, 10**6), _LENGTH),
    "l": (Factor(1, 1000), (0, 3, 0, 0, 0)),
    "s": (Factor(1), _SECONDS),
    "min": (Factor(60), _SECONDS),
    "h": (Factor(3600), _SECONDS),
    "Hz": (Factor(1), (0, 0, -1, 0, 0)),
    "rad": (Factor(1), _ANGLE),
    "deg": (Factor(1, 180, 1), _ANGLE),
    "gon": (Factor(1, 200, 1), _ANGLE),
    "arcmin": (Factor(1, 10800, 1), _ANGLE),
    "arcsec": (Factor(1, 648000, 1), _ANGLE),
    "rev": (Factor(2, 1, 1), _ANGLE),
    "rpm": (Factor(1, 30, 1), _TURNING),
    "mph": (Factor(44704, 10**5), _SPEED),
    "N": (Factor(1), _FORCE),
    "Nm": (Factor(1), _ENERGY),
    "Nmm": (Factor(1, 1000), _ENERGY),
    "lbf": (_POUND_FORCE, _FORCE),
    "ozf": (_POUND_FORCE.times(Factor(1, 16)), _FORCE),
    "kgf": (_FREE_FALL, _FORCE),
    "dyn": (Factor(1, 10**5), _FORCE),
    "Pa": (Factor(1), _PRESSURE),
    "bar": (Factor(10**5), _PRESSURE),
    "atm": (Factor(101325), _PRESSURE),
    "psi": (_POUND_FORCE.times(Factor(10000, 254), 2), _PRESSURE),
    "ksi": (_POUND_FORCE.times(Factor(10000, 254), 2).times(Factor(1000)), _PRESSURE),
    "J": (Factor(1), _ENERGY),
    "W": (Factor(1), _POWER),
    "hp": (_POUND_FORCE.times(Factor(550 * 3048, 10000)), _POWER),
    "P": (Factor(1, 10), (1, -1, -1, 0, 0)),
    "St": (Factor(1, 10**4), (0, 2, -1, 0, 0)),
    "K": (Factor(1), (0, 0, 0, 0, 1)),
}
_ALIASES = {
    "\u00b0": "deg",
    "degree": "deg",
    "degrees": "deg",
    "RPM": "rpm",
    "inch": "in",
    "inches": "in",
    "microns": "micron",
    "thou": "mil",
    "turn": "rev",
    "turns": "rev",
    "sec": "s",
    "kp": "kgf",
    "L": "l",
}
_PREFIX = {
    "p": Factor(1, 10**12),
    "n": Factor(1, 10**9),
    "u": Factor(1, 10**6),
    "µ": Factor(1, 10**6),
    "μ": Factor(1, 10**6),
    "m": Factor(1, 10**3),
    "c": Factor(1, 10**2),
    "d": Factor(1, 10),
    "k": Factor(10**3),
    "M": Factor(10**6),
    "G": Factor(10**9),
}
_PREFIXED = {"g", "m", "s", "rad", "Hz", "N", "Nm", "Pa", "J", "W", "P", "St", "bar", "l"}
_NUMBER = re.compile(r"\s*([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?\s*(.*?)\s*$")
_FACTOR = re.compile(r"([A-Za-zµμ%\u00b0]+|1)(?:\^?(-?\d+))?$")


def _symbol(word: str) -> tuple[Factor, Dimension]:
    word = _ALIASES.get(word, word)
    if word in _BASE:
        return _BASE[word]
    prefix, rest = word[:1], word[1:]
    if prefix in _PREFIX and rest in _PREFIXED:
        factor, dimension = _BASE[rest]
        return _PREFIX[prefix].times(factor), dimension
    known = [
        *_BASE,
        *_ALIASES,
        "mm",
        "um",
        "kg",
        "ms",
        "us",
        "kN",
        "MPa",
        "GPa",
        "cP",
        "mrad",
        "kHz",
    ]
    raise InputError(f"unknown unit {brief(word)}.{suggestion(word, known)}")


@cache
def _unit(text: str) -> tuple[Factor, Dimension]:
    """Return the factor to SI and the dimension of a unit such as ``N*m/rad`` or ``kg m^2``."""
    dimension: Dimension = (0,) * 5
    factor, sign = Factor(1), 1
    for token in re.findall(
        r"/|[^\s*·/]+", text.replace("**", "^").replace("²", "^2").replace("³", "^3")
    ):
        if token == "/":
            sign = -1
            continue
        match = _FACTOR.match(token)
        if match is None:
            raise InputError(
                f"cannot read the unit {brief(text)}; write it like mm, N/m, kg*m^2 or N*m/rad."
            )
        scale, exponents = _symbol(match[1])
        power = sign * int((match[2] or "1")[:3])
        if abs(power) > 9:
            raise InputError(f"cannot read the unit {brief(text)}: powers go up to 9.")
        factor = factor.times(scale, power)
        dimension = tuple(d + power * e for d, e in zip(dimension, exponents, strict=True))
    return factor, dimension


def parse(text: str, unit: str) -> float:
    """Return the SI value of ``text`` (``"0.5 mm"``), which must have the dimension of ``unit``.

    ``unit`` may offer alternatives separated by ``|`` (``"rad/s|m/s"``).
    """
    match = _NUMBER.match(text)
    if match is None or not (match[2] or match[3]):
        raise InputError(f"expected a number, optionally with a unit [{unit}], got {brief(text)}.")
    number, word = text[: match.start(5)].strip(), match[5]
    if not word:
        return float(number)
    factor, dimension = _unit(word)
    allowed = unit.split("|")
    if any("^n" in unit for unit in allowed):
        raise InputError(
            f"its unit [{unit}] depends on another parameter; give a plain number in SI units, got "
            f"{brief(text)}."
        )
    if all(dimension != _unit(unit)[1] for unit in allowed):
        raise InputError(
            f"{brief(text)} has the wrong kind of unit; expected [{unit.replace('|', ' or ')}]."
        )
    exponent = float(match[4] or 0)
    if len(number) > MAX_DIGITS or abs(exponent) > MAX_DIGITS:
        return float(number) * factor.value()
    decimals = match[3] or ""
    digits = Factor(int(f"{match[1]}{match[2]}{decimals}"))
    return factor.times(digits).times(Factor(10), int(exponent) - len(decimals)).value()
