"""A mechanism: bodies, joints, drivers and forces, with names that fit together."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from .._base.description import Description, Number, Numbers, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from .._base.views import view
from ..laws import Constant, Input, Signal
from ..laws.signals import TIME
from .bodies import GROUND, Body
from .couplings import check_couplings
from .drivers import Driver, check_motion
from .fits import Fit
from .fits.base import STARTS as OF_FITS
from .inputs import inputs_of
from .joints import AlongAxis, Joint
from .loads import CustomForce, Force, JointForce, JointSpring, Load, Spring, Torque
from .motions import COORDINATES, NOT_HELD
from .stops import Stop
from .transients import parse_transient

__all__ = ["Mechanism"]

PLANES = {"xy": (0, 1, 2, 1.0), "yz": (1, 2, 0, 1.0), "zx": (2, 0, 1, 1.0), "xz": (0, 2, 1, -1.0)}
"""In-plane axes, normal axis and the sign of the normal, so that (first, second, normal) is
right-handed.
"""

STARTS = (*OF_FITS, "settled")
"""Where joints that are not ideal start: centred, as described, or where the loads press them."""

Named = TypeVar("Named", Body, Joint, Driver, Load)


@description
class Mechanism(Description):
    """Everything that is simulated together.

    With ``plane`` (``"xy"``, ``"xz"``, ``"yz"``, ``"zx"``) every body has three coordinates and
    moves in that plane. ``hold`` names bodies (``"crank"``) and joint coordinates (``"A.angle"``)
    that keep the position and velocity described while the initial conditions are closed.
    ``start`` says where joints that are not ideal start, for all of them: "closed", centred;
    "as-described"; "settled", where the loads press them. ``transient`` is what key figures of a run
    leave out: a time, or turns or cycles of a driver ("1 turn", "2 cycles of motor").
    """

    name: str = "mechanism"
    bodies: Sequence[Body] = option("the moving bodies", default=())
    joints: Sequence[Joint] = option("the joints between them and to ground", default=())
    drivers: Sequence[Driver] = option(
        "joint coordinates that follow a function of time", default=()
    )
    forces: Sequence[Load] = option("loads, springs and users' own forces", default=())
    gravity: Numbers = quantity(
        "m/s^2", "acceleration of free fall", shapes=((3,), (2,)), default=(0.0, 0.0, 0.0)
    )
    plane: str | None = option(
        "plane of motion of a planar mechanism", choices=tuple(PLANES), default=None
    )
    hold: tuple[str, ...] = option(
        "bodies and joint coordinates kept while initial conditions are closed", default=()
    )
    duration: Number | None = quantity(
        "s", "how long to simulate when the call does not say", default=None, gt=0
    )
    start: str | None = option(
        "where all joints that are not ideal start; by default as each fit says",
        choices=STARTS,
        default=None,
    )
    transient: float | str | None = option(
        "what key figures leave out: a time, turns or cycles, when the call does not say",
        default=None,
    )

    def check(self) -> None:
        """Check names and topology; numbers were checked when the parts were made."""
        self._check_types()
        if not self.bodies:
            raise InputError("a mechanism needs at least one body besides the ground.", ("bodies",))
        for section in ("bodies", "joints", "drivers", "forces"):
            self._check_unique(section)
        self._check_references()
        self._check_drivers()
        self._check_plane()
        for joint in self.joints:
            joint.fit.check_joint(joint, self.plane is not None)
        self._check_hold()
        if self.transient is not None:
            parse_transient(self.transient).check(self)

    @property
    def imperfect(self) -> bool:
        """Whether some joint is not ideal, or has stops."""
        return any(not joint.fit.ideal or joint.stops for joint in self.joints)

    @property
    def elements(self) -> frozenset[str]:
        """The kinds of elements that act in joints."""
        return frozenset(kind for joint in self.joints for kind in joint.elements)

    @property
    def inputs(self) -> dict[str, Input]:
        """What can be set while it runs, by name."""
        return inputs_of(self)

    # -- looking things up -------------------------------------------------------------------------

    def body(self, name: str) -> Body:
        """Return the body of that name."""
        return _find(self.bodies, name, "body")

    def joint(self, name: str) -> Joint:
        """Return the joint of that name."""
        return _find(self.joints, name, "joint")

    def with_values(self, values: Mapping[str, Any]) -> "Mechanism":
        """Return the same mechanism with values changed at their paths, as in a model file:
        ``with_values({"joints.C.radial_clearance": "50 um", "bodies.crank.mass": 0.2})``.
        """
        changed: Mechanism = view("mechanism with values")(self, values)
        return changed

    def with_fit(self, joint: str, fit: "Fit | str") -> "Mechanism":
        """Return the same mechanism with another fit in one joint; in a mechanism of the library
        also by its name there, ``with_fit("C", "clearance")``.
        """
        if isinstance(fit, str):
            changed: Mechanism = view("mechanism with a named fit")(self, joint, fit)
            return changed
        return self._with_joint(dataclasses.replace(self.joint(joint), fit=fit))  # type: ignore[type-var]

    def with_stops(self, joint: str, *stops: Stop) -> "Mechanism":
        """Return the same mechanism with these stops on the coordinates of one joint, and no
        others; with none, without stops.
        """
        return self._with_joint(dataclasses.replace(self.joint(joint), stops=stops))  # type: ignore[type-var]

    def _with_joint(self, changed: Joint) -> "Mechanism":
        return dataclasses.replace(
            self,
            joints=tuple(changed if joint.name == changed.name else joint for joint in self.joints),
        )

    def vector(self, value: tuple) -> tuple[float, float, float]:
        """Return a point or direction as three global components; in a plane two are enough."""
        if len(value) == 3:
            return value
        first, second, _, _ = PLANES[self.plane or "xy"]
        result = [0.0, 0.0, 0.0]
        result[first], result[second] = value
        return (result[0], result[1], result[2])

    def normal(self) -> tuple[float, float, float]:
        """Return the normal of the plane; positive angles turn from its first to its second
        axis.
        """
        _, _, axis, sign = PLANES[self.plane or "xy"]
        result = [0.0, 0.0, 0.0]
        result[axis] = sign
        return (result[0], result[1], result[2])

    # -- checks ------------------------------------------------------------------------------------

    def _check_types(self) -> None:
        wanted = {"bodies": Body, "joints": Joint, "drivers": Driver, "forces": Load}
        for section, kind in wanted.items():
            parts = getattr(self, section)
            if not isinstance(parts, tuple):
                raise InputError(f"expected a list, got {parts!r}.", (section,))
            for part in parts:
                if not isinstance(part, kind):
                    raise InputError(
                        f"expected objects of type {kind.__name__}, got {part!r}.", (section,)
                    )

    def _check_unique(self, section: str) -> None:
        counts = Counter(part.name for part in getattr(self, section))
        double = [name for name, count in counts.items() if count > 1]
        if double:
            raise InputError(
                f"the name is used {counts[double[0]]} times; names must differ.",
                (section, double[0]),
            )

    def _check_references(self) -> None:
        bodies = [GROUND, *(body.name for body in self.bodies)]
        for part in (*self.joints, *self.forces):
            for field, names in (
                ("between", getattr(part, "between", ())),
                ("body", (getattr(part, "body", None),)),
            ):
                for name in names:
                    if name is not None and name not in bodies:
                        raise part.error(
                            f"there is no body '{name}'.{suggestion(name, bodies)}", field
                        )
            if isinstance(part, (Spring, CustomForce)) and part.between[0] == part.between[1]:
                raise part.error(
                    f"needs two different bodies, got '{part.between[0]}' twice.", "between"
                )
            if isinstance(part, (Force, Torque)) and part.body == GROUND:
                raise part.error("a load on the ground does nothing; name a moving body.", "body")
        joints = [joint.name for joint in self.joints]
        users: list[Driver | JointSpring | JointForce] = [
            *self.drivers,
            *(force for force in self.forces if isinstance(force, (JointSpring, JointForce))),
        ]
        for user in users:
            if user.joint not in joints:
                raise user.error(
                    f"there is no joint '{user.joint}'.{suggestion(user.joint, joints)}", "joint"
                )
            coordinate = self.coordinate(user)
            if isinstance(user, JointSpring):
                unit = COORDINATES[coordinate].unit
                force = "N*m" if unit == "rad" else "N"
                user.in_units(
                    stiffness=f"{force}/{unit}", damping=f"{force}*s/{unit}", free_position=unit
                )
        check_couplings(self)
        self._check_signals()
        self._check_connected(bodies)

    def _check_signals(self) -> None:
        """Check what signals depend on, and that drivers can follow theirs."""
        for driver in self.drivers:
            check_motion(driver)
        inputs_of(self)
        for force in self.forces:
            for leaf in getattr(force, "magnitude", Constant(1.0)).leaves():
                if leaf.over == TIME:
                    continue
                try:
                    _, coordinate, rate = self.argument(leaf)
                    leaf.check_argument(COORDINATES[coordinate].unit + ("/s" if rate else ""))
                except InputError as error:
                    raise error.under(*force.path(), "magnitude") from None

    def argument(self, signal: Signal) -> tuple[str, str, bool]:
        """Return the joint, its coordinate, and whether it is the rate of that, on which a signal
        depends.
        """
        known = [f"{joint.name}.{name}" for joint in self.joints for name in joint.coordinates]
        name = signal.over.removesuffix("_rate")
        if name not in known:
            raise InputError(
                f"there is no joint coordinate '{signal.over}'.{suggestion(name, [TIME, *known])}",
                ("over",),
            )
        joint, _, coordinate = name.rpartition(".")
        return joint, coordinate, signal.over != name

    def _check_connected(self, bodies: list[str]) -> None:
        """Every body must hang together with something: a lone one is nearly always a forgotten
        joint.
        """
        touched = {
            name for part in (*self.joints, *self.forces) for name in getattr(part, "between", ())
        }
        touched |= {part.body for part in self.forces if isinstance(part, (Force, Torque))}
        lonely = [name for name in bodies[1:] if name not in touched]
        if lonely and len(self.bodies) > 1:
            raise InputError(
                "no joint, spring or load touches this body; connect it, or simulate it in a "
                "mechanism of its own.",
                ("bodies", lonely[0]),
            )

    def coordinate(self, part: Any) -> str:
        """Return the joint coordinate on which a driver or a joint spring acts."""
        joint = self.joint(part.joint)
        if not joint.coordinates:
            raise part.error(
                f"joint '{joint.name}' ({type(joint).__name__}) has no free coordinate.", "joint"
            )
        if part.coordinate is None:
            if len(joint.coordinates) > 1:
                raise part.error(
                    f"joint '{joint.name}' has several; say "
                    f"which.{suggestion('', joint.coordinates)}",
                    "coordinate",
                )
            return joint.coordinates[0]
        if part.coordinate not in joint.coordinates:
            raise part.error(
                f"joint '{joint.name}' has no coordinate "
                f"'{part.coordinate}'.{suggestion(part.coordinate, joint.coordinates)}",
                "coordinate",
            )
        return str(part.coordinate)

    def _check_drivers(self) -> None:
        driven: dict[tuple[str, str], str] = {}
        for driver in self.drivers:
            key = (driver.joint, self.coordinate(driver))
            if key[1] == "tilt":
                raise driver.error(
                    f"the tilt of joint '{key[0]}' has no sign, so that nothing can drive it; use "
                    "Universal.",
                    "joint",
                )
            joint = self.joint(driver.joint)
            if key[1] in NOT_HELD:
                raise driver.error(
                    f"the {key[1]} of {key[0]} is no motion of one joint, so that nothing can drive "
                    "it; drive one of the joints that it couples.",
                    "joint",
                )
            joint.fit.check_driven(joint, key[1], driver)
            if key in driven:
                raise driver.error(
                    f"'{driven[key]}' drives the {key[1]} of joint '{key[0]}' already.", "joint"
                )
            driven[key] = driver.name

    def _check_plane(self) -> None:
        if self.plane is None:
            for part in (*self.bodies, *self.joints, *self.forces):
                self._check_spatial(part)
            if len(self.gravity) != 3:
                raise InputError(
                    "three numbers are needed unless the mechanism has a plane.", ("gravity",)
                )
            return
        axis = PLANES[self.plane][2]
        for part in (*self.bodies, *self.joints, *self.forces):
            self._check_in_plane(part, axis)
        if len(self.gravity) == 3 and self.gravity[axis] != 0:
            raise InputError(f"has a component out of the plane {self.plane}.", ("gravity",))

    def _check_spatial(self, part: Any) -> None:
        for field in dataclasses.fields(part):
            spec, value = field.metadata.get("quantity"), getattr(part, field.name)
            vector = (
                spec is not None
                and any(shape[-1:] == (3,) for shape in spec.shapes)
                and value is not None
            )
            if vector and (isinstance(value, float) or _last(value) == 2):
                raise part.error(
                    "three components are needed unless the mechanism has a plane.", field.name
                )
        if isinstance(part, Body) and isinstance(part.inertia, float):
            raise part.error(
                "three moments are needed unless the mechanism has a plane.", "inertia"
            )
        if (
            isinstance(part, AlongAxis)
            and part.needs_axis
            and part.axis is None
            and part.local_axes is None
        ):
            raise part.error(
                "is missing: give axis (global, at t = 0) or local_axes (in the two bodies).",
                "axis",
            )

    def _check_in_plane(self, part: Any, axis: int) -> None:
        if isinstance(part, Joint) and part.removes_in_plane is None:
            raise part.error(
                f"a {type(part).__name__} joint has no meaning in a plane; use "
                f"{part.instead_in_plane}."
            )
        normal = isinstance(part, Joint) and part.normal_in_plane
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if (
                field.name
                in ("position", "velocity", "point", "points", "axis", "local_axes", "force")
                and value is not None
            ):
                for vector in value if not isinstance(value[0], float) else (value,):
                    self._check_vector(
                        part,
                        field.name,
                        vector,
                        axis,
                        normal and field.name in ("axis", "local_axes"),
                    )
            if field.name in ("angular_velocity", "torque"):
                self._check_turning(part, field.name, value, axis)
        if (
            isinstance(part, AlongAxis)
            and not normal
            and part.axis is None
            and part.local_axes is None
        ):
            raise part.error("is missing: give the direction in the plane.", "axis")
        if isinstance(part, Body):
            self._check_planar_body(part, axis)

    def _check_vector(self, part: Any, field: str, vector: tuple, axis: int, normal: bool) -> None:
        if len(vector) == 2 and not normal:
            return
        if normal:
            if len(vector) == 2 or any(vector[k] != 0 for k in range(3) if k != axis):
                raise part.error(
                    f"in the plane {self.plane} this joint has the normal as its axis; leave it "
                    "out.",
                    field,
                )
        elif field in ("velocity", "axis", "local_axes", "force") and vector[axis] != 0:
            raise part.error(f"points out of the plane {self.plane}.", field)

    def _check_turning(self, part: Any, field: str, value: Any, axis: int) -> None:
        if not isinstance(value, float) and any(value[k] != 0 for k in range(3) if k != axis):
            raise part.error(f"turns out of the plane {self.plane}.", field)

    def _check_planar_body(self, body: Body, axis: int) -> None:
        others = [k for k in range(3) if k != axis]
        turn = body.orientation
        if (
            not isinstance(turn, float)
            and len(turn) == 4
            and any(abs(turn[1 + k]) > 1e-12 for k in others)
        ):
            raise body.error(
                f"is turned out of the plane {self.plane}; give an angle.", "orientation"
            )
        if not isinstance(turn, float) and len(turn) == 3 and abs(turn[axis][axis] - 1) > 1e-12:
            raise body.error(
                f"is turned out of the plane {self.plane}; give an angle.", "orientation"
            )

    def _check_hold(self) -> None:
        bodies = [body.name for body in self.bodies]
        coordinates = [
            f"{joint.name}.{coordinate}"
            for joint in self.joints
            for coordinate in joint.coordinates
            if coordinate not in NOT_HELD
        ]
        for item in self.hold:
            if item not in bodies and item not in coordinates:
                raise InputError(
                    f"'{item}' is neither a body nor a joint "
                    f"coordinate.{suggestion(item, [*bodies, *coordinates])}",
                    ("hold",),
                )


def _find(parts: Iterable[Named], name: str, kind: str) -> Named:
    parts = tuple(parts)
    for part in parts:
        if isinstance(name, str) and part.name == name:
            return part
    raise InputError(
        f"there is no {kind} {brief(name)}.{suggestion(name, [part.name for part in parts])}"
    )


def _last(value: tuple) -> int:
    return len(value) if isinstance(value[0], float) else _last(value[0])
