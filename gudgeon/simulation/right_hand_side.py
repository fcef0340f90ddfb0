"""The right-hand side of the equations of motion by itself, for tests, benchmarks and other
integrators.
"""

import time
from collections.abc import Callable

import numpy as np

from ..assembly.initial_conditions import check_model
from ..assembly.kinematic_tree import on_tree
from ..kernels.entry_points import evaluate_at
from ..kernels.measures import evaluate_often
from ..kernels.tasks import ACCELERATIONS
from ..model import Mechanism


def right_hand_side(
    mechanism: Mechanism,
) -> tuple[Callable[[float, np.ndarray], np.ndarray], np.ndarray]:
    """Return f(t, y) of the equations of motion as a Python function, and the closed initial
    state (see docs/notation).
    """
    assembly = check_model(mechanism).assembly
    system, work = assembly.system, assembly.work()
    system.setting["project"] = 1

    def f(t: float, y: np.ndarray) -> np.ndarray:
        y_dot = np.empty_like(y)
        # a copy: near singular positions it is moved
        evaluate_at(system, work, float(t), np.array(y, float), y_dot, ACCELERATIONS)
        return y_dot

    return f, assembly.y.copy()


def time_right_hand_side(
    mechanism: Mechanism, repeats: int = 20_000, coordinates: str = "cartesian"
) -> float:
    """Return the time of one evaluation of the equations of motion in a compiled loop [s], the
    best of several.
    """
    assembly = check_model(mechanism).assembly
    if coordinates == "joint":
        assembly = on_tree(assembly)
    work, y, f = assembly.work(), assembly.y.copy(), np.zeros_like(assembly.y)
    evaluate_often(assembly.system, work, y, f, 1)
    times = []
    for _ in range(10):
        begin = time.perf_counter()
        evaluate_often(assembly.system, work, y, f, repeats)
        times.append((time.perf_counter() - begin) / repeats)
    return min(times)
