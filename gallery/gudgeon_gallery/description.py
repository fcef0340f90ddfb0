"""What the gallery shows: runs, the figures and claims made from them, and papers that hold them
together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure as Sheet

    from gudgeon.model import Mechanism
    from gudgeon.results.result import Result
    from gudgeon.studies.ensemble import Ensemble
    from gudgeon.studies.predictability import Horizon

Outcome: TypeAlias = Literal["holds", "holds in part", "does not hold"]


@dataclass(frozen=True)
class Run:
    """One simulation, made once and shared by figures and claims; times in [s]."""

    name: str
    mechanism: Callable[[], Mechanism]
    duration: float
    quick: float
    options: Mapping[str, Any] = field(default_factory=dict)  # of gd.simulate
    members: int = 0  # perturbed runs in the full setting; the quick one takes at most 3
    horizon: bool = True  # measure how long it is predictable
    reference: bool = False  # ideal joints: predictable as a matter of course
    # options of gd.simulate that the perturbed runs have instead
    ensemble: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    """What a run gave."""

    result: Result
    horizon: Horizon | None = None
    ensemble: Ensemble | None = None


@dataclass(frozen=True)
class Figure:
    """One figure of a paper: `draw` fills the sheet and returns what it plotted, by column name
    with unit.
    """

    name: str
    title: str
    runs: tuple[str, ...]
    draw: Callable[[Sheet, Mapping[str, Evidence]], dict[str, np.ndarray]]
    size: tuple[float, float] = (9, 6)  # [inch]


@dataclass(frozen=True)
class Verdict:
    """What became of a claim, and the number found."""

    outcome: Outcome
    found: str


@dataclass(frozen=True)
class Claim:
    """One result that a paper states, and the rule that judges it from the numbers."""

    name: str
    where: str  # section and figures of the paper
    quantity: str
    says: str
    runs: tuple[str, ...]
    judge: Callable[[Mapping[str, Evidence]], Verdict]
    assumed: str = ""  # what the paper leaves out and had to be chosen
    # why no result could contradict it: such a claim is shown, but does not count
    certain: str = ""


@dataclass(frozen=True)
class Paper:
    """One paper: its runs, its figures and its claims."""

    key: str
    citation: str  # key of the list of references
    title: str
    runs: tuple[Run, ...]
    figures: tuple[Figure, ...]
    claims: tuple[Claim, ...]
