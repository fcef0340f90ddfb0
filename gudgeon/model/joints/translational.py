"""Slider in a guide."""

import math

from ..._base.description import description, option, quantity
from .base import AlongAxis, Long, Vector, cosine

__all__ = ["Translational"]

HELD, ROUND, RECTANGULAR = GUIDES = ("held", "round", "rectangular")


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
            self.check_direction(vector, field)
            if axis is not None and len(axis) == 3 and abs(cosine(vector, axis)) > 0.9:
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
