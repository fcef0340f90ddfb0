"""Springs, dampers and forces of an Adams dataset."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._base.errors import InputError
from ..._base.linear_algebra import dot, norm
from ...laws import Constant, Polynomial, Table
from ..compliance import Compliance
from ..fits import Mixed
from ..joints import Joint, Rigid
from ..loads import Force, JointForce, JointSpring, Load, Spring, Torque
from .adams_functions import Expression, NotKnownError, added, number_of, read, scaled, signal_of
from .adams_joints import Joints, angle_between
from .adams_statements import Statement
from .frames import Frame, plain

__all__ = ["Forces"]

PARALLEL = 1e-6  # how far the z axes of a torque and of its joint may differ
RESTORING = ("DX", "DY", "DZ", "VX", "VY", "VZ")
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
            ((rate, i.id, j.id, j.id),): -damping * scales.time / unit,
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
        points = [self.parts.frame(marker).origin for marker in (i, j)]
        ends: dict[str, Any] = {
            "between": (self.parts.body(i), self.parts.body(j)),
            "points": tuple(map(plain, points)),
        }
        name = _name(statement)
        loads: list[Load] = [self._along(name, i, j, rest)] if rest else []
        pull, free, preload = _spring(scaled_by(length, -1.0))
        damping = _damper(scaled_by(speed, -1.0))
        if pull is not None or damping is not None:
            loads.append(Spring(name, stiffness=pull, damping=damping, free_length=free, **ends))
        if preload:
            steady = Table((0.0, 1.0), (preload, preload))
            loads.append(Spring(f"{name}_preload", stiffness=steady, free_length=0.0, **ends))
        return loads

    def _along(self, name: str, i: Statement, j: Statement, function: Expression) -> Load:
        """Return a force of time between two markers as one on the guide along their line."""
        bodies = (self.parts.body(i), self.parts.body(j))
        line = self.parts.frame(i).origin - self.parts.frame(j).origin
        for joint in self.joints.joints:
            if set(joint.between) != set(bodies) or joint.coordinates != ("displacement",):
                continue
            if joint.name not in self.joints.markers or not norm(line) > 0:
                continue
            axis = self.parts.frame(self.joints.markers[joint.name][0]).axes[:, 2]
            along = dot(axis, line) / norm(line)
            if abs(abs(along) - 1.0) < PARALLEL:
                sign = 1.0 if (joint.between[1] == bodies[0]) == (along > 0) else -1.0
                signal = signal_of(scaled(function, sign))
                return JointForce(f"{name}_drive", joint=joint.name, magnitude=signal)
        raise NotKnownError(
            "a force of time between two points is known along a guide between their parts only"
        )

    def _about(
        self, statement: Statement, i: Statement, j: Statement, function: Expression
    ) -> list[Load]:
        """Return a torque about z of two markers, on I, as one on the hinge between their parts."""
        function = scaled(function, self.scales.force * self.scales.length)
        joint, sign = self._hinge(i, j)
        for atom in {atom for atoms in function for atom in atoms if atom[0] == "WZ"}:
            if atom[3:4] not in ((i.id,), (j.id,)):  # whose z axes are parallel
                self._check_axes(statement, atom[3:4], j, first=2)
        angle, speed, rest = _parted(function, ("AZ", "WZ"), {i.id, j.id})
        start = angle_between(self.parts.frame(i), self.parts.frame(j))
        several = len(joint.coordinates) > 1
        on: dict[str, Any] = {"joint": joint.name, "coordinate": "angle" if several else None}
        loads: list[Load] = []
        linear = set(angle) <= {0, 1} and 1 in angle
        if linear:
            steady, spring = 0.0, _linear(-angle[1])
            free = -sign * (start + angle.get(0, 0.0) / angle[1])
        else:  # as a series in the angle of the joint
            moved = _shifted(angle, start)
            steady, free = moved.pop(0, 0.0), 0.0
            spring = _damper({n: -(sign ** (n + 1)) * c for n, c in moved.items()})
        damping = _damper({n: -(sign ** (n + 1)) * c for n, c in speed.items()})
        if spring is not None or damping is not None:
            loads.append(JointSpring(_name(statement), stiffness=spring, damping=damping, free_position=free, **on))  # fmt: skip
        if steady:
            rest = added(rest, {(): steady})
        if rest:
            name = _name(statement) + ("_drive" if loads else "")
            loads.append(JointForce(name, magnitude=signal_of(scaled(rest, sign)), **on))
        return loads

    def _check_axes(
        self, statement: Statement, named: tuple[int, ...], own: Statement, first: int = 0
    ) -> None:
        """Reject a component along axes, from the ``first`` on, of another marker than its own;
        without any, it is global.
        """
        frame = Frame.at()
        if named and named[0]:
            frame = self.parts.frame(self.data.find("MARKER", named[0], statement))
        difference = frame.axes[:, first:] - self.parts.frame(own).axes[:, first:]
        if np.abs(difference).max() > PARALLEL:
            raise NotKnownError("it depends on a component along other axes than its own")

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
        functions = {
            word: self._function(statement, word)
            for word in COMPONENTS[statement.name].split()
            if word in statement
        }
        if any(atom[0] in RESTORING for function in functions.values() for atoms in function for atom in atoms):  # fmt: skip
            self.joints.joints.append(self._bushing(statement, functions))
            return []
        loads = []
        for word, function in functions.items():
            direction = self.parts.frame(rm).axes[:, "XYZ".index(word[1])]
            if function:
                name = f"{_name(statement)}_{word.lower()}"
                loads.append(
                    self._load(statement, name, i, rm, direction, function, word[0] == "T")
                )
        return loads

    def _bushing(self, statement: Statement, functions: dict[str, Expression]) -> Joint:
        """Return forces that pull back to a marker on the ground, and damp, along its axes, as a
        bushing that gives there and is free otherwise.
        """
        i, rm = self.parts.marker(statement, "I"), self.parts.marker(statement, "RM")
        gives = {}
        for word in ("FX", "FY", "FZ"):
            function, axis = functions.pop(word, {}), word[1]
            stiffness = damping = 0.0
            for atoms, value in function.items():
                if len(atoms) != 1 or atoms[0][1:3] != (i.id, rm.id):
                    raise NotKnownError("a force that pulls back is known between I and RM only")
                self._check_axes(statement, atoms[0][3:4], rm)
                if atoms[0][0] not in (f"D{axis}", f"V{axis}") or value > 0:
                    raise NotKnownError("a force that pulls back is known along its own axis only")
                if atoms[0][0] == f"D{axis}":
                    stiffness = -value * self.scales.force
                else:
                    damping = -value * self.scales.force
            gives[axis] = Compliance(stiffness, damping=damping) if stiffness or damping else "free"
        if gives["X"] != gives["Y"] or any(functions.values()) or self.parts.body(rm) != "ground":
            raise NotKnownError("a force that pulls back is known alike along x and y only")
        fit = Mixed(
            radial=gives["X"], axial=gives["Z"], misalignment="free", torsion="free",
            start="as-described",
        )  # fmt: skip
        return Rigid(_name(statement), fit=fit, **self.joints.given(rm, i))

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


def _spring(powers: dict[int, float]) -> tuple[Any, float | None, float]:
    """Return a characteristic of the pull over the elongation, the free length [m], and a pull
    besides that is the same at every length [N].
    """
    steady, slope = powers.get(0, 0.0), powers.get(1, 0.0)
    if set(powers) <= {0, 1} and slope > 0 and steady <= 0:
        return slope, -steady / slope, 0.0
    curve = _damper({n: value for n, value in powers.items() if n})  # over the length itself
    return curve, 0.0 if curve is not None else None, steady


def _shifted(powers: dict[int, float], start: float) -> dict[int, float]:
    """Return a polynomial of x as one of x - start."""
    result: dict[int, float] = {}
    for n, value in powers.items():
        term = value  # binomial coefficient times a power of the start
        for m in range(n, -1, -1):
            result[m] = result.get(m, 0.0) + term
            term = term * start * m / (n - m + 1)
    return {n: value for n, value in result.items() if value != 0.0}
