"""Positions and orientations in files of other programs, computed with the same bits everywhere."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..._base.elementary import cos, sin
from ..._base.linear_algebra import norm, product

__all__ = ["Frame", "about", "cross", "plain", "quaternion", "roll_pitch_yaw", "sequence", "unit"]

Array = np.ndarray


class Frame(NamedTuple):
    """An origin and three axes, in columns, seen from another frame."""

    origin: Array
    axes: Array

    @classmethod
    def at(cls, origin: Sequence[float] = (0.0, 0.0, 0.0), axes: Array | None = None) -> "Frame":
        """Return the frame at a point, with these axes or those of the other frame."""
        return cls(np.array(origin, float), np.eye(3) if axes is None else np.array(axes, float))

    def of(self, inner: "Frame") -> "Frame":
        """Return a frame given in this one as seen from outside."""
        return Frame(self.point(inner.origin), product(self.axes, inner.axes))

    def point(self, local: Sequence[float] | Array) -> Array:
        """Return a point of this frame as seen from outside."""
        return self.origin + self.direction(local)

    def direction(self, local: Sequence[float] | Array) -> Array:
        """Return a direction of this frame as seen from outside."""
        return product(self.axes, np.array(local, float))

    def local(self, point: Sequence[float] | Array) -> Array:
        """Return an outside point in this frame."""
        return product(self.axes.T, np.array(point, float) - self.origin)

    def local_direction(self, direction: Sequence[float] | Array) -> Array:
        """Return an outside direction in this frame."""
        return product(self.axes.T, np.array(direction, float))

    def seen_from(self, other: "Frame") -> "Frame":
        """Return this frame as seen from another."""
        return Frame(other.local(self.origin), product(other.axes.T, self.axes))


def about(axis: Sequence[float] | Array, angle: float) -> Array:
    """Return the rotation about a direction by an angle [rad] (Rodrigues)."""
    x, y, z = unit(axis)
    c, s = _whole(float(cos(angle))), _whole(float(sin(angle)))
    t = 1.0 - c
    return np.array(
        [
            [c + t * x * x, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, c + t * y * y, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, c + t * z * z],
        ]
    )


def _whole(value: float) -> float:
    """Return 0 and 1 for what differs from them by the rounding of an angle alone, as 90 degrees."""
    nearest = round(value)
    return float(nearest) if abs(value - nearest) < 4e-16 else value


def sequence(axes: str, angles: Sequence[float], fixed: bool = False) -> Array:
    """Return rotations about axes such as ``zxz`` one after the other, each about the axis as the
    ones before have turned it, or about fixed axes.
    """
    result = np.eye(3)
    for letter, angle in zip(axes, angles, strict=True):
        turn = about(np.eye(3)["xyz".index(letter)], angle)
        result = product(turn, result) if fixed else product(result, turn)
    return result


def roll_pitch_yaw(angles: Sequence[float]) -> Array:
    """Return rotations about the fixed axes x, y, z by roll, pitch and yaw."""
    return sequence("xyz", angles, fixed=True)


def quaternion(q: Sequence[float]) -> Array:
    """Return the rotation of Euler parameters, scalar first, of any length but zero."""
    length = norm(q)
    w, x, y, z = (part / length for part in q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def plain(vector: Sequence[float] | Array) -> tuple[float, ...]:
    """Return a vector as numbers that a description can have."""
    return tuple(float(x) for x in vector)


def unit(vector: Sequence[float] | Array) -> Array:
    """Return a vector of length 1."""
    v = np.array(vector, float)
    return v / norm(v)


def cross(a: Array, b: Array) -> Array:
    """Return the cross product."""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )
