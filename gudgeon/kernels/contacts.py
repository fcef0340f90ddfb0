"""Contacts in joints with clearance: where bodies touch, how deep, and the forces that follow.

Every kind gives the geometry only: penetration delta, the normal n (the normal force on the second body is -F_N n), the common
contact point x and the relative velocity of the material points there. Then delta_dot = n.(v_j(x) - v_i(x)) holds exactly for every
kind, so that elastic contacts conserve energy. Both forces act at x: no couple is left over.

    BALL    ball in socket: delta = |e| - c, e from the socket's to the ball's centre             [Marques2017, eqs. 1-3]
    RADIAL  the same across an axis: journal in the plane, guide, pin in a slot                   [Flores2004, eqs. 9-13]
    WALL    circle against cylinder: an end or a strip of a journal bearing (cylinder.py)         [AmbrosioPombo, eqs. 25-42]
    RIM     rim of a journal against the end plane: delta = s a.(E_j - E_i) + R sin(beta), made smooth where the axes are parallel
    CORNER  corner of a slider against the wall of its guide
    STOP    a joint coordinate beyond the end of its range                                        [AmbrosioPombo, eqs. 51-53]

Memory (which contacts are on, approach speeds) changes in ``update`` alone, when a step has been accepted. A contact that is off
exerts no force, even where a trial step overshoots the wall: its start is then located and the step taken again.
"""

from math import nan, sqrt

import numpy as np

from .._jit import inline, part
from .calls import bristle, characteristic, friction, normal, potential
from .coordinates import coordinate_value, joint_points, relative_spin
from .cylinder import extremum
from .forces import press, push
from .records import (
    APPROACH,
    BALL,
    BEGUN,
    CORNER,
    DEEPEST,
    F_N,
    F_N_AHEAD,
    F_T,
    LASTED,
    ON,
    PEAK,
    PERIODS,
    RADIAL,
    RATE,
    SEEN,
    SLOPE,
    START,
    STOP,
    TURN,
    VALUE,
    WALL,
    A,
    R,
    V,
    W,
)  # fmt: skip
from .vectors import ZERO, add, cross, dot, put, rotate, rotate_back, take

PARTS = 10  # of the integral of a force over the penetration, and nodes and weights in each
NODES, WEIGHTS = np.polynomial.legendre.leggauss(4)
NODES, WEIGHTS = 0.5 * (1.0 + NODES), 0.5 * WEIGHTS


@inline
def along(p, s, u):
    """p + s u"""
    return p[0] + s * u[0], p[1] + s * u[1], p[2] + s * u[2]


@inline
def minus(a, b):
    """a - b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


# -- geometry ------------------------------------------------------------------------------------------------------


@part
def measure(X, joints, coordinates, angles, contact):
    """Return penetration, its rate, normal, contact point and relative velocity of the material points there.

    Of a stop the penetration is how far its coordinate is beyond the limit; it has neither normal nor velocity.
    """
    joint = joints[contact.joint]
    if contact.kind == STOP:
        c, side = contact.coordinate, contact.side
        q, q_dot = coordinate_value(coordinates, joints, X, c, angles[c])
        return (
            side * (q - contact.limit) - contact.shift,
            side * q_dot,
            ZERO,
            along(take(X, joint.j, R), 1.0, rotate(X, joint.j, A, joint.s_j)),
            ZERO,
        )
    if contact.kind == WALL:
        delta, n, x = wall(X, joint, contact)
    elif contact.kind == BALL or contact.kind == RADIAL:
        delta, n, x = ball(X, joint, contact)
    elif contact.kind == CORNER:
        delta, n, x = corner(X, joint, contact)
    else:
        delta, n, x = rim(X, joint, contact)
    i, j = joint.i, joint.j
    v_i = cross(take(X, i, W), minus(x, take(X, i, R)))
    v_j = cross(take(X, j, W), minus(x, take(X, j, R)))
    v = (X[j, V] + v_j[0] - X[i, V] - v_i[0], X[j, V + 1] + v_j[1] - X[i, V + 1] - v_i[1], X[j, V + 2] + v_j[2] - X[i, V + 2] - v_i[2])
    return delta - contact.shift, dot(n, v), n, x, v


@inline
def ball(X, joint, contact):
    """Ball in socket, or what of it lies across the axis; the point stands midway between the two surfaces."""
    _, s_j, e, _ = joint_points(X, joint)
    if contact.kind == RADIAL:
        b = rotate(X, joint.i, A, joint.axes_i[2])
        e = along(e, -dot(b, e), b)
    size = sqrt(dot(e, e))
    if size < 1e-14:  # no direction
        return -contact.gap, ZERO, along(take(X, joint.j, R), 1.0, s_j)
    n = (e[0] / size, e[1] / size, e[2] / size)
    delta = size - contact.gap
    return delta, n, along(along(take(X, joint.j, R), 1.0, s_j), contact.radius - 0.5 * delta, n)


@inline
def carrying(X, joint, contact):
    """Return point and axis of what carries the circle, point and axes (h, b) of what it touches; a sign for the latter's side."""
    s_i, s_j, _, _ = joint_points(X, joint)
    p_i, p_j = along(take(X, joint.i, R), 1.0, s_i), along(take(X, joint.j, R), 1.0, s_j)
    b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
    if contact.carrier == 1:
        return p_j, b_j, p_i, rotate(X, joint.i, A, joint.axes_i[0]), b_i, 1.0
    return p_i, b_i, p_j, rotate(X, joint.j, A, joint.axes_j[0]), b_j, -1.0


