"""From a description to the records that kernels read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._base.errors import InputError
from .._base.linear_algebra import inverse, norm, product
from ..kernels import records as rec
from ..kernels.addresses import COLUMNS
from ..kernels.entry_points import EVALUATE, OBSERVE
from ..kernels.records import System, Work
from ..laws import Law, LawError
from ..model import PLANES, CustomForce, Force, JointForce, JointSpring, Mechanism, Spring, Torque
from ..model.joints import Coupling
from ..model.motions import COORDINATES as JOINT_COORDINATES
from .breakpoints import events_at, watch_springs
from .constraint_rows import B, H, T, constraint_rows, row_name
from .elements import Assembler, ElementKind, Elements, kinds_in, records_in, words_of
from .elements.contacts import limited
from .elements.joint_friction import NAME as JOINT_FRICTION
from .elimination import elimination_order, neighbours, program
from .joint_frames import joint_frame
from .output_layout import JointCoordinate, Label, Layout, layout
from .poses import Poses, inertia_matrix
from .signals import Signals

COORDINATES = {
    "displacement": (rec.DISPLACEMENT, B),
    "displacement_1": (rec.DISPLACEMENT, H),
    "displacement_2": (rec.DISPLACEMENT, T),
    "angle": (rec.ANGLE, 0),
    "tilt": (rec.TILT_OF_AXES, 0),
    "angle_1": (rec.ANGLE_OF_CROSS_1, 0),
    "angle_2": (rec.ANGLE_OF_CROSS_2, 0),
    "length": (rec.DISTANCE, 0),
}
DRIVER_ROWS = {
    "displacement": (rec.ALONG, B, 0),
    "displacement_1": (rec.ALONG, H, 0),
    "displacement_2": (rec.ALONG, T, 0),
    "angle": (rec.AT_ANGLE, rec.ANGLE, 0),
    "angle_1": (rec.AT_ANGLE, rec.ANGLE_OF_CROSS_1, 0),
    "angle_2": (rec.AT_ANGLE, rec.ANGLE_OF_CROSS_2, 0),
    "length": (rec.LENGTH, 0, 0),
}


PERIODS = 1000  # finished contact periods that are kept until the run hands them over


@dataclass(frozen=True)
class Assembly:
    """A mechanism ready to run: records, initial state as described, and what the output columns
    mean.
    """

    mechanism: Mechanism
    system: System
    y: np.ndarray
    layout: Layout
    row_names: tuple[str, ...]  # "A: x", in the order of the constraint rows
    row_joints: tuple[str, ...]  # joint of each row
    factor_size: int
    watched: tuple[float, ...]  # watched quantities before the first step
    memory: int  # numbers that elements keep
    inputs: dict[str, int]  # where among the parameters those of inputs begin
    # in joint coordinates: freedoms on the paths of all cut joints, Euler parameters of all bodies
    path_lines: int = 0
    orientation: np.ndarray = field(default_factory=lambda: np.zeros((0, 4)))

    def work(self) -> Work:
        """Return fresh scratch memory for one run."""
        system = self.system
        bodies = np.zeros((len(system.bodies), rec.BODY_COLUMNS))
        bodies[0, rec.A : rec.A + 9] = np.eye(3).ravel()
        count = len(system.joints)
        contacts, drivers = len(system.contacts), len(system.drivers)
        return Work(
            bodies,
            rows=np.zeros((rec.ROWS * count, rec.ROW_COLUMNS)),
            scaled=np.zeros((12 * count, 6)),
            lam=np.zeros((count, 6)),
            rhs=np.zeros((count, 6)),
            aux=np.zeros((count, 6)),
            factor=np.zeros((self.factor_size, 6)),
            power=np.zeros(int(system.setting[0]["n_e"])),
            last_watched=np.array(self.watched),
            watched=np.zeros((len(self.watched), rec.WATCH_COLUMNS)),
            wrench=np.zeros((count, 6)),
            reactions=np.zeros((count, 6)),
            contacts=np.zeros((contacts, rec.CONTACT_COLUMNS)),
            held=np.zeros((rec.HELD_MOST, rec.HELD_COLUMNS)),
            memory=np.zeros(self.memory),
            periods=rec.table(max(PERIODS, 4 * contacts), rec.IMPACT),
            peaks=np.zeros((2 * count + len(bodies) - 1 + drivers + contacts, rec.PEAK_COLUMNS)),
            nodes=self._nodes(),
            pulled=np.zeros((self.path_lines, 6)),
            divided=np.zeros((self.path_lines, 6)),
            orientation=self.orientation.copy(),
            count=np.zeros(rec.COUNTS, np.int64),
        )

    def _nodes(self) -> np.ndarray:
        nodes = np.zeros((len(self.system.nodes), rec.NODE_COLUMNS))
        nodes[:1, rec.ROTATION : rec.ROTATION + 9] = np.eye(3).ravel()
        return nodes


class Parameters:
    """The flat array from which all compiled laws read their parameters."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.places: dict[tuple[Law, float | None], tuple[int, int]] = {}

    def place(
        self, law: Law, user: Any, *field: str, ratio: float | None = None
    ) -> tuple[int, int]:
        """Append the parameters of a law, once; return its address and where they begin. A film
        law is told the bearing's L/D.
        """
        key = (law, ratio)
        if key in self.places:
            return self.places[key]
        try:
            address = law.address()
            law.validate()
            values = law.parameters() if ratio is None else law.values(ratio)  # type: ignore[attr-defined]
        except LawError as error:
            raise LawError(error.message, (*user.path(), *field)) from error.__cause__
        except InputError as error:
            raise error.under(*user.path(), *field) from None
        self.places[key] = address, self.append(values)
        return self.places[key]

    def append(self, values: Sequence[float]) -> int:
        """Append some numbers; return where they begin."""
        self.values.extend(values)
        return len(self.values) - len(values)


