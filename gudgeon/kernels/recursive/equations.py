"""The equations of motion in joint coordinates, with the contract of multibody/equations.py.

Positions and velocities of bodies follow from the joint coordinates (kinematics.py), applied forces
and elements in joints see them as ever, articulated bodies give the accelerations
(articulated_body.py), and only cut joints have constraint rows and multipliers (cut_joints.py):
what a tree joint holds it holds exactly, without residual or drift. The same factor of the rows
gives the least mass-weighted change of joint coordinates, and of their velocities, that closes the
cut joints.
"""

from math import nan

from ..._base.function_pointers import entry_caller
from ..._base.jit import inline, noinline
from ..addresses import load_system, load_work
from ..joints.elements import call, elements, find_held_forces
from ..multibody.constraints import constraints
from ..multibody.equations import (
    FRICTION_ROUNDS,
    ROUNDS,
    near_singular_position,
    position_residual,
    tolerances,
    velocity_along,
    velocity_residual,
)
from ..multibody.forces import forces
from ..multibody.vectors import dot, take
from ..records import (
    AXIS,
    EVALUATIONS,
    FREE_TURN,
    GAMMA,
    HOLDING,
    INERTIA_A,
    INERTIA_B,
    INERTIA_M,
    MOMENT,
    NEAR,
    NODE_ACC,
    NODE_ALPHA,
    NU,
    PHI,
    PULL_BACK,
    REDUNDANT,
    ROWS,
    SLIDE_NODE,
)
from ..state_layout import after_rotations, move, normalise
from ..tasks import (
    ACCELERATIONS,
    FORCES,
    FRICTION,
    POSITIONS,
    PROJECT_IF_NEEDED,
    REACTIONS,
    VELOCITIES,
)
from .all_joints import solve_all_joints
from .articulated_body import forward, inward
from .cut_joints import clear_freedoms, prepare_cuts, pull_rows, share, solve_cuts
from .kinematics import accelerate_body, outward
from .planar import forward_in_plane, inward_in_plane, outward_in_plane, pull_rows_in_plane
from .spatial import add3, matrix_times, nine, six, symmetric_times, transposed_times

observe = entry_caller()


@inline
def evaluate_tree(system, work, where, t, y, y_dot, task):
    """Write y_dot = f(t, y); leave poses, multipliers and the accelerations of nodes in the work
    tables. Tasks and result are those of multibody.equations.evaluate.

    Every sweep is a function of its own that finds its tables by their addresses: in one that has
    them all, what each loop needs would be worked out, and stored, in every evaluation.
    """
    setting = system.setting[0]
    residual, rounds, friction_round, settled, moved = 0.0, 0, 0, False, False
    left_alone = tolerances(setting, task)
    least = left_alone[2]
    task = POSITIONS if task == PROJECT_IF_NEEDED else task
    work.count[EVALUATIONS] += 1
    looped = system.cuts.shape[0] > 0
    if not looped:
        task = ACCELERATIONS
    while True:
        sweep_outward(where, t, y)
        if looped:
            task, settled, residual = look_at_loops(
                where, t, task, (settled, residual), (rounds, least), left_alone
            )
        if task == ACCELERATIONS and friction_round == 0:
            act(where, t, y, y_dot)
        task, least = solve_tree(where, y_dot, task, settled, least, moved)
        if task == POSITIONS:
            move(setting, y, y_dot[setting.n_q :], y)
            normalise(setting, y)
            rounds += 1
        elif task == VELOCITIES:
            for k in range(setting.n_q, setting.n_q + setting.n_v):
                y[k] += y_dot[k]
            task, moved = ACCELERATIONS, True
        else:
            friction_round = next_round(system, work, where, t, y, y_dot, friction_round)
            if friction_round < 0:
                finish_derivative(setting, work.power, y, y_dot)
                return residual


