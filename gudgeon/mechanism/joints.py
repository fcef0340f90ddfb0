"""Joints: which relative motions of two bodies are free.

``between=(first, second)``. Points and axes are given in the global frame as the bodies stand at t = 0, once for both
bodies; or, where data come as body-fixed coordinates, by ``local_points`` and ``local_axes``, one for each body in
its own frame (the assembly then closes what does not quite fit).

Each joint names its **coordinates**: the relative motions that it leaves free. They are measured from the position
described at t = 0, where every angle and displacement is zero; they grow when the second body moves along, or turns
right-handedly about, the axis that is fixed in the first. Angles count full turns.
"""

import math
from typing import ClassVar

from .._fields import Description, description, option, quantity
from .fits import Fit, Ideal

Vector = tuple[float, ...]
_POINT = ((3,), (2,))


@description
class Joint(Description):
    """Base of all joints."""

    section: ClassVar[str] = "joints"
    coordinates: ClassVar[tuple[str, ...]] = ()  # free relative motions that can be driven, sprung and read
    removes: ClassVar[int] = 0  # degrees of freedom taken away in space
    removes_in_plane: ClassVar[int | None] = None  # the same in a planar mechanism; None: has no meaning there

    name: str
    between: tuple[str, str] = option("first and second body; the first carries the bearing", kw_only=True)
    fit: Fit = option("how the joint is made", default=Ideal())

    def check(self) -> None:
        """Check the pair of bodies; points and axes are checked by the subclasses."""
        pair = self.between
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(one, str) for one in pair):
            raise self.error(f"expected the names of two bodies, got {pair!r}.", "between")
        if pair[0] == pair[1]:
            raise self.error(f"a joint needs two different bodies, got '{pair[0]}' twice.", "between")
        if not isinstance(self.fit, Fit):
            raise self.error(f"expected a fit such as Ideal(), got {self.fit!r}.", "fit")

    def _one_of(self, first: str, second: str) -> None:
        if (getattr(self, first) is None) == (getattr(self, second) is None):
            given = "neither is" if getattr(self, first) is None else "both are"
            raise self.error(f"give either {first} (global, at t = 0) or {second} (in the two bodies); {given} given.", first)

    def _direction(self, vector: Vector, *path: str) -> None:
        if math.hypot(*vector) < 1e-9:
            raise self.error("an axis needs a direction; all its components are zero.", *path)


@description
class _AtPoint(Joint):
    """Base of joints with a point."""

    point: Vector | None = quantity("m", "joint point, global, at t = 0", shapes=_POINT, default=None)
    local_points: tuple | None = quantity("m", "joint point in each body's frame", shapes=((2, 3), (2, 2)), default=None)

    def check(self) -> None:
        super().check()
        self._one_of("point", "local_points")


@description
class _AlongAxis(_AtPoint):
    """Base of joints with a point and an axis."""

    axis: Vector | None = quantity("1", "direction of the axis, global, at t = 0", shapes=_POINT, default=None)
    local_axes: tuple | None = quantity("1", "direction of the axis in each body's frame", shapes=((2, 3), (2, 2)), default=None)

    def check(self) -> None:
        super().check()
        if self.axis is not None and self.local_axes is not None:
            raise self.error("give either axis (global, at t = 0) or local_axes (in the two bodies); both are given.", "axis")
        if self.axis is not None:
            self._direction(self.axis, "axis")
        for vector in self.local_axes or ():
            self._direction(vector, "local_axes")


@description
class Spherical(_AtPoint):
    """Ball and socket: the two points coincide. In a plane it is a pin."""

    removes, removes_in_plane = 3, 2


@description
class Revolute(_AlongAxis):
    """Hinge: the points coincide and the axes stay parallel. Coordinate ``angle`` [rad]; in a plane the axis is its normal."""

    coordinates = ("angle",)
    removes, removes_in_plane = 5, 2


@description
class Cylindrical(_AlongAxis):
    """Sleeve: the second body slides along and turns about the axis. Coordinates ``displacement`` [m], ``angle`` [rad]."""

    coordinates = ("displacement", "angle")
    removes = 4


@description
class Translational(_AlongAxis):
    """Slider: the second body slides along the axis and does not turn. Coordinate ``displacement`` [m]."""

    coordinates = ("displacement",)
    removes, removes_in_plane = 5, 2


@description
class Rigid(_AtPoint):
    """Weld: the two bodies move as one; the reaction at ``point`` is a result."""

    removes, removes_in_plane = 6, 3


@description
class Planar(_AlongAxis):
    """The second body slides and turns in a plane of the first; ``axis`` is the plane's normal.

    Coordinates ``displacement_1``, ``displacement_2`` [m] along two directions fixed in the first body, ``angle`` [rad].
    """

    coordinates = ("displacement_1", "displacement_2", "angle")
    removes = 3


@description
class PointOnLine(_AlongAxis):
    """A point of the second body stays on a line of the first. Coordinate ``displacement`` [m] along the line."""

    coordinates = ("displacement",)
    removes, removes_in_plane = 2, 1


@description
class Universal(_AtPoint):
    """Hooke joint: a cross whose first axis is fixed in the first body and whose second axis in the second.

    Coordinates ``angle_1`` [rad] about the first axis, ``angle_2`` about the second.
    """

    axes: tuple | None = quantity("1", "both cross axes, global, at t = 0", shapes=((2, 3),), default=None)
    local_axes: tuple | None = quantity("1", "each cross axis in its body's frame", shapes=((2, 3),), default=None)

    coordinates = ("angle_1", "angle_2")
    removes = 4

    def check(self) -> None:
        """Check that the cross axes are perpendicular."""
        super().check()
        self._one_of("axes", "local_axes")
        for vector in self.axes or self.local_axes or ():
            self._direction(vector, "axes")
        if self.axes is not None:
            a, b = self.axes
            cosine = sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
            if abs(cosine) > 0.1:
                raise self.error(
                    f"the two axes of the cross must be perpendicular; they enclose {math.degrees(math.acos(cosine)):.1f} deg.", "axes"
                )


@description
class Distance(Joint):
    """A massless rod between two points. Coordinate ``length`` [m], constant unless a driver changes it."""

    points: tuple | None = quantity("m", "end points on the first and second body, global, at t = 0", shapes=((2, 3), (2, 2)), default=None)
    local_points: tuple | None = quantity("m", "end points in each body's frame", shapes=((2, 3), (2, 2)), default=None)
    length: float | None = quantity("m", "length; by default the distance of the points at t = 0", default=None, gt=0)

    coordinates = ("length",)
    removes, removes_in_plane = 1, 1

    def check(self) -> None:
        """Check that the length is not zero."""
        super().check()
        self._one_of("points", "local_points")
        if self.points is not None and self.length is None and math.dist(*self.points) < 1e-12:
            raise self.error("the two points coincide: a rod of zero length has no direction; use Spherical.", "points")
