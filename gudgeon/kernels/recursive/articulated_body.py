"""Articulated bodies: accelerations of a tree in time proportional to its size.

The bodies outboard of a joint answer an acceleration (alpha, a) of the joint point with the moment
and force [Featherstone2008, sec. 7.3]

    (n, f) = [A B; B^T M] (alpha, a) + (n_0, f_0)

of their articulated inertia and bias, about that point in the global frame. ``inward`` finds both
from the leaves on: the freedoms of a joint write_reaction no force, so they are eliminated and the rest is
moved to the parent. ``forward`` finds the accelerations, from the ground on.

    TURN    g = A s, h = B^T s, x = -s.(n_0, f_0)/D, D = s.g        s the axis
    SLIDE   g = B s, h = M s                         D = s.h
    BALL    Y = A^-1 B, x = -A^-1 n_0                               no moment passes
    FREE    likewise, then a = -(M - B^T Y)^-1 f_0'                 nothing passes

    x_ddot = x - (g.alpha + h.a)/D,   alpha = x - Y a
"""

from ..._base.jit import inline
from ..multibody.vectors import add, add_scaled, cross, dot, minus, put, scaled, take
from ..records import (
    AXIS,
    BALL_NODE,
    BIAS_SHIFT,
    BIAS_TURN,
    CENTRE,
    FIXED_NODE,
    FREE_NODE,
    FREE_SHIFT,
    FREE_TURN,
    GAIN,
    INERTIA_A,
    INERTIA_B,
    INERTIA_M,
    INVERSE_A,
    INVERSE_M,
    MOMENT,
    NODE_ACC,
    NODE_ALPHA,
    OFFSET,
    PULL_BACK,
    ROTATION,
    SLIDE_NODE,
    F,
    T,
)
from .spatial import (
    add3,
    add6,
    add9,
    inverse,
    matrix_times,
    nine,
    put6,
    put9,
    six,
    symmetric_times,
    transposed_times,
)

ONE_OVER_D = INVERSE_A
"""Column of 1/D of a single freedom, and of x (FREE_TURN)."""


@inline
def inward(nodes, X, N):
    """Eliminate the freedoms of every node, from the leaves on, and add what is left to its
    parent. The wrenches (F, T) that act on bodies are part of the bias.
    """
    for k in range(nodes.shape[0] - 1, 0, -1):
        node = nodes[k]
        kind, p = node.kind, node.parent
        A, B, M = six(N, k, INERTIA_A), nine(N, k, INERTIA_B), six(N, k, INERTIA_M)
        if node.body > 0:
            f = take(X, node.body, F)
            n = add3(take(X, node.body, T), cross(take(N, k, CENTRE), f))
            add(N, k, MOMENT, scaled(-1.0, n))
            add(N, k, PULL_BACK, scaled(-1.0, f))
        turn, shift = take(N, k, BIAS_TURN), take(N, k, BIAS_SHIFT)
        n = add3(take(N, k, MOMENT), add3(symmetric_times(A, turn), matrix_times(B, shift)))
        f = add3(take(N, k, PULL_BACK), add3(transposed_times(B, turn), symmetric_times(M, shift)))
        if kind >= BALL_NODE:
            i = inverse(A)
            x, y, z = (B[0], B[3], B[6]), (B[1], B[4], B[7]), (B[2], B[5], B[8])
            a, b, c = symmetric_times(i, x), symmetric_times(i, y), symmetric_times(i, z)
            put6(N, k, INVERSE_A, i)
            put9(N, k, GAIN, (a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]))
            put(N, k, FREE_TURN, scaled(-1.0, symmetric_times(i, n)))
            M = (
                M[0] - dot(x, a), M[1] - dot(y, b), M[2] - dot(z, c),
                M[3] - dot(x, b), M[4] - dot(x, c), M[5] - dot(y, c),
            )  # fmt: skip
            f = minus(f, (dot(a, n), dot(b, n), dot(c, n)))
            if kind == FREE_NODE:
                i = inverse(M)
                put6(N, k, INVERSE_M, i)
                put(N, k, FREE_SHIFT, scaled(-1.0, symmetric_times(i, f)))
            elif p > 0:
                pass_force(N, p, take(N, k, OFFSET), M, f)
            continue
        if kind != FIXED_NODE and node.driver < 0:
            s = take(N, k, AXIS)
            if kind == SLIDE_NODE:
                g, h = matrix_times(B, s), symmetric_times(M, s)
                i_d = 1.0 / dot(s, h)
                x = -dot(s, f) * i_d
            else:
                g, h = symmetric_times(A, s), transposed_times(B, s)
                i_d = 1.0 / dot(s, g)
                x = -dot(s, n) * i_d
            put(N, k, GAIN, g)
            put(N, k, GAIN + 3, h)
            N[k, ONE_OVER_D], N[k, FREE_TURN] = i_d, x
            if p == 0:
                continue
            e, j = scaled(i_d, g), scaled(i_d, h)
            A = (
                A[0] - e[0] * g[0], A[1] - e[1] * g[1], A[2] - e[2] * g[2],
                A[3] - e[0] * g[1], A[4] - e[0] * g[2], A[5] - e[1] * g[2],
            )  # fmt: skip
            B = (
                B[0] - e[0] * h[0], B[1] - e[0] * h[1], B[2] - e[0] * h[2],
                B[3] - e[1] * h[0], B[4] - e[1] * h[1], B[5] - e[1] * h[2],
                B[6] - e[2] * h[0], B[7] - e[2] * h[1], B[8] - e[2] * h[2],
            )  # fmt: skip
            M = (
                M[0] - j[0] * h[0], M[1] - j[1] * h[1], M[2] - j[2] * h[2],
                M[3] - j[0] * h[1], M[4] - j[0] * h[2], M[5] - j[1] * h[2],
            )  # fmt: skip
            n, f = add_scaled(n, x, g), add_scaled(f, x, h)
        else:
            N[k, FREE_TURN] = 0.0
        if p > 0:
            d = take(N, k, OFFSET)
            # columns of d~ B^T
            x, y, z = (
                cross(d, (B[0], B[1], B[2])),
                cross(d, (B[3], B[4], B[5])),
                cross(d, (B[6], B[7], B[8])),
            )
            add6(
                N,
                p,
                INERTIA_A,
                (
                    A[0] + 2.0 * x[0], A[1] + 2.0 * y[1], A[2] + 2.0 * z[2],
                    A[3] + y[0] + x[1], A[4] + z[0] + x[2], A[5] + z[1] + y[2],
                ),
            )  # fmt: skip
            add9(N, p, INERTIA_B, B)
            add(N, p, MOMENT, n)
            pass_force(N, p, d, M, f)


