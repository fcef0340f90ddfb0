"""Sleeve."""

from ..._base.description import description
from ..motions import MOTIONS, Hold, Surface
from .base import AlongAxis, Long

__all__ = ["Cylindrical"]


@description
class Cylindrical(Long, AlongAxis):
    """Sleeve: the second body slides along and turns about the axis. Coordinates
    ``displacement`` [m], ``angle`` [rad].
    """

    coordinates = ("displacement", "angle")
    removes = 4
    instead_in_plane = "Revolute or Translational"
    drawn_as = "sleeve"

    holds = {"radial": Hold.ACROSS, "misalignment": Hold.TILT}
    gives = MOTIONS
    leaves_free = ("axial", "torsion")

    clearance_needs = ("radii", "lengths")
    touches = "the wall of a sleeve touches along its length"
    bore = "cylinder"

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch: along the wall."""
        return (Surface.WALL,)
