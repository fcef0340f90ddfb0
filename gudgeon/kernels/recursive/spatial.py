"""Small matrices as tuples: three by three row by row, symmetric ones as xx yy zz xy xz yz."""

from ..._base.jit import inline


@inline
def add3(a, b):
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inline
def six(table, row, column):
    """Return six numbers of a table from ``column`` on."""
    return (
        table[row, column], table[row, column + 1], table[row, column + 2],
        table[row, column + 3], table[row, column + 4], table[row, column + 5],
    )  # fmt: skip


@inline
def nine(table, row, column):
    """Return nine numbers of a table from ``column`` on."""
    return (
        table[row, column], table[row, column + 1], table[row, column + 2],
        table[row, column + 3], table[row, column + 4], table[row, column + 5],
        table[row, column + 6], table[row, column + 7], table[row, column + 8],
    )  # fmt: skip


@inline
def put6(table, row, column, x):
    """Write six numbers into a table from ``column`` on."""
    for c in range(6):
        table[row, column + c] = x[c]


@inline
def put9(table, row, column, x):
    """Write nine numbers into a table from ``column`` on."""
    for c in range(9):
        table[row, column + c] = x[c]


@inline
def add6(table, row, column, x):
    """Add six numbers to a table from ``column`` on."""
    for c in range(6):
        table[row, column + c] += x[c]


@inline
def add9(table, row, column, x):
    """Add nine numbers to a table from ``column`` on."""
    for c in range(9):
        table[row, column + c] += x[c]


@inline
def product(a, b):
    """a b"""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@inline
def symmetric_times(S, v):
    """S v"""
    return (
        S[0] * v[0] + S[3] * v[1] + S[4] * v[2],
        S[3] * v[0] + S[1] * v[1] + S[5] * v[2],
        S[4] * v[0] + S[5] * v[1] + S[2] * v[2],
    )


@inline
def matrix_times(B, v):
    """B v"""
    return (
        B[0] * v[0] + B[1] * v[1] + B[2] * v[2],
        B[3] * v[0] + B[4] * v[1] + B[5] * v[2],
        B[6] * v[0] + B[7] * v[1] + B[8] * v[2],
    )


@inline
def transposed_times(B, v):
    """B^T v"""
    return (
        B[0] * v[0] + B[3] * v[1] + B[6] * v[2],
        B[1] * v[0] + B[4] * v[1] + B[7] * v[2],
        B[2] * v[0] + B[5] * v[1] + B[8] * v[2],
    )


@inline
def inverse(S):
    """S^-1"""
    x, y, z = S[1] * S[2] - S[5] * S[5], S[4] * S[5] - S[3] * S[2], S[3] * S[5] - S[4] * S[1]
    i = 1.0 / (S[0] * x + S[3] * y + S[4] * z)
    return (
        x * i, (S[0] * S[2] - S[4] * S[4]) * i, (S[0] * S[1] - S[3] * S[3]) * i,
        y * i, z * i, (S[3] * S[4] - S[0] * S[5]) * i,
    )  # fmt: skip


@inline
def turn_matrix(m, S):
    """m S m^T"""
    xx, yy, zz, xy, xz, yz = S[0], S[1], S[2], S[3], S[4], S[5]
    a, b, c, d, e, f, g, h, i = m
    ax, ay, az = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
    dx, dy, dz = d * xx + e * xy + f * xz, d * xy + e * yy + f * yz, d * xz + e * yz + f * zz
    gx, gy, gz = g * xx + h * xy + i * xz, g * xy + h * yy + i * yz, g * xz + h * yz + i * zz
    return (
        ax * a + ay * b + az * c, dx * d + dy * e + dz * f, gx * g + gy * h + gz * i,
        ax * d + ay * e + az * f, ax * g + ay * h + az * i, dx * g + dy * h + dz * i,
    )  # fmt: skip
