"""The linear system of the constraints: S lam = b with S = J M^-1 J^T, factored block by block.

M is block diagonal, so it is eliminated first. S has one block per pair of joints that share a
body; its factor is computed by a list of instructions that the assembly works out once
(``program``, one row each):

    PAIR    a, b, side_a, side_b, offset           S[a, b] += (J M^-1)_a J_b^T through one body
    KEEP    offset, joint                          remember the diagonal of S, against which pivots
    are small
    FACTOR  offset, joint                          factor of a diagonal block
    PANEL   offset, diagonal, n                    U_ik = S_ik L_kk^-T
    UPDATE  offset_a, offset_b, target, diagonal, m, n   S_ij -= U_ik D_k^-1 U_jk^T
    SOLVE   offset, diagonal, i, k, n              one block in forward and backward substitution

S = L D L^T. Every block is stored column by column with six rows (unused ones are zero), so that a
column is one short vector of constant length; stored is U = L D, and on the diagonal 1/D. No square
roots, and little but multiplications of whole columns.

Redundant constraints make S singular. A pivot that vanishes is found in FACTOR; the system is then
factored again with a small multiple of the identity added (moments are measured against a
characteristic length) and the proximal iteration x += (S + eps I)^-1 (b - S x) from x = 0 gives the
solution of least norm; components of S's null space that rounding brought in are removed in the
same way. Close to a singular position, where S is regular but has lost many digits, the same
iteration without the multiple of the identity restores them.
"""

from ..._base.jit import inline, part
from ..records import ACC, ALONG, COINCIDENT, INV, J_I, J_J, LENGTH, ROWS

PAIR, KEEP, FACTOR, PANEL, UPDATE, SOLVE, JOIN = range(7)
# when the smallest pivot falls to this part of what it was at the start, a singular position is
# near
NEARLY = 1e-4
# a pivot below this part of its diagonal entry is rounding: rows depend on each other
NOTHING = 1e-13
PROXIMAL = 1e-10  # the multiple of the identity, relative to the largest diagonal entry of S


