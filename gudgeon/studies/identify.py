"""Find parameters from measured curves: least squares, with the confidence that residuals allow."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import FRACTION, number, whole_number
from .._base.errors import InputError, brief
from .._base.tables import text_table
from ..model import Mechanism
from ..results.result import Result
from .arguments import MAX_RUNS, OF_A_SEARCH, check_options
from .bounded import BoundedRuns, bounds_of
from .monte_carlo import Estimate
from .sweep_grid import base_of

if TYPE_CHECKING:
    from .options import FitOptions

UNIDENTIFIABLE = 10.0  # standard errors of so many times the bounds tell nothing
STEP = 1e-4  # of finite differences, as a share of the bounds


@dataclass(frozen=True)
class Identification:
    """Parameters found from measured curves: ``parameters`` by path, each with its interval at the
    ``confidence`` asked for, in SI units.

    ``residuals`` are measured minus simulated values of every channel, ``covariance`` that of the
    parameters, ``noise`` the standard deviation of the residuals of every channel. ``runs`` says how
    often the mechanism was run. ``misfit`` says that residuals are larger than the ``sigma`` given
    allows: the model is not right, or another minimum is better, and intervals mean nothing.
    """

    parameters: dict[str, Estimate]
    residuals: dict[str, np.ndarray]
    covariance: np.ndarray
    noise: dict[str, float]
    runs: int
    converged: bool
    misfit: bool
    mechanism: Mechanism

    def __str__(self) -> str:
        rows = [
            [path, f"{found.value:.6g}", f"{found.low:.6g}", f"{found.high:.6g}"]
            for path, found in self.parameters.items()
        ]
        words = "" if self.converged else "; not converged: allow more iterations"
        words += "; residuals are larger than sigma allows: intervals mean nothing" * self.misfit
        noise = ", ".join(f"{value:.4g} in {name}" for name, value in self.noise.items())
        title = f"{self.runs} runs, noise {noise}{words}"
        return "\n".join([title, text_table(("parameter", "value", "from", "to"), rows)])


def identify(
    mechanism: Mechanism | str | Path,
    parameters: Mapping[str, Any],
    measured: Mapping[str, Any],
    *,
    start: Mapping[str, float] | None = None,
    candidates: int = 16,
    sigma: Mapping[str, float] | None = None,
    confidence: float = 0.95,
    iterations: int = 30,
    **options: Unpack[FitOptions],
) -> Identification:
    """Fit parameters of a mechanism to measured curves, and return an :class:`Identification`.

    ``parameters`` maps paths to their bounds, ``(0.01, 0.5)``. ``measured`` maps channels, such as
    ``"D.angle"``, to times and values, ``(t, values)``. ``start`` has first guesses by path; without
    it the best of some ``candidates`` all over the bounds is taken, since least squares end at the
    next minimum. ``sigma`` is the standard deviation of the noise of each
    channel; without it channels are weighted by how much they vary, and the noise follows from the
    residuals. Intervals are those of linear theory about the optimum: they hold if the model is
    right, the noise independent, and the parameters far from their bounds. All other
    options are those of :func:`sweep`, where a folder ``out`` keeps all runs, and of
    :func:`simulate`.
    """
    check_options(options, (*OF_A_SEARCH, "duration", "output_times"))
    confidence = number(confidence, "confidence", FRACTION)
    iterations = whole_number(iterations, "iterations", least=1, most=10_000)
    candidates = whole_number(candidates, "candidates", least=1, most=MAX_RUNS)
    base = base_of(mechanism)
    bounds, curves = bounds_of(base, parameters), _curves(measured)
    times = np.unique(np.concatenate([t for t, _ in curves.values()]))
    weights = _weights(curves, sigma)
    timing = {"duration": float(times[-1]), "output_times": times.tolist()}
    measures = {"curves": _sampler(tuple(curves), tuple(tuple(t) for t, _ in curves.values()))}
    runs = BoundedRuns(base, bounds, measures, {**options, **timing})
    fit = _Fit(runs, np.concatenate([values for _, values in curves.values()]), weights)
    first = fit.best_of(candidates) if start is None else _first(start, bounds, runs)
    shares, converged = fit.solve(first, iterations)
    return fit.answer(shares, converged, curves, confidence, sigma is not None)


def _curves(given: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    if not isinstance(given, Mapping) or not given:
        raise InputError(
            "give at least one measured curve: {'D.angle': (t, values)}.", ("measured",)
        )
    found = {}
    for name, curve in given.items():
        try:
            t, values = (np.asarray(part, float) for part in curve)
        except (TypeError, ValueError):
            raise InputError(
                f"expected times and values, (t, values), got {brief(curve)}.",
                ("measured", str(name)),
            ) from None
        sound = t.ndim == 1 and t.shape == values.shape and len(t) > 1
        if not isinstance(name, str) or not sound or not np.isfinite([t, values]).all():
            raise InputError(
                "expected as many finite values as times, two or more.", ("measured", str(name))
            )
        if (np.diff(t) <= 0).any() or t[0] < 0:
            raise InputError("times must rise, from 0 on.", ("measured", name))
        found[name] = (t, values)
    return found


def _weights(curves: Mapping[str, tuple[np.ndarray, np.ndarray]], sigma: Any) -> np.ndarray:
    """Return what each residual is divided by."""
    if sigma is None:
        scales = {name: float(np.std(values)) or 1.0 for name, (_, values) in curves.items()}
    elif isinstance(sigma, Mapping) and set(sigma) == set(curves):
        try:
            scales = {name: float(value) for name, value in sigma.items()}
        except (TypeError, ValueError):
            scales = {}
    else:
        scales = {}
    if not scales or not all(0 < scale < np.inf for scale in scales.values()):
        raise InputError(
            "expected a positive standard deviation for each measured channel.", ("sigma",)
        )
    return np.concatenate([np.full(len(t), scales[name]) for name, (t, _) in curves.items()])


def _first(start: Any, bounds: Mapping[str, tuple[float, float]], runs: BoundedRuns) -> np.ndarray:
    if not isinstance(start, Mapping) or not set(start) <= set(bounds):
        raise InputError(f"expected first guesses by path, got {brief(start)}.", ("start",))
    try:
        middle = {path: 0.5 * (low + high) for path, (low, high) in bounds.items()}
        guess = np.array([float(value) for value in {**middle, **start}.values()])
    except (TypeError, ValueError):
        raise InputError(f"expected numbers in SI units, got {brief(start)}.", ("start",)) from None
    shares = runs.shares(guess)
    if not ((shares >= 0) & (shares <= 1)).all():
        raise InputError("first guesses must lie within the bounds.", ("start",))
    return np.clip(shares, 1e-9, 1 - 1e-9)


def _sampler(
    channels: tuple[str, ...], times: tuple[tuple[float, ...], ...]
) -> Callable[[Result], str]:
    """Return what reads the channels at their times, as a text: a row keeps texts and numbers."""

    def sampled(result: Result) -> str:
        parts = []
        for channel, at in zip(channels, times, strict=True):
            values = np.asarray(result[channel], float)
            if values.ndim != 1:
                raise InputError(f"'{channel}' has components; name one, such as '{channel}.x'.")
            rows = np.searchsorted(result.t, np.array(at))
            whole = rows.max() < len(values)
            parts.append(values[rows] if whole else np.full(len(at), np.nan))
        return base64.b64encode(np.concatenate(parts).tobytes()).decode()

    return sampled


@dataclass
class _Fit:
    """Residuals of runs against measured values."""

    runs: BoundedRuns
    measured: np.ndarray
    weights: np.ndarray

    def residuals(self, shares: np.ndarray) -> np.ndarray:
        """Return weighted residuals at some points, (points, values)."""
        found = self.candidates(shares)
        if not np.isfinite(found).all():
            raise InputError("a run of the search ended before the last measured time.")
        return found

    def candidates(self, shares: np.ndarray, failures: int = 0) -> np.ndarray:
        """Return weighted residuals at some points, NaN for those that fail: at most so many."""
        found = self.runs.run(shares)
        if len(found.failed) > failures:
            raise InputError(f"a run of the search failed: {next(iter(found.failed.values()))}")
        simulated = np.full((len(found), len(self.measured)), np.nan)
        for k, text in enumerate(found.table["curves"]):
            if k not in found.failed:
                simulated[k] = np.frombuffer(base64.b64decode(text))
        return np.asarray((simulated - self.measured) / self.weights)

    def best_of(self, candidates: int) -> np.ndarray:
        """Return the best of some points all over the bounds, their middle among them."""
        from .designs import unit_design

        dimensions = len(self.runs.bounds)
        spread = unit_design("latin-hypercube", candidates, dimensions, 0)
        points = np.concatenate([np.full((1, dimensions), 0.5), spread[1:]])
        sizes = (self.candidates(points, len(points) - 1) ** 2).sum(axis=1)
        if np.isnan(sizes).all():
            raise InputError("all runs ended before the last measured time.")
        return np.asarray(points[int(np.nanargmin(sizes))])

    def jacobian(self, shares: np.ndarray) -> np.ndarray:
        """Return the derivatives by the shares, by central differences within the bounds."""
        ahead, behind = (np.minimum(shares + STEP, 1.0), np.maximum(shares - STEP, 0.0))
        points = np.concatenate(
            [np.where(np.eye(len(shares), dtype=bool), moved, shares) for moved in (ahead, behind)]
        )
        found = self.residuals(points)
        count = len(shares)
        return np.asarray(((found[:count] - found[count:]) / (ahead - behind)[:, None]).T)

    def solve(self, first: np.ndarray, iterations: int) -> tuple[np.ndarray, bool]:
        """Return the point of least squares, and whether it was found."""
        from scipy.optimize import least_squares

        outcome = least_squares(
            lambda shares: self.residuals(shares)[0],
            first,
            jac=self.jacobian,
            bounds=(0.0, 1.0),
            max_nfev=iterations,
            xtol=1e-10,
            ftol=1e-12,
            gtol=1e-12,
        )
        return np.asarray(outcome.x), bool(outcome.status > 0)

    def answer(
        self,
        shares: np.ndarray,
        converged: bool,
        curves: Mapping[str, tuple[np.ndarray, np.ndarray]],
        confidence: float,
        known_noise: bool,
    ) -> Identification:
        """Return parameters with their intervals: covariance s^2 (J^T J)^-1."""
        from scipy.stats import chi2, norm, t

        residuals, J = self.residuals(shares)[0], self.jacobian(shares)
        free = len(residuals) - len(shares)
        if free < 1:
            raise InputError("there are not more measured values than parameters.", ("measured",))
        noise = float(np.sqrt(residuals @ residuals / free))
        widths = np.array([high - low for low, high in self.runs.bounds.values()])
        with np.errstate(all="ignore"):
            covariance = np.linalg.pinv(J.T @ J / np.outer(widths, widths), hermitian=True)
            covariance *= 1.0 if known_noise else noise**2
            errors = np.sqrt(np.diag(covariance))
        sizes = np.linalg.norm(J, axis=0)
        vague = (sizes * UNIDENTIFIABLE <= (1.0 if known_noise else noise)) | ~(
            errors <= UNIDENTIFIABLE * widths
        )
        if vague.any():
            path = list(self.runs.bounds)[int(np.argmax(vague))]
            raise InputError(
                f"the measured curves do not tell '{path}' between its bounds; leave it out, or "
                "measure something that depends on it."
            )
        half = 0.5 + 0.5 * confidence
        reach = float(norm.ppf(half) if known_noise else t.ppf(half, free))
        spread = reach * errors
        # the size of residuals that noise alone exceeds once in a thousand times
        misfit = known_noise and float(residuals @ residuals) > float(chi2.ppf(0.999, free))
        values = self.runs.values(shares)[0]
        ends = np.cumsum([len(at) for at, _ in curves.values()])[:-1]
        parts = np.split(-residuals * self.weights, ends)
        chosen = dict(zip(self.runs.bounds, map(float, values), strict=True))
        found = {
            path: Estimate(value, value - float(reach), value + float(reach))
            for (path, value), reach in zip(chosen.items(), spread, strict=True)
        }
        return Identification(
            found,
            dict(zip(curves, parts, strict=True)),
            covariance,
            {
                name: _size(part, free / len(residuals))
                for name, part in zip(curves, parts, strict=True)
            },
            self.runs.count,
            converged,
            misfit,
            self.runs.base.at(chosen),
        )


def _size(residuals: np.ndarray, free: float) -> float:
    """Return the standard deviation of residuals of which a share is free."""
    return float(np.sqrt(residuals @ residuals / (len(residuals) * free)))
