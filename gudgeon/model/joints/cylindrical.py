"""Sleeve."""

from ..._base.description import description
from .base import AlongAxis, Long

__all__ = ["Cylindrical"]


@description
class Cylindrical(Long, AlongAxis):
    """Sleeve: the second body slides along and turns about the axis. Coordinates ``displacement`` [m], ``angle`` [rad]."""

    coordinates = ("displacement", "angle")
    removes = 4
