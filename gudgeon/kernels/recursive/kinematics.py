"""From joint coordinates to poses and velocities of bodies, from the ground outwards.

Every node of the tree hangs on its parent by one elementary joint; a joint with several freedoms is
a chain of nodes of which only the last carries a body. With P the joint point of a node, fixed in
it, w its angular velocity, d the way from the parent's P to its own, and a the axis of its freedom
q [Featherstone2008, sec. 4.4]:

    FIXED    R = R_p T
    TURN     R = R_p T Rot(a, q)        w = w_p + q_dot a
    SLIDE    R = R_p T                  d = hinge + q a
    BALL     R = R(p)                   w = R w'          Euler parameters against the ground
    FREE     R = R(p), P = r            w = R w'          P is the centre of mass

    v_P = v_Pp + w_p x d + q_dot a (SLIDE_NODE)

The orientation of a ball does not depend on the parent's: errors of one do not add to the other,
and no moment passes. Accelerations are those of the parent, moved, and q_ddot a, and what the
velocities bring about: w_p x (w_p x d) + 2 w_p x q_dot a, angular w_p x q_dot a, with q_ddot a of
freedoms that a driver prescribes.
"""

from math import cos, sin

from ..._base.jit import inline
from ..multibody.signals import motion
from ..multibody.vectors import ZERO, add_scaled, cross, put, rotate, scaled, take
from ..records import (
    ACC,
    ALPHA,
    AXIS,
    BALL_NODE,
    BIAS_SHIFT,
    BIAS_TURN,
    CENTRE,
    FREE_NODE,
    INERTIA_A,
    INERTIA_B,
    INERTIA_M,
    MOMENT,
    NODE_ACC,
    NODE_ALPHA,
    NU,
    OFFSET,
    POINT,
    PULL_BACK,
    ROTATION,
    SLIDE_NODE,
    SPEED,
    SPIN,
    TURN_NODE,
    A,
    R,
    V,
    W,
)
from .spatial import add3, nine, product, put6, put9, symmetric_times, turn_matrix


@inline
def outward(system, work, t, y):
    """Write pose, velocity, inertia and velocity bias of every node, and poses and velocities of
    the bodies.
    """
    nodes, n_q, N, X = system.nodes, system.setting[0].n_q, work.nodes, work.bodies
    for k in range(1, nodes.shape[0]):
        node = nodes[k]
        kind, p, q, u = node.kind, node.parent, node.q, n_q + node.u
        w_p, d = take(N, p, SPIN), rotate(N, p, ROTATION, node.hinge)
        x, x_dot, x_ddot = 0.0, 0.0, 0.0
        if node.driver >= 0:
            driver = system.drivers[node.driver]
            x, x_dot, x_ddot = motion(system.signals, system.parameters, driver, t)
            work.rows[driver.row, NU] = x_dot
            x, x_dot, x_ddot = node.way * x, node.way * x_dot, node.way * x_ddot
        elif kind == TURN_NODE or kind == SLIDE_NODE:
            x, x_dot = y[q], y[u]
        w, turning, shifting = w_p, ZERO, ZERO
        if kind == BALL_NODE or kind == FREE_NODE:
            e = q if kind == BALL_NODE else q + 3
            m = rotation_matrix(y[e], y[e + 1], y[e + 2], y[e + 3])
        else:
            m = product(nine(N, p, ROTATION), matrix(node.turned))
        if kind == TURN_NODE:
            a = times(m, node.axis)
            put(N, k, AXIS, a)
            m = turned_about(m, node.axis, a, x)
            spin = scaled(x_dot, a)
            w = add3(w_p, spin)
            turning = add_scaled(cross(w_p, spin), x_ddot, a)
        elif kind == SLIDE_NODE:
            a = rotate(N, p, ROTATION, node.axis)
            put(N, k, AXIS, a)
            d = add_scaled(d, x, a)
            shifting = scaled(x_dot, a)
        moved = cross(w_p, d)
        v = add3(add3(take(N, p, SPEED), moved), shifting)
        bias = cross(w_p, add_scaled(moved, 2.0, shifting))
        if kind == BALL_NODE:
            w = times(m, (y[u], y[u + 1], y[u + 2]))
        elif kind == SLIDE_NODE:
            bias = add_scaled(bias, x_ddot, take(N, k, AXIS))
        elif kind == FREE_NODE:
            d, v = (y[q], y[q + 1], y[q + 2]), (y[u], y[u + 1], y[u + 2])
            w = times(m, (y[u + 3], y[u + 4], y[u + 5]))
        at = add3(take(N, p, POINT), d)
        put(N, k, POINT, at)
        put(N, k, SPEED, v)
        put9(N, k, ROTATION, m)
        put(N, k, SPIN, w)
        put(N, k, OFFSET, d)
        put(N, k, BIAS_TURN, turning)
        put(N, k, BIAS_SHIFT, bias)
        c = ZERO
        if node.body > 0:
            b = node.body
            c = times(m, node.lever)
            put(X, b, R, add3(at, c))
            put9(X, b, A, m)
            put(X, b, V, add3(v, cross(w, c)))
            put(X, b, W, w)
        put(N, k, CENTRE, c)
        own_inertia(node, N, k, m, w, c)


