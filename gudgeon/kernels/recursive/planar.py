"""The same sweeps for mechanisms in a plane, with three numbers a body instead of six.

They fill the same columns of the tables, those of the plane and of its normal; all others stay
zero, so that drivers, reactions and the solution of the cut joints need no second version. Inside, angles, moments and
angular accelerations count from the first axis of the plane to the second; about the global normal
they have the sign of the plane. With e = (-d_2, d_1) for a way d, w x d is w e and d x f is e.f; a
pin bears no moment, so that only the force part is passed to its parent:

    [A b; b^T M]   pin: M - b b^T/A         moved by d: A + 2 b.e + e.M e, b + M e, M
"""

from math import cos, sin

import numpy as np

from ..._base.jit import inline
from ..multibody.signals import motion
from ..records import (
    AXIS,
    BIAS_SHIFT,
    BIAS_TURN,
    CENTRE,
    FREE_TURN,
    GAIN,
    INERTIA_A,
    INERTIA_B,
    INERTIA_M,
    INVERSE_A,
    J_I,
    J_J,
    MOMENT,
    NODE_ACC,
    NODE_ALPHA,
    NU,
    OFFSET,
    POINT,
    PULL_BACK,
    ROTATION,
    ROWS,
    SLIDE_NODE,
    SPEED,
    SPIN,
    TURN_NODE,
    A,
    F,
    R,
    T,
    V,
    W,
)

ONE_OVER_D = INVERSE_A


@inline
def plane_of(setting):
    """Return the first axis of the plane, the second and the normal, and its sign: at hand, so that
    nobody looks them up again behind every number that is written.
    """
    return setting.first, setting.second, setting.normal, setting.sign


@inline
def at(column):
    """Return a column as a number that is never negative: nobody asks whether it counts from the
    end, which takes longer than what is done with most of them.
    """
    return np.uint64(column)


@inline
def put_pair(table, row, column, plane, x, y):
    """Write the two components in the plane of a vector."""
    table[row, at(column + plane[0])] = x
    table[row, at(column + plane[1])] = y


@inline
def pair(table, row, column, plane):
    """Return the two components in the plane of a vector."""
    return table[row, at(column + plane[0])], table[row, at(column + plane[1])]


@inline
def put_rotation(table, row, column, plane, c, s):
    """Write the rotation about the normal, from the first axis to the second."""
    e, g, z, _ = plane
    table[row, at(column + 4 * e)] = c
    table[row, at(column + 4 * g)] = c
    table[row, at(column + 3 * g + e)] = s
    table[row, at(column + 3 * e + g)] = -s
    table[row, at(column + 4 * z)] = 1.0


