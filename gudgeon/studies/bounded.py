"""Parameters between bounds, and the runs of many of their values at once: what searches share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._base.errors import InputError, brief
from .distributions import Uniform
from .sweep import sweep
from .sweep_grid import Base, unit
from .sweep_result import Sweep


def bounds_of(base: Base, parameters: Any) -> dict[str, tuple[float, float]]:
    """Return the bounds of every parameter in SI units, or say what is wrong with them."""
    if not isinstance(parameters, Mapping) or not parameters:
        raise InputError(
            "give at least one parameter with its bounds: {'joints.C.radial_clearance': ('0.1 mm', "
            "'0.5 mm')}.",
            ("parameters",),
        )
    mechanism, found = base.at({}), {}
    for path, given in parameters.items():
        if not isinstance(path, str) or not path.strip():
            raise InputError(f"expected the path of a value, got {brief(path)}.", ("parameters",))
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise InputError(f"expected two bounds, (low, high), got {brief(given)}.", (path,))
        try:
            known = Uniform(*given).resolved(unit(path.strip(), [mechanism]))
        except InputError as error:
            raise error.under(path) from None
        found[path.strip()] = (float(known.low), float(known.high))
    return found


@dataclass
class BoundedRuns:
    """Runs of a mechanism at points of the unit cube that stands for the bounds.

    Every set of points is a sweep, so that executors and folders serve searches too; ``count`` is
    the number of points that were asked for.
    """

    base: Base
    bounds: Mapping[str, tuple[float, float]]
    measures: Mapping[str, Any]
    options: Mapping[str, Any]
    count: int = field(default=0, init=False)

    def values(self, shares: np.ndarray) -> np.ndarray:
        """Return the values of the parameters, (points, parameters)."""
        low, high = np.array(list(self.bounds.values())).T
        return np.asarray(low + np.atleast_2d(shares) * (high - low))

    def shares(self, values: np.ndarray) -> np.ndarray:
        """Return where values stand between their bounds."""
        low, high = np.array(list(self.bounds.values())).T
        return np.asarray((values - low) / (high - low))

    def run(self, shares: np.ndarray) -> Sweep:
        """Run the mechanism at all points."""
        points = self.values(shares)
        self.count += len(points)
        values = {path: points[:, k].tolist() for k, path in enumerate(self.bounds)}
        found = sweep(self.base, values, measures=self.measures, paired=True, **self.options)
        if found.interrupted:
            raise KeyboardInterrupt
        return found
