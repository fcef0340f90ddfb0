"""Pin in a slot."""

from ..._base.description import description
from .base import AlongAxis, Round

__all__ = ["PointOnLine"]


@description
class PointOnLine(Round, AlongAxis):
    """A point of the second body stays on a line of the first. Coordinate ``displacement`` [m] along the line."""

    coordinates = ("displacement",)
    removes, removes_in_plane = 2, 1
