"""Where bodies touch in joints with clearance, and how deep.

Every kind gives the geometry only: penetration delta, the normal n, the common contact point x and
the relative velocity of the material points there, v = v_j(x) - v_i(x). Then delta_dot = slope n.v
holds exactly for every kind, and with the normal force -slope F n on the second body elastic
contacts conserve energy. The slope is 1, but for the end of a hinge that begins to lie flat.

    BALL    ball in socket: delta = |e| - c, e from the socket's to the ball's centre
    [Marques2017, eqs. 1-3]
    RADIAL  the same across an axis: journal in the plane, guide, pin in a slot
    [Flores2004, eqs. 9-13]
    WORN    circle of a journal in a worn bore: the greatest of e.n(phi) - c - w(phi) (worn_bore.py)
    WALL    circle against cylinder: an end or a strip of a journal bearing (circle_cylinder.py)
    [AmbrosioPombo, eqs. 25-42]
    RIM     end face of a journal against the end plane, from its middle to its rim
    [Marques3D, eqs. 10-14]
    CORNER  corner of a slider against the wall of its guide
    EDGE    edge of a slider, along its axis, against the edge at the mouth of its guide
    KEY     rotation of a round slider about its axis beyond its play: delta = R (+-angle - play), a
    couple F_N R about the axis
    STOP    a joint coordinate beyond the end of its range
    [AmbrosioPombo, eqs. 51-53]
"""

from math import sqrt

from ..._base.jit import inline, part
from ..multibody.coordinates import (
    angle_gradient,
    coordinate_value,
    joint_points,
    raw_angle,
    relative_spin,
)
from ..multibody.vectors import ZERO, add_scaled, cross, dot, minus, rotate, scaled, take
from ..records import ANGLE, BALL, CORNER, EDGE, KEY, RADIAL, STOP, WALL, WORN, A, R, V, W
from .circle_cylinder import extremum
from .worn_bore import worn


@part
def measure(X, joints, coordinates, last_watched, parameters, contact):
    """Return what ``measured`` does; for all who do not ask in every evaluation."""
    return measured(X, joints, coordinates, last_watched, parameters, contact)


@inline
def measured(X, joints, coordinates, last_watched, parameters, contact):
    """Return penetration, its rate, normal, contact point, relative velocity of the material points
    there, slope and radius of twisting.

    Of a stop the penetration is how far its coordinate is beyond the limit; without friction it has
    neither normal nor velocity. A key has no normal, and its flanks slide along the axis. Only a
    contact over an area twists: with friction it resists turning about the normal as if it lay on a
    ring of that radius.
    """
    joint = joints[contact.joint]
    if contact.kind == STOP:
        c, side = contact.coordinate, contact.side
        q, q_dot = coordinate_value(coordinates, joints, X, c, last_watched)
        x = add_scaled(take(X, joint.j, R), 1.0, rotate(X, joint.j, A, joint.s_j))
        n, v = end_normal_and_slip(X, joint, contact, x) if contact.friction != 0 else (ZERO, ZERO)
        return side * (q - contact.limit) - contact.shift, side * q_dot, n, x, v, 1.0, contact.twist
    slope, twist = 1.0, 0.0
    if contact.kind == WALL:
        delta, n, x = wall(X, joint, contact)
    elif contact.kind == BALL or contact.kind == RADIAL:
        delta, n, x = ball(X, joint, contact)
    elif contact.kind == CORNER:
        delta, n, x = corner(X, joint, contact)
    elif contact.kind == EDGE:
        delta, n, x = edge(X, joint, contact)
    elif contact.kind == KEY:
        return key(X, joint, contact)
    elif contact.kind == WORN:
        delta, n, x = worn(X, joint, parameters, contact)
    else:
        delta, n, x, slope, twist = rim(X, joint, contact)
    v = material_velocity(X, joint, x)
    return delta - contact.shift, slope * dot(n, v), n, x, v, slope, twist


@part
def end_normal_and_slip(X, joint, contact, x):
    """Normal and sliding velocity of an end of play with friction: a face across the axis, or,
    with a lever, flanks along it.
    """
    b = rotate(X, joint.i, A, joint.axes_i[2])
    v = material_velocity(X, joint, x)
    if contact.radius > 0.0:
        return ZERO, scaled(dot(b, v), b)
    return scaled(contact.side, b), v


