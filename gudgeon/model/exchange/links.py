"""Links in a tree, as robots are described, to bodies and joints.

Links that are welded together become one body, whose frame has the axes of its first link and the
centre of mass as origin. Limits of a joint become stops, damping a damper, friction a moment over
the speed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from ..._base.errors import InputError
from ..._base.linear_algebra import dot, norm, product
from ...laws import Flores, SignalTable
from ..bodies import GROUND, Body
from ..joints import Cylindrical, Joint, Planar, Revolute, Spherical, Translational, Universal
from ..loads import JointForce, JointSpring, Load
from ..mechanism import Mechanism
from ..stops import Stop
from .frames import Frame, about, plain
from .imported import Imported, Report, Shape

__all__ = ["Connection", "Inertial", "Link", "Tree"]

MAX_NAME = 200
MAX_LINKS = 3000
STOP_RESTITUTION = 0.3
STOP_DEPTH = 0.01  # rad or m: how deep its greatest load presses a stop
STOP_LOAD = 100.0  # N m or N, where the file does not say it
STICTION_SPEED = 1e-3  # rad/s or m/s: below it friction is proportional to the speed


@dataclass(frozen=True)
class Inertial:
    """Mass, centre of mass in the frame of the link, and tensor about it in the link's axes."""

    mass: float
    centre: np.ndarray
    tensor: np.ndarray


@dataclass
class Link:
    """A link of a robot."""

    name: str
    line: int
    inertials: list[Inertial] = field(default_factory=list)
    shapes: list[tuple[str, Frame, tuple[float, ...]]] = field(default_factory=list)


@dataclass
class Connection:
    """A joint of a robot: the frame of its child, as described, in that of its parent; its point
    and its axes in the frame of the child.
    """

    name: str
    line: int
    kind: str  # revolute, prismatic, cylindrical, universal, spherical, planar, floating, fixed
    parent: str
    child: str
    frame: Frame
    axis: np.ndarray
    at: np.ndarray = field(default_factory=lambda: np.zeros(3))
    second_axis: np.ndarray | None = None
    lower: float = -inf
    upper: float = inf
    load: float = 0.0  # the greatest that it bears
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    free_position: float = 0.0
    start: float = 0.0  # where it stands at t = 0

    @property
    def coordinate(self) -> str:
        """The name of its coordinate here."""
        return {"revolute": "angle", "prismatic": "displacement"}.get(self.kind, "")

    def place(self) -> Frame:
        """Return the frame of the child in that of the parent at t = 0."""
        moved = Frame.at()
        if self.kind == "revolute" and self.start:
            turn = about(self.axis, self.start)
            moved = Frame.at(plain(self.at - product(turn, self.at)), turn)
        elif self.kind == "prismatic" and self.start:
            moved = Frame.at(plain(self.start * self.axis))
        return self.frame.of(moved)