def assemble(mechanism: Mechanism, first_state: int | None = None) -> Assembly:
    """Fill the records of a mechanism; compile the laws that it uses. The description has been
    checked already. States of elements begin behind the velocities, or where it is said.
    """
    poses = Poses(mechanism)
    parameters = Parameters()
    bodies = _bodies(mechanism)
    joints, row_names, row_joints, order = _joints(mechanism, poses)
    coordinates, places = _coordinates(mechanism, order)
    signals = Signals(mechanism, parameters, places)
    drivers = _drivers(mechanism, joints, signals, row_names, row_joints)
    _number_gaps(mechanism, joints, order)
    forces = _forces(mechanism, poses, signals, places)
    setting = _setting(mechanism, poses, bodies, joints)
    record = setting[0]
    if first_state is None:
        first_state = int(record["n_q"] + record["n_v"])
    assembler = Assembler(
        mechanism, joints, order, places, parameters.place, parameters.append, first_state
    )
    _ledger(assembler, forces, drivers)
    record["works"], record["work_entry"] = assembler.ledgers, _works(assembler, forces)
    watch_springs(assembler, mechanism.forces, forces)
    signal_records = signals.records(assembler)
    made = [
        (kind, elements)
        for kind in kinds_in(mechanism)
        if len((elements := kind.make(assembler)).records)
    ]
    record["n_z"], record["n_e"] = assembler.states, assembler.ledgers
    record["joint_friction"] = next(
        (k for k, (kind, _) in enumerate(made) if kind.name == JOINT_FRICTION), -1
    )
    for k, driver in enumerate(drivers):
        place = order[mechanism.drivers[k].joint]
        driver["row"] = rec.ROWS * place + int(np.flatnonzero(joints[place]["driver"] == k)[0])
    steps = program(
        [_pair(joint, int(joint["rows"])) for joint in joints],
        [int(rows) for rows in joints["rows"]],
    )
    record["eliminate"], record["solve"] = steps.eliminate, steps.solve
    columns = _layout(
        assembler, {dim: names for _, elements in made for dim, names in elements.labels.items()}
    )
    record["shown"] = len(columns.labels["coordinate"])
    record["evaluate"], record["observe"] = EVALUATE.address, OBSERVE.address
    element_table, words, contacts = _table(made, columns)
    starts, writers = _output(columns)
    system = System(
        setting,
        bodies,
        joints,
        drivers,
        forces,
        elements=element_table,
        records=words,
        contacts=contacts,
        coordinates=coordinates,
        events=events_at(assembler.crossings),
        counted=np.array([*_angles(coordinates["kind"]), *assembler.counted], np.int64),
        signals=signal_records,
        parameters=np.array([*parameters.values, 0.0]),
        program=steps.table,
        columns=starts,
        writers=writers,
        nodes=rec.table(0, rec.NODE),
        cuts=rec.table(0, rec.CUT),
        paths=np.zeros(0, np.int64),
        all_joints=rec.table(0, rec.JOINT),
        all_program=np.zeros((0, 7), np.int64),
    )
    return Assembly(
        mechanism,
        system,
        _state(mechanism, poses, setting),
        columns,
        row_names=tuple(name for names in row_names for name in names),
        row_joints=tuple(name for names in row_joints for name in names),
        factor_size=steps.size,
        watched=tuple(assembler.watched),
        memory=sum(elements.memory for _, elements in made),
        inputs=signals.inputs(),
    )


