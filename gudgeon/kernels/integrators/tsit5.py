"""Tsitouras' Runge-Kutta pair of orders 5 and 4 with its free interpolant of order 4
[Tsitouras2011].
"""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from . import Size
from .common import base, runge_kutta
from .common.runge_kutta import watch_stiffness, weighted

# step times the largest eigenvalue, 3.5 on the negative axis
STABILITY_LIMIT = 3.4

C = np.array([0.0, 0.161, 0.327, 0.9, 0.9800255409045097, 1.0])
A = np.zeros((6, 5))
A[1, :1] = [0.161]
A[2, :2] = [-0.008480655492356989, 0.335480655492357]
A[3, :3] = [2.8971530571054935, -6.359448489975075, 4.3622954328695815]
A[4, :4] = [5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525]
A[5, :5] = [
    5.86145544294642,
    -12.92096931784711,
    8.159367898576159,
    -0.071584973281401,
    -0.028269050394068383,
]
B = np.array(
    [
        0.09646076681806523,
        0.01,
        0.4798896504144996,
        1.379008574103742,
        -3.290069515436081,
        2.324710524099774,
    ]
)
E = np.array(
    [
        -0.00178001105222577714, -0.0008164344596567469, 0.007880878010261995, -0.1447110071732629,
        0.5823571654525552, -0.45808210592918697, 0.015151515151515152,
    ]
)  # fmt: skip

# weights of the interpolant: coefficients of theta, theta^2, theta^3, theta^4 [Tsitouras2011, sec.
# 4]
P = np.array(
    [
        [1.0, -2.763706197274826, 2.9132554618219126, -1.0530884977290216],
        [0.0, 0.1317, -0.2234, 0.1017],
        [0.0, 3.9302962368947516, -5.941033872131505, 2.490627285651253],
        [0.0, -12.411077166933676, 30.33818863028232, -16.548102889244902],
        [0.0, 37.50931341651104, -88.1789048947664, 47.37952196281928],
        [0.0, -27.896526289197286, 65.09189467479366, -34.87065786149661],
        [0.0, 1.5, -4.0, 2.5],
    ]
)


@tables
class Tsit5(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    K: np.ndarray


def memory(size: Size) -> Tsit5:
    """Return the memory for a mechanism; the seventh stage is the derivative at the end, which
    the stepping loop computes.
    """
    return runge_kutta.memory_of(Tsit5, size, 7)


@part
def estimate(memory, run, y, h):
    """Compare with the embedded method of order 4."""
    for k in range(y.shape[0]):
        memory.K[6, k] = memory.f_new[k]
    weighted(h, memory.K, E, 7, memory.error)
    return base.error_norm(run, y, memory.error)


@part
def interpolate(memory, y, h, theta, out):
    """Interpolant of order 4 through the stages."""
    n = y.shape[0]
    for k in range(n):
        out[k] = y[k]
    for j in range(7):
        w = h * theta * (P[j, 0] + theta * (P[j, 1] + theta * (P[j, 2] + theta * P[j, 3])))
        for k in range(n):
            out[k] += w * memory.K[j, k]


@part
def estimate_and_watch(memory, run, y, h):
    """Estimate the error; watch for stiffness."""
    watch_stiffness(memory, run, h, 5, STABILITY_LIMIT)
    return estimate(memory, run, y, h)


# Adams' method begins with such steps
attempt = runge_kutta.register(
    Tsit5, (A, B, C), 5, estimate=estimate_and_watch, interpolate=interpolate
).attempt
