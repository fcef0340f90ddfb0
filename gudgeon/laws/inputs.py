"""A signal whose value is set from outside while a simulation runs."""

from collections.abc import Sequence
from typing import ClassVar

from .._base.description import option
from .._base.errors import InputError, brief
from .base import law, param
from .signals import TIME, VALUE, Signal

__all__ = ["Input"]

RESERVED = ("t", "energy")  # names of channels, by which outputs are read


@law
class Input(Signal):
    """A value that is set while a ``gd.Simulation`` runs: ``sim["torque"] = 2.0``.

    It keeps its value until it is set anew; in ``gd.simulate`` it has the first one
    throughout. A load follows a jump; a driver needs a ``ramp``: then a new value is reached so much
    later, along a polynomial of the fifth degree that continues from the present value, rate and
    acceleration and ends with the new value at rest. Inputs of one name are one input.
    """

    name: str = option("by which it is set", kw_only=False)
    initial: float = param("a", VALUE, "value until it is set", default=0.0)
    ramp: float = param(
        "T", "s", "how long it takes to reach a new value; 0: it jumps", default=0.0, ge=0
    )

    raw = True
    beside: ClassVar[tuple[str, ...]] = ("over", "name")

    @property
    def jumps(self) -> bool:  # type: ignore[override]
        """Whether a new value is there at once."""
        return self.ramp == 0.0

    def check(self) -> None:
        """Reject a name that cannot be told from a channel, and arguments other than time."""
        if self.name in RESERVED:
            raise InputError(f"'{self.name}' is a channel of results; choose another.", ("name",))
        if self.over != TIME:
            raise InputError(
                f"an input is set in time, it is no function of {brief(self.over)}; leave it out.",
                ("over",),
            )

    def parameters(self) -> tuple[float, ...]:
        """Return when the last ramp began, how long it lasts, and the coefficients of its
        polynomial.
        """
        return (0.0, self.ramp, self.initial, 0.0, 0.0, 0.0, 0.0, 0.0)

    def towards(self, value: float, t: float, p: Sequence[float]) -> tuple[float, ...]:
        """Return the parameters from ``t`` on with a new value, given those until then."""
        T = self.ramp
        if T == 0.0:
            return (t, T, value, 0.0, 0.0, 0.0, 0.0, 0.0)
        x, v, a = type(self).value(t, p)
        d, d_v, d_a = value - x - (v + 0.5 * a * T) * T, -(v + a * T) * T, -a * T * T
        return (
            t, T, x, v, 0.5 * a,
            (10.0 * d - 4.0 * d_v + 0.5 * d_a) / (T * T * T),
            (-15.0 * d + 7.0 * d_v - d_a) / (T * T * T * T),
            (6.0 * d - 3.0 * d_v + 0.5 * d_a) / (T * T * T * T * T),
        )  # fmt: skip

    @staticmethod
    def value(t, p):
        """x = c₀ + c₁ τ + ... + c₅ τ⁵, τ = t − t₀ between 0 and T"""
        tau = min(max(t - p[0], 0.0), p[1])
        x = p[2] + tau * (p[3] + tau * (p[4] + tau * (p[5] + tau * (p[6] + tau * p[7]))))
        if t >= p[0] + p[1]:
            return x, 0.0, 0.0
        return (
            x,
            p[3] + tau * (2.0 * p[4] + tau * (3.0 * p[5] + tau * (4.0 * p[6] + tau * 5.0 * p[7]))),
            2.0 * p[4] + tau * (6.0 * p[5] + tau * (12.0 * p[6] + tau * 20.0 * p[7])),
        )
