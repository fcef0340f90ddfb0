"""Dead centres: positions beyond which a driver cannot take its coordinate, whatever the rest of
the mechanism does.

In a dead centre the row of the driver depends on the other constraints: the mechanism can move
while the driven coordinate stands still, at the end of its range. It is found by following the
drivers with the positions alone, in ever shorter steps, until the joints cannot be closed any more,
and recognised by that dependence.
"""

from dataclasses import dataclass

import numpy as np

from ..kernels.entry_points import evaluate_at
from ..kernels.measures import all_coordinates
from ..kernels.tasks import POSITIONS
from ..model import GROUND, Driver
from .assemble import Assembly
from .output_layout import JointCoordinate
from .rank import INDEPENDENT, LARGEST, as_velocities, jacobian, row_places

CLOSED = 1e-10  # residual of positions, relative to the size, that counts as closed
DEPENDENT = 1e-3  # what a driver's row has of its own, as a part of it, in a dead centre
FINEST = 1e-13  # step of the search, as a part of the time it ends
STEPS = 20_000  # of the search
MOVING = 1e-3  # rate of a coordinate that passes the dead centre, as a part of the fastest


@dataclass(frozen=True)
class DeadCentre:
    """Where drivers cannot continue, and a coordinate that could be driven instead, if there is
    one.
    """

    t: float
    drivers: tuple[Driver, ...]
    coordinates: tuple[JointCoordinate, ...]  # that they drive
    values: tuple[float, ...]  # which these have reached
    instead: str = ""

    @property
    def message(self) -> str:
        """What a user should know."""
        names = " and ".join(f"'{driver.name}'" for driver in self.drivers)
        reached = " and ".join(
            f"{coordinate.label} beyond {value:.6g} {coordinate.unit}"
            for coordinate, value in zip(self.coordinates, self.values, strict=True)
        )
        other = f", or drive {self.instead}, which passes through there" if self.instead else ""
        return (
            f"Driver{'s' if len(self.drivers) > 1 else ''} {names} cannot take {reached}, reached "
            f"at t = {self.t:.6g} s: "
            "the mechanism is at a dead centre, from which the coordinate can only turn back. "
            f"Let the motion turn back before{other}."
        )


def dead_centre(
    assembly: Assembly, t: float, y: np.ndarray, end: float, longest: float
) -> DeadCentre | None:
    """Follow the drivers from the state ``y`` on in steps up to ``longest``; return the dead
    centre that they meet before ``end`` [s].
    """
    if not assembly.mechanism.drivers or len(assembly.row_names) > LARGEST:
        return None
    search = _Search(assembly)
    state = search.closed(t, y)
    if state is None:
        return None
    h = 1e-3 * longest
    for _ in range(STEPS):
        if t >= end:
            return None
        goal = min(t + h, end)
        ahead = search.closed(goal, state)
        if ahead is not None:
            t, state, h = goal, ahead, min(2 * h, longest)
        elif (h := h / 4) < FINEST * end:
            return search.at(t, state)
    return None


class _Search:
    """Closes positions of one mechanism at other times than the present; nothing of a run is
    changed.
    """

    def __init__(self, assembly: Assembly) -> None:
        self.assembly, self.work = assembly, assembly.work()
        self.system = assembly.system._replace(setting=assembly.system.setting.copy())
        self.system.setting["project"] = 1
        self.n_q, self.n_v = (int(assembly.system.setting[0][name]) for name in ("n_q", "n_v"))

    def closed(self, t: float, y: np.ndarray) -> np.ndarray | None:
        """Return the state nearest to ``y``, at rest, in which joints and drivers are closed at
        a time; None if there is none.
        """
        state = np.zeros(len(self.assembly.y))
        state[: self.n_q] = y[: self.n_q]
        for _ in range(3):
            state[self.n_q :] = 0.0
            residual = evaluate_at(
                self.system, self.work, t, state, np.zeros_like(state), POSITIONS
            )
            if residual <= CLOSED:
                return state
            if not residual < 1.0:  # gone to infinity
                return None
        return None

    def at(self, t: float, state: np.ndarray) -> DeadCentre | None:
        """Return the dead centre at a state, if it is one."""
        self.closed(t, state)
        rows = jacobian(self.assembly, self.work)
        places, mechanism = row_places(self.assembly), self.assembly.mechanism
        # rows of the drivers
        own = [places.index(int(record["row"])) for record in self.system.drivers]
        free = [_rest(rows, n) for n in own]
        shares = [
            float(np.linalg.norm(rest) / np.linalg.norm(rows[n]))
            for rest, n in zip(free, own, strict=True)
        ]
        if not min(shares) < DEPENDENT:
            return None
        stuck = [
            driver
            for driver, share in zip(mechanism.drivers, shares, strict=True)
            if share < DEPENDENT
        ]
        labels = tuple(
            JointCoordinate(driver.joint, mechanism.coordinate(driver)) for driver in stuck
        )
        values = tuple(float(driver.motion(t)[0]) for driver in stuck)
        return DeadCentre(
            t, tuple(stuck), labels, values, self._passing(state, free[int(np.argmin(shares))])
        )

    def _passing(self, state: np.ndarray, motion: np.ndarray) -> str:
        """Return the coordinate that moves fastest in a motion of the bodies; one of a joint on
        the ground if there is one.
        """
        mechanism, setting = self.assembly.mechanism, self.system.setting[0]
        coordinates = self.assembly.layout.coordinates
        y = state.copy()
        y[self.n_q : self.n_q + self.n_v] = as_velocities(
            self.assembly, self.work, motion / np.linalg.norm(motion)
        )
        found = np.zeros((len(self.system.coordinates), 2))
        all_coordinates(self.system, self.work, y, found)
        driven = {(driver.joint, mechanism.coordinate(driver)) for driver in mechanism.drivers}
        rates = {}
        for coordinate, rate in zip(coordinates, found[: len(coordinates), 1], strict=True):
            if coordinate not in driven and coordinate.name != "tilt":
                grounded = GROUND in mechanism.joint(coordinate.joint).between
                rates[coordinate.label] = (
                    abs(rate) * (setting["length"] if coordinate.angular else 1.0),
                    grounded,
                )
        fastest = max((rate for rate, _ in rates.values()), default=0.0)
        moving = {
            label: (grounded, rate)
            for label, (rate, grounded) in rates.items()
            if rate > max(MOVING * fastest, 1e-6)
        }
        return max(moving, key=lambda label: moving[label], default="")


def _rest(rows: np.ndarray, n: int) -> np.ndarray:
    """Return what a row has of its own, independent of all others."""
    others = np.delete(rows, n, axis=0)
    _, sizes, basis = np.linalg.svd(others, full_matrices=False)
    basis = basis[sizes > INDEPENDENT * sizes.max(initial=1e-300)]
    rest = rows[n] - basis.T @ (basis @ rows[n])
    return np.asarray(rest - basis.T @ (basis @ rest))
