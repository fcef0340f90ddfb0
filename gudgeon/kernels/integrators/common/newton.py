"""What implicit methods share: Newton's matrix, on the directions in which a mechanism can move,
and when to stop iterating.

A mechanism moves in its tangent space: velocities that the constraints allow, of which there are as
many as degrees of freedom. What is stiff (contacts, friction, films, bushings, springs) acts there
and nowhere else. With U a basis of it, positions and velocities are y + U c, and only J_r = U^+
(df/dy) U is evaluated, by finite differences, and factored; iterates are projected onto the
constraints, so that nothing is left across U (with Baumgarte's terms, which keep none, Newton's
method takes mu I there). Bristles of friction are unknowns as they are. The ledger at the end of
the state depends on the motion and nothing depends on it: it follows.

The basis comes from the last one, at first from cosines over all velocities, which the physics
projects onto the constraints (``tangent_basis``): no matrix of the size of the state is ever made.
Where the basis has as many directions as there are velocities it is the whole space, whatever the
constraints: more evaluations, fewer iterations in long steps.
"""

from math import cos, inf, pi, sqrt
from typing import NamedTuple

import numpy as np

from ...._base.jit import inline, part
from ...entry_points import call
from ...records import RANK_LOST
from ...state_layout import move, turn_back, typical
from ...tasks import ACCELERATIONS, PROJECT_IF_NEEDED, VELOCITIES
from .. import Size
from .base import derivative

PENETRATION = 1e-8  # of bodies that rest on each other, relative to the size of the mechanism
# square root of the spacing of floating-point numbers, the relative change for a difference
SQRT_EPSILON = 1.5e-8

NEWTON_STATE = np.dtype(
    [
        ("jacobian_wanted", "i8"),  # 1: the Jacobian is to be evaluated before the next step
        ("jacobian_fresh", "i8"),  # 1: the Jacobian was evaluated at the current state
        ("iterations", "i8"),  # of Newton's method in the last attempt
        ("rate", "f8"),  # factor by which its corrections became smaller
        ("eta", "f8"),  # rate/(1 - rate): what is left of the error after a correction
        ("h", "f8"),  # step of the factored matrices [s], 0 if there are none
        ("order", "i8"),  # of the factored matrices, if the method has several
        ("h_past", "f8"),  # last accepted step [s], 0 after a restart
        ("error_past", "f8"),  # and its error norm
        ("equal_steps", "i8"),  # accepted steps of the same size and order in a row
        ("failures", "i8"),  # rejected steps since there were enough of those
        ("lower", "f8"),  # error norms of the neighbouring orders
        ("higher", "f8"),
        # step at which Newton's method failed the last time, growing slowly since [s]; 0 if it
        # never did
        ("h_failed", "f8"),
    ],
    align=True,
)


class Tangent(NamedTuple):
    """The directions in which a mechanism can move, and what the derivative of the state does
    along them.
    """

    U: np.ndarray  # (dof, n_v) orthonormal, relative to typical velocities
    scale: np.ndarray  # (n_v,) these velocities
    slopes: np.ndarray  # (2 dof + n_z, n) df/dy along positions, velocities and bristles
    J: np.ndarray  # the same, reduced
    w: np.ndarray  # (n_v,) a vector of velocities, and one that is complex
    w_pair: np.ndarray
    c: np.ndarray  # (2 dof + n_z,) reduced coordinates, and complex ones
    c_pair: np.ndarray
    change: np.ndarray  # the same
    change_pair: np.ndarray


def tangent(size: Size) -> Tangent:
    """Return the memory for a mechanism."""
    reduced = 2 * size.dof + size.n_z
    tables = (
        np.zeros((size.dof, size.n_v)),
        np.zeros(size.n_v),
        np.zeros((reduced, size.n)),
        np.zeros((reduced, reduced)),
    )
    vectors = [
        np.zeros(length, kind)
        for length in (size.n_v, reduced, reduced)
        for kind in (float, complex)
    ]
    return Tangent(*tables, *vectors)


