"""Slider in a guide."""

import math
from collections.abc import Iterator

from ..._base.description import Number, Numbers, description, option, quantity
from ..motions import MOTIONS, Hold, Surface
from .base import AlongAxis, Long, cosine

__all__ = ["Translational"]

HELD, ROUND, RECTANGULAR = GUIDES = ("held", "round", "rectangular")
SIZES_OF = {
    RECTANGULAR: ("height", "width", "height_clearance", "width_clearance"),
    ROUND: ("rotational_clearance",),
}
"""Sizes of a slider that only one guide has."""


@description
class Translational(Long, AlongAxis):
    """Slider: the second body slides along the axis and does not turn. Coordinate ``displacement``
    [m].

    With clearance in space ``guide`` says how the slider is kept from turning. ``"held"``:
    rotations are held by constraints, and only a point of the slider has play, in a round hole.
    ``"round"``: a round bar in a bore tilts until its wall touches, and twists by
    ``rotational_clearance`` until its key or splines do. ``"rectangular"``: a block in a channel
    tilts and twists until its edges touch the four walls; its height counts along ``height_axis``,
    its width across that.
    """

    guide: str = option(
        "how the slider of a joint with clearance in space can turn", choices=GUIDES, default=HELD
    )
    rotational_clearance: Number | None = quantity(
        "rad", "play of the rotation about the axis to each side, round guide", default=None, ge=0
    )
    height: Number | None = quantity(
        "m", "height of the slider, rectangular guide", default=None, gt=0
    )
    width: Number | None = quantity(
        "m", "width of the slider, rectangular guide", default=None, gt=0
    )
    height_clearance: Number | None = quantity(
        "m", "play above and below the slider, rectangular guide", default=None, ge=0
    )
    width_clearance: Number | None = quantity(
        "m", "play on each side of the slider, rectangular guide", default=None, ge=0
    )
    height_axis: Numbers | None = quantity(
        "1", "direction of the height, global, at t = 0", shapes=((3,),), default=None
    )
    local_height_axes: Numbers | None = quantity(
        "1", "direction of the height in each body's frame", shapes=((2, 3),), default=None
    )

    coordinates = ("displacement",)
    removes, removes_in_plane = 5, 2
    drawn_as = "slider"

    holds = {"radial": Hold.ACROSS, "misalignment": Hold.TILT, "torsion": Hold.TWIST}
    holds_in_plane = {"radial": Hold.ACROSS, "misalignment": Hold.TILT}
    gives = MOTIONS
    gives_in_plane = ("radial", "axial", "misalignment")
    leaves_free = ("axial",)
    gives_not_in_plane = "in a plane the rotation of a slider is misalignment"

    clearance_needs = ()
    clearance_needs_in_plane = ("radii", "journal_length")
    touches = "the slider touches its guide with its corners"
    no_film = "the film laws are those of round bearings; use Clearance"

    def check(self) -> None:
        """Check the direction of the height, and that the play of the rotation is less than a
        half turn.
        """
        super().check()
        if self.rotational_clearance is not None and not self.rotational_clearance < math.pi:
            raise self.error(
                f"must be below 180 deg, got {math.degrees(self.rotational_clearance):g} deg: with "
                "more to each side "
                "the slider turns freely; use Cylindrical for that.",
                "rotational_clearance",
            )
        if self.height_axis is not None and self.local_height_axes is not None:
            raise self.error(
                "give either height_axis (global, at t = 0) or local_height_axes (in the two "
                "bodies); both are given.",
                "height_axis",
            )
        pairs = [("height_axis", self.height_axis, self.axis)]
        pairs += [
            ("local_height_axes", *pair)
            for pair in zip(
                self.local_height_axes or (), self.local_axes or (None, None), strict=False
            )
        ]
        for field, vector, axis in pairs:
            if vector is None:
                continue
            self.check_direction(vector, field)
            if axis is not None and len(axis) == 3 and abs(cosine(vector, axis)) > 0.9:
                raise self.error(
                    "is almost parallel to the axis; give a direction across it.", field
                )

    def gap(self) -> float:
        """Return the radial clearance [m], or the smaller of the two of a rectangular guide;
        raise InputError if something is missing.
        """
        if self.guide != RECTANGULAR:
            return super().gap()
        return min(clearance for _, clearance in self.sections())

    def radii(self) -> tuple[float, float] | None:
        """Return the radii of guide and slider [m], or None if they are not known or there are
        none.
        """
        return None if self.guide == RECTANGULAR else super().radii()

    def sections(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return half the size of a rectangular slider and its play [m], in height and in width."""
        for field in ("height", "width", "height_clearance", "width_clearance"):
            if getattr(self, field) is None:
                raise self.error(
                    "is missing: a rectangular guide has a size and a play in height and in width; "
                    "give it.",
                    field,
                )
        return (self.height / 2, self.height_clearance), (self.width / 2, self.width_clearance)  # type: ignore[operator, return-value]

    def projected_area(self, planar: bool) -> float | None:
        """Return length times width of the slider, or its diameter [m^2]; None if the joint does
        not say enough.
        """
        wide, radii = self.width, self.radii()
        if self.guide != RECTANGULAR:
            wide = None if radii is None or planar else 2 * radii[1]
        return None if wide is None or self.journal_length is None else wide * self.journal_length

    def turns(self, planar: bool) -> bool:
        """Whether a slider with clearance can turn in its guide; in a plane it always can."""
        return planar or self.guide != HELD

    def rows_with_clearance(self, planar: bool) -> dict[str, Hold]:
        """Return what still holds motions with clearance: rotations, unless the slider can turn
        in its guide.
        """
        return {} if self.turns(planar) else {"misalignment": Hold.TILT, "torsion": Hold.TWIST}

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the slider can touch its guide."""
        if planar:
            return (Surface.CORNERS,)
        guides = {RECTANGULAR: (Surface.BLOCK,), ROUND: (Surface.WALL, Surface.KEY)}
        return guides.get(self.guide, (Surface.GUIDE,))

    def gap_text(self, gap: float, planar: bool) -> str:
        """Return the clearances in words; in space also whether the slider can turn."""
        if planar or not self.fit.surface_laws:
            return super().gap_text(gap, planar)
        if self.guide == RECTANGULAR:
            (_, high), (_, wide) = self.sections()
            return (
                f"rectangular guide with a clearance of {high:.6g} m in height and {wide:.6g} m in "
                "width"
            )
        if self.guide == ROUND:
            return (
                f"round guide, radial clearance {gap:.6g} m, rotational clearance "
                f"{self.rotational_clearance:.6g} rad"
            )
        return f"radial clearance {gap:.6g} m, rotations held"

    def check_clearance(self, friction: bool, planar: bool) -> None:
        """Raise InputError if the joint does not say enough for clearance, or has sizes of
        another guide.
        """
        for field, sentence in self.foreign_sizes():
            raise self.error(f"{sentence}.", field)
        if self.guide != HELD:
            self._check_guide(planar)
            return
        super().check_clearance(friction, planar)
        if planar and self.journal_length is None:
            raise self.error(f"is missing: {self.touches}; give its length.", "journal_length")

    def foreign_sizes(self) -> Iterator[tuple[str, str]]:
        """Yield each size of another guide, of which nothing comes, and a sentence."""
        for guide, fields in SIZES_OF.items():
            for field in fields:
                if guide != self.guide and getattr(self, field) is not None:
                    yield (
                        field,
                        f"belongs to a {guide} guide, but this one is {self.guide}; give guide: "
                        f"{guide}, or leave it out",
                    )
        for field in ("bearing_radius", "journal_radius", "radial_clearance"):
            if self.guide == RECTANGULAR and getattr(self, field) is not None:
                yield (
                    field,
                    "belongs to a round or held guide, but this one has a height and a width; "
                    "leave it out",
                )

    def _check_guide(self, planar: bool) -> None:
        """Raise InputError if the joint does not say enough for a guide in which the slider can
        turn.
        """
        if planar:
            raise self.error(
                "a guide in a plane has two walls, which hold its slider; leave it out.", "guide"
            )
        if self.guide == ROUND:
            self.gap()
            self.need_radii("the wall of a round guide touches along its length")
            self.need_lengths("the wall of a round guide touches along its length")
            if self.rotational_clearance is None:
                raise self.error(
                    "is missing: how far the slider can turn about the axis to each side, 0 for "
                    "not at all; give it.",
                    "rotational_clearance",
                )
            return
        self.sections()
        if self.journal_length is None:
            raise self.error(
                "is missing: the slider touches its guide with its corners; give its length.",
                "journal_length",
            )
        if self.height_axis is None and self.local_height_axes is None:
            raise self.error(
                "is missing: a rectangular slider has a height; give its direction across the "
                "axis.",
                "height_axis",
            )
