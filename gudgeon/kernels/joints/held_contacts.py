"""Contacts that rest on their wall are held there, instead of being followed in their vibration.

A contact is a stiff spring between two bodies: pressed by a load that changes slowly it vibrates,
if at all, some thousand times a second, and this limits the steps long after the vibration has died
down. Of a contact that is held the normal force is no longer what its law gives for the penetration
but what keeps the penetration from accelerating,

    delta_ddot = G a + G_dot v = 0,

and the penetration is what the inverse of the law gives for that force: the course at rest,
delta_s(t) with F(delta_s, delta_s_dot) = N(t). What is neglected is delta_s_ddot, of the order of
(load's frequency / contact's frequency)^2 of the accelerations; a step errs by h delta_s_ddot in the
rate of the penetration, and this error counts as one of the step (stepping/holding.py).

**Accelerations.** Accelerations are linear in forces, so N is found on top of whatever formulation
solves for them: with the forces of the last accepted step, with one of them changed at a time, and
with those that solve the linear equations. Friction belongs to the force with which it grows; where
it does so not in proportion the last is repeated. An evaluation therefore solves m + 2 times for the
accelerations of m held contacts, and its result depends on nothing but the state and the memory of
the last accepted step. G a is the rate of the penetration with accelerations in place of velocities,
G_dot v its change along the motion without accelerations, by central differences: both from
``measure`` alone, so that every kind of contact can be held.

**Positions.** Penetration and rate as the bodies have them drift by the error of the integration
from those at rest, and are brought back when that matters, and whenever a contact is released or held
(stepping/holding.py). What is observed of a held contact (penetration, rate, stored energy) is its
course at rest.

The columns of a contact (records.py): whether it is held, steps of calm, mean rate, steps to wait,
points of its course at rest, force, its last two depths there and when, rate, norm per rate; force
that holds it and acceleration of its penetration that a unit takes away, after an evaluation and in
the trial step; curvature of the course, stiffness, what depth and rate have beyond the course.
"""

from math import sqrt

from ..._base.jit import inline, noinline
from ..multibody.vectors import add_scaled, cross, dot, put, take
from ..records import (
    ACC,
    ALPHA,
    ATTEMPT,
    BALL,
    CARRIED,
    CORNER,
    CURVATURE,
    DEPTH,
    DEPTH_RATE,
    EXCESS,
    EXCESS_RATE,
    FORCE_FIRST,
    HELD,
    HELD_MOST,
    KEY,
    LOAD,
    LOAD_TRIAL,
    MOBILITY,
    PUSHED,
    RADIAL,
    RESIDUAL,
    RESIDUAL_FIRST,
    STIFFNESS,
    STOP,
    UNSOLVED,
    VALUE,
    WALL,
    WHICH,
    WORN,
    YIELD,
    A,
    R,
    V,
    W,
)
from .contact_forces import ASKED_POINTS, normal_force, resting_depth, resting_rate
from .contact_geometry import measure

IMPOSED = -1  # of ATTEMPT: forces are given, not sought
CORRECTIONS = 6  # of forces after the linear equations were solved, where friction is not linear
BALANCED = 1e-9  # acceleration that is left, relative to that of the force alone
DEPENDENT = 1e-3  # a pivot smaller than this part of its entry: contacts hold the same freedom
DIFFERENCE = 1e-4  # of the time in which the direction of a contact turns, for differences


@inline
def can_hold(contact, k):
    """Whether contact k can be held: alone on its surface, without a layer or a film, no strip of
    many, which carry the same freedom, and no end face, whose point of contact moves with its
    penetration.
    """
    kind = contact.kind
    known = kind == BALL or kind == RADIAL or kind == WALL or kind == WORN
    known = known or kind == STOP or kind == KEY
    single = contact.passive == 0 and contact.weight == 1.0 and contact.next == k
    dry = contact.layer == 0 and contact.shift == 0.0 and contact.fade == 0.0
    return (known or kind == CORNER) and single and dry


