"""Radau IIA of order 5, implicit, for stiff mechanisms [Hairer1996, sec. IV.8].

The three stages collocate: with c the nodes, Z = h A F(y + Z). A^-1 has one real and a pair of complex eigenvalues, so
that in the variables W = T^-1 Z Newton's method needs one real and one complex matrix (implicit.py).
"""

from typing import NamedTuple

import numpy as np

from ..._base.jit import part
from ..records import table
from . import Size, base
from .newton import NOTE, Tangent, factor, jacobian, judge, solve, tangent, visit, visiting

S6 = 6**0.5
C = np.array([(4 - S6) / 10, (4 + S6) / 10, 1.0])
A = np.array(
    [
        [(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
        [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
        [(16 - S6) / 36, (16 + S6) / 36, 1 / 9],
    ]
)
E = np.array([-13 - 7 * S6, -13 + 7 * S6, -1]) / 3  # f + E Z / h estimates the error of order 3
POWERS = np.linalg.inv(C[:, None] ** np.array([1, 2, 3]))  # of the polynomial through 0 and the stages
LIMIT = 7  # iterations of Newton's method


def _diagonalise():
    """Return the real eigenvalue of A^-1, the complex one, and the real matrix T of the eigenvectors."""
    values, vectors = np.linalg.eig(np.linalg.inv(A))
    vectors = vectors / vectors[2]
    real, pair = np.argmin(np.abs(values.imag)), np.argmin(values.imag)
    T = np.column_stack([vectors[:, real].real, vectors[:, pair].real, -vectors[:, pair].imag])
    return float(values[real].real), complex(values[pair]), np.ascontiguousarray(T)


MU, MU_PAIR, T = _diagonalise()
T_INV = np.linalg.inv(T)


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
    note: np.ndarray


def memory(size: Size) -> Radau:
    """Return the memory for a mechanism."""
    n, m = size.n, 2 * size.dof + size.n_z
    vectors, tables = [np.zeros(n) for _ in range(5)], [np.zeros((3, n)) for _ in range(5)]
    matrices = (np.zeros((m, m)), np.zeros((m, m), complex), np.zeros(m, np.int64), np.zeros(m, np.int64))
    return Radau(*vectors, *tables, np.zeros(n, complex), tangent(size), *matrices, table(1, NOTE))


@part
def attempt(memory, entry, run, y, h):
    """Solve for the stages, with a new Jacobian if the old one will not do, and estimate the error."""
    note = memory.note[0]
    if run.restart == 1:
        run.restart = 0
        note.wanted, note.h, note.h_past, note.eta, note.h_failed = 1, 0.0, 0.0, 1.0, 0.0
    while True:
        if note.wanted == 1:
            jacobian(entry, run, note, y, memory.f, memory.tangent, memory.stage, memory.error)
        if note.h != h:
            note.h = h
            factor(memory.tangent.J, MU / h, memory.lu, memory.pivot)
            factor(memory.tangent.J, MU_PAIR / h, memory.lu_pair, memory.pivot_pair)
        guess(memory, h)
        if newton(memory, entry, run, y, h):
            estimate_error(memory, entry, run, y, h)
            return True
        if note.fresh == 1:
            return False
        note.wanted = 1


@part
def guess(memory, h):
    """Start from the last collocation polynomial, extrapolated."""
    Z, P, h_past = memory.Z, memory.past, memory.note[0].h_past
    for s in range(3):
        x = 1.0 + C[s] * h / h_past if h_past > 0.0 else 1.0
        for k in range(Z.shape[1]):
            Z[s, k] = (x - 1.0) * P[0, k] + (x * x - 1.0) * P[1, k] + (x * x * x - 1.0) * P[2, k]
    multiply(T_INV, Z, memory.W)


@part
def newton(memory, entry, run, y, h):
    """Iterate (Lambda / h - J) dW = T^-1 F(y + Z) - Lambda W / h; return whether that converged."""
    Z, W, F, x, stage, along = memory.Z, memory.W, memory.F, memory.x, memory.stage, memory.tangent
    mu, mu_pair = MU / h, MU_PAIR / h
    n, last, moves = y.shape[0], 0.0, visiting(run, along)
    for iteration in range(LIMIT):
        for s in range(3):
            for k in range(n):
                stage[k] = y[k] + Z[s, k]
            visit(entry, run, along, run.t + C[s] * h, stage, F[s])
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
        solve(run, y, along, memory.lu_pair, memory.pivot_pair, mu_pair, x, along.w_pair, along.c_pair, along.change_pair)
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
        verdict = judge(memory.note[0], size, last, iteration, LIMIT, run.rtol)
        if verdict != 0:
            for k in range(n):
                memory.y_new[k] = y[k] + Z[2, k]
            return verdict == 1
        last = size
    return False


@part
def solve_real(memory, run, y, mu, x):
    """Replace x by (mu I - df/dy)^-1 x."""
    along = memory.tangent
    solve(run, y, along, memory.lu, memory.pivot, mu, x, along.w, along.c, along.change)


@part
def multiply(M, X, out):
    """out = M X for a matrix of three columns and rows; out may be X."""
    for k in range(X.shape[1]):
        a, b, c = X[0, k], X[1, k], X[2, k]
        for s in range(3):
            out[s, k] = M[s, 0] * a + M[s, 1] * b + M[s, 2] * c


@part
def estimate_error(memory, entry, run, y, h):
    """error = (mu / h - J)^-1 (f + E Z / h), filtered twice in a first or repeated step [Hairer1996, eqs. IV.8.19-8.20]."""
    Z, error, stage, start = memory.Z, memory.error, memory.stage, memory.f
    for turn in range(2):
        for k in range(y.shape[0]):
            error[k] = start[k] + (E[0] * Z[0, k] + E[1] * Z[1, k] + E[2] * Z[2, k]) / h
        solve_real(memory, run, y, MU / h, error)
        if turn == 1 or (run.rejected_last == 0 and memory.note[0].h_past > 0.0) or base.error_norm(run, y, error) < 1.0:
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
    """Compute the collocation polynomial, which ends in the settled state; what the next step begins from stays as it is."""
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
    """Return the next step size, predicted from the last two errors [Hairer1996, eq. IV.8.25]; keep it if it hardly changes."""
    note = memory.note[0]
    multiply(POWERS, memory.Z, memory.past)
    safety = 0.9 * (2 * LIMIT + 1) / (2 * LIMIT + note.iterations)
    norm = max(norm, 1e-10)
    change = min(8.0, safety * norm**-0.25)
    if note.h_past > 0.0:
        change = min(change, 0.9 * h / note.h_past * (note.error_past / norm**2) ** 0.25)
    if run.rejected_last == 1:
        change = min(change, 1.0)
    note.h_past, note.error_past = h, max(norm, 1e-2)
    note.fresh = 0
    note.wanted = 1 if note.iterations > 2 and note.rate > 2e-2 else 0
    if change >= 1.0 and change <= 1.2 and note.wanted == 0:
        change = 1.0
    h_next = h * max(0.2, change)
    if note.h_failed > 0.0:  # where a contact is weak, Newton's method fails long before the error grows
        h_next = min(h_next, 0.7 * note.h_failed)
        note.h_failed *= 1.1
    return h_next


@part
def reject(memory, run, norm, h):
    """Return a shorter step size."""
    if norm < 0.0:
        if memory.note[0].h_past > 0.0:  # a first step has nothing to begin the iteration from
            memory.note[0].h_failed = h
        return 0.5 * h
    return h * base.shrink_factor(norm, 4)


base.file(Radau, attempt=attempt, estimate=estimate, prepare=prepare, interpolate=interpolate, accept=accept, reject=reject)
