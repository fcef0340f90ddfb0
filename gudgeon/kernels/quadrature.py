"""Quadrature: nodes and weights of Gauss and Legendre."""

from decimal import Context, Decimal, localcontext
from math import cos, pi

import numpy as np


def gauss(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the nodes, from 0 to 1, and weights that integrate polynomials up to degree 2n - 1
    exactly.

    The nodes are the roots of Legendre's polynomial, by Newton's method with fifty decimals: the
    same to the last bit everywhere.
    """
    nodes, weights = [], []
    with localcontext(Context(prec=50)):
        for k in range(n - 1, -1, -1):
            x = Decimal(cos(pi * (k + 0.75) / (n + 0.5)))
            for _ in range(6):
                value, slope = _legendre(n, x)
                x -= value / slope
            slope = _legendre(n, x)[1]
            nodes.append(float((1 + x) / 2))
            weights.append(float(1 / ((1 - x * x) * slope * slope)))
    return np.array(nodes), np.array(weights)


def _legendre(n: int, x: Decimal) -> tuple[Decimal, Decimal]:
    """Return Legendre's polynomial of degree n and its derivative."""
    before, value = Decimal(1), x
    for k in range(2, n + 1):
        before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
    return value, n * (x * value - before) / (x * x - 1)
