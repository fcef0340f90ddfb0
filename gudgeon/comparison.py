"""What a comparison of runs gives back: one row for each, and pictures of all."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._arguments import among
from ._errors import InputError, OutputError, brief, suggestion
from .results import Result, Status

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INTERRUPTED = "interrupted before it had ended."


class Column(NamedTuple):
    """One column of the table: its unit, what it means, and a value for each run (NaN where there is none)."""

    unit: str
    help: str
    values: np.ndarray


class Table(Mapping[str, np.ndarray]):
    """One row for each run: ``table["deviation"]`` is a column, ``table.row("clearance")`` a row; ``table.units`` are SI."""

    def __init__(self, labels: Sequence[str], columns: Mapping[str, Column]) -> None:
        self.labels, self.columns = tuple(labels), dict(columns)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column."""
        return {name: column.unit for name, column in self.columns.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        if not among(name, self.columns):
            raise InputError(f"there is no column {brief(name)} in the comparison.{suggestion(name, self.columns)}")
        return self.columns[name].values

    def __contains__(self, name: object) -> bool:
        return among(name, self.columns)

    def __iter__(self) -> Any:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def row(self, label: str) -> dict[str, Any]:
        """Return the values of one run."""
        if not among(label, self.labels):
            raise InputError(f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}")
        return {name: self[name][self.labels.index(label)].item() for name in self}

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame."""
        try:
            import pandas
        except ImportError:
            raise InputError("to_pandas needs the package pandas; install it beside gudgeon.") from None
        return pandas.DataFrame({name: self[name] for name in self}, index=list(self.labels))

    def _text(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return heads, in three lines, and rows as text."""
        names = [("", ""), *(_halves(name.replace("_", " ")) for name in self)]
        units = ["", *(f"[{unit.replace('^2', '²')}]" if unit else "" for unit in self.units.values())]
        heads = [*map(list, zip(*names, strict=True)), units]
        rows = [[label, *(_cell(self[name][k]) for name in self)] for k, label in enumerate(self.labels)]
        return heads, rows

    def __repr__(self) -> str:
        heads, rows = self._text()
        widths = [max(map(len, column)) for column in zip(*heads, *rows, strict=True)]
        signs = ["<", *("<" if self[name].dtype.kind == "U" else ">" for name in self)]
        lines = ["  ".join(f"{one:{a}{w}}" for one, a, w in zip(row, signs, widths, strict=True)).rstrip() for row in (*heads, *rows)]
        return "\n".join(line for line in lines if line)

    def _repr_html_(self) -> str:
        heads, rows = self._text()
        head = "".join(f"<th>{'<br>'.join(html.escape(one) for one in parts if one)}</th>" for parts in zip(*heads, strict=True))
        body = "".join("<tr>" + "".join(f"<td>{html.escape(one)}</td>" for one in row) + "</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _halves(name: str) -> tuple[str, str]:
    """Return a name in two lines that are as short as they can be."""
    words = name.split()
    cuts = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words) + 1)]
    return min(cuts, key=lambda cut: max(map(len, cut)))


def _cell(value: Any) -> str:
    if value.dtype.kind == "U":
        return str(value)
    return "-" if np.isnan(value) else f"{value:.4g}"


def _is_unwritten(outcome: Any) -> bool:
    return isinstance(outcome, OutputError) or (isinstance(outcome, Result) and outcome.status is Status.OUTPUT_FAILED)


