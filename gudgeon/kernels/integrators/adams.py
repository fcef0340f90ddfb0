"""Adams-Bashforth-Moulton predictor-corrector of variable order and step, PECE [ShampineGordon1975; Hairer1993, sec. III.5, III.7].

With k past derivatives the predictor has order k, the corrector k + 1. Phi_j are modified divided differences
of the derivative: the derivative near the step is sum_j Phi*_j b_j, where

    b_j(x) = prod_{i < j} (x - x_{n-i})/(x_{n+1} - x_{n-i}),   Phi*_j = Phi_j prod_{i < j} (x_{n+1} - x_{n-i})/(x_n - x_{n-i-1}).
"""

from typing import NamedTuple

import numpy as np

from ..._jit import part
from . import base

MAX_ORDER = 12
NODES, WEIGHTS = np.polynomial.legendre.leggauss(MAX_ORDER // 2 + 1)  # integrate b_j exactly

NOTE = np.dtype(
    [
        ("count", "i8"),  # differences in the table
        ("order", "i8"),  # of the step in hand
        ("starting", "i8"),  # 1: order and step grow with every step
        ("failures", "i8"),  # rejections in a row
    ],
    align=True,
)


class Adams(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    predicted: np.ndarray
    change: np.ndarray  # Phi_k at the predicted end of the step
    Phi: np.ndarray  # (MAX_ORDER + 2, n)
    star: np.ndarray  # (MAX_ORDER + 2, n) Phi* for the step in hand
    past: np.ndarray  # (MAX_ORDER + 3,) x_n - x_{n-i} [s]
    g: np.ndarray  # (2, MAX_ORDER + 2) integrals of b_j over the step and over a part of it, relative to the step
    norms: np.ndarray  # (4,) errors of orders k - 2, k - 1, k, k + 1
    note: np.ndarray


def memory(n: int, n_e: int) -> Adams:
    """Return the memory for a state of length n."""
    vectors = [np.zeros(n) for _ in range(7)]
    tables = (np.zeros((MAX_ORDER + 2, n)), np.zeros((MAX_ORDER + 2, n)), np.zeros(MAX_ORDER + 3), np.zeros((2, MAX_ORDER + 2)))
    return Adams(*vectors, *tables, np.zeros(4), np.zeros(1, NOTE))


@part
def integrals(past, h, theta, count, g):
    """g[j] = integral of b_j from 0 to theta, in units of the step"""
    for j in range(count):
        g[j] = 0.0
    for m in range(NODES.shape[0]):
        x = 0.5 * theta * (1.0 + NODES[m])
        b = 0.5 * theta * WEIGHTS[m]
        for j in range(count):
            g[j] += b
            b *= (x * h + past[j]) / (h + past[j])


@part
def attempt(memory, entry, run, y, h):
    """Predict, evaluate, correct; the last evaluation is that of the stepping loop."""
    note, Phi, star, past, g = memory.note[0], memory.Phi, memory.star, memory.past, memory.g[0]
    n = y.shape[0]
    if run.restart == 1:
        run.restart, run.order = 0, 1
        note.count, note.starting, note.failures = 1, 1, 0
        for k in range(n):
            Phi[0, k] = memory.f[k]
    order = run.order
    note.order = order
    integrals(past, h, 1.0, order + 2, g)
    for k in range(n):
        memory.predicted[k] = y[k]
        memory.error[k] = 0.0
    beta = 1.0
    for j in range(note.count):
        if j > 0:
            beta *= (h + past[j - 1]) / past[j]
        w = h * g[j]
        for k in range(n):
            star[j, k] = beta * Phi[j, k]
            if j < order:
                memory.predicted[k] += w * star[j, k]
                memory.error[k] += star[j, k]
    for k in range(n):
        memory.stage[k] = memory.predicted[k]
    base.derivative(entry, run, run.t + h, memory.stage, memory.change)
    for k in range(n):
        memory.change[k] -= memory.error[k]
        memory.y_new[k] = memory.predicted[k] + h * g[order] * memory.change[k]
    return True


@part
def estimate(memory, run, y, h):
    """Compare the correctors of orders k and k + 1; do the same for the neighbouring orders."""
    note, star, g, change, error, norms = memory.note[0], memory.star, memory.g[0], memory.change, memory.error, memory.norms
    order = run.order
    for k in range(y.shape[0]):
        error[k] = change[k]
    for j in range(order, max(order - 3, 0), -1):
        norms[j - order + 2] = h * abs(g[j] - g[j - 1]) * base.error_norm(run, y, error)
        for k in range(y.shape[0]):
            error[k] += star[j - 1, k]
    if note.count > order:
        for k in range(y.shape[0]):
            error[k] = change[k] - star[order, k]
        norms[3] = h * abs(g[order + 1] - g[order]) * base.error_norm(run, y, error)
    return norms[2]


@part
def prepare(memory, entry, run, y, h):
    """Nothing is needed for the dense output."""


@part
def interpolate(memory, y, h, theta, out):
    """Integrate the polynomial of the derivative; end in the settled state."""
    order, g, whole = memory.note[0].order, memory.g[1], memory.g[0]
    integrals(memory.past, h, theta, order + 1, g)
    w = g[order] / whole[order]
    for k in range(y.shape[0]):
        out[k] = y[k] + w * (memory.y_new[k] - memory.predicted[k])
    for j in range(order):
        w = h * g[j]
        for k in range(y.shape[0]):
            out[k] += w * memory.star[j, k]


@part
def accept(memory, run, norm, h):
    """Store the differences of the derivative; choose the order with the smallest error, then the step."""
    note, Phi, star, past = memory.note[0], memory.Phi, memory.star, memory.past
    count = min(note.count + 1, min(note.order, MAX_ORDER - 1) + 3)
    for k in range(memory.f_new.shape[0]):
        difference = memory.f_new[k]
        for j in range(count - 1):
            Phi[j, k] = difference
            difference -= star[j, k]
        Phi[count - 1, k] = difference
    for i in range(MAX_ORDER + 2, 0, -1):
        past[i] = past[i - 1] + h
    note.failures = 0
    change = choose_order(memory, run)
    note.count = min(count, run.order + 2)
    return h * change


@part
def choose_order(memory, run):
    """Set the next order and return the factor of the step size [ShampineGordon1975, ch. 7]."""
    note, norms = memory.note[0], memory.norms
    order, best = run.order, norms[2]
    lower = norms[1] if order > 1 else 1e300
    if order > 2:
        lower = max(lower, norms[0])
    if order == 2:
        lower *= 2.0
    if lower <= norms[2]:
        note.starting = 0
    if note.starting == 1 and order < MAX_ORDER:
        run.order = order + 1
        return 2.0
    higher = norms[3] if note.count > order and order < MAX_ORDER else 1e300
    if order == 1:
        higher *= 2.0
    if lower <= min(best, higher):
        best, run.order = norms[1], order - 1
    elif higher < best:
        best, run.order = norms[3], order + 1
    change = (0.5 / max(best, 1e-10)) ** (1.0 / (run.order + 1))
    if change > 1.0:
        return min(2.0, change) if change > 1.2 else 1.0
    return max(0.5, min(0.9, change))


@part
def reject(memory, run, norm, h):
    """Return a shorter step size; give up the past when that does not help."""
    note = memory.note[0]
    note.failures += 1
    if run.order == 1 or note.failures > 2:
        run.restart = 1
        return h * base.shrink_factor(norm, 2)
    note.starting = 0
    return h * max(0.5, base.shrink_factor(norm, run.order + 1))


base.file(Adams, attempt=attempt, estimate=estimate, prepare=prepare, interpolate=interpolate, accept=accept, reject=reject)
