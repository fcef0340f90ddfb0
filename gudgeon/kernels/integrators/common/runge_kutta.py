"""Explicit Runge-Kutta methods, from a table of coefficients.

A method gives its tableau A, b, c, its order and what only it has: how it estimates the error and
how it interpolates. Its memory has the fields ``FIELDS``, and others of its own behind them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._base.jit import part
from .. import Size
from . import base
from .base import derivative

FIELDS = ("f", "y_new", "f_new", "error", "stage", "K")


def memory_of(kind: type, size: Size, stages: int, *others: np.ndarray) -> Any:
    """Return the memory of a method for a mechanism, with room for a number of stages."""
    n = size.n
    return kind(*(np.zeros(n) for _ in FIELDS[:-1]), np.zeros((stages, n)), *others)


def register(
    kind: type,
    tableau: tuple[np.ndarray, np.ndarray, np.ndarray],
    order: int | None,
    *,
    estimate: Callable,
    interpolate: Callable,
    prepare: Callable | None = None,
) -> base.Method:
    """Register an explicit method under the type of its memory; without an order its steps have
    a fixed size, without ``prepare`` nothing is needed for its dense output.
    """
    A, b, c = tableau
    count = len(b)

    @part
    def attempt(memory, entry, run, y, h):  # type: ignore[no-untyped-def]
        run.restart = 0
        run_stages(entry, run, y, h, memory.f, memory.K, memory.stage, A, c, count)
        combine(y, h, memory.K, b, count, memory.y_new)
        return True

    @part
    def accept(memory, run, norm, h):  # type: ignore[no-untyped-def]
        return h * base.step_factor(run, norm, order)

    @part
    def reject(memory, run, norm, h):  # type: ignore[no-untyped-def]
        return h * base.shrink_factor(norm, order)

    return base.register(
        kind,
        attempt=attempt,
        estimate=estimate,
        prepare=prepare or nothing,
        interpolate=interpolate,
        accept=same_step if order is None else accept,
        reject=same_step if order is None else reject,
        fixed_step=order is None,
    )


@part
def nothing(memory, entry, run, y, h):
    """Nothing is needed for the dense output."""


@part
def same_step(memory, run, norm, h):
    """Return the same step size: a fixed one is neither lengthened nor shortened."""
    return h


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
def watch_stiffness(memory, run, h, last, limit):
    """Count steps whose h times the largest eigenvalue is at the stability limit: it is seen
    between the ``last`` stage, at the end of the step as the new state is, and that [Hairer1996,
    sec. IV.2].
    """
    top, bottom = 0.0, 0.0
    for k in range(memory.y_new.shape[0]):
        top += (memory.f_new[k] - memory.K[last, k]) ** 2
        bottom += (memory.y_new[k] - memory.stage[k]) ** 2
    if bottom > 0.0:
        run.stiff = (
            run.stiff + base.STIFF_POINTS
            if h * h * top > limit * limit * bottom
            else max(run.stiff - base.STIFF_POINTS, 0)
        )


@part
def hermite(y, f, y_new, f_new, h, theta, out):
    """Write the cubic that meets state and derivative at both ends of the step."""
    a = (1.0 + 2.0 * theta) * (1.0 - theta) ** 2
    b = h * theta * (1.0 - theta) ** 2
    c = theta * theta * (3.0 - 2.0 * theta)
    d = h * theta * theta * (theta - 1.0)
    for k in range(y.shape[0]):
        out[k] = a * y[k] + b * f[k] + c * y_new[k] + d * f_new[k]
