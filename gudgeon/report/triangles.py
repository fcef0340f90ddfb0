"""Drawn shapes as triangles, for programs that know no others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ..assembly.poses import perpendicular, unit
from .hardware import Shape

__all__ = ["triangles_of"]

SIDES, RINGS = 24, 12

Faces = np.ndarray
"""Triangles, shape (any, 3 corners, 3 coordinates), whose corners turn left seen from outside."""


def triangles_of(shape: Shape) -> Faces:
    """Return a shape of a scene as triangles in the frame of its body."""
    kind = shape["kind"]
    if kind == "rod":
        a, b = np.array(shape["from"]), np.array(shape["to"])
        return tube(a, b, 0.0, shape["radius"])
    centre = np.array(shape["centre"])
    if kind in ("cylinder", "sleeve"):
        half = 0.5 * shape["length"] * unit(shape["axis"])
        outer = shape["radius"] if kind == "cylinder" else shape["outer"]
        return tube(centre - half, centre + half, shape.get("inner", 0.0), outer)
    if kind == "ball":
        return centre + shape["radius"] * sphere()
    if kind == "socket":
        return centre + shape["radius"] * _half(unit(shape["axis"]))
    if kind == "ellipsoid":
        return centre + (sphere() * np.array(shape["size"])) @ np.array(shape["frame"])
    if kind == "bracket":
        return _bracket(centre, shape)
    return box(centre, np.array(shape["size"]), np.array(shape["frame"]))


def box(centre: np.ndarray, size: np.ndarray, frame: np.ndarray) -> Faces:
    """Return a box; the rows of ``frame`` are its axes."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size / 2
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    order = [corner for a, b, c, d in quads for corner in (a, b, c, a, c, d)]
    return (centre + corners @ frame)[order].reshape(-1, 3, 3)


def tube(a: np.ndarray, b: np.ndarray, inner: float, outer: float) -> Faces:
    """Return a cylinder between two points, hollow where it has an inner radius."""
    axis = unit(b - a) if np.linalg.norm(b - a) > 0 else np.array([0.0, 0.0, 1.0])
    first = perpendicular(axis)
    second = np.cross(axis, first)
    angles = np.linspace(0, 2 * np.pi, SIDES + 1)
    ring = np.cos(angles)[:, None] * first + np.sin(angles)[:, None] * second
    low, high = a + outer * ring, b + outer * ring
    parts = [_strip(low, high)]
    if inner > 0:
        within_low, within_high = a + inner * ring, b + inner * ring
        parts += [
            _strip(within_high, within_low),
            _strip(high, within_high),
            _strip(within_low, low),
        ]
    else:
        parts += [_fan(b, high), _fan(a, low[::-1])]
    return np.concatenate(parts)


def sphere() -> Faces:
    """Return a ball of radius 1."""
    return _turned(np.linspace(-np.pi / 2, np.pi / 2, RINGS + 1))


def _half(axis: np.ndarray) -> Faces:
    """Return half a ball of radius 1, open along the axis."""
    first = perpendicular(axis)
    frame = np.array([first, np.cross(axis, first), axis])
    return _turned(np.linspace(-np.pi / 2, 0, RINGS // 2 + 1)) @ frame


def _turned(latitudes: np.ndarray) -> Faces:
    angles = np.linspace(0, 2 * np.pi, SIDES + 1)
    rings = [
        np.column_stack(
            [np.cos(phi) * np.cos(angles), np.cos(phi) * np.sin(angles), np.full_like(angles, np.sin(phi))]
        )
        for phi in latitudes
    ]  # fmt: skip
    return np.concatenate([_strip(low, high) for low, high in pairwise(rings)])


def _strip(low: np.ndarray, high: np.ndarray) -> Faces:
    """Return the faces between two rings, one above the other, that turn left seen from above."""
    a, b, c, d = low[:-1], low[1:], high[1:], high[:-1]
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def _fan(middle: np.ndarray, ring: np.ndarray) -> Faces:
    a, b = ring[:-1], ring[1:]
    return np.stack([np.broadcast_to(middle, a.shape), a, b], axis=1)


def _bracket(centre: np.ndarray, shape: dict[str, Any]) -> Faces:
    """Return what carries a bearing, as a block below it."""
    axis, up = np.array(shape["axis"]), np.array(shape["up"])
    size = np.array([1.6 * shape["radius"], shape["height"], shape["depth"]])
    frame = np.array([np.cross(up, axis), up, axis])
    return box(centre - 0.5 * shape["height"] * up, size, frame)
