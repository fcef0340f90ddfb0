"""Small motions about a state: x_dot = A x, by difference quotients of the equations of motion.

x = (c, u, z): displacements along the independent motions, their velocities, and bristles of
friction, as changes of the state. Directions are those of the stiffness' own vectors, so that a
hard contact does not drown a soft motion, and every quotient is taken with many steps and
extrapolated [Ridders1982]: the step at which it changes least is the best, and that change its
uncertainty.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..kernels import records as rec
from ..kernels.tasks import POSITIONS
from .equilibrium import stiffness
from .independent_motions import IndependentMotions

LEVELS = 18  # steps that are tried, each SHRINK times shorter than the last
SHRINK = 3.0
LONGEST = 1e-3  # first of them: of the mechanism's size, and of its size per second
COARSE = 1e-7  # of its size: step of the stiffness whose own vectors are the directions


class LinearModel(NamedTuple):
    """x_dot = A x, and how uncertain each number of A is."""

    A: np.ndarray
    error: np.ndarray


def linear_model(motions: IndependentMotions) -> LinearModel:
    """Linearise about the state of ``motions``, whose basis is turned into own vectors of its
    stiffness.
    """
    dof, n_z = motions.dof, motions.n_z
    _turn_basis(motions)
    motions.settle_in_place()
    reference = _velocities(motions)
    size = 2 * dof + n_z
    A, error = np.zeros((size, size)), np.zeros((size, size))

    def rates(x: np.ndarray) -> np.ndarray:
        return _rates(motions, x, reference)

    for k, direction in enumerate(np.eye(size)):
        extent = motions.extent(direction[:dof] + direction[dof : 2 * dof]) or 1.0
        A[:, k], error[:, k] = derivative(rates, direction, LONGEST * motions.length / extent)
    motions.settle_in_place()
    return LinearModel(A, error)


def accurate_stiffness(motions: IndependentMotions) -> LinearModel:
    """Return the stiffness along own vectors of it, to which the basis is turned."""
    _turn_basis(motions)
    K, error = np.zeros((motions.dof, motions.dof)), np.zeros((motions.dof, motions.dof))
    for k, direction in enumerate(np.eye(motions.dof)):
        step = LONGEST * motions.length / motions.extent(direction)
        K[:, k], error[:, k] = derivative(lambda c: -motions.acceleration(c), direction, step)
    motions.settle_in_place()
    return LinearModel(K, error)


def derivative(
    function: Callable[[np.ndarray], np.ndarray], direction: np.ndarray, longest: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivative of a function along a direction, and its uncertainty, component by
    component.
    """
    steps = longest * SHRINK ** -np.arange(LEVELS, dtype=float)
    quotients = np.array(
        [(function(h * direction) - function(-h * direction)) / (2 * h) for h in steps]
    )
    quotients[~np.isfinite(quotients)] = np.inf
    with np.errstate(invalid="ignore"):
        better = (SHRINK**2 * quotients[1:] - quotients[:-1]) / (SHRINK**2 - 1)
        change = np.abs(np.diff(better, axis=0))
        change[np.isnan(change)] = np.inf
        doubt = np.maximum(change[1:], change[:-1])  # one change may be small by chance
    best = np.argmin(doubt, axis=0)
    columns = np.arange(quotients.shape[1])
    return better[best + 1, columns], doubt[best, columns]


def _turn_basis(motions: IndependentMotions) -> None:
    """Make own vectors of the stiffness, which need not be symmetric, the basis."""
    for _ in range(2):
        K = stiffness(motions, COARSE * motions.length)
        if np.isfinite(K).all():
            motions.U = motions.U @ np.linalg.eigh(0.5 * (K + K.T))[1]


def _velocities(motions: IndependentMotions) -> np.ndarray:
    """Return the velocities of all bodies after an evaluation, rotations times the length."""
    v = motions.work.bodies[:, rec.V : rec.V + 6].copy()
    v[:, 3:] *= motions.length
    return np.asarray(v)


def _rates(motions: IndependentMotions, x: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Return the rates of x: of c those that bodies have relative to the reference motion, with
    which a rotation is carried along.
    """
    dof, first = motions.dof, motions.n_q + motions.n_v
    y = motions.moved(x[:dof], x[dof : 2 * dof])
    y[first : first + motions.n_z] += x[2 * dof :]
    u_dot = motions.along(motions.evaluate(y, POSITIONS))
    change = _velocities(motions) - reference
    turned = (motions.U @ x[:dof]).reshape(-1, 6)[:, 3:]
    change[:, 3:] += np.cross(reference[:, 3:] / motions.length, turned)
    return np.concatenate(
        (motions.along(change.ravel()), u_dot, motions.y_dot[first : first + motions.n_z])
    )
