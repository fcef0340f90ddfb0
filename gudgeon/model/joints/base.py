"""Joints: which relative motions of two bodies are free.

``between=(first, second)``. Points and axes are given in the global frame as the bodies stand at t
= 0, once for both bodies; or, where data come as body-fixed coordinates, by ``local_points`` and
``local_axes``, one for each body in its own frame (the assembly then closes what does not quite
fit).

Each joint names its **coordinates**: the relative motions that it leaves free. They are measured
from the position described at t = 0, where every angle and displacement is zero; they grow when the
second body moves along, or turns right-handedly about, the axis that is fixed in the first. Angles
count full turns.

Radii, lengths and clearances belong to the joint and not to its fit, because they do not change
with the fit: the first body carries the bearing (socket, guide, slot), the second the journal
(ball, slider, pin). An ideal joint ignores them; a fit that needs more than is given says what.
"""

import math
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from ..._base.description import Description, Number, Numbers, description, option, quantity
from ..._base.errors import InputError, brief, suggestion
from ..fits import Fit, Ideal
from ..fits.base import with_sizes
from ..iso_fits import clearance_of, nominal_radius
from ..motions import COORDINATE_OF, RADIAL, Hold, Surface
from ..stops import Stop

__all__ = ["Joint"]

Vector = tuple[float, ...]
if TYPE_CHECKING:  # one stop, or a list, makes a tuple
    Stops: TypeAlias = Any
else:
    Stops = tuple[Stop, ...]
POINT = ((3,), (2,))  # shapes of a vector in space and in a plane
# relative disagreement of three numbers of which two give the third: rounding, not another number
AGREE = 1e-9


def cosine(a: Vector, b: Vector) -> float:
    """Return the cosine of the angle between two vectors."""
    return sum(x / math.hypot(*a) * y / math.hypot(*b) for x, y in zip(a, b, strict=True))


