"""Perturbed initial states: the same mechanism, moved a little along the directions that
constraints leave free.
"""

from dataclasses import replace

import numpy as np

from ..kernels.entry_points import evaluate_at
from ..kernels.tasks import ACCELERATIONS, VELOCITIES
from .initial_conditions import ModelCheck, pose_difference, shifted

# a random velocity of size 1 of which less than this is left on the constraints: nothing can move
# by itself
IMMOVABLE = 1e-9


def speed_scale(model_check: ModelCheck, duration: float) -> float:
    """Return the mechanism's own speed [m/s]: that at t = 0, or to which gravity and forces
    bring it, or at least its size per run.
    """
    assembly = model_check.assembly
    length, n_q = (
        float(assembly.system.setting[0]["length"]),
        int(assembly.system.setting[0]["n_q"]),
    )
    y, f = assembly.y.copy(), np.zeros_like(assembly.y)
    evaluate_at(assembly.system, assembly.work(), 0.0, y, f, ACCELERATIONS)
    acceleration = _size(model_check, f[n_q:])
    return max(
        _size(model_check, y[n_q:]), float(np.sqrt(acceleration * length)), length / duration
    )


def perturbed(
    model_check: ModelCheck, duration: float, size: float, seed: tuple[int, ...]
) -> ModelCheck | None:
    """Return the mechanism with initial velocities moved by ``size``, relative to its own speed, in
    a random direction that its joints and drivers allow; None if they allow none.

    Positions stay, so every gap and every contact begins as it was. The fastest point of a body
    moves by just that much.
    """
    assembly = model_check.assembly
    setting = assembly.system.setting[0]
    n_q, n_v, length = int(setting["n_q"]), int(setting["n_v"]), float(setting["length"])
    speed = speed_scale(model_check, duration)
    moved = assembly.y.copy()
    velocities = moved[n_q : n_q + n_v]
    velocities += (
        speed * np.random.default_rng(seed).standard_normal(n_v) * _weights(model_check, length)
    )
    # the second time removes what rounding left; J v = nu is linear, so that the size does not
    # matter
    for _ in range(2):
        evaluate_at(assembly.system, assembly.work(), 0.0, moved, np.zeros_like(moved), VELOCITIES)
    direction = velocities - assembly.y[n_q : n_q + n_v]
    left = _size(model_check, direction)
    if not left > IMMOVABLE * speed:
        return None
    y = assembly.y.copy()
    y[n_q : n_q + n_v] += size * speed / left * direction
    words = (
        f"perturbed: initial velocities moved by {size * speed:.3g} m/s in the random direction "
        f"{'.'.join(map(str, seed))}"
    )
    return replace(model_check, assembly=replace(assembly, y=y), moved=(*model_check.moved, words))


def state_distance(
    model_check: ModelCheck, speed: float, first: np.ndarray, second: np.ndarray
) -> float:
    """Return the distance of two states: root of the sum of squares, lengths over the
    mechanism's size, speeds over ``speed``.
    """
    setting = model_check.assembly.system.setting[0]
    n_q, n_v, length = int(setting["n_q"]), int(setting["n_v"]), float(setting["length"])
    weights = _weights(model_check, length)
    places = pose_difference(model_check.assembly, first, second) / (length * weights)
    rates = (second - first)[n_q : n_q + n_v] / (speed * weights)
    return float(np.sqrt(np.sum(places * places) + np.sum(rates * rates)))


def between(
    model_check: ModelCheck, first: np.ndarray, second: np.ndarray, share: float
) -> np.ndarray:
    """Return the state that is a ``share`` of the way from one to the other; works of the ledger
    are those of the other.
    """
    setting = model_check.assembly.system.setting[0]
    n_q, n_e = int(setting["n_q"]), int(setting["n_e"])
    y = second.copy()
    y[:n_q] = first[:n_q]
    shifted(model_check.assembly, y, share * pose_difference(model_check.assembly, first, second))
    rest = slice(n_q, len(y) - n_e)  # velocities and bristles
    y[rest] = first[rest] + share * (second - first)[rest]
    return y


def _weights(model_check: ModelCheck, length: float) -> np.ndarray:
    """Return 1 for the velocities of centres of mass and 1/length for turning, in the order of
    the state.
    """
    bodies = len(model_check.mechanism.bodies)
    return np.tile(
        [1.0, 1.0, 1 / length] if model_check.mechanism.plane else [1.0] * 3 + [1 / length] * 3,
        bodies,
    )


def _size(model_check: ModelCheck, rates: np.ndarray) -> float:
    """Return the largest speed of a body, of its centre or of a point at the characteristic
    length from it.
    """
    setting = model_check.assembly.system.setting[0]
    size, plane = (3, 2) if model_check.mechanism.plane else (6, 3)
    parts = rates[: int(setting["n_v"])].reshape(-1, size)
    turning = float(setting["length"]) * np.linalg.norm(parts[:, plane:], axis=1)
    return float(np.maximum(np.linalg.norm(parts[:, :plane], axis=1), turning).max(initial=0.0))
