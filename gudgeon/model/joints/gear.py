"""Gear pair, or a belt between two pulleys."""

from ..._base.description import description, option, quantity
from .coupling import Coupling

__all__ = ["Gear"]


@description
class Gear(Coupling):
    """A pair of gear wheels, or of pulleys with a belt, on two hinges. Coordinate ``twist`` [rad]: how
    far the first wheel is ahead of the second, as an angle of the first.

    ``ratio`` is the speed of the first wheel over that of the second, negative where they turn
    opposite ways: -z_2/z_1 of two external gears, r_2/r_1 of pulleys. ``between`` names the two
    wheels. Without a JointSpring or stops on its twist nothing ties them. Backlash is a stop:
    ``stops=Stop(lower=-b/2, upper=b/2, contact=...)``; its laws are in N m/rad^n of the first wheel.
    """

    wheels: tuple[str, str] = option("angles of the two wheels, as M.angle", kw_only=True)
    ratio: float = quantity("1", "speed of the first wheel over that of the second", kw_only=True)

    coordinates = ("twist",)

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        return "wheels", "wheels"

    @property
    def coupled(self) -> tuple[str, str, float]:
        """The angles of the two wheels, and their ratio."""
        first, second = self.wheels
        return first, second, self.ratio

    def check(self) -> None:
        """Reject a ratio of zero."""
        if self.ratio == 0.0:
            raise self.error("must not be 0: the first wheel would not turn.", "ratio")
        super().check()
