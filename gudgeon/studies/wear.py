"""Wear over many cycles: a few are simulated, the others extrapolated, and the clearance grows.

One cycle is run with the clearance as it is; Archard's law gives what it takes from bearing and
journal, and the clearance grows by their mean depths times the cycles until the next update, an
Euler step in the number of cycles [Mukras2009]. How many these are follows from how much the
clearance may grow in one update. The bearing stays round: where it is worn on one side alone, its
clearance there grows faster than the mean that is taken here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from .._base.arguments import number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError
from .._base.tables import text_table
from .._base.views import view
from ..model import Mechanism
from ..results.result import Result
from ..results.wear import COEFFICIENT, DENSITY, LENGTH
from .arguments import OF_A_SEARCH, check_options
from .sweep import sweep
from .sweep_grid import base_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .options import SearchOptions

TIME = Quantity("s", bounds=((">", 0.0),))
SHARE = Quantity("1", bounds=((">", 0.0), ("<=", 1.0)))
COUNT = Quantity("1", bounds=((">=", 1.0),))
MAX_UPDATES = 10_000


class Update(NamedTuple):
    """What one simulated cycle says: after how many ``cycles``, with which radial ``clearance``
    [m], how deep a cycle wears [m], on the mean and at most, its ``volume`` [m^3] of bearing and
    journal and the ``work`` [J] of rubbing, and the ``peak_force`` [N] in the joint, all without the
    cycles that settle.
    """

    cycles: float
    clearance: float
    growth: float
    max_depth: float
    volume: float
    work: float
    peak_force: float


def wear_study(
    mechanism: Mechanism | str | Path,
    joint: str,
    coefficients: float | str | tuple[float | str, float | str],
    cycles: float,
    *,
    cycle: float | str,
    settle: int = 1,
    growth: float = 0.05,
    cycles_per_update: float | None = None,
    limit: float | str | None = None,
    length: float | str | None = None,
    **options: Unpack[SearchOptions],
) -> WearStudy:
    """Follow the clearance of a joint over many cycles of wear, and return a :class:`WearStudy`.

    ``coefficients`` K/H [1/Pa] are those of bearing and journal; a single one is that of the
    bearing. A ``cycle`` lasts so many seconds; for each update ``settle`` cycles are run and left
    out, and the next one is measured. The clearance grows by at most the share ``growth`` in one
    update, or updates are ``cycles_per_update`` apart. The study ends after ``cycles``, or when the
    radial clearance reaches ``limit`` [m]. ``length`` [m] of the bearing is needed where the joint does not say it.
    All other options are those of :func:`sweep`, where with a folder ``out`` a study continues where
    it stopped, and of :func:`simulate`.
    """
    check_options(options, (*OF_A_SEARCH, "duration"))
    given = coefficients if isinstance(coefficients, tuple) else (coefficients, 0.0)
    if len(given) != 2:
        raise InputError("expected those of bearing and journal, two numbers.", ("coefficients",))
    bearing, journal = (number(value, "coefficients", COEFFICIENT) for value in given)
    run = _WearRun(
        base_of(mechanism),
        joint,
        (bearing, journal),
        number(cycle, "cycle", TIME),
        whole_number(settle, "settle", least=0, most=1000),
        None if length is None else number(length, "length", LENGTH),
        options,
    )
    total = number(cycles, "cycles", COUNT)
    growth = number(growth, "growth", SHARE)
    every = (
        None if cycles_per_update is None else number(cycles_per_update, "cycles_per_update", COUNT)
    )
    most = None if limit is None else number(limit, "limit", LENGTH)
    updates = follow(run.update, run.clearance(), total, growth, every, most)
    return WearStudy(run.base.name, joint, updates, most)


def follow(
    update: Any,
    clearance: float,
    total: float,
    growth: float,
    every: float | None,
    limit: float | None,
) -> list[Update]:
    """Return the updates until the number of cycles, or the limit, is reached: Euler steps of what
    ``update(cycles, clearance)`` says a cycle takes.
    """
    done, found = 0.0, []
    while True:
        now = update(done, clearance)
        found.append(now)
        left = total - done
        if left <= 0 or (limit is not None and clearance >= limit) or now.growth <= 0:
            return found
        if len(found) >= MAX_UPDATES:
            raise InputError(
                f"more than {MAX_UPDATES} updates would be needed; allow more growth in each, or "
                "fewer cycles.",
                ("cycles",),
            )
        step = max(growth * clearance / now.growth, 1.0) if every is None else every
        if limit is not None:
            step = min(step, (limit - clearance) / now.growth)
        step = min(step, left)
        done, clearance = done + step, clearance + step * now.growth


class _WearRun(NamedTuple):
    """One update of a study: a sweep of one point, so that a folder keeps what was computed."""

    base: Any
    joint: str
    coefficients: tuple[float, float]
    cycle: float
    settle: int
    length: float | None
    options: Mapping[str, Any]

    def clearance(self) -> float:
        """Return the radial clearance of the mechanism as it is described [m]."""
        mechanism = self.base.at({})
        described = mechanism.joint(self.joint)
        radii = described.radii() if hasattr(described, "radii") else None
        if described.bore != "cylinder" or radii is None:
            raise InputError(
                "expected a joint with a bore, a revolute or cylindrical one with its radii.",
                ("joints", self.joint),
            )
        if self.length is None and "length" not in described.sizes():
            raise InputError("give the length of the bearing.", ("length",))
        return float(radii[0] - radii[1])

    def update(self, cycles: float, clearance: float) -> Update:
        """Run some cycles with a clearance and return what one of them wears."""
        path = f"joints.{self.joint}.{self._size()}"
        journal = self.base.at({}).joint(self.joint).radii()[1]
        value = clearance if path.endswith("radial_clearance") else journal + clearance
        duration = (self.settle + 1) * self.cycle
        measure = _measure_of(self.joint, self.coefficients, self.length, self.settle * self.cycle)
        found = sweep(
            self.base,
            {path: [value]},
            measures={"wear": measure},
            duration=duration,
            **self.options,
        )
        if found.failed:
            raise InputError(f"after {cycles:.4g} cycles: {found.failed[0]}")
        row = [float(found.table[f"wear {name}"][0]) for name in Update._fields[2:]]
        return Update(cycles, clearance, *row)

    def _size(self) -> str:
        """Return which size of the joint grows: the clearance, or the bore if that is given."""
        given = self.base.at({}).joint(self.joint)
        return "radial_clearance" if given.radial_clearance is not None else "bearing_radius"


def _measure_of(
    joint: str, k: tuple[float, float], length: float | None, start: float
) -> Callable[[Result], dict[str, float]]:
    """Return what measures the wear of a cycle; all that it depends on is in its closure, by which
    a folder knows whether it has the answer already.
    """

    def measure(result: Result) -> dict[str, float]:
        part: Any = result.joint(joint)
        if not hasattr(part, "wear"):
            raise InputError("only a joint with clearance wears.", ("joints", joint, "fit"))
        wear = part.wear(*k, length=length, start=start)
        surfaces = (wear.bearing, wear.journal)
        return {
            "growth": sum(surface.mean_depth for surface in surfaces),
            "max_depth": sum(surface.max_depth for surface in surfaces),
            "volume": sum(surface.volume for surface in surfaces),
            "work": wear.work,
            "peak_force": float(np.linalg.norm(part.force[result.t >= start], axis=1).max()),
        }

    return measure


class WearStudy:
    """How a joint wears: ``updates``, one for each simulated cycle; ``clearance`` and ``cycles`` are
    their columns, ``volume`` [m^3] is what bearing and journal have lost in all.
    """

    def __init__(
        self, name: str, joint: str, updates: list[Update], limit: float | None = None
    ) -> None:
        self.name, self.joint, self.updates, self.limit = name, joint, tuple(updates), limit

    def __getattr__(self, column: str) -> np.ndarray:
        if column in Update._fields:
            return np.array([getattr(update, column) for update in self.updates])
        raise AttributeError(
            f"a wear study has no '{column}'; there are {', '.join(Update._fields)}"
        )

    @property
    def worn_volume(self) -> float:
        """Volume that bearing and journal have lost in all [m^3]."""
        return float(np.diff(self.cycles) @ self.volume[:-1])

    def worn_mass(self, density: float | str) -> float:
        """Return the mass that bearing and journal have lost in all [kg], of a material of this
        density [kg/m^3].
        """
        return self.worn_volume * number(density, "density", DENSITY)

    @property
    def worn_work(self) -> float:
        """Work of rubbing in all cycles [J]: the integral of F_N |v_t|, by which surfaces wear."""
        return float(np.diff(self.cycles) @ self.work[:-1])

    @property
    def life(self) -> float:
        """Cycles until the limit of the clearance is reached; infinite if it was not."""
        reached = self.limit is not None and self.clearance[-1] >= self.limit * (1 - 1e-12)
        return float(self.cycles[-1]) if reached else float("inf")

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw clearance and peak force over the cycles."""
        return view("plot of a wear study")(self, path)

    def __repr__(self) -> str:
        rows = [
            [f"{update.cycles:.4g}", f"{1e6 * update.clearance:.4g}", f"{1e9 * update.growth:.4g}",
             f"{update.peak_force:.4g}"]
            for update in self.updates
        ]  # fmt: skip
        heads = ("cycles", "clearance\n[um]", "wear a cycle\n[nm]", "peak force\n[N]")
        title = f"{self.name}: wear of {self.joint}, {1e9 * self.worn_volume:.4g} mm^3 lost"
        return "\n".join([title, text_table(heads, rows, [True] * 4)])