@inline
def outward_in_plane(system, work, t, y):
    """Write pose, velocity, inertia and velocity bias of every node, and poses and velocities of
    the bodies.
    """
    setting, nodes, N, X = system.setting[0], system.nodes, work.nodes, work.bodies
    plane = plane_of(setting)
    e, g, z, sign = plane
    for k in range(1, nodes.shape[0]):
        node = nodes[k]
        p, kind = node.parent, node.kind
        x, x_dot, x_ddot = 0.0, 0.0, 0.0
        if node.driver >= 0:
            driver = system.drivers[node.driver]
            x, x_dot, x_ddot = motion(system.signals, system.parameters, driver, t)
            work.rows[driver.row, NU] = x_dot
            x, x_dot, x_ddot = node.way * x, node.way * x_dot, node.way * x_ddot
        elif kind == TURN_NODE or kind == SLIDE_NODE:
            x, x_dot = y[node.q], y[setting.n_q + node.u]
        c_p, s_p = N[p, at(ROTATION + 4 * e)], N[p, at(ROTATION + 3 * g + e)]
        w_p = sign * N[p, at(SPIN + z)]
        d_x = c_p * node.hinge[at(e)] - s_p * node.hinge[at(g)]
        d_y = s_p * node.hinge[at(e)] + c_p * node.hinge[at(g)]
        c_0, s_0 = node.turned[at(e), at(e)], node.turned[at(g), at(e)]
        c, s = c_p * c_0 - s_p * s_0, s_p * c_0 + c_p * s_0
        w, turning, rate_x, rate_y, known_x, known_y = w_p, 0.0, 0.0, 0.0, 0.0, 0.0
        if kind == TURN_NODE:
            sense = sign * node.axis[at(z)]
            c_q, s_q = cos(x), sense * sin(x)
            c, s = c * c_q - s * s_q, s * c_q + c * s_q
            w, turning = w_p + sense * x_dot, sense * x_ddot
            N[k, at(AXIS + z)] = node.axis[at(z)]
        elif kind == SLIDE_NODE:
            a_x = c_p * node.axis[at(e)] - s_p * node.axis[at(g)]
            a_y = s_p * node.axis[at(e)] + c_p * node.axis[at(g)]
            put_pair(N, k, AXIS, plane, a_x, a_y)
            d_x, d_y = d_x + x * a_x, d_y + x * a_y
            rate_x, rate_y = x_dot * a_x, x_dot * a_y
            known_x, known_y = x_ddot * a_x, x_ddot * a_y
        moved_x, moved_y = -w_p * d_y, w_p * d_x
        v_x = N[p, at(SPEED + e)] + moved_x + rate_x
        v_y = N[p, at(SPEED + g)] + moved_y + rate_y
        at_x, at_y = N[p, at(POINT + e)] + d_x, N[p, at(POINT + g)] + d_y
        put_pair(N, k, POINT, plane, at_x, at_y)
        put_pair(N, k, SPEED, plane, v_x, v_y)
        put_rotation(N, k, ROTATION, plane, c, s)
        N[k, at(SPIN + z)] = sign * w
        put_pair(N, k, OFFSET, plane, d_x, d_y)
        N[k, at(BIAS_TURN + z)] = sign * turning
        put_pair(
            N,
            k,
            BIAS_SHIFT,
            plane,
            known_x - w_p * (moved_y + 2.0 * rate_y),
            known_y + w_p * (moved_x + 2.0 * rate_x),
        )
        c_x = c * node.lever[at(e)] - s * node.lever[at(g)]
        c_y = s * node.lever[at(e)] + c * node.lever[at(g)]
        if node.body > 0:
            b = node.body
            put_pair(X, b, R, plane, at_x + c_x, at_y + c_y)
            X[b, at(R + z)] = system.bodies[b].height
            put_rotation(X, b, A, plane, c, s)
            put_pair(X, b, V, plane, v_x - w * c_y, v_y + w * c_x)
            X[b, at(W + z)] = sign * w
        put_pair(N, k, CENTRE, plane, c_x, c_y)
        mass = node.mass
        own = node.inertia[at(z)] + mass * (c_x * c_x + c_y * c_y)
        put_inertia(N, k, plane, own, -mass * c_y, mass * c_x, mass, mass, 0.0)
        N[k, at(MOMENT + z)] = 0.0
        put_pair(N, k, PULL_BACK, plane, -mass * w * w * c_x, -mass * w * w * c_y)


@inline
def put_inertia(N, k, plane, moment, b_x, b_y, m_xx, m_yy, m_xy):
    """Write the inertia of a node about its joint point."""
    e, g, z, sign = plane
    N[k, at(INERTIA_A + z)] = moment
    N[k, at(INERTIA_B + 3 * z + e)], N[k, at(INERTIA_B + 3 * z + g)] = sign * b_x, sign * b_y
    N[k, at(INERTIA_M + e)], N[k, at(INERTIA_M + g)], N[k, at(INERTIA_M + 2 + e + g)] = (
        m_xx,
        m_yy,
        m_xy,
    )


