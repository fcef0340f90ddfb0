"""How a parameter scatters: uniform, normal, truncated, or as an ISO 286 fit is made.

A distribution is known by its quantile function: a design of numbers between 0 and 1 becomes values
of the parameter, whatever the design.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._base.errors import InputError, brief
from .._base.units import parse
from ..model.iso_fits import FIT, IsoFit, iso_fit

Bound = float | str
FORMULA = re.compile(r"\s*(uniform|normal)\s*\((.*)\)\s*$")
CLEARANCE = "radial_clearance"
SIGMAS = 3.0  # a dimension is made with its limits at this many standard deviations


class Distribution:
    """Base of all distributions of a parameter."""

    def resolved(self, unit: str) -> Distribution:
        """Return the same distribution with numbers in SI units; texts are read as this unit."""
        raise NotImplementedError

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Return the values below which these shares of all values are."""
        raise NotImplementedError


@dataclass(frozen=True)
class Uniform(Distribution):
    """All values between two bounds are equally likely."""

    low: Bound
    high: Bound

    def resolved(self, unit: str) -> Uniform:
        """Return it with numbers in SI units."""
        low, high = _number(self.low, unit, "low"), _number(self.high, unit, "high")
        if not low < high:
            raise InputError(f"low must be below high, got {low:g} and {high:g}.")
        return Uniform(low, high)

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Return low + share (high - low)."""
        low, high = float(self.low), float(self.high)
        return low + np.asarray(share) * (high - low)


@dataclass(frozen=True)
class Normal(Distribution):
    """Normal distribution by mean and standard deviation; truncated where bounds are given."""

    mean: Bound
    std: Bound
    low: Bound | None = None
    high: Bound | None = None

    def resolved(self, unit: str) -> Normal:
        """Return it with numbers in SI units."""
        mean, std = _number(self.mean, unit, "mean"), _number(self.std, unit, "std")
        low = None if self.low is None else _number(self.low, unit, "low")
        high = None if self.high is None else _number(self.high, unit, "high")
        if not std > 0:
            raise InputError(f"the standard deviation must be positive, got {std:g}.")
        if low is not None and high is not None and not low < high:
            raise InputError(f"low must be below high, got {low:g} and {high:g}.")
        return Normal(mean, std, low, high)

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Return the quantiles of the truncated distribution: those of the whole one, at shares
        between those of the bounds.
        """
        from scipy.special import ndtr, ndtri

        mean, std = float(self.mean), float(self.std)
        below = 0.0 if self.low is None else float(ndtr((float(self.low) - mean) / std))
        above = 1.0 if self.high is None else float(ndtr((float(self.high) - mean) / std))
        if not below < above:
            raise InputError("the bounds leave nothing of the normal distribution.")
        values = mean + std * ndtri(below + np.asarray(share) * (above - below))
        return np.clip(
            values,
            -np.inf if self.low is None else float(self.low),
            np.inf if self.high is None else float(self.high),
        )


def iso_tolerance(fit: IsoFit | str) -> Normal:
    """Return how the radial clearance of an ISO 286 fit scatters: hole and shaft are normal about
    the middle of their tolerances, with the limits at three standard deviations, and nothing
    outside the least and the greatest clearance is let through.
    """
    fit = fit if isinstance(fit, IsoFit) else iso_fit(fit)
    least, mean, greatest = (0.5 * clearance for clearance in fit.clearances())
    if least < 0:
        raise InputError(f"{fit}; a joint with play needs a least clearance that is not negative.")
    hole, shaft = fit.deviations()
    std = 0.5 * np.hypot(hole[0] - hole[1], shaft[0] - shaft[1]) / (2.0 * SIGMAS)
    return Normal(mean, float(std), least, greatest)


def distribution_of(given: Any, path: str) -> Distribution:
    """Return a distribution: as it is, of an ISO 286 fit, which is that of a radial clearance, or
    from a text such as ``normal(0.2 mm, 0.02 mm)``.
    """
    if isinstance(given, Distribution):
        return given
    if isinstance(given, IsoFit) or (isinstance(given, str) and re.match(FIT, given)):
        if not path.strip().endswith(CLEARANCE):
            raise InputError(f"a fit is the distribution of a {CLEARANCE}, not of this.", (path,))
        return iso_tolerance(given)
    match = FORMULA.match(given) if isinstance(given, str) else None
    if match is None:
        raise InputError(
            "expected a distribution, Uniform(low, high), Normal(mean, std) or an ISO 286 fit such "
            f"as '25 H7/f7', got {brief(given)}.",
            (path,),
        )
    kind, inside = match[1], [word.strip() for word in match[2].split(",")]
    try:
        return Uniform(*inside) if kind == "uniform" else Normal(*inside)
    except TypeError:
        meant = "uniform(low, high)" if kind == "uniform" else "normal(mean, std, low, high)"
        raise InputError(f"expected {meant}, got {brief(given)}.", (path,)) from None


def _number(value: Any, unit: str, name: str) -> float:
    if isinstance(value, str):
        return float(parse(value, unit))
    if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
        if np.isfinite(value):
            return float(value)
    raise InputError(f"expected a number or a text with a unit, got {brief(value)}.", (name,))
