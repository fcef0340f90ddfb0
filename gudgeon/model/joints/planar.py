"""Face on a plane."""

from ..._base.description import description
from .base import AlongAxis

__all__ = ["Planar"]


@description
class Planar(AlongAxis):
    """The second body slides and turns in a plane of the first; ``axis`` is the plane's normal.

    Coordinates ``displacement_1``, ``displacement_2`` [m] along two directions fixed in the first body, ``angle`` [rad].
    """

    coordinates = ("displacement_1", "displacement_2", "angle")
    removes = 3
