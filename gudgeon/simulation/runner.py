"""A run: drives the compiled stepping loop slice by slice, hands its rows to memory or to a
file, listens to Ctrl-C.
"""

import os
import time
import warnings
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from .._base.elementary import pow
from .._base.errors import InputError
from .._base.interrupt import Interrupt
from ..assembly.assemble import Assembly
from ..assembly.dead_centre import dead_centre
from ..assembly.initial_conditions import ModelCheck, fastest_body, speed_of_bodies
from ..assembly.kinematic_tree import cartesian_state, on_tree, tree_state
from ..assembly.signals import time_breakpoints
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at, observe_at
from ..kernels.integrators import Size, memory, registered
from ..kernels.measures import max_speed
from ..kernels.output_variables import impact_rows
from ..kernels.stepping.acceptance import LEAST_STEP, STIFF_THRESHOLD
from ..kernels.stepping.peaks import LEAST_RISE
from ..kernels.stepping_loops import RunTables, run_loop
from ..kernels.tasks import ACCELERATIONS, COMMIT, END_OF_STEP, POSITIONS
from ..results.impacts import Impacts
from ..results.status import Status
from .checkpoint import Checkpoint, EarlierCheckpoints
from .compilation import compile_core, first_method
from .held_contacts import counts_of, may_hold
from .obstacles import pushed_stops
from .progress import Progress
from .run_notes import BEFORE_OBSTACLES, course
from .settings import Baumgarte, RunSettings
from .sinks import NullSink
from .slow_runs import SlowRunMonitor, SlowRunWarning
from .start_phase import StartMonitor

# of the state, in both records
LAYOUT = "free", "balls", "in_plane", "angles", "lengths", "n_q", "n_v", "n_z", "n_e"
SLICE = 0.1  # [s] of work after which the compiled loop returns, for Ctrl-C, progress and streaming
MAX_STEPS = 2_000_000_000
# velocities of a mechanism up to which radau and bdf, if asked for, take all directions for
# Newton's method
COMPLETE = 120
# of the mechanism's size: what moves farther in the smallest step cannot be followed
RESOLVED = 1e-3
GRAVITY = 9.80665  # [m/s^2], for want of other scales of time
LARGEST_DENSE = 2000  # unknowns of Newton's method: twice the degrees of freedom, and bristles


class ContactHistory(NamedTuple):
    """What contacts remember of their contact periods, and what elements keep of the last
    evaluation.
    """

    contacts: np.ndarray
    memory: np.ndarray

    @property
    def active(self) -> np.ndarray:
        """Which contacts touch."""
        return np.asarray(self.contacts[:, rec.ON] == 1.0)

    def towards(self, other: "ContactHistory", share: float) -> "ContactHistory":
        """Return a history that has gone this share of the way to another one; the same contacts
        touch as in this one.
        """
        tables = []
        for mine, theirs in zip(self, other, strict=True):
            moved = mine + share * (theirs - mine)
            tables.append(np.where(np.isfinite(moved), moved, theirs))
        tables[0][:, rec.ON] = self.contacts[:, rec.ON]
        return ContactHistory(*tables)


