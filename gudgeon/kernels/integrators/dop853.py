"""The Runge-Kutta method of order 8 by Dormand and Prince, dense output of order 7 [Hairer1993,
sec. II.5-II.6, II.10].
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from . import Size
from .common import base, runge_kutta
from .common.dop853_coefficients import E3, E5, A, B, C, D
from .common.runge_kutta import combine, watch_stiffness, weighted

E = np.array([E3, E5])
STABILITY_LIMIT = 6.1  # step times the largest eigenvalue, 6.4 on the negative axis


@tables
class Dop853(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    K: np.ndarray  # stages
    P: np.ndarray  # coefficients of the dense output


def memory(size: Size) -> Dop853:
    """Return the memory for a mechanism: twelve stages, the derivative at the end, and three for
    the dense output.
    """
    return runge_kutta.memory_of(Dop853, size, 16, np.zeros((7, size.n)))


@part
def estimate(memory, run, y, h):
    """Combine the errors of order 5 and 3 into one of order 8 [Hairer1993, eq. II.10.17]; watch
    for stiffness.
    """
    K, error = memory.K, memory.error
    watch_stiffness(memory, run, h, 11, STABILITY_LIMIT)
    for k in range(y.shape[0]):
        K[12, k] = memory.f_new[k]
    norm_3, norm_5 = 0.0, 0.0
    for weights in E:
        norm_3 = norm_5
        weighted(h, K, weights, 13, error)
        norm_5 = base.error_norm(run, y, error)
    if norm_5 == 0.0:
        return 0.0
    return norm_5 * norm_5 / sqrt(norm_5 * norm_5 + 0.01 * norm_3 * norm_3)


@part
def prepare(memory, entry, run, y, h):
    """Three more stages and the coefficients of the interpolating polynomial [Hairer1993, eq.
    II.6.20 ff.].
    """
    K, P, stage = memory.K, memory.P, memory.stage
    for s in range(13, 16):
        combine(y, h, K, A[s], s, stage)
        base.projected_derivative(entry, run, run.t + C[s] * h, stage, K[s])
    for k in range(y.shape[0]):
        change = memory.y_new[k] - y[k]
        P[0, k] = change
        P[1, k] = h * K[0, k] - change
        P[2, k] = 2.0 * change - h * (K[12, k] + K[0, k])
    for j in range(4):
        weighted(h, K, D[j], 16, P[3 + j])


@part
def interpolate(memory, y, h, theta, out):
    """Polynomial of degree 7."""
    P = memory.P
    x, z = theta, 1.0 - theta
    for k in range(y.shape[0]):
        p = P[5, k] + x * P[6, k]
        p = P[3, k] + x * (P[4, k] + z * p)
        out[k] = y[k] + x * (P[0, k] + z * (P[1, k] + x * (P[2, k] + z * p)))


runge_kutta.register(
    Dop853, (A, B, C), 8, estimate=estimate, interpolate=interpolate, prepare=prepare
)