@part
def jacobian(entry, run, newton, y, f, tangent, stage, column):
    """Find the directions in which the mechanism can move, and write df/dy along them, one
    evaluation for each column.
    """
    n_v, n_q, dof = tangent.U.shape[1], run.n_q, tangent.U.shape[0]
    for k in range(n_v):
        tangent.scale[k] = typical(run, k)
    if tangent_basis(entry, run, y, tangent, stage, column) < dof and run.checked == 1:
        run.status = RANK_LOST
    for i in range(dof):
        change = SQRT_EPSILON * run.length / run.speed
        # anew each time: close to a singular position an evaluation may move its state
        for k in range(y.shape[0]):
            stage[k] = y[k]
        for k in range(n_v):
            tangent.w[k] = change * tangent.U[i, k] * tangent.scale[k]
        move(run, y, tangent.w, stage)
        slope(entry, run, f, tangent.slopes[i], stage, change)
    for z in range(run.n_z):
        for k in range(y.shape[0]):
            stage[k] = y[k]
        change = SQRT_EPSILON * max(abs(y[n_q + n_v + z]), run.bristle)
        stage[n_q + n_v + z] += change
        slope(entry, run, f, tangent.slopes[2 * dof + z], stage, change)
    for k in range(tangent.J.shape[1]):
        reduce(run, y, tangent, tangent.slopes[k], tangent.w, tangent.c)
        for i in range(tangent.J.shape[0]):
            tangent.J[i, k] = tangent.c[i]
    run.jacobians += 1
    newton.jacobian_wanted, newton.jacobian_fresh, newton.h = 0, 1, 0.0


@part
def slope(entry, run, f, out, stage, change):
    """out = (f(stage) - f) / change"""
    derivative(entry, run, run.t, stage, out)
    for k in range(out.shape[0]):
        out[k] = (out[k] - f[k]) / change


@part
def tangent_basis(entry, run, y, tangent, stage, column):
    """Write an orthonormal basis of the velocities that the constraints allow, and df/dy along it;
    return how many were found.

    Candidates are the directions of the last basis, then an orthonormal basis X of all velocities.
    Each is moved onto the constraints, less what the directions found so far have of it, and taken
    if enough is left. Moving a velocity onto the constraints is a projection P: its singular values
    are zero or at least one. While a direction is missing, one column at least of P X - U^T U P X
    is no shorter than 1/sqrt(n_v). So one pass over X finds as many directions as there are.
    """
    U, dof, n_v, first = tangent.U, tangent.U.shape[0], tangent.U.shape[1], run.n_q
    for k in range(y.shape[0]):
        stage[k] = y[k]
    call(
        entry.evaluate, entry.system, entry.work, min(run.t, run.t_limit), stage, column, VELOCITIES
    )
    for k in range(n_v):
        tangent.w[k] = stage[first + k]
    whole, found = dof == n_v, 0
    for candidate in range(dof if whole else 0, dof + n_v):
        # there is no last basis
        if found == dof or (candidate < dof and not length(U[candidate]) > 0.5):
            continue
        for k in range(y.shape[0]):
            stage[k] = y[k]
        for k in range(n_v):
            share = (
                U[candidate, k] if candidate < dof else cosine_basis(candidate - dof, k, n_v, whole)
            )
            stage[first + k] = tangent.w[k] + SQRT_EPSILON * share * tangent.scale[k]
        G = tangent.slopes[dof + found]
        call(
            entry.evaluate,
            entry.system,
            entry.work,
            min(run.t, run.t_limit),
            stage,
            G,
            ACCELERATIONS if whole else VELOCITIES,
        )
        for k in range(n_v):
            U[found, k] = (stage[first + k] - tangent.w[k]) / (SQRT_EPSILON * tangent.scale[k])
        for k in range(y.shape[0]):
            G[k] = (G[k] - column[k]) / SQRT_EPSILON
        if whole or orthonormalize(U, tangent.slopes, found, dof) > 0.5 / sqrt(n_v):
            found += 1
    for i in range(found, dof):
        for k in range(n_v):
            U[i, k] = 0.0
        for k in range(y.shape[0]):
            tangent.slopes[dof + i, k] = 0.0
    return found


@inline
def cosine_basis(i, k, n, whole):
    """Return component k of vector i of an orthonormal basis: cosines, in which every velocity
    takes part, or units for the whole space.
    """
    if whole:
        return 1.0 if i == k else 0.0
    return sqrt((1.0 if i == 0 else 2.0) / n) * cos(pi * i * (k + 0.5) / n)


@part
def orthonormalize(U, slopes, i, dof):
    """Gram-Schmidt, twice: make row i of the basis orthonormal to those before, slopes likewise;
    return its length before scaling.
    """
    n_v = U.shape[1]
    for _ in range(2):  # once leaves rounding errors
        for j in range(i):
            share = 0.0
            for k in range(n_v):
                share += U[i, k] * U[j, k]
            for k in range(n_v):
                U[i, k] -= share * U[j, k]
            for k in range(slopes.shape[1]):
                slopes[dof + i, k] -= share * slopes[dof + j, k]
    left = length(U[i])
    if left > 0.0:
        for k in range(n_v):
            U[i, k] /= left
        for k in range(slopes.shape[1]):
            slopes[dof + i, k] /= left
    return left


@part
def length(x):
    """|x|"""
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k] * x[k]
    return sqrt(total)


