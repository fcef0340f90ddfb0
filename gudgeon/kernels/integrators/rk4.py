"""The classical Runge-Kutta method of order 4 with fixed steps; cubic Hermite dense output."""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from . import Size
from .common import runge_kutta
from .common.runge_kutta import hermite

A = np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 1.0]])
C = np.array([0.0, 0.5, 0.5, 1.0])
B = np.array([1 / 6, 1 / 3, 1 / 3, 1 / 6])


@tables
class Rk4(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    K: np.ndarray


def memory(size: Size) -> Rk4:
    """Return the memory for a mechanism."""
    return runge_kutta.memory_of(Rk4, size, 4)


@part
def estimate(memory, run, y, h):
    """There is no error estimate: only see that the step is finite."""
    total = 0.0
    for k in range(y.shape[0]):
        total += abs(memory.f_new[k])
    return total * 0.0


@part
def interpolate(memory, y, h, theta, out):
    """Cubic Hermite polynomial."""
    hermite(y, memory.f, memory.y_new, memory.f_new, h, theta, out)


runge_kutta.register(Rk4, (A, B, C), None, estimate=estimate, interpolate=interpolate)
