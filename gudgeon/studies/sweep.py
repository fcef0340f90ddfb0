"""Parameter studies: one mechanism, many values, one table; on all processors, resumable, and
each run what it would be by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from .._base.arguments import FRACTION, number, truth, whole_number
from .._base.errors import InputError, brief
from ..model import Mechanism
from ..model.files.serialize import to_tree
from ..results.metrics import named, wanted
from ..results.result import Result
from .arguments import MAX_RUNS, check_options, empty_result
from .content import content
from .executors import check_executor, run_jobs
from .parallel import compile_variants, worker_count
from .sweep_cache import Store, fingerprint, laws_of, own_classes
from .sweep_grid import Base, base_of, coordinate, grid, parameters, unit
from .sweep_point import NO_RESULT, Job, Point, Row, forget_reference, reference_result
from .sweep_result import INTERRUPTED, Sweep

if TYPE_CHECKING:
    from .options import PointOptions

OF_ONE_RUN = ("out", "strict", "progress")
SPREAD = 1e-6  # of initial velocities of runs that begin almost alike, relative
Options = Callable[[Mechanism], Mapping[str, Any]]  # of the run of a mechanism
INTERRUPTED_ROW: Row = {"values": {}, "ended": "interrupted", "message": INTERRUPTED}


def sweep(
    mechanism: Mechanism | str | Path | Base,
    parameters: Mapping[str, Any],
    *,
    measures: Any = None,
    reference: Mechanism | None = None,
    paired: bool = False,
    workers: int | None = None,
    executor: Any = "threads",
    out: str | Path | None = None,
    keep: bool = False,
    progress: Any = None,
    **options: Unpack[PointOptions],
) -> Sweep:
    """Run a mechanism with every combination of some values, and return a :class:`Sweep`: one row
    for each.

    ``parameters`` maps paths, as of ``--set``, to lists of values: numbers, texts with units, names
    of fits or laws, or such objects: ``{"joints.C.radial_clearance": ["0.1 mm", "0.2 mm"],
    "joints.C.fit.friction.mu_k": [0.1, 0.2]}``. With ``paired`` the first values of all belong
    together, the second, and so on. ``mechanism`` may be a name in the library or a file.
    ``measures`` are names ("impacts", "max D.angle"), functions of a result, or a mapping of both;
    by default peaks, losses, contacts, modes. With a ``reference`` the greatest distance of a body
    from where that mechanism has it is measured too. ``workers`` runs are made at the same time, in
    threads; with ``executor="processes"`` in processes, with ``"dask"`` on a Dask cluster of this
    machine, with the address of a scheduler, a Dask client or any executor of
    ``concurrent.futures`` there. Neither changes a result. With a folder ``out`` every point is
    written there when it ends; points that are there already are not run again. ``keep`` keeps
    whole results too, in that folder or in memory. With ``members=8`` every point is eight runs
    whose initial velocities differ by ``spread`` (1e-6, relative, as of :func:`ensemble`): rows have
    the means of what is measured, and their standard deviations. All other options are those of
    :func:`simulate`.
    A point that fails is a row with its message; Ctrl-C keeps the points that have ended, SIGTERM
    those in ``out``. A point whose row or result could not be written is run again the next time.
    """
    study = SweepRun(
        base=base_of(mechanism),
        values=parameters,
        measures=measures,
        reference=reference,
        paired=paired,
        out=out,
        keep=keep,
        members=options.pop("members", 1),
        spread=options.pop("spread", SPREAD),
        options=options,
        method=options.get("method", "auto"),
        executor=executor,
    )
    return study.run(workers, progress)


@dataclass(kw_only=True)
class SweepRun:
    """A sweep that is being made: its points, what is there already, what is still to do.

    The fields are the arguments of :func:`sweep`; ``options`` may be a function of the mechanism of
    a point.
    """

    base: Base
    values: Mapping[str, Any]
    measures: Any = None
    reference: Mechanism | None = None
    paired: bool = False
    out: str | Path | None = None
    keep: bool = False
    members: int = 1
    spread: float = SPREAD
    options: Mapping[str, Any] | Options = field(default_factory=dict)
    method: Any = "auto"
    executor: Any = "threads"

    def __post_init__(self) -> None:
        self.values = parameters(self.values)
        self.paired, self.keep = truth(self.paired, "paired"), truth(self.keep, "keep")
        if not callable(self.options):
            check_options(self.options, OF_ONE_RUN)
        if self.reference is not None and not isinstance(self.reference, Mechanism):
            raise InputError(f"expected a Mechanism, got {brief(self.reference)}.", ("reference",))
        self.measures = wanted(self.measures)
        self.members = whole_number(self.members, "members", least=1, most=MAX_RUNS)
        self.spread = number(self.spread, "spread", FRACTION)
        if self.keep and self.members > 1:
            raise InputError("results are kept of single runs, not of several members.", ("keep",))
        check_executor(self.executor)
        if self.keep and self.out is None and self.executor != "threads":
            raise InputError(
                "whole results of other processes are kept in a folder: give out=, too.", ("keep",)
            )
        self.store = None if self.out is None else Store(self.out)
        self.points = grid(self.values, self.paired)
        self.made = [self._made(point) for point in self.points]
        # what is wrong is not wrong with a single point
        if all(isinstance(outcome, InputError) for outcome in self.made):
            raise self.made[0]  # type: ignore[misc]
        self.results: list[Result | None] = [None] * len(self.points)

    def _made(self, values: Mapping[str, Any]) -> Mechanism | InputError:
        try:
            return self.base.at(values)
        except InputError as error:
            return error

    @property
    def mechanisms(self) -> list[Mechanism]:
        """The mechanisms of all points that could be described."""
        return [outcome for outcome in self.made if isinstance(outcome, Mechanism)]

    def run(self, workers: int | None, progress: Any) -> Sweep:
        """Run what is not there yet and return everything."""
        worker_count(workers)
        self._check_measures()
        names = [
            None if isinstance(outcome, InputError) else self._name(outcome)
            for outcome in self.made
        ]
        rows = self._rows(names, workers, progress)
        if all(row["ended"] == NO_RESULT for row in rows):
            raise InputError(str(rows[0]["message"]))
        files = [self._file(name) for name in names]
        units = {path: unit(path, self.mechanisms) for path in self.values}
        return Sweep(
            self.base.name, self._coordinates(), units, rows, self.paired, self.results, files
        )

    def _rows(self, names: list[str | None], workers: int | None, progress: Any) -> list[Row]:
        """Return the rows of all points: those that are known, and those that have to be run."""
        rows = [self._known(k, name) for k, name in enumerate(names)]
        due = {
            k: mechanism
            for k, mechanism in enumerate(self.made)
            if rows[k] is None and isinstance(mechanism, Mechanism)
        }
        if due:
            reference = self._reference()
            compile_variants(self.method, due.values())
            jobs = [self._job(mechanism, str(names[k]), reference) for k, mechanism in due.items()]
            classes = own_classes(tuple(due.values()))
            places = list(due)
            made = run_jobs(
                jobs,
                classes,
                self.executor,
                workers,
                progress,
                lambda place, result: self._keep(places[place], result),
            )
            forget_reference()
            for k, row in zip(due, made, strict=True):
                rows[k] = row
        return [row or dict(INTERRUPTED_ROW) for row in rows]

    def _job(self, mechanism: Mechanism, name: str, reference: Point | None) -> Job:
        folder = None if self.store is None else str(self.store.folder)
        return Job(self._point(mechanism), name, folder, self.keep, reference)

    def _keep(self, k: int, result: Result | None) -> None:
        """Keep the whole result of a point in memory, if that is asked for and no file has it."""
        if self.keep and self.store is None:
            self.results[k] = result

    def _file(self, name: str | None) -> Path | None:
        """Return where the whole result of a point stands, if it is kept in a file."""
        return self.store.result(name) if self.store and self.keep and name else None

    def _run_options(self, mechanism: Mechanism) -> dict[str, Any]:
        return dict(self.options(mechanism) if callable(self.options) else self.options)

    def _point(self, mechanism: Mechanism) -> Point:
        options = self._run_options(mechanism)
        return Point(self._model(mechanism), options, self.measures, self.members, self.spread)

    @staticmethod
    def _model(mechanism: Mechanism) -> str:
        return json.dumps(to_tree(mechanism))

    def _name(self, mechanism: Mechanism) -> str:
        # of points that ended within it
        options = {
            name: value
            for name, value in self._run_options(mechanism).items()
            if name != "max_wall_time"
        }
        return fingerprint(self._model(mechanism), options, self._shared, laws_of(mechanism))

    @cached_property
    def _shared(self) -> Any:
        """What the names of all points have in common: measures, and the reference."""
        reference = None if self.reference is None else to_tree(self.reference)
        several = [self.members, self.spread] if self.members > 1 else []
        return content([self.measures, reference, *several])

    def _known(self, k: int, name: str | None) -> Row | None:
        """Return the row of a point that could not be described, or that the store has."""
        if name is None:
            return {"values": {}, "ended": NO_RESULT, "message": str(self.made[k])}
        if self.store is None or (self.keep and not self.store.result(name).exists()):
            return None
        return self.store.read(name)

    def _reference(self) -> Point | None:
        """Return the run that all points are compared with; it is made here first, so that what is
        wrong with it is said once.
        """
        if self.reference is None:
            return None
        point = Point(json.dumps(to_tree(self.reference)), self._run_options(self.reference))
        reference_result(point)
        return point

    def _check_measures(self) -> None:
        """Raise InputError for names of measures that no point has, before anything runs."""
        missing: dict[str, InputError] = {}
        names = [measure for measure in (self.measures or {}).values() if isinstance(measure, str)]
        for mechanism in self.mechanisms:
            missing = _missing(names, mechanism)
            names = list(missing)
            if not names:
                return
        if missing:
            raise next(iter(missing.values()))

    def _coordinates(self) -> dict[str, np.ndarray]:
        made = [
            (point, outcome)
            for point, outcome in zip(self.points, self.made, strict=True)
            if isinstance(outcome, Mechanism)
        ]
        found = {}
        for path, values in self.values.items():
            where = {id(value): k for k, value in reversed(list(enumerate(values)))}
            places = ((where[id(point[path])], outcome) for point, outcome in made)
            found[path] = coordinate(path, values, places)
        return found


def _missing(names: list[str], mechanism: Mechanism) -> dict[str, InputError]:
    """Return, by name, what is wrong with measures that a mechanism does not have; nothing if it
    cannot be run itself.
    """
    try:
        empty = empty_result(mechanism)
    except InputError:
        return {}
    missing = {}
    for name in names:
        try:
            named(empty, name)
        except InputError as error:
            missing[name] = error
    return missing
