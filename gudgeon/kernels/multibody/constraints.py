"""Constraint rows of ideal joints and drivers: Phi, its Jacobian and gamma [AmbrosioPombo, eqs.
3-10, corrected].

Each joint is a few scalar rows of five kinds (see records.py). With the global angular velocities
w_i, w_j and d = x_j - x_i between the joint points, rows that hold a distance along a direction u
have the Jacobian [-u, -X x u | u, s_j x u]; rows that hold two vectors perpendicular have [0, a x b
| 0, -a x b], and those that hold an angle with the gradient u [0, -u | 0, u]. The second derivative
is J v_dot - gamma.
"""

from math import sqrt

from ..._base.jit import inline, part
from ..records import ALONG, COINCIDENT, GAMMA, J_I, J_J, LENGTH, NU, PERPENDICULAR, PHI, ROWS, A, W
from .coordinates import (
    TURN,
    angle_gradient,
    angle_gradient_rate,
    joint_points,
    raw_angle,
    relative_spin,
)
from .signals import motion
from .vectors import ZERO, cross, dot, nearest_integer, put, rotate, take


@inline
def constraints(joints, drivers, signals, parameters, X, rows, t):
    """Write Phi, Jacobian, gamma and nu (the right side of J v = nu) of every row; needs an
    expanded state.

    ``points`` are s_i, s_j, d, d_dot and the bias w_j x (w_j x s_j) - w_i x (w_i x s_i) of a joint;
    ``held`` are value, rate and acceleration that a row is held at.
    """
    for k in range(joints.shape[0]):
        joint, first = joints[k], ROWS * k
        s_i, s_j, d, d_dot = joint_points(X, joint)
        w_i, w_j = take(X, joint.i, W), take(X, joint.j, W)
        c_i, c_j = cross(w_i, cross(w_i, s_i)), cross(w_j, cross(w_j, s_j))
        points = s_i, s_j, d, d_dot, (c_j[0] - c_i[0], c_j[1] - c_i[1], c_j[2] - c_i[2])
        for r in range(joint.rows):
            held = prescribed(drivers, signals, parameters, joint, r, t)
            kind = joint.kind[r]
            if kind == COINCIDENT:
                coincident_row(rows, joint, first, r, points)
            elif kind == ALONG:
                along_row(X, rows, joint, first, r, points, w_i, held)
            elif kind == PERPENDICULAR:
                perpendicular_row(X, rows, joint, first, r, w_i, w_j)
            elif kind == LENGTH:
                length_row(rows, first + r, points, held)
            else:
                angle_row(X, rows, joint, first, r, held)


@inline
def prescribed(drivers, signals, parameters, joint, r, t):
    """Return what the row is held at, with rate and acceleration: a driver's motion, or a
    constant.
    """
    k = joint.driver[r]
    if k >= 0:
        return motion(signals, parameters, drivers[k], t)
    if joint.kind[r] == LENGTH:
        return joint.length, 0.0, 0.0
    return 0.0, 0.0, 0.0


@inline
def translation_row(rows, row, u, s_i, s_j):
    """Write the Jacobian of u . (x_j - x_i) for a first body turned about its centre, at s_i
    from it, and a second at s_j.
    """
    m_i, m_j = cross(s_i, u), cross(s_j, u)
    put(rows, row, J_I, (-u[0], -u[1], -u[2]))
    put(rows, row, J_I + 3, (-m_i[0], -m_i[1], -m_i[2]))
    put(rows, row, J_J, u)
    put(rows, row, J_J + 3, m_j)


@inline
def coincident_row(rows, joint, first, r, points):
    """Phi = d_k, one global component of the distance of the two points."""
    s_i, s_j, d, _, bias = points
    k = joint.a[r]
    row = first + r
    u = (1.0, 0.0, 0.0) if k == 0 else ((0.0, 1.0, 0.0) if k == 1 else (0.0, 0.0, 1.0))
    translation_row(rows, row, u, s_i, s_j)
    rows[row, PHI] = dot(u, d)
    rows[row, NU] = 0.0
    rows[row, GAMMA] = -dot(u, bias)


