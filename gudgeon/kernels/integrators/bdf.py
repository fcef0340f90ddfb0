"""Backward differentiation of orders 1 to 5, for stiff mechanisms [Gear1971].

The method remembers backward differences of the states at equal distances [Shampine1997, sec. 2]; a
new step size means new differences of the same polynomial. With d the change of the prediction, mu
(psi + d) = f(t + h, prediction + d), where mu = gamma_k / h and gamma_k = 1 + 1/2 + ... + 1/k.
"""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from ..records import table
from . import Size
from .common import base
from .common.newton import (
    NEWTON_STATE,
    Tangent,
    evaluate_on_manifold,
    factor,
    jacobian,
    newton_status,
    projects_iterates,
    solve,
    tangent,
)

MAX_ORDER = 5
GAMMA = np.array([0.0, 1.0, 3 / 2, 11 / 6, 25 / 12, 137 / 60])
LIMIT = 4  # iterations of Newton's method


@tables
class Bdf(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    predicted: np.ndarray
    psi: np.ndarray
    d: np.ndarray
    past: np.ndarray  # (8, n) backward differences at distances newton.h_past
    D: np.ndarray  # (8, n) the same at distances of the trial step
    R: np.ndarray  # (6, 6) from the former to the latter
    tangent: Tangent
    lu: np.ndarray
    pivot: np.ndarray
    newton: np.ndarray


def memory(size: Size) -> Bdf:
    """Return the memory for a mechanism."""
    n, m = size.n, 2 * size.dof + size.n_z
    tables = (np.zeros((8, n)), np.zeros((8, n)), np.zeros((MAX_ORDER + 1, MAX_ORDER + 1)))
    return Bdf(
        *[np.zeros(n) for _ in range(8)],
        *tables,
        tangent(size),
        np.zeros((m, m)),
        np.zeros(m, np.int64),
        table(1, NEWTON_STATE),
    )


@part
def attempt(memory, entry, run, y, h):
    """Predict and solve for the correction, with a new Jacobian if the old one will not do."""
    newton = memory.newton[0]
    if run.restart == 1:
        run.restart, run.order = 0, 1
        newton.jacobian_wanted, newton.h, newton.h_past, newton.eta = (
            1 - newton.jacobian_fresh,
            0.0,
            h,
            1.0,
        )
        newton.equal_steps, newton.failures = 0, 0
        for k in range(y.shape[0]):
            memory.past[0, k], memory.past[1, k] = y[k], h * memory.f[k]
    predict(memory, run.order, h / newton.h_past)
    while True:
        if newton.jacobian_wanted == 1:
            jacobian(entry, run, newton, y, memory.f, memory.tangent, memory.stage, memory.error)
        mu = GAMMA[run.order] / h
        if newton.h != h or newton.order != run.order:
            newton.h, newton.order = h, run.order
            factor(memory.tangent.J, mu, memory.lu, memory.pivot)
        if iterate(memory, entry, run, y, h, mu):
            return True
        if newton.jacobian_fresh == 1:
            return False
        newton.jacobian_wanted = 1


@part
def predict(memory, order, ratio):
    """Write the differences for a step ``ratio`` times as long as the last, the prediction, and
    psi.
    """
    past, D, R = memory.past, memory.D, memory.R
    # the polynomials that past[i] multiplies, at the places of the new differences
    for j in range(order + 1):
        R[j, 0] = 1.0
        for i in range(1, order + 1):
            R[j, i] = R[j, i - 1] * (i - 1 - j * ratio) / i
    for i in range(1, order + 1):  # their differences
        for j in range(order, i - 1, -1):
            for m in range(i, order + 1):
                R[j, m] = R[j - 1, m] - R[j, m]
    for k in range(memory.psi.shape[0]):
        predicted, psi = 0.0, 0.0
        for j in range(order + 1):
            d = past[j, k]
            if ratio != 1.0:
                d = 0.0
                for i in range(j, order + 1):
                    d += R[j, i] * past[i, k]
            D[j, k] = d
            predicted += d
            psi += GAMMA[j] * d
        D[order + 1, k] = past[order + 1, k]
        memory.predicted[k], memory.psi[k] = predicted, psi / GAMMA[order]


@part
def iterate(memory, entry, run, y, h, mu):
    """Iterate (mu - J) dd = f(t + h, prediction + d) - mu (psi + d); return whether that
    converged.
    """
    y_new, d, x, basis = memory.y_new, memory.d, memory.error, memory.tangent
    n, last, moves = y.shape[0], 0.0, projects_iterates(run, basis)
    for k in range(n):
        d[k], y_new[k] = 0.0, memory.predicted[k]
    for iteration in range(LIMIT):
        evaluate_on_manifold(entry, run, basis, run.t + h, y_new, x)
        for k in range(n):
            if moves:
                d[k] = y_new[k] - memory.predicted[k]
            x[k] -= mu * (memory.psi[k] + d[k])
        solve(run, y, basis, memory.lu, memory.pivot, mu, x, basis.w, basis.c, basis.change)
        for k in range(n):
            d[k] += x[k]
            y_new[k] = memory.predicted[k] + d[k]
        size = base.error_norm(run, y, x)
        status = newton_status(memory.newton[0], size, last, iteration, LIMIT, run.rtol)
        if status != 0:
            return status == 1
        last = size
    return False


@part
def estimate(memory, run, y, h):
    """Return the norm of d / (k + 1), the error of order k; keep those of the neighbouring
    orders.
    """
    newton, error, order = memory.newton[0], memory.error, run.order
    for k in range(y.shape[0]):
        error[k] = (memory.d[k] + memory.D[order, k]) / order
    newton.lower = base.error_norm(run, y, error)
    for k in range(y.shape[0]):
        error[k] = (memory.d[k] - memory.D[order + 1, k]) / (order + 2)
    newton.higher = base.error_norm(run, y, error)
    for k in range(y.shape[0]):
        error[k] = memory.d[k] / (order + 1)
    return base.error_norm(run, y, error)


@part
def prepare(memory, entry, run, y, h):
    """Nothing is needed for the dense output."""


@part
def interpolate(memory, y, h, theta, out):
    """Polynomial through the new state and the k + 1 states before it."""
    order = memory.newton[0].order
    for k in range(y.shape[0]):
        out[k] = y[k]
    weight = 1.0
    for j in range(1, order + 2):
        weight *= (theta + j - 1) / j
        for k in range(y.shape[0]):
            out[k] += weight * (
                memory.D[j, k] if j <= order else memory.y_new[k] - memory.predicted[k]
            )


@part
def accept(memory, run, norm, h):
    """Store the differences; after k + 1 equal steps choose the order that allows the longest
    step.
    """
    newton, past, D, order = memory.newton[0], memory.past, memory.D, run.order
    # what the projection moved is moved in all states alike, or it would look like an error
    for k in range(memory.d.shape[0]):
        past[order + 2, k] = memory.d[k] - D[order + 1, k]
        past[order + 1, k] = memory.d[k]
        for j in range(order, 0, -1):
            past[j, k] = D[j, k] + past[j + 1, k]
        past[0, k] = memory.y_new[k]
    newton.equal_steps = newton.equal_steps + 1 if h == newton.h_past else 1
    newton.h_past = h
    newton.jacobian_fresh = 0
    newton.jacobian_wanted = 1 if newton.iterations > 2 and newton.rate > 0.3 else 0
    if newton.equal_steps <= order:
        return h
    newton.failures = 0
    safety = 0.9 * (2 * LIMIT + 1) / (2 * LIMIT + newton.iterations)
    best = safety * max(norm, 1e-10) ** (-1.0 / (order + 1))
    lower = safety * max(newton.lower, 1e-10) ** (-1.0 / order) if order > 1 else 0.0
    higher = (
        safety * max(newton.higher, 1e-10) ** (-1.0 / (order + 2)) if order < MAX_ORDER else 0.0
    )
    if lower > best:
        best, run.order = lower, order - 1
    if higher > best:
        best, run.order = higher, order + 1
    if best < 1.1 and best > 0.9 and run.order == order:
        return h
    newton.equal_steps = 0
    return h * min(8.0, max(0.2, best))


@part
def reject(memory, run, norm, h):
    """Return a shorter step size; start anew when that does not help."""
    newton = memory.newton[0]
    newton.equal_steps = 0
    if not norm >= 0.0:
        return h * 0.5
    newton.failures += 1
    # errors of earlier steps, stirred up by changes of the step, look like those of this one
    if newton.failures > 2:
        run.restart = 1
    elif run.order > 1 and newton.lower < norm:
        run.order -= 1
    return h * min(0.7, base.shrink_factor(norm, run.order + 1))


base.register(
    Bdf,
    attempt=attempt,
    estimate=estimate,
    prepare=prepare,
    interpolate=interpolate,
    accept=accept,
    reject=reject,
    implicit=True,
)
