"""A little kinematics for the reference programs."""

import numpy as np


def rotation(p):
    """Return the matrix of Euler parameters, scalar first, which are normalised here."""
    e0, e1, e2, e3 = np.asarray(p) / np.linalg.norm(p)
    return np.array(
        [
            [
                e0 * e0 + e1 * e1 - e2 * e2 - e3 * e3,
                2 * (e1 * e2 - e0 * e3),
                2 * (e1 * e3 + e0 * e2),
            ],
            [
                2 * (e1 * e2 + e0 * e3),
                e0 * e0 - e1 * e1 + e2 * e2 - e3 * e3,
                2 * (e2 * e3 - e0 * e1),
            ],
            [
                2 * (e1 * e3 - e0 * e2),
                2 * (e2 * e3 + e0 * e1),
                e0 * e0 - e1 * e1 - e2 * e2 + e3 * e3,
            ],
        ]
    )


def rates(p, w):
    """Return the rates of Euler parameters for an angular velocity in the body frame."""
    e0, e1, e2, e3 = p
    x, y, z = w
    return 0.5 * np.array(
        [
            -e1 * x - e2 * y - e3 * z,
            e0 * x + e2 * z - e3 * y,
            e0 * y - e1 * z + e3 * x,
            e0 * z + e1 * y - e2 * x,
        ]
    )


def cross(a, b):
    """Return a x b of two vectors; NumPy's own is slow for so little."""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def skew(a):
    """Return the matrix of a x."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def about(axis, angle):
    """Return the Euler parameters of a rotation about a unit vector."""
    return (np.cos(angle / 2), *(np.sin(angle / 2) * np.asarray(axis)))
