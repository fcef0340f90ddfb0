"""A little geometry for the descriptions of the library."""

from math import sqrt

from ..._base.linear_algebra import norm

Vector = tuple[float, ...]
Point = tuple[float, float]


def middle(P: Vector, Q: Vector) -> Vector:
    """Return the point half-way between two."""
    return tuple((p + q) / 2 for p, q in zip(P, Q, strict=True))


def frame(first: Vector, second: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the rotation matrix whose first two columns point along two perpendicular
    directions.
    """
    a, b = (tuple(part / norm(vector) for part in vector) for vector in (first, second))
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return ((a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))


def triangle(P: Point, Q: Point, p: float, q: float) -> Point:
    """Return the point at distance p from P and q from Q, to the right of the line from P to Q."""
    x, y = Q[0] - P[0], Q[1] - P[1]
    square = x * x + y * y
    along = (square + p * p - q * q) / (2 * square)
    aside = sqrt(p * p / square - along * along)
    return (P[0] + along * x + aside * y, P[1] + along * y - aside * x)
