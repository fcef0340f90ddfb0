"""Modes of vibration for the page: where bodies stand in the equilibrium, and how each mode moves
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..studies.linearize import Linearization, Mode

MOST = 60  # modes that can be chosen in a page
SHARE = 0.05  # of the kinetic energy, from which on a body is named


def modes_of(vibration: Linearization) -> dict[str, Any]:
    """Return the modes of a linearised mechanism, those of the lowest frequencies."""
    names = [body.name for body in vibration.mechanism.bodies]
    bodies = [vibration.equilibrium.result.body(name) for name in names]
    return {
        "length": vibration.equilibrium.motions.length,
        "poses": [
            {
                "position": body.position[0].tolist(),
                "orientation": body.orientation[0].tolist(),
            }
            for body in bodies
        ],
        "list": [_mode(mode, names) for mode in vibration.modes[:MOST]],
    }


def _mode(mode: Mode, names: list[str]) -> dict[str, Any]:
    most = sorted(mode.energy.items(), key=lambda item: -item[1])[:3]
    moves = ", ".join(f"{name} {share:.0%}" for name, share in most if share > SHARE)
    return {
        "frequency": mode.frequency,
        "damping_ratio": mode.damping_ratio,
        "kind": mode.kind,
        "moves": moves,
        "shape": [[_rounded(part) for part in _parts(*mode.shape[name])] for name in names],
    }


def _parts(there: np.ndarray, turn: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return real and imaginary parts of a displacement and a rotation."""
    return there.real, there.imag, turn.real, turn.imag


def _rounded(values: np.ndarray) -> list[float]:
    return [float(f"{value:.5g}") for value in values]
