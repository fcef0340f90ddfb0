"""The rank of the constraints: which rows depend on others, and which coordinates joints and
drivers prescribe.
"""

from dataclasses import replace

import numpy as np

from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at
from ..kernels.tasks import ACCELERATIONS
from ..laws import Constant
from ..model import Driver
from .assemble import DRIVER_ROWS, Assembly, assemble

INDEPENDENT = 1e-9  # a constraint row with less of its own than this depends on the others
LARGEST = 1500  # rows of a dense Jacobian


def row_places(assembly: Assembly) -> list[int]:
    """Return where the rows in use stand in the table of rows."""
    return [
        rec.ROWS * k + r
        for k, joint in enumerate(assembly.system.joints)
        for r in range(int(joint["rows"]))
    ]


def jacobian(assembly: Assembly, work: rec.Work) -> np.ndarray:
    """Return the Jacobian of all rows after an evaluation, with respect to velocities and, times
    the length, angular velocities.
    """
    places = row_places(assembly)
    dense = np.zeros((len(places), 6 * len(assembly.system.bodies)))
    length = float(assembly.system.setting[0]["length"])
    free = np.hstack([assembly.system.bodies["inv_mass"] > 0, _turnable(assembly)])
    for n, place in enumerate(places):
        joint = assembly.system.joints[place // rec.ROWS]
        for side, start in (("i", rec.J_I), ("j", rec.J_J)):
            k = int(joint[side])
            part = work.rows[place, start : start + 6] * free[k]
            dense[n, 6 * k : 6 * k + 6] = part / np.array([1, 1, 1, length, length, length])
    return dense


def as_velocities(assembly: Assembly, work: rec.Work, motion: np.ndarray) -> np.ndarray:
    """Return a motion of all bodies, laid out as a row of the Jacobian, as the velocities that
    the state holds.
    """
    setting, count = assembly.system.setting[0], len(assembly.system.bodies) - 1
    v, w = motion.reshape(-1, 2, 3)[1:, 0], motion.reshape(-1, 2, 3)[1:, 1] / setting["length"]
    if setting["planar"]:
        plane = [int(setting["first"]), int(setting["second"])]
        return np.column_stack(
            (v[:, plane], setting["sign"] * w[:, int(setting["normal"])])
        ).ravel()
    A = work.bodies[1:, rec.A : rec.A + 9].reshape(count, 3, 3)
    return np.hstack((v, np.einsum("kji,kj->ki", A, w))).ravel()


def _turnable(assembly: Assembly) -> np.ndarray:
    """Return about which global axes each body can turn: all, or in a plane only the normal."""
    setting = assembly.system.setting[0]
    result = np.ones((len(assembly.system.bodies), 3), bool)
    result[0] = False
    if setting["planar"]:
        result[:] = False
        result[1:, int(setting["normal"])] = True
    return result


def rank(assembly: Assembly, work: rec.Work) -> tuple[int, tuple[str, ...]]:
    """Return the number of independent constraint rows and a sentence for each of the others.

    Rows are taken in the order of the joints and orthogonalised, so that what is named is what was
    added last.
    """
    places = row_places(assembly)
    if len(places) > LARGEST:  # too many for a dense count: take the compiled factorisation's word
        return len(places), ()
    dense = jacobian(assembly, work)
    outputs = [int(assembly.system.joints[place // rec.ROWS]["output"]) for place in places]
    order = sorted(range(len(places)), key=lambda n: (outputs[n], places[n]))
    basis = np.zeros_like(dense)
    found, sentences = 0, []
    for n in order:
        row = dense[n]
        rest = row - basis[:found].T @ (basis[:found] @ row)
        rest -= basis[:found].T @ (basis[:found] @ rest)
        size = np.linalg.norm(rest)
        if size > INDEPENDENT * max(float(np.linalg.norm(row)), 1e-300):
            basis[found] = rest / size
            found += 1
        else:
            sentences.append(
                f"joint {assembly.row_names[n]} is already held by the joints before it"
            )
    return found, tuple(sentences)


def drivers_share(assembly: Assembly) -> bool:
    """Whether what drivers do is not unique, because they are among redundant constraints."""
    if not assembly.system.setting[0]["redundant"] or not len(assembly.system.drivers):
        return False
    work, y = assembly.work(), assembly.y.copy()
    evaluate_at(assembly.system, work, 0.0, y, np.zeros_like(y), ACCELERATIONS)
    left, sizes, _ = np.linalg.svd(jacobian(assembly, work))
    free = left[:, int(np.count_nonzero(sizes > INDEPENDENT * sizes.max(initial=0.0))) :]
    places, driven = row_places(assembly), set(assembly.system.drivers["row"].tolist())
    rows = [k for k, place in enumerate(places) if place in driven]
    return bool(np.abs(free[rows]).max(initial=0.0) > INDEPENDENT)


def prescribing(
    assembly: Assembly, t: float, y: np.ndarray, joint: str, coordinate: str
) -> tuple[Driver, ...]:
    """Return the drivers that, with the joints, prescribe a coordinate at a state ``y``; none if it
    is free to give way.

    A coordinate is prescribed if one more driver on it takes no degree of freedom; a driver has a
    part in it if without that driver it would take one.
    """
    mechanism = assembly.mechanism
    drivers = tuple(mechanism.drivers)
    own = tuple(
        driver
        for driver in drivers
        if (driver.joint, mechanism.coordinate(driver)) == (joint, coordinate)
    )
    if own or not drivers or coordinate not in DRIVER_ROWS or len(assembly.row_names) > LARGEST:
        return own
    trial = Driver("trial", joint=joint, coordinate=coordinate, motion=Constant(0.0))

    def rank_of(*chosen: Driver) -> int:
        other = assemble(replace(mechanism, drivers=chosen))
        work = other.work()
        n = int(assembly.system.setting[0]["n_q"]) + int(assembly.system.setting[0]["n_v"])
        state = np.concatenate((y[:n], np.zeros(len(other.y) - n)))
        evaluate_at(other.system, work, t, state, np.zeros_like(state), ACCELERATIONS)
        return rank(other, work)[0]

    if rank_of(*drivers, trial) > rank_of(*drivers):
        return ()
    without = [tuple(other for other in drivers if other is not driver) for driver in drivers]
    return tuple(
        driver
        for driver, rest in zip(drivers, without, strict=True)
        if rank_of(*rest, trial) > rank_of(*rest)
    )
