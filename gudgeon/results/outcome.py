"""How a run ended: its status, what it cost, what is to be said of it, and the greatest values
that it saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .status import Status

if TYPE_CHECKING:
    from ..assembly.output_layout import Layout


class Peak(NamedTuple):
    """The greatest value that a quantity took at any step of the run, and when [s]."""

    value: float
    time: float


@dataclass(frozen=True)
class StartPhase:
    """The part of a run that key figures leave out, until ``time`` [s]: what it is, in words, and
    the greatest values in it.
    """

    time: float = 0.0
    words: str = ""
    peaks: Mapping[str, Peak] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a run ended; ``peaks`` are those after its ``start``. ``reason`` has sentences of its own where more is known than the status
    says.
    """

    status: Status
    statistics: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    peaks: Mapping[str, Peak] = field(default_factory=dict)
    reason: str = ""
    start: StartPhase = field(default_factory=StartPhase)


def named_peaks(layout: Layout, rows: np.ndarray | None) -> dict[str, Peak]:
    """Return the running maxima by their labels: joint:C, body:rod, driver:motor."""
    names = [
        f"{dim}:{label}" for dim in ("joint", "body", "driver") for label in layout.labels[dim]
    ]
    if rows is None or not len(rows):
        return {}
    return {
        name: Peak(float(value), float(time))
        for name, (value, time) in zip(names, rows, strict=True)
    }
