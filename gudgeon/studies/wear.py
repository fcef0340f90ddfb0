"""Wear over many cycles: a few are simulated, the others extrapolated, and the clearance grows.

One cycle is run with the bore as it is; Archard's law gives what it takes from bearing and journal,
and the bore grows by that times the cycles until the next update, an Euler step in the number of
cycles [Mukras2009]. How many these are follows from how much it may grow in one update. A bearing
that stays round gets the mean depths of both surfaces as clearance. With sectors its profile is
followed, too: the journal presses itself in where it wears (imprint.py), and the next cycle runs in
that bore; the journal stays round.
"""

from __future__ import annotations

import copy
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
from ..model.worn_profile import DEEPEST, LEAST, MOST
from ..results.result import Result
from ..results.wear import COEFFICIENT, DENSITY, LENGTH
from .arguments import OF_A_SEARCH, check_options
from .imprint import imprinted
from .sweep import sweep
from .sweep_grid import base_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .options import WearOptions

TIME = Quantity("s", bounds=((">", 0.0),))
SHARE = Quantity("1", bounds=((">", 0.0), ("<=", 1.0)))
COUNT = Quantity("1", bounds=((">=", 1.0),))
MAX_UPDATES = 10_000
SECTORS = 72  # in which depths are told while the bearing stays round


class Update(NamedTuple):
    """What one simulated cycle says: after how many ``cycles``, with which radial ``clearance``
    [m], where it is greatest, how deep a cycle wears [m], on the mean and at most, its ``volume``
    [m^3] of bearing and journal and the ``work`` [J] of rubbing, and the ``peak_force`` [N] in the
    joint, all without the cycles that settle; the ``profile`` of the bore [m] in which it ran and
    the ``depths`` [m] that it takes from the bearing, in every sector, if these are followed.
    """

    cycles: float
    clearance: float
    growth: float
    max_depth: float
    volume: float
    work: float
    peak_force: float
    profile: tuple[float, ...] = ()
    depths: tuple[float, ...] = ()


COLUMNS = ("growth", "max_depth", "volume", "work", "peak_force")  # that are measured in a run


class Bore(NamedTuple):
    """A bore as it is worn: its radial clearance [m], without the depths of its profile [m]."""

    clearance: float
    profile: tuple[float, ...] = ()

    @property
    def greatest(self) -> float:
        """Radial clearance where it is greatest [m]."""
        return self.clearance + max(self.profile, default=0.0)

    def after(self, wear: Update, cycles: float) -> Bore:
        """Return the bore after some such cycles."""
        if not self.profile:
            return Bore(self.clearance + cycles * wear.growth)
        lost = cycles * np.array(wear.depths)
        journal = cycles * wear.growth - float(lost.mean())
        profile = imprinted(self.clearance, np.array(self.profile), lost)
        return Bore(self.clearance + journal, tuple(profile.tolist()))


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
    **options: Unpack[WearOptions],
) -> WearStudy:
    """Follow the clearance of a joint over many cycles of wear, and return a :class:`WearStudy`.

    ``coefficients`` K/H [1/Pa] are those of bearing and journal; a single one is that of the
    bearing. A ``cycle`` lasts so many seconds; for each update ``settle`` cycles are run and left
    out, and the next one is measured. The clearance grows by at most the share ``growth`` in one
    update, or updates are ``cycles_per_update`` apart. The study ends after ``cycles``, or when the
    radial clearance reaches ``limit`` [m].

    Of the options, ``length`` [m] of the bearing is needed where the joint does not say it. By
    default the bearing stays round; with a number of ``sectors``, 72 say, its worn profile is
    followed, and contact with it (``bearing_wear`` of a revolute joint). All others are those of
    :func:`sweep`, where with a folder ``out`` a study continues where it stopped, and of
    :func:`simulate`.
    """
    check_options(options, (*OF_A_SEARCH, "duration"))
    given = coefficients if isinstance(coefficients, tuple) else (coefficients, 0.0)
    if len(given) != 2:
        raise InputError("expected those of bearing and journal, two numbers.", ("coefficients",))
    bearing, journal = (number(value, "coefficients", COEFFICIENT) for value in given)
    length, sectors = options.pop("length", None), options.pop("sectors", None)
    run = _WearRun(
        base_of(mechanism),
        joint,
        (bearing, journal),
        number(cycle, "cycle", TIME),
        whole_number(settle, "settle", least=0, most=1000),
        None if length is None else number(length, "length", LENGTH),
        None if sectors is None else whole_number(sectors, "sectors", least=LEAST, most=MOST),
        options,
    )
    total = number(cycles, "cycles", COUNT)
    growth = number(growth, "growth", SHARE)
    every = (
        None if cycles_per_update is None else number(cycles_per_update, "cycles_per_update", COUNT)
    )
    most = None if limit is None else number(limit, "limit", LENGTH)
    updates = follow(run.update, run.bore(), total, growth, every, most)
    return WearStudy(run.base.name, joint, updates, most)


