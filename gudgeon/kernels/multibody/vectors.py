"""Small vector algebra on scalars and tuples: what Numba compiles to straight-line code."""

from ..._base.jit import inline

ZERO = (0.0, 0.0, 0.0)
ROUNDED = 1.5 * 2.0**52  # of a sum with it, the last bit stands for one


@inline
def nearest_integer(x):
    """Round to the nearest integer, half-way cases to an even one, for |x| below 2^51.

    Two additions, because processors without SSE4.1 would call the C library's rint for ``round``.
    """
    return (x + ROUNDED) - ROUNDED


@inline
def cross(a, b):
    """a x b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inline
def dot(a, b):
    """a . b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inline
def scaled(s, a):
    """s a"""
    return s * a[0], s * a[1], s * a[2]


@inline
def take(table, row, column):
    """Return the three numbers of a table from ``column`` on."""
    return table[row, column], table[row, column + 1], table[row, column + 2]


@inline
def put(table, row, column, x):
    """Write three numbers into a table from ``column`` on."""
    table[row, column] = x[0]
    table[row, column + 1] = x[1]
    table[row, column + 2] = x[2]


@inline
def add(table, row, column, x):
    """Add three numbers to a table from ``column`` on."""
    table[row, column] += x[0]
    table[row, column + 1] += x[1]
    table[row, column + 2] += x[2]


@inline
def rotate(table, row, column, s):
    """A s: a body-fixed vector in the global frame; A is stored row by row from ``column`` on."""
    return (
        table[row, column] * s[0] + table[row, column + 1] * s[1] + table[row, column + 2] * s[2],
        table[row, column + 3] * s[0]
        + table[row, column + 4] * s[1]
        + table[row, column + 5] * s[2],
        table[row, column + 6] * s[0]
        + table[row, column + 7] * s[1]
        + table[row, column + 8] * s[2],
    )


@inline
def rotate_back(table, row, column, s):
    """A^T s: a global vector in the body frame."""
    return (
        table[row, column] * s[0] + table[row, column + 3] * s[1] + table[row, column + 6] * s[2],
        table[row, column + 1] * s[0]
        + table[row, column + 4] * s[1]
        + table[row, column + 7] * s[2],
        table[row, column + 2] * s[0]
        + table[row, column + 5] * s[1]
        + table[row, column + 8] * s[2],
    )


@inline
def symmetric(table, row, column, s):
    """S s with S stored as xx yy zz xy xz yz from ``column`` on."""
    return (
        table[row, column] * s[0] + table[row, column + 3] * s[1] + table[row, column + 4] * s[2],
        table[row, column + 3] * s[0]
        + table[row, column + 1] * s[1]
        + table[row, column + 5] * s[2],
        table[row, column + 4] * s[0]
        + table[row, column + 5] * s[1]
        + table[row, column + 2] * s[2],
    )


@inline
def add_scaled(p, s, u):
    """p + s u (axpy)"""
    return p[0] + s * u[0], p[1] + s * u[1], p[2] + s * u[2]


@inline
def minus(a, b):
    """a - b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]
