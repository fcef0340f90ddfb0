"""A settled start: every joint that gives stands where the loads press it.

What presses it is the reaction of the ideal joint: that which keeps the parts together in the
motion that the mechanism is in. So the joint is moved along what its fit leaves free, and nothing
else is, until the forces of the fit give the bodies the accelerations that they would have if the
joint were ideal: a journal stands on its wall, as deep as carries the reaction, a bushing has given
by as much, a journal that turns floats where its film carries it. There the parts have no velocity
and no acceleration against each other. The state of rest of a mechanism that nothing moves is the
same.

Friction bears nothing in a settled start: it begins to act with the run, and the contact creeps to
where it carries its share.

A coordinate that starts at a stop, at rest, and is pressed against it, counts as held there.
"""

from dataclasses import replace

import numpy as np

from .._base.errors import InputError
from .._base.linear_algebra import norm
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at
from ..kernels.measures import all_coordinates
from ..kernels.tasks import ACCELERATIONS, POSITIONS, VELOCITIES
from ..laws import Constant
from ..model import Driver, Ideal, Joint, Mechanism
from .assemble import Assembly, assemble
from .equilibrium import find_equilibrium
from .independent_motions import IndependentMotions
from .initial_conditions import (
    CLOSED,
    ModelCheck,
    with_start,
)
from .rank import INDEPENDENT, jacobian

# positions of the start are whole multiples of it [m], so that the last digits of a search by
# LAPACK, other on other machines, are not in them; of mechanisms smaller than 1 m, of their size
QUANTUM = 2.0**-42
AT_REST = 1e-9  # [m/s or rad/s] below which a coordinate that is at its stop stays there
UNLOADED = 1e-12  # acceleration, relative to the fastest there is, that presses nothing


class Settling(IndependentMotions):
    """A mechanism about the motion that it would have with ideal joints.

    Its independent motions are those that fits add to the ideal joints, and accelerations along
    them are what the bodies have more than with ideal joints.
    """

    def __init__(self, check: ModelCheck) -> None:
        self.ideal = _ideal(check)
        self.ideal_work = self.ideal.work()
        super().__init__(check, 0.0, "moving")
        self.assembly.system.contacts["friction"] = 0
        self.settle(self.y)

    def _consistent_state(self, t: float) -> np.ndarray:
        return self.check.assembly.y.copy()

    def evaluate(self, y: np.ndarray, task: int) -> np.ndarray:
        """Return by how much the bodies accelerate more than with ideal joints, rotations times
        the length, after projecting ``y``; not numbers where it cannot be projected.
        """
        residual = evaluate_at(
            self.assembly.system, self.work, self.t, y, np.zeros_like(y), POSITIONS
        )
        if not residual <= CLOSED:
            return np.full(6 * len(self.work.bodies), np.nan)
        together = self.accelerations_together(y)
        self.y_dot = np.zeros_like(y)
        evaluate_at(self.assembly.system, self.work, self.t, y, self.y_dot, ACCELERATIONS)
        return self._accelerations(self.work) - together

    def accelerations_together(self, y: np.ndarray) -> np.ndarray:
        """Give ``y`` the velocities of ideal joints, and return the accelerations with them."""
        n = self.n_q + self.n_v
        trial = np.concatenate((y[:n], np.zeros(len(self.ideal.y) - n)))
        evaluate_at(
            self.ideal.system, self.ideal_work, self.t, trial, np.zeros_like(trial), VELOCITIES
        )
        y[self.n_q : n] = trial[self.n_q : n]
        return self._accelerations(self.ideal_work)

    def _accelerations(self, work: rec.Work) -> np.ndarray:
        a = work.bodies[:, rec.ACC : rec.ACC + 6].copy()
        a[0] = 0.0
        a[:, 3:] *= self.length
        return np.asarray(a.ravel())

    def _keep_spins(self, y: np.ndarray) -> None:
        """Velocities follow from the ideal joints wherever bodies are moved to."""

    def _basis(self) -> np.ndarray:
        """Return the motions that fits add: those that the constraints leave and that are
        orthogonal, in the mass matrix, to all that ideal joints leave.
        """
        free, movable = super()._basis(), self._movable()
        if free.shape[1] == 0:
            return free
        J = jacobian(self.ideal, self.ideal_work)[:, movable]
        least = INDEPENDENT * float(np.abs(J).max(initial=0.0) * np.linalg.norm(free, 2))
        _, sizes, rows = np.linalg.svd(J @ free[movable])
        return np.asarray(free @ rows[: int(np.count_nonzero(sizes > least))].T)


def settled(check: ModelCheck) -> ModelCheck:
    """Return the examined mechanism with its start moved to where the loads press its joints.

    An InputError says so if there is no such place.
    """
    mechanism = check.mechanism
    if not mechanism.imperfect:
        return check
    motions = Settling(check)
    if motions.dof == 0:
        return check
    _check_pressed(motions)
    try:
        find_equilibrium(motions)
    except InputError as error:
        raise InputError(
            f"there is no settled start: {error.message} Or start with start='closed', parts "
            "centred, and leave a transient out.",
            ("start",),
        ) from None
    return _started(check, motions)


