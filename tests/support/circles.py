"""Circle against cylinder by brute force: walk round the circle, polish every extremum of the
distance from the axis.

Independent of the quartic and of the reduced equation: only positions on the circle and their
distance from the axis.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Pose:
    """A circle (centre, radius, axis) seen from a cylinder whose axis is z through the origin."""

    centre: np.ndarray
    radius: float
    axis: np.ndarray

    def directions(self):
        """Return two perpendicular unit vectors in the plane of the circle, in no way aligned
        with the cylinder.
        """
        aside = np.eye(3)[np.argmin(np.abs(self.axis))]
        first = np.cross(self.axis, aside)
        first /= np.linalg.norm(first)
        return first, np.cross(self.axis, first)

    def point(self, angle):
        """Return points of the circle, shape (..., 3)."""
        first, second = self.directions()
        angle = np.asarray(angle)[..., None]
        return self.centre + self.radius * (np.cos(angle) * first + np.sin(angle) * second)

    def squares(self, angle):
        """Return rho^2 and its first two derivatives along the circle."""
        first, second = self.directions()
        X = self.point(angle)
        angle = np.asarray(angle)[..., None]
        X_1 = self.radius * (np.cos(angle) * second - np.sin(angle) * first)
        X_2 = self.centre - X
        flat = [vectors[..., :2] for vectors in (X, X_1, X_2)]
        dot = lambda a, b: np.sum(a * b, axis=-1)  # noqa: E731
        return (
            dot(flat[0], flat[0]),
            2 * dot(flat[0], flat[1]),
            2 * (dot(flat[1], flat[1]) + dot(flat[0], flat[2])),
        )


def extrema(pose, sign, samples=1440):
    """Return the points of all local maxima (sign = +1) or minima (-1) of rho, the most extreme
    first.

    A circle on which rho is constant has none.
    """
    angles = 2 * np.pi * (np.arange(samples) + 0.5) / samples
    slopes = sign * pose.squares(angles)[1]
    if np.max(np.abs(slopes)) < 1e-13 * pose.radius * (pose.radius + np.hypot(*pose.centre[:2])):
        return []  # nothing but rounding
    turns = np.flatnonzero((np.roll(slopes, 1) > 0) & (slopes <= 0))
    found = [polished(pose, angles[k - 1] - (2 * np.pi if k == 0 else 0), angles[k]) for k in turns]
    points = [pose.point(angle) for angle in found]
    return sorted(points, key=lambda X: -sign * np.hypot(X[0], X[1]))


def polished(pose, low, high):
    """Return the zero of the slope between two angles: bisection, then Newton with the exact
    derivative.
    """
    rising = pose.squares(low)[1] < 0
    for _ in range(6):
        middle = (low + high) / 2
        if (pose.squares(middle)[1] < 0) == rising:
            low = middle
        else:
            high = middle
    angle = (low + high) / 2
    for _ in range(4):
        _, slope, bend = pose.squares(angle)
        angle -= slope / bend if bend else 0.0
    return angle


def reduced(pose):
    """Return w1, w2, cos(beta), sin^2(beta) and the basis (u, v in the circle's plane), as the
    literature reduces the problem.
    """
    z = np.array([0.0, 0.0, 1.0])
    u = np.cross(z, pose.axis)
    sine = np.linalg.norm(u)
    u = u / sine if sine > 1e-12 else np.array([1.0, 0.0, 0.0]) - pose.axis[0] * pose.axis
    u /= np.linalg.norm(u)
    v = np.cross(pose.axis, u)
    return u @ pose.centre, np.cross(z, u) @ pose.centre, float(z @ pose.axis), sine**2, u, v


def random_poses(rng, number):
    """Yield poses from aligned and centred to tilts at which the circle has four stationary
    points.
    """
    for k in range(number):
        radius = 10 ** rng.uniform(-3, -1)
        tilt = (0.0, 10 ** rng.uniform(-12, -1), rng.uniform(0, 1.5))[k % 3]
        size = (0.0, 10 ** rng.uniform(-12, -2), rng.uniform(0, 1))[k // 3 % 3] * radius
        turn, way = rng.uniform(0, 2 * np.pi, 2)
        axis = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
        centre = np.array([size * np.cos(way), size * np.sin(way), rng.uniform(-1, 1)])
        yield Pose(centre, radius, axis)