@description
class Joint(Description):
    """Base of all joints."""

    section: ClassVar[str] = "joints"
    # free relative motions that can be driven, sprung and read
    coordinates: ClassVar[tuple[str, ...]] = ()
    removes: ClassVar[int] = 0  # degrees of freedom taken away in space
    # the same in a planar mechanism; None: has no meaning there
    removes_in_plane: ClassVar[int | None] = None
    instead_in_plane: ClassVar[str] = "another"  # what to use in a plane where it has no meaning

    # what holds each motion in space; "" is held with every fit
    holds: ClassVar[dict[str, Hold]] = {}
    holds_in_plane: ClassVar[dict[str, Hold]] = {}
    coordinate_of: ClassVar[dict[str, str]] = COORDINATE_OF  # which measures a motion
    # values that a coordinate cannot reach, from where the joint has no direction
    always_above: ClassVar[dict[str, float]] = {}

    gives: ClassVar[tuple[str, ...]] = ()  # motions in which a bushing of it can give
    gives_in_plane: ClassVar[tuple[str, ...]] = ()
    leaves_free: ClassVar[tuple[str, ...]] = ()  # of these, those that the ideal joint leaves free
    # why not in the others
    gives_not: ClassVar[str] = "it does not say how its parts move against each other"
    gives_not_in_plane: ClassVar[str] = ""

    # besides the radial clearance; None: cannot have clearance
    clearance_needs: ClassVar[tuple[str, ...] | None] = None
    clearance_needs_in_plane: ClassVar[tuple[str, ...] | None] = None
    # why it cannot have clearance
    no_clearance: ClassVar[str] = "it does not say where its parts touch"
    no_play: ClassVar[str] = ""  # why no motion of it can have play
    bore: ClassVar[str] = ""  # cylinder or sphere, if that is the shape of what turns in it
    # why it cannot be lubricated
    no_film: ClassVar[str] = "the film laws are those of round bearings"

    # why nothing rubs in it without play
    no_friction: ClassVar[str] = ""

    normal_in_plane: ClassVar[bool] = False  # in a plane its axis is the normal
    parallel_axes: ClassVar[bool] = True  # the axes on both bodies point the same way at t = 0
    # hinge, ball, cross, slider, sleeve, pin on a rail, plate, rod or weld
    drawn_as: ClassVar[str] = "weld"

    name: str
    between: tuple[str, str] = option(
        "first and second body; the first carries the bearing", kw_only=True
    )
    fit: Fit = option("how the joint is made", default=Ideal())
    stops: Stops = option("limits of its coordinates", default=())

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in ("fit", "stops"):
            try:
                sized = with_sizes(getattr(self, field), self.sizes())
            except InputError as error:
                raise error.under(*self.path(), field) from None
            object.__setattr__(self, field, sized)

    def sizes(self) -> dict[str, float]:
        """Return bearing_radius, journal_radius and length, that of the shorter part [m], as far
        as they are known: what laws from materials take from their joint.
        """
        return {}

    def check(self) -> None:
        """Check the pair of bodies; points and axes are checked by the subclasses."""
        pair = self.between
        if (
            not isinstance(pair, tuple)
            or len(pair) != 2
            or not all(isinstance(name, str) for name in pair)
        ):
            raise self.error(f"expected the names of two bodies, got {pair!r}.", "between")
        if pair[0] == pair[1]:
            raise self.error(
                f"a joint needs two different bodies, got '{pair[0]}' twice.", "between"
            )
        if not isinstance(self.fit, Fit):
            raise self.error(f"expected a fit such as Ideal(), got {self.fit!r}.", "fit")
        self._check_stops()

    def _check_stops(self) -> None:
        """Reject stops on coordinates that the joint does not have, and two on the same side;
        name the coordinate of each.
        """
        stops = (self.stops,) if isinstance(self.stops, Stop) else self.stops
        if not isinstance(stops, tuple) or not all(isinstance(stop, Stop) for stop in stops):
            raise self.error(
                f"expected stops such as Stop(upper=..., contact=...), got {brief(self.stops)}.",
                "stops",
            )
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
                    raise self.error(
                        f"the {stop.coordinate} has a stop on this side already; give one.",
                        *here,
                        side,
                    )
                ends[stop.coordinate, side] = value
            if not ends.get((stop.coordinate, "lower"), -math.inf) < ends.get(
                (stop.coordinate, "upper"), math.inf
            ):
                raise self.error(
                    f"the stops leave the {stop.coordinate} no range: lower must be smaller than "
                    "upper.",
                    *here,
                )
            named.append(stop)
        object.__setattr__(self, "stops", tuple(named))

    def _coordinate(self, stop: Stop) -> str:
        """Return the coordinate that a stop limits."""
        if not self.coordinates:
            raise InputError(
                f"a {type(self).__name__} joint has no coordinate that could be limited; use one "
                "that has, such as Revolute."
            )
        if not stop.coordinate and len(self.coordinates) > 1:
            raise InputError(
                f"the joint has several; say which.{suggestion('', self.coordinates)}",
                ("coordinate",),
            )
        if stop.coordinate and stop.coordinate not in self.coordinates:
            raise InputError(
                "the joint has no coordinate "
                f"'{stop.coordinate}'.{suggestion(stop.coordinate, self.coordinates)}",
                ("coordinate",),
            )
        return stop.coordinate or self.coordinates[0]

    @property
    def elements(self) -> tuple[str, ...]:
        """The kinds of elements that act in the joint: those of its fit, and contacts if it has
        stops.
        """
        return (*self.fit.elements(), *(("contacts",) if self.stops else ()))

    # -- what it holds, and where it touches -------------------------------------------------------

    def rows(self, planar: bool) -> dict[str, Hold]:
        """Return what holds each motion of the ideal joint."""
        return self.holds_in_plane if planar else self.holds

    def rows_with_clearance(self, planar: bool) -> dict[str, Hold]:
        """Return what still holds motions where all else is left to contact."""
        return {}

    def motions(self, planar: bool) -> tuple[str, ...]:
        """Return the motions in which a bushing can give."""
        return self.gives_in_plane if planar else self.gives

    @property
    def slides(self) -> bool:
        """Whether the ideal joint lets the second body slide along the axis."""
        return "axial" in self.leaves_free

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch when the joint has clearance."""
        return ()

    def drawing(self, planar: bool) -> str:
        """Return the word for how the joint is drawn."""
        return self.drawn_as

    def global_axes(self) -> tuple[Vector, Vector] | None:
        """Return the axes on the two bodies, global, at t = 0, if they are given so."""
        return None

    # -- its play ----------------------------------------------------------------------------------

    def own_clearance(self, motion: str) -> float | None:
        """Return the clearance of a motion that the joint states by itself [m], or None."""
        return None

    def play(self, motion: str) -> float:
        """Return the play of a motion of a mixed joint to each side [m or rad]: its own, or the
        clearance of the joint.
        """
        given: Any = getattr(self.fit, motion).clearance
        own = self.own_clearance(motion)
        where = ("fit", motion, "clearance")
        if given is None and own is None:
            joins = (
                f", or the joint's {motion}_clearance"
                if hasattr(self, f"{motion}_clearance")
                else ""
            )
            raise self.error(
                f"is missing: how far the motion is free to each side; give it{joins}.", *where
            )
        if given is not None and own is not None and abs(given - own) > AGREE * max(given, own):
            raise self.error(
                f"is {given:g} m, but the joint's own is {own:g} m; leave one of them out.", *where
            )
        return float(given if own is None else own)

    def radial_play(self) -> float | None:
        """Return the radial clearance if something can touch across the axis [m], or None."""
        return self.fit.radial_play(self)

    def need_round(self, reason: str) -> None:
        """Raise InputError if the joint has a bore that is worn."""

    def gap_text(self, gap: float, planar: bool) -> str:
        """Return the clearances of the joint in words."""
        return f"radial clearance {gap:.6g} m"

    def end_face(self) -> tuple[float, float]:
        """Return the inner and outer radius of the faces with which ends rub [m]; zeros if the
        joint has none.
        """
        return 0.0, 0.0

    def projected_area(self, planar: bool) -> float | None:
        """Return the area by which a plain bearing divides its load [m^2]: diameter times length,
        of a ball its circle; None if the joint does not say enough.
        """
        return None

    # -- which fit it can have ---------------------------------------------------------------------

    def sizes_for_clearance(self, planar: bool) -> tuple[str, ...]:
        """Return which sizes clearance needs besides the radial clearance, or raise InputError
        that says why it cannot be.
        """
        needs = self.clearance_needs_in_plane if planar else self.clearance_needs
        if needs is None:
            raise self.error(
                f"a {type(self).__name__} joint cannot have clearance: {self.no_clearance}.", "fit"
            )
        return needs

    def check_clearance(self, friction: bool, planar: bool) -> None:
        """Raise InputError if the joint cannot have clearance, or does not say enough for it."""
        self.sizes_for_clearance(planar)

    def check_motions(self, motions: tuple[str, ...], planar: bool) -> None:
        """Raise InputError if a fit moves what the joint does not have, or moves along an axis
        that is not known.
        """
        for motion in motions:
            if motion not in self.motions(planar):
                reason = (planar and self.gives_not_in_plane) or self.gives_not
                raise self.error(
                    f"a {type(self).__name__} joint cannot give in this motion: {reason}.",
                    "fit",
                    motion,
                )

    def check_friction(self, motion: str, planar: bool) -> None:
        """Raise InputError if friction of play has no meaning, or lacks the radii that it needs."""
        kind = type(self).__name__
        where = ("fit", motion, "friction")
        raise self.error(
            f"turns the bodies with radii as levers, which a {kind} joint does not have.", *where
        )

    def one_of(self, first: str, second: str) -> None:
        """Raise InputError unless exactly one of two fields is given."""
        if (getattr(self, first) is None) == (getattr(self, second) is None):
            given = "neither is" if getattr(self, first) is None else "both are"
            raise self.error(
                f"give either {first} (global, at t = 0) or {second} (in the two bodies); {given} "
                "given.",
                first,
            )

    def check_direction(self, vector: Vector, *path: str) -> None:
        """Raise InputError if a vector is too short or too long to have a direction."""
        length = math.hypot(*vector)
        if length < 1e-9:
            raise self.error("an axis needs a direction; all its components are zero.", *path)
        if length > 1e9:
            raise self.error(
                f"an axis needs a direction; only that counts, and a length of {length:g} loses "
                "it; give it shorter.",
                *path,
            )


@description
class AtPoint(Joint):
    """Base of joints with a point."""

    abstract: ClassVar[bool] = True

    point: Numbers | None = quantity(
        "m", "joint point, global, at t = 0", shapes=POINT, default=None
    )
    local_points: Numbers | None = quantity(
        "m", "joint point in each body's frame", shapes=((2, 3), (2, 2)), default=None
    )

    def check(self) -> None:
        super().check()
        self.one_of("point", "local_points")


@description
class AlongAxis(AtPoint):
    """Base of joints with a point and an axis."""

    abstract: ClassVar[bool] = True

    needs_axis: ClassVar[bool] = True  # in space, whatever the fit

    axis: Numbers | None = quantity(
        "1", "direction of the axis, global, at t = 0", shapes=POINT, default=None
    )
    local_axes: Numbers | None = quantity(
        "1", "direction of the axis in each body's frame", shapes=((2, 3), (2, 2)), default=None
    )

    def global_axes(self) -> tuple[Vector, Vector] | None:
        """Return the axis, for both bodies, global, at t = 0, if it is given so."""
        return None if self.axis is None else (self.axis, self.axis)

    def need_axis(self) -> None:
        """Raise InputError if the axis of a bushing is not given."""
        if self.axis is None and self.local_axes is None:
            raise self.error(
                "is missing: a bushing gives differently along and across its axis; give the axis.",
                "axis",
            )

    def check(self) -> None:
        """Raise InputError if sizes or directions contradict each other."""
        super().check()
        if self.axis is not None and self.local_axes is not None:
            raise self.error(
                "give either axis (global, at t = 0) or local_axes (in the two bodies); both are "
                "given.",
                "axis",
            )
        if self.axis is not None:
            self.check_direction(self.axis, "axis")
        for vector in self.local_axes or ():
            self.check_direction(vector, "local_axes")


@description
class Round(Joint):
    """Base of joints in which one part sits inside another: any two of three numbers give the
    third.
    """

    abstract: ClassVar[bool] = True
    touches: ClassVar[str] = ""  # with what, as the reason why clearance needs sizes

    bearing_radius: Number | None = quantity(
        "m", "radius of the bearing or socket, half width of the guide or slot", default=None, gt=0
    )
    journal_radius: Number | None = quantity(
        "m", "radius of the journal, ball or pin, half height of the slider", default=None, gt=0
    )
    radial_clearance: Number | None = quantity(
        "m",
        "bearing_radius - journal_radius; by ISO 286 as 25 H7/f7, or 25 H7/f7 greatest",
        default=None,
        reader=clearance_of,
        ge=0,
    )

    def __post_init__(self) -> None:
        given = self.radial_clearance
        if isinstance(given, str) and self.bearing_radius is None and self.journal_radius is None:
            object.__setattr__(self, "bearing_radius", nominal_radius(given))
        super().__post_init__()

    def check(self) -> None:
        """Raise InputError if sizes or directions contradict each other."""
        super().check()
        outer, inner, gap = self.bearing_radius, self.journal_radius, self.radial_clearance
        if outer is not None and inner is not None and inner > outer:
            raise self.error(
                f"a journal of {inner:g} m does not fit into a bearing of {outer:g} m; make it "
                "smaller.",
                "journal_radius",
            )
        if outer is not None and gap is not None and gap >= outer:
            raise self.error(
                f"a clearance of {gap:g} m leaves no journal in a bearing of {outer:g} m.",
                "radial_clearance",
            )
        if (
            outer is not None
            and inner is not None
            and gap is not None
            and abs(outer - inner - gap) > AGREE * outer
        ):
            raise self.error(
                f"is {gap:g} m, but bearing_radius - journal_radius is {outer - inner:g} m; give "
                "two of the three.",
                "radial_clearance",
            )

    def gap(self) -> float:
        """Return the radial clearance [m], or raise InputError that names what is missing."""
        if self.radial_clearance is not None:
            return self.radial_clearance
        radii = self.radii()
        if radii is None:
            missing = [
                name for name in ("bearing_radius", "journal_radius") if getattr(self, name) is None
            ]
            raise self.error(
                f"is missing: the radial clearance; give it, or {' and '.join(missing)}.",
                "radial_clearance",
            )
        return radii[0] - radii[1]

    def radii(self) -> tuple[float, float] | None:
        """Return the radii of bearing and journal [m], or None if they are not known."""
        outer, inner, gap = self.bearing_radius, self.journal_radius, self.radial_clearance
        if outer is None and inner is not None and gap is not None:
            outer = inner + gap
        if inner is None and outer is not None and gap is not None:
            inner = outer - gap
        return None if outer is None or inner is None else (outer, inner)

    def sizes(self) -> dict[str, float]:
        """Return the radii, as far as they are known [m]."""
        radii = self.radii()
        return {} if radii is None else {"bearing_radius": radii[0], "journal_radius": radii[1]}

    def need_radii(self, reason: str) -> None:
        """Raise InputError if the radii are not known."""
        if self.radii() is None:
            raise self.error(f"is missing: {reason}; give it, or journal_radius.", "bearing_radius")

    def need_lengths(self, reason: str) -> None:
        """Raise InputError if the joint has lengths that are not known."""

    def own_clearance(self, motion: str) -> float | None:
        """Return the radial clearance [m], as far as it is known."""
        if motion != RADIAL:
            return None
        radii = self.radii()
        return self.radial_clearance if radii is None else radii[0] - radii[1]

    def end_face(self) -> tuple[float, float]:
        """Return the inner and outer radius of the faces with which ends rub [m]: the journal's
        end, if its radius is known.
        """
        radii = self.radii()
        return 0.0, radii[1] if radii is not None else 0.0

    def check_clearance(self, friction: bool, planar: bool) -> None:
        """Raise InputError if the joint cannot have clearance, or does not say enough for it."""
        needs = self.sizes_for_clearance(planar)
        self.gap()
        if "radii" in needs:
            self.need_radii(self.touches)
        elif friction:
            self.need_radii("friction turns the bodies with the radii as levers")
        if "lengths" in needs:
            self.need_lengths(self.touches)

    def check_friction(self, motion: str, planar: bool) -> None:
        """Raise InputError if friction of play acts where nothing slides, or without the radii
        that it needs.
        """
        where = ("fit", motion, "friction")
        turning = not planar and not self.fit.holds(self, "torsion")
        if motion == "axial" and not turning and self.fit.holds(self, "radial"):
            raise self.error(
                "has no meaning here: nothing slides on the ends, because the joint holds all "
                "other motions; leave it out.",
                *where,
            )
        if motion == "torsion" and (planar or self.fit.holds(self, "axial")):
            raise self.error(
                "has no meaning here: flanks that stop a rotation slide along the axis, and "
                "nothing does; leave it out.",
                *where,
            )
        if motion == "radial":
            self.need_radii("friction turns the bodies with the radii as levers")
        elif motion == "torsion":
            self.need_radii("flanks that stop a rotation are pressed at the radius of the journal")
        elif turning and getattr(self, "end_radii", None) is None:
            self.need_radii("ends that rub resist spinning with their radii as levers")


@description
class Long(Round):
    """Base of joints in which bearing and journal have a length."""

    abstract: ClassVar[bool] = True

    bearing_length: Number | None = quantity(
        "m", "length of the bearing or guide along the axis", default=None, gt=0
    )
    journal_length: Number | None = quantity(
        "m", "length of the journal or slider along the axis", default=None, gt=0
    )

    def lengths(self) -> tuple[float, float] | None:
        """Return the lengths of bearing and journal [m], or None if they are not known."""
        outer, inner = self.bearing_length, self.journal_length
        return None if outer is None or inner is None else (outer, inner)

    def sizes(self) -> dict[str, float]:
        """Return the radii and the length of the shorter part, as far as they are known [m]."""
        given = [length for length in (self.bearing_length, self.journal_length) if length]
        lengths = self.lengths() or given  # one may follow from the axial clearance
        return super().sizes() | ({"length": min(lengths)} if lengths else {})

    def projected_area(self, planar: bool) -> float | None:
        """Return diameter times length of what carries [m^2], as far as they are known."""
        radii, lengths = self.radii(), self.lengths()
        return None if radii is None or lengths is None else 2 * radii[1] * min(lengths)

    def need_lengths(self, reason: str) -> None:
        """Raise InputError if the lengths are not known."""
        if self.lengths() is not None:
            return
        missing = [
            name for name in ("bearing_length", "journal_length") if getattr(self, name) is None
        ]
        instead = (
            ", or axial_clearance" if len(missing) == 1 and hasattr(self, "axial_clearance") else ""
        )
        give = "give it" if len(missing) == 1 else f"give it and {missing[1]}"
        raise self.error(f"is missing: {reason}; {give}{instead}.", missing[0])
