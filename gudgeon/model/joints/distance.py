"""Massless rod."""

import math

from ..._base.description import Number, Numbers, description, quantity
from ..motions import Hold
from .base import Joint

__all__ = ["Distance"]


@description
class Distance(Joint):
    """A massless rod between two points. Coordinate ``length`` [m], constant unless a driver
    changes it.
    """

    points: Numbers | None = quantity(
        "m",
        "end points on the first and second body, global, at t = 0",
        shapes=((2, 3), (2, 2)),
        default=None,
    )
    local_points: Numbers | None = quantity(
        "m", "end points in each body's frame", shapes=((2, 3), (2, 2)), default=None
    )
    length: Number | None = quantity(
        "m", "length; by default the distance of the points at t = 0", default=None, gt=0
    )

    coordinates = ("length",)
    removes, removes_in_plane = 1, 1
    coordinate_of = {"axial": "length"}
    always_above = {"length": 0.0}
    drawn_as = "rod"
    no_friction = "the ends of a rod do not say how they turn; describe them by Spherical joints"

    holds = holds_in_plane = {"axial": Hold.LENGTH}
    gives = gives_in_plane = ("axial",)
    gives_not = "a rod gives along its length, which is axial"
    no_clearance = (
        "it is a massless rod between points; make the rod a body with a Spherical joint at each "
        "end and give these clearance"
    )
    no_film = (
        "it is a massless rod between points; make the rod a body with a joint at each end and "
        "lubricate these"
    )

    def check_friction(self, motion: str, planar: bool) -> None:
        """Raise InputError: a rod has no faces."""
        where = ("fit", motion, "friction")
        raise self.error(
            "has no meaning here: a rod has no faces that could slide on each other; leave it out.",
            *where,
        )

    def check(self) -> None:
        """Check that the length is not zero."""
        super().check()
        self.one_of("points", "local_points")
        if self.points is not None and self.length is None and math.dist(*self.points) < 1e-12:
            raise self.error(
                "the two points coincide: a rod of zero length has no direction; use Spherical.",
                "points",
            )
