"""What loads, springs and forces of the user's own do, as every output row has it."""

from .._base.jit import inline, part
from .multibody.forces import apply, deflection, spring_and_damper
from .multibody.vectors import ZERO, cross, minus, put, rotate, take
from .output_variables import OutputVariable
from .records import COUPLED, JOINT_FORCE, JOINT_SPRING, SPRING, A, F, T

LOAD_VARIABLES = (
    OutputVariable(
        "load_force", "N", ("load", "xyz"), "force on the body, or on the second body, global"
    ),
    OutputVariable(
        "load_torque",
        "N*m",
        ("load", "xyz"),
        "torque on the body, or on the second body, besides that of the force at its point, global",
    ),
    OutputVariable(
        "spring_length", "m", ("spring",), "length, of a spring on a joint its coordinate", "rad"
    ),
    OutputVariable("spring_length_rate", "m/s", ("spring",), "rate of the length", "rad/s"),
    OutputVariable(
        "spring_tension",
        "N",
        ("spring",),
        "force or moment of spring and damper, positive where it pulls, or turns the coordinate back",
        "N*m",
    ),
    OutputVariable("spring_damping", "N", ("spring",), "that of the damper alone", "N*m"),
)
"""Springs stand in the order of the loads."""


@part
def write_loads(system, work, t, row):
    """Write what every load does, and how long its spring is."""
    columns, spring = system.columns[0], 0
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        f, m = acting_on_second(system, work, force, t)
        for c in range(3):
            row[columns.load_force + 3 * k + c] = f[c]
            row[columns.load_torque + 3 * k + c] = m[c]
        if force.kind == SPRING or force.kind == JOINT_SPRING:
            x, x_dot = deflection(system, work.bodies, work.last_watched, force)
            elastic, damping, _ = spring_and_damper(system.parameters, force, x, x_dot)
            row[columns.spring_length + spring] = force.free + x
            row[columns.spring_length_rate + spring] = x_dot
            row[columns.spring_tension + spring] = elastic + damping
            row[columns.spring_damping + spring] = damping
            spring += 1


@part
def acting_on_second(system, work, force, t):
    """Return force and torque on the second body at its point: the load is applied to bodies on
    which nothing else acts, which then get back what acts on them.
    """
    X = work.bodies
    i, j, s = force.i, force.j, force.s_j
    a, b = i, j  # bodies on which a force on a coupled coordinate acts besides
    if force.kind == JOINT_SPRING or force.kind == JOINT_FORCE:
        coordinate = system.coordinates[force.coordinate]
        joint = system.joints[coordinate.joint]
        i, j, s = joint.i, joint.j, joint.s_j
        a, b = i, j
        if coordinate.kind == COUPLED:
            first = system.joints[system.coordinates[coordinate.first].joint]
            a, b = first.i, first.j
            i = system.joints[system.coordinates[coordinate.second].joint].i
    kept = take(X, i, F), take(X, i, T), take(X, j, F), take(X, j, T)
    also = take(X, a, F), take(X, a, T), take(X, b, F), take(X, b, T)
    set_wrench(X, j, ZERO, ZERO)
    apply(system, work, force, t)
    f, m = take(X, j, F), take(X, j, T)
    set_wrench(X, a, also[0], also[1])
    set_wrench(X, b, also[2], also[3])
    set_wrench(X, i, kept[0], kept[1])
    set_wrench(X, j, kept[2], kept[3])
    return f, minus(m, cross(rotate(X, j, A, s), f))


@inline
def set_wrench(X, body, force, torque):
    """Let this wrench alone act on a body."""
    put(X, body, F, force)
    put(X, body, T, torque)
