"""Joint coordinates: the free relative motions of a joint, with their rates [AmbrosioPombo, eqs.
11-19, corrected].

The gradient of a coordinate is the direction u with

    rate = u.(w_j - w_i)              angles
    rate = u.(d_dot - w_i x d)        displacements and lengths

exactly, also where a joint with clearance or a bushing has given way. Whatever acts on a coordinate
(drivers, joint springs, stops, bushings) acts along u: its power is force times rate.

A coupled coordinate is the difference of two others, one of them times a ratio: how far a gear, a
rack or a screw is from where it would be without play.
"""

from math import atan2, pi, sqrt

from ..._base.jit import inline, noinline, part
from ..records import (
    ANGLE,
    ANGLE_OF_CROSS_1,
    ANGLE_OF_CROSS_2,
    COUPLED,
    DISPLACEMENT,
    DISTANCE,
    TILT_OF_AXES,
    A,
    R,
    V,
    W,
)
from .vectors import (
    ZERO,
    add_scaled,
    cross,
    dot,
    minus,
    nearest_integer,
    rotate,
    scaled,
    take,
)

TURN = 2.0 * pi


@inline
def joint_points(X, joint):
    """Return s_i, s_j and d = x_j - x_i, d_dot of a joint's two points, global frame."""
    i, j = joint.i, joint.j
    s_i = rotate(X, i, A, joint.s_i)
    s_j = rotate(X, j, A, joint.s_j)
    c_i, c_j = cross(take(X, i, W), s_i), cross(take(X, j, W), s_j)
    d = (
        X[j, R] + s_j[0] - X[i, R] - s_i[0],
        X[j, R + 1] + s_j[1] - X[i, R + 1] - s_i[1],
        X[j, R + 2] + s_j[2] - X[i, R + 2] - s_i[2],
    )
    d_dot = (
        X[j, V] + c_j[0] - X[i, V] - c_i[0],
        X[j, V + 1] + c_j[1] - X[i, V + 1] - c_i[1],
        X[j, V + 2] + c_j[2] - X[i, V + 2] - c_i[2],
    )
    return s_i, s_j, d, d_dot


@inline
def relative_spin(X, joint):
    """w_j - w_i, global frame."""
    i, j = joint.i, joint.j
    return X[j, W] - X[i, W], X[j, W + 1] - X[i, W + 1], X[j, W + 2] - X[i, W + 2]


@inline
def tilt_of_axes(b_i, b_j):
    """Return the angle between two axes, from 0 to pi, and its gradient: the unit vector b_i x
    b_j, zero where they are parallel.
    """
    u = cross(b_i, b_j)
    sine = sqrt(dot(u, u))
    return atan2(sine, dot(b_i, b_j)), scaled(1.0 / sine, u) if sine > 1e-14 else ZERO


@part
def raw_angle(X, joint, kind):
    """Return the angle of a hinge or of a cross axis within one turn, or the tilt of a ball joint.

    Hinge: the twist of the second triad about the first's axis, atan2(t_i.h_j - h_i.t_j, h_i.h_j +
    t_i.t_j). Cross: the angle about the first axis is seen by the second axis in the first body,
    and the other way round.
    """
    i, j = joint.i, joint.j
    h_i, t_i = rotate(X, i, A, joint.axes_i[0]), rotate(X, i, A, joint.axes_i[1])
    h_j, t_j = rotate(X, j, A, joint.axes_j[0]), rotate(X, j, A, joint.axes_j[1])
    if kind == ANGLE:
        return atan2(dot(t_i, h_j) - dot(h_i, t_j), dot(h_i, h_j) + dot(t_i, t_j))
    if kind == ANGLE_OF_CROSS_1:
        b_j = rotate(X, j, A, joint.axes_j[2])
        return atan2(dot(b_j, t_i), dot(b_j, h_i))
    a_i = rotate(X, i, A, joint.axes_i[2])
    if kind == TILT_OF_AXES:
        return tilt_of_axes(a_i, rotate(X, j, A, joint.axes_j[2]))[0]
    return -atan2(dot(a_i, t_j), dot(a_i, h_j))


@part
def nearest_turn(angle, last):
    """Return ``angle`` plus the whole turns that bring it nearest to ``last``."""
    return angle + TURN * nearest_integer((last - angle) / TURN)