@inline
def inward_in_plane(system, X, N):
    """Eliminate the freedoms of every node, from the leaves on, and add what is left to its
    parent.
    """
    setting, nodes = system.setting[0], system.nodes
    plane = plane_of(setting)
    e, g, z, sign = plane
    for k in range(nodes.shape[0] - 1, 0, -1):
        node = nodes[k]
        kind, p = node.kind, node.parent
        if node.body > 0:
            f_x, f_y = pair(X, node.body, F, plane)
            c_x, c_y = pair(N, k, CENTRE, plane)
            N[k, at(MOMENT + z)] -= X[node.body, at(T + z)] + sign * (c_x * f_y - c_y * f_x)
            N[k, at(PULL_BACK + e)] -= f_x
            N[k, at(PULL_BACK + g)] -= f_y
        own = N[k, at(INERTIA_A + z)]
        b_x, b_y = sign * N[k, at(INERTIA_B + 3 * z + e)], sign * N[k, at(INERTIA_B + 3 * z + g)]
        m_xx, m_yy = pair(N, k, INERTIA_M, plane)
        m_xy = N[k, at(INERTIA_M + 2 + e + g)]
        turn = sign * N[k, at(BIAS_TURN + z)]
        h_x, h_y = pair(N, k, BIAS_SHIFT, plane)
        n = sign * N[k, at(MOMENT + z)] + own * turn + b_x * h_x + b_y * h_y
        f_x, f_y = pair(N, k, PULL_BACK, plane)
        f_x += b_x * turn + m_xx * h_x + m_xy * h_y
        f_y += b_y * turn + m_xy * h_x + m_yy * h_y
        if node.driver >= 0 or (kind != TURN_NODE and kind != SLIDE_NODE):
            N[k, FREE_TURN] = 0.0
        elif kind == TURN_NODE:
            sense, i_d = sign * node.axis[at(z)], 1.0 / own
            N[k, at(GAIN + z)] = own * node.axis[at(z)]
            put_pair(N, k, GAIN + 3, plane, sense * b_x, sense * b_y)
            N[k, ONE_OVER_D], N[k, FREE_TURN] = i_d, -sense * n * i_d
            m_xx, m_yy = m_xx - b_x * b_x * i_d, m_yy - b_y * b_y * i_d
            m_xy -= b_x * b_y * i_d
            f_x, f_y = f_x - b_x * n * i_d, f_y - b_y * n * i_d
            own, b_x, b_y, n = 0.0, 0.0, 0.0, 0.0
        else:
            a_x, a_y = pair(N, k, AXIS, plane)
            across = b_x * a_x + b_y * a_y
            h_x, h_y = m_xx * a_x + m_xy * a_y, m_xy * a_x + m_yy * a_y
            i_d = 1.0 / (a_x * h_x + a_y * h_y)
            x = -(a_x * f_x + a_y * f_y) * i_d
            N[k, at(GAIN + z)] = sign * across
            put_pair(N, k, GAIN + 3, plane, h_x, h_y)
            N[k, ONE_OVER_D], N[k, FREE_TURN] = i_d, x
            own -= across * across * i_d
            b_x, b_y = b_x - across * h_x * i_d, b_y - across * h_y * i_d
            m_xx, m_yy = m_xx - h_x * h_x * i_d, m_yy - h_y * h_y * i_d
            m_xy -= h_x * h_y * i_d
            n, f_x, f_y = n + x * across, f_x + x * h_x, f_y + x * h_y
        if p > 0:
            d_x, d_y = pair(N, k, OFFSET, plane)
            r_x, r_y = m_xy * d_x - m_xx * d_y, m_yy * d_x - m_xy * d_y
            N[p, at(INERTIA_A + z)] += own - (2.0 * b_x + r_x) * d_y + (2.0 * b_y + r_y) * d_x
            N[p, at(INERTIA_B + 3 * z + e)] += sign * (b_x + r_x)
            N[p, at(INERTIA_B + 3 * z + g)] += sign * (b_y + r_y)
            N[p, at(INERTIA_M + e)] += m_xx
            N[p, at(INERTIA_M + g)] += m_yy
            N[p, at(INERTIA_M + 2 + e + g)] += m_xy
            N[p, at(MOMENT + z)] += sign * (n + d_x * f_y - d_y * f_x)
            N[p, at(PULL_BACK + e)] += f_x
            N[p, at(PULL_BACK + g)] += f_y


