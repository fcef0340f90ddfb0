"""What claims are judged by: numbers of every member of an ensemble, what happens in a joint
between two times, and words for both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gudgeon.results.impacts import Impacts
from gudgeon.results.result import Result

from .description import Evidence, Verdict

Span = tuple[float, float]
MOST = 0.95  # share of members, or of pairs of them, that decides


def members(evidence: Evidence) -> list[Result]:
    """Return the runs of the ensemble, or the only run if there is none."""
    return list(evidence.ensemble.results) if evidence.ensemble is not None else [evidence.result]


def over(evidence: Evidence, number: Callable[[Result], float]) -> np.ndarray:
    """Return a number of each member."""
    return np.array([number(result) for result in members(evidence)])


def rows_in(result: Result, span: Span) -> np.ndarray:
    """Return which rows of output lie between two times [s]."""
    return (result.t >= span[0]) & (result.t <= span[1])


def peak(result: Result, channel: str, span: Span) -> float:
    """Return the greatest magnitude of a channel in the rows between two times."""
    return float(np.abs(result.channel(channel).values[rows_in(result, span)]).max())


def contacts(result: Result, joint: str, span: Span) -> Impacts:
    """Return the contact periods of a joint that begin between two times."""
    mine = result.impacts.for_joint(joint)
    return mine[(mine["start"] >= span[0]) & (mine["start"] <= span[1])]


def touching(result: Result, joint: str, span: Span) -> float:
    """Return the share of time between two times in which a joint touches; exact, from the
    contact periods.
    """
    part: Any = result.joint(joint)
    begin, end = np.clip(part.touching, *span).T
    return float((end - begin).sum() / (span[1] - span[0]))


def mode_share(result: Result, joint: str, mode: str, span: Span) -> float:
    """Return the share of the rows between two times in which a joint is in a mode."""
    part: Any = result.joint(joint)
    return float((part.mode[rows_in(result, span)] == part.modes.index(mode)).mean())


def words(values: np.ndarray, unit: str = "", scale: float = 1.0, digits: int = 3) -> str:
    """Return the mean of some numbers, with their 5 and 95 % percentiles if they differ: ``12
    (10 to 15) kN``.
    """
    numbers = scale * np.asarray(values, float)
    low, high = (rounded(value, digits) for value in np.percentile(numbers, (5, 95)))
    band = f" ({low} to {high})" if low != high else ""
    return f"{rounded(numbers.mean(), digits)}{band}{f' {unit}' if unit else ''}"


def rounded(value: float, digits: int = 3) -> str:
    """Return a number with so many digits, not as a power of ten where that is hard to read:
    ``53300``.
    """
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if 100 <= abs(value) < 1e7 else text


def most(chosen: np.ndarray) -> bool:
    """Whether something is true of most members."""
    return bool(np.mean(chosen) >= MOST)


def apart(smaller: np.ndarray, larger: np.ndarray) -> float:
    """Return the share of pairs, one of each ensemble, in which the first number is the smaller."""
    return float((np.asarray(smaller)[:, None] < np.asarray(larger)[None, :]).mean())


def below(smaller: np.ndarray, larger: np.ndarray) -> bool:
    """Whether the first of two ensembles has the smaller number in most pairs."""
    return apart(smaller, larger) >= MOST


def verdict(whole: bool, part: bool, found: str) -> Verdict:
    """Return a verdict: the claim holds if ``whole``, in part if ``part``."""
    return Verdict("holds" if whole else "holds in part" if part else "does not hold", found)