def _bodies(mechanism: Mechanism) -> np.ndarray:
    records = rec.table(len(mechanism.bodies) + 1, rec.BODY)
    for record, body in zip(records[1:], mechanism.bodies, strict=True):
        tensor = inertia_matrix(body, mechanism)
        record["mass"] = body.total_mass
        record["inv_mass"] = 1 / body.total_mass
        record["inertia"] = _packed(tensor)
        if mechanism.plane is None:
            record["inv_inertia"] = _packed(inverse(tensor))
            continue
        axis = PLANES[mechanism.plane][2]
        record["inv_mass"][axis] = 0.0
        record["inv_inertia"][axis] = 1 / tensor[axis, axis]
        record["height"] = mechanism.vector(body.position)[axis]
    return records


def _packed(tensor: np.ndarray) -> list[float]:
    return [tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2]]


# -- joints ----------------------------------------------------------------------------------------


def _joints(
    mechanism: Mechanism, poses: Poses
) -> tuple[np.ndarray, list[list[str]], list[list[str]], dict[str, int]]:
    """Return the joint records in elimination order, the names of their rows, and where each
    joint went.
    """
    pairs = [
        (poses.index[joint.between[0]], poses.index[joint.between[1]]) for joint in mechanism.joints
    ]
    driven = {driver.joint for driver in mechanism.drivers}
    rows_of = [constraint_rows(joint, mechanism) for joint in mechanism.joints]
    held = [
        bool(rows) or joint.name in driven
        for joint, rows in zip(mechanism.joints, rows_of, strict=True)
    ]
    sequence = elimination_order(
        neighbours([pair if hold else (0, 0) for pair, hold in zip(pairs, held, strict=True)])
    )
    records = rec.table(len(pairs), rec.JOINT)
    records["driver"] = -1
    names, owners, order = [], [], {}
    for place, k in enumerate(sequence):
        joint, record = mechanism.joints[k], records[place]
        record["i"], record["j"] = pairs[k]
        record["output"] = k
        frame = joint_frame(mechanism, joint.name, poses)
        for name, value in frame._asdict().items():
            record[name] = value
        rows = rows_of[k]
        for r, (kind, a, b) in enumerate(rows):
            record["kind"][r], record["a"][r], record["b"][r] = kind, a, b
        record["rows"] = len(rows)
        names.append([f"{joint.name}: {row_name(row)}" for row in rows])
        owners.append([joint.name] * len(rows))
        order[joint.name] = place
    return records, names, owners, order


def _pair(joint: Any, rows: int) -> tuple[int, int]:
    """Return the bodies that a joint's constraints couple: none if it has none."""
    return (int(joint["i"]), int(joint["j"])) if rows else (0, 0)


