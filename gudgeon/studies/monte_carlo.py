"""What tolerances do: parameters that scatter, many runs, and statistics with their confidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from .._base.arguments import FRACTION, among, listed, number, path_of, whole_number
from .._base.description import Quantity
from .._base.errors import InputError, brief, suggestion
from .._base.views import view
from ..model import Mechanism
from ..results.metrics import StudyTable
from ..results.result import Result
from .arguments import MAX_RUNS, OF_A_GRID, check_options
from .designs import correlated, unit_design
from .distributions import Distribution, distribution_of
from .response_surface import ResponseSurface, response_surface
from .sweep import sweep
from .sweep_grid import Base, base_of, unit
from .sweep_result import Sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .options import SweepOptions

PERCENT = Quantity("1", bounds=((">", 0.0), ("<", 100.0)))


def monte_carlo(
    mechanism: Mechanism | str | Path,
    parameters: Mapping[str, Any],
    samples: int = 256,
    *,
    design: str = "latin-hypercube",
    seed: int = 0,
    correlation: Mapping[tuple[str, str], float] | None = None,
    **options: Unpack[SweepOptions],
) -> MonteCarlo:
    """Run a mechanism with parameters that scatter, and return a :class:`MonteCarlo`: percentiles,
    probabilities, the worst case.

    ``parameters`` maps paths, as of ``--set``, to distributions: ``Uniform("0.1 mm", "0.3 mm")``,
    ``Normal("0.2 mm", "0.02 mm")``, truncated where bounds are given, or an ISO 286 fit such as
    ``"25 H7/f7"`` for a radial clearance. They are independent unless ``correlation`` maps pairs of
    paths to correlation coefficients (of normal scores: a Gaussian copula). ``design`` is
    "latin-hypercube", "sobol" (``samples`` a power of two) or "random"; ``seed`` makes it again.
    All other options are those of :func:`sweep`, whose points these are, and of :func:`simulate`.
    """
    check_options(options, OF_A_GRID)
    samples = whole_number(samples, "samples", least=2, most=MAX_RUNS)
    seed = whole_number(seed, "seed", least=0)
    base = base_of(mechanism)
    scattered = distributions(base, parameters)
    paths = list(scattered)
    shares = correlated(unit_design(design, samples, len(paths), seed), paths, correlation)
    found = sweep(base, values_at(scattered, shares), paired=True, **options)
    return MonteCarlo(found, scattered, design, seed)


def distributions(base: Base, parameters: Any) -> dict[str, Distribution]:
    """Return the distribution of every parameter in SI units, or say what is wrong with it."""
    if not isinstance(parameters, Mapping) or not parameters:
        raise InputError(
            "give at least one parameter with its distribution: {'joints.C.radial_clearance': "
            "Normal('0.2 mm', '0.02 mm')}.",
            ("parameters",),
        )
    mechanism = base.at({})
    found = {}
    for path, given in parameters.items():
        if not isinstance(path, str) or not path.strip():
            raise InputError(f"expected the path of a value, got {brief(path)}.", ("parameters",))
        try:
            chosen = distribution_of(given, path)
            found[path.strip()] = chosen.resolved(unit(path.strip(), [mechanism]))
        except InputError as error:
            raise (error if path in str(error) else error.under(path)) from None
    return found


def values_at(scattered: Mapping[str, Distribution], shares: np.ndarray) -> dict[str, list[float]]:
    """Return the values of every parameter at the points of a design."""
    return {
        path: [float(value) for value in chosen.quantile(shares[:, k])]
        for k, (path, chosen) in enumerate(scattered.items())
    }


class Estimate(NamedTuple):
    """A number from a sample, with the interval in which the true one is, at some confidence."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


