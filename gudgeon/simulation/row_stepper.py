"""A run that is asked for one output row at a time.

Steps are as long as the method likes: a row is taken from the dense output, and the step that went
beyond it waits for the next one. So many rows give the motion of a run without any, to the last
bit. A call costs a few microseconds: what changes between calls is written where the compiled loop
reads it, by memory views, and the loop is called with addresses that are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from .._base.descriptors import vector
from .._base.errors import InputError, brief
from .._base.jit import called
from ..assembly.signals import time_breakpoints
from ..kernels import records as rec
from ..kernels.measures import RESTART
from ..kernels.output_variables import IMPACT_COLUMNS, impact_rows
from ..kernels.stepping_loops import stepping_loop
from .checkpoint import Checkpoint, put, raw, remembered, restore, saved_history
from .runner import Runner

SLICE = 20_000  # evaluations after which a call looks for Ctrl-C
AHEAD = 4.0  # how far breakpoints of signals are known, as a multiple of the time reached
ROOM = 64  # for further breakpoints
# places of what is set or read at every call, among the numbers of the record of a run
_PLACE = {name: field[1] // 8 for name, field in (rec.RUN.fields or {}).items()}
T, T_END, H, REJECTED = (_PLACE[name] for name in ("t", "t_end", "h", "rejected"))
OUTPUT, ROW, BUDGET, STATUS = (_PLACE[name] for name in ("output", "row", "budget", "status"))
PENDING, BREAKPOINT, NEAR_END = (_PLACE[name] for name in ("pending", "breakpoint", "near_end"))
# of a trial step that is given up
TRIAL = {"pending": 0, "event": -1, "event_corrections": 0, "peaks": 0, "peak": 0}


class SteppingError(Exception):
    """The stepping loop cannot continue, for the reason that its status tells."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


