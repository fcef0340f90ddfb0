"""Drive an integrator step by step, whatever its error, to see the method itself: no step or
order selection.
"""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon._base.jit import jit
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import EVALUATE, OBSERVE, EntryPoints, call
from gudgeon.kernels.integrators.common.base import accept, attempt, estimate, interpolate, prepare
from gudgeon.kernels.tasks import POSITIONS
from gudgeon.simulation.runner import Runner
from gudgeon.simulation.settings import RunSettings


@jit
def _take(evaluate, observe, system, work, memory, run, y, h, seed, middle):
    """Take a step, or put ``seed`` in its place; write the dense output in its middle; return
    whether it worked.
    """
    state, entry = run[0], EntryPoints(evaluate, observe, system, work)
    good = attempt(memory, entry, state, y, h)
    for k in range(seed.shape[0]):
        memory.y_new[k] = seed[k]
    call(
        entry.evaluate, entry.system, entry.work, state.t + h, memory.y_new, memory.f_new, POSITIONS
    )
    estimate(memory, state, y, h)
    prepare(memory, entry, state, y, h)
    interpolate(memory, y, h, 0.5, middle)
    return good


def take(system, work, *arguments):
    """Do the same for a system and its work tables."""
    return _take(EVALUATE.address, OBSERVE.address, system.address, work.address, *arguments)


@jit
def keep(memory, run, y, h):
    """Accept the step."""
    state = run[0]
    accept(memory, state, 0.5, h)
    for k in range(y.shape[0]):
        y[k] = memory.y_new[k]
        memory.f[k] = memory.f_new[k]
    state.t += h


def runner(
    mechanism: gd.Mechanism,
    method: str,
    *events: tuple[int, float, int],
    duration: float = 1.0,
    rtol: float = 1e-12,
) -> Runner:
    """Return a run that is ready to start; an event is (coordinate, value, direction)."""
    settings = RunSettings(duration, rtol, rtol, method, step=1e-4 if method == "rk4" else None)
    watched = rec.table(len(events), rec.EVENT)
    for record, (watch, value, direction) in zip(watched, events, strict=True):
        record["watch"], record["value"], record["near"] = watch, value, 1e-13
        record["direction"], record["stop"] = direction, 1
    made = Runner(gd.check_model(mechanism), settings, np.array([0.0, duration]), watched)
    made.run_record["t_limit"] = np.inf
    # no step is given up before its end, whatever its error
    made.run_record["singular_rejections"] = 1
    return made


def march(
    run: Runner, h: float, steps: int, order: int, exact: Any, *, single: bool = False
) -> tuple[np.ndarray, float]:
    """Return the last state and the worst error of the dense output after ``steps`` equal steps of
    a fixed order.

    A multistep method starts from exact states; ``order`` 0 says that the method has only one.
    ``single``: steps of Adams' method with one evaluation.
    """
    middle, state, worst = np.empty_like(run.y), run.run_record[0], 0.0
    if order > 0:
        skip_start(run)
    for k in range(steps):
        seed = exact((k + 1) * h) if k < order else np.zeros(0)
        if single:
            run.memory.multistep["pec_mode"] = int(k >= order)
        good = take(run.system, run.work, run.memory, run.run_record, run.y, h, seed, middle)
        if k >= order:
            assert good
            worst = max(worst, np.max(np.abs(middle - exact((k + 0.5) * h))))
        if k < order and hasattr(run.memory, "d"):
            run.memory.d[:] = run.memory.y_new - run.memory.predicted
        if hasattr(run.memory, "d"):
            run.memory.newton["equal_steps"] = 0  # accept keeps the order
        keep(run.memory, run.run_record, run.y, h)
        state["order"] = min(k + 2, order)
    return run.y, worst


def skip_start(run: Runner) -> None:
    """Let Adams' method begin with its own formula of order 1 instead of Runge-Kutta steps."""
    if hasattr(run.memory, "Phi"):
        run.run_record["restart"], run.run_record["order"] = 0, 1
        run.memory.multistep["count"] = 1
        run.memory.Phi[0] = run.memory.f
