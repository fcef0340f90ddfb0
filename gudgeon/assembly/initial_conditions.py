"""Initial conditions: close positions, then velocities, with the least mass-weighted change;
count degrees of freedom.
"""

from dataclasses import dataclass, replace

import numpy as np

from .._base.errors import InputError
from .._base.linear_algebra import dot, norm
from .._base.views import view
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at
from ..kernels.measures import all_coordinates
from ..kernels.tasks import POSITIONS, VELOCITIES
from ..laws import Constant, ConstantSpeed
from ..model import Driver, Mechanism
from ..model.changes import mechanism_of
from .assemble import Assembly, assemble
from .output_layout import JointCoordinate
from .rank import INDEPENDENT, as_velocities, jacobian, rank, row_places

# of masses up to which they weigh the changes that close a mechanism; heavier bodies count as if
# they had that
RATIO = 1e5
CLOSED = 1e-10  # residual of positions, relative to the size, that counts as closed
AWAY = 1e-3  # of the size: how far a position nearby is
NEARBY = 12  # of which so many are tried
LARGEST_NEARBY = 300  # rows of a dense Jacobian, of which all singular vectors are needed
# [m/s or rad/s] beyond which the square of a speed, and with it an energy, overflows
FASTEST = 1e150
# of the size, of a radian or of the fastest motion: what was changed by less is not worth a word
NOTABLE_CHANGE = 1e-9


@dataclass(frozen=True, repr=False)
class ModelCheck:
    """What is known about a mechanism before it runs; as text what ``gudgeon check`` prints."""

    mechanism: Mechanism
    assembly: Assembly  # with the closed initial state
    dof_gruebler: int  # by counting bodies, joints and drivers
    dof: int  # by the rank of the constraints at t = 0
    # the same in a position moved a little along the constraints; less where the start is singular
    dof_nearby: int
    redundant: tuple[str, ...]  # one sentence for each redundant constraint
    # label, value and rate at t = 0, where zero is
    coordinates: tuple[tuple[str, float, float, str], ...]
    moved: tuple[str, ...]  # what was moved to close positions and velocities
    position_residual: float
    velocity_residual: float

    def __str__(self) -> str:
        return str(view("text of a model check")(self))

    def __repr__(self) -> str:
        return (
            f"ModelCheck(mechanism: {self.mechanism.name}; degrees of freedom: {self.dof}; "
            f"redundant constraints: {len(self.redundant)})"
        )

    @property
    def bodies(self) -> int:
        """Number of moving bodies."""
        return len(self.mechanism.bodies)

    @property
    def singular(self) -> str:
        """What to know if the mechanism starts in a position in which it is more mobile than
        nearby, or nothing.
        """
        if self.dof_nearby == self.dof:
            return ""
        return (
            "the position at t = 0 is singular: the mechanism is more mobile there (degrees of "
            f"freedom: {self.dof}) than nearby "
            f"({self.dof_nearby}), and rounding decides how it continues; start from another position"
        )

    @property
    def locked(self) -> str:
        """What to know if nothing can move the mechanism, or nothing."""
        if self.dof > 0 or self.mechanism.drivers:
            return ""
        return (
            "the mechanism is locked: its joints leave no degree of freedom, and there is no driver; "
            "nothing will move. Take a joint away, or choose one that leaves a motion free"
        )


def check_model(mechanism: Mechanism | str) -> ModelCheck:
    """Assemble a mechanism, close its initial conditions and count its degrees of freedom; a name
    is that of the library or of a model file.
    """
    mechanism = mechanism_of(mechanism)
    assembly = assemble(mechanism)
    # laws are compiled by now: one that cannot be evaluated has been refused
    _check_driven_start(mechanism)
    described = assembly.y.copy()
    _check_speeds(assembly, described)
    y = _closed_positions(mechanism, described)
    moved = _movement(assembly, described, y)
    before = y.copy()
    y = _closed_velocities(mechanism, assembly, y)
    _check_speeds(assembly, y)
    moved += _speeding(assembly, before, y)
    assembly = replace(assembly, y=y)
    work = assembly.work()
    residual = _evaluate(assembly, work, y, VELOCITIES)
    speed_residual = float(np.abs(_velocity_residuals(assembly, work)).max(initial=0.0))
    assembly.system.setting["first_pivot"] = assembly.system.setting["pivot"]
    held, redundant = rank(assembly, work)
    assembly.system.setting["redundant"] = int(bool(redundant))
    held_nearby = _rank_nearby(assembly, work) if redundant else held
    coordinates = joint_coordinates_of(assembly, work)
    _check_stops(mechanism, coordinates)
    moving = 3 if mechanism.plane else 6
    return ModelCheck(
        mechanism,
        assembly,
        dof_gruebler=moving * len(mechanism.bodies) - len(assembly.row_names),
        dof=moving * len(mechanism.bodies) - held,
        dof_nearby=moving * len(mechanism.bodies) - held_nearby,
        redundant=redundant,
        coordinates=coordinates,
        moved=tuple(moved),
        position_residual=residual,
        velocity_residual=speed_residual,
    )