class RowStepper:
    """Steps a run from row to row; ``row`` is the last one, at ``t``."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.mechanism = runner.model_check.mechanism
        self.row = runner.block
        self.t = 0.0
        # how far drivers are described, and which of them ends there
        self._reach, self._shortest = min(
            ((driver.motion.span()[1], driver.name) for driver in self.mechanism.drivers),
            default=(np.inf, ""),
        )
        self._ramps: list[float] = []  # ends of ramps of inputs that are still to come
        self._periods: list[np.ndarray] = []
        words: Any = runner.run_record.view(np.uint8)
        count: Any = runner.work.count
        times: Any = runner.times
        self._f: Any = memoryview(words.view(np.float64))
        self._i: Any = memoryview(words.view(np.int64))
        self._count: Any = memoryview(count)
        self._times: Any = memoryview(times)
        self._i[NEAR_END] = 1  # nothing is kept for the end
        runner.start.stop()
        self.look_ahead(0.0)
        self.write_row(0.0)
        self._first = self._tables()
        self._first_copies = [table.copy() for table in self._first]
        self._first_ahead, self._first_breakpoints = self.ahead, runner.breakpoints

    # -- advancing --------------------------------------------------------------------------------

    def write_row(self, t: float, land: bool = False) -> None:
        """Step until the row at ``t`` is there; ``land`` lets a step end there, too."""
        if land:
            with self._end_at(t):
                self._write_row(t)
        else:
            self._write_row(t)

    def _write_row(self, t: float) -> None:
        places, count = self._i, self._count
        self._times[0] = t
        places[OUTPUT] = places[ROW] = 0
        while not places[ROW]:
            places[BUDGET] = count[rec.EVALUATIONS] + SLICE
            self._loop(*self._arguments)
            if not places[ROW]:
                self._answer(places[STATUS])
        self.t = t

    def land(self) -> None:
        """End the step that waits at the time of the last row, taken again so long."""
        if self._f[T] == self.t and not self._i[PENDING]:
            return
        run = self.runner.run_record[0]
        for name, value in TRIAL.items():
            run[name] = value
        places = self._i
        places[OUTPUT], places[ROW] = 1, 0  # there is a row already
        with self._end_at(self.t):
            while places[STATUS] != rec.COMPLETE:
                places[BUDGET] = self._count[rec.EVALUATIONS] + SLICE
                self._loop(*self._arguments)
                if places[STATUS] != rec.COMPLETE:
                    self._answer(places[STATUS])
            places[STATUS] = rec.RUNNING

    @contextmanager
    def _end_at(self, t: float) -> Iterator[None]:
        """Let a step end at ``t``. Its length says nothing of the next one, which is as it would
        have been, unless a step was rejected meanwhile.
        """
        numbers, places = self._f, self._i
        ends, numbers[T_END] = numbers[T_END], t
        h, rejected = numbers[H], places[REJECTED]
        try:
            yield
        finally:
            numbers[T_END] = ends
            if places[REJECTED] == rejected:
                numbers[H] = max(numbers[H], h)

    def restart(self) -> None:
        """Go on from where the last step has ended with other forces."""
        self._restart(*self._jumping)

    def _answer(self, status: int) -> None:
        """Do what the stepping loop returned for, before it wrote its row."""
        if self._count[rec.PERIODS]:
            self._collect()
        if status in (rec.STIFF, rec.NONSTIFF):
            self.runner._change(self.runner.run_record[0], None)
            self._bind()
        elif status in (rec.NEAR_END, rec.NEAR_STOP):
            self._i[STATUS] = rec.RUNNING
        elif status != rec.RUNNING:
            raise SteppingError(status)

    def _bind(self) -> None:
        """Note the addresses that calls take, which change with the method and with breakpoints."""
        runner: Any = self.runner  # whose tuples of tables have addresses
        loop = stepping_loop(runner.methods[-1])
        where = runner.system.address, runner.work.address
        self._loop = called(loop.address, loop.arguments)
        self._arguments = (*where, runner.memory.address, runner.tables.address)
        self._restart = called(RESTART.address, RESTART.arguments)
        self._jumping = (*where, runner.tables.address, *vector(runner.memory.f))

    # -- contact periods ---------------------------------------------------------------------------

    def _collect(self) -> None:
        work = self.runner.work
        self._periods.append(impact_rows(work.periods[: work.count[rec.PERIODS]]).copy())
        work.count[rec.PERIODS] = 0

    @property
    def ended(self) -> np.ndarray:
        """The contact periods that have ended."""
        self._collect()
        self._periods = [np.concatenate([np.zeros((0, len(IMPACT_COLUMNS))), *self._periods])]
        return self._periods[0]

    @property
    def periods(self) -> np.ndarray:
        """All contact periods, with NaN for what is not known of those that have not ended."""
        return np.concatenate([self.ended, self.runner._open_periods()])

    # -- breakpoints -------------------------------------------------------------------------------

    def look_ahead(self, t: float) -> None:
        """Find the breakpoints of signals well beyond ``t``; refuse to go beyond what drivers
        know.
        """
        if t > self._reach:
            raise InputError(
                f"the motion of driver '{self._shortest}' is described until {self._reach:g} s; "
                f"got {brief(t)}.",
                ("t",),
            )
        scale = max(t, self.runner.settings.duration)
        end = min(AHEAD * scale, self._reach)
        self.ahead = min(0.5 * AHEAD * scale, self._reach)
        coming = time_breakpoints(self.mechanism, end).tolist()
        self._set_breakpoints(np.zeros(0))
        self.add_breakpoints([*coming, *self._ramps])
        self._f[T_END] = end

    def end_ramp(self, t: float) -> None:
        """Let a step end where an input has reached its new value."""
        self._ramps = [*(end for end in self._ramps if end > self.t), t]
        self.add_breakpoints([t])

    def add_breakpoints(self, times: list[float]) -> None:
        """Add times at which steps end; those that are past are forgotten."""
        now, known = self._f[T], self.runner.breakpoints
        coming = sorted({x for x in (*known[known < np.inf].tolist(), *times) if x > now})
        if len(coming) > len(known):
            known = np.zeros(2 * len(coming) + ROOM)
        known[: len(coming)] = coming
        known[len(coming) :] = np.inf
        self._i[BREAKPOINT] = 0
        self._set_breakpoints(known)

    def _set_breakpoints(self, times: np.ndarray) -> None:
        runner = self.runner
        if times is not runner.breakpoints:
            runner.breakpoints = times
            runner.tables = runner.tables._replace(breakpoints=times)
            self._bind()

    # -- saving, restoring -------------------------------------------------------------------------

    def _tables(self) -> list[np.ndarray]:
        """Return the tables that a run is made of, as they are."""
        runner = self.runner
        named = (table for name, table in remembered(runner) if name != "setting")
        others = runner.system.setting, runner.system.parameters, self.row, runner.breakpoints
        return [raw(table) for table in (*named, *others)]

    def reset(self) -> None:
        """Go back to t = 0."""
        runner = self.runner
        if len(runner.methods) > 1:
            runner.methods = runner.methods[:1]
            runner.memory = runner.memories[runner.methods[0]]
            self._bind()
        self._set_breakpoints(self._first_breakpoints)
        for table, first in zip(self._first, self._first_copies, strict=True):
            table[...] = first
        self.t, self.ahead = 0.0, self._first_ahead
        self._periods, self._ramps = [], []
        self._count[rec.PERIODS] = 0

    @property
    def state(self) -> Checkpoint:
        """All that is remembered, the step that waits included."""
        runner = self.runner
        periods = self.ended.copy()
        tables, facts = saved_history(runner)
        tables |= {
            "parameters": runner.system.parameters.copy(),
            "row": self.row.copy(),
            "breakpoints": runner.breakpoints.copy(),
            "periods": periods,
        }
        ahead = [self.ahead, self._f[T_END]]
        return Checkpoint(tables, {**facts, "t": self.t, "ahead": ahead, "ramps": self._ramps})

    @state.setter
    def state(self, saved: Checkpoint) -> None:
        runner, tables, facts = self.runner, saved.tables, saved.facts
        restore(runner, saved)
        put(runner.system.parameters, "parameters", tables)
        put(self.row, "row", tables)
        self._set_breakpoints(tables["breakpoints"].copy())
        self.t, self._ramps, self._periods = facts["t"], facts["ramps"], [tables["periods"].copy()]
        self.ahead, self._f[T_END] = facts["ahead"]
        self._i[NEAR_END] = 1
        self._count[rec.PERIODS] = 0
        self._bind()
