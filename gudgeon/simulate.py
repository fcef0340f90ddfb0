"""Run a mechanism: from its description to a result."""

import signal
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._errors import InputError, suggestion
from ._fields import Description, Quantity, description, option, quantity
from .assembly.initial import Examination, examine
from .compiling import compile_core, first_method, needs_compiling
from .kernels import records as rec
from .kernels.entries import evaluate_at, evaluate_often, look_at
from .kernels.equations import ACCELERATIONS
from .kernels.integrators import METHODS, memory
from .kernels.output import AHEAD
from .kernels.stepping import RELAXED, advance, top_speed
from .mechanism import Mechanism
from .results import Result, SimulationError, Status

__all__ = ["Baumgarte", "Crossing", "needs_compiling", "right_hand_side", "simulate", "time_right_hand_side"]

Progress = Callable[[float, float, dict[str, Any]], None]
SLICE = 0.1  # [s] of work after which the compiled loop returns, for Ctrl-C, progress and streaming
MAX_STEPS = 2_000_000_000
LARGEST_DENSE = 4000  # states of a mechanism that the implicit methods can take
_POSITIVE = Quantity("s", bounds=((">", 0.0),))
_TOLERANCE = Quantity("1", bounds=((">", 0.0), ("<", 1.0)))


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


def simulate(
    mechanism: Mechanism,
    duration: float | None = None,
    *,
    rtol: float = 1e-8,
    atol: float | None = None,
    method: str = "auto",
    step: float | None = None,
    max_step: float | None = None,
    output_step: float | None = None,
    output_times: Sequence[float] | np.ndarray | None = None,
    stabilisation: str | Baumgarte = "projection",
    stop_when: Crossing | Sequence[Crossing] = (),
    out: str | Path | None = None,
    progress: bool | Progress | None = None,
    strict: bool = True,
) -> Result:
    """Simulate a mechanism for ``duration`` seconds and return its :class:`Result`.

    ``rtol`` bounds the error of a step relative to speeds, ``atol`` (by default the same number) relative to the
    mechanism's own size and speed. ``method`` is one of auto, rk4 (needs ``step``), tsit5, dop853, radau, adams, bdf.
    Output comes from the dense output every ``output_step`` (by default a thousandth of the duration) or at
    ``output_times``. ``stabilisation`` is "projection" or :class:`Baumgarte`. ``stop_when`` ends the run at a
    :class:`Crossing`. With ``out`` the result is streamed to a file while it is computed. ``progress`` is called as
    progress(t, duration, statistics) several times a second; True shows a bar. A run that fails raises
    SimulationError, which carries the partial result; with ``strict=False`` that is returned instead. Ctrl-C ends the
    run and keeps what was computed.
    """
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"expected a Mechanism, got {mechanism!r}; read a file with gudgeon.read or take one from gudgeon.library.")
    settings = _settings(mechanism, duration, rtol, atol, method, step, max_step, output_step, stabilisation)
    times = _output_times(settings, output_times)
    compile_core(method)
    examination = examine(mechanism)
    _check_drivers(mechanism, settings["duration"])
    events = _events(examination, stop_when)
    runner = Runner(examination, settings, times, events)
    sink = _sink(out, examination, settings)
    try:
        with _Listener(progress) as report:
            runner.run(sink, report)
        result = sink.finish(runner)
    except BaseException:
        sink.abandon()
        raise
    if strict and result.status.failed:
        raise SimulationError(result.message, result)
    return result


