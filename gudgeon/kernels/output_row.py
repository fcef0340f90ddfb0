"""One row of output: everything that is known about the mechanism at one time (columns: assembly/layout.py)."""

from math import cos, nan, sin, sqrt

from .._base.function_pointers import entry_caller
from .._base.jit import inline, part
from .joints.elements import COMMIT, END_OF_STEP, ROW, SAMPLE
from .multibody.coordinates import coordinate_value, is_angle, joint_points
from .multibody.equations import position_residual
from .multibody.forces import spring_and_damper
from .multibody.kinematics import expand
from .multibody.vectors import cross, dot, rotate, rotate_back, take
from .records import (
    ACC,
    ALPHA,
    DEFLECTION,
    DEFLECTION_RATE,
    EARLIER,
    EARLIER_AT,
    GREATEST,
    J_J,
    JOINT_SPRING,
    LAST,
    LAST_AT,
    NOW,
    ROWS,
    SAMPLED,
    SPRING,
    VALUE,
    WHEN,
    A,
    R,
    V,
    W,
)  # fmt: skip

call = entry_caller()
STEEP = 0.2  # of a peak: what falls off by more from one step to the next is no parabola


@inline
def observe(system, work, where, t, y, row, task):
    """Observe the work tables as an evaluation at (t, y) left them.

    ROW          write an output row; return the largest constraint residual
    END_OF_STEP  write watched quantities, their rates and the peaks of the trial step; return the largest turn since the last step [rad]
    SAMPLE       write watched quantities of any state y, without an evaluation, for the location of events
    COMMIT       the step was accepted: change the memory of contacts and the peaks; return how many contacts went on or off
    """
    largest = 0.0
    if task == COMMIT:
        keep_peaks(work.peaks, t)
    elif task == ROW:
        write_row(system, work, t, y, row)
        largest = position_residual(system.joints, work.rows, system.setting[0].length)
    else:
        if task == SAMPLE:
            expand(system.setting[0], system.bodies, work.bodies, y)
        else:
            note_peaks(system, work)
        column = VALUE if task == END_OF_STEP else SAMPLED
        watch_springs(system, work, column)
        largest = watch_coordinates(system, work, column)
    if system.setting[0].imperfect == 0:
        return largest
    return largest + call(system.setting[0].imperfect, where[0], where[1], t, y, row, task)


@inline
def watch_coordinates(system, work, column):
    """Write the joint coordinates and their rates; return the largest turn since the last accepted step [rad]."""
    largest = 0.0
    last_watched, watched, coordinates = work.last_watched, work.watched, system.coordinates
    for c in range(coordinates.shape[0]):
        watched[c, column], watched[c, column + 1] = coordinate_value(coordinates, system.joints, work.bodies, c, last_watched[c])
        if is_angle(coordinates[c].kind):
            largest = max(largest, abs(watched[c, column] - last_watched[c]))
    return largest


@inline
def watch_springs(system, work, column):
    """Write the deflections, and their rates, of the springs whose laws have breakpoints; the rates of the latter are not known."""
    watched = work.watched
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.watch >= 0:
            x, x_dot = deflection(system, work.bodies, work.last_watched, force)
            watched[force.watch + DEFLECTION, column], watched[force.watch + DEFLECTION, column + 1] = x, x_dot
            watched[force.watch + DEFLECTION_RATE, column], watched[force.watch + DEFLECTION_RATE, column + 1] = x_dot, nan