@noinline
def look_at_loops(where, t, task, found, rounds, left_alone):
    """Write the rows of cut joints; return the task, whether positions are settled and the largest
    residual, of which ``found`` is what was known before; ``rounds`` are those so far and the least.
    """
    system, work = load_system(where[0]), load_work(where[1])
    setting, joints, X, rows = system.setting[0], system.joints, work.bodies, work.rows
    settled, residual = found
    constraints(joints, system.drivers, system.signals, system.parameters, X, rows, t)
    if task == POSITIONS:
        residual = position_residual(joints, rows, setting.length)
        if is_settled(residual, left_alone[0], rounds[0], rounds[1]):
            task, settled = VELOCITIES, True
    if (
        task == VELOCITIES
        and rounds[0] == 0
        and velocity_residual(joints, X, rows, setting.length) <= left_alone[1]
    ):
        task = ACCELERATIONS
    return task, settled, residual


@noinline
def act(where, t, y, y_dot):
    """Let applied forces and elements act on the bodies."""
    system, work = load_system(where[0]), load_work(where[1])
    forces(system, work, t)
    elements(system, work, where, t, y, y_dot, FORCES)


@inline
def next_round(system, work, where, t, y, y_dot, friction_round):
    """Update the forces that depend on the solution; return in which round of friction it is to be
    found again, 0 with other forces of contacts that are held, -1 if it is found.
    """
    if system.drivers.shape[0] > 0:
        drive(where, t)
    if system.setting[0].joint_friction >= 0:
        friction_round = iterate_friction(where, t, y, y_dot, friction_round)
        if friction_round > 0:
            return friction_round
    if work.count[HOLDING] > 0 and holds(where, t, y, y_dot):
        return 0
    return -1


@noinline
def iterate_friction(where, t, y, y_dot, friction_round):
    """Let friction in joints follow their reactions; return in which round the
    accelerations are to be found again, 0 if both agree. They are not numbers where they never do.
    """
    system, work = load_system(where[0]), load_work(where[1])
    setting = system.setting[0]
    observe(setting.observe, where[0], where[1], t, y, y_dot, REACTIONS)
    k = setting.joint_friction
    if call(system.elements[k].entry, where[0], where[1], k, t, y, y_dot, FRICTION) == 0.0:
        return 0
    if friction_round < FRICTION_ROUNDS:
        return friction_round + 1
    for k in range(setting.n_v):
        y_dot[setting.n_q + k] = nan
    for k in range(setting.n_e):
        work.power[k] = nan
    return 0


@noinline
def holds(where, t, y, y_dot):
    """Whether the accelerations must be found again, with other forces of held contacts."""
    system, work = load_system(where[0]), load_work(where[1])
    for k in range(1, system.nodes.shape[0]):
        if system.nodes[k].body > 0:
            accelerate_body(system.nodes[k], work.bodies, work.nodes, k)
    return find_held_forces(system, work, where, t, y, y_dot)


@noinline
def sweep_outward(where, t, y):
    """Write poses and velocities of nodes and bodies."""
    system, work = load_system(where[0]), load_work(where[1])
    if system.setting[0].planar == 1:
        outward_in_plane(system, work, t, y)
    else:
        outward(system, work, t, y)


@noinline
def solve_tree(where, y_dot, task, settled, least, moved):
    """Write the accelerations of freedoms and nodes; return the task, and the least number of
    rounds, which a singular position may change.
    """
    system, work = load_system(where[0]), load_work(where[1])
    planar, X, N = system.setting[0].planar == 1, work.bodies, work.nodes
    if planar:
        inward_in_plane(system, X, N)
    else:
        inward(system.nodes, X, N)
    if system.cuts.shape[0] > 0:
        task, least = close_loops(where, task, settled, least, moved)
    if planar:
        forward_in_plane(system, N, y_dot, task == ACCELERATIONS)
    else:
        forward(system.nodes, N, system.setting[0].n_q, y_dot, task == ACCELERATIONS)
    return task, least