@inline
def material_velocity(X, joint, x):
    """Return the velocity of the second body's material relative to the first's at a point of
    space.
    """
    i, j = joint.i, joint.j
    v_i = cross(take(X, i, W), minus(x, take(X, i, R)))
    v_j = cross(take(X, j, W), minus(x, take(X, j, R)))
    return (
        X[j, V] + v_j[0] - X[i, V] - v_i[0],
        X[j, V + 1] + v_j[1] - X[i, V + 1] - v_i[1],
        X[j, V + 2] + v_j[2] - X[i, V + 2] - v_i[2],
    )


@inline
def ball(X, joint, contact):
    """Ball in socket, or what of it lies across the axis; the point stands midway between the
    two surfaces.
    """
    _, s_j, e, _ = joint_points(X, joint)
    if contact.kind == RADIAL:
        b = rotate(X, joint.i, A, joint.axes_i[2])
        e = add_scaled(e, -dot(b, e), b)
    size = sqrt(dot(e, e))
    if size < 1e-14:  # no direction
        return -contact.gap, ZERO, add_scaled(take(X, joint.j, R), 1.0, s_j)
    n = (e[0] / size, e[1] / size, e[2] / size)
    delta = size - contact.gap
    return (
        delta,
        n,
        add_scaled(add_scaled(take(X, joint.j, R), 1.0, s_j), contact.radius - 0.5 * delta, n),
    )


@inline
def carrying(X, joint, contact):
    """Return point and axis of what carries the circle, point and axes (h, b) of what it
    touches; a sign for the latter's side.
    """
    s_i, s_j, _, _ = joint_points(X, joint)
    p_i, p_j = add_scaled(take(X, joint.i, R), 1.0, s_i), add_scaled(take(X, joint.j, R), 1.0, s_j)
    b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
    if contact.carrier == 1:
        return p_j, b_j, p_i, rotate(X, joint.i, A, joint.axes_i[0]), b_i, 1.0
    return p_i, b_i, p_j, rotate(X, joint.j, A, joint.axes_j[0]), b_j, -1.0


@inline
def wall(X, joint, contact):
    """Circle in a cylinder (carried by the journal) or around one (carried by the bearing); the
    point stands midway, as for balls.
    """
    centre, b_c, p, h, b, sign = carrying(X, joint, contact)
    centre = add_scaled(centre, contact.at, b_c)
    d = minus(centre, p)
    u = cross(b, b_c)
    sine2 = dot(u, u)
    if sine2 < 1e-24:
        u = h
    else:
        sine = sqrt(sine2)
        u = (u[0] / sine, u[1] / sine, u[2] / sine)
    v, cosine, a = cross(b_c, u), dot(b, b_c), contact.radius
    found, c, s = extremum(
        dot(u, d), dot(cross(b, u), d) * cosine, a * sine2, contact.carrier, contact.which
    )
    x = add_scaled(add_scaled(centre, a * c, u), a * s, v)
    q = minus(x, p)
    height = dot(q, b)
    q = add_scaled(q, -height, b)
    rho = sqrt(dot(q, q))
    if not found or rho < 1e-14 or abs(height) > contact.reach:
        return -abs(contact.bore - a), ZERO, x
    n = (q[0] / rho, q[1] / rho, q[2] / rho)
    return sign * (rho - contact.bore), n, add_scaled(x, 0.5 * (contact.bore - rho), n)


@part
def rim(X, joint, contact):
    """End face of the shorter element against the end plane of the longer one; from the middle to
    the rim as the axes tilt.

    With the depth h of the middle and w = R sin(beta), by which the rim is deeper, delta = h +
    sqrt(w^2 + k^2) - k. By default k is softness h^3/(h^2 + w^2), and zero where the middle is not
    pressed: delta is then exactly that of the rim, and h where the axes are parallel. A fixed tilt
    has k = hidden instead. The slope is d delta/dh, the point where a unit force does the same
    work.
    """
    p, b_c, plane, _, b, sign = carrying(X, joint, contact)
    end = add_scaled(p, contact.at, b_c)
    q = add_scaled(b, -dot(b, b_c), b_c)
    s, radius, k = contact.side, contact.radius, contact.hidden
    n = (sign * s * b[0], sign * s * b[1], sign * s * b[2])
    h, w2 = s * (dot(b, minus(end, plane)) - contact.wall), radius * radius * dot(q, q)
    by_h = by_w = 0.0  # derivatives of k, the latter over -w
    if h > 0.0 and contact.softness > 0.0:
        d2 = h * h + w2
        k = contact.softness * h * h * h / d2
        by_h, by_w = k * (h * h + 3.0 * w2) / (h * d2), 2.0 * k / d2
    size = sqrt(w2 + k * k)
    if size == 0.0:
        return h, n, end, 1.0, contact.twist
    flat = k / size
    slope = 1.0 - (1.0 - flat) * by_h
    lever = s * radius * radius * (1.0 / size + (1.0 - flat) * by_w) / slope
    return h + size - k, n, add_scaled(end, lever, q), slope, contact.twist * flat


