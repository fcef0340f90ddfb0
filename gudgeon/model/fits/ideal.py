"""No play, no compliance, no friction."""

from typing import TYPE_CHECKING

from ..._base.description import description
from ..motions import Hold
from .base import Fit

if TYPE_CHECKING:
    from ..joints import Joint

__all__ = ["Ideal"]


@description
class Ideal(Fit):
    """No play, no compliance, no friction: constraints and Lagrange multipliers."""

    ideal = True

    def rows(self, joint: "Joint", planar: bool) -> dict[str, Hold]:
        """Return what constraints hold: all that the ideal joint holds."""
        return joint.rows(planar)