class MonteCarlo:
    """Many runs of a mechanism whose parameters scatter: ``table`` has one row for each.

    ``percentiles``, ``exceedance`` and ``worst`` answer questions about a measure; runs that failed
    are in ``failed`` and take no part. Intervals hold for independent samples; those of Latin
    hypercubes and Sobol sequences scatter less.
    """

    def __init__(
        self, sweep: Sweep, distributions: dict[str, Distribution], design: str, seed: int
    ) -> None:
        self.sweep, self.distributions, self.design, self.seed = sweep, distributions, design, seed

    def __len__(self) -> int:
        return len(self.sweep)

    @property
    def table(self) -> StudyTable:
        """One row for each run: the parameters, what was measured, and how it ended."""
        return self.sweep.table

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return self.sweep.measures

    @property
    def failed(self) -> dict[int, str]:
        """Messages of the runs that did not end as they should, by their number."""
        return self.sweep.failed

    def values(self, measure: str) -> np.ndarray:
        """Return what was measured in all runs that ended as they should."""
        return self._column(measure)[self.sound(measure)]

    def sound(self, measure: str) -> np.ndarray:
        """Return which runs ended as they should and have the measure."""
        failed = np.isin(np.arange(len(self)), list(self.failed))
        found: np.ndarray = ~failed & np.isfinite(self._column(measure))
        if not found.any():
            raise InputError(f"no run has '{measure}'.")
        return found

    def _column(self, measure: str) -> np.ndarray:
        if not among(measure, self.measures):
            raise InputError(
                f"there is no {brief(measure)} in the study.{suggestion(measure, self.measures)}"
            )
        values = self.table[measure]
        if values.dtype.kind == "U":
            raise InputError(f"'{measure}' is not a number.")
        return values.astype(float)

    def percentiles(
        self, measure: str, levels: Sequence[float] = (5, 50, 95), confidence: float = 0.95
    ) -> dict[float, Estimate]:
        """Return percentiles of a measure, each between two values of the sample that enclose the
        true one at this confidence, whatever the distribution; infinite where the sample is too
        small to say.
        """
        from scipy.stats import binom

        confidence = number(confidence, "confidence", FRACTION)
        values = np.sort(self.values(measure))
        bounded = np.concatenate([[-np.inf], values, [np.inf]])
        found = {}
        for level in listed(levels, "levels", "percentages such as 5, 50, 95"):
            share = number(level, "levels", PERCENT) / 100.0
            # the number of values below the true percentile is binomial
            low, high = binom.ppf([0.5 - confidence / 2, 0.5 + confidence / 2], len(values), share)
            found[float(level)] = Estimate(
                float(np.quantile(values, share)),
                float(bounded[int(low)]),
                float(bounded[int(high) + 1]),
            )
        return found

    def exceedance(self, measure: str, limit: float, confidence: float = 0.95) -> Estimate:
        """Return the probability that a measure exceeds a limit, with the interval of Clopper and
        Pearson.
        """
        from scipy.stats import beta

        confidence = number(confidence, "confidence", FRACTION)
        values = self.values(measure)
        limit = number(limit, "limit", Quantity(self.table.units[measure] or "1"))
        above, count = int((values > limit).sum()), len(values)
        rest = 0.5 * (1.0 - confidence)
        low = float(beta.ppf(rest, above, count - above + 1)) if above else 0.0
        high = float(beta.isf(rest, above + 1, count - above)) if above < count else 1.0
        return Estimate(above / count, low, high)

    def worst(self, measure: str, *, least: bool = False) -> dict[str, Any]:
        """Return the run with the greatest value of a measure (or the least): its number, the value
        and the parameters.
        """
        values = np.where(self.sound(measure), self._column(measure), np.nan)
        k = int(np.nanargmin(values) if least else np.nanargmax(values))
        return {"run": k, measure: float(values[k]), **self.sweep.point(k)}

    def rank_correlations(self, measure: str) -> dict[str, float]:
        """Return Spearman's rank correlation of a measure with every parameter: which one matters,
        and in which direction, as long as the relation is monotonic.
        """
        from scipy.stats import rankdata

        sound = self.sound(measure)
        ranks = rankdata(self._column(measure)[sound])
        if np.ptp(ranks) == 0:
            raise InputError(f"'{measure}' is the same in all runs; nothing correlates with it.")
        return {
            path: float(np.corrcoef(ranks, rankdata(self.table[path][sound]))[0, 1])
            for path in self.distributions
        }

    def response_surface(self, measure: str, degree: int = 2) -> ResponseSurface:
        """Return the polynomial of the parameters that fits a measure best, and how well it
        predicts.
        """
        sound = self.sound(measure)
        columns = {path: self.table[path][sound] for path in self.distributions}
        unit = self.table.units[measure]
        return response_surface(self._column(measure)[sound], columns, measure, unit, degree)

    def result(self, k: int) -> Result:
        """Return the whole result of a run; results must have been kept."""
        return self.sweep.result(k)

    def to_csv(self, path: str | Path) -> Path:
        """Write the table to a CSV file and return its path."""
        return self.sweep.to_csv(path)

    def report(self, path: str | Path, *, runs: int = 0) -> Path:
        """Write a page with all runs as linked pictures, and return its path. Of ``runs`` runs, the
        greatest, least and middle ones first, reports stand beside it and are a click away; their
        results must have been kept.
        """
        return view("page of a Monte Carlo study")(self, path, runs)

    def plot(self, measure: str, path: str | Path | None = None) -> Figure:
        """Draw how a measure scatters, with its 5, 50 and 95 % percentiles, and against every
        parameter.
        """
        self.sound(measure)
        return view("plot of a Monte Carlo study")(
            self, measure, None if path is None else path_of(path)
        )

    def __repr__(self) -> str:
        from .._base.tables import text_table

        lines = [f"{self.sweep.name}: {len(self)} runs, {self.design}, seed {self.seed}"]
        if self.failed:
            lines.append(f"{len(self.failed)} runs failed and take no part")
        heads = ("measure", "unit", "5 %", "median", "95 %", "worst")
        rows = []
        for name in self.measures:
            values = self.table[name]
            if values.dtype.kind == "U" or not np.isfinite(values.astype(float)).any():
                continue
            low, middle, high = (estimate.value for estimate in self.percentiles(name).values())
            cells = [f"{value:.4g}" for value in (low, middle, high, self.worst(name)[name])]
            rows.append([name, self.table.units[name], *cells])
        return "\n".join([*lines, text_table(heads, rows, [False, False, True, True, True, True])])
