"""Weld."""

from ..._base.description import description
from ..motions import MOTIONS, Hold
from .base import AlongAxis

__all__ = ["Rigid"]


@description
class Rigid(AlongAxis):
    """Weld: the two bodies move as one; the reaction at ``point`` is a result. Only a Bushing or
    a Mixed fit in space needs the axis.
    """

    removes, removes_in_plane = 6, 3
    needs_axis = False
    normal_in_plane = True

    holds = {
        "radial": Hold.ACROSS,
        "axial": Hold.ALONG,
        "misalignment": Hold.TILT,
        "torsion": Hold.TWIST,
    }
    holds_in_plane = {"radial": Hold.POINT, "torsion": Hold.TWIST}
    gives = MOTIONS
    gives_in_plane = ("radial", "torsion")
    gives_not_in_plane = "in a plane its point moves radially, and the rotation is torsion"
    no_clearance = no_film = no_friction = (
        "nothing moves in it; use a joint that leaves the motion free"
    )

    def check_motions(self, motions: tuple[str, ...], planar: bool) -> None:
        """Raise InputError if a fit moves what the joint does not have, or its axis is not
        known.
        """
        super().check_motions(motions, planar)
        if not planar:
            self.need_axis()
