"""Robots for tests: their URDF, and their accelerations by Jacobians, which share no code with the
package.

M qdd = -sum Jv' m (Jv_dot qd - g) + Jw' (I Jw_dot qd + w x I w); derivatives of Jacobians along the
motion are found by a complex step, which is exact to rounding.
"""

from dataclasses import dataclass

import numpy as np

STEP = 1e-30
GRAVITY = np.array([0.0, 0.0, -9.81])


@dataclass(frozen=True)
class Segment:
    """A link with the joint that moves it."""

    parent: int  # -1 is the ground
    kind: str
    xyz: tuple
    rpy: tuple
    axis: tuple
    mass: float
    com: tuple
    com_rpy: tuple
    moments: tuple


def random_robot(seed: int, count: int, kinds=("revolute", "prismatic", "continuous")):
    """Return a tree of links; about every fifth is welded to its parent."""
    rng = np.random.default_rng(seed)
    made = []
    for k in range(count):
        kind = "fixed" if k % 5 == 4 else str(rng.choice(kinds))
        parent = k - 1 if k < 3 else int(rng.integers(max(k - 4, 0), k))
        a, b = map(float, rng.uniform(0.01, 0.1, 2))
        made.append(
            Segment(
                parent, kind, tuple(rng.uniform(-0.4, 0.4, 3)), tuple(rng.uniform(-2, 2, 3)),
                tuple(rng.normal(size=3)), float(rng.uniform(0.5, 3)), tuple(rng.uniform(-0.2, 0.2, 3)),
                tuple(rng.uniform(-1, 1, 3)), (a, b, 0.8 * (a + b)),
            )
        )  # fmt: skip
    return made


def urdf(robot, limits='lower="-3" upper="3"'):
    """Return a robot as URDF."""
    words = lambda values: " ".join(repr(float(x)) for x in values)  # noqa: E731
    lines = ['<robot name="own">', '<link name="base"/>']
    for k, s in enumerate(robot):
        parent = "base" if s.parent < 0 else f"link{s.parent}"
        xx, yy, zz = s.moments
        limit = (
            ""
            if s.kind in ("fixed", "continuous")
            else f'<limit {limits} effort="100" velocity="9"/>'
        )
        lines += [
            f'<link name="link{k}"><inertial><origin xyz="{words(s.com)}" rpy="{words(s.com_rpy)}"/>'
            f'<mass value="{s.mass!r}"/><inertia ixx="{xx!r}" iyy="{yy!r}" izz="{zz!r}" ixy="0" ixz="0" iyz="0"/>'
            f'</inertial></link>',
            f'<joint name="joint{k}" type="{s.kind}"><parent link="{parent}"/><child link="link{k}"/>'
            f'<origin xyz="{words(s.xyz)}" rpy="{words(s.rpy)}"/><axis xyz="{words(s.axis)}"/>{limit}</joint>',
        ]  # fmt: skip
    return "\n".join([*lines, "</robot>"])


def _tilde(a):
    return np.array([[0 * a[0], -a[2], a[1]], [a[2], 0 * a[0], -a[0]], [-a[1], a[0], 0 * a[0]]])


def _rpy(angles):
    r, p, y = angles
    x = np.array([[1, 0, 0], [0, np.cos(r), -np.sin(r)], [0, np.sin(r), np.cos(r)]])
    yy = np.array([[np.cos(p), 0, np.sin(p)], [0, 1, 0], [-np.sin(p), 0, np.cos(p)]])
    z = np.array([[np.cos(y), -np.sin(y), 0], [np.sin(y), np.cos(y), 0], [0, 0, 1]])
    return z @ yy @ x


def kinematics(robot, q):
    """Return centre, rotation and Jacobians of each link; ``q`` may be complex."""
    free = [k for k, s in enumerate(robot) if s.kind != "fixed"]
    column = {k: n for n, k in enumerate(free)}
    found, origins = [], []
    for k, s in enumerate(robot):
        p, R, Jv, Jw = (
            origins[s.parent]
            if s.parent >= 0
            else (np.zeros(3), np.eye(3), np.zeros((3, len(free))), np.zeros((3, len(free))))
        )
        arm = R @ np.array(s.xyz)
        Jv, Jw = (Jv - _tilde(arm) @ Jw).astype(q.dtype), Jw.astype(q.dtype)
        p, R = p + arm, R @ _rpy(s.rpy)
        axis = np.array(s.axis) / np.linalg.norm(s.axis)
        if s.kind == "prismatic":
            along = R @ axis
            Jv = Jv - _tilde(along * q[column[k]]) @ Jw
            Jv[:, column[k]] += along
            p = p + along * q[column[k]]
        elif s.kind != "fixed":
            angle = q[column[k]]
            Jw[:, column[k]] += R @ axis
            n = _tilde(axis)
            R = R @ (np.eye(3) + np.sin(angle) * n + (1 - np.cos(angle)) * n @ n)
        origins.append((p, R, Jv, Jw))
        centre = R @ np.array(s.com)
        found.append((p + centre, R, Jv - _tilde(centre) @ Jw, Jw))
    return found


def accelerations(robot, q, qd):
    """Return centre, velocity, angular velocity and both accelerations of each link."""
    now = kinematics(robot, q)
    soon = kinematics(robot, q + 1j * STEP * qd)
    M, Q = np.zeros((len(q), len(q))), np.zeros(len(q))
    rates = []
    for s, (_, R, Jv, Jw), (_, _, Jv_, Jw_) in zip(robot, now, soon, strict=True):
        turn = R @ _rpy(s.com_rpy)
        I, w = turn @ np.diag(s.moments) @ turn.T, Jw @ qd
        av, aw = Jv_.imag / STEP @ qd, Jw_.imag / STEP @ qd
        rates.append((av, aw))
        M += s.mass * Jv.T @ Jv + Jw.T @ I @ Jw
        Q += s.mass * Jv.T @ (GRAVITY - av) - Jw.T @ (I @ aw + np.cross(w, I @ w))
    qdd = np.linalg.solve(M, Q)
    return [
        (r, Jv @ qd, Jw @ qd, Jv @ qdd + av, Jw @ qdd + aw)
        for (r, _, Jv, Jw), (av, aw) in zip(now, rates, strict=True)
    ]
