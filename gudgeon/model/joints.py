"""Joints: which relative motions of two bodies are free.

``between=(first, second)``. Points and axes are given in the global frame as the bodies stand at t = 0, once for both
bodies; or, where data come as body-fixed coordinates, by ``local_points`` and ``local_axes``, one for each body in
its own frame (the assembly then closes what does not quite fit).

Each joint names its **coordinates**: the relative motions that it leaves free. They are measured from the position
described at t = 0, where every angle and displacement is zero; they grow when the second body moves along, or turns
right-handedly about, the axis that is fixed in the first. Angles count full turns.

Radii, lengths and clearances belong to the joint and not to its fit, because they do not change with the fit: the
first body carries the bearing (socket, guide, slot), the second the journal (ball, slider, pin). An ideal joint
ignores them; a fit that needs more than is given says what.
"""

import math
from typing import ClassVar

from .._base.description import Description, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from .fits import Fit, Ideal
from .stops import Stop

__all__ = ["Cylindrical", "Distance", "Joint", "Planar", "PointOnLine", "Revolute", "Rigid", "Spherical", "Translational", "Universal"]

Vector = tuple[float, ...]
_POINT = ((3,), (2,))
HELD, ROUND, RECTANGULAR = GUIDES = ("held", "round", "rectangular")
OWN_AXES = {"displacement": 2, "displacement_1": 0, "displacement_2": 1, "angle": 2, "angle_1": 2}
"""Coordinates that count along, or about, an axis of the first body: which one of the joint's triad."""
_AGREE = 1e-9  # relative disagreement of three numbers of which two give the third: rounding, not another number


def _cosine(a: Vector, b: Vector) -> float:
    """Return the cosine of the angle between two vectors."""
    return sum(x / math.hypot(*a) * y / math.hypot(*b) for x, y in zip(a, b, strict=True))


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
    stops: tuple[Stop, ...] = option("limits of its coordinates", default=())

    def check(self) -> None:
        """Check the pair of bodies; points and axes are checked by the subclasses."""
        pair = self.between
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(one, str) for one in pair):
            raise self.error(f"expected the names of two bodies, got {pair!r}.", "between")
        if pair[0] == pair[1]:
            raise self.error(f"a joint needs two different bodies, got '{pair[0]}' twice.", "between")
        if not isinstance(self.fit, Fit):
            raise self.error(f"expected a fit such as Ideal(), got {self.fit!r}.", "fit")
        self._check_stops()

    def _check_stops(self) -> None:
        """Refuse stops on coordinates that the joint does not have, and two on the same side; name the coordinate of each."""
        stops = (self.stops,) if isinstance(self.stops, Stop) else self.stops
        if not isinstance(stops, tuple) or not all(isinstance(one, Stop) for one in stops):
            raise self.error(f"expected stops such as Stop(upper=..., contact=...), got {brief(self.stops)}.", "stops")
        ends: dict[tuple[str, str], float] = {}
        named = []
        for k, stop in enumerate(stops):
            here = ("stops",) if len(stops) == 1 else ("stops", str(k))
            try:
                stop = stop.on(self._coordinate(stop))
            except InputError as error:
                raise error.under(*self.path(), *here) from None
            for side in ("lower", "upper"):
                if (value := getattr(stop, side)) is None:
                    continue
                if (stop.coordinate, side) in ends:
                    raise self.error(f"the {stop.coordinate} has a stop on this side already; give one.", *here, side)
                ends[stop.coordinate, side] = value
            if not ends.get((stop.coordinate, "lower"), -math.inf) < ends.get((stop.coordinate, "upper"), math.inf):
                raise self.error(f"the stops leave the {stop.coordinate} no range: lower must be smaller than upper.", *here)
            named.append(stop)
        object.__setattr__(self, "stops", tuple(named))

    def _coordinate(self, stop: Stop) -> str:
        """Return the coordinate that a stop limits."""
        if not self.coordinates and isinstance(self, Spherical):
            raise InputError(
                "a Spherical joint has no coordinate that could be limited unless it has an axis, against which it tilts; give it."
            )
        if not self.coordinates:
            raise InputError(f"a {type(self).__name__} joint has no coordinate that could be limited; use one that has, such as Revolute.")
        if not stop.coordinate and len(self.coordinates) > 1:
            raise InputError(f"the joint has several; say which.{suggestion('', self.coordinates)}", ("coordinate",))
        if stop.coordinate and stop.coordinate not in self.coordinates:
            raise InputError(
                f"the joint has no coordinate '{stop.coordinate}'.{suggestion(stop.coordinate, self.coordinates)}", ("coordinate",)
            )
        return stop.coordinate or self.coordinates[0]

    def _one_of(self, first: str, second: str) -> None:
        if (getattr(self, first) is None) == (getattr(self, second) is None):
            given = "neither is" if getattr(self, first) is None else "both are"
            raise self.error(f"give either {first} (global, at t = 0) or {second} (in the two bodies); {given} given.", first)

    def _direction(self, vector: Vector, *path: str) -> None:
        length = math.hypot(*vector)
        if length < 1e-9:
            raise self.error("an axis needs a direction; all its components are zero.", *path)
        if length > 1e9:
            raise self.error(f"an axis needs a direction; only that counts, and a length of {length:g} loses it; give it shorter.", *path)


