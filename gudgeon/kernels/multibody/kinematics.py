"""From the state to poses and back.

The state of a spatial mechanism holds for each body r (3) and Euler parameters p (4); then for each
body the velocity (3) and the body-frame angular velocity w' (3); then the bristles of friction (3
each); then the energy ledger. That of a planar one holds for each body two positions and the angle;
then their rates; then bristles and ledger.
"""

from math import cos, sin, sqrt

from ..._base.jit import inline, part
from ..records import ACC, ALPHA, INV, A, R, V, W
from .vectors import ZERO, put, rotate, rotate_back


@inline
def expand(setting, bodies, X, y):
    """Write pose, velocity and inverse inertia of every body into the table of bodies."""
    if setting.planar == 1:
        expand_planar(setting, bodies, X, y)
        return
    n_q = setting.n_q
    for k in range(1, bodies.shape[0]):
        q, u = 7 * (k - 1), n_q + 6 * (k - 1)
        e0, e1, e2, e3 = y[q + 3], y[q + 4], y[q + 5], y[q + 6]
        s = 2.0 / (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3)
        put(X, k, R, (y[q], y[q + 1], y[q + 2]))
        put(
            X,
            k,
            A,
            (1.0 - s * (e2 * e2 + e3 * e3), s * (e1 * e2 - e0 * e3), s * (e1 * e3 + e0 * e2)),
        )
        put(
            X,
            k,
            A + 3,
            (s * (e1 * e2 + e0 * e3), 1.0 - s * (e1 * e1 + e3 * e3), s * (e2 * e3 - e0 * e1)),
        )
        put(
            X,
            k,
            A + 6,
            (s * (e1 * e3 - e0 * e2), s * (e2 * e3 + e0 * e1), 1.0 - s * (e1 * e1 + e2 * e2)),
        )
        put(X, k, V, (y[u], y[u + 1], y[u + 2]))
        put(X, k, W, rotate(X, k, A, (y[u + 3], y[u + 4], y[u + 5])))
        turn_inertia(X, k, bodies[k].inv_inertia)


@inline
def turn_inertia(X, k, inv):
    """Write A J'^-1 A^T: the inverse inertia in the global frame."""
    a, b, c = X[k, A], X[k, A + 1], X[k, A + 2]
    d, e, f = X[k, A + 3], X[k, A + 4], X[k, A + 5]
    g, h, i = X[k, A + 6], X[k, A + 7], X[k, A + 8]
    xx, yy, zz, xy, xz, yz = inv[0], inv[1], inv[2], inv[3], inv[4], inv[5]
    ax, ay, az = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
    dx, dy, dz = d * xx + e * xy + f * xz, d * xy + e * yy + f * yz, d * xz + e * yz + f * zz
    gx, gy, gz = g * xx + h * xy + i * xz, g * xy + h * yy + i * yz, g * xz + h * yz + i * zz
    put(X, k, INV, (ax * a + ay * b + az * c, dx * d + dy * e + dz * f, gx * g + gy * h + gz * i))
    put(
        X,
        k,
        INV + 3,
        (ax * d + ay * e + az * f, ax * g + ay * h + az * i, dx * g + dy * h + dz * i),
    )


@part
def expand_planar(setting, bodies, X, y):
    """Write pose, velocity and inverse inertia of every body that moves in a plane."""
    n_q, first, second, normal = setting.n_q, setting.first, setting.second, setting.normal
    for k in range(1, bodies.shape[0]):
        q = 3 * (k - 1)
        u = n_q + q
        c, s = cos(y[q + 2]), sin(y[q + 2])
        X[k, R + first] = y[q]
        X[k, R + second] = y[q + 1]
        X[k, R + normal] = bodies[k].height
        for column in range(9):
            X[k, A + column] = 0.0
        X[k, A + 4 * first] = c
        X[k, A + 4 * second] = c
        X[k, A + 3 * second + first] = s
        X[k, A + 3 * first + second] = -s
        X[k, A + 4 * normal] = 1.0
        X[k, V + first] = y[u]
        X[k, V + second] = y[u + 1]
        X[k, V + normal] = 0.0
        put(X, k, W, ZERO)
        X[k, W + normal] = setting.sign * y[u + 2]
        put(X, k, INV, ZERO)
        put(X, k, INV + 3, ZERO)
        X[k, INV + normal] = bodies[k].inv_inertia[normal]


