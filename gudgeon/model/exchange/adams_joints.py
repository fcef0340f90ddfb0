"""Joints, primitives, constraints of distance and motions of an Adams dataset."""

from typing import Any

from ..._base.elementary import atan2
from ..._base.errors import InputError
from ..._base.linear_algebra import dot
from ..compliance import Compliance
from ..drivers import Driver
from ..fits import Bushing, Mixed
from ..joints import (
    Cylindrical,
    Distance,
    Joint,
    Planar,
    PointOnLine,
    Revolute,
    Rigid,
    Spherical,
    Translational,
    Universal,
)
from .adams_functions import (
    NotKnownError,
    added,
    constant,
    integral,
    read,
    scaled,
    signal_of,
)
from .adams_parts import Parts
from .adams_statements import Dataset, Statement
from .frames import Frame, plain

__all__ = ["Joints", "angle_between"]

ALONG_Z = {
    "REVOLUTE": Revolute, "CYLINDRICAL": Cylindrical, "TRANSLATIONAL": Translational, "PLANAR": Planar,
}  # fmt: skip
CROSS = {"HOOKE": (0, 1), "UNIVERSAL": (2, 2)}  # which axes of I and of J are the pins
IGNORED = (
    "IC", "ICROT", "ICTRAN", "DELTA_V", "FRICTION", "HEIGHT", "WIDTH", "INNER_RADIUS", "MAX_DEF", "MU1",
    "OUTER_RADIUS", "PRELOAD",
)  # fmt: skip
# what primitives hold of a weld along and about z of marker J
PRIMITIVES = {
    "INPLANE": ("axial",), "PARALLEL_AXES": ("misalignment",), "ORIENTATION": ("misalignment", "torsion"),
}  # fmt: skip


