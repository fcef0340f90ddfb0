"""The equations of motion. Start reading here: the right-hand side is a table of contents.

    M v_dot + J^T lam = g,   J v_dot = gamma          [AmbrosioPombo, eqs. 1-2]

M is eliminated: lam solves J M^-1 J^T lam = J M^-1 g - gamma, the reactions on the bodies are -J^T
lam. The same system with another right side gives the least mass-weighted change of positions (Phi)
and of velocities (J v - nu) that meets the constraints, so one function does all three.
"""

from math import nan

from ..._base.jit import inline, noinline, part
from ..joints.elements import call, elements, find_held_forces
from ..records import (
    ACC,
    ALONG,
    ALPHA,
    COINCIDENT,
    EVALUATIONS,
    GAMMA,
    HOLDING,
    INV,
    J_I,
    J_J,
    LENGTH,
    NEAR,
    NU,
    PHI,
    REDUNDANT,
    ROWS,
    A,
    F,
    T,
    V,
    W,
)
from ..tasks import ACCELERATIONS, FORCES, FRICTION, POSITIONS, PROJECT_IF_NEEDED, VELOCITIES
from .constraints import constraints
from .forces import forces
from .kinematics import contract, expand, shift_positions, shift_velocities
from .schur import clear_accelerations, column, gather, prepare, refine, spread, store, substitute
from .vectors import ZERO, cross, put, rotate, rotate_back, symmetric, take

# positions closer than this, relative to the size of the mechanism, are left alone
RESIDUAL = 1e-13
ROUNDS = 10  # of Newton's method for the positions
# when the smallest pivot falls to this part of what it was at the start, positions are closed to
# rounding: what a residual hides grows with the third power of the distance to a singular position
CLOSE = 1e-2
FRICTION_ROUNDS = 50  # of joint friction and the constraint forces that it depends on


@inline
def evaluate(system, work, where, t, y, y_dot, task):
    """Write y_dot = f(t, y); leave poses, multipliers and accelerations in the work tables.

    With ``task`` POSITIONS or VELOCITIES first move the state ``y`` onto the constraints, from
    positions or from velocities on; with PROJECT_IF_NEEDED only if it is farther off than the
    setting's tolerances. ``where`` are the addresses of the first two, for the elements in joints,
    which are compiled apart. Return the largest constraint residual that is left.
    """
    setting, joints, X, rows = system.setting[0], system.joints, work.bodies, work.rows
    shift, residual, rounds, ready, settled = 0.0, 0.0, 0, False, False
    position_tolerance, velocity_tolerance, least = tolerances(setting, task)
    task = POSITIONS if task == PROJECT_IF_NEEDED else task
    work.count[EVALUATIONS] += 1
    while True:
        expand(setting, system.bodies, X, y)
        constraints(joints, system.drivers, system.signals, system.parameters, X, rows, t)
        if task == POSITIONS:
            residual = position_residual(joints, rows, setting.length)
            if (
                rounds >= ROUNDS
                or not residual < 1e300
                or (rounds >= least and residual <= position_tolerance)
            ):
                task, settled = VELOCITIES, True
        if not ready:
            shift = factor(system, work)
            if shift != 0.0 and setting.redundant == 0 and setting.project == 1:
                task, least = near_singular_position(task, settled, least)
        if (
            task == VELOCITIES
            and rounds == 0
            and velocity_residual(joints, X, rows, setting.length) <= velocity_tolerance
        ):
            task = ACCELERATIONS
        if task == ACCELERATIONS:
            forces(system, work, t)
            elements(system, work, where, t, y, y_dot, FORCES)
            free_accelerations(system.bodies, X)
        solve(system, work, task, shift)
        if task == POSITIONS:
            shift_positions(setting, X, y)
            rounds += 1
        elif task == VELOCITIES:
            shift_velocities(setting, X, y)
            task, ready = ACCELERATIONS, True  # the factor serves for the accelerations too
        else:
            ready = True
            if not forces_change(system, work, where, t, y, y_dot, shift):
                drive(system.drivers, rows, work.lam, work.power)
                contract(setting, X, work.power, y, y_dot)
                return residual


@inline
def forces_change(system, work, where, t, y, y_dot, shift):
    """Update the forces that depend on the solution; return whether it must be found again, with
    other forces of contacts that are held.
    """
    if system.setting[0].joint_friction >= 0:
        iterate_friction(system, work, where, t, y, y_dot, shift)
    return work.count[HOLDING] > 0 and find_held_forces(system, work, where, t, y, y_dot)


@noinline
def iterate_friction(system, work, where, t, y, y_dot, shift):
    """Solve for joint friction and the constraint forces that it depends on by fixed-point
    iteration; accelerations are not numbers where that does not converge.
    """
    k = system.setting[0].joint_friction
    for _ in range(FRICTION_ROUNDS):
        if call(system.elements[k].entry, where[0], where[1], k, t, y, y_dot, FRICTION) == 0.0:
            return
        free_accelerations(system.bodies, work.bodies)
        solve(system, work, ACCELERATIONS, shift)
    work.bodies[1, ACC] = nan


@inline
def tolerances(setting, task):
    """Return the residuals of positions and velocities that are left alone, and in how many
    rounds positions are closed at least: with PROJECT_IF_NEEDED the residuals of the setting, but
    none where a singular position is near, as they are magnified there.
    """
    close = setting.redundant == 0 and setting.pivot < CLOSE * setting.first_pivot
    if task != PROJECT_IF_NEEDED:
        return RESIDUAL, -1.0, int(close)
    near = min(1.0, setting.pivot / setting.first_pivot) if setting.first_pivot > 0.0 else 0.0
    return (
        max(RESIDUAL, near * near * setting.position_tolerance),
        near * near * setting.velocity_tolerance,
        int(close),
    )