def fastest_body(assembly: Assembly, y: np.ndarray) -> tuple[str, float]:
    """Return the name of the body with the largest component of velocity or angular velocity,
    and that [m/s or rad/s].
    """
    n_q, n_v, bodies = (
        int(assembly.system.setting[0]["n_q"]),
        int(assembly.system.setting[0]["n_v"]),
        assembly.mechanism.bodies,
    )
    speeds = np.abs(y[n_q : n_q + n_v]).reshape(len(bodies), -1).max(axis=1)
    k = int(np.argmax(np.nan_to_num(speeds, nan=np.inf)))
    return bodies[k].name, float(speeds[k])


def speed_of_bodies(y: np.ndarray, assembly: Assembly, length: float) -> float:
    """Return the largest speed of a body at a state in Cartesian coordinates, rotations measured at
    a length [m/s].
    """
    n_q, n_v = (int(assembly.system.setting[0][name]) for name in ("n_q", "n_v"))
    speeds = np.abs(y[n_q : n_q + n_v]).reshape(len(assembly.mechanism.bodies), -1)
    linear = 3 if speeds.shape[1] == 6 else 2  # in a plane
    return float(max(speeds[:, :linear].max(), length * speeds[:, linear:].max()))


def _check_driven_start(mechanism: Mechanism) -> None:
    """Reject a driver that starts where its joint has no direction, such as a rod of zero
    length.
    """
    for driver in mechanism.drivers:
        joint, coordinate = mechanism.joint(driver.joint), mechanism.coordinate(driver)
        start, least = float(driver.motion(0.0)[0]), joint.always_above.get(coordinate, -np.inf)
        if not start > least:
            found = f"starts with a {coordinate} of {start:g} m, which must be above {least:g} m"
            raise driver.error(
                f"{found}; the motion gives the {coordinate} itself, not its change since t = 0.",
                "motion",
            )


def _check_speeds(assembly: Assembly, y: np.ndarray) -> None:
    """Reject velocities, as described or as drivers ask for them, whose energy is no number any
    more.
    """
    name, speed = fastest_body(assembly, y)
    if not speed < FASTEST:
        found = (
            f"body '{name}' starts with {speed:.3g} m/s or rad/s, too fast for its energy to be a "
            "number; "
        )
        raise InputError(f"{found}check the units of velocities and drivers.", ("bodies",))


def _evaluate(assembly: Assembly, work: rec.Work, y: np.ndarray, task: int) -> float:
    return float(evaluate_at(assembly.system, work, 0.0, y, np.zeros_like(y), task))


# -- closing ---------------------------------------------------------------------------------------


def _holding(mechanism: Mechanism, described: np.ndarray, still: bool) -> Assembly:
    """Assemble the mechanism with held bodies made immovable and held coordinates driven.

    With ``still`` every driver stands at its value at t = 0, so that only positions matter.
    Imperfect joints are closed as if they were ideal, unless their fit says otherwise.
    """
    rates = _described_rates(mechanism, described) if mechanism.hold and not still else {}
    drivers = [
        replace(driver, motion=Constant(driver.motion(0.0)[0])) if still else driver
        for driver in mechanism.drivers
    ]
    driven = {(driver.joint, mechanism.coordinate(driver)) for driver in mechanism.drivers}
    bodies = {body.name for body in mechanism.bodies}
    for item in mechanism.hold:
        joint, coordinate = JointCoordinate.of(item)
        if item not in bodies and (joint, coordinate) not in driven and coordinate != "length":
            motion = ConstantSpeed(rates.get(item, 0.0))
            drivers.append(
                Driver(
                    f"hold {joint} {coordinate}", joint=joint, coordinate=coordinate, motion=motion
                )
            )
    closed = tuple(replace(joint, fit=joint.fit.closed()) for joint in mechanism.joints)
    assembly = assemble(replace(mechanism, joints=closed, drivers=tuple(drivers)))
    _limit_ratio(assembly)
    for k, body in enumerate(mechanism.bodies, start=1):
        if body.name in mechanism.hold:
            assembly.system.bodies["inv_mass"][k] = 0.0
            assembly.system.bodies["inv_inertia"][k] = 0.0
    return assembly