@inline
def is_settled(residual, tolerance, rounds, least):
    """Whether positions are closed, or will not be closed any better."""
    return rounds >= ROUNDS or not residual < 1e300 or (rounds >= least and residual <= tolerance)


@noinline
def close_loops(where, task, settled, least, moved):
    """Share with all freedoms what the rows of cut joints ask of them; return the task, and the
    least number of rounds, which a singular position may change.
    """
    system, work = load_system(where[0]), load_work(where[1])
    setting = system.setting[0]
    if setting.planar == 1:
        pull_rows_in_plane(system, work)
    else:
        pull_rows(system, work)
    shift = prepare_cuts(system, work)
    work.count[REDUNDANT] += shift > 0.0 or setting.redundant == 1
    near = shift != 0.0 and setting.redundant == 0
    work.count[NEAR] += near
    if near and setting.project == 1 and not moved:
        task, least = near_singular_position(task, settled, least)
    right_side(system, work, task)
    solve_cuts(system, work, shift)
    if task != ACCELERATIONS:
        clear_freedoms(work.nodes, FREE_TURN)
    share(system, work, work.lam, -1.0, FREE_TURN)
    return task, least


@inline
def right_side(system, work, task):
    """Write the right side of S lam = b, whose J a_0 stands there: Phi, J v - nu, or J a_0 -
    gamma.
    """
    X, rows, rhs = work.bodies, work.rows, work.rhs
    for c in range(system.cuts.shape[0]):
        k = system.cuts[c].joint
        joint = system.joints[k]
        for r in range(joint.rows):
            row = ROWS * k + r
            if task == POSITIONS:
                rhs[k, r] = rows[row, PHI]
            elif task == VELOCITIES:
                rhs[k, r] = velocity_along(X, rows, row, joint.i, joint.j) - rows[row, NU]
            else:
                rhs[k, r] -= rows[row, GAMMA]


@noinline
def drive(where, t):
    """Write the power that each driver puts in, and its multiplier: of a driven tree joint the
    force that its prescribed motion needs, s.([A B; B^T M] (alpha, a) + (n_0, f_0)).
    """
    system, work = load_system(where[0]), load_work(where[1])
    N, nodes, lam = work.nodes, system.nodes, work.lam
    for k in range(1, nodes.shape[0]):
        node = nodes[k]
        if node.driver < 0:
            continue
        alpha, a, s = take(N, k, NODE_ALPHA), take(N, k, NODE_ACC), take(N, k, AXIS)
        if node.kind == SLIDE_NODE:
            x = add3(
                transposed_times(nine(N, k, INERTIA_B), alpha),
                symmetric_times(six(N, k, INERTIA_M), a),
            )
            force = dot(s, add3(x, take(N, k, PULL_BACK)))
        else:
            x = add3(
                symmetric_times(six(N, k, INERTIA_A), alpha),
                matrix_times(nine(N, k, INERTIA_B), a),
            )
            force = dot(s, add3(x, take(N, k, MOMENT)))
        row = system.drivers[node.driver].row
        # what cut joints add was shared with the other sign
        lam[row // ROWS, row % ROWS] = -node.way * (force - N[k, FREE_TURN])
    if system.setting[0].shared_drive == 1:
        solve_all_joints(where, t)
    for k in range(system.drivers.shape[0]):
        row = system.drivers[k].row
        work.power[system.drivers[k].ledger] = -lam[row // ROWS, row % ROWS] * work.rows[row, NU]


@inline
def finish_derivative(setting, power, y, y_dot):
    """Write the derivatives of the positions and of the ledger."""
    n_q = setting.n_q
    if after_rotations(setting)[0] > 0:
        for k in range(n_q):
            y_dot[k] = 0.0
        move(setting, y, y[n_q:], y_dot)
    else:
        for k in range(n_q):
            y_dot[k] = 0.0 + y[n_q + k]  # as move adds: never -0
    ledger = setting.n_q + setting.n_v + setting.n_z
    for k in range(setting.n_e):
        y_dot[ledger + k] = power[k]
