"""Where a single trajectory says nothing: many runs that begin almost alike, and what they have
in common.
"""

from __future__ import annotations

import html
from functools import cached_property
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import FRACTION, among, number, whole_number
from .._base.description import Quantity
from .._base.errors import InputError, brief, suggestion
from .._base.tables import text_table
from .._base.views import view
from ..model import Mechanism
from ..results.channels import Channel
from ..results.metrics import Measured, StudyTable, ended, losses, standard, table
from ..results.result import Result
from ..simulation.simulate import simulate
from .arguments import MAX_RUNS
from .parallel import run_all
from .perturbed_starts import perturbed_starts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .options import MemberOptions


def ensemble(
    mechanism: Mechanism | str,
    members: int = 16,
    *,
    spread: float = 1e-6,
    seed: int = 0,
    duration: float | None = None,
    workers: int | None = None,
    progress: Any = None,
    **options: Unpack[MemberOptions],
) -> Ensemble:
    """Run a mechanism many times with initial velocities that differ a little, and return an
    :class:`Ensemble`.

    Each of the ``members`` begins with velocities moved by ``spread``, relative to the mechanism's
    own speed, in a random direction that its joints and drivers allow; ``seed`` makes the
    directions others. ``workers`` runs are made at the same time; the results do not depend on how
    many. All other options are those of :func:`simulate`. A member that fails is kept as far as it
    came; Ctrl-C keeps the members that have ended.
    """
    members, seed = (
        whole_number(members, "members", least=1, most=MAX_RUNS),
        whole_number(seed, "seed", least=0),
    )
    spread = number(spread, "spread", FRACTION)
    duration, _, others = perturbed_starts(mechanism, duration, options, spread, members, seed)
    if None in others:
        raise InputError(
            "joints and drivers prescribe the whole motion of this mechanism; there is nothing "
            "that could begin differently."
        )
    tasks = [
        lambda watch, other=other: simulate(
            other, duration, progress=watch, strict=False, **options
        )  # type: ignore[misc]
        for other in others
    ]
    results = [result for result in run_all(tasks, workers, progress) if result is not None]
    if not results:
        raise KeyboardInterrupt
    return Ensemble(results, spread=spread, seed=seed, asked=members)


def _percentiles(low: Any, high: Any) -> list[float]:
    """Return two percentiles as numbers between 0 and 100."""
    spec = Quantity("1", bounds=((">=", 0.0), ("<=", 100.0)))
    return [number(low, "low", spec), number(high, "high", spec)]


