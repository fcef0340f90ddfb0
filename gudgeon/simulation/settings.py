"""The settings of a run: the arguments of ``simulate``, checked and turned into plain values that repeat it."""

from typing import Any

import numpy as np

from .._base.arguments import FRACTION, POSITIVE_LENGTH, POSITIVE_TIME, among, number, whole_number
from .._base.description import Description, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from ..assembly.initial_conditions import ModelCheck
from ..kernels import records as rec
from ..kernels.integrators import METHODS
from ..model import Mechanism

CONTACT_STARTS = ("locate", "reject")
MAX_ROWS = 100_000_000  # of output: their times alone take 0.8 GB


@description
class Baumgarte(Description):
    """Stabilise the constraints by gamma - 2 alpha Phi_dot - beta^2 Phi, as the papers do, instead of projecting.

    Weak by nature: with alpha = beta = 5 1/s an error lives for 0.2 s. Do not compare energies with it.
    """

    alpha: float = quantity("1/s", "of the velocity error", gt=0, kw_only=False)
    beta: float = quantity("1/s", "of the position error", gt=0, kw_only=False)


@description
class Crossing(Description):
    """End a run when a joint coordinate crosses a value: ``Crossing("A.angle", "2 rev")``.

    ``direction`` +1 counts only crossings upwards, -1 only downwards, 0 both.
    """

    coordinate: str = option("joint and coordinate, as A.angle", kw_only=False)
    value: float = quantity("rad|m", "value that is crossed", kw_only=False)
    direction: int = option("+1 upwards, -1 downwards, 0 both", choices=(-1, 0, 1), default=0)  # type: ignore[arg-type]


def contact_settings(contact_start: Any, penetration_tolerance: Any) -> dict[str, Any]:
    """Check how contacts begin; return it as plain values."""
    if not among(contact_start, CONTACT_STARTS):
        raise InputError(f"unknown contact_start {brief(contact_start)}.{suggestion(contact_start, CONTACT_STARTS)}", ("contact_start",))
    return {
        "contact_start": contact_start,
        "penetration_tolerance": number(penetration_tolerance, "penetration_tolerance", POSITIVE_LENGTH),
    }


def run_limits(max_steps: Any, max_wall_time: Any) -> dict[str, Any]:
    """Check the limits of steps and wall time; return them as plain values."""
    max_steps = None if max_steps is None else whole_number(max_steps, "max_steps", least=1)
    if max_steps is not None and max_steps >= 2**63:
        raise InputError(f"must be less than 2**63, got {brief(max_steps)}; leave it out for no limit of your own.", ("max_steps",))
    limit = None if max_wall_time is None else number(max_wall_time, "max_wall_time", POSITIVE_TIME)
    return {"max_steps": max_steps, "max_wall_time": limit}


def run_settings(
    mechanism: Mechanism, duration: Any, rtol: Any, atol: Any, method: Any, step: Any, max_step: Any, output_step: Any, stabilisation: Any
) -> dict[str, Any]:
    """Check the arguments of a call; return them as plain values that repeat the run."""
    duration = mechanism.duration if duration is None else number(duration, "duration", POSITIVE_TIME)
    if duration is None:
        raise InputError("say how long to simulate: simulate(mechanism, duration) or duration in the mechanism.", ("duration",))
    if not among(method, ("auto", *METHODS)):
        raise InputError(f"unknown method {brief(method)}.{suggestion(method, ['auto', *METHODS])}", ("method",))
    if (method == "rk4") != (step is not None):
        raise InputError("rk4 needs a fixed step [s], the other methods choose it; max_step limits it.", ("step",))
    if not isinstance(stabilisation, Baumgarte) and not among(stabilisation, ("projection",)):
        raise InputError(f"expected 'projection' or Baumgarte(alpha, beta), got {brief(stabilisation)}.", ("stabilisation",))
    rtol = number(rtol, "rtol", FRACTION)
    return {
        "duration": duration,
        "rtol": rtol,
        "atol": rtol if atol is None else number(atol, "atol", FRACTION),
        "method": method,
        "step": None if step is None else number(step, "step", POSITIVE_TIME),
        "max_step": None if max_step is None else number(max_step, "max_step", POSITIVE_TIME),
        "output_step": None if output_step is None else number(output_step, "output_step", POSITIVE_TIME),
        "stabilisation": stabilisation if isinstance(stabilisation, str) else {"alpha": stabilisation.alpha, "beta": stabilisation.beta},
    }


