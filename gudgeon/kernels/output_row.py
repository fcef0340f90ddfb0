"""One row of output: everything that is known about the mechanism at one time.

A variable of every row is declared in ``VARIABLES`` here; kernels find its columns by its name in
the record ``system.columns``, from the first on, in the order of its labels and components.
Elements in joints declare and write their own.
"""

from math import cos, nan, sin, sqrt

from .._base.function_pointers import entry_caller
from .._base.jit import inline, part
from .joints.elements import elements
from .load_output import LOAD_VARIABLES, write_loads
from .multibody.constraints import constraint_wrench
from .multibody.coordinates import coordinate_value, joint_points
from .multibody.equations import position_residual
from .multibody.forces import deflection, spring_and_damper
from .multibody.kinematics import expand
from .multibody.signals import watch_signals
from .multibody.vectors import cross, dot, rotate, rotate_back, take
from .output_variables import OutputVariable
from .records import (
    ACC,
    ALPHA,
    DEFLECTION,
    DEFLECTION_RATE,
    F_N,
    GRAVITY,
    HERE,
    KINETIC,
    NOW,
    ROWS,
    SAMPLED,
    STOP,
    VALUE,
    A,
    R,
    V,
    W,
)  # fmt: skip
from .tasks import COMMIT, END_OF_STEP, PEAKS, ROW, SAMPLE

call = entry_caller()

VARIABLES = (
    OutputVariable("t", "s", (), "time"),
    OutputVariable("position", "m", ("body", "xyz"), "centre of mass, global"),
    OutputVariable(
        "orientation", "1", ("body", "euler"), "Euler parameters of the body frame, scalar first"
    ),
    OutputVariable("velocity", "m/s", ("body", "xyz"), "velocity of the centre of mass, global"),
    OutputVariable("angular_velocity", "rad/s", ("body", "xyz"), "angular velocity, global"),
    OutputVariable(
        "acceleration", "m/s^2", ("body", "xyz"), "acceleration of the centre of mass, global"
    ),
    OutputVariable(
        "angular_acceleration", "rad/s^2", ("body", "xyz"), "angular acceleration, global"
    ),
    OutputVariable(
        "joint_force",
        "N",
        ("joint", "xyz"),
        "reaction on the second body at its joint point, global",
    ),
    OutputVariable(
        "joint_torque",
        "N*m",
        ("joint", "xyz"),
        "reaction on the second body about its joint point, global",
    ),
    OutputVariable(
        "coordinate",
        "m",
        ("coordinate",),
        "joint coordinate, zero as described at t = 0; angles count full turns",
        "rad",
    ),
    OutputVariable(
        "coordinate_rate", "m/s", ("coordinate",), "rate of the joint coordinate", "rad/s"
    ),
    OutputVariable(
        "driver_force",
        "N",
        ("driver",),
        "force or moment with which the driver acts on the second body",
        "N*m",
    ),
    OutputVariable(
        "driver_power", "W", ("driver",), "power that the driver puts into the mechanism"
    ),
    OutputVariable("energy", "J", ("entry",), "energies and works, see the labels"),
    OutputVariable(
        "eccentricity",
        "m",
        ("clearance", "xyz"),
        "from the centre of the bearing to that of the journal, global",
    ),
    *LOAD_VARIABLES,
)
"""What every row has, in the order of its columns; variables of elements follow."""


@inline
def observe(system, work, where, t, y, row, task):
    """Observe the work tables as an evaluation at (t, y) left them.

    ROW          write an output row; return the largest constraint residual
    END_OF_STEP  write watched quantities, their rates, and forces and accelerations whose peaks are
    kept; return the largest turn of a driven joint since the last step [rad]
    SAMPLE       write watched quantities of any state y, without an evaluation, for the location of
    events
    COMMIT       the step was accepted: change the memory of contacts; return how many went on or off
    PEAKS        write forces and accelerations whose peaks are kept, as the evaluation left them
    """
    if task == SAMPLE:
        expand(system.setting[0], system.bodies, work.bodies, y)
    largest = observe_common(system, work, where, t, y, row, task)
    if task == ROW:
        for k in range(system.bodies.shape[0] - 1):
            e = euler(system, y, k + 1)
            for c in range(4):
                row[system.columns[0].orientation + 4 * k + c] = e[c]
    return largest


