"""Face on a plane."""

from ..._base.description import description
from ..motions import Hold
from .base import AlongAxis

__all__ = ["Planar"]


@description
class Planar(AlongAxis):
    """The second body slides and turns in a plane of the first; ``axis`` is the plane's normal.

    Coordinates ``displacement_1``, ``displacement_2`` [m] along two directions fixed in the first
    body, ``angle`` [rad].
    """

    coordinates = ("displacement_1", "displacement_2", "angle")
    removes = 3
    instead_in_plane = "no joint at all"
    drawn_as = "plate"

    holds = {"axial": Hold.ALONG, "misalignment": Hold.TILT}
    gives = ("axial", "misalignment")
    gives_not = "in its plane it moves freely; use a JointSpring on the coordinate"
    no_clearance = (
        "a plane has no inside in which the other part could have clearance; use Translational, or model "
        "the contact as a CustomForce"
    )

    def check_friction(self, motion: str, planar: bool) -> None:
        """Allow friction of play: a point on a plane needs no radius."""
