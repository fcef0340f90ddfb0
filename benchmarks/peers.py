"""S1 and the ideal four-bar at equal accuracy: gudgeon, EXUDYN and MuJoCo, each with its best
setting.

A setting counts if no position of a centre of mass, at fifty equal intervals, is further than 1e-6
m from a run of gudgeon at rtol 1e-12. The best settings of each program are searched first, then
all are timed in turns. Only integration counts: models are built, compiled and warmed up before.
"""

from collections.abc import Callable
from importlib.util import find_spec
from itertools import product
from statistics import median
from time import perf_counter

import numpy as np

import gudgeon as gd
from gudgeon.simulation.coordinates import COORDINATES

from . import exudyn_model, mujoco_model
from .table import Row

ACCURACY = 1e-6  # [m]
SAMPLES = 50
ROUNDS = 5
METHODS = ("dop853", "tsit5", "adams")
# how many times slower the others are to be
TARGETS = {
    "four-bar": {"exudyn": 190.0, "mujoco": 26.0},
    "spatial-slider-crank": {"exudyn": 280.0, "mujoco": 26.0},
}
Run = Callable[[], tuple[float, np.ndarray]]


class Case:
    """One mechanism: what it should do, and the state in which all programs start."""

    def __init__(self, name: str) -> None:
        self.name, self.mechanism = name, gd.library(name)
        self.duration = float(self.mechanism.duration or 1.0)
        self.times = np.linspace(0.0, self.duration, SAMPLES + 1)
        reference = gd.simulate(
            self.mechanism, method="dop853", rtol=1e-12, output_times=self.times
        )
        self.positions = positions(reference)
        moved = np.abs(self.positions[0] - [body.position for body in self.mechanism.bodies]).max()
        if moved > 1e-12:
            raise ValueError(
                f"the description of {name} is not closed ({moved:g} m); the other programs would "
                "start elsewhere"
            )
        bodies = [reference.body(body.name) for body in self.mechanism.bodies]
        self.velocities = [(body.velocity[0], body.angular_velocity[0]) for body in bodies]

    def error(self, found: np.ndarray) -> float:
        """Return the largest deviation of any centre of mass at any of the times [m]."""
        return float(np.abs(found - self.positions).max()) if np.isfinite(found).all() else np.inf


def positions(result: gd.Result) -> np.ndarray:
    """Return the centres of mass, (times, bodies, 3) [m]."""
    return np.stack([result.body(body.name).position for body in result.mechanism.bodies], axis=1)


def own(case: Case) -> tuple[str, Run]:
    """Return the fastest setting of ours that is accurate enough."""

    def run(method: str, rtol: float, coordinates: str) -> tuple[float, np.ndarray]:
        begin = perf_counter()
        result = gd.simulate(
            case.mechanism,
            method=method,
            rtol=rtol,
            coordinates=coordinates,
            output_times=case.times,
            progress=False,
        )
        return result.statistics.get("wall_time", perf_counter() - begin), positions(result)

    found = []
    for method, coordinates in product(METHODS, COORDINATES):
        run(method, 1e-3, coordinates)  # compile
        for rtol in (1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 3e-8, 1e-8, 1e-9, 1e-10):
            seconds, there = run(method, rtol, coordinates)
            if case.error(there) <= ACCURACY:
                seconds = min(seconds, run(method, rtol, coordinates)[0])
                found.append((seconds, method, rtol, coordinates))
                break
    _, method, rtol, coordinates = min(found)
    return f"{method}, rtol {rtol:g}, {coordinates} coordinates", lambda: run(
        method, rtol, coordinates
    )


def exudyn(case: Case) -> tuple[str, Run]:
    """Return EXUDYN's fastest setting that is accurate enough.

    Its explicit solvers refuse constraints and generalized-alpha is less exact at equal cost, so
    the trapezoidal rule with velocity constraints is left; it is of second order, which tells the
    number of steps that is needed.
    """

    def run(model: str, steps: int, tolerance: float, modified: bool) -> tuple[float, np.ndarray]:
        return exudyn_model.solve(
            case.mechanism,
            case.velocities,
            case.duration,
            SAMPLES,
            model=model,
            steps=steps,
            tolerance=tolerance,
            modified=modified,
        )

    probes = []
    for model, tolerance, modified in product(("EP", "LG", "tree"), (1e-8, 1e-6), (True, False)):
        seconds, there = run(model, 5000, tolerance, modified)
        factor = np.sqrt(case.error(there) / ACCURACY)
        probes.append((seconds * factor, model, tolerance, modified, 5000 * factor))
    found = []
    for expected, model, tolerance, modified, needed in sorted(probes):
        if found and expected > 1.5 * min(found)[0]:
            break
        for steps in (
            SAMPLES * int(np.ceil(margin * needed / SAMPLES)) for margin in (1.0, 1.1, 1.5)
        ):
            seconds, there = run(model, steps, tolerance, modified)
            if case.error(there) <= ACCURACY:
                found.append((seconds, model, steps, tolerance, modified))
                break
    if not found:
        raise RuntimeError("EXUDYN did not reach the accuracy with any setting")
    _, model, steps, tolerance, modified = min(found)
    words = {"EP": "Euler parameters", "LG": "rotation vectors", "tree": "kinematic tree"}
    return f"trapezoidal index 2, {words[model]}, {steps} steps", lambda: run(
        model, steps, tolerance, modified
    )


def mujoco(case: Case) -> tuple[str, Run]:
    """Return the coarsest RK4 of MuJoCo that is accurate enough, with the stiffness of the
    closing constraint that suits it.
    """

    def run(steps: int, omega: float) -> tuple[float, np.ndarray]:
        return mujoco_model.solve(
            case.mechanism, case.velocities, case.duration, SAMPLES, steps=steps, omega=omega
        )

    best = (np.inf, 0, 0.0)
    for steps in map(int, SAMPLES * (np.geomspace(1000, 400_000, 30) // SAMPLES)):
        for part in (0.2, 0.35, 0.5, 0.7, 1.0):  # of the highest frequency that the step resolves
            omega = part * steps / case.duration
            error = case.error(run(steps, omega)[1])
            best = min(best, (error, steps, omega))
        if best[0] <= ACCURACY:
            break
    error, steps, omega = best
    reached = "" if error <= ACCURACY else f", reaches only {error:.1e} m"
    return f"RK4, {steps} steps{reached}", lambda: run(steps, omega)


def measure(name: str) -> list[Row]:
    """Return the times of all programs on one mechanism, and how many times faster ours is."""
    case = Case(name)
    runs = {"gudgeon": own(case)}
    missing = []
    for program, setting in (("exudyn", exudyn), ("mujoco", mujoco)):
        if find_spec(program):
            runs[program] = setting(case)
        else:
            missing.append(program)
    seconds: dict[str, list[float]] = {program: [] for program in runs}
    worst = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for program, (_, run) in runs.items():
            time, there = run()
            seconds[program].append(time)
            worst[program] = max(worst[program], case.error(there))
    ours = median(seconds["gudgeon"])
    targets = TARGETS[name]
    rows = []
    for program, (setting, _) in runs.items():
        time = median(seconds[program])
        what = f"{name}, {case.duration:g} s, {program}: {setting}; error {worst[program]:.1e} m"
        rows.append(Row(what, f"{1e3 * time:.3g} ms"))
        if program in targets:
            rows.append(
                Row(
                    f"  {program} / gudgeon",
                    f"{time / ours:.3g}",
                    f">= {targets[program]:g}",
                    time / ours >= targets[program],
                )
            )
    return rows + [Row(f"{name}: {program}", "not installed") for program in missing]
