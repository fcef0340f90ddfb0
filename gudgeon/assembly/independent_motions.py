"""The motions that constraints leave a mechanism, about a state: their basis, and how bodies
accelerate where the state is moved along them.

With U a basis of the velocities that meet the constraints, orthonormal in the mass matrix, a state
is described by as many numbers as it has degrees of freedom: c = U^T M (q - q_0). Moved states are
projected onto the constraints, so what the reactions do where a constraint is curved is in the
forces.

Contacts act where they touch, whatever they remember: each is as if it had always been on. The
damping of a contact law is that at an approach speed without end; what belongs to an impact, as
restitution does, vanishes where nothing strikes.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .._base.errors import InputError, suggestion
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at, observe_at
from ..kernels.tasks import END_OF_STEP, POSITIONS
from ..laws import Constant
from ..model import Driver, Mechanism
from .assemble import assemble
from .initial_conditions import CLOSED, ModelCheck, shifted
from .output_layout import JointCoordinate
from .poses import rotation
from .rank import INDEPENDENT, as_velocities, jacobian

LARGEST = 600  # degrees of freedom of dense matrices
ENDLESS = 1e300  # approach speed of contacts that do not strike [m/s]
PIECES = 0.05  # [rad], or of the mechanism's size: by how much drivers are moved at once


class IndependentMotions:
    """A mechanism about which small motions are made, with drivers that are held or continue.

    ``y`` is the state, ``U`` the basis (body motions in rows: displacement, and rotation times the
    characteristic length, global frame), ``M`` the mass matrix that belongs to it.
    """

    def __init__(
        self, check: ModelCheck, t: float, drivers: str = "held", hold: Sequence[str] = ()
    ) -> None:
        self.check, self.t, self.moving = check, t, drivers == "moving"
        mechanism = check.mechanism
        y = self._consistent_state(t)
        added = tuple(_holder(check, item) for item in hold if item not in _bodies(mechanism))
        kept = tuple(mechanism.drivers)
        if not self.moving:
            kept = tuple(replace(driver, motion=Constant(driver.motion(t)[0])) for driver in kept)
        self.assembly = assemble(replace(mechanism, drivers=(*kept, *added)))
        setting = self.assembly.system.setting
        for name in ("redundant", "first_pivot", "pivot"):
            setting[name] = check.assembly.system.setting[name]
        if added:
            setting["redundant"] = 1  # perhaps: least-norm reactions are right in any case
        self.fixed = [k for k, body in enumerate(mechanism.bodies, 1) if body.name in hold]
        for k in self.fixed:
            self.assembly.system.bodies["inv_mass"][k] = 0.0
            self.assembly.system.bodies["inv_inertia"][k] = 0.0
        self.n_q, self.n_v, self.n_z = (int(setting[0][name]) for name in ("n_q", "n_v", "n_z"))
        self.length = float(setting[0]["length"])
        self.work = self.assembly.work()
        self.work.contacts[:, rec.ON] = 1.0
        self.work.contacts[:, rec.APPROACH] = ENDLESS
        self.y = np.zeros(len(self.assembly.y))
        used = self.n_q + self.n_v + self.n_z
        self.y[: self.n_q] = y[: self.n_q]
        if self.moving:
            self.y[self.n_q : used] = y[self.n_q : used]
        self.settle(self.y)

    def _consistent_state(self, t: float) -> np.ndarray:
        """Return the closed state with its drivers moved to where they are at time t."""
        assembly, y = self.check.assembly, self.check.assembly.y.copy()
        n_q, length = (
            int(assembly.system.setting[0]["n_q"]),
            float(assembly.system.setting[0]["length"]),
        )
        y[n_q:] = 0.0
        if t == 0.0 or not self.check.mechanism.drivers:
            return y
        work, out = assembly.work(), np.zeros_like(y)
        times = _way(self.check.mechanism, t, length)
        for time in times:
            residual = evaluate_at(assembly.system, work, float(time), y, out, POSITIONS)
            y[n_q:] = 0.0
            if not residual <= CLOSED:
                raise InputError(
                    f"the mechanism cannot be closed with its drivers where they are at t = "
                    f"{time:.4g} s; choose another time.",
                    ("t",),
                )
        return y

    def settle(self, y: np.ndarray) -> np.ndarray:
        """Make ``y`` the state: project it onto the constraints, find basis and mass matrix, and
        return the accelerations along the basis.
        """
        a = self.evaluate(y, POSITIONS)
        self.y = y
        observe_at(self.assembly.system, self.work, self.t, y, np.zeros_like(y), END_OF_STEP)
        self.work.last_watched[:] = self.work.watched[:, rec.VALUE]
        self.poses = self.work.bodies.copy()
        self.M = self._mass()
        self.U = self._basis()
        if self.U.shape[1] > LARGEST:
            raise InputError(
                f"the mechanism has {self.U.shape[1]} degrees of freedom; statics and modes work "
                f"with dense matrices of at most {LARGEST}."
            )
        return self.along(a)

    def settle_in_place(self) -> None:
        """Evaluate the state again, after trials elsewhere; the basis stays."""
        self.evaluate(self.y, POSITIONS)

    @property
    def dof(self) -> int:
        """How many independent motions there are."""
        return int(self.U.shape[1])

    def evaluate(self, y: np.ndarray, task: int) -> np.ndarray:
        """Return the accelerations of all bodies, rotations times the length, after projecting
        ``y``; not numbers where it cannot be projected.
        """
        self.y_dot = np.zeros_like(y)
        residual = evaluate_at(self.assembly.system, self.work, self.t, y, self.y_dot, task)
        if task == POSITIONS and not residual <= CLOSED:
            return np.full(6 * len(self.work.bodies), np.nan)
        a = self.work.bodies[:, rec.ACC : rec.ACC + 6].copy()
        a[0] = 0.0
        a[:, 3:] *= self.length
        return a.ravel()

    def along(self, motion: np.ndarray) -> np.ndarray:
        """Return the components of a motion of all bodies along the basis: U^T M motion."""
        return np.asarray(self.U.T @ (self.M @ motion))

    def moved(self, c: np.ndarray, u: np.ndarray | None = None) -> np.ndarray:
        """Return the state moved by c, with velocities changed by u, before it is projected."""
        y = self.y.copy()
        shifted(self.assembly, y, self._velocities(self.U @ c))
        if u is not None:
            y[self.n_q : self.n_q + self.n_v] += self._velocities(self.U @ u)
        if self.moving and not self.assembly.system.setting[0]["planar"]:
            self._keep_spins(y)
        return y

    def _keep_spins(self, y: np.ndarray) -> None:
        """Keep the angular velocities of bodies that were turned; the state has them in their
        frames.
        """
        for k in range(1, len(self.poses)):
            before = self.poses[k, rec.A : rec.A + 9].reshape(3, 3)
            q, w = 7 * (k - 1), self.n_q + 6 * (k - 1)
            after = rotation(y[q + 3 : q + 7])
            y[w + 3 : w + 6] = after.T @ (before @ y[w + 3 : w + 6])

    def acceleration(self, c: np.ndarray, u: np.ndarray | None = None) -> np.ndarray:
        """Return the accelerations along the basis of the state moved by c and u."""
        return self.along(self.evaluate(self.moved(c, u), POSITIONS))

    def extent(self, c: np.ndarray) -> float:
        """Return the largest displacement, or rotation times the length, that c is [m]."""
        parts = (self.U @ c).reshape(-1, 3)
        return float(np.sqrt((parts * parts).sum(axis=1)).max(initial=0.0))

    def _velocities(self, motion: np.ndarray) -> np.ndarray:
        here, self.work.bodies[:] = self.work.bodies.copy(), self.poses
        velocities = as_velocities(self.assembly, self.work, motion)
        self.work.bodies[:] = here
        return velocities

    def _mass(self) -> np.ndarray:
        """Return the mass matrix of all bodies in the global frame, rotations over the length."""
        count = len(self.assembly.system.bodies)
        M = np.zeros((6 * count, 6 * count))
        for k in range(1, count):
            record = self.assembly.system.bodies[k]
            xx, yy, zz, xy, xz, yz = record["inertia"]
            A = self.poses[k, rec.A : rec.A + 9].reshape(3, 3)
            inertia = A @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ A.T
            M[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = np.eye(3) * record["mass"]
            M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = inertia / self.length**2
        return M

    def _basis(self) -> np.ndarray:
        """Return the velocities that meet the constraints, orthonormal in the mass matrix."""
        movable = self._movable()
        J = jacobian(self.assembly, self.work)[:, movable]
        _, sizes, rows = np.linalg.svd(J, full_matrices=True)
        rank = int(np.count_nonzero(sizes > INDEPENDENT * sizes.max(initial=1e-300)))
        N = np.zeros((len(movable), len(rows) - rank))
        N[movable] = rows[rank:].T
        if N.shape[1] == 0:
            return N
        return np.asarray(np.linalg.solve(np.linalg.cholesky(N.T @ self.M @ N), N.T).T)

    def _movable(self) -> np.ndarray:
        """Return which motions of the bodies there are: in a plane three of six."""
        setting = self.assembly.system.setting[0]
        movable = np.ones((len(self.assembly.system.bodies), 6), bool)
        if setting["planar"]:
            normal = int(setting["normal"])
            movable[:, normal] = False
            movable[:, 3:] = False
            movable[:, 3 + normal] = True
        movable[[0, *self.fixed]] = False
        return movable.ravel()


def _bodies(mechanism: Mechanism) -> set[str]:
    return {body.name for body in mechanism.bodies}


def _holder(check: ModelCheck, item: str) -> Driver:
    """Return a driver that keeps a joint coordinate where it is at the start."""
    mechanism = check.mechanism
    known = {label: value for label, value, _, _ in check.coordinates}
    joints = {joint.name: joint.coordinates for joint in mechanism.joints}
    label = item
    if item in joints and len(joints[item]) == 1:
        label = f"{item}.{joints[item][0]}"
    if label not in known:
        raise InputError(
            f"there is no body or joint coordinate '{item}' to hold."
            f"{suggestion(item, [*_bodies(mechanism), *known])}",
            ("hold",),
        )
    joint, coordinate = JointCoordinate.of(label)
    return Driver(
        f"hold {joint} {coordinate}",
        joint=joint,
        coordinate=coordinate,
        motion=Constant(known[label]),
    )


def _way(mechanism: Mechanism, t: float, length: float) -> np.ndarray:
    """Return times from 0 to t between which no driver moves far."""
    count = 64
    while count < 1_000_000:
        times = np.linspace(0.0, t, count + 1)
        far = 0.0
        for driver in mechanism.drivers:
            values = np.array([float(driver.motion(float(time))[0]) for time in times])
            angular = JointCoordinate(driver.joint, mechanism.coordinate(driver)).angular
            far = max(far, float(np.abs(np.diff(values)).max()) / (1.0 if angular else length))
        if far <= PIECES:
            break
        count *= 2
    return times[1:]
