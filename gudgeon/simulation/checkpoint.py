"""All that a run remembers, as bytes: from it the run continues, to the last bit as if it had never
ended.

A checkpoint has the state, the record of the run, the work tables with the memory of contacts, and
the memory of every method that was used. It belongs to one mechanism, the same settings and the
same version of the package.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError
from ..kernels import records as rec
from ..kernels.integrators import memory
from ..results.output_grid import grid_times
from ..results.status import Status
from .checkpoint_checks import KEPT_METHODS, is_valid
from .compilation import compile_core

if TYPE_CHECKING:
    from .runner import Runner

# runs that can continue
CONTINUABLE = (
    Status.COMPLETE, Status.STOPPED, Status.INTERRUPTED, Status.TOO_MANY_STEPS, Status.OUT_OF_TIME,
)  # fmt: skip
# of the mechanism's own record, what a run changes
KEPT_SETTINGS = ["pivot", "first_pivot", "redundant", "position_tolerance", "velocity_tolerance"]
LARGEST = 2**31  # bytes of all tables
DAMAGED = "the checkpoint is damaged; run the mechanism again."
STAMP = sha256(repr((rec.RUN.descr, rec.Work._fields, rec.IMPACT.descr)).encode()).hexdigest()[:16]
"""Tells versions apart whose tables mean something else."""


class UnreadableCheckpointError(InputError):
    """A checkpoint is damaged, or of another version or mechanism."""


@dataclass(frozen=True)
class Checkpoint:
    """Tables by their names, and what is told in words and numbers: methods, rows, contact
    periods, times.
    """

    tables: Mapping[str, np.ndarray]
    facts: Mapping[str, Any]

    def to_bytes(self) -> bytes:
        """Return everything as bytes, compressed."""
        shapes = [[name, table.dtype.str, table.shape] for name, table in self.tables.items()]
        head = json.dumps({"stamp": STAMP, "facts": dict(self.facts), "tables": shapes}).encode()
        content = b"".join(np.ascontiguousarray(table).tobytes() for table in self.tables.values())
        return zlib.compress(len(head).to_bytes(8, "little") + head + content, 1)


def from_bytes(data: bytes) -> Checkpoint:
    """Return the checkpoint in some bytes, or raise InputError."""
    try:
        packed = zlib.decompressobj()
        content = packed.decompress(data, LARGEST)
        if not packed.eof:
            raise ValueError
        size = int.from_bytes(content[:8], "little")
        head = json.loads(content[8 : 8 + size])
        if head["stamp"] != STAMP:
            raise UnreadableCheckpointError(
                "the checkpoint was written by another version of gudgeon; run the mechanism again."
            )
        tables, place = {}, 8 + size
        for name, dtype, shape in head["tables"]:
            kind = np.dtype(dtype)
            if kind.kind not in "iufcb":
                raise ValueError
            count = int(np.prod(shape, dtype=int))
            values = np.frombuffer(content, kind, count, place) if count else np.zeros(0, kind)
            tables[name] = values.reshape(shape)
            place += count * kind.itemsize
        facts = dict(head["facts"])
    except UnreadableCheckpointError:
        raise
    except (ValueError, KeyError, TypeError, zlib.error, OverflowError, MemoryError):
        raise UnreadableCheckpointError(DAMAGED) from None
    return Checkpoint(tables, facts)


def named_tables(name: str, tuples: Any) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the tables in a tuple of tables, and of tuples, with a name for each."""
    for field, value in tuples._asdict().items():
        if isinstance(value, tuple):
            yield from named_tables(f"{name}.{field}", value)
        else:
            yield f"{name}.{field}", value


def put(target: np.ndarray, name: str, tables: Mapping[str, np.ndarray]) -> None:
    """Copy a table of a checkpoint to where a run has it, records as the bytes that they are."""
    place = raw(target)
    given = tables.get(name)
    if given is None or given.shape != place.shape or given.dtype != place.dtype:
        raise UnreadableCheckpointError(
            "the checkpoint belongs to another mechanism; run the mechanism again."
        )
    place[...] = given


def raw(table: np.ndarray) -> np.ndarray:
    """Return a table as plain numbers, without a copy: records as bytes."""
    table = np.asarray(table)
    return table.view(np.uint8) if table.dtype.names else table