@part
def wall(X, joint, contact):
    """Circle in a cylinder (carried by the journal) or around one (carried by the bearing); the point stands midway, as for balls."""
    centre, b_c, p, h, b, sign = carrying(X, joint, contact)
    centre = along(centre, contact.at, b_c)
    d = minus(centre, p)
    u = cross(b, b_c)
    sine2 = dot(u, u)
    if sine2 < 1e-24:
        u = h
    else:
        sine = sqrt(sine2)
        u = (u[0] / sine, u[1] / sine, u[2] / sine)
    v, cosine, a = cross(b_c, u), dot(b, b_c), contact.radius
    found, c, s = extremum(dot(u, d), dot(cross(b, u), d) * cosine, a * sine2, contact.carrier, contact.which)
    x = along(along(centre, a * c, u), a * s, v)
    q = minus(x, p)
    height = dot(q, b)
    q = along(q, -height, b)
    rho = sqrt(dot(q, q))
    if not found or rho < 1e-14 or abs(height) > contact.reach:
        return -abs(contact.bore - a), ZERO, x
    n = (q[0] / rho, q[1] / rho, q[2] / rho)
    return sign * (rho - contact.bore), n, along(x, 0.5 * (contact.bore - rho), n)


@part
def rim(X, joint, contact):
    """Rim of the shorter element against the end plane of the longer one; from the middle to the rim as the axes tilt."""
    p, b_c, plane, _, b, sign = carrying(X, joint, contact)
    end = along(p, contact.at, b_c)
    cosine = dot(b, b_c)
    q = along(b, -cosine, b_c)
    slant = sqrt(dot(q, q) + contact.tilt * contact.tilt)
    s = contact.side
    depth = s * (dot(b, minus(end, plane)) - contact.wall) + contact.radius * (slant - contact.tilt)
    n = (sign * s * b[0], sign * s * b[1], sign * s * b[2])
    return depth, n, along(end, s * contact.radius / slant if slant > 0.0 else 0.0, q)


@part
def corner(X, joint, contact):
    """Corner of the slider against a wall of its guide, or the guide's against a face of the slider; h is normal to the walls."""
    p, b_c, other, h, b, sign = carrying(X, joint, contact)
    h_c = rotate(X, joint.j, A, joint.axes_j[0]) if contact.carrier == 1 else rotate(X, joint.i, A, joint.axes_i[0])
    s = contact.side
    x = along(along(p, contact.at, b_c), s * contact.radius, h_c)
    d = minus(x, other)
    if abs(dot(d, b)) > contact.reach:
        return -abs(contact.bore - contact.radius), ZERO, x
    return sign * (s * dot(h, d) - contact.bore), (s * h[0], s * h[1], s * h[2]), x


# -- forces --------------------------------------------------------------------------------------------------------


@inline
def contacts(system, work, y, y_dot):
    """Add the wrenches of all contacts that are on; write the power of their ledger entries and the rates of their bristles."""
    for k in range(system.contacts.shape[0]):
        if work.contacts[k, ON] == 0.0 or system.contacts[k].passive == 1:
            rest(system.contacts[k], work.power, y_dot)
        else:
            act(system, work, y, y_dot, k)


@inline
def rest(contact, power, y_dot):
    """Nothing acts: neither power nor bristles change."""
    power[contact.ledger] = 0.0
    if contact.friction_ledger >= 0:
        power[contact.friction_ledger] = 0.0
    if contact.bristle >= 0:
        put_state(y_dot, contact.bristle, ZERO)


