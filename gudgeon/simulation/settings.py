"""The settings of a run: the arguments of ``simulate``, checked and turned into plain values
that repeat it.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from .._base.arguments import (
    FRACTION,
    POSITIVE_LENGTH,
    POSITIVE_TIME,
    among,
    number,
    truth,
    whole_number,
)
from .._base.description import Description, Number, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from ..assembly.initial_conditions import ModelCheck
from ..kernels import records as rec
from ..kernels.integrators import METHODS, registered
from ..model import Mechanism
from ..model.transients import parse_transient
from ..results.output_grid import INTERVALS, grid_times
from .coordinates import COORDINATES, chosen
from .obstacles import beyond
from .starts import check_start

CONTACT_STARTS = ("locate", "reject")
OUTPUTS = ("motion", "grid")
MAX_ROWS = 100_000_000  # of output: their times alone take 0.8 GB


@description
class Baumgarte(Description):
    """Stabilise the constraints by gamma - 2 alpha Phi_dot - beta^2 Phi, as the papers do, instead
    of projecting.

    Weak by nature: with alpha = beta = 5 1/s an error lives for 0.2 s. Do not compare energies with
    it.
    """

    alpha: Number = quantity("1/s", "of the velocity error", gt=0, kw_only=False)
    beta: Number = quantity("1/s", "of the position error", gt=0, kw_only=False)


@description
class Crossing(Description):
    """End a run when a joint coordinate crosses a value: ``Crossing("A.angle", "2 rev")``.

    ``direction`` +1 counts only crossings upwards, -1 only downwards, 0 both.
    """

    coordinate: str = option("joint and coordinate, as A.angle", kw_only=False)
    value: Number = quantity("rad|m", "value that is crossed", kw_only=False)
    direction: int = option("+1 upwards, -1 downwards, 0 both", choices=(-1, 0, 1), default=0)  # type: ignore[arg-type]


@dataclass(frozen=True)
class RunSettings:
    """The arguments of ``simulate``, checked: what repeats a run."""

    duration: float
    rtol: float = 1e-8
    atol: float = 1e-8
    method: str = "auto"
    step: float | None = None
    max_step: float | None = None
    output: str = "motion"
    output_step: float | None = None
    stabilisation: str | Baumgarte = "projection"
    coordinates: str = "cartesian"
    start: str | None = None
    transient: float | None = None  # [s]; None: what the mechanism itself asks for
    contact_start: str = "locate"
    penetration_tolerance: float = 1e-7
    hold: bool = False
    max_steps: int | None = None
    max_wall_time: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as plain values, as results and files keep them."""
        return asdict(self)


def run_settings(
    mechanism: Mechanism, duration: Any, *, rtol: Any, atol: Any, output: Any = None, **options: Any
) -> RunSettings:
    """Check the arguments of a run, the options by the names of RunSettings; those left out have
    its defaults. Output follows the motion unless a step is given.
    """
    duration = (
        mechanism.duration if duration is None else number(duration, "duration", POSITIVE_TIME)
    )
    if duration is None:
        raise InputError(
            "say how long to simulate: simulate(mechanism, duration) or duration in the mechanism.",
            ("duration",),
        )
    if output is None:
        output = "motion" if options.get("output_step") is None else "grid"
    projects = not isinstance(options.get("stabilisation"), Baumgarte)
    options["coordinates"] = chosen(options.get("coordinates"), projects)
    given = RunSettings(duration, output=output, **options)
    _check_choices(given)
    rtol = number(rtol, "rtol", FRACTION)
    return replace(
        given,
        rtol=rtol,
        atol=rtol if atol is None else number(atol, "atol", FRACTION),
        step=_optional_time(given.step, "step"),
        max_step=_optional_time(given.max_step, "max_step"),
        output_step=_optional_time(given.output_step, "output_step"),
        penetration_tolerance=number(
            given.penetration_tolerance, "penetration_tolerance", POSITIVE_LENGTH
        ),
        start=check_start(given.start),
        transient=_transient(given.transient, mechanism, duration),
        hold=truth(given.hold, "hold"),
        max_steps=_step_limit(given.max_steps),
        max_wall_time=_optional_time(given.max_wall_time, "max_wall_time"),
    )


def _check_choices(given: RunSettings) -> None:
    """Raise InputError for an unknown method, stabilisation, coordinates or rule for the
    start of contacts."""
    method, stabilisation, start = given.method, given.stabilisation, given.contact_start
    if not among(method, ("auto", *METHODS)):
        raise InputError(
            f"unknown method {brief(method)}.{suggestion(method, ['auto', *METHODS])}", ("method",)
        )
    fixed_step = method != "auto" and registered(method).fixed_step
    if fixed_step and given.step is None:
        raise InputError(f"{method} needs a fixed step [s].", ("step",))
    if not fixed_step and given.step is not None:
        raise InputError(
            f"{method} chooses its steps, which max_step limits; rk4 takes a fixed one.", ("step",)
        )
    if not isinstance(stabilisation, Baumgarte) and not among(stabilisation, ("projection",)):
        raise InputError(
            f"expected 'projection' or Baumgarte(alpha, beta), got {brief(stabilisation)}.",
            ("stabilisation",),
        )
    if not among(given.coordinates, COORDINATES):
        raise InputError(
            f"unknown coordinates {brief(given.coordinates)}."
            f"{suggestion(given.coordinates, COORDINATES)}",
            ("coordinates",),
        )
    if given.coordinates == "joint" and isinstance(stabilisation, Baumgarte):
        raise InputError(
            "tree joints have no constraints that Baumgarte's terms could act on; choose "
            "stabilisation 'projection' or coordinates 'cartesian'.",
            ("coordinates",),
        )
    if not among(given.output, OUTPUTS):
        raise InputError(
            f"unknown output {brief(given.output)}.{suggestion(given.output, OUTPUTS)}",
            ("output",),
        )
    if not among(start, CONTACT_STARTS):
        raise InputError(
            f"unknown contact_start {brief(start)}.{suggestion(start, CONTACT_STARTS)}",
            ("contact_start",),
        )


