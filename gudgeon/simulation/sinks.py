"""Where the rows of a run go: memory, a file, or nowhere."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .._base.errors import InputError
from ..assembly.initial_conditions import ModelCheck
from ..kernels.output_variables import IMPACT_COLUMNS
from ..results.impacts import Impacts
from ..results.outcome import Outcome, StartPhase, named_peaks
from ..results.result import Result
from ..results.status import Status
from .checkpoint import Checkpoint, snapshot
from .diagnostics import warnings_for
from .obstacles import pushed_stops
from .run_notes import course_of, remarks_of, warnings_of
from .safety_copy import SafetyCopy
from .settings import RunSettings
from .slow_runs import chattering_contact

if TYPE_CHECKING:
    from .runner import Runner


class NullSink:
    """Takes rows and contact periods and forgets them."""

    def append(self, rows: np.ndarray) -> None:
        """Forget rows."""

    def append_impacts(self, rows: np.ndarray) -> None:
        """Forget contact periods."""

    def flush(self) -> None:
        """Do nothing."""

    def keep_safe(self, runner: Runner) -> None:
        """Do nothing."""


class MemorySink:
    """Collects output rows and contact periods in memory."""

    def __init__(self) -> None:
        self.blocks: list[np.ndarray] = []
        self.impacts: list[np.ndarray] = []

    def append(self, rows: np.ndarray) -> None:
        """Keep a copy of a block of rows."""
        if len(rows):
            self.blocks.append(rows.copy())

    def append_impacts(self, rows: np.ndarray) -> None:
        """Keep a copy of contact periods that have ended."""
        if len(rows):
            self.impacts.append(rows.copy())

    def flush(self) -> None:
        """Do nothing: what memory has, it has."""

    def keep_safe(self, runner: Runner) -> None:
        """Do nothing: what kills the run takes the memory, too."""

    def finish(self, runner: Runner) -> Result:
        """Return the result."""
        layout = runner.layout
        rows = np.concatenate(self.blocks) if self.blocks else np.zeros((0, layout.width))
        impacts = np.concatenate([np.zeros((0, len(IMPACT_COLUMNS))), *self.impacts])
        data = {name: np.ascontiguousarray(values) for name, values in layout.split(rows).items()}
        outcome = _outcome(runner, impacts, runner.reason)
        return Result(
            runner.model_check.mechanism,
            layout,
            data,
            outcome,
            settings=runner.settings.as_dict(),
            impacts=impacts,
            checkpoint=_bytes_of(runner.checkpoint),
        )

    def abandon(self) -> None:
        """Forget everything."""


class FileSink:
    """Streams output rows and contact periods to a file."""

    def __init__(
        self, path: str | Path, model_check: ModelCheck, settings: RunSettings, rows: int
    ) -> None:
        from ..results.hdf5 import Writer

        self.mechanism = model_check.mechanism
        self.writer = Writer(
            path,
            model_check.assembly.layout,
            self.mechanism,
            settings.as_dict(),
            expected=rows,
        )
        self.copy = SafetyCopy(self.writer.path)

    def append(self, rows: np.ndarray) -> None:
        """Write a block of rows."""
        self.writer.append(rows)

    def append_impacts(self, rows: np.ndarray) -> None:
        """Write contact periods that have ended."""
        self.writer.append_impacts(rows)

    def flush(self) -> None:
        """Write what waits."""
        self.writer.flush()

    def keep_safe(self, runner: Runner) -> None:
        """Write a checkpoint beside the file, now and then, of what is in it."""
        if not self.copy.due:
            return
        try:
            self.writer.flush()
            self.copy.write(snapshot(runner))
        except (OSError, InputError) as error:
            runner.fail_to_write(error)

    def finish(self, runner: Runner) -> Result:
        """Close the file and return the result that reads it; how the run ended is not the
        file's to say.
        """
        try:
            outcome = _outcome(runner, self.writer.impacts(), runner.reason)
            self.writer.close(outcome, _bytes_of(runner.checkpoint))
            self.copy.remove()
            if runner.status is not Status.OUTPUT_FAILED:
                return self._loaded()
        except (OSError, InputError) as error:
            runner.fail_to_write(error)
        result = self._rescued(runner)
        result.outcome = _outcome(runner, result.impacts.rows)
        return result

    def _loaded(self) -> Result:
        from ..results.hdf5 import reopened

        return reopened(self.writer.path, self.mechanism)

    def _rescued(self, runner: Runner) -> Result:
        """Return what the file has of a result that could not be written to its end; nothing if
        it cannot be read.
        """
        try:
            return self._loaded()
        except InputError:
            empty = runner.layout.split(np.zeros((0, runner.layout.width)))
            outcome = Outcome(runner.status)
            return Result(
                runner.model_check.mechanism,
                runner.layout,
                empty,
                outcome,
                settings=runner.settings.as_dict(),
            )

    def abandon(self) -> None:
        """Close the file with what it has."""
        with suppress(InputError):  # what went wrong before matters more
            self.writer.close(Outcome(Status.INTERRUPTED))
            self.copy.remove()


def _outcome(runner: Runner, impacts: np.ndarray, reason: str = "") -> Outcome:
    """Return how a run with these contact periods ended."""
    start = runner.start.chosen()
    return Outcome(
        runner.status,
        runner.statistics(),
        _notes(runner, impacts),
        named_peaks(runner.layout, start.after),
        reason,
        StartPhase(start.time, start.words, named_peaks(runner.layout, start.before)),
    )


def _bytes_of(checkpoint: Checkpoint | None) -> bytes | None:
    return None if checkpoint is None else checkpoint.to_bytes()


def _notes(runner: Runner, impacts: np.ndarray) -> tuple[str, ...]:
    """Return the sentences about a run: warnings first, then how it was integrated and what was
    moved to begin with.
    """
    error = runner.settings.rtol * runner.speed
    errors = error, error / runner.length
    advice = warnings_for(
        runner.model_check.mechanism,
        runner.layout,
        impacts,
        runner.settings.as_dict(),
        runner.times,
        errors,
    )
    assembly, table = runner.model_check.assembly, Impacts(impacts, runner.layout.contacts)
    pushed = pushed_stops(assembly, runner.t, runner.state, table)
    method, steps = runner.settings.method, runner.statistics()["steps"]
    held = chattering_contact(runner.model_check.mechanism, table, method, steps, runner.t)
    warnings = (*pushed, *warnings_of(runner), *held, *advice)
    return (*warnings, *course_of(runner), *remarks_of(runner))


def sink_for(
    out: str | Path | None, model_check: ModelCheck, settings: RunSettings, rows: int
) -> MemorySink | FileSink:
    """Return where the rows of a run go: memory, or a file."""
    return MemorySink() if out is None else FileSink(out, model_check, settings, rows)