class EarlierCheckpoints:
    """What a run was before its end, or a stop, made a step shorter."""

    def __init__(self) -> None:
        self.before_end: Checkpoint | None = None
        self.before_stop: Checkpoint | None = None
        self.passed = -inf  # until when stops are passed by [s]

    def take(self, runner: Runner) -> None:
        """Keep all that the run remembers, which has come near its end or a stop; it continues."""
        run = runner.run_record[0]
        near_end = run["status"] == rec.NEAR_END
        run["status"] = rec.RUNNING
        if near_end:
            self.before_end = snapshot(runner)
        else:
            self.before_stop = snapshot(runner)

    def last(self, runner: Runner) -> Checkpoint | None:
        """Return from where the run can continue: of one that is complete or was stopped from
        before its end, or the stop, made steps shorter; None if it failed.
        """
        stopped = runner.status is Status.STOPPED
        earlier = self.before_end or (self.before_stop if stopped else None)
        if earlier is not None and (stopped or runner.status is Status.COMPLETE):
            return earlier
        return snapshot(runner) if runner.status in CONTINUABLE else None


def snapshot(runner: Runner) -> Checkpoint:
    """Return a copy of all that the run remembers."""
    tables, facts = saved_history(runner)
    grid = grid_times(runner.settings.duration, runner.settings.output_step)
    plain = np.array_equal(grid, runner.times)
    tables["output_times"] = np.zeros(0) if plain else runner.times.copy()
    return Checkpoint(tables, facts)


def saved_history(runner: Runner) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return copies of all tables that a run is made of, and what is told of it in words."""
    tables = {name: raw(table).copy() for name, table in remembered(runner)}
    facts = {
        "memories": list(runner.memories),
        "methods": runner.methods[:KEPT_METHODS],
        "changes": len(runner.methods),
        "method": runner.methods[-1],
        "rows": runner.given[0],
        "periods": runner.given[1],
        "wall_time": runner.wall_time,
        "compile_time": runner.compile_time,
        "start": runner.start.facts,
    }
    return tables, facts


def remembered(runner: Runner) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the tables that a run is made of; finished contact periods have been handed over."""
    yield "state", runner.y
    yield "run", runner.run_record
    yield "setting", np.asarray(runner.system.setting[KEPT_SETTINGS].tolist(), float)
    yield "peak_times", runner.tables.peak_times
    for name, table in runner.work._asdict().items():
        if name != "periods":
            yield f"work.{name}", table
    for method, kept in runner.memories.items():
        yield from named_tables(method, kept)


def restore(runner: Runner, checkpoint: Checkpoint) -> None:
    """Go on from a checkpoint of this mechanism, until the end that the settings say."""
    facts, tables, run = checkpoint.facts, checkpoint.tables, runner.run_record[0]
    holder = int(runner.work.count[rec.HOLDER])
    for method in facts["memories"]:
        if method not in runner.memories:
            compile_core(method, runner.model_check.mechanism, runner.settings.coordinates)
            runner.memories[method] = memory(method, runner.size)
    runner.memory = runner.memories[facts["method"]]
    turns = facts["methods"]
    runner.methods = [*turns, *(turns[k % 2] for k in range(len(turns), facts["changes"]))]
    for name, table in remembered(runner):
        if name != "setting":
            put(table, name, tables)
    settings = np.asarray(runner.system.setting[KEPT_SETTINGS].tolist(), float)
    put(settings, "setting", tables)
    if not np.all(np.isfinite(settings)):
        raise UnreadableCheckpointError(DAMAGED)
    for name, value in zip(KEPT_SETTINGS, settings[0], strict=True):
        try:
            runner.system.setting[0][name] = value
        except (OverflowError, ValueError):  # no whole number, or none that has a place there
            raise UnreadableCheckpointError(DAMAGED) from None
    runner._configure(run, runner.system.setting[0])
    if run["event"] >= len(runner.system.events):  # one that ends the run no more
        run["event"] = -1
    runner.start.restore(facts["start"])
    if not is_valid(runner, holder, facts.get("ahead")):
        raise UnreadableCheckpointError(DAMAGED)
    runner.given = facts["rows"], facts["periods"]
    runner.wall_time, runner.compile_time = facts["wall_time"], facts["compile_time"]
    if run["status"] not in (rec.STIFF, rec.NONSTIFF):
        run["status"] = rec.RUNNING
    run["near_end"] = 0
    run["output"] = np.searchsorted(runner.times, run["t_row"], side="right")