class Ensemble:
    """Many runs of a mechanism that begin almost alike: ``results``, one for each member, and
    statistics over them.

    ``values("C.force.magnitude")`` has one row for each member, ``mean`` and ``band`` one number
    for each time; ``peaks``, ``losses`` and ``impact_counts`` one number for each member; ``table``
    has all of these.
    """

    def __init__(
        self, results: list[Result], *, spread: float, seed: int = 0, asked: int | None = None
    ) -> None:
        self.results, self.spread, self.seed = list(results), spread, seed
        self.asked = len(results) if asked is None else asked

    def __len__(self) -> int:
        return len(self.results)

    @cached_property
    def t(self) -> np.ndarray:
        """Equidistant output times [s], of the member that came farthest."""
        return max((result.on_grid for result in self.results), key=lambda result: result.rows).t

    def channel(self, name: str) -> Channel:
        """Return a channel of the first member, for its unit and components."""
        return self.results[0].channel(name)

    def values(self, channel: str) -> np.ndarray:
        """Return a channel of all members, shape (members, times) or (members, times,
        components); NaN where a member has ended.
        """
        runs = [result.on_grid for result in self.results]
        found = [run.channel(channel).values for run in runs]
        result = np.full((len(found), len(self.t), *found[0].shape[1:]), np.nan)
        for row, values, run in zip(result, found, runs, strict=True):
            # the last row of a run that stopped stands at a time of its own
            same = run.t == self.t[: run.rows]
            row[: run.rows][same] = values[same]
        return result

    def mean(self, channel: str) -> np.ndarray:
        """Return the mean of a channel over the members, at every time."""
        return np.asarray(np.nanmean(self.values(channel), axis=0))

    def band(self, channel: str, low: float = 5, high: float = 95) -> tuple[np.ndarray, np.ndarray]:
        """Return two percentiles of a channel over the members, at every time."""
        lower, upper = np.nanpercentile(self.values(channel), _percentiles(low, high), axis=0)
        return lower, upper

    def peaks(self, label: str) -> np.ndarray:
        """Return the greatest force or acceleration of every member at any step:
        ``peaks("joint:C")``, ``peaks("body:rod")``.
        """
        known = self.results[0].peaks
        if not among(label, known):
            raise InputError(f"there is no peak {brief(label)}.{suggestion(label, known)}")
        return np.array([result.peaks[label].value for result in self.results])

    def losses(self) -> dict[str, np.ndarray]:
        """Return what every member has lost until its end [J], by kind: hysteresis, friction,
        film, damping.
        """
        found = [losses(result) for result in self.results]
        return {kind: np.array([item.get(kind, 0.0) for item in found]) for kind in found[0]}

    def impact_counts(self, joint: str | None = None) -> np.ndarray:
        """Return how many contacts every member has after its transient, in all joints or in
        one.
        """
        tables = [result.after_transient.impacts for result in self.results]
        return np.array(
            [len(table if joint is None else table.for_joint(joint)) for table in tables]
        )

    @cached_property
    def table(self) -> StudyTable:
        """One row for each member."""
        return table(
            [
                {**standard(result), "ended": Measured(ended(result), "", "how the run ended")}
                for result in self.results
            ]
        )

    def summary(self, low: float = 5, high: float = 95) -> dict[str, tuple[float, float, float]]:
        """Return the mean and two percentiles of every column of numbers."""
        numbers = {
            name: self.table[name] for name in self.table if self.table[name].dtype.kind == "f"
        }
        wanted = _percentiles(low, high)
        found = {
            name: (np.nanmean(values), *np.nanpercentile(values, wanted))
            for name, values in numbers.items()
        }
        return {
            name: (float(mean), float(lower), float(upper))
            for name, (mean, lower, upper) in found.items()
        }

    @property
    def failed(self) -> dict[int, str]:
        """Sentences of the members that did not end as they should, by their number."""
        return {k: result.message for k, result in enumerate(self.results) if result.status.failed}

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset of all members along the dimension ``member``, at equidistant
        times and without their tables of impacts.
        """
        import xarray

        runs = [result.on_grid for result in self.results]
        if len({run.rows for run in runs}) > 1:
            raise InputError(
                "some members ended early, so that their rows do not match; see failed."
            )
        members = [run.to_xarray().drop_dims("impact", errors="ignore") for run in runs]
        return xarray.concat(
            members,
            "member",
            data_vars="all",
            coords="minimal",
            compat="override",
            combine_attrs="drop_conflicts",
        )

    def plot(
        self,
        channel: str,
        path: str | Path | None = None,
        *,
        low: float = 5,
        high: float = 95,
        ax: Axes | None = None,
    ) -> Figure:
        """Draw the mean of a channel over the members and the band between two percentiles."""
        return view("plot of an ensemble")(self, channel, path, low, high, ax)

    def __repr__(self) -> str:
        name = self.results[0].mechanism.name if self.results[0].mechanism else "a mechanism"
        head = (
            f"{name}: {len(self)} members, initial velocities spread by {self.spread:g} (mean, 5 % "
            "and 95 %)"
        )
        rows = []
        for column, (mean, lower, upper) in self.summary().items():
            unit = self.table.units[column]
            rows.append(
                (
                    column,
                    f"{mean:.5g}, {lower:.5g} to "
                    f"{upper:.5g}{f' {unit}' if unit not in ('', '1') else ''}",
                )
            )
        failed = [f"  member {k}: {sentence}" for k, sentence in self.failed.items()]
        return "\n".join([head, indent(text_table((), rows), "  "), *failed])

    def _repr_html_(self) -> str:
        first, *lines = repr(self).splitlines()
        return f"<p>{html.escape(first)}</p><pre>{html.escape(chr(10).join(lines))}</pre>"
