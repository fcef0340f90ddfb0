"""Closed forms and helpers that tests of integrators share."""

from math import sqrt

import numpy as np
from scipy.special import ellipj, ellipk

G = 9.81


def plain(function):
    """Return the Python function behind a kernel."""
    return getattr(function, "py_func", function)


def positions(result):
    return np.concatenate(
        [result.body(body.name).position for body in result.mechanism.bodies], axis=1
    )


def pendulum(t):
    """Return the state of the library's pendulum: sin(theta/2) = k sn(K - w t, k), k = sin(45
    deg), w^2 = g/l.
    """
    sn, cn, _, _ = ellipj(ellipk(0.5) - sqrt(G) * t, 0.5)
    angle, rate = 2 * np.arcsin(sqrt(0.5) * sn), -2 * sqrt(0.5 * G) * cn
    s, c = np.sin(angle), np.cos(angle)
    return np.array([s, -c, 0, 1, 0, 0, 0, c * rate, s * rate, 0, 0, 0, 0])
