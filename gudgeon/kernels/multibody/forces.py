"""Applied forces: gravity, loads, springs, dampers and users' own forces, as wrenches on the
bodies.
"""

from math import sqrt

from ..._base.jit import inline, noinline, part
from ..law_calls import characteristic, interaction
from ..records import (
    COUPLED,
    FORCE_BODY,
    FORCE_SPACE,
    JOINT_FORCE,
    JOINT_SPRING,
    SPRING,
    TORQUE_BODY,
    A,
    F,
    T,
    V,
    W,
)
from .coordinates import (
    angle_gradient,
    coordinate_value,
    is_angle,
    joint_points,
    length_gradient,
    relative_spin,
)
from .signals import magnitude
from .vectors import ZERO, add, add_scaled, cross, dot, put, rotate, rotate_back, scaled, take


@inline
def forces(system, work, t):
    """Write the applied wrench of every body (global frame, about the centre of mass) and the
    power of each ledger entry.
    """
    X = work.bodies
    g = system.setting[0].gravity
    for k in range(system.bodies.shape[0]):
        m = system.bodies[k].mass
        put(X, k, F, (m * g[0], m * g[1], m * g[2]))
        put(X, k, T, ZERO)
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        power = apply(system, work, force, t)
        if force.ledger >= 0:
            work.power[force.ledger] = power


@inline
def apply(system, work, force, t):
    """Add what one load, spring or force of the user's own does to its bodies; return its power."""
    X, parameters = work.bodies, system.parameters
    if force.kind <= JOINT_FORCE:
        return load(system, X, work.last_watched, force, t)
    if force.kind == SPRING:
        return spring(parameters, X, force)
    if force.kind == JOINT_SPRING:
        return joint_spring(
            system.coordinates, system.joints, parameters, X, work.last_watched, force
        )
    return custom(parameters, X, force, t)


@inline
def push(X, body, lever, force):
    """Apply a force at ``lever`` from the centre of mass; return its power."""
    add(X, body, F, force)
    moment = cross(lever, force)
    add(X, body, T, moment)
    return dot(force, take(X, body, V)) + dot(moment, take(X, body, W))


@part
def load(system, X, last_watched, force, t):
    """A vector, fixed in space or in the body, or a joint coordinate, times a magnitude; return its
    power.
    """
    body = force.j
    size = magnitude(system, X, last_watched, force, t)
    if force.kind == JOINT_FORCE:
        c = force.coordinate
        press(system.coordinates, system.joints, X, c, size)
        return size * coordinate_value(system.coordinates, system.joints, X, c, last_watched)[1]
    vector = (force.vector[0], force.vector[1], force.vector[2])
    if force.kind == FORCE_BODY or force.kind == TORQUE_BODY:
        vector = rotate(X, body, A, vector)
    vector = (size * vector[0], size * vector[1], size * vector[2])
    if force.kind == FORCE_SPACE or force.kind == FORCE_BODY:
        return push(X, body, rotate(X, body, A, force.s_j), vector)
    add(X, body, T, vector)
    return dot(vector, take(X, body, W))


@part
def spring_and_damper(parameters, force, x, x_dot):
    """Return elastic force, damping force and stored energy of a spring element stretched by x."""
    elastic, stored, damping = 0.0, 0.0, 0.0
    if force.law != 0:
        elastic, stored = characteristic(force.law, (x,), parameters, force.offset)
    if force.damper != 0:
        damping = characteristic(force.damper, (x_dot,), parameters, force.damper_offset)[0]
    return elastic, damping, stored


@part
def deflection(system, X, last_watched, force):
    """Return how far a spring is from its free length or position, and the rate."""
    if force.kind == JOINT_SPRING:
        c = force.coordinate
        q, q_dot = coordinate_value(system.coordinates, system.joints, X, c, last_watched)
        return q - force.free, q_dot
    _, _, d, d_dot = joint_points(X, force)
    length = sqrt(dot(d, d))
    return length - force.free, dot(d, d_dot) / length if length > 0.0 else 0.0


@part
def spring(parameters, X, force):
    """Pull the two points together by F(l - l_0) + D(l_dot); return the power that the damper
    takes.
    """
    s_i, s_j, d, d_dot = joint_points(X, force)
    length = sqrt(dot(d, d))
    if length < 1e-300:
        return 0.0
    length_dot = dot(d, d_dot) / length
    elastic, damping, _ = spring_and_damper(parameters, force, length - force.free, length_dot)
    f = (elastic + damping) / length
    push(X, force.i, s_i, (f * d[0], f * d[1], f * d[2]))
    push(X, force.j, s_j, (-f * d[0], -f * d[1], -f * d[2]))
    return damping * length_dot