@inline
def contract(setting, X, power, y, y_dot):
    """Write the derivative of the state from the accelerations in the table of bodies; p_dot =
    L^T w' / 2.
    """
    n_q, n_v = setting.n_q, setting.n_v
    if setting.planar == 1:
        for k in range(1, X.shape[0]):
            q = 3 * (k - 1)
            u = n_q + q
            y_dot[q], y_dot[q + 1], y_dot[q + 2] = y[u], y[u + 1], y[u + 2]
            y_dot[u] = X[k, ACC + setting.first]
            y_dot[u + 1] = X[k, ACC + setting.second]
            y_dot[u + 2] = setting.sign * X[k, ALPHA + setting.normal]
    else:
        for k in range(1, X.shape[0]):
            q, u = 7 * (k - 1), n_q + 6 * (k - 1)
            e0, e1, e2, e3 = y[q + 3], y[q + 4], y[q + 5], y[q + 6]
            x, z, w = y[u + 3], y[u + 4], y[u + 5]
            y_dot[q], y_dot[q + 1], y_dot[q + 2] = y[u], y[u + 1], y[u + 2]
            y_dot[q + 3] = 0.5 * (-e1 * x - e2 * z - e3 * w)
            y_dot[q + 4] = 0.5 * (e0 * x - e3 * z + e2 * w)
            y_dot[q + 5] = 0.5 * (e3 * x + e0 * z - e1 * w)
            y_dot[q + 6] = 0.5 * (-e2 * x + e1 * z + e0 * w)
            y_dot[u], y_dot[u + 1], y_dot[u + 2] = X[k, ACC], X[k, ACC + 1], X[k, ACC + 2]
            local = rotate_back(X, k, A, (X[k, ALPHA], X[k, ALPHA + 1], X[k, ALPHA + 2]))
            y_dot[u + 3], y_dot[u + 4], y_dot[u + 5] = local[0], local[1], local[2]
    ledger = n_q + n_v + setting.n_z
    for k in range(setting.n_e):
        y_dot[ledger + k] = power[k]


@part
def shift_positions(setting, X, y):
    """Move every body by the small displacement (ACC) and rotation (ALPHA) in the table of
    bodies; keep |p| = 1.
    """
    for k in range(1, X.shape[0]):
        if setting.planar == 1:
            q = 3 * (k - 1)
            y[q] += X[k, ACC + setting.first]
            y[q + 1] += X[k, ACC + setting.second]
            y[q + 2] += setting.sign * X[k, ALPHA + setting.normal]
            continue
        q = 7 * (k - 1)
        e0, e1, e2, e3 = y[q + 3], y[q + 4], y[q + 5], y[q + 6]
        # global: p + (0, x) p / 2
        x, z, w = 0.5 * X[k, ALPHA], 0.5 * X[k, ALPHA + 1], 0.5 * X[k, ALPHA + 2]
        n0, n1 = e0 - x * e1 - z * e2 - w * e3, e1 + x * e0 + z * e3 - w * e2
        n2, n3 = e2 + z * e0 + w * e1 - x * e3, e3 + w * e0 + x * e2 - z * e1
        scale = 1.0 / sqrt(n0 * n0 + n1 * n1 + n2 * n2 + n3 * n3)
        y[q], y[q + 1], y[q + 2] = (
            y[q] + X[k, ACC],
            y[q + 1] + X[k, ACC + 1],
            y[q + 2] + X[k, ACC + 2],
        )
        y[q + 3], y[q + 4], y[q + 5], y[q + 6] = n0 * scale, n1 * scale, n2 * scale, n3 * scale


@part
def shift_velocities(setting, X, y):
    """Change every body's velocity by (ACC, ALPHA) in the table of bodies, given in the global
    frame.
    """
    for k in range(1, X.shape[0]):
        if setting.planar == 1:
            u = setting.n_q + 3 * (k - 1)
            y[u] += X[k, ACC + setting.first]
            y[u + 1] += X[k, ACC + setting.second]
            y[u + 2] += setting.sign * X[k, ALPHA + setting.normal]
            continue
        u = setting.n_q + 6 * (k - 1)
        local = rotate_back(X, k, A, (X[k, ALPHA], X[k, ALPHA + 1], X[k, ALPHA + 2]))
        for c in range(3):
            y[u + c] += X[k, ACC + c]
            y[u + 3 + c] += local[c]
