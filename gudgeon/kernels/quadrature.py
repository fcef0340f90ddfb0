"""Quadrature: nodes and weights of Gauss and Legendre."""

import numpy as np


def gauss(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the nodes, from 0 to 1, and weights that integrate polynomials up to degree 2n - 1
    exactly.
    """
    nodes, weights = np.polynomial.legendre.leggauss(n)
    return 0.5 * (1.0 + nodes), 0.5 * weights
