"""The classical Runge-Kutta method of order 4 with fixed steps; cubic Hermite dense output."""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from . import Size, base
from .runge_kutta import combine, hermite, run_stages

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
    n = size.n
    return Rk4(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((4, n)))


@part
def attempt(memory, entry, run, y, h):
    """y_new = y + h (k1 + 2 k2 + 2 k3 + k4)/6"""
    run.restart = 0
    run_stages(entry, run, y, h, memory.f, memory.K, memory.stage, A, C, 4)
    combine(y, h, memory.K, B, 4, memory.y_new)
    return True


@part
def estimate(memory, run, y, h):
    """There is no error estimate: only see that the step is finite."""
    total = 0.0
    for k in range(y.shape[0]):
        total += abs(memory.f_new[k])
    return total * 0.0


@part
def prepare(memory, entry, run, y, h):
    """Nothing is needed for the dense output."""


@part
def interpolate(memory, y, h, theta, out):
    """Cubic Hermite polynomial."""
    hermite(y, memory.f, memory.y_new, memory.f_new, h, theta, out)


@part
def accept(memory, run, norm, h):
    """Keep the step."""
    return h


@part
def reject(memory, run, norm, h):
    """A fixed step cannot be shortened."""
    return h


base.register(
    Rk4,
    attempt=attempt,
    estimate=estimate,
    prepare=prepare,
    interpolate=interpolate,
    accept=accept,
    reject=reject,
)