@description
class _AtPoint(Joint):
    """Base of joints with a point."""

    point: Vector | None = quantity("m", "joint point, global, at t = 0", shapes=_POINT, default=None)
    local_points: tuple | None = quantity("m", "joint point in each body's frame", shapes=((2, 3), (2, 2)), default=None)

    def check(self) -> None:
        super().check()
        self._one_of("point", "local_points")


@description
class AlongAxis(_AtPoint):
    """Base of joints with a point and an axis."""

    abstract: ClassVar[bool] = True

    needs_axis: ClassVar[bool] = True  # in space, whatever the fit

    axis: Vector | None = quantity("1", "direction of the axis, global, at t = 0", shapes=_POINT, default=None)
    local_axes: tuple | None = quantity("1", "direction of the axis in each body's frame", shapes=((2, 3), (2, 2)), default=None)

    def check(self) -> None:
        """Raise InputError if sizes or directions contradict each other."""
        super().check()
        if self.axis is not None and self.local_axes is not None:
            raise self.error("give either axis (global, at t = 0) or local_axes (in the two bodies); both are given.", "axis")
        if self.axis is not None:
            self._direction(self.axis, "axis")
        for vector in self.local_axes or ():
            self._direction(vector, "local_axes")


@description
class Round(Joint):
    """Base of joints in which one part sits inside another: any two of three numbers give the third."""

    abstract: ClassVar[bool] = True

    bearing_radius: float | None = quantity("m", "radius of the bearing or socket, half width of the guide or slot", default=None, gt=0)
    journal_radius: float | None = quantity("m", "radius of the journal, ball or pin, half height of the slider", default=None, gt=0)
    radial_clearance: float | None = quantity("m", "bearing_radius - journal_radius", default=None, ge=0)

    def check(self) -> None:
        """Raise InputError if sizes or directions contradict each other."""
        super().check()
        outer, inner, gap = self.bearing_radius, self.journal_radius, self.radial_clearance
        if outer is not None and inner is not None and inner > outer:
            raise self.error(f"a journal of {inner:g} m does not fit into a bearing of {outer:g} m; make it smaller.", "journal_radius")
        if outer is not None and gap is not None and gap >= outer:
            raise self.error(f"a clearance of {gap:g} m leaves no journal in a bearing of {outer:g} m.", "radial_clearance")
        if outer is not None and inner is not None and gap is not None and abs(outer - inner - gap) > _AGREE * outer:
            raise self.error(
                f"is {gap:g} m, but bearing_radius - journal_radius is {outer - inner:g} m; give two of the three.", "radial_clearance"
            )

    def gap(self) -> float:
        """Return the radial clearance [m], or raise InputError that names what is missing."""
        if self.radial_clearance is not None:
            return self.radial_clearance
        radii = self.radii()
        if radii is None:
            missing = [name for name in ("bearing_radius", "journal_radius") if getattr(self, name) is None]
            raise self.error(f"is missing: the radial clearance; give it, or {' and '.join(missing)}.", "radial_clearance")
        return radii[0] - radii[1]

    def radii(self) -> tuple[float, float] | None:
        """Return the radii of bearing and journal [m], or None if they are not known."""
        outer, inner, gap = self.bearing_radius, self.journal_radius, self.radial_clearance
        if outer is None and inner is not None and gap is not None:
            outer = inner + gap
        if inner is None and outer is not None and gap is not None:
            inner = outer - gap
        return None if outer is None or inner is None else (outer, inner)


