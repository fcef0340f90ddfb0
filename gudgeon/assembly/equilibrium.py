"""Static equilibrium: where the independent motions of a mechanism do not accelerate.

Newton's method on the accelerations along the independent motions, where that makes them smaller
and the stiffness does not push the mechanism away; elsewhere a step along which the forces do work,
scaled by the stiffness, until they do no more. So it goes where loads press and not to the nearest
state that could tip over, and through gaps, in which nothing acts but the load, to the wall.
"""

from typing import NamedTuple

import numpy as np

from .._base.errors import InputError
from ..kernels.entry_points import evaluate_at
from ..kernels.tasks import POSITIONS
from .independent_motions import IndependentMotions
from .initial_conditions import ModelCheck, with_start

ROUNDS = 400  # steps until there is no equilibrium
TRUST = 0.1  # longest step, relative to the mechanism's size
FARTHEST = 15.0  # sizes of the mechanism: what has gone so far is not held
ENOUGH = 1e-9  # acceleration that is left, relative to what acts
REACHED = 1e-7  # the same, where rounding leaves no less
COARSE = 1e-4  # the same, while contacts are softer than they are
SOFTNESS = 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1  # of contacts, one after the other
SLACK = 0.1  # of the force along a step that may be left at its end
DIFFERENCES = 1e-7, 1e-10  # steps of difference quotients, relative to the size: first and least


class Found(NamedTuple):
    """An equilibrium: how many steps it took, what acceleration is left relative to what acts."""

    steps: int
    residual: float
    stiffness: np.ndarray  # along the independent motions, which are orthonormal in the mass


def find_equilibrium(motions: IndependentMotions) -> Found:
    """Move the state to an equilibrium; an InputError says what keeps accelerating.

    Contacts begin soft and become as hard as they are by and by: along a hard and curved wall only
    short steps can be taken.
    """
    contacts = motions.assembly.system.contacts
    weights, steps = contacts["weight"].copy(), 0
    for softness in SOFTNESS if len(weights) else ():
        contacts["weight"] = softness * weights
        before = motions.y.copy()
        try:
            steps += _find(motions, COARSE).steps
        except InputError:  # perhaps there is one with hard contacts
            motions.settle(before)
            break
    contacts["weight"] = weights
    found = _find(motions, ENOUGH)
    return found._replace(steps=steps + found.steps)


def started_from(check: ModelCheck, y: np.ndarray, *, moving: bool = True) -> ModelCheck:
    """Return the examined mechanism with its start at the positions of ``y``.

    Its velocities are those that it had, changed by the least amount that the drivers and
    constraints ask for; without ``moving`` none but that.
    """
    assembly, n_q = check.assembly, int(check.assembly.system.setting[0]["n_q"])
    start = assembly.y.copy()
    start[:n_q] = y[:n_q]
    if not moving:
        start[n_q:] = 0.0
    work = assembly.work()
    evaluate_at(assembly.system, work, 0.0, start, np.zeros_like(start), POSITIONS)
    return with_start(check, start, work, "the start is the equilibrium of the mechanism")


def _find(motions: IndependentMotions, enough: float) -> Found:
    """Move the state to an equilibrium, until the accelerations are ``enough`` smaller than what
    acts, and on while they become smaller if that is the least.
    """
    g, length = motions.settle(motions.y), motions.length
    step, way = DIFFERENCES[0] * length, 0.0
    scale, last = max(_weight(motions), float(np.linalg.norm(g))), np.inf
    for rounds in range(ROUNDS):
        size = float(np.linalg.norm(g))
        K = stiffness(motions, step)
        if size <= enough * scale and (enough > ENOUGH or size >= 0.5 * last or size == 0.0):
            return Found(rounds, size / scale if size else 0.0, K)
        last = size
        c = _newton(motions, K, g)
        c = _along_forces(motions, K, g) if c is None else c
        moved = 0.0 if c is None else motions.extent(c)
        if c is None or moved <= 1e-14 * length:
            if size <= REACHED * scale:
                return Found(rounds, size / scale, K)
            break
        way += moved
        g = motions.settle(motions.moved(c))
        step = float(np.clip(0.01 * moved, DIFFERENCES[1] * length, DIFFERENCES[0] * length))
        if way > FARTHEST * length or not np.isfinite(g).all():
            break
    raise InputError(_no_equilibrium(motions, g))


