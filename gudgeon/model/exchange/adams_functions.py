"""Function expressions of Adams, as sums of products of what a mechanism knows: time, harmonic
functions and steps of it, and what is measured between markers.

``-100*(DM(4,5)-2)-1.0*VR(4,5)`` becomes {(DM 4 5): -100, (VR 4 5): -1, (): 200}.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite, pi, sqrt

from ..._base.elementary import cos, exp, log, sin
from ...laws import Constant, ConstantSpeed, Harmonic, Signal, SignalTable, SmoothStep, Sum

__all__ = [
    "Expression",
    "NotKnownError",
    "Scales",
    "integral",
    "read",
    "signal_of",
    "value_at_start",
]

Atom = tuple
Expression = dict[tuple[Atom, ...], float]
"""Products of atoms, sorted, with their factors."""

TIME: Atom = ("TIME",)
MAX_TERMS = 200
MAX_DEPTH = 60
LONG = 1e9  # [s]: beyond the end of every run
CONSTANTS = {"PI": pi, "DTOR": pi / 180, "RTOD": 180 / pi}
LENGTHS = ("DM", "DX", "DY", "DZ")
SPEEDS = ("VR", "VM", "VX", "VY", "VZ")
ANGLES = ("AX", "AY", "AZ")
RATES = ("WX", "WY", "WZ", "WM")
_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?([dD](?![A-Za-z_]))?|([A-Za-z_]\w*)|(\*\*|[-+*/(),^]))"
)


class NotKnownError(Exception):
    """An expression that cannot be read, or has something in it that has no counterpart."""


@dataclass(frozen=True)
class Scales:
    """SI units in one unit of the file."""

    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0
    force: float = 1.0


def read(text: str, scales: Scales, variables: Callable[[int], str] | None = None) -> Expression:
    """Return an expression, in units of the file, of quantities in SI units; ``variables`` gives the
    texts of those that it names.
    """
    return _Parser(text, scales, _Variables(scales, variables)).whole()


class _Variables:
    """Variables that expressions name; each is read once."""

    def __init__(self, scales: Scales, texts: Callable[[int], str] | None) -> None:
        self.scales, self.texts = scales, texts
        self.known: dict[int, Expression] = {}
        self.open: set[int] = set()

    def value(self, id: int) -> Expression:
        if id in self.open or len(self.open) > MAX_DEPTH:
            raise NotKnownError("its variables depend on each other in a circle")
        if id not in self.known:
            if self.texts is None:
                raise NotKnownError("it names a variable")
            self.open.add(id)
            self.known[id] = _Parser(self.texts(id), self.scales, self).whole()
            self.open.discard(id)
        return self.known[id]


# -- sums of products ------------------------------------------------------------------------------


def constant(value: float) -> Expression:
    """Return a number as an expression."""
    if not isfinite(value):
        raise NotKnownError("a number in it is not finite")
    return {(): value} if value != 0.0 else {}


def scaled(a: Expression, factor: float) -> Expression:
    """Return an expression times a number."""
    return {atoms: value * factor for atoms, value in a.items() if value * factor != 0.0}


def added(a: Expression, b: Expression) -> Expression:
    """Return the sum of two expressions."""
    if len(a) + len(b) > MAX_TERMS:
        raise NotKnownError("it has too many terms")
    total = dict(a)
    for atoms, value in b.items():
        total[atoms] = total.get(atoms, 0.0) + value
    return {atoms: value for atoms, value in total.items() if value != 0.0}


def multiplied(a: Expression, b: Expression) -> Expression:
    """Return the product of two expressions."""
    if len(a) * len(b) > MAX_TERMS:
        raise NotKnownError("it has too many terms")
    total: Expression = {}
    for left, x in a.items():
        for right, y in b.items():
            total = added(total, {tuple(sorted((*left, *right), key=repr)): x * y})
    return total


def number_of(a: Expression) -> float | None:
    """Return the number that an expression is, or None."""
    return a.get((), 0.0) if set(a) <= {()} else None


def affine(a: Expression) -> tuple[float, float]:
    """Return slope and value at t = 0 of an expression that is a straight line in time."""
    if set(a) <= {(), (TIME,)}:
        return a.get((TIME,), 0.0), a.get((), 0.0)
    raise NotKnownError("a function of it is known only of constants and straight lines in time")


# -- the text --------------------------------------------------------------------------------------


class _Parser:
    def __init__(self, text: str, scales: Scales, variables: _Variables) -> None:
        self.scales, self.variables = scales, variables
        self.tokens, self.at, self.depth = _tokens(text), 0, 0

    def whole(self) -> Expression:
        result = self.sum()
        if self.at < len(self.tokens):
            raise NotKnownError(f"{self.tokens[self.at][1]!r} in it is not understood")
        return result

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise NotKnownError("it ends too early")
        kind, word = self.tokens[self.at]
        if wanted and word != wanted:
            raise NotKnownError(f"{wanted!r} is missing before {word!r}")
        self.at += 1
        return kind, word

    def sum(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotKnownError("it is nested too deeply")
        total: Expression = {}
        sign = 1.0
        while self.peek() in ("+", "-"):
            sign = -sign if self.take()[1] == "-" else sign
        total = scaled(self.product(), sign)
        while self.peek() in ("+", "-"):
            sign = -1.0 if self.take()[1] == "-" else 1.0
            total = added(total, scaled(self.product(), sign))
        self.depth -= 1
        return total

    def product(self) -> Expression:
        total = self.power()
        while self.peek() in ("*", "/"):
            if self.take()[1] == "*":
                total = multiplied(total, self.power())
                continue
            below = number_of(self.power())
            if not below:
                raise NotKnownError("it divides by something that is not a number, or zero")
            total = scaled(total, 1.0 / below)
        return total

    def power(self) -> Expression:
        sign = 1.0
        while self.peek() in ("+", "-"):
            sign = -sign if self.take()[1] == "-" else sign
        base = self.value()
        if self.peek() in ("**", "^"):
            self.take()
            exponent = number_of(self.power())
            base = _raised(base, exponent)
        return scaled(base, sign)

    def value(self) -> Expression:
        kind, word = self.take()
        if word == "(":
            inside = self.sum()
            self.take(")")
            return inside
        if kind == "number":
            return constant(float(word))
        if kind != "name":
            raise NotKnownError(f"{word!r} stands where a value should")
        name = word.upper()
        if name == "TIME":
            return {(TIME,): 1.0 / self.scales.time}
        if name in CONSTANTS:
            return constant(CONSTANTS[name])
        if self.peek() != "(":
            raise NotKnownError(f"{word!r} is not known")
        self.take("(")
        arguments = [self.sum()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.sum())
        self.take(")")
        return self.function(name, arguments)

    def function(self, name: str, arguments: list[Expression]) -> Expression:
        scales = self.scales
        if name in LENGTHS + SPEEDS + ANGLES + RATES:
            markers = tuple(_marker(name, item) for item in arguments)
            rate = scales.time if name in SPEEDS + RATES else 1.0
            unit = scales.length if name in LENGTHS + SPEEDS else 1.0
            return {((name, *markers),): rate / unit}
        if name == "VARVAL" and len(arguments) == 1:
            return self.variables.value(_marker(name, arguments[0]))
        known = FUNCTIONS.get(name)
        if known is None:
            raise NotKnownError(f"the function {name} is not known")
        return known(arguments)


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotKnownError(f"{text[at : at + 10].strip()!r} in it is not understood")
        digits, exponent, degrees, name, sign = match.groups()
        if digits is not None:
            value = float(digits + (exponent or ""))
            found.append(("number", repr(value * pi / 180.0 if degrees else value)))
        else:
            found.append(("name", name) if name else ("sign", sign))
        at = match.end()
    if not found:
        raise NotKnownError("it is empty")
    return found


def _marker(name: str, item: Expression) -> int:
    value = number_of(item)
    if value is None or value != int(value):
        raise NotKnownError(f"{name} needs numbers of statements")
    return int(value)


def _raised(base: Expression, exponent: float | None) -> Expression:
    value = number_of(base)
    if exponent is None:
        raise NotKnownError("a power in it is not a number")
    if value is not None and (value > 0.0 or exponent == int(exponent)):
        try:
            if exponent != int(exponent):
                return constant(float(exp(exponent * float(log(value)))))
            power = 1.0
            for _ in range(int(min(abs(exponent), 1e4))):  # of which all but 1 is not finite, or 0
                power *= value
            return constant(power if exponent >= 0 else 1.0 / power)
        except (OverflowError, ZeroDivisionError):
            raise NotKnownError("a power in it is not finite") from None
    if exponent != int(exponent) or not 0 <= exponent <= 12:
        raise NotKnownError(f"the power {exponent:g} of a quantity is not known")
    result = constant(1.0)
    for _ in range(int(exponent)):
        result = multiplied(result, base)
    return result


# -- functions -------------------------------------------------------------------------------------


def _harmonic(omega: float, phase: float) -> Expression:
    """sin(omega t + phase)"""
    if omega == 0.0:
        return constant(float(sin(phase)))
    if omega < 0.0:
        return {(("SIN", -omega, -phase),): -1.0}
    return {(("SIN", omega, phase),): 1.0}


def _of_one(name: str, constant_of: Callable[[float], float]) -> Callable[..., Expression]:
    def function(arguments: list[Expression]) -> Expression:
        _count(name, arguments, 1)
        value = number_of(arguments[0])
        if value is not None:
            try:
                return constant(float(constant_of(value)))
            except (ValueError, OverflowError, ZeroDivisionError):
                raise NotKnownError(f"{name} of {value:g} does not exist") from None
        if name not in ("SIN", "COS"):
            raise NotKnownError(f"the function {name} is known of constants only")
        omega, phase = affine(arguments[0])
        return _harmonic(omega, phase + (pi / 2 if name == "COS" else 0.0))

    return function


def _numbers(name: str, arguments: list[Expression]) -> list[float]:
    values = [number_of(item) for item in arguments]
    if any(value is None for value in values):
        raise NotKnownError(f"{name} is known with constants only")
    return [value for value in values if value is not None]


def _count(name: str, arguments: list[Expression], least: int, most: float | None = None) -> None:
    if not least <= len(arguments) <= (least if most is None else most):
        raise NotKnownError(f"{name} has {len(arguments)} arguments")


def _step(name: str) -> Callable[[list[Expression]], Expression]:
    def function(arguments: list[Expression]) -> Expression:
        _count(name, arguments, 5)
        speed, start = affine(arguments[0])
        x_0, h_0, x_1, h_1 = _numbers(name, arguments[1:])
        if speed == 0.0 or not x_1 > x_0:
            raise NotKnownError(f"{name} needs a range of time that is not empty")
        first, second = (x_0 - start) / speed, (x_1 - start) / speed
        if speed < 0.0:
            first, second, h_0, h_1 = second, first, h_1, h_0
        return added(constant(h_0), scaled({((name, first, second),): 1.0}, h_1 - h_0))

    return function


def _shf(arguments: list[Expression]) -> Expression:
    """a sin(w (x - x0) - phi) + b"""
    _count("SHF", arguments, 4, 6)
    x_0, a, w, phi, b = [*_numbers("SHF", arguments[1:]), 0.0, 0.0][:5]
    speed, start = affine(arguments[0])
    return added(scaled(_harmonic(w * speed, w * (start - x_0) - phi), a), constant(b))


def _poly(arguments: list[Expression]) -> Expression:
    """a0 + a1 (x - x0) + a2 (x - x0)^2 + ..."""
    _count("POLY", arguments, 3, inf)
    base = added(arguments[0], constant(-_numbers("POLY", arguments[1:2])[0]))
    total: Expression = {}
    for a in reversed(_numbers("POLY", arguments[2:])):
        total = added(multiplied(total, base), constant(a))
    return total


def _fourier(name: str, shift: float) -> Callable[[list[Expression]], Expression]:
    def function(arguments: list[Expression]) -> Expression:
        _count(name, arguments, 4, inf)
        x_0, w, mean, *amplitudes = _numbers(name, arguments[1:])
        speed, start = affine(arguments[0])
        total = constant(mean)
        for k, a in enumerate(amplitudes, start=1):
            wave = _harmonic(k * w * speed, k * w * (start - x_0) + shift)
            total = added(total, scaled(wave, a))
        return total

    return function


FUNCTIONS: dict[str, Callable[[list[Expression]], Expression]] = {
    "SIN": _of_one("SIN", sin), "COS": _of_one("COS", cos), "EXP": _of_one("EXP", exp),
    "TAN": _of_one("TAN", lambda x: sin(x) / cos(x)), "SQRT": _of_one("SQRT", sqrt),
    "ABS": _of_one("ABS", abs), "LOG": _of_one("LOG", log), "STEP": _step("STEP"), "STEP5": _step("STEP5"),
    "SHF": _shf, "POLY": _poly, "FORSIN": _fourier("FORSIN", 0.0), "FORCOS": _fourier("FORCOS", pi / 2),
}  # fmt: skip


# -- what becomes of them --------------------------------------------------------------------------


def signal_of(a: Expression) -> Signal:
    """Return an expression of time as a signal."""
    line: Expression = {atoms: value for atoms, value in a.items() if atoms in ((), (TIME,))}
    parts: list[Signal] = []
    if line or not a:
        speed, start = affine(line)
        parts.append(ConstantSpeed(speed, start) if speed else Constant(start))
    for atoms, factor in a.items():
        if atoms in line:
            continue
        signal = _of_atom(atoms[0], factor)
        for atom in atoms[1:]:
            signal = signal * _of_atom(atom, 1.0)
        parts.append(signal)
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def _of_atom(atom: Atom, factor: float) -> Signal:
    name, *numbers = atom
    if name == "TIME":
        return ConstantSpeed(factor)
    if name == "SIN":
        omega, phase = numbers
        return Harmonic(amplitude=factor, frequency=omega / (2 * pi), phase=phase)
    if name == "STEP5":
        begin, end = numbers
        return SmoothStep(0.0, factor, end - begin, begin)
    if name == "STEP":  # a cubic with level ends, as smooth tables have beside level stretches
        begin, end = numbers
        points = (begin - LONG, begin, end, end + LONG)
        return SignalTable(points, (0.0, 0.0, factor, factor), "smooth")
    raise NotKnownError(f"{name} is no function of time")


def value_at_start(a: Expression) -> float:
    """Return the value of an expression of time at t = 0."""
    return float(signal_of(a)(0.0)[0])


def integral(a: Expression, start: float) -> Expression:
    """Return the integral of an expression of time over time, with a value at t = 0."""
    total: Expression = {}
    for atoms, factor in a.items():
        if all(atom == TIME for atom in atoms):
            n = len(atoms) + 1
            total = added(total, {(TIME,) * n: factor / n})
        elif len(atoms) == 1 and atoms[0][0] == "SIN":
            _, omega, phase = atoms[0]
            total = added(total, scaled(_harmonic(omega, phase + pi / 2), -factor / omega))
        else:
            raise NotKnownError(
                "a motion given by its rate is known of powers of time and harmonic functions only"
            )
    return added(total, constant(start - value_at_start(total)))
