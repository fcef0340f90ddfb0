"""Forces of contacts, from where bodies touch and how deep (contact_geometry.py): normal force,
friction, what they store and lose.

Both forces act at the common contact point: no couple is left over. A key presses with a couple
alone. A contact that is off (contact_history.py) exerts no force, even where a trial step
overshoots the wall: its start is then located and the step taken again.

An end face that lies flat also resists spinning about its normal, like a ring of radius rho:
sliding with v and spinning with w have one speed, sqrt(v^2 + (rho w)^2), and one friction, of which
the part v/speed is the force and the part rho w/speed, on the radius rho, the couple: the limit
surface of the face is taken as an ellipsoid [HoweCutkosky1996]. So does an end of axial play with
friction; that of torsional play rubs along the axis, as a key does, with its moment over its lever.
"""

from math import nan, sqrt

from ..._base.jit import inline, noinline, part
from ..law_calls import bristle, characteristic, friction, normal, potential
from ..multibody.coordinates import angle_gradient, relative_spin
from ..multibody.forces import press, push
from ..multibody.vectors import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    minus,
    put,
    rotate,
    rotate_back,
    scaled,
    take,
)
from ..quadrature import gauss
from ..records import (
    ANGLE,
    APPROACH,
    ATTEMPT,
    BALL,
    DEPTH,
    DEPTH_AT,
    DEPTH_BEFORE,
    DEPTH_BEFORE_AT,
    DEPTH_RATE,
    F_N,
    F_T,
    HELD,
    KEY,
    LOAD,
    ON,
    POINTS,
    PUSHED,
    STOP,
    A,
    R,
    T,
)
from .contact_geometry import measure, measured

# points of the course at rest of a contact that is held; two tell its rate at the next
HELD_POINTS, ASKED_POINTS = 3, 2
PARTS = 10  # of the integral of a force over the penetration, and nodes and weights in each
NODES, WEIGHTS = gauss(4)


@inline
def contact_forces(system, work, y, y_dot):
    """Add the wrenches of all contacts that are on; write the power of their ledger entries and
    the rates of their bristles.
    """
    for k in range(system.contacts.shape[0]):
        if work.contacts[k, ON] == 0.0 or system.contacts[k].passive == 1:
            apply_no_contact(system.contacts[k], work.power, y_dot)
        else:
            apply_contact(system, work, y, y_dot, k)


@inline
def apply_no_contact(contact, power, y_dot):
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
def apply_contact(system, work, y, y_dot, k):
    """Add the wrench of one contact."""
    contact, memory, X = system.contacts[k], work.contacts, work.bodies
    joint = system.joints[contact.joint]
    delta, rate, n, x, v, slope, twist = measured(
        X, system.joints, system.coordinates, work.last_watched, system.parameters, contact
    )
    size = acting_force(system, work, k, delta, rate / slope)
    pressed = slope * size
    memory[k, F_N] = pressed
    if contact.layer != 0:
        memory[contact.partner, F_N] = pressed if delta > contact.thickness else 0.0
    work.power[contact.ledger] = size * rate
    if contact.kind == STOP:
        force, moment = press(
            system.coordinates, system.joints, X, contact.coordinate, -contact.side * size
        )
        add(work.wrench, contact.joint, 0, force)
        add(work.wrench, contact.joint, 3, moment)
        if contact.friction == 0:
            return
    if contact.kind == KEY:
        moment = scaled(-contact.side * contact.radius * size, angle_gradient(X, joint, ANGLE))
        add(X, joint.j, T, moment)
        add(X, joint.i, T, scaled(-1.0, moment))
        add(work.wrench, contact.joint, 3, moment)
    tangential, resistance = ZERO, 0.0
    if contact.friction != 0:
        slip = add_scaled(v, -rate / slope, n)
        spin = twist * dot(relative_spin(X, joint), n) if twist > 0.0 else 0.0
        share, load = friction_load(system, work, k, pressed)
        if contact.bristle >= 0:
            tangential, resistance = bristle_friction(
                system, X, y, y_dot, contact, n, v, delta, share, (slip, spin, load)
            )
        else:
            tangential, resistance = kinetic_friction(
                system.parameters, contact, slip, spin, share, load
            )
        work.power[contact.friction_ledger] = -dot(tangential, slip) - resistance * spin
        put(memory, k, F_T, tangential)
    if resistance != 0.0:
        couple = scaled(twist * resistance, n)
        add(X, joint.j, T, couple)
        add(X, joint.i, T, (-couple[0], -couple[1], -couple[2]))
        add(work.wrench, contact.joint, 3, couple)
    # a stop has pressed its coordinate
    force = add_scaled(tangential, 0.0 if contact.kind == STOP else -pressed, n)
    lever = minus(x, take(X, joint.j, R))
    push(X, joint.j, lever, force)
    push(X, joint.i, minus(x, take(X, joint.i, R)), (-force[0], -force[1], -force[2]))
    add(work.wrench, contact.joint, 0, force)
    add(work.wrench, contact.joint, 3, cross(lever, force))


