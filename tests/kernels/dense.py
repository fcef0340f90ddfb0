"""The equations of motion once more, dense and in NumPy, to compare the kernels with."""

import numpy as np

from gudgeon._jit import jit
from gudgeon.assembly.assemble import Assembly
from gudgeon.kernels import records as rec
from gudgeon.kernels.constraints import constraints
from gudgeon.kernels.kinematics import expand


@jit
def rows_at(system, work, t, y):
    """Evaluate poses and constraint rows only."""
    expand(system.setting[0], system.bodies, work.bodies, y)
    constraints(system.joints, system.drivers, system.parameters, work.bodies, work.rows, t)


def places(assembly: Assembly) -> list[int]:
    """Return where the rows in use stand in the table of rows."""
    return [rec.ROWS * k + r for k, joint in enumerate(assembly.system.joints) for r in range(int(joint["rows"]))]


def rows(assembly: Assembly, work: rec.Work) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return Phi, J (columns: velocity and global angular velocity of each body) and gamma as dense arrays."""
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
        M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = A @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ A.T
    return M


def rotation(vector: np.ndarray) -> np.ndarray:
    """Return Euler parameters of a rotation vector."""
    angle = np.linalg.norm(vector)
    return np.concatenate(([np.cos(angle / 2)], 0.5 * np.sinc(angle / (2 * np.pi)) * vector))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product of two quaternions."""
    return np.concatenate(([a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])))


def moved(y: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return a spatial state with every body displaced and turned (global rotation vector)."""
    result = y.copy()
    for k in range(len(change) // 6):
        result[7 * k : 7 * k + 3] += change[6 * k : 6 * k + 3]
        result[7 * k + 3 : 7 * k + 7] = product(rotation(change[6 * k + 3 : 6 * k + 6]), y[7 * k + 3 : 7 * k + 7])
    return result
