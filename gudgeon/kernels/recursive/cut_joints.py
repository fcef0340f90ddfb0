"""Cut joints: the constraints that close the loops of a tree.

A row J of a cut joint is pulled from its two bodies to the ground, through the articulated bodies:
it leaves W = J S in every freedom S that it passes, and passes on what the eliminated freedom lets
through. With V = W D^-1 the inverse inertia that the rows meet
is [Featherstone2008, sec. 8.5; Rodriguez1992]

    S = V W^T,    S lam = J a_0 - gamma,    x -= V^T lam

where a_0 are the accelerations of the tree without these rows, whose x is that of
articulated_body.py. S is factored block by block by the same program as that of all joints
(multibody/schur.py), whose instructions before FACTOR are here

    JOIN    line_a, line_b, count, offset, n       S[a, b] += V_a W_b^T of some common freedoms
    KEEP    offset, joint                          remember the scale of the rows

How near a singular position is tells the smallest pivot, measured against the diagonal that a row
would have on free bodies: in joint coordinates a row vanishes as a whole where it adds nothing to
the tree. It keeps its digits then, as W does, and holds until nothing is left of it; only a pivot
that is small against the row's own diagonal is rounding. Rows that depend on others there are treated
as those of all joints are, by proximal iteration with S x as V (W^T x), in which each row is measured
against its own diagonal. Of rows that depend on others everywhere, of which FACTOR knows the number in
its block, those with the smallest pivots are left out: a state that is off the constraints by d, as
stages of a step are, would have them ask for something else than the others, with a pivot of d^2 only.
"""

from ..._base.jit import inline, noinline, part
from ..multibody.schur import (
    FACTOR,
    JOIN,
    NEARLY,
    NOTHING,
    PANEL,
    PROXIMAL,
    UPDATE,
    add_to,
    column,
    panel,
    store,
    substitute,
    subtract,
    update,
)
from ..multibody.vectors import ZERO, add_scaled, cross, dot, minus, take
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
    INVERSE_A,
    INVERSE_M,
    J_I,
    J_J,
    OFFSET,
    ROWS,
    SLIDE_NODE,
    SPIN,
    TRIAL,
)
from .articulated_body import ONE_OVER_D
from .spatial import add3, nine, six, symmetric_times, transposed_times

# a row of which less than this part is left of what it has on free bodies, squared, is rounding
VANISHED = 1e-28
ALL_ROWS = 63  # a bit each


@inline
def pull_rows(system, work):
    """Write W and V of all rows of cut joints, and J a_0 of the tree without them into work.rhs."""
    N, rows, rhs = work.nodes, work.rows, work.rhs
    for c in range(system.cuts.shape[0]):
        cut = system.cuts[c]
        for r in range(system.joints[cut.joint].rows):
            row = ROWS * cut.joint + r
            known = centrifugal(N, cut.node_i, rows, row, J_I)
            known += centrifugal(N, cut.node_j, rows, row, J_J)
            line = cut.line
            n_i, f_i = at_joint_point(N, cut.node_i, rows, row, J_I)
            n, f = at_joint_point(N, cut.node_j, rows, row, J_J)
            for k in range(cut.first, cut.second):
                line, n_i, f_i, more = pull(system.nodes, work, system.paths[k], line, r, n_i, f_i)
                known += more
            for k in range(cut.second, cut.trunk):
                line, n, f, more = pull(system.nodes, work, system.paths[k], line, r, n, f)
                known += more
            n, f = add3(n, n_i), add3(f, f_i)
            for k in range(cut.trunk, cut.end):
                line, n, f, more = pull(system.nodes, work, system.paths[k], line, r, n, f)
                known += more
            rhs[cut.joint, r] = known


@inline
def at_joint_point(N, node, rows, row, c):
    """Return the row of a body's Jacobian, which speaks of its centre of mass, about its joint
    point: angular and linear part.
    """
    f = take(rows, row, c)
    return add3(take(rows, row, c + 3), cross(take(N, node, CENTRE), f)), f


@inline
def centrifugal(N, node, rows, row, c):
    """Return what J has of the acceleration of a centre of mass about its joint point."""
    w = take(N, node, SPIN)
    return dot(take(rows, row, c), cross(w, cross(w, take(N, node, CENTRE))))


