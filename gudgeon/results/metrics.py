"""Numbers that sum up a run, by name: peaks, losses, contacts, modes, and statistics of any
channel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from .._base.arguments import among, listed
from .._base.errors import InputError, brief, suggestion
from .joints import joint_losses, joint_modes
from .output_grid import time_mean
from .result import Result
from .table import Column, Table

Value = float | str
BLOCK = 100_000  # rows that are looked at together, so that a result may be larger than the memory


class Measured(NamedTuple):
    """One number of a run, or a word: what it is, in which unit, and what that means."""

    value: Value
    unit: str = ""
    help: str = ""


class StudyTable(Table):
    """One row for each run of a study: ``table["impacts"]`` is a column, ``table.row("0")`` a
    row; ``table.units`` are SI.
    """

    def __getitem__(self, name: str) -> np.ndarray:
        if not among(name, self.columns):
            raise InputError(
                f"there is no column {brief(name)} in the table.{suggestion(name, self.columns)}"
            )
        return self.columns[name].values

    def row(self, label: str | int) -> dict[str, Any]:
        """Return the values of one run."""
        if isinstance(label, (str, int, np.integer)) and brief(label).strip("'") in self.labels:
            return super().row(str(label))
        raise InputError(
            f"there is no run {brief(label)}; they are counted from 0 to {len(self.labels) - 1}."
        )


def standard(result: Result) -> dict[str, Measured]:
    """Return what is measured unless something else is asked for: after the transient, which is
    told beside.
    """
    result = result.after_transient
    labels = result.layout.labels
    found = {
        f"peak_force of {name}": Measured(
            peak(result, "joint", name), "N", "greatest joint force at any step"
        )
        for name in _made(result)
    }
    found["peak_acceleration"] = Measured(
        peak(result, "body"), "m/s^2", "greatest acceleration of a body at any step"
    )
    for name in labels["driver"]:
        unit = result.driver(name).quantities["force"]
        found[f"peak_drive of {name}"] = Measured(
            peak(result, "driver", name), unit, "greatest force or moment of the driver at any step"
        )
    for kind, lost in losses(result).items():
        found[f"lost by {kind}"] = Measured(lost, "J", "energy lost in all joints and forces")
    found["impacts"] = Measured(float(len(result.impacts)), "", "contact periods")
    for joint in map(result.joint, labels["joint"]):
        shares = joint.mode_fractions if result.mechanism is not None else {}
        for mode, share in shares.items():
            found[f"{mode} of {joint.name}"] = Measured(share, "1", "share of the time")
    found["evaluations"] = Measured(
        float(result.statistics.get("evaluations", np.nan)), "", "of the equations of motion"
    )
    found["transient"] = Measured(
        result.transient, "s", "time at the start that all others leave out, evaluations excepted"
    )
    return found


def _made(result: Result) -> list[str]:
    """Return the joints that are not ideal, or have stops; all if none is."""
    names = list(result.layout.labels["joint"])
    if result.mechanism is None:
        return names
    return [
        joint.name for joint in result.mechanism.joints if not joint.fit.ideal or joint.stops
    ] or names


def ended(result: Result) -> str:
    """Return how a run ended, in a word or two."""
    return result.status.name.lower().replace("_", " ")


# -- by name ---------------------------------------------------------------------------------------

# of values and times; means are over time, whatever the rows
STATISTICS: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "max": lambda values, t: np.max(values),
    "min": lambda values, t: np.min(values),
    "mean": lambda values, t: time_mean(values, t),
    "range": lambda values, t: np.ptp(values),
    "rms": lambda values, t: np.sqrt(time_mean(np.square(values), t)),
    "last": lambda values, t: values[-1],
}

PEAKS = {"peak_force": "joint", "peak_acceleration": "body", "peak_drive": "driver"}


def named(result: Result, name: str) -> Measured:
    """Return what a name means: one of the standard measures, ``peak_force of B``, ``max
    D.angle``; or say that it means nothing.
    """
    result = result.after_transient
    known, joints = standard(result), result.layout.labels["joint"]
    if name in known:
        return known[name]
    kind, _, part = name.partition(" of ")
    if kind in PEAKS and part:
        return _peak_of(result, kind, part)
    lossless = name.startswith("lost by ") and name.removeprefix("lost by ") in joint_losses()
    if lossless or (kind in joint_modes() and part in joints):
        return Measured(np.nan)  # this run has no such loss or mode, but another may
    word, _, channel = name.partition(" ")
    if word in STATISTICS and channel:
        found = result.channel(channel)
        if found.components:
            raise InputError(
                f"'{channel}' has several components; say which: "
                f"{', '.join((*found.components, 'magnitude'))}."
            )
        value = float(STATISTICS[word](found.values, result.t)) if len(found.values) else np.nan
        return Measured(value, found.unit, f"{word} over the output times")
    more = [f"{statistic} CHANNEL" for statistic in STATISTICS]
    raise InputError(
        f"there is no measure '{name}'.{suggestion(name, [*known, *more])}", ("measures",)
    )


def _peak_of(result: Result, kind: str, part: str) -> Measured:
    names = result.layout.labels[PEAKS[kind]]
    if part not in names:
        raise InputError(
            f"there is no {PEAKS[kind]} '{part}'.{suggestion(part, names)}", ("measures",)
        )
    unit = {"joint": "N", "body": "m/s^2"}.get(PEAKS[kind]) or result.driver(part).quantities[
        "force"
    ]
    return Measured(peak(result, PEAKS[kind], part), unit, "greatest at any step")


Measure = str | Callable[[Result], Any]


def wanted(measures: Any) -> dict[str, Measure] | None:
    """Return the measures that a user asks for, by name: a name, a function of the result, a
    list or a mapping of these; None for all.
    """
    if measures is None:
        return None
    if isinstance(measures, Mapping):
        found = dict(measures)
    else:
        several = (
            [measures]
            if callable(measures)
            else listed(measures, "measures", "names of measures or functions")
        )
        found = {
            wanted if isinstance(wanted, str) else getattr(wanted, "__name__", repr(wanted)): wanted
            for wanted in several
        }
    if not found:
        raise InputError("ask for at least one measure, or leave them out.", ("measures",))
    for name, wanted in found.items():
        if not isinstance(name, str) or not (isinstance(wanted, str) or callable(wanted)):
            raise InputError(
                f"expected names and functions of a result, got {brief(wanted)}.", ("measures",)
            )
    return found


def measure(result: Result, measures: Mapping[str, Measure] | None) -> dict[str, Measured]:
    """Return the numbers that sum up a result; a function may return one, or several by name."""
    if measures is None:
        return standard(result)
    found: dict[str, Measured] = {}
    for name, wanted in measures.items():
        if isinstance(wanted, str):
            found[name] = _named_or_nan(result, wanted)
            continue
        try:
            value = wanted(result)
        except InputError:
            raise
        except Exception as error:  # it is the user's code: anything can happen
            raise InputError(
                f"'{name}' fails: {type(error).__name__}: {error}", ("measures",)
            ) from error
        if isinstance(value, Mapping):
            found |= {f"{name} {key}": _plain(f"{name} {key}", each) for key, each in value.items()}
        else:
            found[name] = _plain(name, value)
    return found


def _named_or_nan(result: Result, name: str) -> Measured:
    """Return what a name means; not a number for a run that lacks what other runs have."""
    try:
        return named(result, name)
    except InputError:
        return Measured(np.nan)


def _plain(name: str, value: Any) -> Measured:
    if isinstance(value, Measured):
        return value
    if isinstance(value, str):
        return Measured(value)
    try:
        return Measured(float(value))
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"must return a number, a text, or a mapping of these; '{name}' is {brief(value)}.",
            ("measures",),
        ) from None


def table(rows: list[dict[str, Measured]]) -> StudyTable:
    """Return a table of what was measured of several runs, with NaN where a run lacks what
    another has.
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {}
    for name in names:
        cells = [row.get(name) for row in rows]
        first = next(cell for cell in cells if cell is not None)
        words = any(cell is not None and isinstance(cell.value, str) for cell in cells)
        values = [
            ("" if words else np.nan) if cell is None else str(cell.value) if words else cell.value
            for cell in cells
        ]
        unit = next((cell.unit for cell in cells if cell is not None and cell.unit), first.unit)
        columns[name] = Column(unit, first.help, np.array(values))
    return StudyTable([str(k) for k in range(len(rows))], columns)