def stiffness(motions: IndependentMotions, step: float) -> np.ndarray:
    """Return minus the derivative of the accelerations along the basis, by central differences of
    a displacement ``step`` [m].
    """
    K = np.zeros((motions.dof, motions.dof))
    for k, c in enumerate(np.eye(motions.dof)):
        h = step / motions.extent(c)
        K[:, k] = (motions.acceleration(-h * c) - motions.acceleration(h * c)) / (2 * h)
    return K


def _weight(motions: IndependentMotions) -> float:
    """Return the size of gravity along the independent motions, all of its weight [sqrt(kg) m/s^2]."""
    gravity = float(np.linalg.norm(motions.assembly.system.setting[0]["gravity"]))
    return gravity * float(np.sqrt(motions.assembly.system.bodies["mass"].sum()))


def _newton(motions: IndependentMotions, K: np.ndarray, g: np.ndarray) -> np.ndarray | None:
    """Return Newton's step, or a part of it, if the stiffness holds the mechanism and the step
    makes the accelerations clearly smaller.
    """
    if not np.isfinite(K).all():
        return None
    values = np.linalg.eigvalsh(0.5 * (K + K.T))
    if values.min(initial=0.0) < -1e-9 * np.abs(values).max(initial=0.0):
        return None
    c = np.linalg.lstsq(K, g, rcond=1e-13)[0]
    if not motions.extent(c) <= TRUST * motions.length:
        return None
    size = np.linalg.norm(g)
    for part in (1.0, 0.5, 0.25):
        if np.linalg.norm(motions.acceleration(part * c)) <= (1.0 - 0.3 * part) * size:
            return np.asarray(part * c)
    return None


def _along_forces(motions: IndependentMotions, K: np.ndarray, g: np.ndarray) -> np.ndarray | None:
    """Return a step along which the forces do work until they do no more, or as long as may be;
    None if there is none that numbers can resolve.
    """
    values, vectors = (
        np.linalg.eigh(0.5 * (K + K.T))
        if np.isfinite(K).all()
        else (
            np.zeros(len(g)),
            np.eye(len(g)),
        )
    )
    parts = vectors.T @ g
    least = np.linalg.norm(parts) / (TRUST * motions.length * np.sqrt(_lightest(motions)))
    d = vectors @ (
        parts / np.maximum(np.abs(values), max(1e-12 * np.abs(values).max(), 1e-3 * least))
    )
    extent = motions.extent(d)
    if extent > TRUST * motions.length:
        d *= TRUST * motions.length / extent

    def force(part: float) -> float:
        found = float(d @ motions.acceleration(part * d))
        return found if np.isfinite(found) else -np.inf

    start, low, high = float(d @ g), 0.0, 1.0
    at_low, at_high = start, force(1.0)
    if at_high >= -SLACK * start:
        return d
    for _ in range(100):
        part = 0.5 * (low + high)
        if np.isfinite(at_high):
            # Illinois, kept away from the ends
            part = low + (high - low) * min(max(at_low / (at_low - at_high), 0.02), 0.98)
        here = force(part)
        if abs(here) <= SLACK * start:
            return part * d
        if here > 0.0:
            low, at_low, at_high = part, here, 0.5 * at_high
        else:
            high, at_high, at_low = part, here, 0.5 * at_low
        if (high - low) * motions.extent(d) < 1e-16 * motions.length:
            break
    return low * d if low > 0.0 else None


def _lightest(motions: IndependentMotions) -> float:
    return float(motions.assembly.system.bodies["mass"][1:].min())


def _no_equilibrium(motions: IndependentMotions, g: np.ndarray) -> str:
    """Say which body still accelerates."""
    a = (motions.U @ g).reshape(-1, 6)
    k = int(np.argmax(np.nan_to_num(np.abs(a), nan=np.inf).max(axis=1))) if a.size else 1
    names = ["ground", *(body.name for body in motions.check.mechanism.bodies)]
    there, turn = np.linalg.norm(a[k, :3]), np.linalg.norm(a[k, 3:]) / motions.length
    return (
        f"no equilibrium was found: body '{names[k]}' still accelerates with {there:.3g} m/s^2 and "
        f"{turn:.3g} rad/s^2. What loads or gravity move needs a joint, spring, stop or contact "
        "that holds it; hold a coordinate with hold, or start nearer to where it rests."
    )