@inline
def factor(system, work):
    """Factor S = J M^-1 J^T; count redundant constraints and, where there should be none,
    singular positions. Return the shift of S.
    """
    setting = system.setting[0]
    shift = prepare(
        setting,
        system.bodies,
        system.joints,
        system.program,
        work.bodies,
        work.rows,
        work.scaled,
        work.factor,
        work.aux,
    )
    work.count[REDUNDANT] += shift > 0.0
    work.count[NEAR] += shift != 0.0 and setting.redundant == 0
    return shift


@inline
def near_singular_position(task, settled, least):
    """Return the task, and the least number of rounds: small residuals hide large errors there,
    and these blow up the accelerations.
    """
    if settled and least < 2:
        return POSITIONS, 2
    return VELOCITIES if task == ACCELERATIONS else task, least


@inline
def solve(system, work, task, shift):
    """Solve for the multipliers; leave the accelerations, or the changes of positions or
    velocities, that they bring about.
    """
    X, lam = work.bodies, work.lam
    right_side(system.setting[0], system.joints, X, work.rows, work.rhs, task)
    for k in range(lam.shape[0]):
        store(lam, k, column(work.rhs, k))
    substitute(system.program, system.setting[0].solve, work.factor, lam)
    if shift != 0.0:
        refine(system, work, shift)
    if task != ACCELERATIONS:
        clear_accelerations(X)
    elif shift != 0.0:
        free_accelerations(system.bodies, X)
    spread(system.joints, X, work.scaled, lam, -1.0)


@inline
def right_side(setting, joints, X, rows, rhs, task):
    """Write the right side of S lam = b: Phi, J v - nu, or J M^-1 g - gamma (with Baumgarte's
    terms).
    """
    for k in range(joints.shape[0]):
        i, j = joints[k].i, joints[k].j
        for r in range(joints[k].rows):
            row = ROWS * k + r
            if task == POSITIONS:
                rhs[k, r] = rows[row, PHI]
            elif task == VELOCITIES:
                rhs[k, r] = velocity_along(X, rows, row, i, j) - rows[row, NU]
            else:
                rhs[k, r] = gather(X, rows, row, i, j) - rows[row, GAMMA]
                if setting.project == 0:
                    drift = velocity_along(X, rows, row, i, j) - rows[row, NU]
                    rhs[k, r] += (
                        2.0 * setting.alpha * drift + setting.beta * setting.beta * rows[row, PHI]
                    )


@inline
def drive(drivers, rows, lam, power):
    """Write the power that each driver puts in."""
    for k in range(drivers.shape[0]):
        row = drivers[k].row
        power[drivers[k].ledger] = -lam[row // ROWS, row % ROWS] * rows[row, NU]


@part
def free_accelerations(bodies, X):
    """Write the accelerations without constraints: M^-1 (applied - w x J w); the ground has
    none, whatever acted on it before.
    """
    put(X, 0, ACC, ZERO)
    put(X, 0, ALPHA, ZERO)
    for k in range(1, X.shape[0]):
        w = take(X, k, W)
        u = rotate_back(X, k, A, w)
        I, m = bodies[k].inertia, bodies[k].inv_mass
        h = (
            I[0] * u[0] + I[3] * u[1] + I[4] * u[2],
            I[3] * u[0] + I[1] * u[1] + I[5] * u[2],
            I[4] * u[0] + I[5] * u[1] + I[2] * u[2],
        )
        c = cross(w, rotate(X, k, A, h))
        put(X, k, ACC, (m[0] * X[k, F], m[1] * X[k, F + 1], m[2] * X[k, F + 2]))
        put(
            X,
            k,
            ALPHA,
            symmetric(X, k, INV, (X[k, T] - c[0], X[k, T + 1] - c[1], X[k, T + 2] - c[2])),
        )


@inline
def velocity_along(X, rows, row, i, j):
    """Return J v of one row."""
    x = 0.0
    for c in range(6):
        x += rows[row, J_I + c] * X[i, V + c] + rows[row, J_J + c] * X[j, V + c]
    return x


@inline
def position_residual(joints, rows, length):
    """Return the largest |Phi|, lengths relative to the size of the mechanism; NaN if one is not
    finite.
    """
    largest = 0.0
    for k in range(joints.shape[0]):
        for r in range(joints[k].rows):
            phi = abs(rows[ROWS * k + r, PHI]) * relative(joints[k].kind[r], length)
            if not phi <= largest:
                largest = phi
    return largest


@inline
def velocity_residual(joints, X, rows, length):
    """Return the largest |J v - nu|, likewise [1/s]."""
    largest = 0.0
    for k in range(joints.shape[0]):
        for r in range(joints[k].rows):
            row = ROWS * k + r
            rate = abs(
                velocity_along(X, rows, row, joints[k].i, joints[k].j) - rows[row, NU]
            ) * relative(joints[k].kind[r], length)
            if not rate <= largest:
                largest = rate
    return largest


@inline
def relative(kind, length):
    """Return the factor that makes a row free of the mechanism's size."""
    return 1.0 / length if kind == COINCIDENT or kind == ALONG or kind == LENGTH else 1.0
