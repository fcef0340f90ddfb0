"""Numbers with a unit, as in ``0.5 mm``, ``207 GPa``, ``5000 rpm``, ``10 N*m/rad``; inside
everything is SI.
"""

import re
from functools import cache
from math import pi

from .errors import InputError, brief, suggestion

# unit -> (factor to SI, exponents of kg, m, s, rad, K)
_BASE: dict[str, tuple[float, tuple[int, int, int, int, int]]] = {
    "1": (1.0, (0, 0, 0, 0, 0)),
    "%": (0.01, (0, 0, 0, 0, 0)),
    "g": (1e-3, (1, 0, 0, 0, 0)),
    "t": (1e3, (1, 0, 0, 0, 0)),
    "lb": (0.45359237, (1, 0, 0, 0, 0)),
    "m": (1.0, (0, 1, 0, 0, 0)),
    "in": (0.0254, (0, 1, 0, 0, 0)),
    "ft": (0.3048, (0, 1, 0, 0, 0)),
    "s": (1.0, (0, 0, 1, 0, 0)),
    "min": (60.0, (0, 0, 1, 0, 0)),
    "h": (3600.0, (0, 0, 1, 0, 0)),
    "Hz": (1.0, (0, 0, -1, 0, 0)),
    "rad": (1.0, (0, 0, 0, 1, 0)),
    "deg": (pi / 180, (0, 0, 0, 1, 0)),
    "rev": (2 * pi, (0, 0, 0, 1, 0)),
    "rpm": (2 * pi / 60, (0, 0, -1, 1, 0)),
    "N": (1.0, (1, 1, -2, 0, 0)),
    "lbf": (4.4482216152605, (1, 1, -2, 0, 0)),
    "Pa": (1.0, (1, -1, -2, 0, 0)),
    "bar": (1e5, (1, -1, -2, 0, 0)),
    "psi": (6894.757293168361, (1, -1, -2, 0, 0)),
    "J": (1.0, (1, 2, -2, 0, 0)),
    "W": (1.0, (1, 2, -3, 0, 0)),
    "P": (0.1, (1, -1, -1, 0, 0)),
    "K": (1.0, (0, 0, 0, 0, 1)),
}
_PREFIX = {
    "n": 1e-9,
    "u": 1e-6,
    "µ": 1e-6,
    "μ": 1e-6,
    "m": 1e-3,
    "c": 1e-2,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
}
_PREFIXED = {"g", "m", "s", "rad", "Hz", "N", "Pa", "J", "W", "P", "bar"}
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*$")
_FACTOR = re.compile(r"([A-Za-zµμ%]+|1)(?:\^?(-?\d+))?$")

Dimension = tuple[int, ...]


def _symbol(word: str) -> tuple[float, Dimension]:
    if word in _BASE:
        return _BASE[word]
    prefix, rest = word[:1], word[1:]
    if prefix in _PREFIX and rest in _PREFIXED:
        factor, dimension = _BASE[rest]
        return _PREFIX[prefix] * factor, dimension
    known = [*_BASE, "mm", "um", "kg", "ms", "us", "kN", "MPa", "GPa", "cP", "mrad", "kHz"]
    raise InputError(f"unknown unit {brief(word)}.{suggestion(word, known)}")


@cache
def _unit(text: str) -> tuple[float, Dimension]:
    """Return the factor to SI and the dimension of a unit such as ``N*m/rad`` or ``kg m^2``."""
    dimension: Dimension = (0,) * 5
    factor, sign = 1.0, 1
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
        factor *= _power(scale, power)
        dimension = tuple(d + power * e for d, e in zip(dimension, exponents, strict=True))
    return factor, dimension


def _power(scale: float, power: int) -> float:
    """Return a power rounded once, as the C library's pow need not be."""
    if power == 1:
        return scale
    from fractions import Fraction

    return float(Fraction(scale) ** power)


def parse(text: str, unit: str) -> float:
    """Return the SI value of ``text`` (``"0.5 mm"``), which must have the dimension of ``unit``.

    ``unit`` may offer alternatives separated by ``|`` (``"rad/s|m/s"``).
    """
    match = _NUMBER.match(text)
    if match is None:
        raise InputError(f"expected a number, optionally with a unit [{unit}], got {brief(text)}.")
    value = float(match[1])
    if not match[2]:
        return value
    factor, dimension = _unit(match[2])
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
    return value * factor
