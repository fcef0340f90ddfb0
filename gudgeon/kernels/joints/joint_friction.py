"""Friction in joints without play, under the load of their constraint forces.

The parts of a joint slide with the velocity v of its point and turn with the relative spin w, on
the radius R: one speed, sqrt(v^2 + (R w)^2), and one friction F_T of it, of which the part v/speed
is a force and the part R w/speed, on R, a couple. The normal force is that of the constraints,

    F_N = |F| + 2 |M|/L

with their moment M as a pair of forces at the ends of the length L. It follows from the
accelerations, which follow from the friction: the evaluation finds both, by fixed-point iteration
with Anderson's acceleration [WalkerNi2011], which for one joint is the secant method. Force
evaluation stays pure: every evaluation begins without friction.
"""

from math import nan, sqrt

import numpy as np

from ..._base.function_pointers import element_signature, records_at
from ..._base.jit import Entry, inline, part
from ..addresses import load_system, load_work, vector
from ..law_calls import bristle, friction
from ..multibody.constraints import constraint_wrench
from ..multibody.coordinates import joint_points, relative_spin
from ..multibody.forces import push
from ..multibody.vectors import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    minus,
    rotate,
    rotate_back,
    scaled,
    take,
)
from ..output_variables import OutputVariable
from ..records import A, R, T, W
from ..tasks import COMMIT, FORCES, FRICTION, ROW
from .elements import watch_column

CONVERGED = 1e-13  # change of the load, relative to the greatest, that ends the iteration

JOINT_FRICTION = np.dtype(
    [
        ("joint", "i8"),
        ("place", "i8"),  # of its joint among those with friction
        ("radius", "f8"),  # on which rotation slides; 0 where it does not [m]
        ("length", "f8"),  # between the ends that bear a moment; 0 where it is not known [m]
        ("law", "i8"),
        ("offset", "i8"),
        ("bristle", "i8"),  # where its bristles stand in the state, six numbers, -1 for none
        ("watch", "i8"),  # where its speed is watched for breakpoints of its law, -1 for nowhere
        ("ledger", "i8"),
        ("lost_entry", "i8"),
    ],
    align=True,
)

# what is kept of each from one iteration to the next, and for the output: load, the one before, how
# far they were off, force and couple on the second body
LOAD, LAST_LOAD, OFF, LAST_OFF, FORCE, COUPLE, KEPT = 0, 1, 2, 3, 4, 7, 10

LOAD_COLUMN, FRICTION_COLUMN, SPEED_COLUMN = range(3)
VARIABLES = (
    OutputVariable("normal_force", "N", ("joint_friction",), "resultant of the constraint forces"),
    OutputVariable("friction_force", "N", ("joint_friction",), "friction under that load"),
    OutputVariable("sliding_speed", "m/s", ("joint_friction",), "relative speed of the surfaces"),
)
frictions_at = records_at(JOINT_FRICTION)


@part
def sliding(X, joint, radius):
    """Return velocity of the second body's joint point against the first body, relative spin
    times radius, and the speed of both.
    """
    _, _, d, d_dot = joint_points(X, joint)
    v = minus(d_dot, cross(take(X, joint.i, W), d))
    turning = scaled(radius, relative_spin(X, joint))
    return v, turning, sqrt(dot(v, v) + dot(turning, turning))


@part
def bearing_load(system, work, own):
    """Return the normal force in a joint: the resultant of its constraint forces."""
    f, m = constraint_wrench(system.joints, work.rows, work.lam, own.joint)
    f = add_scaled(f, 1.0, take(work.reactions, own.joint, 0))
    m = add_scaled(m, 1.0, take(work.reactions, own.joint, 3))
    joint = system.joints[own.joint]
    load = sqrt(dot(f, f))
    if own.length > 0.0:
        m = minus(m, cross(rotate(work.bodies, joint.j, A, joint.s_j), f))
        load += 2.0 * sqrt(dot(m, m)) / own.length
    return load


@part
def friction_wrench(system, X, y, y_dot, own, load):
    """Return friction of a joint under a load as force and couple on its second body, and its
    power; write the rates of its bristles.
    """
    joint = system.joints[own.joint]
    v, turning, speed = sliding(X, joint, own.radius)
    if own.bristle >= 0:
        return bristle_friction(system, X, y, y_dot, own, load, (v, turning, speed))
    if not (load > 0.0 and speed > 1e-300):
        return ZERO, ZERO, 0.0
    f = friction(own.law, (speed, load), system.parameters, own.offset)
    return scaled(-f / speed, v), scaled(-f * own.radius / speed, turning), f * speed


@part
def bristle_friction(system, X, y, y_dot, own, load, slip):
    """Return the same of bristles, z_dot = v - r z, which are kept in the frame of the first
    body: three for sliding and three for turning (contact_forces.py).
    """
    v, turning, speed = slip
    at, i = own.bristle, system.joints[own.joint].i
    if not load > 0.0:
        for c in range(6):
            y_dot[at + c] = 0.0
        return ZERO, ZERO, 0.0
    z = rotate(X, i, A, (y[at], y[at + 1], y[at + 2]))
    q = rotate(X, i, A, (y[at + 3], y[at + 4], y[at + 5]))
    bent = sqrt(dot(z, z) + dot(q, q))
    along = (dot(v, z) + dot(turning, q)) / bent if bent > 0.0 else 0.0
    r, s0, s1, s2, limit = bristle(
        own.law, (speed, load, bent, along), system.parameters, own.offset
    )
    z_dot, q_dot = add_scaled(v, -r, z), add_scaled(turning, -r, q)
    f, g = add_scaled(scaled(s0, z), s1, z_dot), add_scaled(scaled(s0, q), s1, q_dot)
    size = sqrt(dot(f, f) + dot(g, g))
    share = 1.0 if size <= limit else limit / size
    f, g = add_scaled(scaled(share, f), s2, v), add_scaled(scaled(share, g), s2, turning)
    a, b = rotate_back(X, i, A, z_dot), rotate_back(X, i, A, q_dot)
    for c in range(3):
        y_dot[at + c], y_dot[at + 3 + c] = a[c], b[c]
    return scaled(-1.0, f), scaled(-own.radius, g), dot(f, v) + dot(g, turning)


