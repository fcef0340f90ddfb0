"""EXUDYN on a mechanism with a loose ball joint, and the settings of it that are worth trying.

Tried as well, and slower or worse: rotation vectors instead of Euler parameters; full instead of
modified Newton iterations; generalized-alpha, which gives up at the first impacts; implicit solvers
on the kinematic tree, which hardly get on. The smallest step must be far below the default of 1e-8
s, or the solver gives up at an impact.
"""

from time import process_time

import numpy as np

import gudgeon as gd

from .clearance import Run
from .exudyn_model import prepared, run

ADAPTIVE = ("ODE23", "DOPRI5")
STEPS = np.array([400_000, 200_000, 100_000, 50_000, 25_000, 12_500])  # a second


def settings(duration: float) -> dict[str, list[tuple[str, str, int, float]]]:
    """Return what to try, from tight to loose: model, solver, number of steps, tolerance."""
    steps = [round(each * duration) for each in STEPS]
    return {
        "trapezoidal index 2, Euler parameters": [
            ("EP", "TrapezoidalIndex2", each, 1e-6) for each in steps[2:]
        ],
        "the same, tighter iterations": [
            ("EP", "TrapezoidalIndex2", each, 1e-8) for each in steps[2:]
        ],
        "Runge-Kutta 4, kinematic tree": [("tree", "RK44", each, 1e-6) for each in steps],
        "ODE23, kinematic tree": [
            ("tree", "ODE23", steps[-2], tolerance) for tolerance in (1e-8, 1e-7, 1e-6, 1e-5, 1e-4)
        ],
        "DOPRI5, kinematic tree": [
            ("tree", "DOPRI5", steps[-2], 10.0**-k) for k in range(9, 2, -1)
        ],
    }


def solve(
    mechanism: gd.Mechanism,
    times: np.ndarray,
    model: str,
    solver: str,
    steps: int,
    tolerance: float,
) -> Run:
    """Integrate from rest; iterations of Newton's method, each with one evaluation, or stages count
    as evaluations.

    Sensors write at the first step after each of the times.
    """
    rest = [(np.zeros(3), np.zeros(3))] * len(mechanism.bodies)
    system, sensors, options = prepared(
        mechanism, rest, times[-1], len(times) - 1, model=model, steps=steps, tolerance=tolerance
    )
    integration = options.timeIntegration
    integration.automaticStepSize = solver in ADAPTIVE
    integration.minimumStepSize = 1e-12
    begin = process_time()
    positions = run(system, sensors, options, solver)
    seconds = process_time() - begin
    written = np.asarray(system.GetSensorStoredData(sensors[0]))[:, 0]
    counts = system.sys["dynamicSolver"].it
    stages = {"RK44": 4, "ODE23": 3, "DOPRI5": 6}
    tried = counts.currentStepIndex + counts.rejectedAutomaticStepSizeSteps
    evaluations = stages[solver] * tried if solver in stages else counts.newtonStepsCount
    return Run(seconds, written, positions, counts.currentStepIndex, evaluations)