def _coordinates(
    mechanism: Mechanism, order: dict[str, int]
) -> tuple[np.ndarray, dict[tuple[str, str], int]]:
    """Return the records of joint coordinates and their places: first those of the output, then
    those that only play limits.
    """
    shown = [(joint.name, name) for joint in mechanism.joints for name in joint.coordinates]
    wanted = [
        (joint.name, joint.coordinate_of[motion])
        for joint in mechanism.joints
        for motion in limited(joint)
    ]
    places = {key: k for k, key in enumerate(dict.fromkeys([*shown, *wanted]))}
    records = rec.table(len(places), rec.COORDINATE)
    for record, (name, coordinate) in zip(records, places, strict=True):
        record["joint"] = order[name]
        joint = mechanism.joint(name)
        if isinstance(joint, Coupling):
            first, second, ratio = joint.coupled
            record["kind"], record["ratio"] = rec.COUPLED, ratio
            record["first"], record["second"] = (
                places[text.partition(".")[0], text.partition(".")[2]] for text in (first, second)
            )
        else:
            record["kind"], record["a"] = COORDINATES[coordinate]
    return records, places


def _angles(kinds: np.ndarray) -> np.ndarray:
    """Return which joint coordinates are angles."""
    return np.flatnonzero(~np.isin(kinds, (rec.DISPLACEMENT, rec.DISTANCE, rec.COUPLED)))


def _drivers(
    mechanism: Mechanism, joints: np.ndarray, signals: Signals, names: list, owners: list
) -> np.ndarray:
    """Return the driver records; append a row to the driven joints."""
    records = rec.table(len(mechanism.drivers), rec.DRIVER)
    place = {mechanism.joints[int(joint["output"])].name: k for k, joint in enumerate(joints)}
    for k, driver in enumerate(mechanism.drivers):
        joint = joints[place[driver.joint]]
        coordinate = mechanism.coordinate(driver)
        signals.place(records[k], driver.motion, driver, "motion")
        r = 0
        # a driven length replaces the row of a rod that does not give
        if not (coordinate == "length" and joint["rows"]):
            r = int(joint["rows"])
            joint["kind"][r], joint["a"][r], joint["b"][r] = DRIVER_ROWS[coordinate]
            joint["rows"] = r + 1
            names[place[driver.joint]].append(
                f"{driver.joint}: {coordinate} (driver {driver.name})"
            )
            owners[place[driver.joint]].append(driver.joint)
        joint["driver"][r] = k
    return records


# -- forces and ledger -----------------------------------------------------------------------------


def _forces(
    mechanism: Mechanism, poses: Poses, signals: Signals, places: dict[tuple[str, str], int]
) -> np.ndarray:
    parameters = signals.parameters
    records = rec.table(len(mechanism.forces), rec.FORCE)
    records["ledger"] = records["watch"] = records["stored_entry"] = -1
    for record, force in zip(records, mechanism.forces, strict=True):
        if isinstance(force, (Force, Torque)):
            _load(record, force, mechanism, poses)
            signals.place(record, force.magnitude, force, "magnitude")
        elif isinstance(force, JointForce):
            record["kind"] = rec.JOINT_FORCE
            record["coordinate"] = places[force.joint, mechanism.coordinate(force)]
            signals.place(record, force.magnitude, force, "magnitude")
        elif isinstance(force, (Spring, CustomForce)):
            _between(record, force, mechanism, poses, parameters)
        elif isinstance(force, JointSpring):
            record["kind"] = rec.JOINT_SPRING
            record["coordinate"] = places[force.joint, mechanism.coordinate(force)]
            record["free"] = force.free_position
            _spring_laws(record, force, parameters)
    return records


def _load(record: Any, force: Force | Torque, mechanism: Mechanism, poses: Poses) -> None:
    body = poses.index[force.body]
    record["j"] = body
    fixed = force.frame == "body"
    if isinstance(force, Force):
        record["kind"] = rec.FORCE_BODY if fixed else rec.FORCE_SPACE
        record["vector"] = mechanism.vector(force.force)
        if force.point is not None:
            record["s_j"] = poses.local_point(body, mechanism.vector(force.point))
    else:
        record["kind"] = rec.TORQUE_BODY if fixed else rec.TORQUE_SPACE
        torque = force.torque
        record["vector"] = (
            np.array(mechanism.normal()) * torque if isinstance(torque, float) else torque
        )


