"""Choose sizes: the values between bounds for which a measure is least, under limits of others.

Differential evolution [StornPrice1997], which SciPy has: peaks of rattling joints are neither
smooth nor convex, so that methods with derivatives would stop at the first ripple. A point within
all limits beats any point outside; of two outside, the one that exceeds its limits less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import truth, whole_number
from .._base.errors import InputError, brief
from ..model import Mechanism
from .arguments import MAX_RUNS, OF_A_SEARCH, check_options
from .bounded import BoundedRuns, bounds_of
from .sweep_grid import base_of
from .sweep_result import Sweep

if TYPE_CHECKING:
    from .options import SearchOptions

# more than any measure: what is outside of the limits is worse than all inside, what fails than both
OUTSIDE, FAILED = 1e100, 1e140


@dataclass(frozen=True)
class Optimum:
    """The best values found: ``parameters`` by path, in SI units, and the ``measures`` there.

    ``feasible`` says whether all limits are met, ``runs`` how often the mechanism was run,
    ``history`` the best value after every generation. ``mechanism`` has the values.
    """

    parameters: dict[str, float]
    measures: dict[str, float]
    feasible: bool
    runs: int
    history: tuple[float, ...]
    mechanism: Mechanism

    def __str__(self) -> str:
        values = ", ".join(f"{path} = {value:.6g}" for path, value in self.parameters.items())
        found = ", ".join(f"{name} = {value:.6g}" for name, value in self.measures.items())
        words = "" if self.feasible else "; no point was found within all limits"
        return f"{values}: {found}, after {self.runs} runs{words}"


def optimize(
    mechanism: Mechanism | str | Path,
    parameters: Mapping[str, Any],
    objective: Any,
    *,
    limits: Mapping[str, float] | None = None,
    maximize: bool = False,
    population: int = 12,
    generations: int = 20,
    seed: int = 0,
    **options: Unpack[SearchOptions],
) -> Optimum:
    """Find the values for which a measure is least, or greatest with ``maximize``, and return an
    :class:`Optimum`.

    ``parameters`` maps paths to their bounds, ``("0.1 mm", "0.5 mm")``. ``objective`` is a measure
    of :func:`sweep`, by name or as a function of the result; ``limits`` maps names of others to
    what they must not exceed. ``population`` points are improved for ``generations``; all of a
    generation run at the same time, on any executor of :func:`sweep`, and a folder ``out`` keeps
    them, so that the same call continues where it stopped. A point that fails is the worst. All other
    options are those of :func:`sweep` and :func:`simulate`.
    """
    check_options(options, OF_A_SEARCH)
    population = whole_number(population, "population", least=5, most=MAX_RUNS)
    generations = whole_number(generations, "generations", least=1, most=MAX_RUNS)
    seed, sign = whole_number(seed, "seed", least=0), -1.0 if truth(maximize, "maximize") else 1.0
    base = base_of(mechanism)
    bounds, allowed = bounds_of(base, parameters), _limits(limits)
    measures = {"objective": objective, **{name: name for name in allowed}}
    runs = BoundedRuns(base, bounds, measures, options)
    best, history = _evolve(runs, sign, allowed, population, generations, seed)
    found = runs.run(best)
    values = {name: float(found.table[name][0]) for name in found.measures if _numbers(found, name)}
    if found.failed or not np.isfinite(values.get("objective", np.nan)):
        raise InputError(
            f"no point has this measure: {found.failed.get(0, 'it is not a number anywhere.')}",
            ("objective",),
        )
    chosen = dict(zip(bounds, map(float, runs.values(best)[0]), strict=True))
    return Optimum(
        chosen,
        values,
        not _excess(values, allowed) > 0,
        runs.count,
        tuple(sign * value for value in history),
        base.at(chosen),
    )


def _numbers(found: Sweep, name: str) -> bool:
    """Whether a measure is there and is a number."""
    return name in found.measures and found.table[name].dtype.kind != "U"


def _limits(given: Any) -> dict[str, float]:
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InputError(f"expected limits by names of measures, got {brief(given)}.", ("limits",))
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise InputError(
                f"expected a number in SI units, got {brief(value)}.", ("limits", name)
            )
    return {name: float(value) for name, value in given.items()}


def _excess(values: Mapping[str, float], allowed: Mapping[str, float]) -> float:
    """Return by how much limits are exceeded, in all, relative to their size."""
    found = [
        (values[name] - limit) / max(abs(limit), np.finfo(float).tiny)
        for name, limit in allowed.items()
    ]
    return float(sum(max(share, 0.0) if share == share else np.inf for share in found))


def _evolve(
    runs: BoundedRuns,
    sign: float,
    allowed: Mapping[str, float],
    population: int,
    generations: int,
    seed: int,
) -> tuple[np.ndarray, list[float]]:
    """Return the best point of the unit cube, and the best value after every generation."""
    from scipy.optimize import differential_evolution

    from .designs import unit_design

    wrong: list[InputError] = []
    history: list[float] = []

    def cost(points: np.ndarray) -> np.ndarray:
        try:
            found = runs.run(points.T)
        except InputError as error:  # SciPy would say that the function is not one
            if history:  # others ran: these are only bad ones
                return np.full(points.shape[1], FAILED)
            wrong.append(error)
            raise
        names = found.measures
        if not _numbers(found, "objective"):
            wrong.append(InputError("expected a measure that is a number.", ("objective",)))
            raise wrong[-1]
        costs = []
        for k in range(len(found)):
            values = {name: float(found.table[name][k]) for name in names if _numbers(found, name)}
            excess = _excess(values, allowed)
            plain = sign * values.get("objective", np.nan)
            sound = k not in found.failed and np.isfinite(plain)
            outside = OUTSIDE * (1 + min(excess, 1e30))
            costs.append(FAILED if not sound else plain if excess == 0 else outside)
        return np.array(costs)

    first = unit_design("latin-hypercube", population, len(runs.bounds), seed)
    try:
        outcome = differential_evolution(
            cost,
            [(0.0, 1.0)] * len(runs.bounds),
            init=first,
            maxiter=generations,
            popsize=1,
            tol=0.0,
            polish=False,
            vectorized=True,
            updating="deferred",
            seed=np.random.default_rng(seed),
            callback=lambda intermediate_result: history.append(float(intermediate_result.fun)),
        )
    except (RuntimeError, ValueError):
        if wrong:
            raise wrong[0] from None
        raise
    return np.asarray(outcome.x), history
