"""Rack and pinion."""

from ..._base.description import description, option, quantity
from .coupling import Coupling

__all__ = ["Rack"]


@description
class Rack(Coupling):
    """A rack on a slider and a pinion on a hinge. Coordinate ``slip`` [m]: how far the rack is ahead
    of the pinion.

    ``radius`` is that of the pitch circle; negative where the rack goes back while the pinion turns
    forward. ``between`` names the rack and the pinion. Stiffness and play act on the slip, as in a
    Gear.
    """

    rack: str = option("displacement of the rack, as S.displacement", kw_only=True)
    pinion: str = option("angle of the pinion, as A.angle", kw_only=True)
    radius: float = quantity("m", "way of the rack for each radian of the pinion", kw_only=True)

    coordinates = ("slip",)

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        return "rack", "pinion"

    @property
    def coupled(self) -> tuple[str, str, float]:
        """Way of the rack and angle of the pinion."""
        return self.rack, self.pinion, self.radius

    def check(self) -> None:
        """Reject a radius of zero."""
        super().check()
        if self.radius == 0.0:
            raise self.error("must not be 0: the rack would not move.", "radius")
