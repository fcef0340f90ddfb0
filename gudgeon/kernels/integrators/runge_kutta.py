"""What explicit Runge-Kutta methods share: the stages, from a table of coefficients."""

from ..._base.jit import part
from .base import derivative


@part
def run_stages(entry, run, y, h, f, K, stage, A, C, count):
    """Write K[:count], the derivatives at the stages of the method; K[0] is f, the derivative at
    the start.
    """
    n = y.shape[0]
    for k in range(n):
        K[0, k] = f[k]
    for s in range(1, count):
        combine(y, h, K, A[s], s, stage)
        derivative(entry, run, run.t + C[s] * h, stage, K[s])


@part
def combine(y, h, K, weights, count, out):
    """out = y + h sum_j weights[j] K[j]"""
    n = y.shape[0]
    for k in range(n):
        out[k] = y[k]
    for j in range(count):
        w = h * weights[j]
        if w != 0.0:
            for k in range(n):
                out[k] += w * K[j, k]


@part
def weighted(h, K, weights, count, out):
    """out = h sum_j weights[j] K[j]"""
    n = out.shape[0]
    for k in range(n):
        out[k] = 0.0
    for j in range(count):
        w = h * weights[j]
        if w != 0.0:
            for k in range(n):
                out[k] += w * K[j, k]


@part
def hermite(y, f, y_new, f_new, h, theta, out):
    """Write the cubic that meets state and derivative at both ends of the step."""
    a = (1.0 + 2.0 * theta) * (1.0 - theta) ** 2
    b = h * theta * (1.0 - theta) ** 2
    c = theta * theta * (3.0 - 2.0 * theta)
    d = h * theta * theta * (theta - 1.0)
    for k in range(y.shape[0]):
        out[k] = a * y[k] + b * f[k] + c * y_new[k] + d * f_new[k]
