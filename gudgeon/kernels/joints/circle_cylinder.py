"""A circle against a cylinder: where on the circle the distance from the cylinder's axis is
greatest or least.

With w = (w1, w2) the circle's centre seen from the axis, a its radius and beta the angle between
the axes, the squared distance of the point phi is (w1 + a cos phi)^2 + (w2 + a cos(beta) sin
phi)^2; it is stationary where

    g(phi) = A sin phi - B cos phi + C sin phi cos phi = 0,   A = w1, B = w2 cos(beta), C = a
    sin(beta)^2.

The three unknowns of [AmbrosioPombo, eq. 36] are this one. The greatest distance lies in the
quadrant of (A, B), where g has one root; there is a second local maximum, across the axis of B, if
and only if |A|^(2/3) + |B|^(2/3) < C^(2/3) (inside the evolute). Turned by half a turn, the least
distance is the same problem with A and B exchanged.
"""

from math import sqrt

from ..._base.jit import inline, part

ROUNDS = 60  # Newton's method, kept between bounds by bisection, needs 3 to 6


@part
def extremum(A, B, C, greatest, which):
    """Return whether there is such a point, and its cos phi, sin phi.

    ``greatest``: 1 for the greatest distance, 0 for the least; ``which``: 0 for the outermost of
    these, 1 for the second one.
    """
    if greatest == 1:
        found, c, s = outermost(abs(A), abs(B), C, which)
        return found, c if A >= 0.0 else -c, s if B >= 0.0 else -s
    found, s, c = outermost(abs(B), abs(A), C, which)
    return found, -c if A >= 0.0 else c, -s if B >= 0.0 else s


@inline
def outermost(A, B, C, which):
    """Return the maximum of A c + B s - C s^2 / 2 on the unit circle for A, B, C >= 0: the
    greatest (0), or the one with c < 0 (1).
    """
    if which == 1 and A ** (2.0 / 3.0) + B ** (2.0 / 3.0) >= C ** (2.0 / 3.0):
        return False, 1.0, 0.0
    sign = 1.0 if which == 0 else -1.0
    if B == 0.0:
        return True, sign, 0.0
    if A == 0.0:
        s = B / C if B < C else 1.0
        return True, sign * sqrt(1.0 - s * s), s
    if which == 0:
        c, s = root(A, B, C, unit(A + C, B), unit(A, B))
    else:
        c, s = root(-A, B, C, (1.0, 0.0), unit(A ** (1.0 / 3.0), B ** (1.0 / 3.0)))
    return True, sign * c, s


@inline
def unit(x, y):
    """Return the direction of a vector in the plane."""
    r = sqrt(x * x + y * y)
    return x / r, y / r


@part
def root(A, B, C, low, high):
    """Return the direction (c, s) between two others where A s - B c + C s c = 0; it is negative
    before and positive behind.
    """
    c, s = high
    steep = 0.1 * (abs(A) + B + C)
    for _ in range(ROUNDS):
        g = A * s - B * c + C * s * c
        slope = A * c + B * s + C * (c * c - s * s)
        if g > 0.0:
            high = (c, s)
        else:
            low = (c, s)
        x, y = unit(c * slope + s * g, s * slope - c * g)  # turned by -g / slope
        outside = slope <= 0.0 or low[0] * y - low[1] * x < 0.0 or x * high[1] - y * high[0] < 0.0
        if outside:
            x, y = unit(low[0] + high[0], low[1] + high[1])
        step = abs(c * y - s * x)
        c, s = x, y
        # what is left is the square of the step
        if step < 1e-16 or (step < 1e-9 and steep < slope and not outside):
            break
    return c, s