@inline
def pass_force(N, p, d, M, f):
    """Add to a node the part M of an articulated inertia, and the force f, that act at d from its
    joint point.
    """
    # columns of E = d~ M
    x, y, z = (
        cross(d, (M[0], M[3], M[4])),
        cross(d, (M[3], M[1], M[5])),
        cross(d, (M[4], M[5], M[2])),
    )
    add6(  # -E d~
        N,
        p,
        INERTIA_A,
        (
            z[0] * d[1] - y[0] * d[2], x[1] * d[2] - z[1] * d[0], y[2] * d[0] - x[2] * d[1],
            x[0] * d[2] - z[0] * d[0], y[0] * d[0] - x[0] * d[1], y[1] * d[0] - x[1] * d[1],
        ),
    )  # fmt: skip
    add9(N, p, INERTIA_B, (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]))
    add6(N, p, INERTIA_M, M)
    add(N, p, MOMENT, cross(d, f))
    add(N, p, PULL_BACK, f)


@inline
def forward(nodes, N, n_q, out, moving):
    """Write the accelerations of all freedoms, as their velocities stand in a state, and those of
    the joint points; with ``moving`` those that velocities bring about belong to them.
    """
    for k in range(1, nodes.shape[0]):
        node = nodes[k]
        kind, p, u = node.kind, node.parent, n_q + node.u
        alpha = take(N, p, NODE_ALPHA)
        a = add3(take(N, p, NODE_ACC), cross(alpha, take(N, k, OFFSET)))
        if kind >= BALL_NODE:
            if kind == FREE_NODE:
                a = take(N, k, FREE_SHIFT)
                out[u], out[u + 1], out[u + 2] = a[0], a[1], a[2]
                u += 3
            alpha = minus(take(N, k, FREE_TURN), matrix_times(nine(N, k, GAIN), a))
            local = transposed_times(nine(N, k, ROTATION), alpha)
            out[u], out[u + 1], out[u + 2] = local[0], local[1], local[2]
        elif kind != FIXED_NODE and node.driver < 0:
            x = N[k, FREE_TURN] - N[k, ONE_OVER_D] * (
                dot(take(N, k, GAIN), alpha) + dot(take(N, k, GAIN + 3), a)
            )
            out[u] = x
            if kind == SLIDE_NODE:
                a = add_scaled(a, x, take(N, k, AXIS))
            else:
                alpha = add_scaled(alpha, x, take(N, k, AXIS))
        if moving and kind != FREE_NODE:
            alpha, a = add3(alpha, take(N, k, BIAS_TURN)), add3(a, take(N, k, BIAS_SHIFT))
        put(N, k, NODE_ALPHA, alpha)
        put(N, k, NODE_ACC, a)