@noinline
def find_forces(system, work):
    """Choose other forces for the contacts that are held, by the accelerations that the last ones
    brought about; return 1.0 if these must be found again, 0.0 if the forces hold.
    """
    attempt, memory, table = work.count[ATTEMPT], work.contacts, work.held
    if attempt == IMPOSED:
        return 0.0
    m = write_residuals(system, work, attempt)
    if 0 < attempt <= m:
        store_response(memory, table, m, attempt - 1)
    if attempt < m:
        k = int(table[attempt, WHICH])
        memory[k, PUSHED] += 0.5 * abs(memory[k, PUSHED])
    elif attempt == m:
        if not factor(table, m):
            return give_up(work)
        for r in range(m):
            table[r, RESIDUAL] = table[r, RESIDUAL_FIRST]
        correct(memory, table, m)
    elif is_balanced(memory, table, m):
        work.count[ATTEMPT] = 0
        return 0.0
    elif attempt > m + CORRECTIONS:
        return give_up(work)
    else:
        correct(memory, table, m)
    work.count[ATTEMPT] = attempt + 1
    return 1.0


@inline
def give_up(work):
    """Leave the forces as they are, and count it."""
    work.count[UNSOLVED] += 1
    work.count[ATTEMPT] = 0
    return 0.0


@inline
def write_residuals(system, work, attempt):
    """Write the accelerations of the penetrations of all held contacts; return how many are held.
    The first attempt notes what the others are compared with.
    """
    memory, table, m = work.contacts, work.held, 0
    for k in range(memory.shape[0]):
        if memory[k, HELD] == 0.0 or m >= HELD_MOST:
            continue
        if attempt == 0:
            table[m, WHICH] = k
            table[m, CARRIED] = carried_acceleration(system, work, k)
        table[m, RESIDUAL] = table[m, CARRIED] + gap_acceleration(system, work, k)
        if attempt == 0:
            table[m, FORCE_FIRST] = memory[k, PUSHED]
            table[m, RESIDUAL_FIRST] = table[m, RESIDUAL]
        m += 1
    return m


@inline
def store_response(memory, table, m, c):
    """Write a column of the matrix: how the accelerations of all penetrations answered to a change
    of force c, which is taken back.
    """
    k = int(table[c, WHICH])
    change = memory[k, PUSHED] - table[c, FORCE_FIRST]
    for r in range(m):
        table[r, c] = (table[r, RESIDUAL] - table[r, RESIDUAL_FIRST]) / change
    memory[k, YIELD] = -table[c, c]
    memory[k, PUSHED] = table[c, FORCE_FIRST]


@noinline
def factor(table, m):
    """Factor the matrix in place, L U; False if contacts hold the same freedom, or if a force does
    not press its contact apart.
    """
    for s in range(m):
        whole = table[s, s]
        for c in range(s):
            table[s, s] -= table[s, c] * table[c, s]
        if not (table[s, s] < DEPENDENT * whole):
            return False
        for r in range(s + 1, m):
            for c in range(s):
                table[r, s] -= table[r, c] * table[c, s]
                table[s, r] -= table[s, c] * table[c, r]
            table[r, s] /= table[s, s]
    return True


@inline
def correct(memory, table, m):
    """Change the forces so that the residuals vanish, by the factored matrix."""
    for r in range(m):
        for c in range(r):
            table[r, RESIDUAL] -= table[r, c] * table[c, RESIDUAL]
    for r in range(m - 1, -1, -1):
        for c in range(r + 1, m):
            table[r, RESIDUAL] -= table[r, c] * table[c, RESIDUAL]
        table[r, RESIDUAL] /= table[r, r]
        memory[int(table[r, WHICH]), PUSHED] -= table[r, RESIDUAL]


@inline
def is_balanced(memory, table, m):
    """Whether no penetration accelerates any more."""
    for r in range(m):
        k = int(table[r, WHICH])
        if not abs(table[r, RESIDUAL]) <= BALANCED * memory[k, YIELD] * (
            abs(memory[k, PUSHED]) + memory[k, LOAD]
        ):
            return False
    return True


# -- the acceleration of a penetration -------------------------------------------------------------


@noinline
def rate_and_sliding(system, work, contact):
    """Return the rate of a penetration and the relative velocity at its point."""
    _, rate, _, _, v, _, _ = measure(
        work.bodies,
        system.joints,
        system.coordinates,
        work.last_watched,
        system.parameters,
        contact,
    )
    return rate, v


