"""One body that a joint ties to the ground, integrated by SciPy: an answer that shares no code with
the package.

Accelerations follow from Gauss' principle: M a + J^T lambda = Q, J a = -J_dot u, with J(r, A)
written for each joint and J_dot found by a complex step along the motion, which is exact to
rounding.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

import gudgeon as gd

STEP = 1e-30  # of the complex step; no difference is taken, so it may be as small as this


def across(axis):
    """Return two directions that make a frame with an axis."""
    other = np.eye(3)[np.argmin(np.abs(axis))]
    first = np.cross(axis, other) / np.linalg.norm(np.cross(axis, other))
    return first, np.cross(axis, first)


def tilde(a):
    """Return the matrix of a cross product."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rotation(p):
    """Return the rotation matrix of Euler parameters."""
    p = p / np.linalg.norm(p)
    return (2 * p[0] ** 2 - 1) * np.eye(3) + 2 * np.outer(p[1:], p[1:]) + 2 * p[0] * tilde(p[1:])


@dataclass(frozen=True)
class Tie:
    """Rows of a joint between the ground (point P, axis a) and a body (point s, axis b, in its
    own frame).
    """

    P: np.ndarray
    s: np.ndarray
    fixed: tuple[np.ndarray, ...]  # directions along which the point may not move
    # pairs (ground, body) of directions whose product stays as it is
    crossed: tuple[tuple[np.ndarray, np.ndarray], ...]
    distance: bool = False

    def jacobian(self, r, A):
        """Return J for the velocity of the centre of mass and the angular velocity, both global."""
        arm = A @ self.s
        rows = [np.concatenate([n + 0 * arm, np.cross(arm, n)]) for n in self.fixed]
        rows += [np.concatenate([0 * arm, np.cross(A @ b, a)]) for a, b in self.crossed]
        if self.distance:
            d = r + arm - self.P
            rows.append(np.concatenate([d, np.cross(arm, d)]))
        return np.array(rows)


def tie(joint, r_0, A_0):
    """Return the rows of a joint whose first body is the ground, for a body that starts at r_0
    with orientation A_0.
    """
    assert joint.between[0] == "ground", "the first body must be the ground"
    if isinstance(joint, gd.Distance):
        P, Q = (np.array(point) for point in joint.points)
        return Tie(P, A_0.T @ (Q - r_0), (), (), True)
    P, s = (np.array(point) for point in joint.local_points)
    every = tuple(np.eye(3))
    if isinstance(joint, gd.Spherical):
        return Tie(P, s, every, ())
    a, b = (np.array(axis) / np.linalg.norm(axis) for axis in joint.local_axes)
    if isinstance(joint, gd.Universal):
        return Tie(P, s, every, ((a, b),))
    parallel = tuple((n, b) for n in across(a))
    h, t = across(a)
    square = ((h, A_0.T @ t),)
    return {
        gd.Revolute: Tie(P, s, every, parallel),
        gd.Cylindrical: Tie(P, s, across(a), parallel),
        gd.Translational: Tie(P, s, across(a), parallel + square),
        gd.Planar: Tie(P, s, (a,), parallel),
        gd.PointOnLine: Tie(P, s, across(a), ()),
        gd.Rigid: Tie(P, s, every, parallel + square),
    }[type(joint)]


def histories(mechanism, times):
    """Return motion and reaction of the only body, under the names that Adams gives them, at given
    times.

    The reaction acts on the ground, at its point of the joint.
    """
    body, gravity = mechanism.bodies[0], np.array(mechanism.gravity)
    inertia, mass = np.array(body.inertia), body.mass
    A_0 = np.array(body.orientation)
    rows = tie(mechanism.joints[0], np.array(body.position), A_0)

    def accelerations(r, A, v, w):
        I = A @ inertia @ A.T
        J = rows.jacobian(r, A)
        J_dot = rows.jacobian(r + 1j * STEP * v, A + 1j * STEP * tilde(w) @ A).imag / STEP
        M = np.zeros((6, 6))
        M[:3, :3], M[3:, 3:] = mass * np.eye(3), I
        Q = np.concatenate([mass * gravity, -np.cross(w, I @ w)])
        matrix = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
        return np.linalg.lstsq(
            matrix, np.concatenate([Q, -J_dot @ np.concatenate([v, w])]), rcond=1e-12
        )[0][:6]

    def right_side(_, y):
        r, p, v, w = y[:3], y[3:7], y[7:10], y[10:]
        p_dot = 0.5 * np.concatenate([[-p[1:] @ w], p[0] * w + np.cross(w, p[1:])])
        return np.concatenate([v, p_dot, accelerations(r, rotation(p), v, w)])

    start = np.concatenate([body.position, quaternion(A_0), body.velocity, body.angular_velocity])
    solution = solve_ivp(
        right_side, (0, times[-1]), start, method="DOP853", t_eval=times, rtol=1e-10, atol=1e-12
    )
    r, p, v, w = np.split(solution.y.T, [3, 7, 10], axis=1)
    p = p / np.linalg.norm(p, axis=1)[:, None]
    turns = [rotation(quaternion) for quaternion in p]
    a, alpha = np.split(
        np.array([accelerations(*state) for state in zip(r, turns, v, w, strict=True)]), 2, axis=1
    )
    force = mass * (a - gravity)
    spin = [A @ inertia @ A.T for A in turns]
    torque = np.array(
        [
            I @ acceleration + np.cross(two, I @ two)
            for I, acceleration, two in zip(spin, alpha, w, strict=True)
        ]
    )
    reaction = {"Rforce": -force, "Rtorque": -torque - np.cross(r - rows.P, force)}
    return {"Pos": r, "Vel": v, "Acc": a, "Quat": p, "Avel": w, "Aacc": alpha, **reaction}


def quaternion(A):
    """Return Euler parameters of a rotation matrix."""
    from scipy.spatial.transform import Rotation

    return np.roll(Rotation.from_matrix(A).as_quat(), 1)
