"""Run a mechanism: from its description to a result."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .._base.arguments import listener, truth
from .._base.interrupt import Interrupt
from ..assembly.initial_conditions import ModelCheck
from ..model import Mechanism
from ..model.changes import mechanism_of
from ..results.result import Result, SimulationError
from .compilation import compile_core
from .progress import Listener, Progress
from .runner import Runner
from .settings import (
    Baumgarte,
    Crossing,
    check_drivers,
    crossing_events,
    output_times_of,
    run_settings,
)
from .sinks import sink_for
from .starts import start_of


def simulate(
    mechanism: Mechanism | ModelCheck | str,
    duration: float | None = None,
    *,
    rtol: float = 1e-8,
    atol: float | None = None,
    method: str = "auto",
    step: float | None = None,
    max_step: float | None = None,
    output: str | None = None,
    output_step: float | None = None,
    output_times: Sequence[float] | np.ndarray | None = None,
    stabilisation: str | Baumgarte = "projection",
    coordinates: str | None = None,
    start: str | None = None,
    transient: float | str | None = None,
    stop_when: Crossing | Sequence[Crossing] = (),
    contact_start: str = "locate",
    penetration_tolerance: float = 1e-7,
    hold: bool = False,
    max_steps: int | None = None,
    max_wall_time: float | None = None,
    out: str | Path | None = None,
    progress: bool | Progress | None = None,
    strict: bool = True,
) -> Result:
    """Simulate a mechanism for ``duration`` seconds and return its :class:`Result`.

    ``mechanism`` is one of yours, a name in the library, or the name of a model file (.yaml).

    ``rtol`` bounds the error of a step relative to speeds, ``atol`` (by default the same number)
    relative to the mechanism's own size and speed. ``method`` is one of auto, rk4 (needs ``step``),
    tsit5, dop853, radau, adams, bdf. Output comes from the dense output and by default follows the
    motion: a thousand equal intervals, and rows at begin, peak and end of every contact, inside it,
    and where a force or an acceleration is greatest. With ``output_step`` or ``output_times`` rows
    are at these times alone; ``output="motion"`` adds the others to those of ``output_step``,
    ``output="grid"`` leaves them out. ``stabilisation`` is "projection" or :class:`Baumgarte`.
    ``coordinates`` are "cartesian", six of every body and the constraints of all joints, or
    "joint", those of a tree of joints and the constraints of the joints that close its loops: the
    same motion, faster. ``start`` says where joints that are not ideal start: "closed", centred;
    "as-described"; "settled", where the loads press them; by default as the mechanism or each fit
    says. ``transient`` is what peaks, contacts, losses and all other key figures leave out: a time,
    or turns or cycles of a driver ("1 turn", "2 cycles of motor"), 0 for nothing. By default that is
    nothing, unless loose parts start centred: then it is the first cycle of the drivers, in a run
    of two or more, else the first fall of these parts. ``stop_when`` ends the run at a :class:`Crossing`. ``contact_start`` says
    how the start of a contact is found: "locate" on the dense output, or "reject", the papers' rule: a step is taken
    again, shorter, until its first penetration is below ``penetration_tolerance`` [m]. With ``hold``
    a contact that rests on its wall is held there, instead of being followed in its vibration, while
    the estimated error of that is small against the tolerance. A run ends as
    failed after ``max_steps`` steps, rejected ones included, and after ``max_wall_time`` seconds of
    work, compiling not included; without these limits a run that will take long says so in a
    :class:`SlowRunWarning`, with the time it has reached and what limits its steps. With ``out`` the
    result is streamed to a file while it is computed. ``progress`` is called as progress(t,
    duration, statistics) several times a second; True shows a bar, None one in notebooks only. A run
    that fails raises
    SimulationError, which carries the partial result; with ``strict=False`` that is returned
    instead. Ctrl-C ends the run and keeps what was computed; SIGTERM ends the program once the
    result has been written. A mechanism that was examined already (:func:`check_model`) is not
    examined again.
    """
    examined = mechanism if isinstance(mechanism, ModelCheck) else None
    if examined is not None:
        mechanism = examined.mechanism
    mechanism = mechanism_of(mechanism)
    if output is None and output_times is not None:
        output = "grid"
    settings = run_settings(
        mechanism, duration, rtol=rtol, atol=atol, method=method, step=step, max_step=max_step, output=output,
        output_step=output_step, stabilisation=stabilisation, coordinates=coordinates, start=start,
        transient=transient, contact_start=contact_start,
        penetration_tolerance=penetration_tolerance, hold=hold,
        max_steps=max_steps, max_wall_time=max_wall_time,
    )  # fmt: skip
    strict, progress = truth(strict, "strict"), listener(progress)
    times = output_times_of(settings, output_times)
    compile_core(method, mechanism, settings.coordinates)
    model_check = start_of(examined or mechanism, start)
    check_drivers(mechanism, settings.duration)
    events = crossing_events(model_check, stop_when)
    runner = Runner(model_check, settings, times, events)
    with Interrupt() as interrupt:  # until the file is closed
        sink = sink_for(out, model_check, settings, len(times))
        try:
            with Listener(progress) as report:
                runner.run(sink, report, interrupt)
            result = sink.finish(runner)
        except BaseException:
            sink.abandon()
            raise
    if strict and result.status.failed:
        raise SimulationError(result.message, result)
    return result
