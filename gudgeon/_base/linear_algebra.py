"""Small linear algebra with the same bits on every machine: sums go from the first term to the
last.

BLAS and LAPACK, which ``@`` and ``numpy.linalg`` call, sum in an order and with instructions that
depend on the processor. They may decide something with a wide margin, such as a rank, but compute
no number that enters a run.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike


def dot(a: Iterable[Any], b: Iterable[Any]) -> float:
    """Return the sum of products of two vectors."""
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += float(x) * float(y)
    return total


def norm(a: Iterable[Any]) -> float:
    """Return the length of a vector."""
    values = list(a)
    return sqrt(dot(values, values))


def product(A: ArrayLike, B: ArrayLike) -> np.ndarray:
    """Return the product of a matrix with a vector, or with a matrix."""
    import numpy as np

    first, second = np.asarray(A, float), np.asarray(B, float)
    total = np.zeros((len(first), *second.shape[1:]))
    for k in range(len(second)):
        total += first[:, k].reshape(-1, *[1] * (second.ndim - 1)) * second[k]
    return total


def inverse(A: ArrayLike) -> np.ndarray:
    """Return the inverse of a matrix of three rows: its adjugate over its determinant."""
    import numpy as np

    (a, b, c), (d, e, f), (g, h, i) = ([float(x) for x in row] for row in np.asarray(A))
    first, second, third = e * i - f * h, f * g - d * i, d * h - e * g
    determinant = a * first + b * second + c * third
    adjugate = [
        [first, c * h - b * i, b * f - c * e],
        [second, a * i - c * g, c * d - a * f],
        [third, b * g - a * h, a * e - b * d],
    ]
    return np.array(adjugate) / determinant


def nearest_rotation(A: ArrayLike) -> np.ndarray:
    """Return the orthonormal matrix nearest to one that nearly is, by Newton's method: A <- (A +
    A^-T)/2 [Higham1986].
    """
    import numpy as np

    found = np.asarray(A, float)
    for _ in range(30):  # errors are squared; from a few percent four times are enough
        last, found = found, 0.5 * (found + inverse(found).T)
        if np.abs(found - last).max() < 1e-15:
            break
    return found


def solve(A: ArrayLike, b: ArrayLike) -> np.ndarray:
    """Return the solution of A x = b, one or several columns, by Gaussian elimination with
    pivots; zeros are passed over.
    """
    import numpy as np

    matrix, x = np.array(A, float), np.array(b, float)
    n = len(matrix)
    for k in range(n):
        pivot = k + int(np.argmax(np.abs(matrix[k:, k])))
        if pivot != k:
            matrix[[k, pivot]], x[[k, pivot]] = matrix[[pivot, k]], x[[pivot, k]]
        for row in k + 1 + np.flatnonzero(matrix[k + 1 :, k]):
            factor = matrix[row, k] / matrix[k, k]
            matrix[row, k:] -= factor * matrix[k, k:]
            x[row] -= factor * x[k]
    for k in range(n - 1, -1, -1):
        for column in range(k + 1, n):
            if matrix[k, column] != 0.0:
                x[k] -= matrix[k, column] * x[column]
        x[k] = x[k] / matrix[k, k]
    return x


def cubic_spline(x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return four coefficients for each interval of the cubic spline through four points or more,
    the highest power first.

    The third derivative does not jump at the second point and at the last but one. Slopes s of the
    spline obey h_i s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_{i-1} s_{i+1} = 3 (h_i m_{i-1} + h_{i-1}
    m_i) with intervals h and slopes m of the chords.
    """
    import numpy as np

    knots, values = np.asarray(x, float), np.asarray(y, float)
    column = (-1,) + (1,) * (values.ndim - 1)
    h = np.diff(knots)
    m = np.diff(values, axis=0) / h.reshape(column)
    first, last = h[0] + h[1], h[-2] + h[-1]
    upper = [first, *h[:-1]]
    main = [h[1], *(2.0 * (h[:-1] + h[1:])), h[-2]]
    right = [((h[0] + 2.0 * first) * h[1] * m[0] + h[0] * h[0] * m[1]) / first]
    right += [3.0 * (h[i] * m[i - 1] + h[i - 1] * m[i]) for i in range(1, len(h))]
    right += [(h[-1] * h[-1] * m[-2] + (2.0 * last + h[-1]) * h[-2] * m[-1]) / last]
    # no pivots needed: what is left of each row is dominated by its diagonal
    for i, lower in enumerate([*h[1:], last], start=1):
        factor = lower / main[i - 1]
        main[i] = main[i] - factor * upper[i - 1]
        right[i] = right[i] - factor * right[i - 1]
    s = [right[-1] / main[-1]]
    for i in range(len(h) - 1, -1, -1):
        s.append((right[i] - upper[i] * s[-1]) / main[i])
    slopes = np.array(s[::-1])
    width = h.reshape(column)
    bend = (slopes[:-1] + slopes[1:] - 2.0 * m) / width
    return np.stack(
        [bend / width, (m - slopes[:-1]) / width - bend, slopes[:-1], values[:-1]], axis=1
    )
