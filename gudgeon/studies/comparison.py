"""What a comparison of runs gives back: one row for each, and pictures of all."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, OutputError, brief, suggestion
from .._base.views import view
from ..results.metrics import common_rows, distances, losses, peak
from ..results.result import Result
from ..results.status import Status
from ..results.table import Column, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INTERRUPTED = "interrupted before it had ended."


def _is_unwritten(outcome: Any) -> bool:
    return isinstance(outcome, OutputError) or (
        isinstance(outcome, Result) and outcome.status is Status.OUTPUT_FAILED
    )


class Comparison:
    """Several runs of one mechanism: ``results`` by label, ``failures`` (sentences of runs that
    gave none), ``table``, ``plot``. ``unwritten`` are the labels of runs whose files could not be
    written.

    Deviations are distances between the centre of mass of a body and where the run ``reference``
    has it at the same time: the greatest over bodies and common equidistant output times, and for
    that body the root of the mean square over these times. ``joints`` are those that differ between
    the runs. Peaks, losses and impacts leave out the ``transient`` of each run, deviations nothing.
    """

    def __init__(
        self,
        outcomes: Mapping[str, Result | Any],
        *,
        reference: str,
        joints: Sequence[str] = (),
        channels: Sequence[str] = (),
    ) -> None:
        self.results: dict[str, Result] = {
            label: outcome for label, outcome in outcomes.items() if isinstance(outcome, Result)
        }
        self.failures: dict[str, str] = {
            label: str(outcome)
            for label, outcome in outcomes.items()
            if not isinstance(outcome, Result)
        }
        self.unwritten = tuple(
            label for label, outcome in outcomes.items() if _is_unwritten(outcome)
        )
        self.labels, self.reference = tuple(outcomes), reference
        self.joints, self.channels = tuple(joints), tuple(channels)

    def __getitem__(self, label: str) -> Result:
        if among(label, self.results):
            return self.results[label]
        if among(label, self.failures):
            raise InputError(f"run '{label}' has no result: {self.failures[label]}")
        raise InputError(
            f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}"
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended some of the runs."""
        return INTERRUPTED in self.failures.values()

    @property
    def failed(self) -> dict[str, str]:
        """Sentences of the runs that did not end as they should, by label."""
        short = {
            label: result.message
            for label, result in self.results.items()
            if result.status.failed or result.status is Status.INTERRUPTED
        }
        return {
            label: {**short, **self.failures}[label]
            for label in self.labels
            if label in short or label in self.failures
        }

    @property
    def body(self) -> str | None:
        """The body that deviates most in any of the runs; without a reference the first."""
        among = [(self._deviation(label)[0], self._deviation(label)[2]) for label in self.results]
        known = [pair for pair in among if pair[1]]
        first = next(iter(self.results.values())).layout.labels["body"][0] if self.results else None
        return max(known)[1] if known else first

    @cached_property
    def table(self) -> Table:
        """One row for each run."""
        columns: dict[str, Column] = {}

        def add(name: str, unit: str, help: str, value: Any) -> None:
            columns[name] = Column(unit, help, np.array([value(label) for label in self.labels]))

        def of_result(value: Any) -> Any:
            return lambda label: value(self.results[label]) if label in self.results else np.nan

        add(
            "deviation",
            "m",
            "greatest distance of a body from where the reference has it",
            lambda label: self._deviation(label)[0],
        )
        add(
            "deviation_rms",
            "m",
            "root of its mean square over the output times",
            lambda label: self._deviation(label)[1],
        )
        add("body", "", "which body deviates most", lambda label: self._deviation(label)[2])
        for name in self.channels:
            add(
                f"deviation of {name}",
                self._unit(name),
                "greatest deviation",
                lambda label, name=name: self._difference(label, name)[0],
            )
            add(
                f"rms of {name}",
                self._unit(name),
                "root of its mean square",
                lambda label, name=name: self._difference(label, name)[1],
            )
        for name in self.joints:
            add(
                f"peak_force of {name}",
                "N",
                "greatest joint force at any step",
                of_result(lambda result, name=name: peak(result, "joint", name)),
            )
        add(
            "peak_acceleration",
            "m/s^2",
            "greatest acceleration of a body at any step",
            of_result(lambda result: peak(result, "body")),
        )
        lost = {label: losses(result) for label, result in self.results.items()}
        for kind in dict.fromkeys(kind for energies in lost.values() for kind in energies):
            add(
                f"lost by {kind}",
                "J",
                "energy lost in all joints and forces",
                lambda label, kind=kind: lost.get(label, {}).get(kind, np.nan),
            )
        add(
            "impacts",
            "",
            "contact periods",
            of_result(
                lambda result: float(len(result.after_transient.impacts.without_layer_contacts))
            ),
        )
        add(
            "transient",
            "s",
            "time at the start that peaks, losses and impacts leave out",
            of_result(lambda result: result.transient),
        )
        add(
            "run_time",
            "s",
            "what the run took, without compiling",
            of_result(lambda result: result.statistics.get("wall_time", np.nan)),
        )
        add("ended", "", "how the run ended", self._ended)
        return Table(self.labels, columns)

    def _ended(self, label: str) -> str:
        return (
            self.results[label].status.name.lower().replace("_", " ")
            if label in self.results
            else "no result"
        )

    def _unit(self, channel: str) -> str:
        for result in self.results.values():
            try:
                return result.channel(channel).unit
            except InputError:
                continue
        return ""

    def common(self, label: str) -> int:
        """Return how many equidistant output times, from the first, a run has in common with the
        reference.
        """
        if not among(label, self.labels):
            raise InputError(
                f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}"
            )
        if label not in self.results or self.reference not in self.results:
            return 0
        return common_rows(self.results[label], self.results[self.reference])

    def _deviation(self, label: str) -> tuple[float, float, str]:
        """Return the greatest deviation and its root mean square [m], and of which body; NaN
        without a reference.
        """
        rows = self.common(label)
        if not rows:
            return np.nan, np.nan, ""
        distance = distances(self.results[label], self.results[self.reference], rows)
        worst = int(distance.max(axis=0).argmax())
        name = self.results[label].layout.labels["body"][worst] if distance[:, worst].any() else ""
        return float(distance[:, worst].max()), _rms(distance[:, worst]), name

    def _difference(self, label: str, channel: str) -> tuple[float, float]:
        """Return greatest deviation and root mean square of a channel; of a vector, of its
        magnitude.
        """
        rows = self.common(label)
        try:
            mine, other = (
                self.results[name].on_grid.channel(channel).values[:rows]
                for name in (label, self.reference)
            )
        except (InputError, KeyError):
            return np.nan, np.nan
        size = np.linalg.norm((mine - other).reshape(rows, -1), axis=1)
        return (float(size.max()), _rms(size)) if rows else (np.nan, np.nan)

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw motion and losses of all runs over each other, accelerations and joint forces
        beside each other.
        """
        return view("plot of a comparison")(self, path)

    def report(
        self,
        path: str | Path,
        *,
        shapes: Mapping[str, Any] | None = None,
        rows: int | None = None,
        horizon: Any = None,
        command: str = "",
    ) -> Path:
        """Write a page that shows all runs, over each other and side by side, in any browser; what
        the arguments mean is said at :func:`gudgeon.report.write`.
        """
        about: dict[str, Any] = {"shapes": shapes, "rows": rows, "horizon": horizon}
        return view("page")(self, path, **about, command=command)

    def _lines(self) -> list[str]:
        first = next(
            (
                result.mechanism.name
                for result in self.results.values()
                if result.mechanism is not None
            ),
            "mechanism",
        )
        what = (
            f"joint{'s' if len(self.joints) > 1 else ''} {', '.join(self.joints)}"
            if self.joints
            else "several variants"
        )
        return [f"{first}: {what}, deviations from '{self.reference}'"]

    def __repr__(self) -> str:
        notes = [f"{label}: {sentence}" for label, sentence in self.failed.items()]
        return "\n".join([*self._lines(), repr(self.table), *notes])

    def _repr_html_(self) -> str:
        notes = "".join(
            f"<p>{html.escape(label)}: {html.escape(sentence)}</p>"
            for label, sentence in self.failed.items()
        )
        return f"<p>{html.escape(self._lines()[0])}</p>{self.table._repr_html_()}{notes}"


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2)))