def peak(result: Result, kind: str, *names: str) -> float:
    """Return the greatest running maximum of some bodies or joints, by default of all."""
    wanted = [f"{kind}:{name}" for name in names or result.layout.labels[kind]]
    return max(
        (result.peaks[label].value for label in wanted if label in result.peaks), default=np.nan
    )


def losses(result: Result) -> dict[str, float]:
    """Return what was lost after the transient of a run, by kind: hysteresis and friction of
    joints, damping of springs, ...
    """
    found: dict[str, float] = {}
    result = result.after_transient
    for entry in result.energy.entries if result.rows else ():
        if entry.startswith("lost:"):
            joint, _, kind = entry.removeprefix("lost:").rpartition(":")
            kind = kind if joint in result.layout.labels["joint"] else "damping"
            found[kind] = found.get(kind, 0.0) + result.energy.gain(entry)
    return found


# -- two results, and results larger than the memory -----------------------------------------------


def common_rows(first: Result, second: Result) -> int:
    """Return how many equidistant output times, from the first, two results have in common."""
    first, second = first.on_grid, second.on_grid
    rows = min(first.rows, second.rows)
    same = first.t[:rows] == second.t[:rows]
    return rows if same.all() else int(same.argmin())


def distances(first: Result, second: Result, rows: int, variable: str = "position") -> np.ndarray:
    """Return how far a vector of every body is from that in another result, (rows, bodies), in
    the first equidistant rows of both.
    """
    mine, theirs = (np.asarray(run.on_grid.data[variable][:rows]) for run in (first, second))
    return np.asarray(np.linalg.norm(mine - theirs, axis=2))


def greatest(result: Result, variable: str, column: int) -> tuple[float, float]:
    """Return the greatest magnitude of a variable over the output times, and when it is reached
    [s]; NaN if there is none.
    """
    best, when = np.nan, np.nan
    for start in range(0, result.rows, BLOCK):
        values = np.asarray(result.data[variable][start : start + BLOCK, column])
        with np.errstate(over="ignore", invalid="ignore"):
            size = np.abs(values) if values.ndim == 1 else np.linalg.norm(values, axis=1)
        row = int(np.argmax(np.nan_to_num(size, nan=-1.0, posinf=np.inf)))
        if np.isnan(best) or size[row] > best:
            best, when = float(size[row]), float(result.data["t"][start + row])
    return best, when
