"""Options that studies hand on to their runs, by name and type, for editors and type checkers: those
of :func:`simulate` and of :func:`sweep`, without what a study says by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from ..model import Mechanism
from ..simulation.settings import Baumgarte, Crossing


class SteppingOptions(TypedDict, total=False):
    """How every run is computed."""

    atol: float | None
    method: str
    step: float | None
    max_step: float | None
    output: str | None
    output_step: float | None
    output_times: Sequence[float] | np.ndarray | None
    stabilisation: str | Baumgarte
    coordinates: str | None
    stop_when: Crossing | Sequence[Crossing]
    contact_start: str
    penetration_tolerance: float
    hold: bool
    max_steps: int | None
    max_wall_time: float | None


class StartOptions(SteppingOptions, total=False):
    """And how it starts, of studies that choose durations and tolerances."""

    start: str | None
    transient: float | str | None


class MemberOptions(StartOptions, total=False):
    """And how exactly, of studies that choose durations."""

    rtol: float


class RunOptions(MemberOptions, total=False):
    """And for how long."""

    duration: float | str | None


class PointOptions(RunOptions, total=False):
    """And how many runs, with velocities that differ by how much, make a point."""

    members: int
    spread: float


class PlacesOfWork(TypedDict, total=False):
    """Where runs are computed and kept."""

    workers: int | None
    executor: Any
    out: str | Path | None
    progress: Any


class SearchOptions(PointOptions, PlacesOfWork, total=False):
    """Of studies whose points follow from others."""


class WearOptions(SearchOptions, total=False):
    """Of studies of wear: what is known of the bearing, and whether its profile is followed."""

    length: float | str | None
    sectors: int | None


class SweepOptions(SearchOptions, total=False):
    """Of studies that choose the points of a sweep."""

    measures: Any
    reference: Mechanism | None
    keep: bool


class FitOptions(SteppingOptions, PlacesOfWork, total=False):
    """Of runs that are compared with measured ones, which say when they are looked at."""

    rtol: float
    transient: float | str | None


class PeriodOptions(SteppingOptions, PlacesOfWork, total=False):
    """Of runs over whole periods."""

    rtol: float
    start: str | None


class PairOptions(TypedDict, total=False):
    """Of a motion and one beside it."""

    rtol: float
    atol: float | None
    method: str
    step: float | None
    max_step: float | None
    stabilisation: str | Baumgarte
