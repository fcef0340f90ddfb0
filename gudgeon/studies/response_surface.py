"""Response surfaces: a polynomial of the parameters that stands for the runs of a study.

Full quadratic polynomials of the standardised parameters by least squares. How well a surface
predicts runs that it does not know is told by leaving out each run in turn [MyersMontgomery2009]:
Q^2 = 1 - PRESS / sum of squares. Chaotic motion has no smooth surface; Q^2 is then near zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from .._base.arguments import whole_number
from .._base.errors import InputError, brief


@dataclass(frozen=True)
class ResponseSurface:
    """A polynomial of the parameters: call it with values by path, ``surface({path: value})``.

    ``terms`` are the coefficients, by the paths that are multiplied, of parameters that are
    centred and divided by their standard deviations. ``r2`` is the share of the variance that the
    surface describes, ``q2`` that which it predicts of runs left out; ``error`` is the root mean
    square of what it gets wrong of these.
    """

    measure: str
    unit: str
    terms: dict[tuple[str, ...], float]
    centres: dict[str, float] = field(repr=False)
    scales: dict[str, float] = field(repr=False)
    r2: float
    q2: float
    error: float

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Return the measure at values of all parameters [SI units], numbers or arrays."""
        if not isinstance(values, Mapping) or set(values) != set(self.centres):
            raise InputError(
                f"expected a value of each of {', '.join(self.centres)}, got {brief(values)}.",
                ("values",),
            )
        try:
            scaled = {
                path: (np.asarray(values[path], float) - centre) / self.scales[path]
                for path, centre in self.centres.items()
            }
        except (TypeError, ValueError):
            raise InputError(f"expected numbers, got {brief(values)}.", ("values",)) from None
        total: Any = 0.0
        for paths, coefficient in self.terms.items():
            product: Any = coefficient
            for path in paths:
                product = product * scaled[path]
            total = total + product
        return total


def response_surface(
    values: np.ndarray, parameters: Mapping[str, np.ndarray], measure: str, unit: str, degree: int
) -> ResponseSurface:
    """Return the polynomial of this degree, 1 or 2, that fits values of a measure best."""
    degree = whole_number(degree, "degree", least=1, most=2)
    scales = {path: float(np.std(column)) for path, column in parameters.items()}
    if not all(scales.values()):
        raise InputError("a parameter is the same in all runs; it has no part in a surface.")
    centres = {path: float(np.mean(column)) for path, column in parameters.items()}
    scaled = {path: (parameters[path] - centres[path]) / scales[path] for path in parameters}
    names = [
        paths
        for count in range(degree + 1)
        for paths in combinations_with_replacement(parameters, count)
    ]
    columns = [
        np.prod([scaled[path] for path in paths], axis=0) if paths else np.ones(len(values))
        for paths in names
    ]
    matrix = np.stack(columns, axis=1)
    if len(values) <= len(names):
        raise InputError(
            f"a surface of degree {degree} has {len(names)} terms and needs more runs than "
            f"{len(values)}."
        )
    q, r = np.linalg.qr(matrix)
    found = np.linalg.solve(r, q.T @ values)
    residuals = values - matrix @ found
    # what a run is missed by if it is left out follows from its leverage
    leverage = np.minimum((q * q).sum(axis=1), 1 - 1e-12)
    left_out = residuals / (1 - leverage)
    spread = float(((values - values.mean()) ** 2).sum())
    r2, q2 = (
        1 - float(missed @ missed) / spread if spread > 0 else float("nan")
        for missed in (residuals, left_out)
    )
    terms = {paths: float(value) for paths, value in zip(names, found, strict=True)}
    error = float(np.sqrt(np.mean(left_out**2)))
    return ResponseSurface(measure, unit, terms, centres, scales, r2, q2, error)
