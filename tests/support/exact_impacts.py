"""Exact relations of a single impact, without integrating it: quadratures in the plane of speed and
energy.

Every contact law here is a product f(delta) h(delta_dot) with f(0) = 0. From m v dv/d(delta) = -f h
follows, whatever f and m,

    integral of v / h(v) over 0..approach  =  integral of v / h(-v) over 0..departure  =  W(greatest
    delta) / m

with W the integral of f: the first equality is the restitution, the second the depth.
"""

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import beta


def departure_ratio(D):
    """Return departure over approach speed of f(delta) (1 + D delta_dot / approach): D (1 + x) =
    ln[(1 + D)/(1 - D x)].
    """
    if D == 0:
        return 1.0
    top = min(1.0, (1 - 1e-15) / D)
    return brentq(lambda x: D * (1 + x) - np.log1p(D) + np.log1p(-D * x), 1e-9, top, xtol=1e-15)


def departure_speed(h, approach, breakpoints=()):
    """Return the departure speed of f(delta) h(delta_dot) by quadrature; ``breakpoints`` are
    speeds where h is not smooth.
    """

    def spent(sign, speed):
        inside = [k for k in breakpoints if 0 < k < speed]
        return quad(
            lambda v: v / h(sign * v),
            0,
            speed,
            points=inside or None,
            epsabs=0,
            epsrel=1e-12,
            limit=200,
        )[0]

    gained = spent(+1, approach)
    return brentq(
        lambda speed: spent(-1, speed) - gained, 1e-6 * approach, approach, xtol=1e-14 * approach
    )


def peak_force(K, mass, speed, D, n=1.5):
    """Return the greatest K delta^n (1 + D delta_dot / speed): m int u du / (1 + D u / speed)
    over v..speed is K delta^(n+1) / (n + 1).
    """

    def force(v):
        spent = speed / D * (speed - v - speed / D * np.log((1 + D) / (1 + D * v / speed)))
        return K * ((n + 1) * mass * spent / K) ** (n / (n + 1)) * (1 + D * v / speed)

    return -minimize_scalar(
        lambda v: -force(v), bounds=(0, speed), method="bounded", options={"xatol": 1e-9 * speed}
    ).fun


class Hertz:
    """Depth, force and duration of a mass that meets F = K delta^n without loss."""

    def __init__(self, K, mass, speed, n=1.5):
        self.depth = ((n + 1) * mass * speed**2 / (2 * K)) ** (1 / (n + 1))
        self.force = K * self.depth**n
        # Twice the integral of d(delta)/v, v = speed sqrt(1 - (delta/depth)^(n+1)): a Beta
        # function.
        self.duration = 2 * self.depth / speed * beta(1 / (n + 1), 0.5) / (n + 1)
