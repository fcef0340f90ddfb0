"""Rack and pinion."""

from ..._base.description import description, option, quantity
from .coupling import WayPerAngle

__all__ = ["Rack"]


@description
class Rack(WayPerAngle):
    """A rack on a slider and a pinion on a hinge. Coordinate ``slip`` [m]: how far the rack is ahead
    of the pinion.

    ``radius`` is that of the pitch circle; negative where the rack goes back while the pinion turns
    forward. ``between`` names the rack and the pinion. Stiffness and play act on the slip, as in a
    Gear.
    """

    rack: str = option("displacement of the rack, as S.displacement", kw_only=True)
    pinion: str = option("angle of the pinion, as A.angle", kw_only=True)
    radius: float = quantity("m", "way of the rack for each radian of the pinion", kw_only=True)

    ties = ("rack", "pinion", "radius")
