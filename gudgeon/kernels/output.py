"""One row of output: everything that is known about the mechanism at one time (columns: assembly/layout.py)."""

from math import cos, sin, sqrt

from .._jit import part
from .coordinates import coordinate_value, joint_points
from .forces import spring_and_damper
from .records import ACC, ALPHA, DISPLACEMENT, DISTANCE, J_J, JOINT_SPRING, ROWS, SPRING, A, R, V, W
from .vectors import cross, dot, rotate, rotate_back, take

ROW, AHEAD = range(2)


@part
def look(system, work, t, y, row, task):
    """Read off the work tables as an evaluation at (t, y) left them.

    With ``task`` ROW write an output row; with AHEAD write the joint coordinates and their rates into work.ahead and
    return the largest turn since the last accepted step [rad].
    """
    if task == AHEAD:
        watch_springs(system, work.bodies, work.angles, work.ahead)
        return look_ahead(system.coordinates, system.joints, work.bodies, work.angles, work.ahead)
    return write_row(system, work, t, y, row)


@part
def look_ahead(coordinates, joints, X, angles, ahead):
    """Write the joint coordinates and their rates; return the largest turn since the last accepted step [rad]."""
    largest = 0.0
    for c in range(coordinates.shape[0]):
        ahead[c, 0], ahead[c, 1] = coordinate_value(coordinates, joints, X, c, angles[c])
        if coordinates[c].kind != DISPLACEMENT and coordinates[c].kind != DISTANCE:
            largest = max(largest, abs(ahead[c, 0] - angles[c]))
    return largest


@part
def watch_springs(system, X, angles, ahead):
    """Write the deflections, and their rates, of the springs whose laws have kinks."""
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.watch >= 0:
            x, x_dot = deflection(system, X, angles, force)
            ahead[force.watch, 0], ahead[force.watch, 1] = x, x_dot


@part
def deflection(system, X, angles, force):
    """Return how far a spring is from its free length or position, and the rate."""
    if force.kind == JOINT_SPRING:
        c = force.coordinate
        q, q_dot = coordinate_value(system.coordinates, system.joints, X, c, angles[c])
        return q - force.free, q_dot
    _, _, d, d_dot = joint_points(X, force)
    length = sqrt(dot(d, d))
    return length - force.free, dot(d, d_dot) / length if length > 0.0 else 0.0


@part
def write_row(system, work, t, y, row):
    """Write one output row."""
    X = work.bodies
    n = system.bodies.shape[0] - 1
    setting = system.setting[0]
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
    count = system.coordinates.shape[0]
    for c in range(count):
        row[place + c], row[place + count + c] = coordinate_value(system.coordinates, system.joints, X, c, work.angles[c])
    place += 2 * count
    for k in range(system.drivers.shape[0]):
        driven = system.drivers[k].row
        row[place + k] = -work.lam[driven // ROWS, driven % ROWS]
    place = energies(system, work, row, place + system.drivers.shape[0])
    for k in range(setting.n_e):
        row[place + k] = y[setting.n_q + setting.n_v + k]
    return 0.0


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
    X = work.bodies
    count = system.joints.shape[0]
    for k in range(count):
        joint = system.joints[k]
        f, m = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for r in range(joint.rows):
            if joint.driver[r] < 0:
                lam = work.lam[k, r]
                u, v = take(work.rows, ROWS * k + r, J_J), take(work.rows, ROWS * k + r, J_J + 3)
                f = (f[0] - lam * u[0], f[1] - lam * u[1], f[2] - lam * u[2])
                m = (m[0] - lam * v[0], m[1] - lam * v[1], m[2] - lam * v[2])
        moved = cross(rotate(X, joint.j, A, joint.s_j), f)
        for c in range(3):
            row[place + 3 * joint.output + c] = f[c]
            row[place + 3 * count + 3 * joint.output + c] = m[c] - moved[c]
    return place + 6 * count


@part
def energies(system, work, row, place):
    """Write kinetic energy, potential energy of gravity and the energy stored in each spring."""
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
    row[place], row[place + 1] = kinetic, gravity
    place += 2
    for k in range(system.forces.shape[0]):
        force = system.forces[k]
        if force.kind >= SPRING and force.kind <= JOINT_SPRING and force.law != 0:
            x, _ = deflection(system, X, work.angles, force)
            row[place] = spring_and_damper(system.parameters, force, x, 0.0)[2]
            place += 1
    return place