@inline
def put_state(y, place, z):
    """Write three numbers of the state."""
    y[place], y[place + 1], y[place + 2] = z[0], z[1], z[2]


@inline
def act(system, work, y, y_dot, k):
    """Add the wrench of one contact."""
    contact, memory, X = system.contacts[k], work.contacts, work.bodies
    joint = system.joints[contact.joint]
    delta, rate, n, x, v = measure(X, system.joints, system.coordinates, work.angles, contact)
    size = normal_force(system, memory, k, delta, rate)
    memory[k, F_N] = size
    if contact.layer != 0:
        memory[contact.partner, F_N] = size if delta > contact.thickness else 0.0
    work.power[contact.ledger] = size * rate
    if contact.kind == STOP:
        force, moment = press(system.coordinates, system.joints, X, contact.coordinate, -contact.side * size)
        add(work.wrench, contact.joint, 0, force)
        add(work.wrench, contact.joint, 3, moment)
        return
    tangential = ZERO
    if contact.friction != 0:
        slip = along(v, -rate, n)
        if contact.bristle >= 0:
            tangential = drag_bristle(system.parameters, joint, X, y, y_dot, contact, n, v, slip, delta, size)
        else:
            speed = sqrt(dot(slip, slip))
            if size > 0.0 and speed > 1e-300:
                share = contact.weight / speed  # of the law: parameters that are forces, such as a viscosity, are shared like the load
                f = share * friction(contact.friction, (speed, size / contact.weight), system.parameters, contact.friction_offset)
                tangential = (-f * slip[0], -f * slip[1], -f * slip[2])
        work.power[contact.friction_ledger] = -dot(tangential, slip)
        put(memory, k, F_T, tangential)
    force = along(tangential, -size, n)
    lever = minus(x, take(X, joint.j, R))
    push(X, joint.j, lever, force)
    push(X, joint.i, minus(x, take(X, joint.i, R)), (-force[0], -force[1], -force[2]))
    add(work.wrench, contact.joint, 0, force)
    add(work.wrench, contact.joint, 3, cross(lever, force))


@inline
def normal_force(system, memory, k, delta, rate):
    """Return the normal force of a contact: its law, or a layer and then the law; never a pull."""
    contact, parameters = system.contacts[k], system.parameters
    if not delta > 0.0:
        return 0.0
    if contact.layer != 0:
        return contact.weight * layered(parameters, contact, memory, delta, rate)
    approach = max(memory[k, APPROACH], contact.slowest)
    size = contact.weight * push_only(normal(contact.law, (delta, rate, approach), parameters, contact.offset))
    return size * delta / contact.fade if delta < contact.fade else size


@part
def layered(parameters, contact, memory, delta, rate):
    """Return the force of a layer that is compressed until hard contact begins behind it [AmbrosioPombo, eq. 50].

    Blended as printed, but never less than what the layer carried when it was through: the characteristic does not dip, and blend = 0
    is allowed. The approach speed of the hard contact is its own. Damping of the layer fades in over a hundredth of its thickness.
    """
    thickness, blend = contact.thickness, contact.blend
    damping = 0.0
    if contact.layer_damper != 0:
        damping = characteristic(contact.layer_damper, (rate,), parameters, contact.layer_damper_offset)[0]
        damping *= min(1.0, 100.0 * delta / thickness)
    force = push_only(characteristic(contact.layer, (delta,), parameters, contact.layer_offset)[0] + damping)
    depth = delta - thickness
    if depth <= 0.0:
        return force
    approach = max(memory[contact.partner, APPROACH], contact.slowest)
    hard = push_only(normal(contact.law, (depth, rate, approach), parameters, contact.offset))
    share = depth / blend if depth < blend else 1.0
    carried = push_only(characteristic(contact.layer, (thickness,), parameters, contact.layer_offset)[0] + damping)
    blended = (1.0 - share) * force + share * hard
    return carried if blended < carried else blended


@inline
def push_only(f):
    """Return a force that does not pull; one that is not a number stays so, and ends the run."""
    return 0.0 if f < 0.0 else f


