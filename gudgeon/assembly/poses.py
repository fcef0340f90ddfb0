"""Poses at t = 0 and the body-fixed points and axes that follow from them."""

import numpy as np
from numpy.typing import ArrayLike

from .._base.elementary import atan2, cos, sin
from .._base.linear_algebra import dot, nearest_rotation, norm, product
from ..model import GROUND, PLANES, Body, Mechanism

Array = np.ndarray


def rotation(p: Array) -> Array:
    """Return A(p), body to global, of unit Euler parameters."""
    e0, e1, e2, e3 = p
    return np.array(
        [
            [2 * (e0 * e0 + e1 * e1) - 1, 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)],
            [2 * (e1 * e2 + e0 * e3), 2 * (e0 * e0 + e2 * e2) - 1, 2 * (e2 * e3 - e0 * e1)],
            [2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 2 * (e0 * e0 + e3 * e3) - 1],
        ]
    )


def euler_parameters(A: Array) -> Array:
    """Return unit Euler parameters of a rotation matrix, e0 >= 0."""
    trace = np.trace(A)
    squares = np.array([1 + trace, *(1 - trace + 2 * np.diag(A))]) / 4
    k = int(np.argmax(squares))
    p = np.empty(4)
    p[k] = np.sqrt(squares[k])
    skew = np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]])
    if k == 0:
        p[1:] = skew / (4 * p[0])
    else:
        p[0] = skew[k - 1] / (4 * p[k])
        for other in {1, 2, 3} - {k}:
            p[other] = (A[k - 1, other - 1] + A[other - 1, k - 1]) / (4 * p[k])
    p /= norm(p)
    return -p if p[0] < 0 else p


class Poses:
    """Where the bodies are, and how fast, as described at t = 0; index 0 is the ground."""

    def __init__(self, mechanism: Mechanism) -> None:
        bodies = mechanism.bodies
        self.index = {GROUND: 0} | {body.name: k + 1 for k, body in enumerate(bodies)}
        n = len(bodies) + 1
        self.r, self.v, self.w = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3))
        self.angle = np.zeros(n)
        self.p = np.zeros((n, 4))
        self.p[0, 0] = 1.0
        self.A = np.tile(np.eye(3), (n, 1, 1))
        for k, body in enumerate(bodies, start=1):
            self.r[k] = mechanism.vector(body.position)
            self.v[k] = mechanism.vector(body.velocity)
            w = body.angular_velocity
            self.w[k] = np.array(mechanism.normal()) * w if isinstance(w, float) else w
            self._turn(k, body, mechanism)

    def _turn(self, k: int, body: Body, mechanism: Mechanism) -> None:
        turn = body.orientation
        if isinstance(turn, float):
            self.angle[k] = turn
            self.p[k] = [cos(turn / 2), *(sin(turn / 2) * np.array(mechanism.normal()))]
        elif len(turn) == 4:
            self.p[k] = turn
        else:
            self.p[k] = euler_parameters(nearest_rotation(turn))
        self.A[k] = rotation(self.p[k])
        if mechanism.plane is not None and not isinstance(turn, float):
            first, second, _, _ = PLANES[mechanism.plane]
            self.angle[k] = atan2(float(self.A[k][second, first]), float(self.A[k][first, first]))

    def local_point(self, body: int, point: ArrayLike) -> Array:
        """Return a global point in a body's frame."""
        return product(self.A[body].T, np.asarray(point) - self.r[body])


def perpendicular(b: Array) -> Array:
    """Return a unit vector normal to b."""
    k = int(np.argmin(np.abs(b)))
    h = np.eye(3)[k] - b[k] * b
    return h / norm(h)


def unit(vector: ArrayLike) -> Array:
    """Return the direction of a vector."""
    array = np.asarray(vector, float)
    return array / norm(array)


def triad(b: Array, near: Array) -> Array:
    """Return rows h, t, b: right-handed, h as near to ``near`` as it can be."""
    h = near - dot(near, b) * b
    h = unit(h) if norm(h) > 1e-8 else perpendicular(b)
    return np.array([h, np.cross(b, h), b])


def tilted(first: Array, b: Array) -> Array:
    """Return the triad with the axis b that is ``first``, with the axis a, tilted the shortest way:
    v - b.v (a + b)/(1 + a.b).

    Where the axes are opposite there is no shortest way; it is then turned about its h.
    """
    a = first[2]
    c = dot(a, b)
    if c < -1 + 1e-9:
        return triad(b, first[0])
    return triad(b, first[0] - dot(b, first[0]) * (a + b) / (1 + c))


def inertia_matrix(body: Body, mechanism: Mechanism) -> Array:
    """Return the inertia tensor in the body frame [kg m^2]; in a plane only the moment about the
    normal matters.
    """
    value = body.inertia_tensor()
    axis = PLANES[mechanism.plane][2] if mechanism.plane else 2
    if isinstance(value, float):
        result = np.zeros((3, 3))
        result[axis, axis] = value
        return result
    tensor = np.array(value) if len(np.shape(value)) == 2 else np.diag(value)
    if mechanism.plane is None:
        return tensor
    result = np.zeros((3, 3))
    result[axis, axis] = tensor[axis, axis]
    return result
