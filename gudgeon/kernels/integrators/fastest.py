"""The fastest rate in a mechanism, found while it runs: what limits the steps of an explicit method when the motion itself is slow.

A stiff contact answers a small displacement d of the mechanism with accelerations -K d and a small velocity with -D d. Taking the answer
as the next displacement turns d into the direction of the largest frequency (the power method), from one look to the next.
"""

from math import sqrt

from ..._jit import part
from .base import derivative
from .implicit import ROOT, move, typical


@part
def rate(entry, run, y, f, direction, w, stage, column):
    """Return the largest of sqrt|K| and |D| along ``direction`` [1/s], which is turned towards the answer."""
    if not length(direction) > 0.5:
        answer(run, f, direction)
    change = ROOT * run.length / run.speed
    stiffness, damping = 0.0, 0.0
    for velocity in range(2):
        for k in range(y.shape[0]):
            stage[k] = y[k]
        for k in range(w.shape[0]):
            w[k] = direction[k] * typical(run, run.n_q + k)
            if velocity == 1:
                stage[run.n_q + k] += ROOT * w[k]
            w[k] *= change
        if velocity == 0:
            move(run, y, w, stage)
        derivative(entry, run, run.t, stage, column)
        for k in range(column.shape[0]):
            column[k] -= f[k]
        if velocity == 0:
            stiffness = answer(run, column, direction) / change
        else:
            damping = answer(run, column, w) / ROOT
    return max(sqrt(stiffness), damping)


@part
def answer(run, f, direction):
    """Write accelerations as a direction of unit length, relative to typical velocities; return how long it was."""
    for k in range(direction.shape[0]):
        direction[k] = f[run.n_q + k] / typical(run, run.n_q + k)
    size = length(direction)
    for k in range(direction.shape[0]):
        direction[k] = direction[k] / size if size > 0.0 else 0.0
    return size


@part
def length(x):
    """|x|"""
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k] * x[k]
    return sqrt(total)