def _between(
    record: Any,
    force: Spring | CustomForce,
    mechanism: Mechanism,
    poses: Poses,
    parameters: Parameters,
) -> None:
    record["i"], record["j"] = (poses.index[name] for name in force.between)
    ends = [np.array(mechanism.vector(point)) for point in force.points]
    record["s_i"] = poses.local_point(int(record["i"]), ends[0])
    record["s_j"] = poses.local_point(int(record["j"]), ends[1])
    if isinstance(force, CustomForce):
        record["kind"] = rec.CUSTOM
        record["law"], record["offset"] = parameters.place(force.law, force, "law")
        return
    record["kind"] = rec.SPRING
    record["free"] = force.free_length if force.free_length is not None else norm(ends[1] - ends[0])
    _spring_laws(record, force, parameters)


def _spring_laws(record: Any, force: Spring | JointSpring, parameters: Parameters) -> None:
    if force.stiffness is not None:
        record["law"], record["offset"] = parameters.place(force.stiffness, force, "stiffness")
    if force.damping is not None:
        record["damper"], record["damper_offset"] = parameters.place(
            force.damping, force, "damping"
        )


def _ledger(assembler: Assembler, forces: np.ndarray, drivers: np.ndarray) -> None:
    """Number the works of loads, dampers and drivers, which are integrated along; those of
    elements follow.
    """
    for record in forces:
        if record["kind"] not in (rec.SPRING, rec.JOINT_SPRING) or record["damper"] != 0:
            record["ledger"] = assembler.ledger()
    for record in drivers:
        record["ledger"] = assembler.ledger()


def _number_gaps(mechanism: Mechanism, joints: np.ndarray, order: dict[str, int]) -> None:
    """Number the joints with a radial gap, whose eccentricity is part of the output."""
    joints["clearance"] = -1
    for k, joint in enumerate(joint for joint in mechanism.joints if joint.fit.has_radial_gap):
        joints[order[joint.name]]["clearance"] = k


