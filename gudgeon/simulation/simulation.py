"""A mechanism that is driven from outside: advanced step by step, with inputs that are set and
outputs that are read in between.

It is the run that :func:`~gudgeon.simulate` makes (runner.py), asked for one row at a time
(row_stepper.py). Where an input changes, the step that waits is taken again, to end there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._base.arguments import POSITIVE_TIME, number, truth
from .._base.errors import InputError, brief, suggestion
from ..assembly.initial_conditions import ModelCheck
from ..model import Mechanism
from ..model.changes import mechanism_of
from ..results.impacts import Impacts
from ..results.outcome import Outcome, Peak, named_peaks
from ..results.result import Result, SimulationError
from ..results.status import Status
from .checkpoint import Checkpoint, from_bytes
from .compilation import compile_core
from .output_reader import OutputReader
from .row_stepper import RowStepper, SteppingError
from .run_notes import BEFORE_OBSTACLES, course_of, remarks_of, warnings_of
from .runner import Runner
from .sampling import Samples
from .settings import check_drivers, crossing_events, run_settings
from .starts import start_of

INFINITY = float("inf")


class Simulation:
    """A mechanism that is advanced from outside.

    ::

        sim = gd.Simulation(mechanism)
        sim["torque"] = 2.0            # of a signal gd.Input("torque") in a load or a driver
        sim.advance(1e-3)              # or sim.advance_to(t)
        sim["C.force.magnitude"]       # any channel of a result, at sim.t
        saved = sim.state              # sim.state = saved continues from there, to the last bit
        sim.reset()                    # at t = 0 again, with the inputs as described

    What ``mechanism``, ``rtol`` and the other settings mean is said at :func:`~gudgeon.simulate`.
    ``duration``, by default that of the mechanism or 1 s, is about how long it will run: how far
    breakpoints of signals are sought at first, no limit. With ``record`` the row at the end of every call
    is kept for :meth:`result`. A simulation that cannot continue raises SimulationError. One thread at
    a time may use it; while it computes, other threads run.
    """

    def __init__(
        self,
        mechanism: Mechanism | ModelCheck | str,
        *,
        duration: float | None = None,
        rtol: float = 1e-8,
        atol: float | None = None,
        method: str = "auto",
        step: float | None = None,
        max_step: float | None = None,
        coordinates: str | None = None,
        hold: bool = False,
        record: bool = False,
    ) -> None:
        examined = mechanism if isinstance(mechanism, ModelCheck) else None
        self.mechanism = mechanism_of(examined.mechanism if examined is not None else mechanism)
        settings = run_settings(
            self.mechanism, self.mechanism.duration or 1.0 if duration is None else duration,
            rtol=rtol, atol=atol, method=method, step=step,
            max_step=max_step, output="grid", coordinates=coordinates, hold=hold,
        )  # fmt: skip
        self._keep = truth(record, "record")
        compile_core(method, self.mechanism, settings.coordinates)
        model_check = start_of(examined or self.mechanism)
        covered = [driver.motion.span()[1] for driver in self.mechanism.drivers]
        check_drivers(self.mechanism, min([settings.duration, *covered]))
        events = crossing_events(model_check, ())
        self._runner = Runner(model_check, settings, np.zeros(1), events, rows=1)
        self._signals = self.mechanism.inputs
        self._values = {name: signal.initial for name, signal in self._signals.items()}
        self._new: dict[str, float] = {}  # inputs that were set and do not act yet
        parameters: Any = self._runner.system.parameters
        self._parameters: Any = memoryview(parameters)
        self._places = {
            name: slice(first, first + len(self._signals[name].parameters()))
            for name, first in self._runner.assembly.inputs.items()
        }
        self._samples = Samples()
        self._from = self._dt = 0.0
        self._calls = 0
        self._failure = ""
        self._stepper = RowStepper(self._runner)
        self._reader = OutputReader(self._as_result(self._stepper.row), self._stepper.row)
        self._rows = [self._stepper.row.copy()]

    # -- advancing --------------------------------------------------------------------------------

    @property
    def t(self) -> float:
        """The time reached [s]."""
        return self._stepper.t

    def advance(self, dt: float) -> None:
        """Go on for ``dt`` [s]. Equal steps add up without rounding."""
        if dt != self._dt:
            self._from, self._dt, self._calls = self.t, number(dt, "dt", POSITIVE_TIME), 0
        self._calls += 1
        try:
            self._advance_to(self._from + self._calls * self._dt)
        except BaseException:
            self._dt = 0.0  # not there: the next step counts from where it is
            raise

    def advance_to(self, t: float) -> None:
        """Go on until ``t`` [s]."""
        self._dt = 0.0
        self._advance_to(t if t.__class__ is float else number(t, "t", POSITIVE_TIME))

    def _advance_to(self, t: float) -> None:
        stepper, samples = self._stepper, self._samples
        if not stepper.t < t < INFINITY:
            if t == stepper.t:
                return
            raise InputError(
                f"the simulation is at {stepper.t:g} s and continues from there; give a later time, "
                f"got {brief(t)}; reset() begins again.",
                ("t",),
            )
        samples.check_idle()
        if t > stepper.ahead:
            stepper.look_ahead(t)
        while samples.next_time < t:
            if samples.next_time > stepper.t:
                self._go(samples.next_time)
            samples.call(self)
        self._go(t)

    def _go(self, t: float) -> None:
        """Go on until ``t``, with inputs that act from now on if they were set."""
        if self._failure:
            raise SimulationError(self._failure, self.result())
        land = bool(self._new)  # inputs that change may change again
        try:
            if land:
                self._change_inputs()
            self._stepper.write_row(t, land)
        except SteppingError as failure:
            raise self._failed(failure.status) from None
        if self._keep:
            self._rows.append(self._stepper.row.copy())

    def _failed(self, status: int) -> SimulationError:
        """Return the error that says why it cannot continue, with what is known until then."""
        runner = self._runner
        runner.status = Status.from_code(status)
        if runner.status in BEFORE_OBSTACLES:
            runner._explain()
        self._failure = runner.reason or runner.status.message(runner.t)
        return SimulationError(self._failure, self.result())

    # -- inputs and outputs ------------------------------------------------------------------------

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs and their values, as they were set last."""
        return {**self._values, **self._new}

    @property
    def outputs(self) -> list[str]:
        """The names of all channels that can be read."""
        return self._reader.names()

    def __setitem__(self, name: str, value: float) -> None:
        """Set an input; it acts from now on."""
        if name not in self._values:
            known = list(self._values)
            raise InputError(
                f"there is no input {brief(name)}.{suggestion(name, known)}"
                if known
                else f"there is no input {brief(name)}: the mechanism has none; give a load or a "
                "driver a signal such as Input('torque')."
            )
        if value.__class__ is not float:
            value = _plain(name, value)
        if not -INFINITY < value < INFINITY:
            raise InputError(f"input '{name}' must be a finite number, got {brief(value)}.")
        if value != self._values[name]:
            self._new[name] = value
        else:
            self._new.pop(name, None)

    def __getitem__(self, name: str) -> Any:
        """Return an output at the time reached, by the name of its channel: a number, or an array
        of its components; of an input, the value that was set.
        """
        if name in self._values:
            return self._new.get(name, self._values[name])
        return self._reader.reader(name)()

    def output(self, name: str) -> Callable[[], Any]:
        """Return a function that reads an output at the time reached: faster, where it is read
        again and again.
        """
        return self._reader.reader(name)

    def unit(self, name: str) -> str:
        """Return the unit of an output."""
        return self._reader.channel(name).unit

    def _change_inputs(self) -> None:
        """Let new values of inputs act from now on."""
        stepper, parameters = self._stepper, self._parameters
        stepper.land()
        for name, value in self._new.items():
            signal, here = self._signals[name], self._places[name]
            new = signal.towards(value, stepper.t, parameters[here].tolist())
            for k, x in enumerate(new, here.start):
                parameters[k] = x
            if signal.ramp:
                stepper.end_ramp(stepper.t + signal.ramp)
        self._values.update(self._new)
        self._new.clear()
        stepper.restart()

    def every(self, period: float, function: Callable[[Simulation], Any]) -> None:
        """Call ``function(sim)`` now and after every further ``period`` [s]: a controller that
        samples outputs and sets inputs. What is due now is called when the simulation advances.
        """
        self._samples.add(self.t, period, function)

    # -- saving, restoring -------------------------------------------------------------------------

    def reset(self) -> None:
        """Begin again at t = 0, with the inputs as described; callbacks, too."""
        self._samples.check_idle()
        self._stepper.reset()
        self._samples.restart()
        for name, signal in self._signals.items():
            self._values[name] = signal.initial
        self._new.clear()
        self._dt, self._failure = 0.0, ""
        del self._rows[1:]

    @property
    def state(self) -> Checkpoint:
        """All that is remembered, contacts and the step that waits included: set it to continue from
        there, to the last bit. ``state.to_bytes()`` can be kept, and set as well.
        """
        saved = self._stepper.state
        facts = {
            **saved.facts,
            "inputs": dict(self._values),
            "new": dict(self._new),
            "samples": self._samples.state,
            "failure": self._failure,
        }
        return Checkpoint(saved.tables, facts)

    @state.setter
    def state(self, saved: Checkpoint | bytes) -> None:
        self._samples.check_idle()
        if isinstance(saved, (bytes, bytearray)):
            saved = from_bytes(bytes(saved))
        if not isinstance(saved, Checkpoint) or "samples" not in saved.facts:
            raise InputError(
                f"expected the state of a simulation, or its bytes, got {brief(saved)}.", ("state",)
            )
        self._stepper.state = saved
        self._samples.restore(saved.facts["samples"], self.t)
        self._values, self._new = dict(saved.facts["inputs"]), dict(saved.facts["new"])
        self._dt, self._failure = 0.0, saved.facts["failure"]
        self._rows = [row for row in self._rows if row[0, 0] <= self.t]

    # -- what it was like --------------------------------------------------------------------------

    @property
    def impacts(self) -> Impacts:
        """The contact periods so far, as in a result; those that have not ended have NaN for what
        is not known of them.
        """
        return Impacts(self._stepper.periods, self._runner.layout.contacts)

    @property
    def peaks(self) -> dict[str, Peak]:
        """The greatest forces and accelerations so far, as in a result; a step that waits counts."""
        return named_peaks(self._runner.layout, self._runner.peaks)

    def result(self) -> Result:
        """Return the rows that were recorded, otherwise the last one alone, as a result that can be
        plotted, saved and shown.
        """
        row = self._stepper.row
        rows = np.concatenate(self._rows) if self._keep and self._rows else row.copy()
        return self._as_result(rows, self._stepper.periods)

    def _as_result(self, rows: np.ndarray, periods: np.ndarray | None = None) -> Result:
        runner = self._runner
        outcome = Outcome(
            runner.status if self._failure else Status.COMPLETE,
            runner.statistics(),
            (*warnings_of(runner), *course_of(runner)) if self._failure else remarks_of(runner),
            named_peaks(runner.layout, runner.peaks),
            self._failure,
        )
        settings = {**runner.settings.as_dict(), "duration": max(runner.t, 1e-300)}
        data = runner.layout.split(rows)
        return Result(
            self.mechanism, runner.layout, data, outcome, settings=settings, impacts=periods
        )

    def __repr__(self) -> str:
        return f"Simulation({self.mechanism.name!r} at t = {self.t:g} s)"


def _plain(name: str, value: Any) -> float:
    """Return what an input is set to as a number."""
    try:
        if isinstance(value, (bool, str, bytes)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"input '{name}' must be a number, got {brief(value)}.") from None
