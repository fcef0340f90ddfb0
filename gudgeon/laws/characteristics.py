"""Characteristics: force (or moment) as a function of a deflection or of its rate, for springs
and dampers.
"""

from collections.abc import Sequence

from .._base.description import Number, Numbers, option
from .._base.errors import InputError
from .._base.interpolation import pieces
from .base import Law, law, param
from .signal_table import check_table

__all__ = ["Characteristic", "Linear", "Polynomial", "Table"]

SHAPES = ("linear", "smooth")
STIFFNESS = "N/m|N*m/rad|N*s/m|N*m*s/rad"


class Characteristic(Law):
    """Force as a function of one variable, with its integral (the stored energy when it is a
    spring).

    ``x`` is the elongation [m] or the twist [rad] of a spring, or its rate when the law damps; the
    force is positive when it opposes a positive ``x``.
    """

    family = "characteristic"
    inputs = (("x", 1),)
    outputs = ("force", "potential")
    function = "force"

    def breakpoints(self) -> tuple[float, ...]:
        """Return the values of ``x`` at which the law is not smooth."""
        return ()


@law
class Linear(Characteristic):
    """A force proportional to the deflection."""

    slope: Number = param("k", STIFFNESS, "force per unit of deflection", ge=0)

    @staticmethod
    def force(x, k):
        """F = k x"""
        return k * x, 0.5 * k * x * x


@law
class Polynomial(Characteristic):
    """A power series in the deflection: ``coefficients=(k_1, k_2, k_3)``, in SI units (k_j in
    N/m^j or N m/rad^j).
    """

    coefficients: Numbers = param(
        "k_j", "N/m^n", "k_1, k_2, ... of the powers 1, 2, ...", shape=(-1,)
    )

    raw = True

    def check(self) -> None:
        """Reject a series without terms."""
        if not self.coefficients:
            raise InputError("give at least one coefficient.", ("coefficients",))

    def parameters(self) -> tuple[float, ...]:
        """Return the number of coefficients and the coefficients."""
        return (float(len(self.coefficients)), *self.coefficients)

    @staticmethod
    def force(x, p):
        """F = k₁ x + k₂ x² + k₃ x³ + ..."""
        f = 0.0
        v = 0.0
        for j in range(int(p[0]), 0, -1):
            f = (f + p[j]) * x
            v = (v + p[j] / (j + 1)) * x
        return f, v * x


@law
class Table(Characteristic):
    """Forces at given deflections, joined by straight lines, and straight beyond the ends.

    ``interpolation="smooth"`` joins them with continuous slope, rising and falling only where they
    do.
    """

    deflections: Numbers = param(
        "x_k", "m|rad|m/s|rad/s", "increasing deflections or rates", shape=(-1,)
    )
    forces: Numbers = param("F_k", "N|N*m", "forces or moments at these", shape=(-1,))
    interpolation: str = option(
        "how they are joined", choices=SHAPES, default="linear", kw_only=False
    )

    raw = True

    def check(self) -> None:
        """Reject tables that do not describe a function."""
        check_table(self.deflections, self.forces, "deflections", "forces", 2)

    def breakpoints(self) -> tuple[float, ...]:
        """Return the knots, where a derivative jumps."""
        return self.deflections

    def parameters(self) -> tuple[float, ...]:
        """Return the number of knots, the knots, and for each interval four coefficients and the
        integral up to it.

        Straight pieces of the end slopes stand before the first and behind the last knot; the
        integral is zero at ``x = 0``.
        """
        x = self.deflections
        rows: list[Sequence[float]] = list(pieces(x, self.forces, self.interpolation))
        c_3, c_2, c_1, _ = rows[-1]
        h = x[-1] - x[-2]
        last = [0.0, 0.0, (3.0 * c_3 * h + 2.0 * c_2) * h + c_1, self.forces[-1]]
        # the first piece extrapolates to the left of the first knot
        rows = [[0.0, 0.0, rows[0][2], self.forces[0]], *rows, last]
        knots = (x[0], *x)
        integral, integrals = 0.0, [0.0]
        for k in range(1, len(rows)):
            integrals.append(integral)
            integral += _integral(rows[k], x[k] - x[k - 1]) if k < len(x) else 0.0
        at_zero = Table.force(0.0, _flat(knots, rows, integrals))[1]
        return _flat(knots, rows, [value - at_zero for value in integrals])

    @staticmethod
    def force(x, p):
        """F = c₀ + c₁ ξ + c₂ ξ² + c₃ ξ³, ξ = x − x_k"""
        n = int(p[0])
        low, high = 1, n
        while low < high:
            middle = (low + high + 1) // 2
            if p[middle] <= x:
                low = middle
            else:
                high = middle - 1
        c = 1 + n + 5 * (low - 1)
        xi = x - p[low]
        f = ((p[c] * xi + p[c + 1]) * xi + p[c + 2]) * xi + p[c + 3]
        v = (((p[c] * xi / 4 + p[c + 1] / 3) * xi + p[c + 2] / 2) * xi + p[c + 3]) * xi
        return f, v + p[c + 4]


def _integral(row: Sequence[float], h: float) -> float:
    """Return the integral of a cubic from 0 to h."""
    return (((row[0] * h / 4 + row[1] / 3) * h + row[2] / 2) * h + row[3]) * h


def _flat(
    knots: Sequence[float], rows: Sequence[Sequence[float]], integrals: Sequence[float]
) -> tuple[float, ...]:
    """Return knots, coefficients and integrals as the compiled law reads them."""
    numbers = [
        float(number)
        for row, integral in zip(rows, integrals, strict=True)
        for number in (*row, integral)
    ]
    return (float(len(knots)), *knots, *numbers)