def _limit_ratio(assembly: Assembly) -> None:
    """Make the heaviest bodies lighter, so that no mass or inertia is more than RATIO times the
    least.

    Weights say only how a change is shared among the bodies; where they differ too much, the
    constraints of the heavy ones are lost in rounding, and a mechanism that can be closed seems
    contradictory.
    """
    bodies, length = assembly.system.bodies[1:], float(assembly.system.setting[0]["length"])
    mobility = np.maximum(
        bodies["inv_mass"].max(axis=1), bodies["inv_inertia"].max(axis=1) * (length * length)
    )
    factor = np.maximum(1.0, mobility.max(initial=0.0) / RATIO / mobility)
    bodies["inv_mass"] *= factor[:, None]
    bodies["inv_inertia"] *= factor[:, None]


def _described_rates(mechanism: Mechanism, described: np.ndarray) -> dict[str, float]:
    """Return the rates of all joint coordinates that follow from the velocities as described."""
    assembly = assemble(mechanism)
    labels = assembly.layout.labels["coordinate"]
    values = np.zeros((len(labels), 2))
    all_coordinates(assembly.system, assembly.work(), described, values)
    return {label: float(rate) for label, rate in zip(labels, values[:, 1], strict=True)}


def _closed_positions(mechanism: Mechanism, described: np.ndarray) -> np.ndarray:
    """Return the described state with its positions moved onto the constraints by the least
    mass-weighted change.
    """
    assembly = _holding(mechanism, described, still=True)
    work, setting = assembly.work(), assembly.system.setting[0]
    n_q, length = int(setting["n_q"]), float(setting["length"])
    n = n_q + int(setting["n_v"])
    y = np.concatenate((described[:n], np.zeros(len(assembly.y) - n)))
    velocities = y[n_q:n]
    for _ in range(12):
        velocities[:] = 0.0
        residual = _evaluate(assembly, work, y, POSITIONS)
        if not residual <= CLOSED:
            continue
        # what is left of the way back to the described positions, along the constraints, is a
        # change too many
        velocities[:] = pose_difference(assembly, y, described)
        _evaluate(assembly, work, y, VELOCITIES)
        if np.abs(velocities).max(initial=0.0) < 1e-13 * max(1.0, length):
            break
        shifted(assembly, y, velocities)
    velocities[:] = 0.0
    residual = _evaluate(assembly, work, y, POSITIONS)
    if not residual <= CLOSED:
        raise InputError(_misfit(assembly, work), ("joints",))
    return np.concatenate((y[:n_q], described[n_q:n], np.zeros(len(described) - n)))


def _closed_velocities(mechanism: Mechanism, assembly: Assembly, y: np.ndarray) -> np.ndarray:
    """Return the state with velocities that meet the constraints, changed by the least
    mass-weighted amount.
    """
    holding = _holding(mechanism, assembly.y, still=False)
    work = holding.work()
    n = int(assembly.system.setting[0]["n_q"]) + int(assembly.system.setting[0]["n_v"])
    trial = np.concatenate((y[:n], np.zeros(len(holding.y) - n)))
    for _ in range(2):  # the second time removes what rounding left
        _evaluate(holding, work, trial, VELOCITIES)
    residuals = np.abs(_velocity_residuals(holding, work))
    scale = max(
        1.0, float(np.abs(trial[int(assembly.system.setting[0]["n_q"]) : n]).max(initial=0.0))
    )
    if residuals.max(initial=0.0) > 1e-8 * scale:
        names = _worst(holding, residuals, 1e-8 * scale, "m/s or rad/s")
        raise InputError(
            f"the velocities cannot meet the constraints: {names}. Hold fewer bodies, or change "
            "the drivers.",
            ("joints",),
        )
    return np.concatenate((trial[:n], np.zeros(len(y) - n)))


