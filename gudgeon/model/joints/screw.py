"""Screw and nut."""

from math import pi

from ..._base.description import description, option, quantity
from .coupling import Coupling

__all__ = ["Screw"]


@description
class Screw(Coupling):
    """A screw and its nut: of one Cylindrical joint, or a screw on a hinge and a nut on a slider.
    Coordinate ``slip`` [m]: how far the nut is ahead of the thread.

    ``lead`` is the way of the nut for each turn of the screw; negative where it goes back.
    ``between`` names nut and screw. Stiffness and play act on the slip, as in a Gear.
    """

    screw: str = option("angle of the screw, as A.angle", kw_only=True)
    nut: str = option("displacement of the nut, as S.displacement", kw_only=True)
    lead: float = quantity("m", "way of the nut for each turn of the screw", kw_only=True)

    coordinates = ("slip",)

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        return "nut", "screw"

    @property
    def coupled(self) -> tuple[str, str, float]:
        """Way of the nut and angle of the screw."""
        return self.nut, self.screw, self.lead / (2.0 * pi)

    def check(self) -> None:
        """Reject a lead of zero."""
        super().check()
        if self.lead == 0.0:
            raise self.error("must not be 0: the nut would not move.", "lead")