def follow(
    update: Callable[[float, Bore], Update],
    bore: Bore,
    total: float,
    growth: float,
    every: float | None,
    limit: float | None,
) -> list[Update]:
    """Return the updates until the number of cycles, or the limit, is reached: Euler steps of what
    ``update(cycles, bore)`` says a cycle takes.
    """
    done, found = 0.0, []
    while True:
        now = update(done, bore)
        found.append(now)
        left = total - done
        reached = limit is not None and bore.greatest >= limit * (1 - 1e-12)
        if left <= 0 or reached or now.growth <= 0:
            return found
        if len(found) >= MAX_UPDATES:
            raise InputError(
                f"more than {MAX_UPDATES} updates would be needed; allow more growth in each, or "
                "fewer cycles.",
                ("cycles",),
            )
        step = min(_longest(bore, now, growth, left) if every is None else every, left)
        if limit is not None and bore.after(now, step).greatest > limit:
            step = _until(bore, now, limit, step)
        done, bore = done + step, bore.after(now, step)


def _longest(bore: Bore, now: Update, growth: float, left: float) -> float:
    """Return how many cycles make no place of the bore deeper than the share ``growth`` of its
    clearance, at least one: as if all were lost where it is, then twice as many while they do.
    """

    def deeper(cycles: float) -> float:
        after = bore.after(now, cycles)
        there = np.subtract(after.profile, bore.profile)
        return after.clearance - bore.clearance + float(there.max(initial=0.0))

    most = growth * bore.greatest
    step = max(most / max(now.growth, *now.depths, 0.0), 1.0)
    while bore.profile and step < left and deeper(2 * step) <= most:
        step *= 2
    return step


def _until(bore: Bore, now: Update, limit: float, step: float) -> float:
    """Return how many cycles, at most ``step``, bring the bore to a limit, by bisection."""
    low, high = 0.0, step
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if bore.after(now, middle).greatest > limit else (middle, high)
    return high


class _WearRun(NamedTuple):
    """One update of a study: a sweep of one point, so that a folder keeps what was computed."""

    base: Any
    joint: str
    coefficients: tuple[float, float]
    cycle: float
    settle: int
    length: float | None
    sectors: int | None
    options: Mapping[str, Any]

    def bore(self) -> Bore:
        """Return the bore of the mechanism as it is described."""
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
        clearance = float(radii[0] - radii[1])
        if self.sectors is None:
            return Bore(clearance)
        if not hasattr(described, "bearing_wear"):
            raise InputError("only the bore of a revolute joint has a worn profile.", ("sectors",))
        given = described.bearing_wear or (0.0,) * self.sectors
        if len(given) != self.sectors:
            raise InputError(
                f"the bearing_wear of joint '{self.joint}' has {len(given)} sectors; give as many.",
                ("sectors",),
            )
        if clearance <= 0.0:
            raise InputError(
                f"joint '{self.joint}' has no clearance: its journal bears all around and presses "
                "no groove; give it one, or leave sectors out.",
                ("sectors",),
            )
        return Bore(clearance, given)

    def update(self, cycles: float, bore: Bore) -> Update:
        """Run some cycles in a bore and return what one of them wears."""
        path = f"joints.{self.joint}.{self._size()}"
        journal = self.base.at({}).joint(self.joint).radii()[1]
        size = bore.clearance if path.endswith("radial_clearance") else journal + bore.clearance
        base = copy.copy(self.base)
        if bore.profile:
            profile = {f"joints.{self.joint}.bearing_wear": list(bore.profile)}
            base.shared = {**base.shared, **profile}
        if bore.profile and max(bore.profile) > DEEPEST * (journal + bore.clearance):
            raise InputError(
                f"after {cycles:.4g} cycles the bore is worn to {max(bore.profile):.4g} m, more than "
                f"{DEEPEST:g} of its radius; give a limit to end the study before.",
                ("limit",),
            )
        duration = (self.settle + 1) * self.cycle
        start = self.settle * self.cycle
        measure = _measure_of(self.joint, self.coefficients, self.length, self.sectors, start)
        found = sweep(
            base,
            {path: [size]},
            measures={"wear": measure},
            duration=duration,
            **self.options,
        )
        if found.failed:
            raise InputError(f"after {cycles:.4g} cycles: {found.failed[0]}")
        row: dict[str, Any] = {name: float(found.table[f"wear {name}"][0]) for name in COLUMNS}
        if bore.profile:
            places = range(len(bore.profile))
            depths = tuple(float(found.table[f"wear depth {k}"][0]) for k in places)
            row |= {"profile": bore.profile, "depths": depths}
        return Update(cycles, bore.greatest, **row)

    def _size(self) -> str:
        """Return which size of the joint grows: the clearance, or the bore if that is given."""
        given = self.base.at({}).joint(self.joint)
        return "radial_clearance" if given.radial_clearance is not None else "bearing_radius"


def _measure_of(
    joint: str, k: tuple[float, float], length: float | None, sectors: int | None, start: float
) -> Callable[[Result], dict[str, float]]:
    """Return what measures the wear of a cycle; all that it depends on is in its closure, by which
    a folder knows whether it has the answer already.
    """

    def measure(result: Result) -> dict[str, float]:
        part: Any = result.joint(joint)
        if not hasattr(part, "wear"):
            raise InputError("only a joint with clearance wears.", ("joints", joint, "fit"))
        wear = part.wear(*k, length=length, start=start, sectors=sectors or SECTORS)
        surfaces = (wear.bearing, wear.journal)
        depths = wear.bearing.depth[: sectors or 0]
        return {
            **{f"depth {k}": float(depth) for k, depth in enumerate(depths)},
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
