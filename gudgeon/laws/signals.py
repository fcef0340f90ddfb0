"""Signals: functions of time, for drivers (position, speed, acceleration of a coordinate) and
loads (magnitude). The magnitude of a load may also be a function of a joint coordinate or of its
rate.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, product
from math import cos, pi, sin
from typing import Any, ClassVar

from .._base.description import Number, description, option
from .._base.errors import InputError, brief
from .base import Law, helper, law, param

__all__ = [
    "Constant",
    "ConstantSpeed",
    "Harmonic",
    "Product",
    "Pulse",
    "Signal",
    "SmoothStep",
    "SpeedRamp",
    "Step",
    "Sum",
    "Trapezoid",
]

PER_SECOND = "rad/s|m/s"
VALUE = "rad|m|N|N*m|1"
ARGUMENT = "s|rad|m|rad/s|m/s"
TIME = "time"
MAX_TERMS = 1000  # signals in a sum of products
MAX_BREAKPOINTS = 2_000_000  # of one signal in a run
ROUNDING = 1e-14  # relative: two arguments that differ by less were meant to be one


@description
class Signal(Law):
    """A function of time and its first two derivatives.

    A driver makes a joint coordinate follow it; a load takes its value as magnitude. The argument
    of a load's signal may be a joint coordinate or its rate instead of time: ``over="G.angle"`` or
    ``over="G.angle_rate"``. Arguments at which a derivative jumps are returned by
    :meth:`breakpoints`: the integrator steps exactly onto them, the value itself may jump where
    ``jumps`` is true. Signals can be added, subtracted and multiplied, ``a + b``, ``a - b`` and
    ``a * b``, with each other and with numbers.
    """

    family = "signal"
    inputs = (("t", 1),)
    outputs = ("value", "rate", "acceleration")
    function = "value"
    beside: ClassVar[tuple[str, ...]] = ("over",)
    jumps: ClassVar[bool] = False  # the value itself jumps at breakpoints
    has_corners: ClassVar[bool] = False  # its first derivative jumps at breakpoints

    over: str = option(
        "its argument: time, or a joint coordinate or its rate, such as G.angle or G.angle_rate",
        default=TIME,
        kw_only=True,
    )

    def breakpoints(self) -> tuple[float, ...]:
        """Return the arguments at which the signal is not smooth, of one that repeats itself those
        in one period.
        """
        return ()

    def breakpoints_until(self, end: float) -> Iterable[float]:
        """Return the times at which the signal is not smooth, between 0 and ``end`` at least [s]."""
        return self.breakpoints()

    def repeats(self) -> float:
        """Return its period; 0 for a signal that does not repeat itself."""
        return 0.0

    def span(self) -> tuple[float, float]:
        """Return the times between which a driver may follow the signal [s]."""
        return (-float("inf"), float("inf"))

    def overshoot(self) -> tuple[float, float]:
        """Return by how much it goes beyond the data of which it is made, and their range."""
        return 0.0, 0.0

    def terms(self) -> "tuple[tuple[Signal, ...], ...]":
        """Return it as a sum of products of signals that are neither."""
        return ((self,),)

    def leaves(self) -> "tuple[Signal, ...]":
        """Return all signals of which it is made."""
        return tuple(chain.from_iterable(self.terms()))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.over == TIME:
            self.check_argument("s")

    def check_argument(self, unit: str) -> None:
        """Reject arguments that were given in another unit than that of what it depends on."""
        fields = type(self).__dataclass_fields__.values()
        specs = {field.name: field.metadata.get("quantity") for field in fields}
        self.in_units(
            **{name: unit for name, spec in specs.items() if spec and spec.unit == ARGUMENT}
        )

    def __add__(self, other: object) -> "Sum":
        return Sum((*_parts(self, Sum), *_parts(_signal(other), Sum)))

    def __mul__(self, other: object) -> "Product":
        return Product((*_parts(self, Product), *_parts(_signal(other), Product)))

    def __neg__(self) -> "Product":
        return Constant(-1.0) * self

    def __sub__(self, other: object) -> "Sum":
        return self + -_signal(other)

    def __rsub__(self, other: object) -> "Sum":
        return _signal(other) - self

    def __radd__(self, other: object) -> "Sum":
        return _signal(other) + self

    def __rmul__(self, other: object) -> "Product":
        return _signal(other) * self


def _signal(value: object) -> Signal:
    """Return a signal, or the constant that a number means."""
    return value if isinstance(value, Signal) else Constant(value)  # type: ignore[arg-type]


def _parts(signal: Signal, kind: type) -> tuple[Signal, ...]:
    """Return the parts of a sum or a product, or the signal itself."""
    return signal.signals if isinstance(signal, kind) else (signal,)  # type: ignore[attr-defined]


@law
class Constant(Signal):
    """The same value for ever."""

    level: Number = param("a", VALUE, "the value")

    @staticmethod
    def value(t, a):
        """x = a"""
        return a, 0.0, 0.0


@law
class ConstantSpeed(Signal):
    """A coordinate that grows steadily, such as the angle of a crank at constant speed."""

    speed: Number = param("omega", PER_SECOND, "rate of the coordinate")
    start: Number = param("a", VALUE, "value at t = 0", default=0.0)

    @staticmethod
    def value(t, omega, a):
        """x = a + ω t"""
        return a + omega * t, omega, 0.0


@law
class SpeedRamp(Signal):
    """A speed that rises linearly from one value to another and stays there: a machine that is
    started or stopped.
    """

    initial_speed: Number = param("omega_0", PER_SECOND, "speed before the ramp")
    final_speed: Number = param("omega_1", PER_SECOND, "speed after the ramp")
    duration: Number = param("T", "s", "how long the ramp lasts", gt=0)
    begin: Number = param("t_0", "s", "when the ramp begins", default=0.0)
    start: Number = param("a", VALUE, "value at t = 0", default=0.0)

    def breakpoints(self) -> tuple[float, ...]:
        """Return both ends of the ramp."""
        return (self.begin, self.begin + self.duration)

    @staticmethod
    def value(t, omega_0, omega_1, T, t_0, a):
        """ẋ = ω₀ + (ω₁ − ω₀) (t − t₀)/T for t₀ ≤ t ≤ t₀ + T"""
        rate = (omega_1 - omega_0) / T
        inside = min(max(t - t_0, 0.0), T)
        before = min(max(-t_0, 0.0), T)  # how much of the ramp lies before t = 0
        speed = omega_0 + rate * inside
        ramp = 0.5 * rate * inside * inside + (omega_1 - omega_0) * max(t - t_0 - T, 0.0)
        at_zero = 0.5 * rate * before * before + (omega_1 - omega_0) * max(-t_0 - T, 0.0)
        return a + omega_0 * t + ramp - at_zero, speed, rate if 0.0 <= t - t_0 < T else 0.0


@law
class SmoothStep(Signal):
    """A value that goes smoothly from one level to another, with zero speed and acceleration at
    both ends.
    """

    initial: Number = param("a", VALUE, "value before")
    final: Number = param("b", VALUE, "value after")
    duration: Number = param("T", ARGUMENT, "how long it takes", gt=0)
    begin: Number = param("t_0", ARGUMENT, "when it begins", default=0.0)

    def breakpoints(self) -> tuple[float, ...]:
        """Return both ends of the step."""
        return (self.begin, self.begin + self.duration)

    @staticmethod
    def value(t, a, b, T, t_0):
        """x = a + (b − a) (10 s³ − 15 s⁴ + 6 s⁵), s = (t − t₀)/T between 0 and 1"""
        s = min(max((t - t_0) / T, 0.0), 1.0)
        x = a + (b - a) * s * s * s * (10.0 + s * (6.0 * s - 15.0))
        x_dot = (b - a) / T * 30.0 * s * s * (1.0 - s) * (1.0 - s)
        return x, x_dot, (b - a) / (T * T) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)


@law
class Harmonic(Signal):
    """A sine about a mean value."""

    amplitude: Number = param("a", VALUE, "amplitude")
    frequency: Number = param(
        "f", "Hz|1/rad|1/m", "cycles per second, or per unit of its argument", gt=0
    )
    phase: Number = param("phi", "rad", "phase at t = 0", default=0.0)
    mean: Number = param("x_m", VALUE, "mean value", default=0.0)

    @staticmethod
    def value(t, a, f, phi, x_m):
        """x = x_m + a sin(2π f t + φ)"""
        omega = 2.0 * pi * f
        s, c = sin(omega * t + phi), cos(omega * t + phi)
        return x_m + a * s, a * omega * c, -a * omega * omega * s


@law
class Step(Signal):
    """A value that jumps to another and stays there."""

    final: Number = param("b", VALUE, "value from the jump on")
    at: Number = param("t_0", ARGUMENT, "where it jumps", default=0.0)
    initial: Number = param("a", VALUE, "value before", default=0.0)

    jumps = True

    def breakpoints(self) -> tuple[float, ...]:
        """Return where it jumps."""
        return (self.at,)

    @staticmethod
    def value(t, b, t_0, a):
        """x = a for t < t₀, else b"""
        return (b if t >= t_0 else a), 0.0, 0.0


@helper
def period_start(t, t_0, T):
    """Return where the period that contains t begins, t₀ + k T; t₀ if there is no period."""
    if T == 0.0:
        return t_0
    z = (t - t_0) / T
    k = float(int(z))
    if t_0 + k * T > t:
        k -= 1.0
    if t_0 + (k + 1.0) * T <= t:
        k += 1.0
    return t_0 + k * T


class Periodic(Signal):
    """Base of signals that happen once, from ``origin()`` on, or in every ``period``."""

    abstract = True

    def origin(self) -> float:
        """Return where it begins."""
        return float(self.begin)  # type: ignore[attr-defined]

    def corners(self) -> tuple[float, ...]:
        """Return how far behind its beginning it is not smooth."""
        raise NotImplementedError

    def breakpoints(self) -> tuple[float, ...]:
        """Return its corners in the first period."""
        return tuple(self.origin() + x for x in self.corners())

    def repeats(self) -> float:
        """Return the period."""
        return float(self.period)  # type: ignore[attr-defined]

    def breakpoints_until(self, end: float) -> Iterator[float]:
        """Return its corners in all periods, to the last bit where the equation has them."""
        start, period = self.origin(), self.repeats()
        if not period:
            yield from self.breakpoints()
            return
        if end / period * len(self.corners()) > MAX_BREAKPOINTS:
            raise InputError(
                f"it has more than {MAX_BREAKPOINTS} breakpoints in {end:g} s; make its period "
                f"longer, or the run shorter; got {period:g}.",
                ("period",),
            )
        # a corner at its end is the beginning of the next period, but for rounding
        corners = [x for x in self.corners() if x < period * (1.0 - ROUNDING)]
        for k in range(int(-start / period) - 2, int((end - start) / period) + 2):
            begin = start + k * period
            yield from (begin + x for x in corners)

    def _check_period(self, length: float) -> None:
        """Reject a period in which it does not fit."""
        if 0.0 < self.repeats() < length * (1.0 - ROUNDING):
            raise InputError(
                f"must be at least as long as it lasts, {length:g}; got {self.repeats():g}.",
                ("period",),
            )


@law
class Pulse(Periodic):
    """A value that jumps up and back again, once or in every period."""

    level: Number = param("b", VALUE, "value in the pulse")
    duration: Number = param("d", ARGUMENT, "how long the pulse lasts", gt=0)
    begin: Number = param("t_0", ARGUMENT, "where it begins", default=0.0)
    base: Number = param("a", VALUE, "value outside", default=0.0)
    period: Number = param("T", ARGUMENT, "after which it comes again; 0: never", default=0.0, ge=0)

    jumps = True

    def check(self) -> None:
        """Reject a pulse that is longer than its period."""
        self._check_period(self.duration)

    def corners(self) -> tuple[float, ...]:
        """Return both ends of the pulse."""
        return (0.0, self.duration)

    @staticmethod
    def value(t, b, d, t_0, a, T):
        """x = b for t₀ + k T ≤ t < t₀ + k T + d, else a"""
        start = period_start(t, t_0, T)
        return (b if start <= t < start + d else a), 0.0, 0.0


@law
class Trapezoid(Periodic):
    """A value that rises along a straight line, holds and falls back, once or in every period."""

    has_corners = True

    level: Number = param("b", VALUE, "value while it holds")
    rise: Number = param("r", ARGUMENT, "how long it rises", gt=0)
    hold: Number = param("d", ARGUMENT, "how long it holds", ge=0)
    fall: Number = param("f", ARGUMENT, "how long it falls", gt=0)
    begin: Number = param("t_0", ARGUMENT, "where it begins to rise", default=0.0)
    base: Number = param("a", VALUE, "value outside", default=0.0)
    period: Number = param("T", ARGUMENT, "after which it comes again; 0: never", default=0.0, ge=0)

    def check(self) -> None:
        """Reject a trapezoid that is longer than its period."""
        self._check_period(self.corners()[-1])

    def corners(self) -> tuple[float, ...]:
        """Return its four corners."""
        held = self.rise + self.hold
        return (0.0, self.rise, held, held + self.fall)

    @staticmethod
    def value(t, b, r, d, f, t_0, a, T):
        """x = a + (b − a) s, s = τ/r, 1, 1 − (τ − r − d)/f in turn, τ = t − t₀ − k T"""
        tau = t - period_start(t, t_0, T)
        s, slope = 0.0, 0.0
        if 0.0 <= tau < r:
            s, slope = tau / r, 1.0 / r
        elif r <= tau < r + d:
            s = 1.0
        elif r + d <= tau < r + d + f:
            s, slope = max(1.0 - (tau - r - d) / f, 0.0), -1.0 / f
        return a + (b - a) * s, (b - a) * slope, 0.0


@description
class Composed(Signal):
    """Base of signals that are made of others."""

    composed = True

    signals: tuple[Signal, ...] = option("what is added or multiplied", kw_only=False)

    def check(self) -> None:
        """Reject parts that are not signals, and an argument of its own."""
        several = isinstance(self.signals, tuple | list) and len(self.signals) > 0
        if not several or not all(isinstance(part, Signal) for part in self.signals):
            raise InputError(
                f"expected a list of signals such as Step(...), got {brief(self.signals)}.",
                ("signals",),
            )
        if self.over != TIME:
            raise InputError("belongs to each of its signals, not to the whole.", ("over",))
        if sum(map(len, self.terms())) > MAX_TERMS:
            raise InputError(
                f"multiplied out it has more than {MAX_TERMS} signals; make a table of it.",
                ("signals",),
            )

    def breakpoints(self) -> tuple[float, ...]:
        """Return those of all its signals of time that do not repeat themselves."""
        leaves = [leaf for leaf in self.leaves() if leaf.over == TIME and not leaf.repeats()]
        return tuple(sorted({x for leaf in leaves for x in leaf.breakpoints()}))

    def span(self) -> tuple[float, float]:
        """Return the times that all its signals cover."""
        firsts, lasts = zip(*(part.span() for part in self.signals), strict=True)
        return max(firsts), min(lasts)

    def __call__(self, *inputs: Any) -> Any:
        """Evaluate it in plain Python; all its signals must have the same argument."""
        if len({leaf.over for leaf in self.leaves()}) > 1:
            raise InputError("its signals have different arguments; call each with its own.")
        total = (0.0, 0.0, 0.0)
        for term in self.terms():
            x, x_dot, x_ddot = 1.0, 0.0, 0.0
            for leaf in term:
                y, y_dot, y_ddot = leaf(*inputs)
                x, x_dot, x_ddot = (
                    x * y,
                    x_dot * y + x * y_dot,
                    x_ddot * y + 2.0 * x_dot * y_dot + x * y_ddot,
                )
            total = (total[0] + x, total[1] + x_dot, total[2] + x_ddot)
        return total


@law
class Sum(Composed):
    """Several signals added up."""

    def terms(self) -> tuple[tuple[Signal, ...], ...]:
        """Return the terms of all its signals."""
        return tuple(chain.from_iterable(part.terms() for part in self.signals))

    @staticmethod
    def value(t):
        """x = x₁ + x₂ + ..."""


@law
class Product(Composed):
    """Several signals multiplied: a load over a stroke that acts only at times, or one way."""

    def terms(self) -> tuple[tuple[Signal, ...], ...]:
        """Return the product of all sums, multiplied out."""
        sums = [part.terms() for part in self.signals]
        return tuple(tuple(chain.from_iterable(factors)) for factors in product(*sums))

    @staticmethod
    def value(t):
        """x = x₁ x₂ ..."""