@inline
def own_inertia(node, N, k, m, w, c):
    """Write the inertia of a node's body about its joint point, A = J + m (c.c - c c^T) and B =
    m c~, and its gyroscopic moment and force, w x A w and m w x (w x c).
    """
    mass = node.mass
    mc = scaled(mass, c)
    J = turn_matrix(m, node.inertia)
    J = (
        J[0] + mc[1] * c[1] + mc[2] * c[2],
        J[1] + mc[0] * c[0] + mc[2] * c[2],
        J[2] + mc[0] * c[0] + mc[1] * c[1],
        J[3] - mc[0] * c[1],
        J[4] - mc[0] * c[2],
        J[5] - mc[1] * c[2],
    )
    put6(N, k, INERTIA_A, J)
    put9(N, k, INERTIA_B, (0.0, -mc[2], mc[1], mc[2], 0.0, -mc[0], -mc[1], mc[0], 0.0))
    put6(N, k, INERTIA_M, (mass, mass, mass, 0.0, 0.0, 0.0))
    put(N, k, MOMENT, cross(w, symmetric_times(J, w)))
    put(N, k, PULL_BACK, cross(w, cross(w, mc)))


@inline
def matrix(x):
    """Return a matrix of a record as nine numbers."""
    return x[0, 0], x[0, 1], x[0, 2], x[1, 0], x[1, 1], x[1, 2], x[2, 0], x[2, 1], x[2, 2]


@inline
def times(m, s):
    """m s"""
    return (
        m[0] * s[0] + m[1] * s[1] + m[2] * s[2],
        m[3] * s[0] + m[4] * s[1] + m[5] * s[2],
        m[6] * s[0] + m[7] * s[1] + m[8] * s[2],
    )


@inline
def rotation_matrix(e0, e1, e2, e3):
    """Return A(p), row by row; p need not be of unit length."""
    s = 2.0 / (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3)
    return (
        1.0 - s * (e2 * e2 + e3 * e3), s * (e1 * e2 - e0 * e3), s * (e1 * e3 + e0 * e2),
        s * (e1 * e2 + e0 * e3), 1.0 - s * (e1 * e1 + e3 * e3), s * (e2 * e3 - e0 * e1),
        s * (e1 * e3 - e0 * e2), s * (e2 * e3 + e0 * e1), 1.0 - s * (e1 * e1 + e2 * e2),
    )  # fmt: skip


@inline
def turned_about(m, axis, a, angle):
    """Return m Rot(axis, angle) = m (c I + s axis~ + (1 - c) axis axis^T); ``a`` is m axis."""
    c, s = cos(angle), sin(angle)
    x, y, z = axis[0], axis[1], axis[2]
    g = scaled(1.0 - c, a)
    return (
        c * m[0] + s * (z * m[1] - y * m[2]) + g[0] * x,
        c * m[1] + s * (x * m[2] - z * m[0]) + g[0] * y,
        c * m[2] + s * (y * m[0] - x * m[1]) + g[0] * z,
        c * m[3] + s * (z * m[4] - y * m[5]) + g[1] * x,
        c * m[4] + s * (x * m[5] - z * m[3]) + g[1] * y,
        c * m[5] + s * (y * m[3] - x * m[4]) + g[1] * z,
        c * m[6] + s * (z * m[7] - y * m[8]) + g[2] * x,
        c * m[7] + s * (x * m[8] - z * m[6]) + g[2] * y,
        c * m[8] + s * (y * m[6] - x * m[7]) + g[2] * z,
    )


@inline
def accelerate_body(node, X, N, k):
    """Write and return the accelerations of a node's body, angular and of its centre of mass, from
    those of the node.
    """
    b = node.body
    alpha, w, c = take(N, k, NODE_ALPHA), take(X, b, W), take(N, k, CENTRE)
    a = add3(take(N, k, NODE_ACC), add3(cross(alpha, c), cross(w, cross(w, c))))
    put(X, b, ACC, a)
    put(X, b, ALPHA, alpha)
    return alpha, a