class Runner:
    """Drives the compiled stepping loop, slice by slice."""

    def __init__(self, examination: Examination, settings: dict[str, Any], times: np.ndarray, events: np.ndarray) -> None:
        self.examination, self.settings, self.times = examination, settings, times
        assembly = examination.assembly
        self.system = assembly.system._replace(events=events, setting=assembly.system.setting.copy())
        self.kinks = assembly.kinks
        self.work = assembly.work()
        self.y = assembly.y.copy()
        self.layout = assembly.layout
        self.block = np.zeros((max(1, min(4096, 200_000 // self.layout.width)), self.layout.width))
        self.methods: list[str] = []
        self.status = Status.RUNNING
        self.wall_time = self.compile_time = 0.0
        self.run_record = rec.table(1, rec.RUN)
        self._initialise()

    def _initialise(self) -> None:
        settings, state, setting = self.settings, self.run_record[0], self.system.setting[0]
        stabilisation = settings["stabilisation"]
        setting["project"] = int(stabilisation == "projection")
        if stabilisation != "projection":
            setting["alpha"], setting["beta"] = stabilisation["alpha"], stabilisation["beta"]
        state["t_end"] = settings["duration"]
        state["h_max"] = settings["max_step"] or np.inf
        state["h_min"] = 16 * np.finfo(float).eps * settings["duration"]
        state["rtol"], state["atol"] = settings["rtol"], settings["atol"]
        for name in ("project", "length", "planar", "n_q", "n_v", "n_e"):
            state[name] = setting[name]
        state["mass"] = self.system.bodies["mass"].sum()
        state["event"] = -1
        state["error"] = 1.0
        state["max_steps"] = MAX_STEPS
        method = settings["method"]
        state["switch"] = int(method == "auto" and len(self.y) <= LARGEST_DENSE)
        if method in ("radau", "bdf") and len(self.y) > LARGEST_DENSE:
            raise InputError(
                f"{method} works with dense matrices, too large for {len(self.y)} states; choose an explicit method.", ("method",)
            )
        self._use(first_method(method))
        self._first_step(state)

    def _use(self, method: str) -> None:
        """Make ``method`` the integrator from the current state on."""
        state = self.run_record[0]
        self.methods.append(method)
        self.memory = memory(method, len(self.y), int(self.system.setting[0]["n_e"]))
        state["fixed"] = int(method == "rk4")
        state["restart"] = 1
        state["stiff"] = 0
        state["switch"] = int(state["switch"] and method == "dop853")
        before = time.perf_counter()
        status, state["status"] = int(state["status"]), rec.COMPLETE
        self._advance()  # compiles, if need be, and returns at once
        state["status"] = status
        self.compile_time += time.perf_counter() - before
        evaluate_into(self.system, self.work, float(state["t"]), self.y, self.memory.f)

    def _advance(self) -> None:
        advance(self.system, self.work, self.memory, self.run_record, self.y, self.times, self.kinks, self.block)

    def _first_step(self, state: Any) -> None:
        """Choose references of speed and a first step from velocities and accelerations at t = 0."""
        length = float(state["length"])
        speed = top_speed(self.run_record, self.y)
        acceleration = top_speed(self.run_record, self.memory.f)
        state["speed"] = max(speed, np.sqrt(acceleration * length), 1e-6 * length)
        rate = max(speed / length, acceleration / state["speed"], 1e-3 / self.settings["duration"])
        state["h"] = self.settings["step"] or min(0.1 * self.settings["rtol"] ** 0.125 / rate, self.settings["duration"])
        look_at(self.system, self.work, 0.0, self.y, self.memory.f, AHEAD)
        self.work.angles[:] = self.work.ahead[:, 0]

    def run(self, sink: Any, progress: Progress | None) -> None:
        """Step to the end; hand whole blocks of rows to ``sink`` and report the time reached."""
        state = self.run_record[0]
        begin, compiling = time.perf_counter(), self.compile_time
        budget = 500
        with _Interrupt() as interrupt:
            while True:
                state["budget"] = self.work.count[0] + budget
                before = time.perf_counter()
                self._advance()
                spent = time.perf_counter() - before
                budget = int(np.clip(budget * SLICE / max(spent, 1e-4), 100, min(4 * budget, 10_000_000)))
                if not self._hand_over(sink):
                    break
                if progress is not None:
                    progress(float(state["t"]), float(state["t_end"]), self.statistics())
                if state["status"] == rec.STIFF:
                    state["status"] = rec.RUNNING
                    self._use("radau")
                if state["status"] != rec.RUNNING:
                    self.status = Status.from_code(int(state["status"]))
                    break
                if interrupt.called:
                    self.status = Status.INTERRUPTED
                    break
        self.wall_time = time.perf_counter() - begin - (self.compile_time - compiling)

    def _hand_over(self, sink: Any) -> bool:
        """Give the rows written so far to the sink; False if it cannot take them."""
        state = self.run_record[0]
        try:
            sink.append(self.block[: int(state["row"])])
        except (OSError, InputError):
            self.status = Status.OUTPUT_FAILED
            return False
        state["row"] = 0
        return True

    def statistics(self) -> dict[str, Any]:
        """Return the counters of the run as plain numbers."""
        state = self.run_record[0]
        return {
            "method": " then ".join(self.methods),
            "steps": int(state["steps"]),
            "rejected": int(state["rejected"]),
            "evaluations": int(self.work.count[0]),
            "jacobians": int(state["jacobians"]),
            "regularised": int(self.work.count[1]),
            "relaxed": int(state["relaxed"]),
            "events": int(state["events"]),
            "constraint_residual": float(state["residual"]),
            "velocity_residual": float(self.examination.velocity_residual),
            "dof": self.examination.dof_true,
            "wall_time": self.wall_time,
            "compile_time": self.compile_time,
        }

    def report(self) -> tuple[str, ...]:
        """Return what a user should know about the run, in sentences."""
        sentences = [*self.examination.moved, *self.examination.redundant]
        if len(self.methods) > 1:
            sentences.append(f"the steps looked stiff with {self.methods[0]}; went on with {self.methods[-1]}")
        if relaxed := int(self.run_record[0]["relaxed"]):
            sentences.append(f"{relaxed} steps near singular positions were accepted with up to {RELAXED:.0f} times the tolerance")
        return tuple(sentences)


class MemorySink:
    """Collects output rows in memory."""

    def __init__(self) -> None:
        self.blocks: list[np.ndarray] = []

    def append(self, rows: np.ndarray) -> None:
        """Keep a copy of a block of rows."""
        if len(rows):
            self.blocks.append(rows.copy())

    def finish(self, runner: Runner) -> Result:
        """Return the result."""
        layout = runner.layout
        rows = np.concatenate(self.blocks) if self.blocks else np.zeros((0, layout.width))
        data = {name: np.ascontiguousarray(values) for name, values in layout.split(rows).items()}
        mechanism = runner.examination.mechanism
        return Result(mechanism, layout, data, runner.status, runner.statistics(), runner.report(), runner.settings)

    def abandon(self) -> None:
        """Forget everything."""


class FileSink:
    """Streams output rows to a file."""

    def __init__(self, path: str | Path, examination: Examination, settings: dict[str, Any]) -> None:
        from .storage import Writer

        self.path = Path(path)
        self.writer = Writer(self.path, examination.assembly.layout, examination.mechanism, settings)

    def append(self, rows: np.ndarray) -> None:
        """Write a block of rows."""
        self.writer.append(rows)

    def finish(self, runner: Runner) -> Result:
        """Close the file and return the result that reads it."""
        from .storage import load

        self.writer.close(runner.status, runner.statistics(), runner.report())
        return load(self.path)

    def abandon(self) -> None:
        """Close the file with what it has."""
        self.writer.__exit__(None, None, None)


def _sink(out: str | Path | None, examination: Examination, settings: dict[str, Any]) -> MemorySink | FileSink:
    return MemorySink() if out is None else FileSink(out, examination, settings)


class _Interrupt:
    """Notice Ctrl-C without raising in the middle of something; only the main thread can."""

    called = False

    def __enter__(self) -> "_Interrupt":
        self.main = threading.current_thread() is threading.main_thread()
        if self.main:
            self.old = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, *_: Any) -> None:
        self.called = True

    def __exit__(self, *_: Any) -> None:
        if self.main:
            signal.signal(signal.SIGINT, self.old)


class _Listener:
    """Turn the ``progress`` argument into a callable, or None."""

    def __init__(self, progress: bool | Progress | None) -> None:
        self.bar: Any = None
        if progress is True:
            from .progress import ProgressBar

            self.bar = ProgressBar()
        elif callable(progress):
            self.bar = progress

    def __enter__(self) -> Progress | None:
        return self.bar

    def __exit__(self, *_: Any) -> None:
        if hasattr(self.bar, "close"):
            self.bar.close()


# -- arguments -----------------------------------------------------------------------------------------------------


def _settings(
    mechanism: Mechanism, duration: Any, rtol: Any, atol: Any, method: Any, step: Any, max_step: Any, output_step: Any, stabilisation: Any
) -> dict[str, Any]:
    """Check the arguments of a call; return them as plain values that repeat the run."""
    duration = mechanism.duration if duration is None else _number(_POSITIVE, duration, "duration")
    if duration is None:
        raise InputError("say how long to simulate: simulate(mechanism, duration) or duration in the mechanism.", ("duration",))
    if method != "auto" and method not in METHODS:
        raise InputError(f"unknown method '{method}'.{suggestion(method, ['auto', *METHODS])}", ("method",))
    if (method == "rk4") != (step is not None):
        raise InputError("rk4 needs a fixed step [s], the other methods choose it; max_step limits it.", ("step",))
    if not isinstance(stabilisation, Baumgarte) and stabilisation != "projection":
        raise InputError(f"expected 'projection' or Baumgarte(alpha, beta), got {stabilisation!r}.", ("stabilisation",))
    rtol = _number(_TOLERANCE, rtol, "rtol")
    return {
        "duration": duration,
        "rtol": rtol,
        "atol": rtol if atol is None else _number(_TOLERANCE, atol, "atol"),
        "method": method,
        "step": None if step is None else _number(_POSITIVE, step, "step"),
        "max_step": None if max_step is None else _number(_POSITIVE, max_step, "max_step"),
        "output_step": None if output_step is None else _number(_POSITIVE, output_step, "output_step"),
        "stabilisation": stabilisation if isinstance(stabilisation, str) else {"alpha": stabilisation.alpha, "beta": stabilisation.beta},
    }


def _number(spec: Quantity, value: Any, name: str) -> float:
    try:
        return float(spec.coerce(value))
    except InputError as error:
        raise error.under(name) from None


def _output_times(settings: dict[str, Any], times: Any) -> np.ndarray:
    duration = settings["duration"]
    if times is not None:
        if settings["output_step"] is not None:
            raise InputError("give either output_step or output_times, not both.", ("output_times",))
        try:
            times = np.array(times, float).ravel()
        except (TypeError, ValueError):
            raise InputError("expected a list of times [s].", ("output_times",)) from None
        if not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0) or (len(times) and (times[0] < 0 or times[-1] > duration)):
            raise InputError(f"times must increase from 0 or later to at most the duration, {duration:g} s.", ("output_times",))
        return times
    step = settings["output_step"] or duration / 1000
    count = int(np.floor(duration / step * (1 + 1e-12))) + 1
    if count > 2_000_000_000:
        raise InputError(f"{count:g} output rows are too many; choose a longer output_step.", ("output_step",))
    times = np.arange(count) * step
    times[-1] = min(times[-1], duration)
    return times if times[-1] >= duration * (1 - 1e-12) else np.append(times, duration)


def _check_drivers(mechanism: Mechanism, duration: float) -> None:
    for driver in mechanism.drivers:
        first, last = driver.motion.span()
        if first > 0 or last < duration:
            raise driver.error(f"its table reaches from {first:g} to {last:g} s and does not cover the run of {duration:g} s.", "motion")
        _check_rates(driver, duration)


def _check_rates(driver: Any, duration: float) -> None:
    """Refuse a motion whose rate and acceleration are not the derivatives of its value."""
    for fraction in (0.31, 0.57, 0.83):
        t, h = fraction * duration, 1e-4 * duration
        kinks = driver.motion.kinks()
        if any(abs(t - kink) < 3 * h for kink in kinks):
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


def _events(examination: Examination, stop_when: Any) -> np.ndarray:
    crossings = [stop_when] if isinstance(stop_when, Crossing) else list(stop_when)
    labels = examination.assembly.layout.labels["coordinate"]
    kinks = examination.assembly.system.events
    events = rec.table(len(kinks) + len(crossings), rec.EVENT)
    events[: len(kinks)] = kinks
    for record, crossing in zip(events[len(kinks) :], crossings, strict=True):
        if not isinstance(crossing, Crossing):
            raise InputError(f"expected Crossing(...), got {crossing!r}.", ("stop_when",))
        if crossing.coordinate not in labels:
            raise InputError(f"there is no coordinate '{crossing.coordinate}'.{suggestion(crossing.coordinate, labels)}", ("stop_when",))
        record["watch"], record["value"] = labels.index(crossing.coordinate), crossing.value
        record["direction"], record["stop"] = crossing.direction, 1
    return events


# -- the right-hand side by itself, for tests, benchmarks and other integrators --------------------------------------


def evaluate_into(system: rec.System, work: rec.Work, t: float, y: np.ndarray, f: np.ndarray) -> None:
    """Write the derivative of a state."""
    evaluate_at(system, work, t, y, f, ACCELERATIONS)


def right_hand_side(mechanism: Mechanism) -> tuple[Callable[[float, np.ndarray], np.ndarray], np.ndarray]:
    """Return f(t, y) of the equations of motion as a Python function, and the closed initial state (see docs/notation)."""
    assembly = examine(mechanism).assembly
    system, work = assembly.system, assembly.work()
    system.setting["project"] = 1

    def f(t: float, y: np.ndarray) -> np.ndarray:
        y_dot = np.empty_like(y)
        evaluate_into(system, work, float(t), np.array(y, float), y_dot)  # a copy: near singular positions it is moved
        return y_dot

    return f, assembly.y.copy()


def time_right_hand_side(mechanism: Mechanism, repeats: int = 20_000) -> float:
    """Return the time of one evaluation of the equations of motion in a compiled loop [s], the best of several."""
    assembly = examine(mechanism).assembly
    work, y, f = assembly.work(), assembly.y.copy(), np.zeros_like(assembly.y)
    evaluate_often(assembly.system, work, y, f, 1)
    times = []
    for _ in range(10):
        begin = time.perf_counter()
        evaluate_often(assembly.system, work, y, f, repeats)
        times.append((time.perf_counter() - begin) / repeats)
    return min(times)