def _table(
    made: list[tuple[ElementKind, Elements]], columns: Layout
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the table of elements, the words of all their records, and the contacts among them."""
    table = rec.table(len(made), rec.ELEMENT)
    words, begins = words_of([elements.records for _, elements in made])
    contacts = rec.table(0, rec.CONTACT)
    memory = 0
    for record, begin, (kind, elements) in zip(table, begins, made, strict=True):
        record["entry"], record["begin"], record["count"] = (
            kind.kernel.address,
            begin,
            len(elements.records),
        )
        record["memory"] = memory
        record["columns"][: len(kind.variables)] = [
            columns[variable.name].start for variable in kind.variables
        ]
        memory += elements.memory
        if elements.records.dtype == rec.CONTACT:
            contacts = records_in(words, begin, len(elements.records), rec.CONTACT)
    return table, words, contacts


def _works(assembler: Assembler, forces: np.ndarray) -> int:
    """Name the energies of bodies, springs, loads and drivers; return where the works begin."""
    mechanism, labels = assembler.mechanism, assembler.energies_before
    labels += ["kinetic", "gravity"]
    for force, record in zip(mechanism.forces, forces, strict=True):
        if record["kind"] in (rec.SPRING, rec.JOINT_SPRING) and record["law"] != 0:
            record["stored_entry"] = len(labels)
            labels.append(f"stored:{force.name}")
    first = len(labels)
    for force, record in zip(mechanism.forces, forces, strict=True):
        if record["ledger"] >= 0:
            labels.append(
                f"{'lost' if isinstance(force, (Spring, JointSpring)) else 'load'}:{force.name}"
            )
    labels += [f"driver:{driver.name}" for driver in mechanism.drivers]
    return first


def _output(columns: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Return where the kernels write the output variables, and the entry points of those from
    outside the package.
    """
    starts = rec.table(1, COLUMNS)
    for name in COLUMNS.names or ():
        starts[name] = columns[name].start
    foreign = [
        variable for variable in columns.variables if variable.writer is not None and variable.size
    ]
    writers = rec.table(len(foreign), rec.WRITER)
    for record, variable in zip(writers, foreign, strict=True):
        record["address"], record["start"], record["width"] = (
            variable.writer.address,
            variable.start,
            variable.size,
        )
    return starts, writers


def _layout(assembler: Assembler, labels: dict[str, tuple[Any, ...]]) -> Layout:
    mechanism = assembler.mechanism
    driven = [(driver.name, mechanism.coordinate(driver)) for driver in mechanism.drivers]
    return layout(
        {
            "body": tuple(body.name for body in mechanism.bodies),
            "joint": tuple(joint.name for joint in mechanism.joints),
            "coordinate": tuple(
                JointCoordinate(joint.name, name)
                for joint in mechanism.joints
                for name in joint.coordinates
            ),
            "driver": tuple(
                Label(name, JOINT_COORDINATES[coordinate].unit) for name, coordinate in driven
            ),
            "clearance": tuple(
                joint.name for joint in mechanism.joints if joint.fit.has_radial_gap
            ),
            "load": tuple(load.name for load in mechanism.forces),
            "spring": tuple(
                Label(load.name, _unit_of_length(mechanism, load))
                for load in mechanism.forces
                if isinstance(load, (Spring, JointSpring))
            ),
            "entry": (*assembler.energies_before, *assembler.energies),
            **labels,
        }
    )


def _unit_of_length(mechanism: Mechanism, spring: Spring | JointSpring) -> str:
    """Return the unit in which a spring is long: m, or rad on an angle."""
    if isinstance(spring, Spring):
        return "m"
    return JOINT_COORDINATES[mechanism.coordinate(spring)].unit


# -- state and settings ----------------------------------------------------------------------------


def _setting(
    mechanism: Mechanism, poses: Poses, bodies: np.ndarray, joints: np.ndarray
) -> np.ndarray:
    setting = rec.table(1, rec.SETTING)
    record = setting[0]
    count = len(mechanism.bodies)
    planar = mechanism.plane is not None
    record["gravity"] = mechanism.vector(mechanism.gravity)
    record["planar"] = int(planar)
    record["first"], record["second"], record["normal"], record["sign"] = PLANES[
        mechanism.plane or "xy"
    ]
    record["in_plane" if planar else "free"] = count
    record["n_q"], record["n_v"] = (3 * count, 3 * count) if planar else (7 * count, 6 * count)
    record["length"] = _size(poses, bodies, joints)
    record["zero_depth"] = 1e-13 * record["length"] + 1e-15
    record["project"] = 1
    return setting


def _size(poses: Poses, bodies: np.ndarray, joints: np.ndarray) -> float:
    """Return a characteristic length: how far bodies and joints lie apart, at least a radius of
    gyration [m].
    """
    ends = [
        (int(joint[side]), joint[point])
        for joint in joints
        for side, point in (("i", "s_i"), ("j", "s_j"))
    ]
    points = [poses.r[k] + product(poses.A[k], s) for k, s in ends]
    cloud = np.array([*poses.r[1:], *points])
    # the same in every frame
    extent = 2 * float(np.linalg.norm(cloud - cloud.mean(axis=0), axis=1).max())
    gyration = float(np.sqrt(np.max(bodies["inertia"][1:, :3].max(axis=1) / bodies["mass"][1:])))
    return max(extent, gyration, 1e-9)


def _state(mechanism: Mechanism, poses: Poses, setting: np.ndarray) -> np.ndarray:
    record = setting[0]
    n_q, n_v = int(record["n_q"]), int(record["n_v"])
    y = np.zeros(n_q + n_v + int(record["n_z"]) + int(record["n_e"]))
    for k in range(len(mechanism.bodies)):
        b = k + 1
        if record["planar"]:
            plane = [int(record["first"]), int(record["second"])]
            y[3 * k : 3 * k + 2] = poses.r[b][plane]
            y[3 * k + 2] = poses.angle[b]
            y[n_q + 3 * k : n_q + 3 * k + 2] = poses.v[b][plane]
            y[n_q + 3 * k + 2] = record["sign"] * poses.w[b][int(record["normal"])]
        else:
            y[7 * k : 7 * k + 3], y[7 * k + 3 : 7 * k + 7] = poses.r[b], poses.p[b]
            y[n_q + 6 * k : n_q + 6 * k + 3] = poses.v[b]
            y[n_q + 6 * k + 3 : n_q + 6 * k + 6] = product(poses.A[b].T, poses.w[b])
    return y