@inline
def along_row(X, rows, joint, first, r, points, w_i, held):
    """Phi = a_i . d - f(t), a_i fixed in the first body."""
    s_i, s_j, d, d_dot, bias = points
    value, rate, acceleration = held
    row = first + r
    a = rotate(X, joint.i, A, joint.axes_i[joint.a[r]])
    a_dot = cross(w_i, a)
    translation_row(rows, row, a, (s_i[0] + d[0], s_i[1] + d[1], s_i[2] + d[2]), s_j)
    rows[row, PHI] = dot(a, d) - value
    rows[row, NU] = rate
    rows[row, GAMMA] = (
        acceleration - dot(d, cross(w_i, a_dot)) - 2.0 * dot(a_dot, d_dot) - dot(a, bias)
    )


@inline
def length_row(rows, row, points, held):
    """Phi = |d| - l(t)"""
    s_i, s_j, d, d_dot, bias = points
    value, rate, acceleration = held
    length = sqrt(dot(d, d))
    u = (d[0] / length, d[1] / length, d[2] / length)
    length_dot = dot(u, d_dot)
    translation_row(rows, row, u, s_i, s_j)
    rows[row, PHI] = length - value
    rows[row, NU] = rate
    rows[row, GAMMA] = (
        acceleration - (dot(d_dot, d_dot) - length_dot * length_dot) / length - dot(u, bias)
    )


@inline
def rotation_row(rows, row, m):
    """Write the Jacobian of a row that only sees the relative rotation: m . (w_j - w_i)."""
    put(rows, row, J_I, ZERO)
    put(rows, row, J_I + 3, (-m[0], -m[1], -m[2]))
    put(rows, row, J_J, ZERO)
    put(rows, row, J_J + 3, m)


@inline
def perpendicular_row(X, rows, joint, first, r, w_i, w_j):
    """Phi = a_i . b_j"""
    row = first + r
    a = rotate(X, joint.i, A, joint.axes_i[joint.a[r]])
    b = rotate(X, joint.j, A, joint.axes_j[joint.b[r]])
    rotation_row(rows, row, cross(b, a))
    rows[row, PHI] = dot(a, b)
    rows[row, NU] = 0.0
    rows[row, GAMMA] = product_bias(a, b, w_i, w_j)


@inline
def product_bias(a, b, w_i, w_j):
    """Return gamma of a . b, a fixed in the first and b in the second body."""
    a_dot, b_dot = cross(w_i, a), cross(w_j, b)
    return -dot(b, cross(w_i, a_dot)) - dot(a, cross(w_j, b_dot)) - 2.0 * dot(a_dot, b_dot)


@part
def angle_row(X, rows, joint, first, r, held):
    """Phi = angle - f(t), nearest turn; u is the gradient of the angle, which turns as the axes
    tilt.
    """
    value, rate, acceleration = held
    row, kind = first + r, joint.a[r]
    u = angle_gradient(X, joint, kind)
    difference = raw_angle(X, joint, kind) - value
    rotation_row(rows, row, u)
    rows[row, PHI] = difference - TURN * nearest_integer(difference / TURN)
    rows[row, NU] = rate
    rows[row, GAMMA] = acceleration - dot(
        angle_gradient_rate(X, joint, kind, u), relative_spin(X, joint)
    )


@part
def constraint_wrench(joints, rows, lam, k):
    """Return force and moment of the constraints of a joint on its second body, about its centre of
    mass; drivers are not part of it.
    """
    joint = joints[k]
    f, m = ZERO, ZERO
    for r in range(joint.rows):
        if joint.driver[r] < 0:
            s = lam[k, r]
            u, v = take(rows, ROWS * k + r, J_J), take(rows, ROWS * k + r, J_J + 3)
            f = (f[0] - s * u[0], f[1] - s * u[1], f[2] - s * u[2])
            m = (m[0] - s * v[0], m[1] - s * v[1], m[2] - s * v[2])
    return f, m