@inline
def pull(nodes, work, k, line, r, n, f):
    """Pull row r (n, f) through node k; return the next line, the row at the parent, and what is
    known of J a_0 from here.
    """
    N, W, V = work.nodes, work.pulled, work.divided
    kind = nodes[k].kind
    known = dot(f, take(N, k, BIAS_SHIFT)) + dot(n, take(N, k, BIAS_TURN))
    if kind >= BALL_NODE:
        known += dot(n, take(N, k, FREE_TURN))
        put_line(W, line, r, n)
        put_line(V, line, r, symmetric_times(six(N, k, INVERSE_A), n))
        n, f = ZERO, minus(f, transposed_times(nine(N, k, GAIN), n))
        line += 3
        if kind == FREE_NODE:
            known += dot(f, take(N, k, FREE_SHIFT))
            put_line(W, line, r, f)
            put_line(V, line, r, symmetric_times(six(N, k, INVERSE_M), f))
            line += 3
    elif kind != FIXED_NODE:
        x = dot(take(N, k, AXIS), f if kind == SLIDE_NODE else n)
        W[line, r], V[line, r] = x, 0.0
        if nodes[k].driver < 0:
            s = x * N[k, ONE_OVER_D]
            V[line, r] = s
            known += x * N[k, FREE_TURN]
            n = add_scaled(n, -s, take(N, k, GAIN))
            f = add_scaled(f, -s, take(N, k, GAIN + 3))
        line += 1
    return line, add3(n, cross(take(N, k, OFFSET), f)), f, known


@inline
def put_line(table, line, r, x):
    """Write three numbers of row r."""
    table[line, r], table[line + 1, r], table[line + 2, r] = x[0], x[1], x[2]


