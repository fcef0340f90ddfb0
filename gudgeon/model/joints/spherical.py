"""Ball and socket."""

from ..._base.description import description
from ..._base.errors import InputError
from ..stops import Stop
from .base import AlongAxis, Round

__all__ = ["Spherical"]


@description
class Spherical(Round, AlongAxis):
    """Ball and socket: the two points coincide. In a plane it is a pin.

    A ball turns freely about every direction and needs no axis. A Bushing that gives in tilt or torsion does, and a limit of its tilt:
    the ``axis`` is the direction that both bodies have in common at rest. With it there is the coordinate ``tilt`` [rad], the angle
    between the axes of the two bodies; it has no sign and cannot be driven.
    """

    removes, removes_in_plane = 3, 2
    needs_axis = False

    def check(self) -> None:
        """Give the joint its coordinate where there are axes between which to measure it."""
        object.__setattr__(self, "coordinates", ("tilt",) if self.axis is not None or self.local_axes is not None else ())
        super().check()

    def _coordinate(self, stop: Stop) -> str:
        if not self.coordinates:
            raise InputError(
                "a Spherical joint has no coordinate that could be limited unless it has an axis, against which it tilts; give it."
            )
        return super()._coordinate(stop)
