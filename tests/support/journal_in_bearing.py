"""A body whose journal lies loose in a bearing of the ground: two end circles in a cylinder, two
rims against end planes.

Written from the geometry alone: the outermost point of each circle by Newton's method, forces at
that point, Euler's equations.
"""

from dataclasses import dataclass

import numpy as np

from tests.support.contact_phases import march
from tests.support.rotations import cross, rates, rotation


@dataclass(frozen=True)
class Bearing:
    """The bearing stands at the origin of the ground; point and axis of the journal are given in
    its body.
    """

    axis: np.ndarray
    point: np.ndarray
    journal_axis: np.ndarray
    radii: tuple[float, float] = (0.01, 0.0095)
    lengths: tuple[float, float] = (0.02, 0.019)
    softness: float = 1e-3


def outermost(centre, radius, axis, along):
    """Return the point of a circle that is farthest from the line through the origin along
    ``along``.
    """
    flat = centre - (centre @ along) * along
    first = flat - (flat @ axis) * axis
    size = np.sqrt(first @ first)
    if size == 0:
        first = np.cross(
            axis, along if abs(axis @ along) < 0.9 else np.eye(3)[np.argmin(np.abs(axis))]
        )
        size = np.sqrt(first @ first)
    first = first / size
    second = cross(axis, first)
    angle = 0.0
    for _ in range(30):
        c, s = np.cos(angle), np.sin(angle)
        X, X_1 = centre + radius * (c * first + s * second), radius * (c * second - s * first)
        Q, Q_1, Q_2 = (vector - (vector @ along) * along for vector in (X, X_1, centre - X))
        slope, bend = Q @ Q_1, Q_1 @ Q_1 + Q @ Q_2
        if bend >= 0:  # not near a maximum yet: a small step uphill
            angle += 0.1 * np.sign(slope)
            continue
        change = -slope / bend
        angle += change
        if abs(change) < 1e-15:
            break
    return centre + radius * (np.cos(angle) * first + np.sin(angle) * second)


def contact(bearing, r, A, k):
    """Return penetration, gradient, point and radius of twisting of wall A, wall B, end A or end
    B (k = 0 to 3).
    """
    (R_i, R_j), (L_i, L_j), a = bearing.radii, bearing.lengths, bearing.axis
    side = 1 - 2 * (k % 2)
    b = A @ bearing.journal_axis
    E = r + A @ bearing.point + side * L_j / 2 * b
    if k < 2:
        X = outermost(E, R_j, b, a)
        Q = X - (X @ a) * a
        rho = np.sqrt(Q @ Q)
        # midway between the two surfaces
        return rho - R_i, Q / rho, X + (R_i - rho) / 2 * Q / rho, 0.0
    lean = a - (a @ b) * b
    deeper = R_j * np.sqrt(lean @ lean)
    middle = side * (a @ E) - L_i / 2
    if deeper == 0:
        return middle, side * a, E, 2 / 3 * R_j
    by_middle = penetration(middle + 1e-40j, deeper, bearing.softness).imag / 1e-40
    by_deeper = penetration(middle, deeper + 1e-40j, bearing.softness).imag / 1e-40
    flat = bearing.softness * max(middle, 0.0) ** 3 / (middle**2 + deeper**2)
    arm = R_j * by_deeper / by_middle * lean / np.sqrt(lean @ lean)
    depth = penetration(middle, deeper, bearing.softness).real
    return depth, by_middle * side * a, E + side * arm, 2 / 3 * R_j * flat / np.hypot(flat, deeper)


def penetration(middle, deeper, softness):
    """Return how deep an end is whose rim is ``deeper`` than its middle; complex numbers give
    the derivatives.
    """
    part = softness * middle**3 / (middle**2 + deeper**2) if np.real(middle) > 0 else 0.0
    return middle + np.sqrt(complex(deeper**2 + part**2)) - part


def run(
    bearing, normal, friction, mass, inertia, start, times, *, gravity=(0, 0, -9.81), **options
):
    """Return the History of y = (position, Euler parameters, velocity, angular velocity in the
    body).
    """
    gravity, inertia = np.asarray(gravity, dtype=float), np.asarray(inertia, dtype=float)

    def gaps(t, y):
        A = rotation(y[3:7])
        w = A @ y[10:13]
        found = [contact(bearing, y[:3], A, k) for k in range(4)]
        rate = [n @ (y[7:10] + cross(w, X - y[:3])) / np.sqrt(n @ n) for _, n, X, _ in found]
        return np.array([depth for depth, _, _, _ in found]), np.array(rate)

    def motion(t, y, approach):
        A = rotation(y[3:7])
        w = A @ y[10:13]
        force, moment = mass * gravity, np.zeros(3)
        for k in np.flatnonzero(np.isfinite(approach)):
            depth, gradient, X, radius = contact(bearing, y[:3], A, k)
            v = y[7:10] + cross(w, X - y[:3])
            slope = np.sqrt(gradient @ gradient)
            n = gradient / slope
            pressed, slip, spin = (
                slope * normal(depth, n @ v, approach[k]),
                v - (n @ v) * n,
                radius * (n @ w),
            )
            size = np.sqrt(slip @ slip + spin**2)
            share = friction(size, pressed) / size if size > 0 else 0.0
            push = -pressed * n - share * slip
            force, moment = (
                force + push,
                moment + cross(X - y[:3], push) - share * spin * radius * n,
            )
        w = y[10:13]
        turning = (A.T @ moment - cross(w, inertia * w)) / inertia
        return np.concatenate([y[7:10], rates(y[3:7], w), force / mass, turning])

    return march(motion, gaps, start, times, **options)