@part
def replace_friction(system, work, y, y_dot, own, at):
    """Replace the friction that acts in a joint by that of the load that is kept."""
    X, memory, joint = work.bodies, work.memory, system.joints[own.joint]
    f, m, power = friction_wrench(system, X, y, y_dot, own, memory[at + LOAD])
    work.power[own.ledger] = power
    before = (memory[at + FORCE], memory[at + FORCE + 1], memory[at + FORCE + 2])
    turned = (memory[at + COUPLE], memory[at + COUPLE + 1], memory[at + COUPLE + 2])
    more, couple = minus(f, before), minus(m, turned)
    s_j = rotate(X, joint.j, A, joint.s_j)
    lever = minus(add_scaled(take(X, joint.j, R), 1.0, s_j), take(X, joint.i, R))
    push(X, joint.j, s_j, more)
    push(X, joint.i, lever, scaled(-1.0, more))
    add(X, joint.j, T, couple)
    add(X, joint.i, T, scaled(-1.0, couple))
    add(work.wrench, own.joint, 0, more)
    add(work.wrench, own.joint, 3, add_scaled(couple, 1.0, cross(s_j, more)))
    for c in range(3):
        memory[at + FORCE + c], memory[at + COUPLE + c] = f[c], m[c]


@part
def update_loads(system, work, y, y_dot, about, own):
    """Update the friction to the loads of the last solution; return 1.0, or 0.0 if these have
    converged.
    """
    memory, begun = work.memory, about.memory + KEPT * about.count
    top, bottom, worst, largest = 0.0, 0.0, 0.0, 1e-300
    for k in range(about.count):
        at = about.memory + KEPT * k
        load = bearing_load(system, work, own[k])
        off = load - memory[at + LOAD]
        memory[at + OFF] = off
        worst, largest = max(worst, abs(off)), max(largest, load)
        change = off - memory[at + LAST_OFF]
        top, bottom = top + off * change, bottom + change * change
    if not worst > CONVERGED * largest:
        return 0.0
    part_of = top / bottom if memory[begun] > 0.0 and bottom > 0.0 else 0.0
    memory[begun] += 1.0
    for k in range(about.count):
        at = about.memory + KEPT * k
        load, off = memory[at + LOAD], memory[at + OFF]
        back = load - memory[at + LAST_LOAD] + off - memory[at + LAST_OFF]
        memory[at + LAST_LOAD], memory[at + LAST_OFF] = load, off
        memory[at + LOAD] = max(load + off - part_of * back, 0.0)
        replace_friction(system, work, y, y_dot, own[k], at)
    return 1.0


@part
def begin(system, work, y, y_dot, about, own):
    """Begin an evaluation without friction."""
    for k in range(about.count):
        at = about.memory + KEPT * k
        for c in range(KEPT):
            work.memory[at + c] = 0.0
        friction_wrench(system, work.bodies, y, y_dot, own[k], 0.0)
        work.power[own[k].ledger] = 0.0
    work.memory[about.memory + KEPT * about.count] = 0.0


@part
def write(system, work, y, row, about, own):
    """Write load, friction and speed of every joint with friction, and what it has lost."""
    setting = system.setting[0]
    for k in range(about.count):
        at, place = about.memory + KEPT * k, own[k].place
        _, _, speed = sliding(work.bodies, system.joints[own[k].joint], own[k].radius)
        row[about.columns[LOAD_COLUMN] + place] = work.memory[at + LOAD]
        row[about.columns[FRICTION_COLUMN] + place] = size_of_friction(
            work.memory, at, own[k].radius
        )
        row[about.columns[SPEED_COLUMN] + place] = speed
        row[system.columns[0].energy + own[k].lost_entry] += y[
            setting.n_q + setting.n_v + setting.n_z + own[k].ledger
        ]


@inline
def size_of_friction(memory, at, radius):
    """Return force and couple over the radius as one force."""
    total = 0.0
    for c in range(3):
        total += memory[at + FORCE + c] ** 2
        if radius > 0.0:
            total += (memory[at + COUPLE + c] / radius) ** 2
    return sqrt(total)


@inline
def joint_friction(system, work, element, y, out, task):
    """Do what an evaluation or an observation asks of friction in joints (elements.py)."""
    about = system.elements[element]
    own = frictions_at(system.records, about.begin, about.count)
    if task == FORCES:
        begin(system, work, y, out, about, own)
    elif task == FRICTION:
        return update_loads(system, work, y, out, about, own)
    elif task == ROW:
        write(system, work, y, out, about, own)
    elif task != COMMIT:
        for k in range(about.count):
            if own[k].watch >= 0:
                column = watch_column(task)
                joint = system.joints[own[k].joint]
                work.watched[own[k].watch, column] = sliding(work.bodies, joint, own[k].radius)[2]
                work.watched[own[k].watch, column + 1] = nan
    return 0.0


def _joint_friction(system, work, element, t, y, n, out, m, task):
    return joint_friction(
        load_system(system), load_work(work), element, vector(y, n), vector(out, m), task
    )


JOINT_FRICTIONS = Entry(_joint_friction, element_signature)