def output_times_of(settings: dict[str, Any], times: Any) -> np.ndarray:
    """Return the times of output rows [s]."""
    duration = settings["duration"]
    if times is not None:
        if settings["output_step"] is not None:
            raise InputError("give either output_step or output_times, not both.", ("output_times",))
        try:
            times = np.array(times, float).ravel()
        except (TypeError, ValueError, OverflowError):
            raise InputError("expected a list of times [s].", ("output_times",)) from None
        if not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0) or (len(times) and (times[0] < 0 or times[-1] > duration)):
            raise InputError(f"times must increase from 0 or later to at most the duration, {duration:g} s.", ("output_times",))
        return times
    step = settings["output_step"] or duration / 1000
    if not duration < step * MAX_ROWS:
        rows = f"are more than {MAX_ROWS:,} rows".replace(",", " ")
        raise InputError(f"rows every {step:g} s for {duration:g} s {rows}; choose a longer output_step.", ("output_step",))
    count = int(np.floor(duration / step * (1 + 1e-12))) + 1
    times = np.arange(count) * step
    times[-1] = min(times[-1], duration)
    return times if times[-1] >= duration * (1 - 1e-12) else np.append(times, duration)


def check_drivers(mechanism: Mechanism, duration: float) -> None:
    """Raise InputError if a motion does not cover the run, or contradicts its own derivatives."""
    for driver in mechanism.drivers:
        first, last = driver.motion.span()
        if first > 0 or last < duration:
            raise driver.error(f"its table reaches from {first:g} to {last:g} s and does not cover the run of {duration:g} s.", "motion")
        _check_rates(driver, duration)


def _check_rates(driver: Any, duration: float) -> None:
    """Refuse a motion whose rate and acceleration are not the derivatives of its value."""
    for fraction in (0.31, 0.57, 0.83):
        t, h = fraction * duration, 1e-4 * duration
        breakpoints = driver.motion.breakpoints()
        if any(abs(t - breakpoint) < 3 * h for breakpoint in breakpoints):
            continue
        values = np.array([driver.motion(t + k * h) for k in (-2, -1, 0, 1, 2)], float)
        if not np.all(np.isfinite(values)):
            raise driver.error(f"its value, rate or acceleration is not finite at t = {t:g} s.", "motion")
        for k, word in ((0, "rate"), (1, "acceleration")):
            x = values[:, k]
            slope = (x[0] - 8 * x[1] + 8 * x[3] - x[4]) / (12 * h)
            coarse = (x[4] - x[0]) / (4 * h)
            allowed = 1e-3 * abs(slope) + 10 * abs(slope - coarse) + 1e-7 * (np.abs(x).max() + 1e-9) / h
            if abs(slope - values[2, k + 1]) > allowed:
                source = "value" if k == 0 else "rate"
                found = f"its {word} at t = {t:g} s is {values[2, k + 1]:g}, but its {source} changes by {slope:g} per second."
                raise driver.error(found, "motion")


def crossing_events(examination: ModelCheck, stop_when: Any) -> np.ndarray:
    """Return the records of all events of a run: discontinuities of loads, and crossings that end it."""
    crossings = list(stop_when) if isinstance(stop_when, (list, tuple)) else [stop_when]
    labels = examination.assembly.layout.labels["coordinate"]
    breakpoints = examination.assembly.system.events
    events = rec.table(len(breakpoints) + len(crossings), rec.EVENT)
    events[: len(breakpoints)] = breakpoints
    for record, crossing in zip(events[len(breakpoints) :], crossings, strict=True):
        if not isinstance(crossing, Crossing):
            raise InputError(f"expected Crossing(...), got {brief(crossing)}.", ("stop_when",))
        if crossing.coordinate not in labels:
            raise InputError(f"there is no coordinate '{crossing.coordinate}'.{suggestion(crossing.coordinate, labels)}", ("stop_when",))
        record["watch"], record["value"] = labels.index(crossing.coordinate), crossing.value
        record["direction"], record["stop"] = crossing.direction, 1
        record["near"] = 1e-13 * max(1.0, abs(crossing.value))
    return events