@description
class Long(Round):
    """Base of joints in which bearing and journal have a length."""

    abstract: ClassVar[bool] = True

    bearing_length: float | None = quantity("m", "length of the bearing or guide along the axis", default=None, gt=0)
    journal_length: float | None = quantity("m", "length of the journal or slider along the axis", default=None, gt=0)

    def lengths(self) -> tuple[float, float] | None:
        """Return the lengths of bearing and journal [m], or None if they are not known."""
        outer, inner = self.bearing_length, self.journal_length
        return None if outer is None or inner is None else (outer, inner)


@description
class Spherical(Round, AlongAxis):
    """Ball and socket: the two points coincide. In a plane it is a pin.

    A ball turns freely about every direction and needs no axis. A Bushing that gives in tilt or torsion does, and a limit of its tilt:
    the ``axis`` is the direction that both bodies have in common at rest. With it there is the coordinate ``tilt`` [rad], the angle
    between the axes of the two bodies; it has no sign and cannot be driven.
    """

    removes, removes_in_plane = 3, 2
    needs_axis = False

    def check(self) -> None:
        """Raise InputError if sizes or directions contradict each other."""
        """Give the joint its coordinate where there are axes between which to measure it."""
        object.__setattr__(self, "coordinates", ("tilt",) if self.axis is not None or self.local_axes is not None else ())
        super().check()


@description
class Revolute(Long, AlongAxis):
    """Hinge: the points coincide and the axes stay parallel. Coordinate ``angle`` [rad]; in a plane the axis is its normal.

    ``axial_clearance`` is half the difference of the two lengths, the play on each side. With one length and the
    clearance the journal is taken to be the shorter. The ends of the shorter part touch the other with a face between
    two radii, ``end_radii``: by default all of the journal's end, or the edge of the bore if the bearing is the shorter.
    """

    axial_clearance: float | None = quantity("m", "|bearing_length - journal_length| / 2, on each side", default=None, ge=0)
    end_radii: tuple[float, float] | None = quantity("m", "inner and outer radius of the end faces", shapes=((2,),), default=None, ge=0)

    coordinates = ("angle",)
    removes, removes_in_plane = 5, 2

    def check(self) -> None:
        """Check that lengths and axial clearance agree, and that end faces have an area or an edge."""
        super().check()
        face = self.end_radii
        if face is not None and not 0 < face[1] >= face[0]:
            raise self.error(
                f"the outer radius must be positive and no smaller than the inner one, got {face[0]:g} and {face[1]:g} m.", "end_radii"
            )
        outer, inner, gap = self.bearing_length, self.journal_length, self.axial_clearance
        if gap is None or outer is None:
            return
        if inner is None and 2 * gap >= outer:
            raise self.error(f"a clearance of {gap:g} m on each side leaves no journal in a bearing of {outer:g} m.", "axial_clearance")
        if inner is not None and abs(abs(outer - inner) / 2 - gap) > _AGREE * outer:
            half = abs(outer - inner) / 2
            raise self.error(
                f"is {gap:g} m, but half the difference of bearing_length and journal_length is {half:g} m; give two of the three.",
                "axial_clearance",
            )

    def lengths(self) -> tuple[float, float] | None:
        """Return the lengths of bearing and journal [m], or None if they are not known."""
        outer, inner, gap = self.bearing_length, self.journal_length, self.axial_clearance
        if gap is not None and inner is None and outer is not None:
            inner = outer - 2 * gap
        if gap is not None and outer is None and inner is not None:
            outer = inner + 2 * gap
        return None if outer is None or inner is None else (outer, inner)

    def end_face(self) -> tuple[float, float]:
        """Return the inner and outer radius of the end faces [m]; radii and lengths must be known."""
        if self.end_radii is not None:
            return self.end_radii
        (bearing, journal), (outer, inner) = self.lengths() or (0.0, 0.0), self.radii() or (0.0, 0.0)
        return (0.0, inner) if journal <= bearing else (outer, outer)


@description
class Cylindrical(Long, AlongAxis):
    """Sleeve: the second body slides along and turns about the axis. Coordinates ``displacement`` [m], ``angle`` [rad]."""

    coordinates = ("displacement", "angle")
    removes = 4


