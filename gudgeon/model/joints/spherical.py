"""Ball and socket."""

import math

from ..._base.description import description
from ..._base.errors import InputError
from ..motions import Hold, Surface
from ..stops import Stop
from .base import AlongAxis, Round

__all__ = ["Spherical"]


@description
class Spherical(Round, AlongAxis):
    """Ball and socket: the two points coincide. In a plane it is a pin.

    A ball turns freely about every direction and needs no axis. A Bushing that gives in tilt or
    torsion does, and a limit of its tilt: the ``axis`` is the direction that both bodies have in
    common at rest. With it there is the coordinate ``tilt`` [rad], the angle between the axes of
    the two bodies; it has no sign and cannot be driven.
    """

    removes, removes_in_plane = 3, 2
    needs_axis = False
    normal_in_plane = True
    drawn_as = "ball"

    holds = holds_in_plane = {"radial": Hold.POINT}
    gives = ("radial", "misalignment", "torsion")
    gives_in_plane = ("radial",)
    leaves_free = ("misalignment", "torsion")
    gives_not = "its point gives in all directions alike, which is radial"
    gives_not_in_plane = (
        "in a plane it is a pin, whose point gives radially; use Revolute for torsion"
    )

    clearance_needs = clearance_needs_in_plane = ()
    bore = "sphere"

    def check(self) -> None:
        """Give the joint its coordinate where there are axes between which to measure it."""
        object.__setattr__(
            self,
            "coordinates",
            ("tilt",) if self.axis is not None or self.local_axes is not None else (),
        )
        super().check()

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch: the ball in its socket, in a plane the pin in its
        bore.
        """
        return (Surface.JOURNAL if planar else Surface.BALL,)

    def projected_area(self, planar: bool) -> float | None:
        """Return the area of the ball's circle [m^2]; a pin in a plane has no length."""
        radii = self.radii()
        return None if radii is None or planar else math.pi * radii[1] * radii[1]

    def drawing(self, planar: bool) -> str:
        """Return the word for how the joint is drawn."""
        return "hinge" if planar else self.drawn_as

    def check_motions(self, motions: tuple[str, ...], planar: bool) -> None:
        """Raise InputError if a fit moves what the joint does not have, or turns it without an
        axis.
        """
        super().check_motions(motions, planar)
        if not planar and set(motions) != {"radial"}:
            self.need_axis()

    def _coordinate(self, stop: Stop) -> str:
        if not self.coordinates:
            raise InputError(
                "a Spherical joint has no coordinate that could be limited unless it has an axis, "
                "against which it tilts; give it."
            )
        return super()._coordinate(stop)