@inline
def acting_force(system, work, k, delta, rate):
    """Return the normal force of a contact: the force that holds it, first that of the last
    accepted step, or else what its law gives.
    """
    memory = work.contacts
    if memory[k, HELD] == 0.0:
        return normal_force(system, memory, k, delta, rate)
    if work.count[ATTEMPT] == 0:
        memory[k, PUSHED] = memory[k, LOAD]
    return memory[k, PUSHED]


@inline
def friction_load(system, work, k, pressed):
    """Return which share of the friction law acts in a contact, and the normal force in the law:
    parameters that are forces, such as a viscosity, are shared like the load. A face has one law,
    and each of its corners the share that it carries; a flank, which a moment presses, has the
    force on its lever.
    """
    contact = system.contacts[k]
    if contact.next != k:
        total = face_load(system, work, k, pressed)
        return pressed / total if total > 0.0 else 0.0, total
    load = pressed / contact.radius if contact.kind == STOP and contact.radius > 0.0 else pressed
    return contact.weight, load / contact.weight


@part
def face_load(system, work, k, pressed):
    """Return what all corners on the face of a contact carry, ``pressed`` of which is its own."""
    total, other = pressed, system.contacts[k].next
    while other != k:
        contact = system.contacts[other]
        if work.contacts[other, ON] == 1.0:
            delta, rate, _, _, _, slope, _ = measure(
                work.bodies,
                system.joints,
                system.coordinates,
                work.last_watched,
                system.parameters,
                contact,
            )
            total += slope * normal_force(system, work.contacts, other, delta, rate / slope)
        other = contact.next
    return total


@inline
def normal_force(system, memory, k, delta, rate):
    """Return the normal force of a contact: its law, or a layer and then the law; never a pull."""
    contact, parameters = system.contacts[k], system.parameters
    if not delta > 0.0:
        return 0.0
    if contact.layer != 0:
        return contact.weight * layered(parameters, contact, memory, delta, rate)
    approach = max(memory[k, APPROACH], contact.slowest)
    size = contact.weight * compressive(
        normal(contact.law, (delta, rate, approach), parameters, contact.offset)
    )
    return size * delta / contact.fade if delta < contact.fade else size


@noinline
def resting_depth(system, memory, k, t):
    """Return the penetration at which the law of a held contact gives the force that holds it, with
    the rate that it would then have: the Illinois variant of regula falsi, from the penetration at
    the last accepted step; zero if it would have to pull.
    """
    force, a = memory[k, PUSHED], memory[k, DEPTH]
    if not force > 0.0:
        return 0.0
    g_a = normal_force(system, memory, k, a, resting_rate(memory, k, t, a, HELD_POINTS)[0]) - force
    b, g_b, wide = a, g_a, 1.01
    for _ in range(200):
        if g_a * g_b <= 0.0:
            break
        a, g_a = b, g_b
        b = wide * b if g_b < 0.0 else b / wide
        wide = min(2.0, wide * wide)
        g_b = (
            normal_force(system, memory, k, b, resting_rate(memory, k, t, b, HELD_POINTS)[0])
            - force
        )
    for _ in range(60):
        if g_b == 0.0 or abs(b - a) <= 4e-16 * abs(b):
            break
        c = b - g_b * (b - a) / (g_b - g_a)
        g = (
            normal_force(system, memory, k, c, resting_rate(memory, k, t, c, HELD_POINTS)[0])
            - force
        )
        if g * g_b < 0.0:
            a, g_a = b, g_b
        else:
            g_a *= 0.5
        converged = abs(c - b) <= 1e-13 * abs(b)
        b, g_b = c, g
        if converged:
            break
    return b


@inline
def resting_rate(memory, k, t, depth, least):
    """Return rate and second derivative of a held contact that is so deep at time t: of the
    parabola through this and the last two points of its course at rest. With less points than the
    least, and at the last point itself, the rate is the one known there.
    """
    h, before = t - memory[k, DEPTH_AT], memory[k, DEPTH_AT] - memory[k, DEPTH_BEFORE_AT]
    if not (memory[k, POINTS] >= least and h > 0.0):
        return memory[k, DEPTH_RATE], 0.0
    slope = (depth - memory[k, DEPTH]) / h
    slope_before = (memory[k, DEPTH] - memory[k, DEPTH_BEFORE]) / before
    curvature = 2.0 * (slope - slope_before) / (h + before)
    return slope + 0.5 * h * curvature, curvature


