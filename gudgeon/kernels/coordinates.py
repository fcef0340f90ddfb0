"""Joint coordinates: the free relative motions of a joint, with their rates [AmbrosioPombo, eqs. 11-19, corrected]."""

from math import atan2, pi, sqrt

from .._jit import inline, jit, part
from .kinematics import expand
from .records import ANGLE, ANGLE_OF_CROSS_1, ANGLE_OF_CROSS_2, DISPLACEMENT, TILT_OF_AXES, A, R, V, W
from .vectors import ZERO, cross, dot, rotate, scaled, take

TURN = 2.0 * pi


@inline
def joint_points(X, joint):
    """Return s_i, s_j and d = x_j - x_i, d_dot of a joint's two points, global frame."""
    i, j = joint.i, joint.j
    s_i = rotate(X, i, A, joint.s_i)
    s_j = rotate(X, j, A, joint.s_j)
    c_i, c_j = cross(take(X, i, W), s_i), cross(take(X, j, W), s_j)
    d = (X[j, R] + s_j[0] - X[i, R] - s_i[0], X[j, R + 1] + s_j[1] - X[i, R + 1] - s_i[1], X[j, R + 2] + s_j[2] - X[i, R + 2] - s_i[2])
    d_dot = (X[j, V] + c_j[0] - X[i, V] - c_i[0], X[j, V + 1] + c_j[1] - X[i, V + 1] - c_i[1], X[j, V + 2] + c_j[2] - X[i, V + 2] - c_i[2])
    return s_i, s_j, d, d_dot


@inline
def relative_spin(X, joint):
    """w_j - w_i, global frame."""
    i, j = joint.i, joint.j
    return X[j, W] - X[i, W], X[j, W + 1] - X[i, W + 1], X[j, W + 2] - X[i, W + 2]


@part
def raw_angle(X, joint, kind):
    """Return the angle of a hinge or of a cross axis within one turn.

    Hinge: the twist of the second triad about the first's axis, atan2(t_i.h_j - h_i.t_j, h_i.h_j + t_i.t_j).
    Cross: the angle about the first axis is seen by the second axis in the first body, and the other way round.
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
    return -atan2(dot(a_i, t_j), dot(a_i, h_j))


@inline
def tilt_of_axes(b_i, b_j):
    """Return the angle between two axes, from 0 to pi, and its gradient: the unit vector b_i x b_j, zero where they are parallel."""
    u = cross(b_i, b_j)
    sine = sqrt(dot(u, u))
    return atan2(sine, dot(b_i, b_j)), scaled(1.0 / sine, u) if sine > 1e-14 else ZERO


@part
def nearest_turn(angle, last):
    """Return ``angle`` plus the whole turns that bring it nearest to ``last``."""
    return angle + TURN * round((last - angle) / TURN)


@part
def coordinate_value(coordinates, joints, X, c, last):
    """Return value and rate of coordinate ``c``; ``last`` is its value at the last accepted step."""
    coordinate = coordinates[c]
    joint = joints[coordinate.joint]
    kind = coordinate.kind
    if kind == ANGLE:  # the rate of the twist also where the axes have come out of line
        a, b = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
        rate = dot((a[0] + b[0], a[1] + b[1], a[2] + b[2]), relative_spin(X, joint)) / (1.0 + dot(a, b))
        return nearest_turn(raw_angle(X, joint, kind), last), rate
    if kind == ANGLE_OF_CROSS_1:
        rate = dot(rotate(X, joint.i, A, joint.axes_i[2]), relative_spin(X, joint))
        return nearest_turn(raw_angle(X, joint, kind), last), rate
    if kind == ANGLE_OF_CROSS_2:
        rate = dot(rotate(X, joint.j, A, joint.axes_j[2]), relative_spin(X, joint))
        return nearest_turn(raw_angle(X, joint, kind), last), rate
    if kind == TILT_OF_AXES:
        tilt, u = tilt_of_axes(rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2]))
        return tilt, dot(u, relative_spin(X, joint))
    _, _, d, d_dot = joint_points(X, joint)
    if kind == DISPLACEMENT:
        a = rotate(X, joint.i, A, joint.axes_i[coordinate.a])
        turning = cross(take(X, joint.i, W), d)  # the axis turns with the first body
        return dot(a, d), dot(a, (d_dot[0] - turning[0], d_dot[1] - turning[1], d_dot[2] - turning[2]))
    length = sqrt(dot(d, d))
    return length, dot(d, d_dot) / length


@jit
def all_coordinates(system, work, y, out):
    """Write value and rate of every joint coordinate of a state; angles within one turn."""
    expand(system.setting[0], system.bodies, work.bodies, y)
    for c in range(out.shape[0]):
        out[c, 0], out[c, 1] = coordinate_value(system.coordinates, system.joints, work.bodies, c, 0.0)