def pose_difference(assembly: Assembly, y: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the displacement and rotation of every body from y to target, laid out as
    velocities.
    """
    setting = assembly.system.setting[0]
    if setting["planar"]:
        return target[: int(setting["n_q"])] - y[: int(setting["n_q"])]
    result = np.zeros(int(setting["n_v"]))
    for k in range(len(assembly.system.bodies) - 1):
        a, b = y[7 * k : 7 * k + 7], target[7 * k : 7 * k + 7]
        e, w = a[3], b[3]
        sign = 1.0 if dot(a[3:], b[3:]) >= 0 else -1.0
        result[6 * k : 6 * k + 3] = b[:3] - a[:3]
        # of conj(p) p_target, body frame
        result[6 * k + 3 : 6 * k + 6] = 2 * sign * (e * b[4:] - w * a[4:] - np.cross(a[4:], b[4:]))
    return result


def shifted(assembly: Assembly, y: np.ndarray, change: np.ndarray) -> None:
    """Move the positions by a displacement and rotation of every body, laid out as velocities."""
    setting = assembly.system.setting[0]
    if setting["planar"]:
        y[: int(setting["n_q"])] += change
        return
    for k in range(len(assembly.system.bodies) - 1):
        d = change[6 * k : 6 * k + 6]
        p = y[7 * k + 3 : 7 * k + 7].copy()
        half = 0.5 * d[3:]
        y[7 * k : 7 * k + 3] += d[:3]
        turned = np.concatenate(
            ([p[0] - dot(p[1:], half)], p[1:] + p[0] * half + np.cross(p[1:], half))
        )
        y[7 * k + 3 : 7 * k + 7] = turned / norm(turned)


# -- singular starts -------------------------------------------------------------------------------


def _rank_nearby(assembly: Assembly, work: rec.Work) -> int:
    """Return the number of independent rows in positions moved a little along the constraints,
    after an evaluation at t = 0.

    Redundant constraints stay redundant there. Where rows depend on others only in the position at
    t = 0, as in a parallelogram whose bars are in line, the rank is larger nearby. Not every motion
    that the constraints allow leads to another position: that which is closed best counts.
    """
    here, n_q = rank(assembly, work)[0], int(assembly.system.setting[0]["n_q"])
    if len(assembly.row_names) > LARGEST_NEARBY:
        return here
    _, sizes, basis = np.linalg.svd(jacobian(assembly, work))
    free = basis[int(np.count_nonzero(sizes > INDEPENDENT * sizes.max())) :]
    length, random = float(assembly.system.setting[0]["length"]), np.random.default_rng(1)
    # which remembers pivots
    trial = replace(
        assembly, system=assembly.system._replace(setting=assembly.system.setting.copy())
    )
    found = [(CLOSED, here)]
    for _ in range(NEARBY):
        motion = free.T @ random.standard_normal(len(free))
        y, moved = assembly.y.copy(), assembly.work()
        shifted(
            assembly,
            y,
            as_velocities(assembly, work, AWAY * length * motion / np.abs(motion).max()),
        )
        y[n_q:] = 0.0
        residual = min(_evaluate(trial, moved, y, POSITIONS) for _ in range(12))
        found.append((residual, rank(trial, moved)[0]))
    return max(here, min(found)[1])


# -- saying what happened --------------------------------------------------------------------------


def _misfit(assembly: Assembly, work: rec.Work) -> str:
    residuals = np.array([abs(work.rows[row, rec.PHI]) for row in row_places(assembly)])
    names = _worst(assembly, residuals, 1e-9, "m or rad")
    return (
        f"the mechanism cannot be closed: {names}. Check the points, lengths and axes of these "
        "joints, and what is held."
    )


def _worst(assembly: Assembly, residuals: np.ndarray, least: float, unit: str) -> str:
    """Return the joints that miss most, with their residuals."""
    by_joint: dict[str, float] = {}
    for name, residual in zip(assembly.row_joints, residuals, strict=True):
        by_joint[name] = max(by_joint.get(name, 0.0), float(residual))
    worst = sorted(
        ((value, name) for name, value in by_joint.items() if value > least), reverse=True
    )[:6]
    return (
        ", ".join(f"joint '{name}' misses by {value:.3g} {unit}" for value, name in worst)
        or "a residual is not finite"
    )


def _movement(assembly: Assembly, described: np.ndarray, y: np.ndarray) -> list[str]:
    change = pose_difference(assembly, described, y)
    length = float(assembly.system.setting[0]["length"])
    return _changes(
        assembly, change, (length, 1.0), "moved by {:.3g} m", "turned by {:.3g} rad", "to close the joints"
    )  # fmt: skip


def _speeding(assembly: Assembly, before: np.ndarray, y: np.ndarray) -> list[str]:
    n_q, n_v = int(assembly.system.setting[0]["n_q"]), int(assembly.system.setting[0]["n_v"])
    change = (y - before)[n_q : n_q + n_v]
    length = float(assembly.system.setting[0]["length"])
    fastest = max(1.0, float(np.abs(y[n_q : n_q + n_v]).max(initial=0.0)))
    return _changes(
        assembly, change, (length * fastest, fastest), "velocity changed by {:.3g} m/s",
        "angular velocity changed by {:.3g} rad/s", "to fit the joints and drivers",
    )  # fmt: skip


def _changes(
    assembly: Assembly, change: np.ndarray, scales: tuple[float, float], there: str, turn: str, why: str
) -> list[str]:  # fmt: skip
    """Return what was changed of each body, without what is rounding against ``scales``."""
    sentences = []
    size = len(change) // len(assembly.mechanism.bodies)
    for k, body in enumerate(assembly.mechanism.bodies):
        part = change[size * k : size * (k + 1)]
        split = 2 if size == 3 else 3
        sizes = norm(part[:split]), norm(part[split:])
        told = [
            words.format(size)
            for words, size, scale in zip((there, turn), sizes, scales, strict=True)
            if size > NOTABLE_CHANGE * scale
        ]
        if told:
            sentences.append(f"{body.name}: {' and '.join(told)} {why}")
    return sentences


def _velocity_residuals(assembly: Assembly, work: rec.Work) -> np.ndarray:
    """Return J v - nu of every row, for velocities that have just been evaluated."""
    result = []
    for k, joint in enumerate(assembly.system.joints):
        v_i, v_j = (work.bodies[int(joint[side]), rec.V : rec.V + 6] for side in ("i", "j"))
        for row in work.rows[rec.ROWS * k : rec.ROWS * k + int(joint["rows"])]:
            result.append(dot(row[:6], v_i) + dot(row[6:12], v_j) - row[rec.NU])
    return np.array(result)


def with_start(check: ModelCheck, y: np.ndarray, work: rec.Work, words: str) -> ModelCheck:
    """Return a checked mechanism that starts from another state, which was evaluated last."""
    assembly = replace(check.assembly, y=y)
    return replace(
        check,
        assembly=assembly,
        coordinates=joint_coordinates_of(assembly, work),
        moved=(*check.moved, words),
    )


def joint_coordinates_of(
    assembly: Assembly, work: rec.Work
) -> tuple[tuple[str, float, float, str], ...]:
    """Return label, value, rate and where zero is of every joint coordinate, after an evaluation."""
    coordinates = assembly.layout.coordinates
    values = np.zeros((len(coordinates), 2))
    all_coordinates(assembly.system, work, assembly.y, values)
    rows = zip(coordinates, values, strict=True)
    return tuple(
        (coordinate.label, float(value), float(rate), _zero(coordinate, assembly.mechanism))
        for coordinate, (value, rate) in rows
    )


def _check_stops(
    mechanism: Mechanism, coordinates: tuple[tuple[str, float, float, str], ...]
) -> None:
    """Reject a mechanism that starts beyond a stop: it would be shot out of it."""
    values = {label: value for label, value, _, _ in coordinates}
    for joint in mechanism.joints:
        for k, stop in enumerate(joint.stops):
            value = values[f"{joint.name}.{stop.coordinate or joint.coordinates[0]}"]
            for word, limit, side in (("lower", stop.lower, -1), ("upper", stop.upper, 1)):
                if limit is not None and side * (value - limit) > 1e-9 * max(1.0, abs(limit)):
                    found = (
                        f"the joint starts at {value:g}, beyond its {word} stop at {limit:g}; move "
                        "the stop or the initial position."
                    )
                    raise joint.error(found, "stops", str(k), word)


def _zero(coordinate: JointCoordinate, mechanism: Mechanism) -> str:
    first, second = mechanism.joint(coordinate.joint).between
    if coordinate.name == "length":
        return f"distance of the two points on {first} and {second}"
    if coordinate.name == "tilt":
        return f"angle between the joint's axes on {first} and {second}"
    kind = "rotation" if coordinate.angular else "displacement"
    way = "about" if kind == "rotation" else "along"
    return (
        f"{kind} of {second} relative to {first} {way} the joint's axis; zero in the position "
        "described at t = 0"
    )
