"""Springs, dampers and forces of an Adams dataset."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._base.errors import InputError
from ..._base.linear_algebra import dot, norm
from ...laws import Constant, Polynomial, Table
from ..joints import Joint
from ..loads import Force, JointForce, JointSpring, Load, Spring, Torque
from .adams_functions import Expression, NotKnownError, added, number_of, read, scaled, signal_of
from .adams_joints import Joints, angle_between
from .adams_statements import Statement
from .frames import plain

__all__ = ["Forces"]

PARALLEL = 1e-6  # how far the z axes of a torque and of its joint may differ
COMPONENTS = {"GFORCE": "FX FY FZ TX TY TZ", "VFORCE": "FX FY FZ", "VTORQUE": "TX TY TZ"}


class Forces:
    """The forces of a dataset as loads."""

    def __init__(self, joints: Joints) -> None:
        self.joints, self.parts = joints, joints.parts
        self.data, self.scales = joints.data, joints.scales
        self.loads: list[Load] = []
        for name, make in (
            ("SPRINGDAMPER", self._spring_damper),
            ("SFORCE", self._single),
            ("GFORCE", self._components),
            ("VFORCE", self._components),
            ("VTORQUE", self._components),
        ):
            for statement in self.data.all(name):
                self._add(statement, make)

    def _add(self, statement: Statement, make: Callable[[Statement], list[Load]]) -> None:
        try:
            self.loads += make(statement)
        except NotKnownError as error:
            self.data.report.lost(statement.line, f"{statement} is left out: {error}")
        except InputError as error:
            if error.location:
                raise
            raise self.data.error(statement, f"is no force: {error.message}") from None

    def _function(self, statement: Statement, argument: str) -> Expression:
        text = self.data.text(statement, argument)
        if text.strip().upper().startswith("USER"):
            raise NotKnownError("a subroutine of the user's is not in the file")
        if "ROUTINE" in statement:
            raise NotKnownError("a subroutine of the user's is not in the file")
        return read(text, self.scales, self.joints.variable)

    def _pair(self, statement: Statement) -> tuple[Statement, Statement]:
        return self.parts.marker(statement, "I"), self.parts.marker(statement, "J")

    # -- along the line between two markers, about z -----------------------------------------------

    def _spring_damper(self, statement: Statement) -> list[Load]:
        i, j = self._pair(statement)
        data, scales = self.data, self.scales
        rotates = "ROTATIONAL" in statement or (
            "KT" in statement and "TRANSLATIONAL" not in statement
        )
        t, state, rate = ("T", "AZ", "WZ") if rotates else ("", "DM", "VR")
        unit = 1.0 if rotates else scales.length
        stiffness, damping = data.number(statement, f"K{t}"), data.number(statement, f"C{t}")
        free = data.number(statement, "ANGLE" if rotates else "LENGTH")
        preload = data.number(statement, "TORQUE" if rotates else "FORCE")
        function: Expression = {
            ((state, i.id, j.id),): -stiffness / unit,
            ((rate, i.id, j.id),): -damping * scales.time / unit,
            (): stiffness * free + preload,
        }
        function = {atoms: value for atoms, value in function.items() if value != 0.0}
        return self._about(statement, i, j, function) if rotates else self._between(statement, i, j, function)  # fmt: skip

    def _single(self, statement: Statement) -> list[Load]:
        i, j = self._pair(statement)
        function = self._function(statement, "FUNCTION")
        rotates = "ROTATIONAL" in statement
        if "ACTIONONLY" in statement:
            return self._action(statement, i, j, function, rotates)
        make = self._about if rotates else self._between
        return make(statement, i, j, function)

    def _between(
        self, statement: Statement, i: Statement, j: Statement, function: Expression
    ) -> list[Load]:
        """Return a force along the line of two markers, positive where it drives them apart."""
        function = scaled(function, self.scales.force)
        length, speed, rest = _parted(function, ("DM", "VR"), {i.id, j.id})
        if rest:
            raise NotKnownError(
                "a force between two points is known of their distance DM and its rate VR only"
            )
        points = [self.parts.frame(marker).origin for marker in (i, j)]
        pull, free = _spring(scaled_by(length, -1.0), norm(points[0] - points[1]))
        damping = _damper(scaled_by(speed, -1.0))
        if pull is None and damping is None:
            return []
        return [
            Spring(
                _name(statement), between=(self.parts.body(i), self.parts.body(j)), points=tuple(map(plain, points)),
                stiffness=pull, damping=damping, free_length=free,
            )
        ]  # fmt: skip

    def _about(
        self, statement: Statement, i: Statement, j: Statement, function: Expression
    ) -> list[Load]:
        """Return a torque about z of two markers, on I, as one on the hinge between their parts."""
        function = scaled(function, self.scales.force * self.scales.length)
        joint, sign = self._hinge(i, j)
        angle, speed, rest = _parted(function, ("AZ", "WZ"), {i.id, j.id})
        start = angle_between(self.parts.frame(i), self.parts.frame(j))
        several = len(joint.coordinates) > 1
        on: dict[str, Any] = {"joint": joint.name, "coordinate": "angle" if several else None}
        loads: list[Load] = []
        steady = angle.pop(0, 0.0)
        if set(angle) <= {1}:
            stiffness = -angle.get(1, 0.0)
            twist = start - steady / stiffness if stiffness else 0.0
            if stiffness:
                steady = 0.0
            spring = _linear(stiffness)
        else:
            raise NotKnownError("a torque is known as a straight line over the angle only")
        damping = _damper(scaled_by({n: sign ** (n + 1) * c for n, c in speed.items()}, -1.0))
        if spring is not None or damping is not None:
            free = -sign * twist if spring is not None else 0.0
            loads.append(JointSpring(_name(statement), stiffness=spring, damping=damping, free_position=free, **on))  # fmt: skip
        if steady:
            rest = added(rest, {(): steady})
        if rest:
            name = _name(statement) + ("_drive" if loads else "")
            loads.append(JointForce(name, magnitude=signal_of(scaled(rest, sign)), **on))
        return loads

    def _hinge(self, i: Statement, j: Statement) -> tuple[Joint, float]:
        """Return the joint that turns about z between the parts of two markers, and whether its
        angle grows with that of I against J (1) or falls (-1).
        """
        bodies = (self.parts.body(i), self.parts.body(j))
        z = self.parts.frame(j).axes[:, 2]
        for joint in self.joints.joints:
            if set(joint.between) != set(bodies) or "angle" not in joint.coordinates:
                continue
            axis = self.parts.frame(self.joints.markers[joint.name][0]).axes[:, 2]
            along = dot(axis, z)
            if abs(abs(along) - 1.0) < PARALLEL:
                direct = 1.0 if joint.between[1] == bodies[0] else -1.0
                return joint, direct * (1.0 if along > 0 else -1.0)
        raise NotKnownError("between its parts there is no hinge about its z axis")

    # -- on one part -------------------------------------------------------------------------------

    def _action(
        self, statement: Statement, i: Statement, j: Statement, function: Expression, turns: bool
    ) -> list[Load]:
        """Return a force or torque on the part of I along z of J, without reaction."""
        z = self.parts.frame(j).axes[:, 2]
        return [self._load(statement, _name(statement), i, j, z, function, turns)]

    def _components(self, statement: Statement) -> list[Load]:
        i, rm = self.parts.marker(statement, "I"), self.parts.marker(statement, "RM")
        reaction = self.parts.marker(statement, "JFLOAT")
        if self.parts.body(reaction) != "ground":
            raise NotKnownError("its reaction does not act on the ground")
        loads = []
        for word in COMPONENTS[statement.name].split():
            if word not in statement:
                continue
            function = self._function(statement, word)
            direction = self.parts.frame(rm).axes[:, "XYZ".index(word[1])]
            if function:
                name = f"{_name(statement)}_{word.lower()}"
                loads.append(
                    self._load(statement, name, i, rm, direction, function, word[0] == "T")
                )
        return loads

    def _load(
        self, statement: Statement, name: str, i: Statement, axes: Statement,
        direction: np.ndarray, function: Expression, turns: bool,
    ) -> Load:  # fmt: skip
        body, owner = self.parts.body(i), self.parts.body(axes)
        if owner not in ("ground", body):
            raise NotKnownError("its direction is fixed in a part on which it does not act")
        frame = "space" if owner == "ground" else "body"
        if frame == "body":
            direction = self.parts.centre(self.parts.part(i)).local_direction(direction)
        if any(
            atom[0] not in ("TIME", "SIN", "STEP", "STEP5") for atoms in function for atom in atoms
        ):
            raise NotKnownError("a force on one part is known as a function of time only")
        unit = self.scales.force * (self.scales.length if turns else 1.0)
        function = scaled(function, unit)
        steady = number_of(function)
        vector = direction * (steady if steady is not None else 1.0)
        magnitude = Constant(1.0) if steady is not None else signal_of(function)
        if turns:
            return Torque(name, body=body, torque=vector, magnitude=magnitude, frame=frame)
        point = plain(self.parts.frame(i).origin)
        return Force(
            name, body=body, force=plain(vector), point=point, magnitude=magnitude, frame=frame
        )


def _name(statement: Statement) -> str:
    return f"{statement.name.lower()}{statement.id}"


def _parted(
    function: Expression, names: tuple[str, str], markers: set[int]
) -> tuple[dict[int, float], dict[int, float], Expression]:
    """Return the coefficients of powers of a coordinate and of its rate, and what is left.

    The constant belongs to the coordinate.
    """
    powers: tuple[dict[int, float], dict[int, float]] = ({}, {})
    rest: Expression = {}
    for atoms, value in function.items():
        kinds = {atom[0] for atom in atoms}
        own = all(set(atom[1:]) == markers for atom in atoms if atom[0] in names)
        if not own:
            raise NotKnownError("it depends on other markers than its own")
        if atoms == () or kinds == {names[0]}:
            powers[0][len(atoms)] = value
        elif kinds == {names[1]}:
            powers[1][len(atoms)] = value
        elif kinds & {"TIME", "SIN", "STEP", "STEP5"} and not kinds & set(names):
            rest[atoms] = value
        else:
            raise NotKnownError("it mixes quantities in a way that has no counterpart")
    return *powers, rest


def scaled_by(powers: dict[int, float], factor: float) -> dict[int, float]:
    """Return coefficients of powers times a number."""
    return {n: value * factor for n, value in powers.items()}


def _linear(slope: float) -> Any:
    if not slope:
        return None
    return slope if slope > 0 else Polynomial((slope,))


def _damper(powers: dict[int, float]) -> Any:
    """Return a characteristic over the rate."""
    if set(powers) <= {1}:
        return _linear(powers.get(1, 0.0))
    return Polynomial(tuple(powers.get(n, 0.0) for n in range(1, max(powers) + 1)))


def _spring(powers: dict[int, float], now: float) -> tuple[Any, float | None]:
    """Return a characteristic of the pull over the elongation, and the free length [m]."""
    steady, slope = powers.get(0, 0.0), powers.get(1, 0.0)
    if not powers:
        return None, None
    if set(powers) <= {0, 1}:
        if slope > 0 and steady <= 0:
            return slope, -steady / slope
        # straight over the length itself
        return Table((0.0, 1.0), (steady, steady + slope)), 0.0
    if steady:
        raise NotKnownError("a curved spring with a force at zero length is not known")
    return Polynomial(tuple(powers.get(n, 0.0) for n in range(1, max(powers) + 1))), 0.0
