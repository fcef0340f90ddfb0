"""Which parameter matters: Sobol's variance-based indices, and Morris' elementary effects.

First-order indices S_i = Var(E(Y|x_i))/Var(Y), total ones S_Ti = 1 - Var(E(Y|x_~i))/Var(Y), by the
design and the estimators of [Saltelli2010]; elementary effects by [Morris1991].
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import FRACTION, among, number, whole_number
from .._base.errors import InputError, brief, suggestion
from .._base.tables import text_table
from .._base.views import view
from ..model import Mechanism
from .arguments import MAX_RUNS, OF_A_GRID, check_options
from .designs import check_power_of_two, unit_design
from .monte_carlo import Estimate, distributions, values_at
from .sweep import sweep
from .sweep_grid import base_of
from .sweep_result import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .options import SweepOptions

INDICES = ("sobol", "morris")
LEVELS = 4  # of Morris' grid
RESAMPLES = 999


def sensitivity(
    mechanism: Mechanism | str | Path,
    parameters: Mapping[str, Any],
    samples: int | None = None,
    *,
    indices: str = "sobol",
    by: str = "parameter",
    seed: int = 0,
    **options: Unpack[SweepOptions],
) -> Sensitivity:
    """Find out which of some parameters that scatter matter for a measure, and return a
    :class:`Sensitivity`.

    ``parameters`` maps paths to distributions, as of :func:`monte_carlo`; they are independent.
    With ``indices="sobol"`` the mechanism runs ``samples`` (a power of two, by default 128) times the
    number of parameters plus two; indices are shares of the variance. ``"morris"`` is
    cheaper: ``samples`` trajectories (by default 16) of one run more than there are parameters, for
    a ranking. With ``by="joint"`` Sobol's indices are those of joints: all that scatters in a joint
    together. All other options are those of :func:`sweep` and :func:`simulate`.
    """
    check_options(options, OF_A_GRID)
    if not among(indices, INDICES):
        raise InputError(
            f"unknown indices {brief(indices)}.{suggestion(indices, INDICES)}", ("indices",)
        )
    usual = 128 if indices == "sobol" else 16
    samples = whole_number(usual if samples is None else samples, "samples", least=2, most=MAX_RUNS)
    seed = whole_number(seed, "seed", least=0)
    base = base_of(mechanism)
    scattered = distributions(base, parameters)
    groups = _groups(tuple(scattered), by, indices)
    if len(groups) < 2:
        raise InputError(f"sensitivities compare {by}s: give at least two.", ("parameters",))
    design = (
        saltelli_design(samples, len(scattered), seed, list(groups.values()))
        if indices == "sobol"
        else morris_design(samples, len(scattered), seed)
    )
    found = sweep(base, values_at(scattered, design), paired=True, **options)
    return Sensitivity(found, tuple(groups), indices, samples, seed)


def _groups(paths: tuple[str, ...], by: Any, indices: str) -> dict[str, list[int]]:
    """Return which parameters are looked at together: each by itself, or those of a joint."""
    if not among(by, ("parameter", "joint")):
        known = ("parameter", "joint")
        raise InputError(f"unknown kind {brief(by)}.{suggestion(by, known)}", ("by",))
    if by == "parameter":
        return {path: [k] for k, path in enumerate(paths)}
    if indices != "sobol":
        raise InputError("joints as a whole need indices='sobol'.", ("by",))
    found: dict[str, list[int]] = {}
    for k, path in enumerate(paths):
        section, name, *_ = [*path.split("."), ""]
        found.setdefault(f"joint {name}" if section == "joints" else path, []).append(k)
    return found


def saltelli_design(
    samples: int, dimensions: int, seed: int, groups: Sequence[Sequence[int]] | None = None
) -> np.ndarray:
    """Return the points of two independent samples A and B, and of A with some columns of B each:
    one, or those of a group.
    """
    check_power_of_two(samples)
    both = unit_design("sobol", samples, 2 * dimensions, seed)
    a, b = both[:, :dimensions], both[:, dimensions:]
    chosen = [[k] for k in range(dimensions)] if groups is None else groups
    mixed = [np.where(np.isin(np.arange(dimensions), group), b, a) for group in chosen]
    return np.concatenate([a, b, *mixed])


def morris_design(samples: int, dimensions: int, seed: int) -> np.ndarray:
    """Return trajectories through a grid of four levels: each goes one step, of two levels, along
    every parameter, in random order. Levels are the middles of four equal shares.
    """
    generator = np.random.default_rng(seed)
    points = []
    for _ in range(samples):
        at = generator.integers(0, LEVELS, dimensions)
        points.append(at.copy())
        for k in generator.permutation(dimensions):
            at[k] += LEVELS // 2 if at[k] < LEVELS // 2 else -(LEVELS // 2)
            points.append(at.copy())
    return (np.array(points) + 0.5) / LEVELS


class Sensitivity:
    """How much every parameter matters: ``indices(measure)``, ``effects(measure)``, ``plot``."""

    def __init__(
        self, sweep: Sweep, parameters: tuple[str, ...], kind: str, samples: int, seed: int
    ) -> None:
        self.sweep, self.parameters = sweep, parameters
        self.kind, self.samples, self.seed = kind, samples, seed

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return self.sweep.measures

    def _values(self, measure: str) -> np.ndarray:
        if not among(measure, self.measures):
            raise InputError(
                f"there is no {brief(measure)} in the study.{suggestion(measure, self.measures)}"
            )
        values = self.sweep.table[measure]
        if values.dtype.kind == "U":
            raise InputError(f"'{measure}' is not a number.")
        if self.sweep.failed or not np.isfinite(values).all():
            first = next(iter(self.sweep.failed.values()), f"one has no '{measure}'.")
            raise InputError(
                f"indices need all runs of the design, and some did not end as they should: {first}"
            )
        return values.astype(float)

    def indices(self, measure: str, confidence: float = 0.95) -> dict[str, dict[str, Estimate]]:
        """Return the first-order and the total index of every parameter, with intervals by
        bootstrap.
        """
        if self.kind != "sobol":
            raise InputError("indices need indices='sobol'; Morris' method gives effects.")
        confidence = number(confidence, "confidence", FRACTION)
        return sobol_indices(self._values(measure), self.parameters, self.seed, confidence)

    def effects(self, measure: str) -> dict[str, tuple[float, float]]:
        """Return, of every parameter, the mean size of its elementary effects mu* and their
        standard deviation sigma, in units of the measure over the whole range of shares.
        """
        if self.kind != "morris":
            raise InputError("effects need indices='morris'; Sobol's method gives indices.")
        return elementary_effects(self._values(measure), self._shares(), self.parameters)

    def _shares(self) -> np.ndarray:
        return morris_design(self.samples, len(self.parameters), self.seed)

    def report(self, path: str | Path, *, runs: int = 0) -> Path:
        """Write a page with all runs as linked pictures, and return its path. Of ``runs`` runs, the
        greatest, least and middle ones first, reports stand beside it and are a click away; their
        results must have been kept.
        """
        return view("page of sensitivities")(self, path, runs)

    def plot(
        self, measure: str, path: str | Path | None = None, *, ax: Axes | None = None
    ) -> Figure:
        """Draw a bar for every parameter: first-order and total indices, or elementary effects."""
        return view("plot of sensitivities")(self, measure, path, ax)

    def __repr__(self) -> str:
        lines = [f"{self.sweep.name}: {len(self.sweep)} runs, {self.kind}, seed {self.seed}"]
        for measure in self.measures:
            try:
                lines.append(self._table(measure))
            except InputError as error:
                lines.append(f"{measure}: {error}")
        return "\n\n".join(lines)

    def _table(self, measure: str) -> str:
        if self.kind == "sobol":
            heads = [measure, "first order", "total"]
            found = self.indices(measure)
            rows = [[path, *map(str, index.values())] for path, index in found.items()]
        else:
            heads = [measure, "mu*", "sigma"]
            rows = [
                [path, f"{mean:.4g}", f"{spread:.4g}"]
                for path, (mean, spread) in self.effects(measure).items()
            ]
        return text_table(heads, rows)


def sobol_indices(
    values: np.ndarray, parameters: tuple[str, ...], seed: int, confidence: float = 0.95
) -> dict[str, dict[str, Estimate]]:
    """Return the indices from the values at the points of :func:`saltelli_design`."""
    from scipy import stats

    count = len(values) // (len(parameters) + 2)
    if np.ptp(values) == 0:
        raise InputError("the measure is the same in all runs: no parameter matters.")
    blocks = values.reshape(len(parameters) + 2, count)
    blocks = blocks - blocks[:2].mean()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of a parameter that does not matter: the interval is NaN
        spread = stats.bootstrap(
            [np.arange(count)],
            lambda chosen: _estimates(blocks[:, chosen]),
            confidence_level=confidence,
            n_resamples=RESAMPLES,
            random_state=np.random.default_rng(seed),
        ).confidence_interval
    pairs = dict(
        zip(
            ("first", "total"),
            zip(_estimates(blocks), spread.low, spread.high, strict=True),
            strict=True,
        )
    )
    return {
        path: {
            name: Estimate(float(index[k]), float(low[k]), float(high[k]))
            for name, (index, low, high) in pairs.items()
        }
        for k, path in enumerate(parameters)
    }


def _estimates(blocks: np.ndarray) -> np.ndarray:
    """Return first-order and total indices, (2, parameters), of values at A, B and every mixture
    of them [Saltelli2010, table 2 (b) and (f)].
    """
    a, b, mixed = blocks[0], blocks[1], blocks[2:]
    variance = np.var(blocks[:2])
    first = np.mean(b * (mixed - a), axis=-1) / variance
    total = 0.5 * np.mean((a - mixed) ** 2, axis=-1) / variance
    return np.stack([first, total])


def elementary_effects(
    values: np.ndarray, shares: np.ndarray, parameters: tuple[str, ...]
) -> dict[str, tuple[float, float]]:
    """Return mean size and standard deviation of the elementary effects of every parameter."""
    found: dict[str, list[float]] = {path: [] for path in parameters}
    length = len(parameters) + 1
    for first in range(0, len(values), length):
        for k in range(first, first + length - 1):
            step = shares[k + 1] - shares[k]
            moved = int(np.argmax(np.abs(step)))
            found[parameters[moved]].append((values[k + 1] - values[k]) / step[moved])
    return {
        path: (float(np.mean(np.abs(effects))), float(np.std(effects, ddof=1)))
        for path, effects in found.items()
    }
