"""A joint from outside the package: a point of the second body stays in a plane of the first."""

from typing import ClassVar

from gudgeon._base.description import description
from gudgeon.model.joints.base import AlongAxis
from gudgeon.model.motions import Hold


@description
class PointOnPlane(AlongAxis):
    """A point of the second body stays in a plane of the first; ``axis`` is the plane's normal.

    Coordinates ``displacement_1``, ``displacement_2`` [m] along two directions fixed in the first
    body.
    """

    coordinates = ("displacement_1", "displacement_2")
    removes = 1
    instead_in_plane = "no joint at all"
    parallel_axes = False  # it has a normal on its first body only
    drawn_as = "plate"

    holds: ClassVar[dict[str, Hold]] = {"axial": Hold.ALONG}
    gives = ("axial",)
    gives_not = "in its plane it moves freely; use a JointSpring on the coordinate"