def _check_pressed(motions: Settling) -> None:
    """Reject a mechanism in which nothing presses the parts of any joint."""
    together = motions.accelerations_together(motions.y)
    relative = motions.settle(motions.y)
    fastest = max(
        float(np.abs(together).max(initial=0.0)),
        float(np.linalg.norm(motions.assembly.system.setting[0]["gravity"])),
        float(np.abs(motions._accelerations(motions.work)).max(initial=0.0)),
    )
    if float(np.abs(motions.U @ relative).max(initial=0.0)) > UNLOADED * fastest:
        return
    if any(not joint.fit.has_play for joint in _compliant_joints(motions.check.mechanism)):
        return  # what is unloaded has settled, unless it floats in a gap
    names = ", ".join(f"'{joint.name}'" for joint in _compliant_joints(motions.check.mechanism))
    raise InputError(
        f"there is no settled start: nothing presses the parts of joint {names} anywhere, no "
        "gravity, load or motion. Start with start='closed', parts centred.",
        ("start",),
    )


def _compliant_joints(mechanism: Mechanism) -> list:
    planar = mechanism.plane is not None
    return [joint for joint in mechanism.joints if not _holds_all(joint, planar)]


def _holds_all(joint: Joint, planar: bool) -> bool:
    """Whether constraints hold all that they would hold of the ideal joint."""
    return joint.fit.rows(joint, planar) == joint.rows(planar)


def _started(check: ModelCheck, motions: Settling) -> ModelCheck:
    """Return the mechanism with its start where ``motions`` stands, rounded to QUANTUM."""
    assembly, quantum = check.assembly, QUANTUM * min(1.0, motions.length)
    n_q, n = motions.n_q, motions.n_q + motions.n_v
    start, work = assembly.y.copy(), assembly.work()
    start[:n_q] = np.rint(motions.y[:n_q] / quantum) * quantum
    if not assembly.system.setting[0]["planar"]:
        for p in start[:n_q].reshape(-1, 7)[:, 3:]:
            p /= norm(p)
    for _ in range(2):  # the second time removes what rounding left
        evaluate_at(assembly.system, work, 0.0, start, np.zeros_like(start), POSITIONS)
    trial = np.concatenate((start[:n_q], assembly.y[n_q:n], np.zeros(len(motions.ideal.y) - n)))
    for _ in range(2):
        evaluate_at(
            motions.ideal.system, motions.ideal_work, 0.0, trial, np.zeros_like(trial), VELOCITIES
        )
    start[n_q:n], start[n:] = trial[n_q:n], 0.0
    evaluate_at(assembly.system, work, 0.0, start, np.zeros_like(start), VELOCITIES)
    words = "the start is settled: loads press the parts of every joint together"
    return with_start(check, start, work, words)


def _ideal(check: ModelCheck) -> Assembly:
    """Assemble the mechanism with ideal joints, and coordinates that are pressed against a stop
    held there.
    """
    mechanism = check.mechanism
    planar = mechanism.plane is not None
    joints = tuple(
        replace(joint, fit=joint.fit if _holds_all(joint, planar) else Ideal(), stops=())
        for joint in mechanism.joints
    )
    plain = replace(mechanism, joints=joints)
    assembly = assemble(plain)
    pressed = _pressed_stops(check, assembly) if any(j.stops for j in mechanism.joints) else []
    if pressed:
        assembly = assemble(replace(plain, drivers=(*mechanism.drivers, *pressed)))
    # perhaps: least-norm reactions are right in any case
    assembly.system.setting["redundant"] = 1
    return assembly


def _pressed_stops(check: ModelCheck, ideal: Assembly) -> list[Driver]:
    """Return drivers that hold the coordinates which start at a stop, at rest, and accelerate
    towards it.
    """
    mechanism, y, step = check.mechanism, check.assembly.y.copy(), 1e-6
    n = int(ideal.system.setting[0]["n_q"]) + int(ideal.system.setting[0]["n_v"])
    n_q = int(ideal.system.setting[0]["n_q"])
    trial, rates = np.concatenate((y[:n], np.zeros(len(ideal.y) - n))), np.zeros(len(ideal.y))
    work = ideal.work()
    evaluate_at(ideal.system, work, 0.0, trial, rates, VELOCITIES)
    trial[n_q:n] += step * rates[n_q:n]  # velocities a moment later, for accelerations
    evaluate_at(ideal.system, work, 0.0, trial, np.zeros_like(trial), ACCELERATIONS)
    later = np.zeros((len(ideal.layout.coordinates), 2))
    all_coordinates(ideal.system, work, trial, later)
    after = dict(zip((c.label for c in ideal.layout.coordinates), later[:, 1], strict=True))
    now = {label: (value, rate) for label, value, rate, _ in check.coordinates}
    held = []
    for joint in mechanism.joints:
        for stop in joint.stops:
            coordinate = stop.coordinate or joint.coordinates[0]
            label = f"{joint.name}.{coordinate}"
            value, rate = now[label]
            for limit, side in ((stop.lower, -1.0), (stop.upper, 1.0)):
                at = limit is not None and abs(value - limit) <= 1e-9 * max(1.0, abs(limit))
                if at and abs(rate) <= AT_REST and side * (after[label] - rate) > 0.0:
                    held.append(
                        Driver(
                            f"stop {joint.name} {coordinate}",
                            joint=joint.name,
                            coordinate=coordinate,
                            motion=Constant(value),
                        )
                    )
    return held