@inline
def gap_acceleration(system, work, k):
    """Return G a: the rate of a penetration is linear in velocities, whose place the accelerations
    take.
    """
    contact, X = system.contacts[k], work.bodies
    joint = system.joints[contact.joint]
    i, j = joint.i, joint.j
    v_i, w_i, v_j, w_j = take(X, i, V), take(X, i, W), take(X, j, V), take(X, j, W)
    for c in range(3):
        X[i, V + c], X[i, W + c] = X[i, ACC + c], X[i, ALPHA + c]
        X[j, V + c], X[j, W + c] = X[j, ACC + c], X[j, ALPHA + c]
    rate = rate_and_sliding(system, work, contact)[0]
    put(X, i, V, v_i)
    put(X, i, W, w_i)
    put(X, j, V, v_j)
    put(X, j, W, w_j)
    return rate


@noinline
def carried_acceleration(system, work, k):
    """Return G_dot v, the acceleration of a penetration while no body accelerates: by central
    differences over a short part of the time in which the contact turns.
    """
    contact, X = system.contacts[k], work.bodies
    joint = system.joints[contact.joint]
    v = rate_and_sliding(system, work, contact)[1]
    w_i, w_j = take(X, joint.i, W), take(X, joint.j, W)
    turning = sqrt(dot(w_i, w_i)) + sqrt(dot(w_j, w_j))
    reach = system.setting[0].length
    if contact.kind == BALL or contact.kind == RADIAL:
        reach = contact.gap
    elif contact.kind == WALL:
        reach = abs(contact.bore - contact.radius)
    elif contact.kind == WORN:
        reach = contact.tightest
    sliding = sqrt(dot(v, v)) + contact.radius * turning
    turning += sliding / reach if reach > 0.0 else 0.0
    if not turning > 0.0:
        return 0.0
    h = DIFFERENCE / turning
    return (rate_at(system, work, k, h) - rate_at(system, work, k, -h)) / (2.0 * h)


@noinline
def rate_at(system, work, k, h):
    """Return the rate of a penetration after both bodies have moved on for a time h with the
    velocities that they have.
    """
    contact, X = system.contacts[k], work.bodies
    i, j = system.joints[contact.joint].i, system.joints[contact.joint].j
    poses = pose(X, i), pose(X, j)
    extrapolate(X, i, h)
    extrapolate(X, j, h)
    rate = rate_and_sliding(system, work, contact)[0]
    put_pose(X, i, poses[0])
    put_pose(X, j, poses[1])
    return rate


@inline
def pose(X, b):
    """Return position and rotation of a body."""
    return take(X, b, R), take(X, b, A), take(X, b, A + 3), take(X, b, A + 6)


@inline
def put_pose(X, b, x):
    """Write position and rotation of a body."""
    put(X, b, R, x[0])
    put(X, b, A, x[1])
    put(X, b, A + 3, x[2])
    put(X, b, A + 6, x[3])


@inline
def extrapolate(X, b, h):
    """Move a body with the velocities that it has, turning to third order in the angle."""
    put(X, b, R, add_scaled(take(X, b, R), h, take(X, b, V)))
    w = take(X, b, W)
    for c in range(3):
        e = (X[b, A + c], X[b, A + 3 + c], X[b, A + 6 + c])
        first = cross(w, e)
        second = cross(w, first)
        third = cross(w, second)
        e = add_scaled(
            add_scaled(add_scaled(e, h, first), h * h / 2.0, second), h * h * h / 6.0, third
        )
        X[b, A + c], X[b, A + 3 + c], X[b, A + 6 + c] = e


# -- the course at rest ----------------------------------------------------------------------------


@noinline
def watch_held(system, work, t, k, column, delta, rate):
    """Return penetration and rate of a held contact at rest; at the end of a trial step note what
    is decided by. Inside a step its force is not known: as at the last accepted one.
    """
    memory = work.contacts
    if column != VALUE:
        return memory[k, DEPTH], memory[k, DEPTH_RATE]
    depth = resting_depth(system, memory, k, t)
    rate_then, curvature = resting_rate(memory, k, t, depth, ASKED_POINTS)
    memory[k, LOAD_TRIAL], memory[k, CURVATURE] = memory[k, PUSHED], curvature
    memory[k, MOBILITY] = memory[k, YIELD]
    memory[k, EXCESS], memory[k, EXCESS_RATE] = delta - depth, rate - rate_then
    step = 1e-4 * depth
    memory[k, STIFFNESS] = 0.0
    if step > 0.0:
        rise = normal_force(system, memory, k, depth + step, rate_then)
        rise -= normal_force(system, memory, k, depth - step, rate_then)
        memory[k, STIFFNESS] = rise / (2.0 * step)
    return depth, rate_then
