"""Pin in a slot."""

from ..._base.description import description
from ..motions import Hold, Surface
from .base import AlongAxis, Round

__all__ = ["PointOnLine"]


@description
class PointOnLine(Round, AlongAxis):
    """A point of the second body stays on a line of the first. Coordinate ``displacement`` [m]
    along the line.
    """

    coordinates = ("displacement",)
    removes, removes_in_plane = 2, 1
    parallel_axes = False  # it has a line on its first body only
    drawn_as = "pin on a rail"

    holds = holds_in_plane = {"radial": Hold.ACROSS}
    gives = gives_in_plane = ("radial",)
    gives_not = (
        "a point has neither tilt nor twist, and along the line it slides freely; use a "
        "JointSpring on the displacement"
    )

    clearance_needs = clearance_needs_in_plane = ()
    no_film = "the film laws are those of round bearings; use Clearance"

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch: around the point."""
        return (Surface.SLOT,)