@inline
def forward_in_plane(system, N, out, moving):
    """Write the accelerations of all freedoms, and those of the joint points; with ``moving``
    those that velocities bring about belong to them.
    """
    setting, nodes = system.setting[0], system.nodes
    plane = plane_of(setting)
    _, _, z, sign = plane
    for k in range(1, nodes.shape[0]):
        node = nodes[k]
        p = node.parent
        alpha = sign * N[p, at(NODE_ALPHA + z)]
        d_x, d_y = pair(N, k, OFFSET, plane)
        a_x, a_y = pair(N, p, NODE_ACC, plane)
        a_x, a_y = a_x - alpha * d_y, a_y + alpha * d_x
        if node.driver < 0 and (node.kind == TURN_NODE or node.kind == SLIDE_NODE):
            h_x, h_y = pair(N, k, GAIN + 3, plane)
            x = N[k, FREE_TURN] - N[k, ONE_OVER_D] * (
                sign * N[k, at(GAIN + z)] * alpha + h_x * a_x + h_y * a_y
            )
            out[setting.n_q + node.u] = x
            if node.kind == TURN_NODE:
                alpha += sign * node.axis[at(z)] * x
            else:
                s_x, s_y = pair(N, k, AXIS, plane)
                a_x, a_y = a_x + x * s_x, a_y + x * s_y
        if moving:
            h_x, h_y = pair(N, k, BIAS_SHIFT, plane)
            alpha += sign * N[k, at(BIAS_TURN + z)]
            a_x, a_y = a_x + h_x, a_y + h_y
        N[k, at(NODE_ALPHA + z)] = sign * alpha
        put_pair(N, k, NODE_ACC, plane, a_x, a_y)


@inline
def pull_rows_in_plane(system, work):
    """Write W and V of all rows of cut joints, and J a_0 of the tree without them into work.rhs
    (cut_joints.py).
    """
    N, rows, rhs, nodes, paths = work.nodes, work.rows, work.rhs, system.nodes, system.paths
    plane = plane_of(system.setting[0])
    for c in range(system.cuts.shape[0]):
        cut = system.cuts[c]
        for r in range(system.joints[cut.joint].rows):
            row, line = ROWS * cut.joint + r, cut.line
            n_i, x_i, y_i, known = row_at_joint_point(N, cut.node_i, rows, row, J_I, plane)
            n, x, y, more = row_at_joint_point(N, cut.node_j, rows, row, J_J, plane)
            known += more
            for k in range(cut.first, cut.second):
                line, n_i, x_i, y_i, more = pull_in_plane(
                    nodes, work, paths[k], line, r, n_i, x_i, y_i, plane
                )
                known += more
            for k in range(cut.second, cut.trunk):
                line, n, x, y, more = pull_in_plane(nodes, work, paths[k], line, r, n, x, y, plane)
                known += more
            n, x, y = n + n_i, x + x_i, y + y_i
            for k in range(cut.trunk, cut.end):
                line, n, x, y, more = pull_in_plane(nodes, work, paths[k], line, r, n, x, y, plane)
                known += more
            rhs[cut.joint, r] = known


@inline
def row_at_joint_point(N, node, rows, row, c, plane):
    """Return the row of a body's Jacobian about its joint point, moment and force, and what it has of
    the acceleration of the centre of mass about that point.
    """
    _, _, z, sign = plane
    x, y = pair(rows, row, c, plane)
    c_x, c_y = pair(N, node, CENTRE, plane)
    w = N[node, at(SPIN + z)]
    return sign * rows[row, at(c + 3 + z)] + c_x * y - c_y * x, x, y, -w * w * (x * c_x + y * c_y)


@inline
def pull_in_plane(nodes, work, k, line, r, n, x, y, plane):
    """Pull row r, of moment n and force (x, y), through node k; return the next line, the row at
    the parent, and what is known of J a_0 from here.
    """
    N, W, V = work.nodes, work.pulled, work.divided
    _, _, z, sign = plane
    h_x, h_y = pair(N, k, BIAS_SHIFT, plane)
    known = x * h_x + y * h_y + sign * n * N[k, at(BIAS_TURN + z)]
    kind = nodes[k].kind
    if kind == TURN_NODE or kind == SLIDE_NODE:
        if kind == TURN_NODE:
            w = sign * n * N[k, at(AXIS + z)]
        else:
            a_x, a_y = pair(N, k, AXIS, plane)
            w = x * a_x + y * a_y
        W[line, r], V[line, r] = w, 0.0
        if nodes[k].driver < 0:
            s = w * N[k, ONE_OVER_D]
            V[line, r] = s
            known += w * N[k, FREE_TURN]
            g_x, g_y = pair(N, k, GAIN + 3, plane)
            n, x, y = n - s * sign * N[k, at(GAIN + z)], x - s * g_x, y - s * g_y
        line += 1
    d_x, d_y = pair(N, k, OFFSET, plane)
    return line, n + d_x * y - d_y * x, x, y, known
