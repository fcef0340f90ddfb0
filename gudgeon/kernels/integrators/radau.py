"""Radau IIA of order 5, implicit, for stiff mechanisms [Hairer1996, sec. IV.8].

The three stages collocate: with c the nodes, Z = h A F(y + Z). A^-1 has one real and a pair of
complex eigenvalues, so that in the variables W = T^-1 Z Newton's method needs one real and one
complex matrix (common/newton.py).
"""

from decimal import Context, Decimal, localcontext
from math import sqrt
from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from ..._base.linear_algebra import inverse
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

S6 = sqrt(6.0)
C = np.array([(4 - S6) / 10, (4 + S6) / 10, 1.0])
A = np.array(
    [
        [(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
        [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
        [(16 - S6) / 36, (16 + S6) / 36, 1 / 9],
    ]
)
E = np.array([-13 - 7 * S6, -13 + 7 * S6, -1]) / 3  # f + E Z / h estimates the error of order 3
POWERS = inverse([[c, c * c, c * c * c] for c in C])  # of the polynomial through 0 and the stages
LIMIT = 7  # iterations of Newton's method


def _eigenvector(a, b):
    """Return v, its last component 1, with A^-1 v = (a + i b) v: real parts, imaginary parts
    (Cramer's rule).
    """
    size = a * a + b * b
    x, y = a / size, -b / size  # the eigenvalue of A
    r = Decimal(6).sqrt()
    a_11, a_12, a_13 = (88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225
    a_21, a_22, a_23 = (296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225
    c, d = (a_11 - x) * (a_22 - x) - y * y - a_12 * a_21, -y * (a_11 + a_22 - 2 * x)
    tops = [
        (a_12 * a_23 - a_13 * (a_22 - x), a_13 * y),
        (a_13 * a_21 - a_23 * (a_11 - x), a_23 * y),
    ]
    parts = [
        ((p * c + q * d) / (c * c + d * d), (q * c - p * d) / (c * c + d * d)) for p, q in tops
    ]
    return zip(*parts, (Decimal(1), Decimal(0)), strict=True)


def _diagonalise():
    """Return the real eigenvalue of A^-1, the complex one, and the real matrix T of the
    eigenvectors.

    The eigenvalues are the roots of x^3 - 9 x^2 + 36 x - 60. With fifty decimals no library of
    linear algebra decides about the last bit.
    """
    with localcontext(Context(prec=50)):
        root = Decimal(3) ** (1 / Decimal(3))
        square = root * root
        real, a, b = (
            3 + square - root,
            3 - (square - root) / 2,
            -(square + root) * Decimal(3).sqrt() / 2,
        )
        first, _ = _eigenvector(real, Decimal(0))
        second, third = _eigenvector(a, b)
        columns = [[float(x) for x in column] for column in (first, second, [-x for x in third])]
        return (
            float(real),
            complex(float(a), float(b)),
            np.ascontiguousarray(np.column_stack(columns)),
        )


MU, MU_PAIR, T = _diagonalise()
T_INV = inverse(T)


@tables
class Radau(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    Z: np.ndarray  # (3, n) stages, relative to y
    W: np.ndarray  # (3, n) the same, transformed
    F: np.ndarray  # (3, n) derivatives at the stages; corrections of W
    Q: np.ndarray  # (3, n) coefficients of the collocation polynomial
    past: np.ndarray  # (3, n) those of the last accepted step
    x: np.ndarray  # (n,) right side, complex
    tangent: Tangent
    lu: np.ndarray
    lu_pair: np.ndarray  # complex
    pivot: np.ndarray
    pivot_pair: np.ndarray
    newton: np.ndarray


def memory(size: Size) -> Radau:
    """Return the memory for a mechanism."""
    n, m = size.n, 2 * size.dof + size.n_z
    vectors, tables = [np.zeros(n) for _ in range(5)], [np.zeros((3, n)) for _ in range(5)]
    matrices = (
        np.zeros((m, m)),
        np.zeros((m, m), complex),
        np.zeros(m, np.int64),
        np.zeros(m, np.int64),
    )
    return Radau(
        *vectors, *tables, np.zeros(n, complex), tangent(size), *matrices, table(1, NEWTON_STATE)
    )


@part
def attempt(memory, entry, run, y, h):
    """Solve for the stages, with a new Jacobian if the old one will not do, and estimate the
    error.
    """
    newton = memory.newton[0]
    if run.restart == 1:
        run.restart = 0
        newton.jacobian_wanted, newton.h, newton.h_past, newton.eta, newton.h_failed = (
            1,
            0.0,
            0.0,
            1.0,
            0.0,
        )
    while True:
        if newton.jacobian_wanted == 1:
            jacobian(entry, run, newton, y, memory.f, memory.tangent, memory.stage, memory.error)
        if newton.h != h:
            newton.h = h
            factor(memory.tangent.J, MU / h, memory.lu, memory.pivot)
            factor(memory.tangent.J, MU_PAIR / h, memory.lu_pair, memory.pivot_pair)
        guess(memory, h)
        if iterate(memory, entry, run, y, h):
            estimate_error(memory, entry, run, y, h)
            return True
        if newton.jacobian_fresh == 1:
            return False
        newton.jacobian_wanted = 1


@part
def guess(memory, h):
    """Start from the last collocation polynomial, extrapolated."""
    Z, P, h_past = memory.Z, memory.past, memory.newton[0].h_past
    for s in range(3):
        x = 1.0 + C[s] * h / h_past if h_past > 0.0 else 1.0
        for k in range(Z.shape[1]):
            Z[s, k] = (x - 1.0) * P[0, k] + (x * x - 1.0) * P[1, k] + (x * x * x - 1.0) * P[2, k]
    multiply(T_INV, Z, memory.W)


@part
def iterate(memory, entry, run, y, h):
    """Iterate (Lambda / h - J) dW = T^-1 F(y + Z) - Lambda W / h; return whether that converged."""
    Z, W, F, x, stage, basis = memory.Z, memory.W, memory.F, memory.x, memory.stage, memory.tangent
    mu, mu_pair = MU / h, MU_PAIR / h
    n, last, moves = y.shape[0], 0.0, projects_iterates(run, basis)
    for iteration in range(LIMIT):
        for s in range(3):
            for k in range(n):
                stage[k] = y[k] + Z[s, k]
            evaluate_on_manifold(entry, run, basis, run.t + C[s] * h, stage, F[s])
            if moves:
                for k in range(n):
                    Z[s, k] = stage[k] - y[k]
        if moves:
            multiply(T_INV, Z, W)
        multiply(T_INV, F, F)
        for k in range(n):
            F[0, k] -= mu * W[0, k]
            x[k] = complex(F[1, k], F[2, k]) - mu_pair * complex(W[1, k], W[2, k])
        solve_real(memory, run, y, mu, F[0])
        solve(
            run,
            y,
            basis,
            memory.lu_pair,
            memory.pivot_pair,
            mu_pair,
            x,
            basis.w_pair,
            basis.c_pair,
            basis.change_pair,
        )
        size = 0.0
        for k in range(n):
            F[1, k], F[2, k] = x[k].real, x[k].imag
        for s in range(3):
            for k in range(n):
                W[s, k] += F[s, k]
            norm = base.error_norm(run, y, F[s])
            if not norm <= size:
                size = norm
        multiply(T, W, Z)
        status = newton_status(memory.newton[0], size, last, iteration, LIMIT, run.rtol)
        if status != 0:
            for k in range(n):
                memory.y_new[k] = y[k] + Z[2, k]
            return status == 1
        last = size
    return False


@part
def solve_real(memory, run, y, mu, x):
    """Replace x by (mu I - df/dy)^-1 x."""
    basis = memory.tangent
    solve(run, y, basis, memory.lu, memory.pivot, mu, x, basis.w, basis.c, basis.change)


@part
def multiply(M, X, out):
    """out = M X for a matrix of three columns and rows; out may be X."""
    for k in range(X.shape[1]):
        a, b, c = X[0, k], X[1, k], X[2, k]
        for s in range(3):
            out[s, k] = M[s, 0] * a + M[s, 1] * b + M[s, 2] * c


@part
def estimate_error(memory, entry, run, y, h):
    """error = (mu / h - J)^-1 (f + E Z / h), filtered twice in a first or repeated step
    [Hairer1996, eqs. IV.8.19-8.20].
    """
    Z, error, stage, start = memory.Z, memory.error, memory.stage, memory.f
    for turn in range(2):
        for k in range(y.shape[0]):
            error[k] = start[k] + (E[0] * Z[0, k] + E[1] * Z[1, k] + E[2] * Z[2, k]) / h
        solve_real(memory, run, y, MU / h, error)
        if (
            turn == 1
            or (run.rejected_last == 0 and memory.newton[0].h_past > 0.0)
            or base.error_norm(run, y, error) < 1.0
        ):
            return
        for k in range(y.shape[0]):
            stage[k] = y[k] + error[k]
        start = memory.F[0]
        base.derivative(entry, run, run.t, stage, start)


@part
def estimate(memory, run, y, h):
    """Return the norm of the error found with the stages."""
    return base.error_norm(run, y, memory.error)


@part
def prepare(memory, entry, run, y, h):
    """Compute the collocation polynomial, which ends in the settled state; what the next step
    begins from stays as it is.
    """
    Z, Q = memory.Z, memory.Q
    for k in range(y.shape[0]):
        end = memory.y_new[k] - y[k]
        for s in range(3):
            Q[s, k] = POWERS[s, 0] * Z[0, k] + POWERS[s, 1] * Z[1, k] + POWERS[s, 2] * end


@part
def interpolate(memory, y, h, theta, out):
    """Polynomial of degree 3."""
    Q = memory.Q
    for k in range(y.shape[0]):
        out[k] = y[k] + theta * (Q[0, k] + theta * (Q[1, k] + theta * Q[2, k]))


@part
def accept(memory, run, norm, h):
    """Return the next step size, predicted from the last two errors [Hairer1996, eq. IV.8.25];
    keep it if it hardly changes.
    """
    newton = memory.newton[0]
    multiply(POWERS, memory.Z, memory.past)
    safety = 0.9 * (2 * LIMIT + 1) / (2 * LIMIT + newton.iterations)
    norm = max(norm, 1e-10)
    change = min(8.0, safety * norm**-0.25)
    if newton.h_past > 0.0:
        change = min(change, 0.9 * h / newton.h_past * (newton.error_past / norm**2) ** 0.25)
    if run.rejected_last == 1:
        change = min(change, 1.0)
    newton.h_past, newton.error_past = h, max(norm, 1e-2)
    newton.jacobian_fresh = 0
    newton.jacobian_wanted = 1 if newton.iterations > 2 and newton.rate > 2e-2 else 0
    if change >= 1.0 and change <= 1.2 and newton.jacobian_wanted == 0:
        change = 1.0
    h_next = h * max(0.2, change)
    # where a contact is weak, Newton's method fails long before the error grows; where it has
    # nothing left to correct, that is over
    if newton.h_failed > 0.0:
        h_next = min(h_next, 0.7 * newton.h_failed)
        newton.h_failed *= 1.1 if newton.iterations > 1 else 2.0
    return h_next


@part
def reject(memory, run, norm, h):
    """Return a shorter step size."""
    if norm < 0.0:
        if memory.newton[0].h_past > 0.0:  # a first step has nothing to begin the iteration from
            memory.newton[0].h_failed = h
        return 0.5 * h
    return h * base.shrink_factor(norm, 4)


base.register(
    Radau,
    attempt=attempt,
    estimate=estimate,
    prepare=prepare,
    interpolate=interpolate,
    accept=accept,
    reject=reject,
    implicit=True,
)