@inline
def note_peaks(system, work):
    """Write the forces of joints and drivers and the accelerations of bodies, whose running maxima are kept."""
    joints, bodies = system.joints.shape[0], system.bodies.shape[0] - 1
    for k in range(joints):
        f, _ = reaction(system.joints, work.bodies, work.rows, work.lam, work.wrench, k)
        work.peaks[system.joints[k].output, NOW] = sqrt(dot(f, f))
    for k in range(1, bodies + 1):
        a = take(work.bodies, k, ACC)
        work.peaks[joints + k - 1, NOW] = sqrt(dot(a, a))
    for k in range(system.drivers.shape[0]):
        driven = system.drivers[k].row
        work.peaks[joints + bodies + k, NOW] = abs(work.lam[driven // ROWS, driven % ROWS])


@part
def keep_peaks(peaks, t):
    """Keep running maxima at an accepted step; a top between steps is that of a parabola through the last three, if it is well resolved."""
    for k in range(peaks.shape[0]):
        peak = peaks[k]
        top, when = peak[NOW], t
        a, b = peak[EARLIER_AT] - peak[LAST_AT], t - peak[LAST_AT]
        p, q = peak[EARLIER] - peak[LAST], peak[NOW] - peak[LAST]
        most = -STEEP * peak[LAST]
        if a < 0.0 and p < 0.0 and q < 0.0 and p > most and q > most:
            curvature = (p / a - q / b) / (a - b)
            slope = p / a - curvature * a
            top, when = peak[LAST] - 0.25 * slope * slope / curvature, peak[LAST_AT] - 0.5 * slope / curvature
        if top > peak[GREATEST]:
            peak[GREATEST], peak[WHEN] = top, when
        peak[EARLIER], peak[EARLIER_AT] = peak[LAST], peak[LAST_AT]
        peak[LAST], peak[LAST_AT] = peak[NOW], t


@part
def deflection(system, X, last_watched, force):
    """Return how far a spring is from its free length or position, and the rate."""
    if force.kind == JOINT_SPRING:
        c = force.coordinate
        q, q_dot = coordinate_value(system.coordinates, system.joints, X, c, last_watched[c])
        return q - force.free, q_dot
    _, _, d, d_dot = joint_points(X, force)
    length = sqrt(dot(d, d))
    return length - force.free, dot(d, d_dot) / length if length > 0.0 else 0.0


@part
def write_row(system, work, t, y, row):
    """Write one output row."""
    X = work.bodies
    n = system.bodies.shape[0] - 1
    row[0] = t
    for k in range(1, n + 1):
        for c in range(3):
            row[1 + 3 * (k - 1) + c] = X[k, R + c]
            row[1 + 7 * n + 3 * (k - 1) + c] = X[k, V + c]
            row[1 + 10 * n + 3 * (k - 1) + c] = X[k, W + c]
            row[1 + 13 * n + 3 * (k - 1) + c] = X[k, ACC + c]
            row[1 + 16 * n + 3 * (k - 1) + c] = X[k, ALPHA + c]
        e = euler(system, y, k)
        for c in range(4):
            row[1 + 3 * n + 4 * (k - 1) + c] = e[c]
    place = reactions(system, work, row, 1 + 19 * n)
    count = system.setting[0].shown
    for c in range(count):
        row[place + c], row[place + count + c] = coordinate_value(system.coordinates, system.joints, X, c, work.last_watched[c])
    place += 2 * count
    for k in range(system.drivers.shape[0]):
        driven = system.drivers[k].row
        row[place + k] = -work.lam[driven // ROWS, driven % ROWS]
    energies(system, work, y, row)


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
def reactions(system, work, row, place):
    """Write force and torque of every joint on its second body, at its joint point; drivers are not part of it."""
    count = system.joints.shape[0]
    for k in range(count):
        f, m = reaction(system.joints, work.bodies, work.rows, work.lam, work.wrench, k)
        at = place + 3 * system.joints[k].output
        for c in range(3):
            row[at + c] = f[c]
            row[at + 3 * count + c] = m[c]
    return place + 6 * count


@part
def reaction(joints, X, rows, lam, wrench, k):
    """Return force and torque of a joint on its second body at its joint point: of its constraints, contacts, bushings and films."""
    joint = joints[k]
    f, m = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for r in range(joint.rows):
        if joint.driver[r] < 0:
            s = lam[k, r]
            u, v = take(rows, ROWS * k + r, J_J), take(rows, ROWS * k + r, J_J + 3)
            f = (f[0] - s * u[0], f[1] - s * u[1], f[2] - s * u[2])
            m = (m[0] - s * v[0], m[1] - s * v[1], m[2] - s * v[2])
    u, v = take(wrench, k, 0), take(wrench, k, 3)
    f, m = (f[0] + u[0], f[1] + u[1], f[2] + u[2]), (m[0] + v[0], m[1] + v[1], m[2] + v[2])
    moved = cross(rotate(X, joint.j, A, joint.s_j), f)
    return f, (m[0] - moved[0], m[1] - moved[1], m[2] - moved[2])


@part
def energies(system, work, y, row):
    """Write kinetic energy, potential of gravity, what springs store, and works."""
    setting = system.setting[0]
    place = setting.energy_column
    row[place], row[place + 1] = mechanical(system, work)
    place += 2
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.kind >= SPRING and force.kind <= JOINT_SPRING and force.law != 0:
            x, _ = deflection(system, work.bodies, work.last_watched, force)
            row[place] = spring_and_damper(system.parameters, force, x, 0.0)[2]
            place += 1
    works, first = setting.works, setting.n_q + setting.n_v + setting.n_z
    for k in range(works):
        row[place + k] = y[first + k]


@part
def mechanical(system, work):
    """Return the kinetic energy of all bodies and their potential energy in the field of gravity."""
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