@inline
def observe_common(system, work, where, t, y, row, task):
    """Observe all but orientations, in any coordinates; a sample is of the poses that stand in
    the table of bodies.
    """
    largest = 0.0
    if task == PEAKS:
        note_peaks(system, work, HERE)
        return largest
    if task == ROW:
        write_row(system, work, t, y, row)
        largest = position_residual(system.joints, work.rows, system.setting[0].length)
    elif task != COMMIT:
        if task == END_OF_STEP:
            note_peaks(system, work, NOW)
        column = VALUE if task == END_OF_STEP else SAMPLED
        watch_springs(system, work, column)
        watch_signals(system, work, column)
        watch_coordinates(system, work, column)
    largest += elements(system, work, where, t, y, row, task)
    if task == ROW:
        for k in range(system.writers.shape[0]):
            writer = system.writers[k]
            call(
                writer.address,
                where[0],
                where[1],
                t,
                y,
                row[writer.start : writer.start + writer.width],
                task,
            )
    return largest


@inline
def watch_coordinates(system, work, column):
    """Write the joint coordinates and their rates."""
    last_watched, watched, coordinates = work.last_watched, work.watched, system.coordinates
    for c in range(coordinates.shape[0]):
        watched[c, column], watched[c, column + 1] = coordinate_value(
            coordinates, system.joints, work.bodies, c, last_watched
        )


@inline
def watch_springs(system, work, column):
    """Write the deflections, and their rates, of the springs whose laws have breakpoints; the
    rates of the latter are not known.
    """
    watched = work.watched
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.watch >= 0:
            x, x_dot = deflection(system, work.bodies, work.last_watched, force)
            (
                watched[force.watch + DEFLECTION, column],
                watched[force.watch + DEFLECTION, column + 1],
            ) = x, x_dot
            (
                watched[force.watch + DEFLECTION_RATE, column],
                watched[force.watch + DEFLECTION_RATE, column + 1],
            ) = x_dot, nan