@part
def reduce(run, y, tangent, x, w, c):
    """Write the reduced coordinates c of a change x of the state."""
    dof, n_v, first = tangent.U.shape[0], tangent.U.shape[1], run.n_q
    turn_back(run, y, x, w)
    for k in range(n_v):
        w[k] /= tangent.scale[k]
    for i in range(dof):
        total = 0.0
        for k in range(n_v):
            total += tangent.U[i, k] * w[k]
        c[i] = total
    for k in range(n_v):
        w[k] = x[first + k] / tangent.scale[k]
    for i in range(dof):
        total = 0.0
        for k in range(n_v):
            total += tangent.U[i, k] * w[k]
        c[dof + i] = total
    for k in range(run.n_z):
        c[2 * dof + k] = x[first + n_v + k]


@part
def extend(run, y, tangent, c, w, x):
    """Add to x the change of the state with the reduced coordinates c."""
    dof, n_v, first = tangent.U.shape[0], tangent.U.shape[1], run.n_q
    for k in range(n_v):
        total = 0.0
        for i in range(dof):
            total += tangent.U[i, k] * c[i]
        w[k] = total * tangent.scale[k]
    move(run, y, w, x)
    for k in range(n_v):
        total = 0.0
        for i in range(dof):
            total += tangent.U[i, k] * c[dof + i]
        x[first + k] += total * tangent.scale[k]
    for k in range(run.n_z):
        x[first + n_v + k] += c[2 * dof + k]


@part
def factor(J, mu, lu, pivot):
    """Factor mu I - J by elimination with row exchanges."""
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
def substitute(lu, pivot, x):
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


@part
def solve(run, y, tangent, lu, pivot, mu, x, w, c, change):
    """Replace a change x of the state by (mu I - df/dy)^-1 x; the rest is room for vectors of
    velocities and reduced coordinates.

    With c the reduced coordinates of x, (mu I - J_r)^-1 c is the change along the tangent space.
    Across it there is none if iterates are projected (``evaluate_on_manifold``). Otherwise x / mu
    is right there, but for positions, which follow velocities.
    """
    reduce(run, y, tangent, x, w, c)
    dof, n_v, first = tangent.U.shape[0], tangent.U.shape[1], x.shape[0] - run.n_e
    if projects_iterates(run, tangent):
        for k in range(first):
            x[k] = 0.0
        for k in range(c.shape[0]):
            change[k] = 0.0
    else:
        for k in range(n_v):
            across = x[run.n_q + k]
            for i in range(dof):
                across -= tangent.U[i, k] * tangent.scale[k] * c[dof + i]
            w[k] = across / mu
        for k in range(first):
            x[k] /= mu
        for k in range(n_v):
            w[k] /= mu
        move(run, y, w, x)
        for k in range(c.shape[0]):
            change[k] = -c[k] / mu
    substitute(lu, pivot, c)
    for i in range(first, x.shape[0]):
        for k in range(c.shape[0]):
            x[i] += tangent.slopes[k, i] * c[k]
        x[i] /= mu
    for k in range(c.shape[0]):
        change[k] += c[k]
    extend(run, y, tangent, change, w, x)


@inline
def projects_iterates(run, tangent):
    """Return whether iterates are projected onto the constraints; a complete basis leads away
    from them.
    """
    return run.project == 1 and tangent.U.shape[0] < tangent.U.shape[1]


@part
def evaluate_on_manifold(entry, run, tangent, t, y, f):
    """Project an iterate onto the constraints, if need be, and write its derivative."""
    task = PROJECT_IF_NEEDED if projects_iterates(run, tangent) else ACCELERATIONS
    call(entry.evaluate, entry.system, entry.work, min(t, run.t_limit), y, f, task)


@part
def newton_status(newton, size, last, iteration, limit, rtol):
    """Return 1 if Newton's method has converged, -1 if it will not, else 0 [Hairer1996, eqs.
    IV.8.8-8.11].

    The error of the iteration must stay well below the tolerance of the step, and with loose
    tolerances below the penetrations of stiff contacts, or their forces are noise that shortens the
    steps; but not below rounding.
    """
    tolerance = max(2e-15 / rtol, min(0.03, rtol**0.5, PENETRATION / rtol))
    newton.iterations = iteration + 1
    if not size < inf:
        return -1
    if size <= 0.1 * tolerance:
        return 1
    if iteration == 0:
        newton.eta = max(newton.eta, 1e-15) ** 0.8
    else:
        newton.rate = size / last
        # what moves across the tangent space acts along it afterwards
        late = iteration == 1 and newton.rate > 0.3 and newton.rate < 3.0
        if not late and (
            newton.rate >= 0.99
            or newton.rate ** (limit - 1 - iteration) / (1.0 - newton.rate) * size > tolerance
        ):
            newton.eta = 1.0
            return -1
        newton.eta = 1.0 if late else newton.rate / (1.0 - newton.rate)
    return 1 if newton.eta * size <= tolerance else 0