@part
def corner(X, joint, contact):
    """Corner of the slider against a wall of its guide, or the guide's against a face of the
    slider; h, or t, is normal to the walls.
    """
    p, b_c, other, _, b, sign = carrying(X, joint, contact)
    up, out = contact.which, 1 - contact.which
    if contact.carrier == 1:
        h_c, t_c = rotate(X, joint.j, A, joint.axes_j[up]), rotate(X, joint.j, A, joint.axes_j[out])
        h = rotate(X, joint.i, A, joint.axes_i[up])
    else:
        h_c, t_c = rotate(X, joint.i, A, joint.axes_i[up]), rotate(X, joint.i, A, joint.axes_i[out])
        h = rotate(X, joint.j, A, joint.axes_j[up])
    s = contact.side
    x = add_scaled(
        add_scaled(add_scaled(p, contact.at, b_c), s * contact.radius, h_c), contact.aside, t_c
    )
    d = minus(x, other)
    if abs(dot(d, b)) > contact.reach:
        return -abs(contact.bore - contact.radius), ZERO, x
    return sign * (s * dot(h, d) - contact.bore), scaled(s, h), x


@part
def edge(X, joint, contact):
    """Edge of the slider along its axis, against the edge of a wall at the mouth of the guide:
    two skew lines, n normal to both.
    """
    s_i, s_j, _, _ = joint_points(X, joint)
    up, out, s = contact.which, 1 - contact.which, contact.side
    b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
    h_i, t_i = rotate(X, joint.i, A, joint.axes_i[up]), rotate(X, joint.i, A, joint.axes_i[out])
    h_j, t_j = rotate(X, joint.j, A, joint.axes_j[up]), rotate(X, joint.j, A, joint.axes_j[out])
    mouth = add_scaled(
        add_scaled(add_scaled(take(X, joint.i, R), 1.0, s_i), contact.at, b_i),
        s * contact.bore,
        h_i,
    )
    x = add_scaled(
        add_scaled(add_scaled(take(X, joint.j, R), 1.0, s_j), s * contact.radius, h_j),
        contact.aside,
        t_j,
    )
    n = cross(t_i, b_j)
    size = sqrt(dot(n, n))
    n = scaled((1.0 if s * dot(n, h_i) > 0.0 else -1.0) / size, n)
    d, q = minus(x, mouth), cross(t_i, n)
    where = -dot(q, d) / dot(q, b_j)  # on the slider's edge, where the other is nearest
    x = add_scaled(x, where, b_j)
    if abs(where) > contact.reach:
        return -abs(contact.bore - contact.radius), ZERO, x
    delta = dot(n, d)
    return delta, n, add_scaled(x, -delta, n)  # on the mouth, as the corner of a guide in the plane


@part
def key(X, joint, contact):
    """Flanks of a key, or of splines: how far the slider is turned beyond its play, as a way at
    their lever.
    """
    b_i = rotate(X, joint.i, A, joint.axes_i[2])
    lever, s = contact.radius, contact.side
    x = add_scaled(take(X, joint.j, R), 1.0, rotate(X, joint.j, A, joint.s_j))
    rate = lever * s * dot(angle_gradient(X, joint, ANGLE), relative_spin(X, joint))
    slip = scaled(dot(b_i, material_velocity(X, joint, x)), b_i)
    return (
        lever * (s * raw_angle(X, joint, ANGLE) - contact.gap) - contact.shift,
        rate,
        ZERO,
        x,
        slip,
        1.0,
        0.0,
    )