class Comparison:
    """Several runs of one mechanism: ``results`` by label, ``failures`` (sentences of runs that gave none), ``table``, ``plot``.
    ``unwritten`` are the labels of runs whose files could not be written.

    Deviations are distances between the centre of mass of a body and where the run ``reference`` has it at the same time:
    the greatest over bodies and common output times, and for that body the root of the mean square over these times.
    ``joints`` are those that differ between the runs.
    """

    def __init__(
        self, outcomes: Mapping[str, Result | Any], *, reference: str, joints: Sequence[str] = (), channels: Sequence[str] = ()
    ) -> None:
        self.results: dict[str, Result] = {label: one for label, one in outcomes.items() if isinstance(one, Result)}
        self.failures: dict[str, str] = {label: str(one) for label, one in outcomes.items() if not isinstance(one, Result)}
        self.unwritten = tuple(label for label, one in outcomes.items() if _is_unwritten(one))
        self.labels, self.reference = tuple(outcomes), reference
        self.joints, self.channels = tuple(joints), tuple(channels)

    def __getitem__(self, label: str) -> Result:
        if among(label, self.results):
            return self.results[label]
        if among(label, self.failures):
            raise InputError(f"run '{label}' has no result: {self.failures[label]}")
        raise InputError(f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}")

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended some of the runs."""
        return INTERRUPTED in self.failures.values()

    @property
    def failed(self) -> dict[str, str]:
        """Sentences of the runs that did not end as they should, by label."""
        short = {label: one.message for label, one in self.results.items() if one.status.failed or one.status is Status.INTERRUPTED}
        return {label: {**short, **self.failures}[label] for label in self.labels if label in short or label in self.failures}

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

        add("deviation", "m", "greatest distance of a body from where the reference has it", lambda label: self._deviation(label)[0])
        add("deviation_rms", "m", "root of its mean square over the output times", lambda label: self._deviation(label)[1])
        add("body", "", "which body deviates most", lambda label: self._deviation(label)[2])
        for name in self.channels:
            add(f"deviation of {name}", self._unit(name), "greatest deviation", lambda label, name=name: self._difference(label, name)[0])
            add(f"rms of {name}", self._unit(name), "root of its mean square", lambda label, name=name: self._difference(label, name)[1])
        for name in self.joints:
            add(
                f"peak_force of {name}",
                "N",
                "greatest joint force at any step",
                of_result(lambda one, name=name: _peak(one, "joint", name)),
            )
        add("peak_acceleration", "m/s^2", "greatest acceleration of a body at any step", of_result(lambda one: _peak(one, "body")))
        losses = {label: _losses(one) for label, one in self.results.items()}
        for kind in dict.fromkeys(kind for one in losses.values() for kind in one):
            add(
                f"lost by {kind}",
                "J",
                "energy lost in all joints and forces",
                lambda label, kind=kind: losses.get(label, {}).get(kind, np.nan),
            )
        add(
            "impacts",
            "",
            "contact periods",
            of_result(lambda one: float(len(one.impacts.own))),
        )
        add("run_time", "s", "what the run took, without compiling", of_result(lambda one: one.statistics.get("wall_time", np.nan)))
        add("ended", "", "how the run ended", self._ended)
        return Table(self.labels, columns)

    def _ended(self, label: str) -> str:
        return self.results[label].status.name.lower().replace("_", " ") if label in self.results else "no result"

    def _unit(self, channel: str) -> str:
        for one in self.results.values():
            try:
                return one.channel(channel).unit
            except InputError:
                continue
        return ""

    def common(self, label: str) -> int:
        """Return how many output times, from the first, a run has in common with the reference."""
        if not among(label, self.labels):
            raise InputError(f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}")
        if label not in self.results or self.reference not in self.results:
            return 0
        mine, other = self.results[label].t, self.results[self.reference].t
        rows = min(len(mine), len(other))
        same = mine[:rows] == other[:rows]
        return rows if same.all() else int(same.argmin())

    def _deviation(self, label: str) -> tuple[float, float, str]:
        """Return the greatest deviation and its root mean square [m], and of which body; NaN without a reference."""
        rows = self.common(label)
        if not rows:
            return np.nan, np.nan, ""
        mine, other = (self.results[one].data["position"][:rows] for one in (label, self.reference))
        distance = np.linalg.norm(mine - other, axis=2)
        worst = int(distance.max(axis=0).argmax())
        name = self.results[label].layout.labels["body"][worst] if distance[:, worst].any() else ""
        return float(distance[:, worst].max()), _rms(distance[:, worst]), name

    def _difference(self, label: str, channel: str) -> tuple[float, float]:
        """Return greatest deviation and root mean square of a channel; of a vector, of its magnitude."""
        rows = self.common(label)
        try:
            mine, other = (self.results[one].channel(channel).values[:rows] for one in (label, self.reference))
        except (InputError, KeyError):
            return np.nan, np.nan
        size = np.linalg.norm((mine - other).reshape(rows, -1), axis=1)
        return (float(size.max()), _rms(size)) if rows else (np.nan, np.nan)

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw motion and losses of all runs over each other, accelerations and joint forces beside each other."""
        from .plot_comparison import plot

        return plot(self, path)

    def report(self, path: str | Path, **options: Any) -> Path:
        """Write a page that shows all runs, over each other and side by side, in any browser; see :func:`gudgeon.report.write`."""
        from .report import write

        return write(self, path, **options)

    def _lines(self) -> list[str]:
        first = next((one.mechanism.name for one in self.results.values() if one.mechanism is not None), "mechanism")
        what = f"joint{'s' if len(self.joints) > 1 else ''} {', '.join(self.joints)}" if self.joints else "several variants"
        return [f"{first}: {what}, deviations from '{self.reference}'"]

    def __repr__(self) -> str:
        notes = [f"{label}: {sentence}" for label, sentence in self.failed.items()]
        return "\n".join([*self._lines(), repr(self.table), *notes])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(label)}: {html.escape(sentence)}</p>" for label, sentence in self.failed.items())
        return f"<p>{html.escape(self._lines()[0])}</p>{self.table._repr_html_()}{notes}"


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2)))


def _peak(result: Result, kind: str, *names: str) -> float:
    """Return the greatest running maximum of some bodies or joints, by default of all."""
    wanted = [f"{kind}:{name}" for name in names or result.layout.labels[kind]]
    return max((result.peaks[label].value for label in wanted if label in result.peaks), default=np.nan)


def _losses(result: Result) -> dict[str, float]:
    """Return what was lost until the end of a run, by kind: hysteresis and friction of joints, damping of springs, ..."""
    found: dict[str, float] = {}
    for entry in result.energy.entries if result.rows else ():
        if entry.startswith("lost:"):
            joint, _, kind = entry.removeprefix("lost:").rpartition(":")
            kind = kind if joint in result.layout.labels["joint"] else "damping"
            found[kind] = found.get(kind, 0.0) + float(result.energy[entry][-1])
    return found
