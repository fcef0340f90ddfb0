"""A signal through given points."""

from .._base.description import Number, Numbers, option
from .._base.errors import InputError
from .._base.interpolation import INTERPOLATIONS, pieces
from .base import law, param
from .signals import ARGUMENT, ROUNDING, VALUE, Periodic, period_start

__all__ = ["SignalTable"]


@law
class SignalTable(Periodic):
    """Values at given points, joined by straight lines; once or in every period.

    ``interpolation="smooth"`` joins them with continuous slope, rising and falling only where they
    do; ``"spline"`` with continuous acceleration, which may go beyond them. A driver needs one of
    these, as its speed would jump at the corners of a straight table. A driver must be covered by
    its table for the whole run; a load keeps its first and last value outside. With a ``period``
    the last point is joined to the first of the next period, unless it stands there already.
    """

    points: Numbers = param("t_k", ARGUMENT, "increasing arguments", shape=(-1,))
    values: Numbers = param("x_k", VALUE, "values at these points", shape=(-1,))
    interpolation: str = option(
        "how they are joined", choices=INTERPOLATIONS, default="linear", kw_only=False
    )
    period: Number = param("T", ARGUMENT, "after which it comes again; 0: never", default=0.0, ge=0)

    raw = True
    named = "table"

    @property
    def jumps(self) -> bool:  # type: ignore[override]
        """Whether the next period begins with another value than this one ends with."""
        _, y = self._knots()
        return self.period > 0.0 and y[0] != y[-1]

    @property
    def has_corners(self) -> bool:  # type: ignore[override]
        """Whether its slope jumps at the points."""
        return self.interpolation == "linear"

    def check(self) -> None:
        """Reject tables that do not describe a function."""
        spline = self.interpolation == "spline"
        check_table(self.points, self.values, "points", "values", 4 if spline else 2)
        self._check_period(self.points[-1] - self.points[0])
        if self.period and spline:
            raise InputError(
                "a spline has no period; let interpolation be smooth, or repeat the points.",
                ("period",),
            )

    def _knots(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return points and values, with the first point of the next period."""
        following = self.points[0] + self.period
        if self.period and following - self.points[-1] > ROUNDING * self.period:
            return (*self.points, following), (*self.values, self.values[0])
        return self.points, self.values

    def origin(self) -> float:
        """Return the first point."""
        return self.points[0]

    def corners(self) -> tuple[float, ...]:
        """Return how far behind the first its points are, where a derivative jumps."""
        return tuple(x - self.points[0] for x in self.points)

    def breakpoints(self) -> tuple[float, ...]:
        """Return the points."""
        return self.points

    def span(self) -> tuple[float, float]:
        """Return the first and the last time of the table."""
        return super().span() if self.period else (self.points[0], self.points[-1])

    def overshoot(self) -> tuple[float, float]:
        """Return by how much the function goes beyond the greatest or least of its values, and
        their range.
        """
        x, y = self._knots()
        extremes = [0.0]
        for k, (c_3, c_2, c_1, c_0) in enumerate(pieces(x, y, self.interpolation, self.period)):
            for tau in _flat(3.0 * c_3, 2.0 * c_2, c_1, x[k + 1] - x[k]):
                value = ((c_3 * tau + c_2) * tau + c_1) * tau + c_0
                extremes += [value - max(y), min(y) - value]
        return max(extremes) if self.interpolation == "spline" else 0.0, max(y) - min(y)

    def parameters(self) -> tuple[float, ...]:
        """Return the number of knots, the period, whether values stay between those of their
        knots, the knots, and four coefficients for each interval and for what follows the last.
        """
        x, y = self._knots()
        rows = pieces(x, y, self.interpolation, self.period)
        return (
            float(len(x)),
            self.period,
            float(self.interpolation != "spline"),
            *x,
            *map(float, rows.ravel()),
            *(0.0, 0.0, 0.0, y[-1]),
        )

    @staticmethod
    def value(t, p):
        """x = c₀ + c₁ τ + c₂ τ² + c₃ τ³, τ = t − t_k"""
        n = int(p[0])
        first, last = p[3], p[n + 2]
        outside = False
        if p[1] > 0.0:
            t = min(first + (t - period_start(t, first, p[1])), last)
        else:
            outside = t < first or t > last
            t = min(max(t, first), last)
        low, high = 3, n + 1  # knot k is p[k + 2]
        while low < high:
            middle = (low + high + 1) // 2
            if p[middle] <= t:
                low = middle
            else:
                high = middle - 1
        c = 3 + n + 4 * (low - 3)
        tau = t - p[low]
        x = ((p[c] * tau + p[c + 1]) * tau + p[c + 2]) * tau + p[c + 3]
        if p[2] == 1.0:  # rounding must not take it beyond its data
            x = min(max(x, min(p[c + 3], p[c + 7])), max(p[c + 3], p[c + 7]))
        if outside:
            return x, 0.0, 0.0
        return (
            x,
            (3.0 * p[c] * tau + 2.0 * p[c + 1]) * tau + p[c + 2],
            6.0 * p[c] * tau + 2.0 * p[c + 1],
        )


def _flat(a: float, b: float, c: float, h: float) -> list[float]:
    """Return where a t^2 + b t + c is zero between 0 and h; ``a`` may be next to nothing."""
    under = b * b - 4.0 * a * c
    if under < 0.0:
        return []
    q = -0.5 * (b + (under**0.5 if b >= 0.0 else -(under**0.5)))
    roots = [top / bottom for top, bottom in ((q, a), (c, q)) if bottom != 0.0]
    return [t for t in roots if 0.0 < t < h]


def check_table(x: tuple, y: tuple, x_name: str, y_name: str, least: int) -> None:
    """Reject a table that is too short, uneven or whose argument does not increase."""
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