@inline
def drag_bristle(parameters, joint, X, y, y_dot, contact, n, v, slip, delta, size):
    """Write the rate of a contact's bristle; return the friction on the second body.

    z_dot = v - sigma_0 |v| / g z,  F = sigma_0 z + sigma_1 z_dot + sigma_2 v, |F| <= limit. On a cylinder or a plane z is kept in the
    surface's own directions (they unroll), on a sphere in the first body's frame, carried along parallel to the surface.
    """
    at = contact.bristle
    speed = sqrt(dot(slip, slip))
    g, s0, s1, s2, limit = bristle(contact.friction, (speed, size / contact.weight), parameters, contact.friction_offset)
    decay = s0 * speed / g
    if contact.kind == BALL:
        z = rotate(X, joint.i, A, (y[at], y[at + 1], y[at + 2]))
        z = along(z, -dot(z, n), n)
        z_dot = along(slip, -decay, z)
        depth = delta + contact.shift
        drift = along(v, 0.5 * depth - contact.radius, cross(relative_spin(X, joint), n))  # of the ball's centre, seen from the socket
        put_state(y_dot, at, rotate_back(X, joint.i, A, along(z_dot, -dot(z, drift) / (contact.gap + depth), n)))
    else:
        t = rotate(X, joint.i, A, joint.axes_i[contact.frame_axis])
        if contact.frame == 1:
            t = rotate(X, joint.j, A, joint.axes_j[contact.frame_axis])
        c = cross(n, t)
        z = (y[at] * t[0] + y[at + 1] * c[0], y[at] * t[1] + y[at + 1] * c[1], y[at] * t[2] + y[at + 1] * c[2])
        z_dot = along(slip, -decay, z)
        put_state(y_dot, at, (dot(z_dot, t), dot(z_dot, c), 0.0))
    f = along((s0 * z[0], s0 * z[1], s0 * z[2]), s1, z_dot)
    f = along(f, s2, slip)
    magnitude = sqrt(dot(f, f))
    scale = -contact.weight if magnitude <= limit else -contact.weight * limit / magnitude
    return scale * f[0], scale * f[1], scale * f[2]


@part
def stored_energy(system, work, k):
    """Return the energy that one contact stores."""
    contact, memory = system.contacts[k], work.contacts
    if contact.passive == 1 or memory[k, ON] == 0.0 or (contact.potential == 0 and contact.layer == 0):
        return 0.0
    delta = measure(work.bodies, system.joints, system.coordinates, work.angles, contact)[0]
    if not delta > 0.0:
        return 0.0
    if contact.layer != 0:
        return contact.weight * layer_energy(system.parameters, contact, memory, delta)
    return contact.weight * potential(contact.potential, (delta,), system.parameters, contact.offset)


@part
def layer_energy(parameters, contact, memory, delta):
    """Return what a layer and the hard contact behind it store: the potential of the layer, then the integral of the blended force."""
    layer, offset, through = contact.layer, contact.layer_offset, contact.thickness
    of_layer = characteristic(layer, (min(delta, through),), parameters, offset)[1] - characteristic(layer, (0.0,), parameters, offset)[1]
    hard = through + contact.blend  # from where on the layer counts no more
    blended = static_work(parameters, contact, memory, through, min(delta, hard))
    return of_layer + blended + static_work(parameters, contact, memory, hard, delta)


@part
def static_work(parameters, contact, memory, a, b):
    """Return the work of a slow compression from a to b, none if that is backwards; in parts, as the force may have a kink."""
    work, h = 0.0, (b - a) / PARTS
    if b > a:
        for m in range(PARTS):
            for k in range(NODES.shape[0]):
                work += h * WEIGHTS[k] * layered(parameters, contact, memory, a + h * (m + NODES[k]), 0.0)
    return work


# -- memory --------------------------------------------------------------------------------------------------------


@inline
def watch_contacts(system, work, column):
    """Write penetrations and their rates into the table of watched quantities from ``column`` on."""
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        delta, rate, _, _, _ = measure(work.bodies, system.joints, system.coordinates, work.angles, contact)
        work.ahead[contact.watch, column], work.ahead[contact.watch, column + 1] = delta, rate
        if column == VALUE:
            work.contacts[k, F_N_AHEAD] = work.contacts[k, F_N]