@description
class Translational(Long, AlongAxis):
    """Slider: the second body slides along the axis and does not turn. Coordinate ``displacement`` [m].

    With clearance in space ``guide`` says how the slider is kept from turning. ``"held"``: rotations are held by constraints, and only a
    point of the slider has play, in a round hole. ``"round"``: a round bar in a bore tilts until its wall touches, and twists by
    ``rotational_clearance`` until its key or splines do. ``"rectangular"``: a block in a channel tilts and twists until its
    edges touch the four walls; its height counts along ``height_axis``, its width across that.
    """

    guide: str = option("how the slider of a joint with clearance in space can turn", choices=GUIDES, default=HELD)
    rotational_clearance: float | None = quantity(
        "rad", "play of the rotation about the axis to each side, round guide", default=None, ge=0
    )
    height: float | None = quantity("m", "height of the slider, rectangular guide", default=None, gt=0)
    width: float | None = quantity("m", "width of the slider, rectangular guide", default=None, gt=0)
    height_clearance: float | None = quantity("m", "play above and below the slider, rectangular guide", default=None, ge=0)
    width_clearance: float | None = quantity("m", "play on each side of the slider, rectangular guide", default=None, ge=0)
    height_axis: Vector | None = quantity("1", "direction of the height, global, at t = 0", shapes=((3,),), default=None)
    local_height_axes: tuple | None = quantity("1", "direction of the height in each body's frame", shapes=((2, 3),), default=None)

    coordinates = ("displacement",)
    removes, removes_in_plane = 5, 2

    def check(self) -> None:
        """Check the direction of the height, and that the play of the rotation is less than a half turn."""
        super().check()
        if self.rotational_clearance is not None and not self.rotational_clearance < math.pi:
            raise self.error(
                f"must be below 180 deg, got {math.degrees(self.rotational_clearance):g} deg: with more to each side "
                "the slider turns freely; use Cylindrical for that.",
                "rotational_clearance",
            )
        if self.height_axis is not None and self.local_height_axes is not None:
            raise self.error(
                "give either height_axis (global, at t = 0) or local_height_axes (in the two bodies); both are given.", "height_axis"
            )
        pairs = [("height_axis", self.height_axis, self.axis)]
        pairs += [("local_height_axes", *pair) for pair in zip(self.local_height_axes or (), self.local_axes or (None, None), strict=False)]
        for field, vector, axis in pairs:
            if vector is None:
                continue
            self._direction(vector, field)
            if axis is not None and len(axis) == 3 and abs(_cosine(vector, axis)) > 0.9:
                raise self.error("is almost parallel to the axis; give a direction across it.", field)

    def gap(self) -> float:
        """Return the radial clearance [m], or the smaller of the two of a rectangular guide; raise InputError if something is missing."""
        if self.guide != RECTANGULAR:
            return super().gap()
        return min(clearance for _, clearance in self.sections())

    def radii(self) -> tuple[float, float] | None:
        """Return the radii of guide and slider [m], or None if they are not known or there are none."""
        return None if self.guide == RECTANGULAR else super().radii()

    def sections(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return half the size of a rectangular slider and its play [m], in height and in width."""
        for field in ("height", "width", "height_clearance", "width_clearance"):
            if getattr(self, field) is None:
                raise self.error("is missing: a rectangular guide has a size and a play in height and in width; give it.", field)
        return (self.height / 2, self.height_clearance), (self.width / 2, self.width_clearance)  # type: ignore[operator, return-value]

    def turns(self, planar: bool) -> bool:
        """Whether a slider with clearance can turn in its guide; in a plane it always can."""
        return planar or self.guide != HELD


@description
class Rigid(AlongAxis):
    """Weld: the two bodies move as one; the reaction at ``point`` is a result. Only a Bushing or a Mixed fit in space needs the axis."""

    removes, removes_in_plane = 6, 3
    needs_axis = False


@description
class Planar(AlongAxis):
    """The second body slides and turns in a plane of the first; ``axis`` is the plane's normal.

    Coordinates ``displacement_1``, ``displacement_2`` [m] along two directions fixed in the first body, ``angle`` [rad].
    """

    coordinates = ("displacement_1", "displacement_2", "angle")
    removes = 3


@description
class PointOnLine(Round, AlongAxis):
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
            cosine = _cosine(*self.axes)
            if abs(cosine) > 0.1:
                angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))  # of parallel axes it may round to more than 1
                raise self.error(f"the two axes of the cross must be perpendicular; they enclose {angle:.1f} deg.", "axes")


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
