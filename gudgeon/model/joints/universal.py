"""Hooke joint."""

import math

from ..._base.description import Numbers, description, quantity
from ..motions import Hold
from .base import AtPoint, Vector, cosine

__all__ = ["Universal"]


@description
class Universal(AtPoint):
    """Hooke joint: a cross whose first axis is fixed in the first body and whose second axis in the
    second.

    Coordinates ``angle_1`` [rad] about the first axis, ``angle_2`` about the second.
    """

    axes: Numbers | None = quantity(
        "1", "both cross axes, global, at t = 0", shapes=((2, 3),), default=None
    )
    local_axes: Numbers | None = quantity(
        "1", "each cross axis in its body's frame", shapes=((2, 3),), default=None
    )

    coordinates = ("angle_1", "angle_2")
    removes = 4
    instead_in_plane = "Revolute"
    drawn_as = "cross"
    no_friction = "its cross turns about two axes; describe the cross by two Revolute joints"

    holds = {"radial": Hold.POINT, "": Hold.CROSS}
    gives = ("radial",)
    gives_not = (
        "its point gives in all directions alike, which is radial; the cross turns freely: use a "
        "JointSpring on the angle"
    )
    no_clearance = no_play = (
        "its cross has two pins of its own; make the cross a body with two Revolute joints and "
        "give these clearance"
    )
    no_film = (
        "its cross has two pins of its own; make the cross a body with two Revolute joints and "
        "lubricate these"
    )

    def global_axes(self) -> tuple[Vector, Vector] | None:
        """Return the two axes of the cross, global, at t = 0, if they are given so."""
        return self.axes

    def check(self) -> None:
        """Check that the cross axes are perpendicular."""
        super().check()
        self.one_of("axes", "local_axes")
        for field in ("axes", "local_axes"):
            for vector in getattr(self, field) or ():
                self.check_direction(vector, field)
        if self.axes is not None:
            enclosed = cosine(*self.axes)
            if abs(enclosed) > 0.1:
                # of parallel axes it may round to more than 1
                angle = math.degrees(math.acos(max(-1.0, min(1.0, enclosed))))
                raise self.error(
                    f"the two axes of the cross must be perpendicular; they enclose {angle:.1f} "
                    "deg.",
                    "axes",
                )