@inline
def note_peaks(system, work, column):
    """Write into a column of the table of peaks: resultants of joints, accelerations of bodies,
    forces of drivers, sums over the contacts in the gaps of joints, normal forces of contacts.
    """
    joints, bodies, drivers = (
        system.joints.shape[0],
        system.bodies.shape[0] - 1,
        system.drivers.shape[0],
    )
    sums = joints + bodies + drivers
    for k in range(joints):
        f, _ = reaction(system.joints, work.bodies, work.rows, work.lam, work.wrench, k)
        work.peaks[system.joints[k].output, column] = sqrt(dot(f, f))
        work.peaks[sums + k, column] = 0.0
    for k in range(1, bodies + 1):
        a = take(work.bodies, k, ACC)
        work.peaks[joints + k - 1, column] = sqrt(dot(a, a))
    for k in range(drivers):
        driven = system.drivers[k].row
        work.peaks[joints + bodies + k, column] = abs(work.lam[driven // ROWS, driven % ROWS])
    for k in range(system.contacts.shape[0]):
        contact, force = system.contacts[k], work.contacts[k, F_N]
        work.peaks[sums + joints + k, column] = force
        if contact.kind != STOP and contact.passive == 0:
            work.peaks[sums + contact.joint, column] += force


@part
def write_row(system, work, t, y, row):
    """Write one output row; what nobody writes to is zero, so that elements may add to theirs."""
    columns, X = system.columns[0], work.bodies
    for k in range(row.shape[0]):
        row[k] = 0.0
    row[columns.t] = t
    for k in range(system.bodies.shape[0] - 1):
        for c in range(3):
            row[columns.position + 3 * k + c] = X[k + 1, R + c]
            row[columns.velocity + 3 * k + c] = X[k + 1, V + c]
            row[columns.angular_velocity + 3 * k + c] = X[k + 1, W + c]
            row[columns.acceleration + 3 * k + c] = X[k + 1, ACC + c]
            row[columns.angular_acceleration + 3 * k + c] = X[k + 1, ALPHA + c]
    reactions(system, work, row)
    for c in range(system.setting[0].shown):
        q, q_dot = coordinate_value(system.coordinates, system.joints, X, c, work.last_watched)
        row[columns.coordinate + c], row[columns.coordinate_rate + c] = q, q_dot
    for k in range(system.drivers.shape[0]):
        driven = system.drivers[k].row
        row[columns.driver_force + k] = -work.lam[driven // ROWS, driven % ROWS]
        row[columns.driver_power + k] = work.power[system.drivers[k].ledger]
    write_loads(system, work, t, row)
    eccentricities(system, work, row)
    energies(system, work, y, row)


@part
def eccentricities(system, work, row):
    """Write the way from the joint point on the first body to that on the second, of joints with
    a radial gap.
    """
    for k in range(system.joints.shape[0]):
        if system.joints[k].clearance >= 0:
            place = system.columns[0].eccentricity + 3 * system.joints[k].clearance
            _, _, e, _ = joint_points(work.bodies, system.joints[k])
            row[place], row[place + 1], row[place + 2] = e[0], e[1], e[2]


@part
def euler(system, y, k):
    """Return the Euler parameters of a body."""
    setting = system.setting[0]
    if setting.planar == 0:
        q = 7 * (k - 1) + 3
        return y[q], y[q + 1], y[q + 2], y[q + 3]
    half = 0.5 * y[3 * (k - 1) + 2]
    from_normal = setting.sign * sin(half)
    return (
        cos(half),
        from_normal if setting.normal == 0 else 0.0,
        from_normal if setting.normal == 1 else 0.0,
        from_normal if setting.normal == 2 else 0.0,
    )


@part
def reactions(system, work, row):
    """Write force and torque of every joint on its second body, at its joint point; drivers are
    not part of it.
    """
    columns = system.columns[0]
    for k in range(system.joints.shape[0]):
        f, m = reaction(system.joints, work.bodies, work.rows, work.lam, work.wrench, k)
        at = 3 * system.joints[k].output
        for c in range(3):
            row[columns.joint_force + at + c] = f[c]
            row[columns.joint_torque + at + c] = m[c]


@part
def reaction(joints, X, rows, lam, wrench, k):
    """Return force and torque of a joint on its second body at its joint point: of its
    constraints and of the elements in it.
    """
    joint = joints[k]
    f, m = constraint_wrench(joints, rows, lam, k)
    u, v = take(wrench, k, 0), take(wrench, k, 3)
    f, m = (f[0] + u[0], f[1] + u[1], f[2] + u[2]), (m[0] + v[0], m[1] + v[1], m[2] + v[2])
    moved = cross(rotate(X, joint.j, A, joint.s_j), f)
    return f, (m[0] - moved[0], m[1] - moved[1], m[2] - moved[2])


@part
def energies(system, work, y, row):
    """Write kinetic energy, potential of gravity, what springs store, and works."""
    setting, energy = system.setting[0], system.columns[0].energy
    row[energy + KINETIC], row[energy + GRAVITY] = mechanical(system, work)
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.stored_entry >= 0:
            x, _ = deflection(system, work.bodies, work.last_watched, force)
            row[energy + force.stored_entry] = spring_and_damper(system.parameters, force, x, 0.0)[
                2
            ]
    first = setting.n_q + setting.n_v + setting.n_z
    for k in range(setting.works):
        row[energy + setting.work_entry + k] = y[first + k]


@part
def mechanical(system, work):
    """Return the kinetic energy of all bodies and their potential energy in the field of
    gravity.
    """
    X = work.bodies
    g = system.setting[0].gravity
    kinetic, gravity = 0.0, 0.0
    for k in range(1, system.bodies.shape[0]):
        body = system.bodies[k]
        v, u = take(X, k, V), rotate_back(X, k, A, take(X, k, W))
        I = body.inertia
        kinetic += 0.5 * body.mass * dot(v, v)
        kinetic += 0.5 * (I[0] * u[0] * u[0] + I[1] * u[1] * u[1] + I[2] * u[2] * u[2])
        kinetic += I[3] * u[0] * u[1] + I[4] * u[0] * u[2] + I[5] * u[1] * u[2]
        gravity -= body.mass * dot((g[0], g[1], g[2]), take(X, k, R))
    return kinetic, gravity
