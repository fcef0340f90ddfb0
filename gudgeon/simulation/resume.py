"""Go on with a run that has ended: to the last bit as if it had not."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._base.arguments import POSITIVE_TIME, listener, number, path_of, truth
from .._base.errors import InputError, brief
from .._base.interrupt import Interrupt
from ..results.crash_safe_file import in_use
from ..results.hdf5 import load
from ..results.output_grid import INTERVALS, grid_times
from ..results.result import Result, SimulationError
from ..results.status import Status
from .checkpoint import DAMAGED, Checkpoint, UnreadableCheckpointError, from_bytes, restore
from .checkpoint_checks import facts_are_valid
from .compilation import compile_core
from .progress import Listener, Progress
from .runner import Runner
from .safety_copy import read_safety_copy, safety_copy_of
from .settings import Baumgarte, Crossing, RunSettings, check_drivers, crossing_events, run_settings
from .sinks import FileSink, MemorySink
from .starts import start_of


def resume(
    run: Result | str | Path,
    duration: float | None = None,
    *,
    stop_when: Crossing | Sequence[Crossing] = (),
    max_steps: int | None = None,
    max_wall_time: float | None = None,
    out: str | Path | None = None,
    progress: bool | Progress | None = None,
    strict: bool = True,
) -> Result:
    """Go on with a run until ``duration`` [s], counted from its beginning, and return the result of
    the whole run.

    ``run`` is a result or its file. A run that was interrupted, or met a limit of steps or of wall
    time, continues to its own end by default; one that is complete needs a longer ``duration``. What
    comes is to the last bit what one run would have given: step sizes, the past of multistep
    methods, the method in use and the memory of contacts are kept with every result. Rows continue at
    the same interval. A complete run continues from before its end made the last steps shorter, so its
    last rows are computed again, and so does one that ``stop_when`` ended: it becomes the run without
    the condition. Settings are those of the run; ``stop_when``, ``max_steps`` and ``max_wall_time``
    are given anew. A condition counts from where the run ended; where it held before a step ends,
    which other digits follow. The result goes to ``out``; of a file by default to that file,
    which stays as it is until the new result is complete, beside it; if that cannot be written,
    what there is stays there, in ``NAME.resumed.h5``. All else is as in :func:`simulate`.
    """
    strict, progress = truth(strict, "strict"), listener(progress)
    source = None if isinstance(run, Result) else path_of(run, "run")
    before = run if isinstance(run, Result) else load(run)
    checkpoint = _checkpoint(before, source)
    settings, times = _continued(before, checkpoint, duration, max_steps, max_wall_time)
    mechanism = before.mechanism
    if mechanism is None:
        raise InputError("the description of the mechanism could not be read; it cannot continue.")
    compile_core(settings.method, mechanism, settings.coordinates)
    model_check = start_of(mechanism, settings.start)
    check_drivers(mechanism, settings.duration)
    events = crossing_events(model_check, stop_when)
    runner = Runner(model_check, settings, times, events)
    restore(runner, checkpoint)
    runner.earlier.passed = before.end
    target = source if out is None else path_of(out, "out")
    same = target is not None and source is not None and target.resolve() == source.resolve()
    # beside the old file, which a run that fails leaves alone
    draft = draft_of(target) if same and target else target
    with Interrupt() as interrupt:
        sink = MemorySink() if draft is None else FileSink(draft, model_check, settings, len(times))
        try:
            _copy(before, checkpoint, sink)
            with Listener(progress) as report:
                runner.run(sink, report, interrupt)
            result = sink.finish(runner)
        except BaseException as error:
            sink.abandon()
            if same and draft is not None:
                draft.unlink(missing_ok=True)
            if isinstance(error, OSError):
                words = error.strerror or str(error)
                raise InputError(f"cannot write '{draft}': {words}.") from None
            raise
        if same and draft is not None and result.status is not Status.OUTPUT_FAILED:
            os.replace(draft, target)  # type: ignore[arg-type]
            safety_copy_of(target).unlink(missing_ok=True)  # type: ignore[arg-type]
    if strict and result.status.failed:
        raise SimulationError(result.message, result)
    return result


def _continued(
    before: Result,
    checkpoint: Checkpoint,
    duration: Any,
    max_steps: Any,
    max_wall_time: Any,
) -> tuple[RunSettings, np.ndarray]:
    """Return the settings with which a run continues, and the times of all its rows; what a file from
    elsewhere says may be anything.
    """
    try:
        settings = _settings(before, duration, max_steps, max_wall_time)
        return settings, _times(settings, checkpoint)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, MemoryError):
        raise InputError(
            "the settings of the run cannot be read; run the mechanism again."
        ) from None


def draft_of(path: Path) -> Path:
    """Return where a run is written that continues in its own file, until it has come to its end."""
    return path.with_name(f"{path.stem}.resumed{path.suffix}")


def _checkpoint(result: Result, source: Path | None) -> Checkpoint:
    if source is not None and in_use(source):
        raise InputError(f"a run still writes to '{source}'; wait for its end, or end it.")
    data = result.checkpoint
    if data is None and source is not None and result.status is Status.RUNNING:
        data = read_safety_copy(source)
    if data is None:
        raise InputError(
            f"this run cannot continue: {result.message} It has no checkpoint; runs that are complete, "
            "stopped, interrupted, or met a limit of steps or time have one, and those that were "
            "killed after some seconds, beside their file."
        )
    checkpoint = from_bytes(data)
    times = checkpoint.tables.get("output_times")
    sound = (
        times is not None
        and times.dtype == float
        and times.ndim == 1
        and np.all(np.isfinite(times))
        and np.all(np.diff(times) > 0)
    )
    if not sound or not facts_are_valid(checkpoint.facts, len(result.t), len(result.impacts)):
        raise UnreadableCheckpointError(DAMAGED)
    return checkpoint


def _settings(
    result: Result, duration: Any, max_steps: int | None, max_wall_time: float | None
) -> RunSettings:
    """Return the settings of the run with the limits of what is to come."""
    given: dict[str, Any] = {
        name: value
        for name, value in result.settings.items()
        if name in RunSettings.__annotations__
    }
    if isinstance(given.get("stabilisation"), dict):
        given["stabilisation"] = Baumgarte(**given["stabilisation"])
    length = given.pop("duration")
    wanted = length if duration is None else number(duration, "duration", POSITIVE_TIME)
    if wanted < result.end or (wanted <= result.end and result.status is Status.COMPLETE):
        raise InputError(
            f"the run has reached {result.end:g} s; give a longer duration, counted from its "
            f"beginning, got {brief(wanted)}.",
            ("duration",),
        )
    if given["output_step"] is None:  # rows continue at the interval that they had
        given["output_step"] = None if wanted == length else length / INTERVALS
    given |= {"max_steps": max_steps, "max_wall_time": max_wall_time}
    return run_settings(result.mechanism, wanted, **given)  # type: ignore[arg-type]


def _times(settings: RunSettings, checkpoint: Checkpoint) -> np.ndarray:
    """Return the times of all rows: those that the run was given, or its grid."""
    times = checkpoint.tables["output_times"]
    return times.copy() if len(times) else grid_times(settings.duration, settings.output_step)


def _copy(before: Result, checkpoint: Checkpoint, sink: Any) -> None:
    """Give the sink what the run had written when the checkpoint was made."""
    from ..results.hdf5 import rows_of

    sink.append_impacts(before.impacts.rows[: checkpoint.facts["periods"]])
    rows, step = checkpoint.facts["rows"], 10_000
    for start in range(0, rows, step):
        sink.append(rows_of(before, start, min(start + step, rows)))