def _optional_time(value: Any, name: str) -> float | None:
    return None if value is None else float(number(value, name, POSITIVE_TIME))


def _transient(value: Any, mechanism: Mechanism, duration: float) -> float | None:
    given = mechanism.transient if value is None else value
    return None if given is None else parse_transient(given).seconds(mechanism, duration)


def _step_limit(value: Any) -> int | None:
    limit = None if value is None else whole_number(value, "max_steps", least=1)
    if limit is not None and limit >= 2**63:
        raise InputError(
            f"must be less than 2**63, got {brief(limit)}; leave it out for no limit of your own.",
            ("max_steps",),
        )
    return limit


def output_times_of(settings: RunSettings, times: Any) -> np.ndarray:
    """Return the times of output rows [s]."""
    duration = settings.duration
    if times is not None:
        if settings.output_step is not None:
            raise InputError(
                "give either output_step or output_times, not both.", ("output_times",)
            )
        if settings.output == "motion":
            raise InputError(
                "output that follows the motion begins with equal intervals; give output_step, or "
                "leave output out.",
                ("output_times",),
            )
        try:
            times = np.array(times, float).ravel()
        except (TypeError, ValueError, OverflowError):
            raise InputError("expected a list of times [s].", ("output_times",)) from None
        if (
            not np.all(np.isfinite(times))
            or np.any(np.diff(times) <= 0)
            or (len(times) and (times[0] < 0 or times[-1] > duration))
        ):
            raise InputError(
                f"times must increase from 0 or later to at most the duration, {duration:g} s.",
                ("output_times",),
            )
        return times
    step = settings.output_step or duration / INTERVALS
    if not duration < step * MAX_ROWS:
        rows = f"are more than {MAX_ROWS:,} rows".replace(",", " ")
        raise InputError(
            f"rows every {step:g} s for {duration:g} s {rows}; choose a longer output_step.",
            ("output_step",),
        )
    return grid_times(duration, settings.output_step)


def check_drivers(mechanism: Mechanism, duration: float) -> None:
    """Raise InputError if a motion does not cover the run, or contradicts its own derivatives."""
    for driver in mechanism.drivers:
        first, last = driver.motion.span()
        if first > 0 or last < duration:
            raise driver.error(
                f"its table reaches from {first:g} to {last:g} s and does not cover the run of "
                f"{duration:g} s.",
                "motion",
            )
        _check_rates(driver, duration)
        coordinate = mechanism.coordinate(driver)
        least = mechanism.joint(driver.joint).always_above.get(coordinate)
        if least is not None and (depth := beyond(driver, -1.0, least, duration))[1] > 0:
            raise driver.error(
                f"takes the {coordinate} to {least:g} m at t = {depth[0]:.6g} s, where joint "
                f"'{driver.joint}' has no "
                "direction any more; let the motion turn back before.",
                "motion",
            )


def _check_rates(driver: Any, duration: float) -> None:
    """Reject a motion whose rate and acceleration are not the derivatives of its value."""
    for fraction in (0.31, 0.57, 0.83):
        t, h = fraction * duration, 1e-4 * duration
        breakpoints = driver.motion.breakpoints()
        if any(abs(t - breakpoint) < 3 * h for breakpoint in breakpoints):
            continue
        values = np.array([driver.motion(t + k * h) for k in (-2, -1, 0, 1, 2)], float)
        if not np.all(np.isfinite(values)):
            raise driver.error(
                f"its value, rate or acceleration is not finite at t = {t:g} s.", "motion"
            )
        for k, word in ((0, "rate"), (1, "acceleration")):
            x = values[:, k]
            slope = (x[0] - 8 * x[1] + 8 * x[3] - x[4]) / (12 * h)
            coarse = (x[4] - x[0]) / (4 * h)
            allowed = (
                1e-3 * abs(slope) + 10 * abs(slope - coarse) + 1e-7 * (np.abs(x).max() + 1e-9) / h
            )
            if abs(slope - values[2, k + 1]) > allowed:
                source = "value" if k == 0 else "rate"
                found = (
                    f"its {word} at t = {t:g} s is {values[2, k + 1]:g}, but its {source} changes "
                    f"by {slope:g} per second."
                )
                raise driver.error(found, "motion")


def crossing_events(model_check: ModelCheck, stop_when: Any) -> np.ndarray:
    """Return the records of all events of a run: discontinuities of loads, and crossings that
    end it.
    """
    crossings = list(stop_when) if isinstance(stop_when, (list, tuple)) else [stop_when]
    labels = model_check.assembly.layout.labels["coordinate"]
    breakpoints = model_check.assembly.system.events
    events = rec.table(len(breakpoints) + len(crossings), rec.EVENT)
    events[: len(breakpoints)] = breakpoints
    for record, crossing in zip(events[len(breakpoints) :], crossings, strict=True):
        if not isinstance(crossing, Crossing):
            raise InputError(f"expected Crossing(...), got {brief(crossing)}.", ("stop_when",))
        if crossing.coordinate not in labels:
            raise InputError(
                "there is no coordinate "
                f"'{crossing.coordinate}'.{suggestion(crossing.coordinate, labels)}",
                ("stop_when",),
            )
        record["watch"], record["value"] = labels.index(crossing.coordinate), crossing.value
        record["direction"], record["stop"] = crossing.direction, 1
        record["near"] = 1e-13 * max(1.0, abs(crossing.value))
    return events