@part
def layered(parameters, contact, memory, delta, rate):
    """Return the force of a layer that is compressed until hard contact begins behind it
    [AmbrosioPombo, eq. 50].

    Blended as printed, but never less than what the layer carried when it was through: the
    characteristic does not dip, and blend = 0 is allowed. The approach speed of the hard contact is
    its own. Damping of the layer fades in over a hundredth of its thickness.
    """
    soft, damping = layer_force(parameters, contact, delta, rate)
    if delta <= contact.thickness:
        return compressive(soft + damping)
    blended, carried = blended_force(parameters, contact, memory, delta, rate, soft, damping)
    return carried if blended < carried else blended


@inline
def layer_force(parameters, contact, delta, rate):
    """Return the elastic force of a layer and its damping."""
    damping = 0.0
    if contact.layer_damper != 0:
        damping = characteristic(
            contact.layer_damper, (rate,), parameters, contact.layer_damper_offset
        )[0]
        damping *= min(1.0, 100.0 * delta / contact.thickness)
    return characteristic(contact.layer, (delta,), parameters, contact.layer_offset)[0], damping


@inline
def blended_force(parameters, contact, memory, delta, rate, soft, damping):
    """Return the blended force of a layer that is through and of the hard contact, and what the
    layer carried when it was through.
    """
    depth, blend = delta - contact.thickness, contact.blend
    approach = max(memory[contact.partner, APPROACH], contact.slowest)
    hard = compressive(normal(contact.law, (depth, rate, approach), parameters, contact.offset))
    share = depth / blend if depth < blend else 1.0
    carried = compressive(
        characteristic(contact.layer, (contact.thickness,), parameters, contact.layer_offset)[0]
        + damping
    )
    return (1.0 - share) * compressive(soft + damping) + share * hard, carried


@part
def layer_breakpoints(parameters, contact, memory, delta, rate):
    """Return what of a layer changes its sign where the force has a corner, each from -1 to 1 and
    not a number where there is none: elastic force and damping, below zero where they would pull;
    what the blended force has beyond what the layer carried.
    """
    pull = dip = nan
    soft, damping = layer_force(parameters, contact, delta, rate)
    if delta > 0.0 and abs(soft) + abs(damping) > 0.0:
        pull = (soft + damping) / (abs(soft) + abs(damping))
    if delta > contact.thickness:
        blended, carried = blended_force(parameters, contact, memory, delta, rate, soft, damping)
        dip = (blended - carried) / (blended + carried) if blended + carried > 0.0 else nan
    return pull, dip


@inline
def compressive(f):
    """Return a force that does not pull; one that is not a number stays so, and ends the run."""
    return 0.0 if f < 0.0 else f


@inline
def kinetic_friction(parameters, contact, slip, spin, share, load):
    """Return the friction on the second body, along the surface and against spinning: this share
    of the law under a load.
    """
    speed = sqrt(dot(slip, slip) + spin * spin)
    if not (load > 0.0 and speed > 1e-300):
        return ZERO, 0.0
    f = (
        share
        / speed
        * friction(contact.friction, (speed, load), parameters, contact.friction_offset)
    )
    return (-f * slip[0], -f * slip[1], -f * slip[2]), -f * spin


@inline
def bristle_friction(system, X, y, y_dot, contact, n, v, delta, share, sliding):
    """Write the rate of a contact's bristle; return the friction on the second body, along the
    surface and against spinning.

    z_dot = v - r z,  F = (sigma_0 z + sigma_1 z_dot) + sigma_2 v, the part in brackets no longer
    than limit. On a cylinder or a plane z
    is kept in the surface's own directions (they unroll), on a sphere in the first body's frame,
    carried along parallel to the surface. Of a face v, z and F have a third part, that of spinning.
    ``sliding`` are the sliding velocity, that of spinning, and the load.
    """
    at, joint = contact.bristle, system.joints[contact.joint]
    slip, spin, _ = sliding
    t, c, z, z_dot, turning, f, resistance, magnitude, limit, s2 = bristle_state(
        system.parameters, joint, X, y, contact, n, sliding
    )
    if contact.kind == BALL:
        depth = delta + contact.shift
        # of the ball's centre, seen from the socket
        drift = add_scaled(v, 0.5 * depth - contact.radius, cross(relative_spin(X, joint), n))
        put_state(
            y_dot,
            at,
            rotate_back(
                X, joint.i, A, add_scaled(z_dot, -dot(z, drift) / (contact.gap + depth), n)
            ),
        )
    else:
        put_state(y_dot, at, (dot(z_dot, t), dot(z_dot, c), turning))
    scale, viscous = -share if magnitude <= limit else -share * limit / magnitude, -share * s2
    return add_scaled(
        (scale * f[0], scale * f[1], scale * f[2]), viscous, slip
    ), scale * resistance + viscous * spin


