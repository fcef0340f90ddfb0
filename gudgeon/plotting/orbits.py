"""The path of a journal in its bearing as a picture: coloured by mode, in the outline of the
clearance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError, suggestion
from ..model.motions import Surface
from ..results.joints import ClearanceJointResult
from .figure import SOLID, Curve, Panel, axis

if TYPE_CHECKING:
    from ..results.result import Result

Outline = tuple[np.ndarray, np.ndarray]
BETWEEN = 8  # pieces in which the path from row to row is drawn


def orbit_panels(result: Result, name: str) -> list[Panel]:
    """Return the projections of a joint's orbit: one for a pin, guide or sleeve, two for a hinge
    in space, three for a ball.
    """
    joint = result.joint(name)
    if not isinstance(joint, ClearanceJointResult):
        known = result.layout.labels.get("clearance", ())
        raise InputError(
            f"joint '{name}' has no clearance, so there is no orbit to "
            f"draw.{suggestion(name, known)}"
        )
    described: Any = joint._mechanism.joint(name)
    letters, modes = joint.components("orbit"), _held(joint.mode)
    path = _rounded(result.t, joint.orbit, joint._orbit_rate)
    orbit = dict(zip(letters, path.T, strict=True))
    panels = []
    for x, y in _projections(described, letters):
        seen = [(k, word) for k, word in enumerate(joint.modes) if np.any(modes == k)]
        curves = [
            Curve(word, *_pieces(orbit[x], orbit[y], modes == k), k, SOLID) for k, word in seen
        ]
        panel = Panel(axis(f"{name}: {x}", "m"), axis(y, "m"), curves, phase=True)
        panel.equal = described.bore == "sphere" or "b" not in (x, y)
        panel.outlines = _circles(described) if panel.equal else _walls(described, orbit["b"])
        panels.append(panel)
    return panels


def _projections(joint: Any, letters: tuple[str, ...]) -> list[tuple[str, str]]:
    if len(letters) == 2:
        return [("h", "t") if "t" in letters else ("b", "h")]
    if joint.bore == "sphere":
        return [("h", "t"), ("h", "b"), ("t", "b")]
    has_ends = Surface.ENDS in joint.surfaces(planar=False)
    return [("h", "t"), ("b", "h")] if has_ends else [("h", "t")]


def _rounded(t: np.ndarray, path: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """Return a path (rows, directions) with points between its rows, on the cubics that places and
    velocities at both ends give: between two rows a journal does not go straight.
    """
    if len(t) < 2:
        return path
    s = (np.arange(BETWEEN) / BETWEEN)[:, None]
    step = np.diff(t)[:, None, None]
    start, end = path[:-1, None], path[1:, None]
    leave, arrive = step * rate[:-1, None], step * rate[1:, None]
    bend = s * (1 - s)
    inside = (
        start
        + s * (end - start)
        + bend * ((1 - s) * (leave - end + start) - s * (arrive - end + start))
    )
    return np.concatenate([inside.reshape(-1, path.shape[1]), path[-1:]])


def _held(modes: np.ndarray) -> np.ndarray:
    """Return the mode of every point between two rows, that of the row before."""
    return np.concatenate([np.repeat(modes[:-1], BETWEEN), modes[-1:]]) if len(modes) > 1 else modes


def _pieces(x: np.ndarray, y: np.ndarray, chosen: np.ndarray) -> Outline:
    """Return the pieces of a path that begin at chosen rows, with gaps between them."""
    kept = chosen.copy()
    kept[1:] |= chosen[:-1]
    return np.where(kept, x, np.nan), np.where(kept, y, np.nan)


def _circles(joint: Any) -> list[Outline]:
    """Return the circle, or rectangle, in which nothing touches and, where a soft layer stands
    in the gap, that of the hard contact.
    """
    angle = np.linspace(0, 2 * np.pi, 361)
    part = joint.fit.plays().get("radial", joint.fit)
    layers = [0.0, *([part.thickness] if getattr(part, "bushing", None) is not None else [])]
    if joint.fit.surface_laws and Surface.BLOCK in joint.surfaces(planar=False):
        (_, high), (_, wide) = joint.sections()
        corners = np.array([[-1, 1, 1, -1, -1], [-1, -1, 1, 1, -1]])
        return [((high + more) * corners[0], (wide + more) * corners[1]) for more in layers]
    gap = joint.radial_play() or 0.0
    return [((gap + more) * np.cos(angle), (gap + more) * np.sin(angle)) for more in layers]


def _walls(joint: Any, along: np.ndarray) -> list[Outline]:
    """Return the limits across the axis and, for a hinge, along it."""
    gap = joint.radial_play() or 0.0
    if joint.fit.surface_laws and Surface.ENDS in joint.surfaces(planar=False):
        bearing, journal = joint.lengths() or (0.0, 0.0)
        end = abs(bearing - journal) / 2
        return [(end * np.array([-1, 1, 1, -1, -1]), gap * np.array([-1, -1, 1, 1, -1]))]
    ends = np.array([np.nanmin(along), np.nanmax(along)]) if len(along) else np.zeros(2)
    return [(ends, np.full(2, gap)), (ends, np.full(2, -gap))]
