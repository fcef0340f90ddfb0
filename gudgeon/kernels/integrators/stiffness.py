"""The fastest rates in a mechanism, found while it runs: what limits the steps of an explicit method when the motion itself is slow.

A stiff contact answers a small displacement d of the mechanism with accelerations -K d, friction or a film a small velocity with -D d.
Taking the answer as the next d turns it into the direction of the largest rate (the power method), from one look to the next. Bristles of
friction decay each by itself.
"""

from math import sqrt

from ..._base.jit import part
from .base import derivative
from .newton import ROOT, length, move, typical


@part
def rates(entry, run, y, f, displaced, moving, w, stage, column):
    """Return the largest sqrt|K|, and the largest of |D| and the decay of bristles [1/s]; both directions are turned towards the answer."""
    if not length(displaced) > 0.5:
        answer(run, f, displaced)
    if not length(moving) > 0.5:
        answer(run, f, moving)
    change = ROOT * run.length / run.speed
    for k in range(y.shape[0]):
        stage[k] = y[k]
    for k in range(w.shape[0]):
        w[k] = change * displaced[k] * typical(run, k)
    move(run, y, w, stage)
    difference(entry, run, f, stage, column)
    vibration = sqrt(answer(run, column, displaced) / change)
    for k in range(y.shape[0]):
        stage[k] = y[k]
    for k in range(moving.shape[0]):
        stage[run.n_q + k] += ROOT * moving[k] * typical(run, k)
    difference(entry, run, f, stage, column)
    decay = answer(run, column, moving) / ROOT
    if run.n_z > 0:
        first = run.n_q + run.n_v
        for k in range(y.shape[0]):
            stage[k] = y[k]
        for k in range(first, first + run.n_z):
            stage[k] += ROOT * run.bristle
        difference(entry, run, f, stage, column)
        for k in range(first, first + run.n_z):
            decay = max(decay, abs(column[k]) / (ROOT * run.bristle))
    return vibration, decay


@part
def difference(entry, run, f, stage, column):
    """column = f(stage) - f"""
    derivative(entry, run, run.t, stage, column)
    for k in range(column.shape[0]):
        column[k] -= f[k]


@part
def answer(run, f, direction):
    """Write accelerations as a direction of unit length, relative to typical velocities; return how long it was."""
    for k in range(direction.shape[0]):
        direction[k] = f[run.n_q + k] / typical(run, k)
    size = length(direction)
    for k in range(direction.shape[0]):
        direction[k] = direction[k] / size if size > 0.0 else 0.0
    return size
