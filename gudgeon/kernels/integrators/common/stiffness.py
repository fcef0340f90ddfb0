"""Dominant frequencies of a mechanism, estimated while it runs: the stability limit of an explicit
method when the motion is slow.

A stiff contact answers a small displacement d of the mechanism with accelerations -K d, friction or
a film a small velocity with -D d. Taking the answer as the next d turns it into the direction of
the largest rate (power iteration), from one estimate to the next. Bristles of friction decay each
by itself.
"""

from math import sqrt

from ...._base.jit import part
from ...state_layout import move, typical
from .base import derivative
from .newton import SQRT_EPSILON, length


@part
def dominant_frequencies(entry, run, y, f, modes, w, stage, column):
    """Return the largest sqrt|K|, and the largest of |D| and the decay of bristles [1/s]; one
    power iteration each.
    """
    vibration_mode, decay_mode = modes
    if not length(vibration_mode) > 0.5:
        power_iteration(run, f, vibration_mode)
    if not length(decay_mode) > 0.5:
        power_iteration(run, f, decay_mode)
    change = SQRT_EPSILON * run.length / run.speed
    for k in range(y.shape[0]):
        stage[k] = y[k]
    for k in range(w.shape[0]):
        w[k] = change * vibration_mode[k] * typical(run, k)
    move(run, y, w, stage)
    difference(entry, run, f, stage, column)
    vibration = sqrt(power_iteration(run, column, vibration_mode) / change)
    for k in range(y.shape[0]):
        stage[k] = y[k]
    for k in range(decay_mode.shape[0]):
        stage[run.n_q + k] += SQRT_EPSILON * decay_mode[k] * typical(run, k)
    difference(entry, run, f, stage, column)
    decay = power_iteration(run, column, decay_mode) / SQRT_EPSILON
    if run.n_z > 0:
        first = run.n_q + run.n_v
        for k in range(y.shape[0]):
            stage[k] = y[k]
        for k in range(first, first + run.n_z):
            stage[k] += SQRT_EPSILON * run.bristle
        difference(entry, run, f, stage, column)
        for k in range(first, first + run.n_z):
            decay = max(decay, abs(column[k]) / (SQRT_EPSILON * run.bristle))
    return vibration, decay


@part
def difference(entry, run, f, stage, column):
    """column = f(stage) - f"""
    derivative(entry, run, run.t, stage, column)
    for k in range(column.shape[0]):
        column[k] -= f[k]


@part
def power_iteration(run, f, direction):
    """Normalise accelerations, relative to typical velocities, to the next direction; return
    their norm.
    """
    for k in range(direction.shape[0]):
        direction[k] = f[run.n_q + k] / typical(run, k)
    size = length(direction)
    for k in range(direction.shape[0]):
        direction[k] = direction[k] / size if size > 0.0 else 0.0
    return size