class Joints:
    """The joints of a dataset and what moves them."""

    def __init__(self, data: Dataset, parts: Parts) -> None:
        self.data, self.parts, self.scales = data, parts, parts.scales
        self.joints: list[Joint] = []
        self.markers: dict[str, tuple[Statement, Statement]] = {}  # I and J of each joint
        for statement in data.all("JOINT"):
            self._add(statement, self._joint)
        for statement in data.all("JPRIM"):
            self._add(statement, self._primitive)
        for statement in data.all("GCON"):
            self._add(statement, self._constraint)
        for statement in data.all("BUSHING"):
            self._add(statement, self._bushing)

    def _add(self, statement: Statement, make: Any) -> None:
        name = f"joint{statement.id}"
        if any(joint.name == name for joint in self.joints):
            name = f"{statement.name.lower()}{statement.id}"
        try:
            made = make(statement, name)
        except NotKnownError as error:
            self.data.report.lost(statement.line, f"{statement} is left out: {error}")
        except InputError as error:
            if error.location:
                raise
            raise self.data.error(statement, f"is no joint: {error.message}") from None
        else:
            self.joints.append(made)

    def _pair(self, statement: Statement) -> tuple[Statement, Statement]:
        i, j = self.parts.marker(statement, "I"), self.parts.marker(statement, "J")
        if self.parts.body(i) == self.parts.body(j):
            raise self.data.error(statement, f"joins {i} and {j}, which are of the same part.")
        return i, j

    def given(
        self, first: Statement, second: Statement, columns: tuple | None = (2, 2)
    ) -> dict[str, Any]:
        """Return bodies, points and axes of a joint between two markers."""
        frames = [self._local(marker) for marker in (first, second)]
        given: dict[str, Any] = {
            "between": tuple(self.parts.body(marker) for marker in (first, second)),
            "local_points": [frame.origin for frame in frames],
        }
        if columns is not None:
            given["local_axes"] = [
                frame.axes[:, k] for frame, k in zip(frames, columns, strict=True)
            ]
        return given

    def _local(self, marker: Statement) -> Frame:
        """Return a marker as its body sees it."""
        return self.parts.frame(marker).seen_from(self.parts.centre(self.parts.part(marker)))

    def _joint(self, statement: Statement, name: str) -> Joint:
        i, j = self._pair(statement)
        for argument in IGNORED:
            if argument in statement:
                self.data.report.lost(
                    statement.line, f"{statement}: the argument {argument} is left out"
                )
        self.markers[name] = (i, j)
        for kind, cls in ALONG_Z.items():
            if kind in statement:
                return cls(name, **self.given(i, j, (2, 2)))
        for kind, columns in CROSS.items():
            if kind in statement:
                return Universal(name, **self.given(i, j, columns))
        if "SPHERICAL" in statement:
            return Spherical(name, **self.given(i, j, None))
        if "FIXED" in statement:
            return Rigid(name, **self.given(i, j, (2, 2)))
        kind = next((word for word in ("CONVEL", "RACKPIN", "SCREW") if word in statement), "")
        raise NotKnownError(
            f"a {kind} joint has no counterpart" if kind else "it does not say which joint it is"
        )

    def _primitive(self, statement: Statement, name: str) -> Joint:
        i, j = self._pair(statement)
        if "ATPOINT" in statement:
            return Spherical(name, **self.given(i, j, None))
        if "INLINE" in statement:  # the point of I stays on z of J
            return PointOnLine(name, **self.given(j, i, (2, 2)))
        for kind, held in PRIMITIVES.items():
            if kind in statement:
                motions = ("radial", "axial", "misalignment", "torsion")
                fit = Mixed(**{word: "held" if word in held else "free" for word in motions})
                return Rigid(name, fit=fit, **self.given(j, i, (2, 2)))
        raise NotKnownError("this primitive has no counterpart")

    def _constraint(self, statement: Statement, name: str) -> Joint:
        """Return DM(J, I) - length = 0 as a rod from I to J."""
        function = read(self.data.text(statement, "FUNCTION"), self.scales, self.variable)
        atoms = [item for item in function if item != ()]
        if len(atoms) != 1 or len(atoms[0]) != 1 or atoms[0][0][0] != "DM":
            raise NotKnownError("only a constant distance DM(J, I) - length is known")
        (_, *ids), factor = atoms[0][0], function[atoms[0]]
        length = -function.get((), 0.0) / factor
        if len(ids) != 2 or not length > 0:
            raise NotKnownError("a distance needs two markers and a length > 0")
        second, first = (self.data.find("MARKER", id, statement) for id in ids)
        if "I" in statement and self.data.identifier(statement, "I") == second.id:
            first, second = second, first
        points = tuple(plain(self.parts.frame(marker).origin) for marker in (first, second))
        between = (self.parts.body(first), self.parts.body(second))
        return Distance(name, between=between, points=points, length=length)

    def _bushing(self, statement: Statement, name: str) -> Joint:
        i, j = self._pair(statement)
        force, length, time = self.scales.force, self.scales.length, self.scales.time
        given = {}
        for word, unit, motions in (("", length, ("radial", "axial")),
                                    ("T", 1.0 / length, ("misalignment", "torsion"))):  # fmt: skip
            stiffness, damping = (
                [x * force / unit for x in self.data.numbers(statement, letter + word, 3)]
                for letter in "KC"
            )
            for values in (stiffness, damping):
                if values[0] != values[1]:
                    raise NotKnownError("it gives differently along x and y")
            for motion, k in zip(motions, (0, 2), strict=True):
                given[motion] = Compliance(stiffness[k], damping=damping[k] * time)
        for argument in ("FORCE", "TORQUE"):
            if any(self.data.numbers(statement, argument, 3)):
                raise NotKnownError(f"{argument}, its preload, has no counterpart here")
        fit = Bushing(start="as-described", **given)
        return Rigid(name, fit=fit, **self.given(j, i, (2, 2)))

    def variable(self, id: int) -> str:
        """Return the function of a VARIABLE."""
        found = self.data.statements.get("VARIABLE", {}).get(id)
        if found is None:
            raise NotKnownError(f"there is no VARIABLE/{id}")
        return self.data.text(found, "FUNCTION")

    # -- what moves them ---------------------------------------------------------------------------

    def drivers(self) -> list[Driver]:
        """Return the motions of joints."""
        made = []
        for statement in self.data.all("MOTION"):
            try:
                made.append(self._driver(statement))
            except NotKnownError as error:
                self.data.report.lost(statement.line, f"{statement} is left out: {error}")
        return made

    def _driver(self, statement: Statement) -> Driver:
        if "JOINT" not in statement:
            raise NotKnownError("only motions of joints are known")
        id = self.data.identifier(statement, "JOINT")
        self.data.find("JOINT", id, statement)
        joint = next((item for item in self.joints if item.name == f"joint{id}"), None)
        if joint is None:
            raise NotKnownError(f"JOINT/{id} itself is left out")
        turning = "ROTATIONAL" in statement
        if not turning and "TRANSLATIONAL" not in statement:
            turning = "angle" in joint.coordinates
        coordinate = "angle" if turning else "displacement"
        if coordinate not in joint.coordinates:
            raise NotKnownError(f"JOINT/{id} has no {coordinate} that could be driven")
        unit, time = 1.0 if turning else self.scales.length, self.scales.time
        function = read(self.data.text(statement, "FUNCTION"), self.scales, self.variable)
        function = scaled(function, unit)
        i, j = self.markers[joint.name]
        start = (
            angle_between(self.parts.frame(i), self.parts.frame(j))
            if turning
            else dot(
                self.parts.frame(i).origin - self.parts.frame(j).origin,
                self.parts.frame(j).axes[:, 2],
            )
        )
        at_start = unit * self.data.number(statement, "ICDISP", start / unit)
        if "VELOCITY" in statement:
            function = integral(scaled(function, 1.0 / time), at_start)
        elif "ACCELERATION" in statement:
            speed = unit / time * self.data.number(statement, "ICVEL")
            function = integral(integral(scaled(function, 1.0 / time / time), speed), at_start)
        # The marker I moves against J; the second body, that of J, against the first. An angle counts
        # from where the bodies stand, a displacement from where the markers coincide.
        moved = scaled(added(function, constant(-start if turning else 0.0)), -1.0)
        several = len(joint.coordinates) > 1
        return Driver(
            f"motion{statement.id}",
            joint=joint.name,
            motion=signal_of(moved),
            coordinate=coordinate if several else None,
        )


def angle_between(frame: Frame, other: Frame) -> float:
    """Return by how much a frame is turned against another about the z axis of that [rad]."""
    x = frame.axes[:, 0]
    across, along = dot(x, other.axes[:, 1]), dot(x, other.axes[:, 0])
    angle = float(atan2(across, along))
    return 0.0 if abs(angle) < 1e-12 else angle