@inline
def factor_cuts(system, work, shift):
    """Assemble and factor S, whose diagonal is made larger by its part ``shift``; return the
    smallest pivot, relative to the rows on free bodies, and whether one is nothing but rounding.
    """
    setting, joints, program = system.setting[0], system.joints, system.program
    U, W, V, scale, own = work.factor, work.pulled, work.divided, work.aux, work.lam
    # the last step of elimination factors the last block; what follows belongs to all joints
    for k in range(program[setting.solve - 1, 1] + ROWS):
        store(U, k, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for step in range(setting.eliminate):
        a, b = program[step, 1], program[step, 2]
        if program[step, 0] == JOIN:
            for s in range(program[step, 5]):
                x = column(U, program[step, 4] + s)
                for k in range(program[step, 3]):
                    x = subtract(x, V, a + k, -W[b + k, s])
                store(U, program[step, 4] + s, x)
        else:
            for r in range(joints[b].rows):
                scale[b, r] = on_free_bodies(system, work.rows, b, r)
                U[a + r, r] *= 1.0 + shift
                own[b, r] = U[a + r, r]
    smallest, lost = 1.0, False
    for step in range(setting.eliminate, setting.solve):
        op, a, b, c = program[step, 0], program[step, 1], program[step, 2], program[step, 3]
        if op == UPDATE:
            update(U, a, b, c, program[step, 4], program[step, 5], program[step, 6])
        elif op == PANEL:
            panel(U, a, b, c)
        elif op == FACTOR:
            n = joints[b].rows
            kept = ALL_ROWS if c == 0 else independent_rows(U, a, scale, b, n, n - c)
            pivot, nothing = factor_cut(U, a, scale, own, b, n, kept)
            smallest, lost = min(smallest, pivot), lost or nothing
    return smallest, lost


@inline
def factor_cut(U, offset, scale, own, joint, n, kept):
    """Factor a diagonal block in place, without the rows that are not kept; return the smallest
    pivot relative to ``scale``, and whether one is nothing but rounding.
    """
    smallest, lost = 1.0, False
    for s in range(n):
        c = offset + s
        x = column(U, c)
        for k in range(s):
            x = subtract(x, U, offset + k, U[offset + k, s] * U[offset + k, k])
        store(U, c, x)
        pivot, whole = U[c, s], scale[joint, s]
        U[c, s] = 0.0
        if kept & (1 << s):
            smallest = min(smallest, pivot / whole if whole > 0.0 else 0.0)
            if pivot > NOTHING * own[joint, s] and own[joint, s] > VANISHED * whole:
                U[c, s] = 1.0 / pivot
            else:
                lost = True
    return smallest, lost


@noinline
def independent_rows(U, offset, scale, joint, n, count):
    """Return so many rows of a diagonal block, a bit each: those that are eliminated first if the
    largest pivot, relative to ``scale``, is always the next.
    """
    B = U.shape[0] - 6  # scratch
    for s in range(n):
        for r in range(s, n):
            U[B + s, r] = U[B + r, s] = U[offset + s, r]
    kept = 0
    for _ in range(count):
        largest, k = 0.0, -1
        for r in range(n):
            pivot = U[B + r, r] / scale[joint, r] if scale[joint, r] > 0.0 else 0.0
            if not kept & (1 << r) and pivot > largest:
                largest, k = pivot, r
        if k < 0:
            break
        kept |= 1 << k
        for r in range(n):
            if not kept & (1 << r):
                f = U[B + k, r] / U[B + k, k]
                for s in range(n):
                    if s != k:
                        U[B + r, s] -= f * U[B + k, s]
                U[B + r, k] = 0.0
    return kept


@inline
def on_free_bodies(system, rows, k, r):
    """Return J M^-1 J^T of a row, as if its bodies were free and their inertia equal about all
    axes.
    """
    total = 0.0
    for side in range(2):
        body = system.bodies[system.joints[k].i if side == 0 else system.joints[k].j]
        f, n = (
            take(rows, ROWS * k + r, J_I + 6 * side),
            take(rows, ROWS * k + r, J_I + 6 * side + 3),
        )
        m, I = body.inv_mass, body.inv_inertia
        total += dot(f, f) * max(m[0], m[1]) + dot(n, n) * (I[0] + I[1] + I[2])
    return total


@inline
def prepare_cuts(system, work):
    """Factor S; return the shift that was needed, relative to its diagonal: 0 if rows do not
    depend on each other, and -1 if they nearly do, so that the solution must be refined.
    """
    setting, shift = system.setting[0], 0.0
    for _ in range(2):
        pivot, lost = factor_cuts(system, work, shift)
        setting.pivot = pivot
        if shift != 0.0 or (not lost and pivot > NEARLY * setting.first_pivot):
            break
        if not lost:
            return -1.0
        shift = PROXIMAL
    return shift


@inline
def solve_cuts(system, work, shift):
    """Solve S lam = rhs."""
    for k in range(work.lam.shape[0]):
        store(work.lam, k, column(work.rhs, k))
    substitute(system.program, system.setting[0].solve, work.factor, work.lam)
    if shift != 0.0:
        refine_cuts(system, work)


@part
def refine_cuts(system, work):
    """Turn the solution of (S + eps D) x = b, D its diagonal, into one of S x = b; without a shift
    only correct rounding, as multibody.schur.refine does. What is left of the null space does
    nothing, and the reactions of joints are found from all of them (all_joints.py).
    """
    setting, lam, aux = system.setting[0], work.lam, work.aux
    rounds, before = 0, 1e300
    while rounds < 12:
        rounds += 1
        for k in range(lam.shape[0]):
            store(aux, k, column(work.rhs, k))
        clear_freedoms(work.nodes, TRIAL)
        share(system, work, lam, 1.0, TRIAL)
        for c in range(system.cuts.shape[0]):
            gather_shares(system, work, c, aux)
        substitute(system.program, setting.solve, work.factor, aux)
        change, size = add_to(lam, aux, 1.0)
        if change <= 1e-15 * size or change > 0.5 * before:
            break
        before = change


@inline
def freedoms(node):
    """Return how many lines a node has in W."""
    if node.kind == FREE_NODE:
        return 6
    return 3 if node.kind == BALL_NODE else int(node.kind != FIXED_NODE)


@inline
def share(system, work, lam, factor, place):
    """Add factor * V^T lam to x of every freedom, which stands at ``place``; of a driven one
    factor * W^T lam, a force.
    """
    N = work.nodes
    for c in range(system.cuts.shape[0]):
        cut = system.cuts[c]
        line, n = cut.line, system.joints[cut.joint].rows
        for p in range(cut.first, cut.end):
            k = system.paths[p]
            node = system.nodes[k]
            for j in range(freedoms(node)):
                x = 0.0
                for r in range(n):
                    w = work.divided[line, r] if node.driver < 0 else work.pulled[line, r]
                    x += w * lam[cut.joint, r]
                N[k, place + j] += factor * x
                line += 1


@inline
def clear_freedoms(N, place):
    """Set x of all freedoms to zero."""
    for k in range(1, N.shape[0]):
        for j in range(6):
            N[k, place + j] = 0.0


@inline
def gather_shares(system, work, c, out):
    """Subtract W x of a cut joint from ``out``."""
    cut = system.cuts[c]
    line = cut.line
    for p in range(cut.first, cut.end):
        k = system.paths[p]
        for j in range(freedoms(system.nodes[k])):
            if system.nodes[k].driver < 0:
                for r in range(system.joints[cut.joint].rows):
                    out[cut.joint, r] -= work.pulled[line, r] * work.nodes[k, TRIAL + j]
            line += 1
