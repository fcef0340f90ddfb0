"""What implicit methods share: a Jacobian by differences, mu I - J in triangular factors, and when to stop iterating.

The ledger at the end of the state depends on the motion and nothing depends on the ledger: J has rows for it but no
columns. Only the leading block of mu I - J is factored; the ledger's part of a solution follows from the rest.
"""

from math import inf

import numpy as np

from ..._jit import inline, part
from .base import derivative

ROOT = 1.5e-8  # square root of the spacing of floating-point numbers, the relative change for a difference

NOTE = np.dtype(
    [
        ("wanted", "i8"),  # 1: the Jacobian is to be evaluated before the next step
        ("fresh", "i8"),  # 1: the Jacobian was evaluated at the current state
        ("iterations", "i8"),  # of Newton's method in the last attempt
        ("rate", "f8"),  # factor by which its corrections became smaller
        ("eta", "f8"),  # rate/(1 - rate): what is left of the error after a correction
        ("h", "f8"),  # step of the factored matrices [s], 0 if there are none
        ("order", "i8"),  # of the factored matrices, if the method has several
        ("h_past", "f8"),  # last accepted step [s], 0 after a restart
        ("error_past", "f8"),  # and its error norm
        ("equal", "i8"),  # accepted steps of the same size and order in a row
        ("failures", "i8"),  # rejected steps since there were enough of those
        ("lower", "f8"),  # error norms of the neighbouring orders
        ("higher", "f8"),
    ],
    align=True,
)


@inline
def typical(run, k):
    """Return the size of entry k of a state: the mechanism's length, 1 rad, its speed, or speed over length."""
    if k < run.n_q:
        turning = k % 3 == 2 if run.planar == 1 else k % 7 >= 3
        return 1.0 if turning else run.length
    k -= run.n_q
    turning = k % 3 == 2 if run.planar == 1 else k % 6 >= 3
    return run.speed / run.length if turning else run.speed


@part
def jacobian(entry, run, note, y, f, J, stage, column):
    """Write J = df/dy at the current state, one evaluation for each column."""
    n = y.shape[0]
    for k in range(J.shape[1]):
        for i in range(n):  # anew each time: close to a singular position an evaluation may move its state
            stage[i] = y[i]
        stage[k] += ROOT * max(abs(y[k]), typical(run, k))
        per_change = 1.0 / (stage[k] - y[k])
        derivative(entry, run, run.t, stage, column)
        for i in range(n):
            J[i, k] = (column[i] - f[i]) * per_change
    run.jacobians += 1
    note.wanted, note.fresh, note.h = 0, 1, 0.0


@part
def factor(J, mu, lu, pivot):
    """Factor the leading block of mu I - J by elimination with row exchanges."""
    n = lu.shape[0]
    for i in range(n):
        for j in range(n):
            lu[i, j] = -J[i, j]
        lu[i, i] += mu
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(lu[i, k]) > abs(lu[p, k]):
                p = i
        pivot[k] = p
        if p != k:
            for j in range(n):
                lu[k, j], lu[p, j] = lu[p, j], lu[k, j]
        for i in range(k + 1, n):
            lu[i, k] /= lu[k, k]
            w = lu[i, k]
            if w != 0.0:
                for j in range(k + 1, n):
                    lu[i, j] -= w * lu[k, j]


@part
def solve(lu, pivot, J, mu, x):
    """Replace x by (mu I - J)^-1 x."""
    n = lu.shape[0]
    for k in range(n):
        x[k], x[pivot[k]] = x[pivot[k]], x[k]
    for i in range(n):
        for j in range(i):
            x[i] -= lu[i, j] * x[j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= lu[i, j] * x[j]
        x[i] /= lu[i, i]
    for i in range(n, x.shape[0]):
        for j in range(n):
            x[i] += J[i, j] * x[j]
        x[i] /= mu


@part
def judge(note, size, last, iteration, limit, rtol):
    """Return 1 if Newton's method has converged, -1 if it will not, else 0 [Hairer1996, eqs. IV.8.8-8.11].

    The error of the iteration must stay well below the tolerance of the step, but not below rounding.
    """
    tolerance = max(2e-15 / rtol, min(0.03, rtol**0.5))
    note.iterations = iteration + 1
    if not size < inf:
        return -1
    if size <= 0.1 * tolerance:
        return 1
    if iteration == 0:
        note.eta = max(note.eta, 1e-15) ** 0.8
    else:
        note.rate = size / last
        if note.rate >= 0.99 or note.rate ** (limit - 1 - iteration) / (1.0 - note.rate) * size > tolerance:
            note.eta = 1.0
            return -1
        note.eta = note.rate / (1.0 - note.rate)
    return 1 if note.eta * size <= tolerance else 0
