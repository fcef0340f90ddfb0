"""One point of a study: plain data that any thread, process or machine can run, and its row."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from .._base.errors import InputError, OutputError
from ..model.files.serialize import from_tree
from ..results.metrics import Measure, Measured, common_rows, distances, ended, measure
from ..results.result import Result
from ..results.status import Status
from ..simulation.progress import Progress
from ..simulation.simulate import simulate
from .sweep_cache import OUTPUT_FAILED, Store

Row = dict[str, Any]  # values, how it ended, message
DEVIATION = "deviation"
NO_RESULT = "no result"


@dataclass(frozen=True)
class Point:
    """One run of a study as plain data: the text of the model, the options, what to measure."""

    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    measures: Mapping[str, Measure] | None = None


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
        result = simulate(
            from_tree(json.loads(point.model)),
            out=out,
            progress=progress,
            strict=False,
            **point.options,
        )
        values = measure(result, point.measures)
    except OutputError as error:
        return {"values": {}, "ended": OUTPUT_FAILED, "message": str(error)}, None
    except InputError as error:
        return {"values": {}, "ended": NO_RESULT, "message": str(error)}, None
    if reference is not None:
        values[DEVIATION] = Measured(
            _deviation(result, reference),
            "m",
            "greatest distance of a body from where the reference has it",
        )
    message = result.message if result.status.failed or result.status is Status.INTERRUPTED else ""
    return {"values": values, "ended": ended(result), "message": message}, result


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
