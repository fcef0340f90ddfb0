"""Signals: functions of time, for drivers (position, speed, acceleration of a coordinate) and
loads (magnitude).
"""

from math import cos, pi, sin

from .._base.errors import InputError
from .base import Law, law, param

__all__ = ["Constant", "ConstantSpeed", "Harmonic", "Ramp", "Signal", "SpeedRamp", "TimeTable"]

PER_SECOND = "rad/s|m/s"
VALUE = "rad|m|N|N*m|1"


class Signal(Law):
    """A function of time and its first two derivatives.

    A driver makes a joint coordinate follow it; a load takes its value as magnitude. Times at which
    a derivative jumps are returned by :meth:`breakpoints`: the integrator steps exactly onto them.
    """

    family = "signal"
    inputs = (("t", 1),)
    outputs = ("value", "rate", "acceleration")
    function = "value"

    def breakpoints(self) -> tuple[float, ...]:
        """Return the times at which the signal is not smooth [s]."""
        return ()

    def span(self) -> tuple[float, float]:
        """Return the times between which a driver may follow the signal [s]."""
        return (-float("inf"), float("inf"))


@law
class Constant(Signal):
    """The same value for ever."""

    level: float = param("a", VALUE, "the value")

    @staticmethod
    def value(t, a):
        """x = a"""
        return a, 0.0, 0.0


@law
class ConstantSpeed(Signal):
    """A coordinate that grows steadily, such as the angle of a crank at constant speed."""

    speed: float = param("omega", PER_SECOND, "rate of the coordinate")
    start: float = param("a", VALUE, "value at t = 0", default=0.0)

    @staticmethod
    def value(t, omega, a):
        """x = a + ω t"""
        return a + omega * t, omega, 0.0


@law
class SpeedRamp(Signal):
    """A speed that rises linearly from one value to another and stays there: a machine that is
    started or stopped.
    """

    initial_speed: float = param("omega_0", PER_SECOND, "speed before the ramp")
    final_speed: float = param("omega_1", PER_SECOND, "speed after the ramp")
    duration: float = param("T", "s", "how long the ramp lasts", gt=0)
    begin: float = param("t_0", "s", "when the ramp begins", default=0.0)
    start: float = param("a", VALUE, "value at t = 0", default=0.0)

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
class Ramp(Signal):
    """A value that goes smoothly from one level to another, with zero speed and acceleration at
    both ends.
    """

    initial: float = param("a", VALUE, "value before")
    final: float = param("b", VALUE, "value after")
    duration: float = param("T", "s", "how long it takes", gt=0)
    begin: float = param("t_0", "s", "when it begins", default=0.0)

    def breakpoints(self) -> tuple[float, ...]:
        """Return both ends of the ramp."""
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

    amplitude: float = param("a", VALUE, "amplitude")
    frequency: float = param("f", "Hz", "cycles per second", gt=0)
    phase: float = param("phi", "rad", "phase at t = 0", default=0.0)
    mean: float = param("x_m", VALUE, "mean value", default=0.0)

    @staticmethod
    def value(t, a, f, phi, x_m):
        """x = x_m + a sin(2π f t + φ)"""
        omega = 2.0 * pi * f
        s, c = sin(omega * t + phi), cos(omega * t + phi)
        return x_m + a * s, a * omega * c, -a * omega * omega * s


@law
class TimeTable(Signal):
    """Values at given times, joined by a cubic spline with continuous acceleration.

    A driver must be covered by its table for the whole run; a load keeps its first and last value
    outside.
    """

    times: tuple[float, ...] = param("t_k", "s", "increasing times", shape=(-1,))
    values: tuple[float, ...] = param("x_k", VALUE, "values at these times", shape=(-1,))

    raw = True

    def check(self) -> None:
        """Refuse tables that do not describe a function of time."""
        check_table(self.times, self.values, "times", "values", 4)

    def breakpoints(self) -> tuple[float, ...]:
        """Return the knots, where the third derivative jumps."""
        return self.times

    def span(self) -> tuple[float, float]:
        """Return the first and the last time of the table."""
        return (self.times[0], self.times[-1])

    def parameters(self) -> tuple[float, ...]:
        """Return the number of knots, the knots, and four coefficients for each interval."""
        from .._base.linear_algebra import cubic_spline

        return (
            float(len(self.times)),
            *self.times,
            *map(float, cubic_spline(self.times, self.values).ravel()),
        )

    @staticmethod
    def value(t, p):
        """x = c₀ + c₁ τ + c₂ τ² + c₃ τ³, τ = t − t_k"""
        n = int(p[0])
        last = p[n]
        outside = t < p[1] or t > last
        t = min(max(t, p[1]), last)
        low, high = 1, n - 1  # knot k is p[k]
        while low < high:
            middle = (low + high + 1) // 2
            if p[middle] <= t:
                low = middle
            else:
                high = middle - 1
        c = 1 + n + 4 * (low - 1)
        tau = t - p[low]
        x = ((p[c] * tau + p[c + 1]) * tau + p[c + 2]) * tau + p[c + 3]
        if outside:
            return x, 0.0, 0.0
        return (
            x,
            (3.0 * p[c] * tau + 2.0 * p[c + 1]) * tau + p[c + 2],
            6.0 * p[c] * tau + 2.0 * p[c + 1],
        )


def check_table(x: tuple, y: tuple, x_name: str, y_name: str, least: int) -> None:
    """Refuse a table that is too short, uneven or whose argument does not increase."""
    if len(x) != len(y):
        raise InputError(
            f"{len(x)} {x_name} and {len(y)} {y_name}: give as many of the one as of the other.",
            (y_name,),
        )
    if len(x) < least:
        raise InputError(f"a table needs at least {least} points, got {len(x)}.", (x_name,))
    for k in range(1, len(x)):
        if not x[k] > x[k - 1]:
            raise InputError(
                f"must increase from point to point; point {k + 1} is {x[k]:g} after {x[k - 1]:g}.",
                (x_name,),
            )
