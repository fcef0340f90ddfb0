"""One point of a study: plain data that any thread, process or machine can run, and its row."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from .._base.errors import InputError, OutputError
from ..assembly.perturbation import perturbed
from ..model import Mechanism
from ..model.files.serialize import from_tree
from ..results.metrics import Measure, Measured, common_rows, distances, ended, measure
from ..results.result import Result
from ..results.status import Status
from ..simulation.progress import Progress
from ..simulation.simulate import simulate
from ..simulation.starts import start_of
from .arguments import duration_of
from .sweep_cache import OUTPUT_FAILED, Store

Row = dict[str, Any]  # values, how it ended, message
DEVIATION = "deviation"
SPREAD = "spread"  # of what is measured in runs that begin almost alike
NO_RESULT = "no result"


@dataclass(frozen=True)
class Point:
    """One point of a study as plain data: the text of the model, the options, what to measure, and
    how many runs begin almost alike, by how much their velocities differ.
    """

    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    measures: Mapping[str, Measure] | None = None
    members: int = 1
    spread: float = 0.0


@dataclass(frozen=True)
class Job:
    """A point that is due: under which name its row is kept, in which folder, and what it is
    compared with.
    """

    point: Point
    name: str = ""
    folder: str | None = None
    keep: bool = False
    reference: Point | None = None


def run_point(
    point: Point,
    progress: Progress | None = None,
    reference: Result | None = None,
    out: str | Path | None = None,
) -> Row:
    """Run one point and return its row; what fails is said in the row."""
    return _run(point, progress, reference, out)[0]


def run_job(job: Job, progress: Progress | None = None) -> tuple[Row, Result | None]:
    """Run a point that is due; write its result, if that is kept, and then its row."""
    store = None if job.folder is None else Store(job.folder)
    draft = (
        store.folder / f"{job.name}.{uuid4().hex}.h5" if store is not None and job.keep else None
    )
    result = None
    try:
        reference = None if job.reference is None else reference_result(job.reference)
        row, result = _run(job.point, progress, reference, draft)
        if store is not None:
            store.write(job.name, row, draft)
    except OutputError as error:  # what was measured is known all the same
        row |= {"ended": OUTPUT_FAILED, "message": str(error)}
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
    return row, result


def known_row(job: Job) -> Row | None:
    """Return the row of a point that the folder of the study has already."""
    if job.folder is None:
        return None
    store = Store(job.folder)
    return None if job.keep and not store.result(job.name).exists() else store.read(job.name)


def _run(
    point: Point, progress: Progress | None, reference: Result | None, out: str | Path | None
) -> tuple[Row, Result | None]:
    try:
        mechanism = from_tree(json.loads(point.model))
        if point.members > 1:
            begins, options = almost_alike(mechanism, point)
            found = [_run_from(begin, options, point, progress, reference) for begin in begins]
            return together([row for row, _ in found]), None
        return _run_from(mechanism, {**point.options, "out": out}, point, progress, reference)
    except OutputError as error:
        return {"values": {}, "ended": OUTPUT_FAILED, "message": str(error)}, None
    except InputError as error:
        return {"values": {}, "ended": NO_RESULT, "message": str(error)}, None


def _run_from(
    begin: Any,
    options: Mapping[str, Any],
    point: Point,
    progress: Progress | None,
    reference: Result | None,
) -> tuple[Row, Result]:
    """Run a mechanism, or one that begins in a chosen way, and return its row and its result."""
    result = simulate(begin, progress=progress, strict=False, **options)
    values = measure(result, point.measures)
    if reference is not None:
        values[DEVIATION] = Measured(
            _deviation(result, reference),
            "m",
            "greatest distance of a body from where the reference has it",
        )
    message = result.message if result.status.failed or result.status is Status.INTERRUPTED else ""
    return {"values": values, "ended": ended(result), "message": message}, result


def almost_alike(mechanism: Mechanism, point: Point) -> tuple[list[Any], dict[str, Any]]:
    """Return the beginnings of the runs of a point, and the options that are left for them; the
    k-th run of every point is moved in the k-th direction.
    """
    options = dict(point.options)
    duration = duration_of(mechanism, options.pop("duration", None))
    model_check = start_of(mechanism, options.pop("start", None))
    begins = [
        perturbed(model_check, duration, point.spread, (0, k)) if model_check.dof > 0 else None
        for k in range(point.members)
    ]
    if None in begins:
        raise InputError(
            "joints and drivers prescribe the whole motion of this mechanism; there is nothing "
            "that could begin differently.",
            ("members",),
        )
    return begins, {**options, "duration": duration}


def together(rows: Sequence[Row]) -> Row:
    """Return the row of several runs of a point: means, and standard deviations beside them; words
    and failures are those of the first run that has one.
    """
    values: dict[str, Measured] = {}
    for name, first in rows[0]["values"].items():
        column = [row["values"][name].value for row in rows if name in row["values"]]
        if isinstance(first.value, str):
            values[name] = first
            continue
        numbers = np.array(column, float)
        values[name] = first._replace(value=float(numbers.mean()))
        values[f"{name} {SPREAD}"] = Measured(
            float(numbers.std(ddof=1)) if len(numbers) > 1 else float("nan"),
            first.unit,
            "standard deviation over runs that begin almost alike",
        )
    ended_badly = next((row for row in rows if row["message"]), rows[0])
    return {"values": values, "ended": ended_badly["ended"], "message": ended_badly["message"]}


def _deviation(result: Result, reference: Result) -> float:
    rows = common_rows(result, reference)
    if not rows or len(result.layout.labels["body"]) != len(reference.layout.labels["body"]):
        return float("nan")
    return float(distances(result, reference, rows).max(initial=0.0))


_reference: tuple[Point, Result] | None = None  # the last one: all points of a study share it
_making = threading.Lock()


def reference_result(point: Point) -> Result:
    """Return the run with which the points of a study are compared; it is made once a process."""
    global _reference
    with _making:
        if _reference is None or _reference[0] != point:
            _reference = (point, simulate(from_tree(json.loads(point.model)), **point.options))
        return _reference[1]


def forget_reference() -> None:
    """Let go of the run that points were compared with."""
    global _reference
    _reference = None
