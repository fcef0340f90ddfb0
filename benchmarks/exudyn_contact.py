"""EXUDYN on a mechanism with a loose ball joint, and the settings of it that are worth trying.

Tried as well, and slower or worse: rotation vectors instead of Euler parameters; full instead of modified Newton iterations;
generalized-alpha, which gives up at the first impacts; implicit solvers on the kinematic tree, which hardly get on. The smallest
step must be far below the default of 1e-8 s, or the solver gives up at an impact.
"""

from time import process_time

import numpy as np

import gudgeon as gd

from .clearance import Run
from .exudyn_model import prepared, run

# model, solver, number of steps, tolerance; from tight to loose
SETTINGS = {
    "trapezoidal index 2, Euler parameters": [("EP", "TrapezoidalIndex2", steps, 1e-6) for steps in (40_000, 20_000, 10_000, 5000)],
    "Runge-Kutta 4, kinematic tree": [("tree", "RK44", steps, 1e-6) for steps in (40_000, 20_000, 14_000, 10_000)],
    "ODE23, kinematic tree": [("tree", "ODE23", 20_000, tolerance) for tolerance in (1e-6, 1e-5, 1e-4)],
    "DOPRI5, kinematic tree": [("tree", "DOPRI5", 20_000, tolerance) for tolerance in (1e-6, 1e-5, 1e-4, 1e-3)],
}
ADAPTIVE = ("ODE23", "DOPRI5")


def solve(mechanism: gd.Mechanism, duration: float, model: str, solver: str, steps: int, tolerance: float) -> Run:
    """Integrate from rest; iterations of Newton's method, each with one evaluation, or stages count as evaluations."""
    rest = [(np.zeros(3), np.zeros(3))] * len(mechanism.bodies)
    system, sensors, settings = prepared(mechanism, rest, duration, 1, model=model, steps=steps, tolerance=tolerance)
    time = settings.timeIntegration
    time.automaticStepSize = solver in ADAPTIVE
    time.minimumStepSize = 1e-12
    begin = process_time()
    end = run(system, sensors, settings, solver)[-1]
    seconds = process_time() - begin
    counts = system.sys["dynamicSolver"].it
    stages = {"RK44": 4, "ODE23": 3, "DOPRI5": 6}
    tried = counts.currentStepIndex + counts.rejectedAutomaticStepSizeSteps
    evaluations = stages[solver] * tried if solver in stages else counts.newtonStepsCount
    return Run(seconds, end, counts.currentStepIndex, evaluations)
