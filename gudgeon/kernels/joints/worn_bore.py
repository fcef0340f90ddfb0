"""A circle of a journal in a bore whose wear w(phi) is known around it.

In the direction n(phi) across the bearing's axis the circle, whose centre is at e, reaches beyond
the bore by

    delta(phi) = e.n + r (cos(gamma) - 1) - c - w(phi)

where r sin(gamma) is how far its point there lies out of that direction, by the tilt of its axis.
Contact is where delta(phi) is greatest. There its rate is that of the one point, n.v (envelope
theorem), so that elastic contacts conserve energy; without tilt, -delta is the distance of the
centre from the border of where it can be. To first order in (c + w)/r this is the penetration of the
two surfaces, as e.n - c is that of round ones; with constant w it is exactly that of a clearance c + w.
"""

from math import atan2, cos, pi, sin, sqrt

from ..._base.jit import inline, noinline
from ..multibody.coordinates import joint_points
from ..multibody.vectors import add_scaled, dot, rotate, scaled, take
from ..records import A, R

ROUNDS = 60  # Newton's method, kept between bounds by bisection, needs 3 to 6
SETTLED = 1e-9  # a step, in sectors, after which the next would be lost in rounding


@noinline
def worn(X, joint, parameters, contact):
    """Return penetration, normal and contact point, midway between the surfaces."""
    _, s_j, e, _ = joint_points(X, joint)
    h, t = rotate(X, joint.i, A, joint.axes_i[0]), rotate(X, joint.i, A, joint.axes_i[1])
    b_j = rotate(X, joint.j, A, joint.axes_j[2])
    centre = add_scaled(add_scaled(take(X, joint.j, R), 1.0, s_j), contact.at, b_j)
    e = add_scaled(e, contact.at, b_j)
    view = (dot(e, h), dot(e, t), dot(b_j, h), dot(b_j, t))
    k = nearest_sector(parameters, contact, view)
    u = 0.0
    if depth_there(parameters, contact, view, k, u)[1] < 0.0:
        k, u = (k if k > 0 else contact.sectors) - 1, 1.0
    low, high = 0.0, 1.0
    delta, slope, bend, c, s = depth_there(parameters, contact, view, k, u)
    for _ in range(ROUNDS):
        if slope > 0.0:
            low = u
        else:
            high = u
        step = -slope / bend if bend < 0.0 else 2.0
        if not low <= u + step <= high:
            step = 0.5 * (low + high) - u
        u += step
        delta, slope, bend, c, s = depth_there(parameters, contact, view, k, u)
        if abs(step) < SETTLED:
            break
    n = add_scaled(scaled(c, h), s, t)
    out = add_scaled(n, -dot(n, b_j), b_j)
    out = scaled(contact.radius / sqrt(dot(out, out)), out)
    return delta, n, add_scaled(add_scaled(centre, 1.0, out), -0.5 * delta, n)


@inline
def nearest_sector(parameters, contact, view):
    """Return the sector whose middle is the deepest. It is so near to the direction of e that the
    profile, and the tilt, can make up for what is lost beside it: e (1 - cos(angle)) <= span.
    """
    e_h, e_t, b_h, b_t = view
    n, at = contact.sectors, contact.profile + 1
    size = sqrt(e_h * e_h + e_t * e_t)
    span = parameters[at - 1]
    span += contact.radius * (1.0 - sqrt(max(0.0, 1.0 - b_h * b_h - b_t * b_t)))
    first, count = 0, n
    if 2.0 * span < size:  # 1 - cos(angle) >= 2 (angle / pi)^2
        half = int(0.5 * n * sqrt(0.5 * span / size)) + 2
        middle = int(atan2(e_t, e_h) * n / (2.0 * pi) + n)
        first, count = middle - half, 2 * half + 1
    best, deepest = 0, 0.0
    for m in range(count):
        k = (first + m) % n
        c, s = parameters[at + 6 * k + 4], parameters[at + 6 * k + 5]
        out = b_h * c + b_t * s
        depth = e_h * c + e_t * s - parameters[at + 6 * k]
        depth += contact.radius * sqrt(max(0.0, 1.0 - out * out))
        if m == 0 or depth > deepest:
            best, deepest = k, depth
    return best


@inline
def depth_there(parameters, contact, view, k, u):
    """Return the depth in a direction, u sectors behind the middle of sector k, its first and second
    derivative by u, and cosine and sine of the direction.
    """
    e_h, e_t, b_h, b_t = view
    at, width, radius = contact.profile + 1 + 6 * k, 2.0 * pi / contact.sectors, contact.radius
    c_u, s_u = cos(width * u), sin(width * u)
    c = parameters[at + 4] * c_u - parameters[at + 5] * s_u
    s = parameters[at + 5] * c_u + parameters[at + 4] * s_u
    w_1, w_2, w_3 = parameters[at + 1], parameters[at + 2], parameters[at + 3]
    along, across = e_h * c + e_t * s, e_t * c - e_h * s
    out, out_1 = b_h * c + b_t * s, b_t * c - b_h * s
    rest = sqrt(max(1e-12, 1.0 - out * out))
    tilt_1 = -out * out_1 / rest
    tilt_2 = (out * out - out_1 * out_1 - tilt_1 * tilt_1) / rest
    delta = along + radius * (rest - 1.0) - contact.gap
    delta -= parameters[at] + u * (w_1 + u * (w_2 + u * w_3))
    slope = width * (across + radius * tilt_1) - (w_1 + u * (2.0 * w_2 + 3.0 * u * w_3))
    bend = width * width * (radius * tilt_2 - along) - (2.0 * w_2 + 6.0 * u * w_3)
    return delta, slope, bend, c, s