@inline
def is_angle(kind):
    """Whether a coordinate is an angle, not a displacement, a length or a coupled one."""
    return kind != DISPLACEMENT and kind != DISTANCE and kind != COUPLED


@inline
def joint_axes(X, joint, kind):
    """Return the axis about which an angle is measured and the axis of the other body."""
    b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
    return (b_j, b_i) if kind == ANGLE_OF_CROSS_2 else (b_i, b_j)


@part
def angle_gradient(X, joint, kind):
    """Return the gradient of an angle, with c = b_i.b_j.

    Hinge: u = (b_i + b_j)/(1 + c), which is the axis while the joint does not tilt. There is none
    at c = -1, one axis turned over. Cross: u = (b_i - c b_j)/(1 - c^2) for the first angle, the
    same with i and j exchanged for the second; the cross holds c = 0. Tilt: u = b_i x b_j as a unit
    vector.
    """
    a, b = joint_axes(X, joint, kind)
    if kind == TILT_OF_AXES:
        return tilt_of_axes(a, b)[1]
    c = dot(a, b)
    if kind == ANGLE:
        return scaled(1.0 / (1.0 + c), add_scaled(a, 1.0, b))
    return scaled(1.0 / (1.0 - c * c), add_scaled(a, -c, b))


@part
def angle_gradient_rate(X, joint, kind, u):
    """Return the time derivative of that gradient: of u = (a + k b)/n it is (a_dot + k_dot b + k
    b_dot - n_dot u)/n.

    Of angles that can be driven: the tilt cannot.
    """
    a, b = joint_axes(X, joint, kind)
    w_a, w_b = take(X, joint.i, W), take(X, joint.j, W)
    if kind == ANGLE_OF_CROSS_2:
        w_a, w_b = w_b, w_a
    a_dot, b_dot = cross(w_a, a), cross(w_b, b)
    c, c_dot = dot(a, b), dot(a_dot, b) + dot(a, b_dot)
    k, k_dot, n, n_dot = 1.0, 0.0, 1.0 + c, c_dot
    if kind != ANGLE:
        k, k_dot, n, n_dot = -c, -c_dot, 1.0 - c * c, -2.0 * c * c_dot
    return scaled(1.0 / n, add_scaled(add_scaled(add_scaled(a_dot, k_dot, b), k, b_dot), -n_dot, u))


@inline
def length_gradient(X, joint, coordinate, d):
    """Return the gradient of a displacement, a vector of the first triad, or of a length, d/|d|."""
    if coordinate.kind == DISPLACEMENT:
        return rotate(X, joint.i, A, joint.axes_i[coordinate.a])
    length = sqrt(dot(d, d))
    return scaled(1.0 / length, d) if length > 0.0 else ZERO


@part
def coordinate_value(coordinates, joints, X, c, last_watched):
    """Return value and rate of coordinate ``c``; ``last_watched`` begins with the values of all at
    the last accepted step.
    """
    if coordinates[c].kind == COUPLED:
        return coupled_value(coordinates, joints, X, coordinates[c], last_watched)
    return joint_coordinate(coordinates, joints, X, c, last_watched[c])


@noinline
def coupled_value(coordinates, joints, X, coupled, last_watched):
    """Return value and rate of a coupled coordinate."""
    a, b, ratio = coupled.first, coupled.second, coupled.ratio
    q, q_dot = joint_coordinate(coordinates, joints, X, a, last_watched[a])
    p, p_dot = joint_coordinate(coordinates, joints, X, b, last_watched[b])
    return q - ratio * p, q_dot - ratio * p_dot


@part
def joint_coordinate(coordinates, joints, X, c, last):
    """Return value and rate of a coordinate that is not coupled; ``last`` is its value at the last
    accepted step.
    """
    coordinate = coordinates[c]
    joint = joints[coordinate.joint]
    kind = coordinate.kind
    if is_angle(kind):
        rate = dot(angle_gradient(X, joint, kind), relative_spin(X, joint))
        return nearest_turn(raw_angle(X, joint, kind), last), rate
    _, _, d, d_dot = joint_points(X, joint)
    u = length_gradient(X, joint, coordinate, d)
    return dot(u, d), dot(u, minus(d_dot, cross(take(X, joint.i, W), d)))