@inline
def update(system, work, t, y):
    """Change the memory of contacts at an accepted step that ended at time t; return how many went on or off.

    A contact goes on where it penetrates, or touches and approaches; it goes off where it has left, or touches and leaves.
    Nothing else ever changes this memory.
    """
    changes = 0.0
    memory, border = work.contacts, system.setting[0].border
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        delta, rate = work.ahead[contact.watch, VALUE], work.ahead[contact.watch, SLOPE]
        way = 1.0 if memory[k, ON] == 0.0 else -1.0
        beyond = way * delta
        if memory[k, ON] == 1.0:
            keep_records(system, work, k, t, delta, rate)
        if beyond > border or (beyond >= -border and way * rate > 0.0):
            changes += 1.0
            if way > 0.0:
                begin(contact, memory, k, t, y, delta, rate, system.setting[0])
            else:
                finish(contact, work, k, t, y, rate, system.setting[0])
            if contact.bristle >= 0:
                put_state(y, contact.bristle, ZERO)
        memory[k, SEEN], memory[k, RATE] = t, rate
    return changes


@inline
def lost(contact, y, setting):
    """Return the ledger of one contact: work of its normal force and of friction."""
    first = setting.n_q + setting.n_v + setting.n_z
    friction_work = y[first + contact.friction_ledger] if contact.friction_ledger >= 0 else 0.0
    return y[first + contact.ledger] + friction_work


@part
def begin(contact, memory, k, t, y, delta, rate, setting):
    """Open a contact period; at t = 0 it may be deep already."""
    memory[k, ON] = 1.0
    memory[k, APPROACH] = max(rate, 0.0)
    memory[k, START] = t
    memory[k, TURN] = nan
    memory[k, DEEPEST], memory[k, PEAK] = max(delta, 0.0), 0.0
    memory[k, BEGUN] = lost(contact, y, setting)


@part
def finish(contact, work, k, t, y, rate, setting):
    """Close a contact period and file it."""
    memory, row = work.contacts, work.periods[work.count[PERIODS]]
    work.count[PERIODS] += 1
    row[0], row[1], row[2], row[3] = k, memory[k, START], memory[k, TURN], t
    row[4], row[5] = memory[k, APPROACH], max(-rate, 0.0)
    row[6], row[7], row[8] = memory[k, DEEPEST], memory[k, PEAK], lost(contact, y, setting) - memory[k, BEGUN]
    memory[k, LASTED] = t - memory[k, START]
    memory[k, ON] = memory[k, F_N] = memory[k, F_N_AHEAD] = 0.0
    put(memory, k, F_T, ZERO)


@inline
def keep_records(system, work, k, t, delta, rate):
    """Keep the greatest penetration and force of a contact period; between two steps the penetration is a cubic.

    The force of a contact with losses is greatest before the penetration is.
    """
    contact, memory = system.contacts[k], work.contacts
    before, rate_before, h = work.angles[contact.watch], memory[k, RATE], t - memory[k, SEEN]
    alone = contact.passive == 0  # of a hard contact behind a layer the force of both is the layer's
    if rate_before > 0.0 and rate <= 0.0:
        theta, top = summit(before, delta, h * rate_before, h * rate)
        if memory[k, TURN] != memory[k, TURN]:
            memory[k, TURN] = t - h * (1.0 - theta)
        memory[k, DEEPEST] = max(memory[k, DEEPEST], top)
        if alone:
            memory[k, PEAK] = max(memory[k, PEAK], normal_force(system, memory, k, top, 0.0))
    if rate_before > 0.0 and alone:
        for quarter in range(1, 4):
            depth, slope = on_cubic(before, delta, h * rate_before, h * rate, 0.25 * quarter)
            memory[k, PEAK] = max(memory[k, PEAK], normal_force(system, memory, k, depth, slope / h))
    memory[k, DEEPEST] = max(memory[k, DEEPEST], delta)
    memory[k, PEAK] = max(memory[k, PEAK], memory[k, F_N_AHEAD])


@inline
def on_cubic(a, b, a_dot, b_dot, theta):
    """Return value and slope at theta (0 to 1) of a cubic with these values and slopes at 0 and 1."""
    c = 3.0 * (b - a) - 2.0 * a_dot - b_dot
    d = 2.0 * (a - b) + a_dot + b_dot
    return a + theta * (a_dot + theta * (c + theta * d)), a_dot + theta * (2.0 * c + theta * 3.0 * d)


@part
def summit(a, b, a_dot, b_dot):
    """Return where (0 to 1), and how high, a cubic with these values and slopes at 0 and 1 is greatest; a_dot > 0 >= b_dot."""
    low, high = 0.0, 1.0
    for _ in range(50):
        theta = 0.5 * (low + high)
        if on_cubic(a, b, a_dot, b_dot, theta)[1] > 0.0:
            low = theta
        else:
            high = theta
    return low, on_cubic(a, b, a_dot, b_dot, low)[0]