@inline
def bristle_state(parameters, joint, X, y, contact, n, sliding):
    """Return two directions in which a bristle is kept, the bristle, its rate and what it carries
    (both with the part of spinning), the size of the latter, its limit, and sigma_2.
    """
    at = contact.bristle
    slip, spin, load = sliding
    t, c, turned = ZERO, ZERO, 0.0
    if contact.kind == BALL:
        z = rotate(X, joint.i, A, (y[at], y[at + 1], y[at + 2]))
        z = add_scaled(z, -dot(z, n), n)
    else:
        t = rotate(X, joint.i, A, joint.axes_i[contact.frame_axis])
        if contact.frame == 1:
            t = rotate(X, joint.j, A, joint.axes_j[contact.frame_axis])
        c = cross(n, t)
        z = (
            y[at] * t[0] + y[at + 1] * c[0],
            y[at] * t[1] + y[at + 1] * c[1],
            y[at] * t[2] + y[at + 1] * c[2],
        )
        turned = y[at + 2]
    speed, bent = sqrt(dot(slip, slip) + spin * spin), sqrt(dot(z, z) + turned * turned)
    along_z = (dot(slip, z) + spin * turned) / bent if bent > 0.0 else 0.0
    r, s0, s1, s2, limit = bristle(
        contact.friction, (speed, load, bent, along_z), parameters, contact.friction_offset
    )
    z_dot, turning = add_scaled(slip, -r, z), spin - r * turned
    f = add_scaled((s0 * z[0], s0 * z[1], s0 * z[2]), s1, z_dot)
    resistance = s0 * turned + s1 * turning
    return (
        t,
        c,
        z,
        z_dot,
        turning,
        f,
        resistance,
        sqrt(dot(f, f) + resistance * resistance),
        limit,
        s2,
    )


@part
def bristle_excess(system, work, y, k, n, sliding):
    """Return how far a bristle is beyond its limit, (F - limit)/(F + limit), from -1 to 1: so it
    is also at the first touch.
    """
    contact = system.contacts[k]
    joint = system.joints[contact.joint]
    _, _, _, _, _, _, _, magnitude, limit, _ = bristle_state(
        system.parameters, joint, work.bodies, y, contact, n, sliding
    )
    return (magnitude - limit) / (magnitude + limit) if magnitude + limit > 0.0 else 1.0


@part
def stored_energy(system, work, t, k):
    """Return the energy that one contact stores."""
    contact, memory = system.contacts[k], work.contacts
    if (
        contact.passive == 1
        or memory[k, ON] == 0.0
        or (contact.potential == 0 and contact.layer == 0)
    ):
        return 0.0
    if memory[k, HELD] == 1.0:
        delta = resting_depth(system, memory, k, t)
    else:
        delta = measure(
            work.bodies,
            system.joints,
            system.coordinates,
            work.last_watched,
            system.parameters,
            contact,
        )[0]
    if not delta > 0.0:
        return 0.0
    if contact.layer != 0:
        return contact.weight * layer_energy(system.parameters, contact, memory, delta)
    return contact.weight * potential(
        contact.potential, (delta,), system.parameters, contact.offset
    )


@part
def layer_energy(parameters, contact, memory, delta):
    """Return what a layer and the hard contact behind it store: the potential of the layer, then
    the integral of the blended force.
    """
    layer, offset, through = contact.layer, contact.layer_offset, contact.thickness
    of_layer = (
        characteristic(layer, (min(delta, through),), parameters, offset)[1]
        - characteristic(layer, (0.0,), parameters, offset)[1]
    )
    hard = through + contact.blend  # from where on the layer counts no more
    blended = static_work(parameters, contact, memory, through, min(delta, hard))
    return of_layer + blended + static_work(parameters, contact, memory, hard, delta)


@part
def static_work(parameters, contact, memory, a, b):
    """Return the work of a slow compression from a to b, none if that is backwards; in parts, as
    the force may have a breakpoint.
    """
    work, h = 0.0, (b - a) / PARTS
    if b > a:
        for m in range(PARTS):
            for k in range(NODES.shape[0]):
                work += (
                    h
                    * WEIGHTS[k]
                    * layered(parameters, contact, memory, a + h * (m + NODES[k]), 0.0)
                )
    return work