@part
def joint_spring(coordinates, joints, parameters, X, last_watched, force):
    """Oppose the coordinate by F(q - q_0) + D(q_dot); return the power that the damper takes."""
    c = force.coordinate
    q, q_dot = coordinate_value(coordinates, joints, X, c, last_watched)
    elastic, damping, _ = spring_and_damper(parameters, force, q - force.free, q_dot)
    press(coordinates, joints, X, c, -(elastic + damping))
    return damping * q_dot


@part
def press(coordinates, joints, X, c, f):
    """Let a force or moment act on a joint coordinate; return the wrench on the second body, about
    its centre of mass.
    """
    if coordinates[c].kind == COUPLED:
        return press_coupled(coordinates, joints, X, coordinates[c], f)
    return press_joint(coordinates, joints, X, c, f)


@noinline
def press_coupled(coordinates, joints, X, coupled, f):
    """The same for a coupled coordinate: on the first as it is, on the second times the ratio; the
    wrench is that on the second body of the second.
    """
    a, b = coupled.first, coupled.second
    u, m = press_joint(coordinates, joints, X, a, f)
    v, n = press_joint(coordinates, joints, X, b, -coupled.ratio * f)
    if joints[coordinates[a].joint].j == joints[coordinates[b].joint].j:
        return add_scaled(u, 1.0, v), add_scaled(m, 1.0, n)
    return v, n


@part
def press_joint(coordinates, joints, X, c, f):
    """The same for a coordinate of one joint.

    Both act along the gradient of the coordinate. The forces on the two bodies act along one line:
    both at the second body's joint point.
    """
    coordinate = coordinates[c]
    joint = joints[coordinate.joint]
    if is_angle(coordinate.kind):
        u = scaled(f, angle_gradient(X, joint, coordinate.kind))
        add(X, joint.j, T, u)
        add(X, joint.i, T, scaled(-1.0, u))
        return ZERO, u
    s_i, s_j, d, _ = joint_points(X, joint)
    u = scaled(f, length_gradient(X, joint, coordinate, d))
    push(X, joint.j, s_j, u)
    push(X, joint.i, add_scaled(s_i, 1.0, d), scaled(-1.0, u))
    return u, cross(s_j, u)


@part
def relative_euler(X, i, j):
    """Return Euler parameters of body j's frame seen from body i's; e0 >= 0."""
    a0 = rotate_back(X, i, A, (X[j, A], X[j, A + 3], X[j, A + 6]))  # columns of A_i^T A_j
    a1 = rotate_back(X, i, A, (X[j, A + 1], X[j, A + 4], X[j, A + 7]))
    a2 = rotate_back(X, i, A, (X[j, A + 2], X[j, A + 5], X[j, A + 8]))
    q0, q1 = 1.0 + a0[0] + a1[1] + a2[2], 1.0 + a0[0] - a1[1] - a2[2]
    q2, q3 = 1.0 - a0[0] + a1[1] - a2[2], 1.0 - a0[0] - a1[1] + a2[2]
    if q0 >= q1 and q0 >= q2 and q0 >= q3:
        e = (q0, a1[2] - a2[1], a2[0] - a0[2], a0[1] - a1[0])
    elif q1 >= q2 and q1 >= q3:
        e = (a1[2] - a2[1], q1, a0[1] + a1[0], a2[0] + a0[2])
    elif q2 >= q3:
        e = (a2[0] - a0[2], a0[1] + a1[0], q2, a1[2] + a2[1])
    else:
        e = (a0[1] - a1[0], a2[0] + a0[2], a1[2] + a2[1], q3)
    scale = 1.0 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    scale = -scale if e[0] < 0.0 else scale
    return e[0] * scale, e[1] * scale, e[2] * scale, e[3] * scale


@part
def custom(parameters, X, force, t):
    """A user's own force and torque, in the frame of the first body; return the power put in."""
    i, j = force.i, force.j
    s_i, s_j, d, d_dot = joint_points(X, force)
    turning = cross(take(X, i, W), d)
    r = rotate_back(X, i, A, d)
    v = rotate_back(X, i, A, (d_dot[0] - turning[0], d_dot[1] - turning[1], d_dot[2] - turning[2]))
    p = relative_euler(X, i, j)
    w = rotate_back(X, i, A, relative_spin(X, force))
    inputs = (t, r[0], r[1], r[2], v[0], v[1], v[2], p[0], p[1], p[2], p[3], w[0], w[1], w[2])
    out = interaction(force.law, inputs, parameters, force.offset)
    f = rotate(X, i, A, (out[0], out[1], out[2]))
    m = rotate(X, i, A, (out[3], out[4], out[5]))
    # both forces act at the second body's point
    lever = (s_i[0] + d[0], s_i[1] + d[1], s_i[2] + d[2])
    power = push(X, j, s_j, f) + push(X, i, lever, (-f[0], -f[1], -f[2]))
    add(X, j, T, m)
    add(X, i, T, (-m[0], -m[1], -m[2]))
    return power + dot(m, relative_spin(X, force))
