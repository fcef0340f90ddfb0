"""The equations of motion once more, dense and in NumPy, to compare the kernels with."""

import numpy as np

from gudgeon._base.jit import jit
from gudgeon.assembly.assemble import Assembly
from gudgeon.kernels import records as rec
from gudgeon.kernels.multibody.constraints import constraints
from gudgeon.kernels.multibody.kinematics import expand


@jit
def rows_at(system, work, t, y):
    """Evaluate poses and constraint rows only."""
    expand(system.setting[0], system.bodies, work.bodies, y)
    constraints(
        system.joints, system.drivers, system.signals, system.parameters, work.bodies, work.rows, t
    )


def places(assembly: Assembly) -> list[int]:
    """Return where the rows in use stand in the table of rows."""
    return [
        rec.ROWS * k + r
        for k, joint in enumerate(assembly.system.joints)
        for r in range(int(joint["rows"]))
    ]


def rows(assembly: Assembly, work: rec.Work) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return Phi, J (columns: velocity and global angular velocity of each body) and gamma as
    dense arrays.
    """
    n = len(assembly.system.bodies)
    used = places(assembly)
    J = np.zeros((len(used), 6 * n))
    for line, place in enumerate(used):
        joint = assembly.system.joints[place // rec.ROWS]
        J[line, 6 * joint["i"] : 6 * joint["i"] + 6] += work.rows[place, rec.J_I : rec.J_I + 6]
        J[line, 6 * joint["j"] : 6 * joint["j"] + 6] += work.rows[place, rec.J_J : rec.J_J + 6]
    return work.rows[used, rec.PHI].copy(), J[:, 6:], work.rows[used, rec.GAMMA].copy()


def mass_matrix(assembly: Assembly, work: rec.Work) -> np.ndarray:
    """Return M in global axes."""
    n = len(assembly.system.bodies) - 1
    M = np.zeros((6 * n, 6 * n))
    for k in range(n):
        record = assembly.system.bodies[k + 1]
        xx, yy, zz, xy, xz, yz = record["inertia"]
        A = work.bodies[k + 1, rec.A : rec.A + 9].reshape(3, 3)
        M[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = record["mass"] * np.eye(3)
        M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = (
            A @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ A.T
        )
    return M


def rotation(vector: np.ndarray) -> np.ndarray:
    """Return Euler parameters of a rotation vector."""
    angle = np.linalg.norm(vector)
    return np.concatenate(([np.cos(angle / 2)], 0.5 * np.sinc(angle / (2 * np.pi)) * vector))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product of two quaternions."""
    return np.concatenate(
        ([a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))
    )


def moved(y: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return a spatial state with every body displaced and turned (global rotation vector)."""
    result = y.copy()
    for k in range(len(change) // 6):
        result[7 * k : 7 * k + 3] += change[6 * k : 6 * k + 3]
        result[7 * k + 3 : 7 * k + 7] = product(
            rotation(change[6 * k + 3 : 6 * k + 6]), y[7 * k + 3 : 7 * k + 7]
        )
    return result


def with_velocity(y: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return a spatial state of two bodies with global velocities and angular velocities put in
    (the latter in the body frames).
    """
    result = y.copy()
    for k in range(2):
        e0, e = y[7 * k + 3], y[7 * k + 4 : 7 * k + 7]
        w = v[6 * k + 3 : 6 * k + 6]
        local = w + 2 * np.cross(e, np.cross(e, w) - e0 * w)  # turned back by p
        result[14 + 6 * k : 17 + 6 * k], result[17 + 6 * k : 20 + 6 * k] = (
            v[6 * k : 6 * k + 3],
            local,
        )
    return result


def jacobian_error(assembly: Assembly, y: np.ndarray) -> float:
    """Return the largest difference of J and central differences of Phi, in steps of 1e-6."""
    work = assembly.work()
    rows_at(assembly.system, work, 0.3, y)
    J = rows(assembly, work)[1]
    numeric = np.zeros_like(J)
    for column in range(J.shape[1]):
        phi = []
        for sign in (1, -1):
            rows_at(assembly.system, work, 0.3, moved(y, sign * 1e-6 * np.eye(J.shape[1])[column]))
            phi.append(rows(assembly, work)[0])
        numeric[:, column] = (phi[0] - phi[1]) / 2e-6
    return float(np.abs(J - numeric).max(initial=0.0))


def second_derivative_error(
    assembly: Assembly, y: np.ndarray, v: np.ndarray, a: np.ndarray
) -> float:
    """Return the largest difference of J a - gamma and Phi'' along a motion, relative to Phi''
    where that is above 1.
    """
    work, h = assembly.work(), 1e-3
    rows_at(assembly.system, work, 0.0, with_velocity(y, v))
    phi, J, gamma = rows(assembly, work)

    def phi_at(t: float) -> np.ndarray:
        rows_at(assembly.system, work, t, moved(y, v * t + 0.5 * a * t * t))
        return rows(assembly, work)[0]

    second = (-phi_at(2 * h) + 16 * phi_at(h) - 30 * phi + 16 * phi_at(-h) - phi_at(-2 * h)) / (
        12 * h * h
    )
    return float(
        np.abs(second - J @ a + gamma).max(initial=0.0) / max(1.0, np.abs(second).max(initial=0.0))
    )