@inline
def divide_by_mass(bodies, joints, X, rows, scaled):
    """Write (J M^-1)^T of both sides of every joint; that of the ground is zero and stays so."""
    for side in range(2 * joints.shape[0]):
        joint = joints[side // 2]
        c = J_I + 6 * (side % 2)
        body = joint.i if side % 2 == 0 else joint.j
        if body == 0:
            continue
        m = bodies[body].inv_mass
        x, y, z = m[0], m[1], m[2]
        xx, yy, zz = X[body, INV], X[body, INV + 1], X[body, INV + 2]
        xy, xz, yz = X[body, INV + 3], X[body, INV + 4], X[body, INV + 5]
        for r in range(joint.rows):
            row = ROWS * (side // 2) + r
            a, b, g = rows[row, c + 3], rows[row, c + 4], rows[row, c + 5]
            scaled[6 * side, r] = rows[row, c] * x
            scaled[6 * side + 1, r] = rows[row, c + 1] * y
            scaled[6 * side + 2, r] = rows[row, c + 2] * z
            scaled[6 * side + 3, r] = xx * a + xy * b + xz * g
            scaled[6 * side + 4, r] = xy * a + yy * b + yz * g
            scaled[6 * side + 5, r] = xz * a + yz * b + zz * g


@inline
def factor(setting, joints, program, rows, scaled, U, diagonal, shift):
    """Assemble and factor S (+ shift I); return the smallest pivot relative to the diagonal entry
    of S.

    Rows whose pivot vanishes are left out (their multiplier becomes zero). ``diagonal`` is scratch
    (joints, 6).
    """
    for k in range(U.shape[0]):
        store(U, k, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for k in range(setting.eliminate):
        a, b, c = program[k, 1], program[k, 2], program[k, 3]
        if program[k, 0] == PAIR:
            pair(
                U,
                rows,
                scaled,
                12 * a + 6 * c,
                ROWS * b,
                program[k, 4],
                program[k, 5],
                joints[b].rows,
            )
        else:
            for r in range(joints[b].rows):
                if shift > 0.0:
                    U[a + r, r] += shift * weight(joints[b], r, setting.length)
                diagonal[b, r] = U[a + r, r]
    return eliminate(setting, joints, program, U, diagonal)


@inline
def eliminate(setting, joints, program, U, diagonal):
    """Factor an assembled system; return the smallest pivot relative to ``diagonal``."""
    smallest = 1.0
    for k in range(setting.eliminate, setting.solve):
        op = program[k, 0]
        a, b, c = program[k, 1], program[k, 2], program[k, 3]
        if op == UPDATE:
            update(U, a, b, c, program[k, 4], program[k, 5], program[k, 6])
        elif op == PANEL:
            panel(U, a, b, c)
        else:
            smallest = min(smallest, factor_block(U, a, diagonal, b, joints[b].rows))
    return smallest


@inline
def pair(U, rows, scaled, y, row, side, target, m):
    """S[a, b] += (J M^-1)_a J_b^T through one body, column by column."""
    for s in range(m):
        q = row + s
        x = column(U, target + s)
        if side == 0:
            j0, j1, j2, j3, j4, j5 = (
                rows[q, 0],
                rows[q, 1],
                rows[q, 2],
                rows[q, 3],
                rows[q, 4],
                rows[q, 5],
            )
        else:
            j0, j1, j2, j3, j4, j5 = (
                rows[q, 6],
                rows[q, 7],
                rows[q, 8],
                rows[q, 9],
                rows[q, 10],
                rows[q, 11],
            )
        x = subtract(x, scaled, y, -j0)
        x = subtract(x, scaled, y + 1, -j1)
        x = subtract(x, scaled, y + 2, -j2)
        x = subtract(x, scaled, y + 3, -j3)
        x = subtract(x, scaled, y + 4, -j4)
        store(U, target + s, subtract(x, scaled, y + 5, -j5))


@inline
def column(U, k):
    """Return the six numbers of one column."""
    return U[k, 0], U[k, 1], U[k, 2], U[k, 3], U[k, 4], U[k, 5]


@inline
def subtract(x, U, k, factor):
    """Return x - factor * (column k)."""
    return (
        x[0] - U[k, 0] * factor, x[1] - U[k, 1] * factor, x[2] - U[k, 2] * factor,
        x[3] - U[k, 3] * factor, x[4] - U[k, 4] * factor, x[5] - U[k, 5] * factor,
    )  # fmt: skip


@inline
def store(U, k, x):
    """Write the six numbers of one column."""
    U[k, 0], U[k, 1], U[k, 2], U[k, 3], U[k, 4], U[k, 5] = x


@inline
def factor_block(U, offset, diagonal, joint, n):
    """Factor a diagonal block in place; return the smallest pivot relative to the diagonal entry
    of S.
    """
    smallest = 1.0
    for s in range(n):
        c = offset + s
        x = column(U, c)
        for k in range(s):
            x = subtract(x, U, offset + k, U[offset + k, s] * U[offset + k, k])
        store(U, c, x)
        pivot, whole = U[c, s], diagonal[joint, s]
        smallest = min(smallest, pivot / whole if whole > 0.0 else 0.0)
        U[c, s] = 1.0 / pivot if pivot > NOTHING * whole else 0.0
    return smallest


@inline
def weight(joint, r, length):
    """Return 1 for forces and 1/l^2 for moments: which norm of the multipliers is least."""
    kind = joint.kind[r]
    if kind == COINCIDENT or kind == ALONG or kind == LENGTH:
        return 1.0
    return 1.0 / (length * length)


@inline
def panel(U, offset, diagonal, n):
    """U_ik = S_ik L_kk^-T"""
    for s in range(n):
        x = column(U, offset + s)
        for k in range(s):
            x = subtract(x, U, offset + k, U[diagonal + k, s] * U[diagonal + k, k])
        store(U, offset + s, x)


@inline
def update(U, a, b, c, diagonal, m, n):
    """S_ij -= U_ik D_k^-1 U_jk^T; of a diagonal block the upper half is computed too and never
    read.
    """
    for s in range(m):
        x = column(U, c + s)
        for k in range(n):
            x = subtract(x, U, a + k, U[b + k, s] * U[diagonal + k, k])
        store(U, c + s, x)


@part
def substitute(program, first, U, x):
    """Solve L D L^T x = b in place; x has one row of six numbers for each joint."""
    for step in range(first, program.shape[0]):
        offset, i, k, n = program[step, 1], program[step, 3], program[step, 4], program[step, 5]
        if i == k:
            for s in range(n):
                x[k, s] *= U[offset + s, s]
                b = x[k, s]
                for r in range(s + 1, n):
                    x[k, r] -= U[offset + s, r] * b
        else:
            y = column(x, i)
            for s in range(n):
                y = subtract(y, U, offset + s, x[k, s])
            store(x, i, y)
    for step in range(program.shape[0] - 1, first - 1, -1):
        offset, diagonal, i, k, n = (
            program[step, 1],
            program[step, 2],
            program[step, 3],
            program[step, 4],
            program[step, 5],
        )
        if i == k:
            for s in range(n - 2, -1, -1):
                b = 0.0
                for r in range(s + 1, n):
                    b += U[offset + s, r] * x[k, r]
                x[k, s] -= b * U[offset + s, s]
        else:
            y0, y1, y2, y3, y4, y5 = column(x, i)
            for s in range(n):
                c = offset + s
                b = (
                    U[c, 0] * y0
                    + U[c, 1] * y1
                    + U[c, 2] * y2
                    + U[c, 3] * y3
                    + U[c, 4] * y4
                    + U[c, 5] * y5
                )
                x[k, s] -= b * U[diagonal + s, s]


@inline
def spread(joints, X, scaled, x, factor):
    """Add factor * M^-1 J^T x to the accelerations (ACC, ALPHA) of the bodies."""
    for k in range(joints.shape[0]):
        i, j = joints[k].i, joints[k].j
        for r in range(joints[k].rows):
            f = factor * x[k, r]
            for c in range(6):
                X[j, ACC + c] += scaled[12 * k + 6 + c, r] * f
            if i != 0:
                for c in range(6):
                    X[i, ACC + c] += scaled[12 * k + c, r] * f


@inline
def gather(X, rows, row, i, j):
    """Return J a of one row: a are the accelerations (ACC, ALPHA) of the two bodies."""
    x = 0.0
    for c in range(6):
        x += rows[row, J_I + c] * X[i, ACC + c] + rows[row, J_J + c] * X[j, ACC + c]
    return x


@inline
def clear_accelerations(X):
    """Set the accelerations of all bodies to zero."""
    for k in range(X.shape[0]):
        for c in range(6):
            X[k, ACC + c] = 0.0


@inline
def prepare(setting, bodies, joints, program, X, rows, scaled, U, aux):
    """Factor S; return the shift that was needed because rows depend on each other.

    Return 0 if they do not, and -1 if they nearly do, so that the solution must be refined.
    """
    divide_by_mass(bodies, joints, X, rows, scaled)
    shift = 0.0
    if setting.redundant == 1:
        shift = PROXIMAL * largest_entry(joints, rows, scaled, setting.length)
    for _ in range(2):
        pivot = factor(setting, joints, program, rows, scaled, U, aux, shift)
        setting.pivot = pivot
        if shift != 0.0 or pivot > max(NEARLY * setting.first_pivot, NOTHING):
            break
        if pivot > NOTHING:
            return -1.0
        shift = PROXIMAL * largest_entry(joints, rows, scaled, setting.length)
    return shift if shift > 0.0 else 0.0  # a state that is not finite goes through


@part
def largest_entry(joints, rows, scaled, length):
    """Return the largest diagonal entry of S, moments measured against the characteristic
    length.
    """
    largest = 0.0
    for k in range(joints.shape[0]):
        for r in range(joints[k].rows):
            x = 0.0
            for c in range(12):
                x += rows[ROWS * k + r, c] * scaled[12 * k + c, r]
            largest = max(largest, x / weight(joints[k], r, length))
    return largest


@part
def refine(system, work, shift):
    """Turn the solution of (S + eps I) x = b into that of least norm of S x = b. Overwrites the
    accelerations.

    Without a shift it only corrects rounding: near a singular position J^T x loses far fewer digits
    than S does.
    """
    setting, joints, program = system.setting[0], system.joints, system.program
    X, rows, scaled, U, lam, aux = (
        work.bodies,
        work.rows,
        work.scaled,
        work.factor,
        work.lam,
        work.aux,
    )
    rounds, before = 0, 1e300
    while rounds < 12:  # x += (S + eps I)^-1 (b - S x)
        rounds += 1
        clear_accelerations(X)
        spread(joints, X, scaled, lam, 1.0)
        for k in range(joints.shape[0]):
            for r in range(joints[k].rows):
                aux[k, r] = work.rhs[k, r] - gather(X, rows, ROWS * k + r, joints[k].i, joints[k].j)
        substitute(program, setting.solve, U, aux)
        change, size = add_to(lam, aux, 1.0)
        if change <= 1e-15 * size or change > 0.5 * before:
            break
        before = change
    if shift <= 0.0:
        return
    for k in range(lam.shape[0]):
        store(aux, k, column(lam, k))
    # what survives many applications of eps (S + eps I)^-1 lies in the null space
    for _ in range(rounds + 1):
        for k in range(joints.shape[0]):
            for r in range(joints[k].rows):
                aux[k, r] *= shift * weight(joints[k], r, setting.length)
        substitute(program, setting.solve, U, aux)
    add_to(lam, aux, -1.0)


@part
def add_to(x, change, factor):
    """x += factor * change; return the largest entries of both."""
    largest, size = 0.0, 0.0
    for k in range(x.shape[0]):
        for r in range(6):
            x[k, r] += factor * change[k, r]
            largest, size = max(largest, abs(change[k, r])), max(size, abs(x[k, r]))
    return largest, size