class Tree:
    """Links and connections of a file, checked to be a tree."""

    def __init__(
        self, report: Report, links: Iterable[Link], connections: Iterable[Connection]
    ) -> None:
        self.report = report
        self.links = self._unique(links)
        if len(self.links) > MAX_LINKS:
            raise InputError(f"has more than {MAX_LINKS} links.", location=report.source)
        self.connections = list(self._unique(connections).values())
        self.parents: dict[str, Connection] = {}
        for joint in self.connections:
            for end in (joint.parent, joint.child):
                if end not in self.links:
                    raise self.error(joint, f"names the link '{end}', which is not in the file.")
            if joint.child in self.parents:
                other = self.parents[joint.child].name
                raise self.error(
                    joint, f"moves the link '{joint.child}', which joint '{other}' moves already."
                )
            self.parents[joint.child] = joint
        self.below: dict[str, list[Connection]] = {}
        for joint in self.connections:
            self.below.setdefault(joint.parent, []).append(joint)
        self.root = self._root()
        self._check_loops()

    def error(self, part: Any, message: str) -> InputError:
        """Return the error that a link or joint is wrong."""
        kind = "joint" if isinstance(part, Connection) else "link"
        return InputError(f"{kind} '{part.name}' {message}", location=self.report.at(part.line))

    def _unique(self, parts: Iterable[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in parts:
            if part.name in found:
                raise self.error(part, f"is given twice; first in line {found[part.name].line}.")
            found[part.name] = part
        return found

    def _root(self) -> Link:
        roots = [link for name, link in self.links.items() if name not in self.parents]
        if not self.links:
            raise InputError("has no links.", location=self.report.source)
        if not roots:
            raise InputError(
                "its joints go in a circle: every link is moved by one.",
                location=self.report.source,
            )
        if len(roots) > 1:
            raise self.error(
                roots[1], f"is connected with nothing, and so is '{roots[0].name}'; join them."
            )
        return roots[0]

    def _check_loops(self) -> None:
        reached, ahead = {self.root.name}, [self.root.name]
        while ahead:
            for joint in self.below.get(ahead.pop(), []):
                reached.add(joint.child)
                ahead.append(joint.child)
        if len(reached) < len(self.links):
            lost = next(joint for joint in self.connections if joint.child not in reached)
            raise self.error(lost, "is in a circle of joints that hangs on nothing.")

    # -- where things stand ------------------------------------------------------------------------

    def start(self, configuration: Mapping[str, float]) -> None:
        """Put joints where they shall stand at t = 0; those whose limits exclude zero go to the
        nearest end.
        """
        known = {joint.name: joint for joint in self.connections if joint.coordinate}
        for name, value in configuration.items():
            if name not in known:
                raise InputError(
                    f"there is no joint '{name}' that turns or slides.", ("configuration",)
                )
            known[name].start = float(value)
        for name, joint in known.items():
            if name in configuration or joint.lower <= 0.0 <= joint.upper:
                continue
            joint.start = joint.lower if joint.lower > 0.0 else joint.upper
            self.report.unused(
                joint.line,
                f"joint '{name}' starts at {joint.start:g}, as its limits exclude zero",
            )

    def frames(self) -> dict[str, Frame]:
        """Return where each link stands, global, at t = 0."""
        found, ahead = {self.root.name: Frame.at()}, [self.root.name]
        while ahead:
            parent = ahead.pop()
            for joint in self.below.get(parent, []):
                found[joint.child] = found[parent].of(joint.place())
                ahead.append(joint.child)
        return found

    def _group_of(self) -> dict[str, str]:
        """Return for each link the first link of those with which it is welded together."""

        def first(name: str) -> str:
            while name in self.parents and self.parents[name].kind == "fixed":
                name = self.parents[name].parent
            return name

        return {name: first(name) for name in self.links}

    # -- the mechanism -----------------------------------------------------------------------------

    def imported(
        self,
        name: str,
        gravity: tuple[float, ...],
        free_base: bool,
        more: Callable[[Mapping[str, str], Mapping[str, Frame]], list[Joint]] | None = None,
    ) -> Imported:
        """Return the mechanism, whose first link is the ground unless its base is free."""
        frames, group = self.frames(), self._group_of()
        self._prune(group)
        moving = [link for link in dict.fromkeys(group.values()) if link in self.links]
        names: dict[str, str] = {}
        for link in moving:
            fixed = link == self.root.name and not free_base
            names[link] = GROUND if fixed else self._name(self.links[link], names.values())
        if set(names.values()) == {GROUND}:
            raise InputError(
                "nothing in it moves; with free_base its first link does.",
                location=self.report.source,
            )
        bodies, centres = [], {GROUND: Frame.at()}
        for link in moving:
            if names[link] != GROUND:
                members = [member for member in self.links if group[member] == link]
                body = self._body(link, names[link], members, frames)
                bodies.append(body)
                centres[names[link]] = Frame.at(body.position, frames[link].axes)
        joints: list[Joint] = []
        loads: list[Load] = []
        for connection in self.connections:
            if connection.kind in ("fixed", "floating") or connection.child not in self.links:
                continue
            between = (names[group[connection.parent]], names[group[connection.child]])
            known = [joint.name for joint in joints]
            joint = self._joint(connection, self._name(connection, known), between, frames)
            joints.append(joint)
            loads += self._loads(connection, joint)
        shapes = self._shapes(group, names, frames, centres)
        if more is not None:
            of_link = {name: names[first] for name, first in group.items() if first in names}
            joints += more(of_link, frames)
        mechanism = Mechanism(
            name=name, bodies=bodies, joints=joints, forces=loads, gravity=gravity
        )
        notes = tuple(sorted(self.report.notes, key=lambda note: _line(note.where)))
        return Imported(mechanism, notes, shapes)

    def _name(self, part: Link | Connection, taken: Iterable[str]) -> str:
        """Return what a link or joint is called here: names have neither dots nor slashes."""
        name = "".join(
            "_" if sign in "./" or not sign.isprintable() else sign for sign in part.name
        )
        name = name[:MAX_NAME] if name != GROUND else f"{GROUND}_link"
        while name in taken:
            name += "_"
        if name != part.name:
            self.report.unused(part.line, f"'{part.name}' is called '{name}' here")
        return name

    def _prune(self, group: dict[str, str]) -> None:
        """Leave out links at the ends that have no mass: they change no motion."""
        while True:
            heavy = {group[name] for name, link in self.links.items() if link.inertials}
            inner = {
                group[joint.parent]
                for joint in self.connections
                if joint.kind != "fixed" and joint.child in self.links
            }
            empty = set(group.values()) - heavy - inner - {group[self.root.name]}
            gone = [name for name in self.links if group[name] in empty]
            if not gone:
                return
            for name in gone:
                link = self.links.pop(name)
                self.report.unused(link.line, f"link '{name}' has no mass and is left out")

    def _body(self, link: str, name: str, members: list[str], frames: Mapping[str, Frame]) -> Body:
        own = frames[link]
        parts = []
        for member in members:
            inside = frames[member].seen_from(own)
            for part in self.links[member].inertials:
                tensor = product(product(inside.axes, part.tensor), inside.axes.T)
                parts.append((part.mass, inside.point(part.centre), tensor))
        mass = 0.0
        for part_mass, _, _ in parts:
            mass += part_mass
        if not mass > 0:
            raise self.error(
                self.links[link],
                "moves and carries others but has no mass; give it an inertial, or weld it.",
            )
        centre, total = np.zeros(3), np.zeros((3, 3))
        for part_mass, point, _ in parts:
            centre = centre + part_mass / mass * point
        for part_mass, point, tensor in parts:
            d = point - centre
            total = total + tensor + part_mass * (dot(d, d) * np.eye(3) - np.outer(d, d))
        try:
            return Body(
                name, mass=mass, inertia=total, position=plain(own.point(centre)),
                orientation=own.axes,
            )  # fmt: skip
        except InputError as error:
            raise self.error(self.links[link], f"is no body: {error.message}") from None

    def _joint(
        self,
        connection: Connection,
        name: str,
        between: tuple[str, str],
        frames: Mapping[str, Frame],
    ) -> Joint:
        at = frames[connection.parent].of(connection.frame)
        axis = plain(at.direction(connection.axis))
        given: dict[str, Any] = {"between": between, "point": plain(at.point(connection.at))}
        kinds = {
            "revolute": Revolute, "prismatic": Translational, "planar": Planar,
            "cylindrical": Cylindrical,
        }  # fmt: skip
        try:
            if connection.kind == "spherical":
                return Spherical(name, **given)
            if connection.second_axis is not None:
                second = plain(at.direction(connection.second_axis))
                return Universal(name, axes=(axis, second), **given)
            made = kinds[connection.kind](name, axis=axis, **given)
            stops = self._stops(connection)
            return made if not stops else _with(made, stops)
        except InputError as error:
            if error.location:
                raise
            raise self.error(connection, f"is no joint: {error.message}") from None

    def _stops(self, connection: Connection) -> tuple[Stop, ...]:
        lower, upper = connection.lower, connection.upper
        if lower == -inf and upper == inf:
            return ()
        if not lower < upper:
            raise self.error(connection, f"its limits leave no range: {lower:g} to {upper:g}.")
        if not lower <= connection.start <= upper:
            raise self.error(
                connection,
                f"starts at {connection.start:g}, beyond its limits {lower:g} to {upper:g}.",
            )
        stiffness = (connection.load or STOP_LOAD) / STOP_DEPTH
        law = Flores(stiffness=stiffness, restitution=STOP_RESTITUTION, exponent=1.0)
        ends = {
            side: value - connection.start
            for side, value in (("lower", lower), ("upper", upper))
            if abs(value) < inf
        }
        return (Stop(contact=law, lower=ends.get("lower"), upper=ends.get("upper")),)

    def _loads(self, connection: Connection, joint: Joint) -> list[Load]:
        loads: list[Load] = []
        if len(joint.coordinates) != 1:
            if connection.damping or connection.friction or connection.stiffness:
                self.report.lost(
                    connection.line,
                    f"joint '{connection.name}': its damping and friction are left out",
                )
            return loads
        if connection.damping or connection.stiffness:
            free = connection.free_position - connection.start if connection.stiffness else 0.0
            loads.append(
                JointSpring(
                    f"{joint.name}_damper", joint=joint.name,
                    stiffness=connection.stiffness or None, damping=connection.damping or None,
                    free_position=free,
                )
            )  # fmt: skip
        if connection.friction:
            over = f"{joint.name}.{joint.coordinates[0]}_rate"
            speeds = (-STICTION_SPEED, STICTION_SPEED)
            curve = SignalTable(speeds, (connection.friction, -connection.friction), over=over)
            loads.append(JointForce(f"{joint.name}_friction", joint=joint.name, magnitude=curve))
        return loads

    def _shapes(
        self,
        group: Mapping[str, str],
        names: Mapping[str, str],
        frames: Mapping[str, Frame],
        centres: Mapping[str, Frame],
    ) -> dict[str, tuple[Shape, ...]]:
        found: dict[str, list[Shape]] = {}
        for name, link in self.links.items():
            body = names[group[name]]
            for file, inside, scale in link.shapes:
                placed = frames[name].of(inside).seen_from(centres[body])
                axes = tuple(plain(row) for row in placed.axes)
                found.setdefault(body, []).append(Shape(file, plain(placed.origin), axes, scale))
        return {body: tuple(shapes) for body, shapes in found.items()}


def _with(joint: Joint, stops: tuple[Stop, ...]) -> Joint:
    from dataclasses import replace

    return replace(joint, stops=stops)  # type: ignore[type-var]


def _line(where: str) -> int:
    last = where.rpartition(":")[2]
    return int(last) if last.isdigit() else 0


def unit_axis(axis: Iterable[float]) -> np.ndarray | None:
    """Return a direction of length 1, or None if it is none."""
    vector = np.array(list(axis), float)
    length = norm(vector)
    return vector / length if 1e-9 < length < 1e9 else None