class Runner:
    """Drives the compiled stepping loop, slice by slice."""

    def __init__(
        self,
        model_check: ModelCheck,
        settings: RunSettings,
        times: np.ndarray,
        events: np.ndarray,
        rows: int = 4096,
    ) -> None:
        self.model_check, self.settings, self.times = model_check, settings, times
        assembly = model_check.assembly
        if settings.coordinates == "joint":
            assembly = on_tree(assembly)
        self.system = assembly.system._replace(
            events=events,
            setting=assembly.system.setting.copy(),
            parameters=assembly.system.parameters.copy(),  # of inputs they change
        )
        self.assembly = self._with_inputs(assembly)
        self.breakpoints = time_breakpoints(assembly.mechanism, settings.duration)
        self.work = assembly.work()
        self.y = assembly.y.copy()
        n_v, n_z, n_e = (int(assembly.system.setting[0][name]) for name in ("n_v", "n_z", "n_e"))
        self.size = Size(len(self.y), n_v, n_z, n_e, model_check.dof)
        if settings.method != "auto" and n_v <= COMPLETE:
            self.size = self.size._replace(dof=n_v)
        self.layout = assembly.layout
        rows = max(1, min(rows, 200_000 // self.layout.width))  # until they are handed over
        self.block = np.zeros((rows, self.layout.width))
        self.methods: list[str] = []
        self.memories: dict[str, Any] = {}
        self.status, self.reason = Status.RUNNING, ""
        self.obstacle = ""  # why the result could not be written
        self.wall_time = self.compile_time = 0.0
        self.given = 0, 0  # rows and contact periods that the sink has got
        self.earlier = EarlierCheckpoints()
        self.checkpoint: Checkpoint | None = None  # from where it can continue
        self.run_record = rec.table(1, rec.RUN)
        self.tables = RunTables(
            self.run_record,
            self.y,
            self.times,
            self.breakpoints,
            self.block,
            np.zeros(len(self.work.peaks)),
        )
        self._initialise()

    def _with_inputs(self, assembly: Assembly) -> Assembly:
        """Return an assembly whose inputs are those of the run."""
        system = assembly.system._replace(parameters=self.system.parameters)
        return replace(assembly, system=system)

    def _initialise(self) -> None:
        settings, run, setting = self.settings, self.run_record[0], self.system.setting[0]
        baumgarte = (
            settings.stabilisation if isinstance(settings.stabilisation, Baumgarte) else None
        )
        setting["project"] = int(baumgarte is None)
        if baumgarte is not None:
            setting["alpha"], setting["beta"] = baumgarte.alpha, baumgarte.beta
        self._configure(run, setting)
        run["bristle"] = 1e-7 * setting["length"]
        run["error"] = 1.0
        run["time_to_separation"] = np.inf
        run["event"] = -1
        run["t_row"] = -np.inf
        method = settings.method
        freedoms = 2 * self.size.dof + self.size.n_z
        run["switch"] = int(method == "auto" and freedoms <= LARGEST_DENSE)
        run["stiff_threshold"] = STIFF_THRESHOLD
        if freedoms > LARGEST_DENSE and method != "auto" and registered(method).implicit:
            raise InputError(
                f"{method} works with dense matrices, too large for {self.size.dof} degrees of "
                "freedom; choose an explicit method.",
                ("method",),
            )
        self._use(first_method(method, self.model_check.mechanism))
        self._first_contacts()
        self._first_step(run)
        self.start = StartMonitor(self)

    def _configure(self, config: Any, setting: Any) -> None:
        """Write what does not change during the run."""
        settings = self.settings
        config["t_end"] = settings.duration
        config["h_max"] = settings.max_step or np.inf
        config["rtol"], config["atol"] = settings.rtol, settings.atol
        for name in ("project", "length", "zero_depth", *LAYOUT):
            config[name] = setting[name]
        config["mass"] = self.system.bodies["mass"].sum()
        config["reject_penetration"] = int(settings.contact_start == "reject")
        config["penetration_tolerance"] = settings.penetration_tolerance
        config["max_steps"] = settings.max_steps or MAX_STEPS
        config["follow"] = int(settings.output == "motion")
        config["hold"] = int(
            settings.hold and settings.step is None and may_hold(self.system, self.work)
        )
        config["checked"] = int(os.environ.get("GUDGEON_CHECK", "0") != "0")

    def _use(self, method: str) -> None:
        """Make ``method`` the integrator from the current state on."""
        run = self.run_record[0]
        new = method not in self.memories
        if new:
            self.memories[method] = memory(method, self.size)
        self.methods.append(method)
        self.memory = self.memories[method]
        run["fixed"] = int(registered(method).fixed_step)
        run["restart"] = 1
        run["stiff"] = run["turns"] = 0
        before = time.perf_counter()
        if new:  # looking whether something must be compiled takes longer than many a stiff phase
            compile_core(method, self.model_check.mechanism, self.settings.coordinates)
        status, run["status"] = int(run["status"]), rec.COMPLETE
        self._advance()  # loads its machine code and returns at once
        run["status"] = status
        self.compile_time += time.perf_counter() - before
        evaluate_at(self.system, self.work, float(run["t"]), self.y, self.memory.f, ACCELERATIONS)

    def _change(self, run: Any, interrupt: Interrupt | None) -> bool:
        """Go on with the implicit method, or again with the one with which the run began; False
        if a signal came while it was compiled.
        """
        if (
            run["status"] == rec.STIFF
            and "radau" not in self.memories
            and not self._compiled("radau", interrupt)
        ):
            return False
        control = run
        if run["status"] == rec.STIFF:
            control["switch"], control["implicit_steps"] = 2, 0
            control["t_switch"], control["h_switch"] = run["t"], control["h"]
            control["evals_switch"] = self.work.count[rec.EVALUATIONS] - run["watching"]
            control["h"] *= 5
            method = "radau"
        else:
            control["switch"] = 1
            control["h"] = np.clip(control["h"], 1e-3 * control["h_switch"], control["h_switch"])
            method = self.methods[0]
        run["status"] = rec.RUNNING
        self._use(method)
        return True

    def _compiled(self, method: str, interrupt: Interrupt | None) -> bool:
        """Compile a method in the middle of a run; False if a signal came meanwhile."""
        before = time.perf_counter()
        done = compile_core(
            method,
            self.model_check.mechanism,
            self.settings.coordinates,
            lambda: interrupt is not None and interrupt.called,
        )
        self.compile_time += time.perf_counter() - before
        return done

    def _advance(self) -> None:
        run_loop(self.methods[-1], self.system, self.work, self.memory, self.tables)

    def _first_step(self, run: Any) -> None:
        """Choose references of speed and a first step from velocities and accelerations at t =
        0.
        """
        config, control, settings = run, run, self.settings
        length = float(config["length"])
        speed = max_speed(self.tables, self.y)
        # joint coordinates have no state of what drivers move
        fastest = max(speed, speed_of_bodies(self.state, self.model_check.assembly, length))
        if not fastest * LEAST_STEP * settings.duration < length:
            raise InputError(self._too_fast("starts"), ("bodies",))
        acceleration = max_speed(self.tables, self.memory.f)
        control["speed"] = max(speed, np.sqrt(acceleration * length), 1e-6 * length)
        rate = max(speed / length, acceleration / control["speed"])
        # at rest nothing tells when a force will begin to act, nor does the duration: it may grow
        if rate < 1e-3 * (fall := float(np.sqrt(GRAVITY / length))):
            rate = 1e3 * fall
        h = settings.step or 0.1 * pow(settings.rtol, 0.125) / float(rate)
        control["h_free"], control["h_min"] = h, LEAST_STEP * h
        control["reason"] = rec.STEP_TOO_SMALL
        control["h"] = h if h > LEAST_STEP * settings.duration else 0.0  # nobody could follow it
        setting = self.system.setting[0]
        # far below the error that a step may make, and below penetrations
        setting["position_tolerance"] = min(1e-3 * settings.rtol, 1e-9)
        setting["velocity_tolerance"] = (
            setting["position_tolerance"] * float(control["speed"]) / length
        )

    def _too_fast(self, word: str) -> str:
        """Say which body moves its mechanism's own size in hardly more time than numbers can
        resolve.
        """
        name, speed = fastest_body(self.model_check.assembly, self.state)
        return (
            f"body '{name}' {word} with {speed:.3g} m/s or rad/s, too fast to be followed for "
            f"{self.settings.duration:g} s; "
            "check the units of velocities and drivers, or make the run shorter."
        )

    def _first_contacts(self) -> None:
        """Find out which contacts are on at t = 0."""
        evaluate_at(self.system, self.work, 0.0, self.y, self.memory.f, ACCELERATIONS)
        observe_at(self.system, self.work, 0.0, self.y, self.memory.f, END_OF_STEP)
        observe_at(self.system, self.work, 0.0, self.y, self.memory.f, COMMIT)
        evaluate_at(self.system, self.work, 0.0, self.y, self.memory.f, ACCELERATIONS)
        self._observe_start()
        if self.system.signals["near"].any():  # a load that jumps just where the run starts
            evaluate_at(self.system, self.work, 0.0, self.y, self.memory.f, ACCELERATIONS)
            self._observe_start()

    def _observe_start(self) -> None:
        """Note what steps look back to, of a state from which the run starts; it has been
        evaluated.
        """
        observe_at(self.system, self.work, self.t, self.y, self.memory.f, END_OF_STEP)
        watched = self.work.watched
        self.work.last_watched[:] = watched[:, rec.VALUE]
        watched[:, rec.LAST_SLOPE] = watched[:, rec.SLOPE]
        peaks = self.work.peaks
        peaks[:, rec.LAST], peaks[:, rec.LAST_AT] = peaks[:, rec.NOW], self.t
        peaks[:, rec.EARLIER] = np.nan

    @property
    def t(self) -> float:
        """The time reached [s]."""
        return float(self.run_record[0]["t"])

    @property
    def state(self) -> np.ndarray:
        """The state reached, a copy, in Cartesian coordinates whatever those of the run (its layout
        is in docs/notation).
        """
        if self.settings.coordinates == "cartesian":
            return self.y.copy()
        return cartesian_state(self.model_check.assembly, self.assembly, self.t, self.y)

    @property
    def speed(self) -> float:
        """The largest speed of a body so far [m/s], to which tolerances are relative."""
        return float(self.run_record[0]["speed"])

    @property
    def length(self) -> float:
        """The characteristic length of the mechanism [m]."""
        return float(self.run_record[0]["length"])

    @property
    def contact_history(self) -> ContactHistory:
        """What contacts remember, and what elements keep of the last evaluation, a copy."""
        return ContactHistory(self.work.contacts.copy(), self.work.memory.copy())

    def set_state(self, y: np.ndarray, history: ContactHistory | None = None) -> None:
        """Go on from another state in Cartesian coordinates, projected onto the constraints; with
        another history of the contacts, if one is given.
        """
        if self.settings.coordinates != "cartesian":
            y = tree_state(self.model_check.assembly, self.t, y)
        self.y[:] = y
        if history is not None:
            self.work.contacts[:], self.work.memory[:] = history
            self.work.count[rec.HOLDING] = int(self.work.contacts[:, rec.HELD].sum())
        evaluate_at(self.system, self.work, self.t, self.y, self.memory.f, POSITIONS)
        self._observe_start()
        self.run_record[0]["restart"] = 1

    def advance_to(self, t: float) -> Status:
        """Run on until ``t`` [s] without output; return how that ended. Ctrl-C raises
        KeyboardInterrupt.
        """
        run = self.run_record[0]
        run["t_end"], run["status"] = t, rec.RUNNING
        with Interrupt() as interrupt:
            self.run(NullSink(), None, interrupt)
        if self.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        return self.status

    def run(self, sink: Any, progress: Progress | None, interrupt: Interrupt | None = None) -> None:
        """Step to the end, or until a signal comes; hand whole blocks of rows to ``sink`` and
        report the time reached.
        """
        run = self.run_record[0]
        begin, compiling = time.perf_counter(), self.compile_time
        budget = 500
        self.status, monitor = Status.RUNNING, SlowRunMonitor(float(run["t_end"]), self.settings)
        while self.status is Status.RUNNING:
            made = self.work.count[rec.EVALUATIONS]
            run["budget"] = made + budget
            before = time.perf_counter()
            self._advance()
            spent = time.perf_counter() - before
            # fewer than allowed where rows are full or the method changes
            made = self.work.count[rec.EVALUATIONS] - made
            budget = int(np.clip(made * SLICE / max(spent, 1e-4), 100, min(4 * budget, 10_000_000)))
            if not self._hand_over(sink):
                break
            if progress is not None:
                progress(float(run["t"]), float(run["t_end"]), self.statistics())
            if run["status"] == rec.PAUSED:
                run["status"] = rec.RUNNING
                self.start.observe()
            if run["status"] in (rec.NEAR_END, rec.NEAR_STOP):
                self.earlier.take(self)
            if run["status"] == rec.STOPPED and run["t"] <= self.earlier.passed:
                run["status"] = rec.RUNNING
            if run["status"] in (rec.STIFF, rec.NONSTIFF):
                # compiling can take a minute
                if len(self.methods) == 1 and not self._hand_over(sink, flush=True):
                    break
                if not self._change(run, interrupt):
                    self.status = Status.INTERRUPTED
                    break
            # answered in any case: the run ends
            called = interrupt is not None and interrupt.called
            if run["status"] != rec.RUNNING:
                self.status = Status.from_code(int(run["status"]))
            elif called:
                self.status = Status.INTERRUPTED
            else:
                self._check_limits(
                    time.perf_counter() - begin - (self.compile_time - compiling), monitor
                )
                sink.keep_safe(self)
        self.wall_time += time.perf_counter() - begin - (self.compile_time - compiling)
        self.checkpoint = self.earlier.last(self)
        if self.status is not Status.OUTPUT_FAILED:
            self._hand_over(sink, self._open_periods())
        if self.status in BEFORE_OBSTACLES:
            self._explain()

    def _check_limits(self, work: float, monitor: SlowRunMonitor) -> None:
        """End a run that has taken too many steps, rejected ones included, or too long; warn of
        one that is slow.
        """
        run, limit = self.run_record[0], self.settings.max_wall_time
        if run["steps"] + run["rejected"] >= run["max_steps"]:
            self.status = Status.TOO_MANY_STEPS
        elif limit is not None and work >= limit:
            self.status = Status.OUT_OF_TIME
        counters = {**self.statistics(), "rows": int(run["output"])}
        if sentence := monitor.check(
            work, float(run["t"]), counters, len(self.methods) > 1 or run["stiff_steps"] > 0
        ):
            warnings.warn(sentence, SlowRunWarning, stacklevel=4)

    def _explain(self) -> None:
        """Find out whether a run failed because something moves too fast, or at something that a
        driver cannot pass.

        Where drivers leave no freedom they are followed from the start, if the last state is of no
        use.
        """
        run, assembly, duration = (
            self.run_record[0],
            self._with_inputs(self.model_check.assembly),
            self.settings.duration,
        )
        t, longest = float(run["t"]), 1e-3 * duration
        speed = speed_of_bodies(self.state, self.model_check.assembly, self.length)
        too_fast = speed * LEAST_STEP * duration > RESOLVED * self.length
        if self.status is Status.STEP_TOO_SMALL and too_fast:
            self.reason = (
                f"The step size fell below what numbers can resolve at t = {t:.6g} s: "
                f"{self._too_fast('moves')}"
            )
            return
        end = min(t + max(10 * longest, 2 * float(run["h_step"])), duration)
        found = dead_centre(assembly, t, self.state, end, longest)
        if found is None and self.model_check.dof == 0:
            found = dead_centre(assembly, 0.0, assembly.y, end, longest)
        if found is not None:
            self.status, self.reason = Status.DEAD_CENTRE, found.message
        elif pushed := pushed_stops(
            assembly, t, self.state, Impacts(self._open_periods(), self.layout.contacts)
        ):
            self.reason = f"{self.status.message(t)} There {pushed[0]}."

    def _hand_over(self, sink: Any, periods: np.ndarray | None = None, flush: bool = False) -> bool:
        """Give new output rows and contact periods, by default those that have ended, to the
        sink; False if it cannot take them.
        """
        run = self.run_record[0]
        ended = impact_rows(self.work.periods[: self.work.count[rec.PERIODS]])
        try:
            # first: they are written with the rows
            sink.append_impacts(ended if periods is None else periods)
            sink.append(self.block[: int(run["row"])])
            if flush:
                sink.flush()
        except (OSError, InputError) as error:
            self.fail_to_write(error)
            return False
        self.given = self.given[0] + int(run["row"]), self.given[1] + len(ended)
        run["row"] = self.work.count[rec.PERIODS] = 0
        return True

    def fail_to_write(self, error: Exception) -> None:
        """Note that the result could not be written, and why."""
        self.status, self.obstacle = Status.OUTPUT_FAILED, str(error)

    def _open_periods(self) -> np.ndarray:
        """Return the contact periods that have not ended, with NaN for what is not known of
        them.
        """
        memory, contacts, setting = self.work.contacts, self.system.contacts, self.system.setting[0]
        ledger = self.y[int(setting["n_q"]) + int(setting["n_v"]) + int(setting["n_z"]) :]
        touching = np.flatnonzero(memory[:, rec.ON] == 1.0)
        periods = rec.table(len(touching), rec.IMPACT)
        greatest = self.greatest()[len(self.work.peaks) - len(contacts) :]
        for k, period in zip(touching, periods, strict=True):
            lost = ledger[contacts[k]["ledger"]] - memory[k, rec.BEGUN]
            lost += (
                ledger[contacts[k]["friction_ledger"]]
                if contacts[k]["friction_ledger"] >= 0
                else 0.0
            )
            period["contact"], period["energy_lost"] = k, lost
            period["start"], period["turn"], period["end"] = (
                memory[k, rec.START],
                memory[k, rec.TURN],
                np.nan,
            )
            period["approach_speed"], period["departure_speed"] = memory[k, rec.APPROACH], np.nan
            period["penetration"] = memory[k, rec.DEEPEST]
            period["peak_force"], period["peak_time"] = greatest[k]
        return impact_rows(periods)

    @property
    def peaks(self) -> np.ndarray:
        """Running maxima after the start and their times: forces of joints, accelerations of
        bodies, forces of drivers, in this order.
        """
        return self.start.chosen().after

    def greatest(self) -> np.ndarray:
        """Return the greatest values so far and their times, of all whose peaks are kept; what
        still grows is greatest now.
        """
        peaks = self.work.peaks
        last = peaks[:, [rec.LAST, rec.LAST_AT]]
        grows = last[:, :1] > (1 + LEAST_RISE) * peaks[:, rec.GREATEST, None]
        return np.where(grows, last, peaks[:, [rec.GREATEST, rec.WHEN]])

    def statistics(self) -> dict[str, Any]:
        """Return the counters of the run as plain numbers."""
        run = self.run_record[0]
        return {
            "method": course(self.methods),
            "steps": int(run["steps"]),
            "rejected": int(run["rejected"]),
            "evaluations": int(self.work.count[rec.EVALUATIONS]),
            "jacobians": int(run["jacobians"]),
            **counts_of(run),
            "regularised": int(self.work.count[rec.REDUNDANT]),
            "relaxed": int(run["relaxed"]),
            "events": int(run["events"]),
            "constraint_residual": float(run["residual"]),
            "velocity_residual": float(self.model_check.velocity_residual),
            "dof": self.model_check.dof,
            "wall_time": self.wall_time,
            "compile_time": self.compile_time,
        }
