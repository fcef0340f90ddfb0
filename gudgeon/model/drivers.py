"""Drivers: a joint coordinate that follows a function of time; the force or moment it takes is a
result.
"""

from .._base.description import Description, description, option
from ..laws import Input, Signal, file_name
from ..laws.signals import TIME

__all__ = ["Driver"]


@description
class Driver(Description):
    """Make a coordinate of a joint follow ``motion``, measured as the joint's own coordinate (zero
    as described at t = 0).

    ``coordinate`` may be left out where the joint has only one.
    """

    section = "drivers"

    name: str
    joint: str = option("joint that is driven", kw_only=True)
    motion: Signal = option("function of time that the coordinate follows", kw_only=True)
    coordinate: str | None = option(
        "which coordinate of the joint, if it has several", default=None
    )

    def check(self) -> None:
        """Reject a motion that is not a signal."""
        if not isinstance(self.motion, Signal):
            raise self.error(
                f"expected a signal such as ConstantSpeed(6.0), got {self.motion!r}.", "motion"
            )


def check_motion(driver: Driver) -> None:
    """Reject a motion whose value or speed jumps, or that depends on something else than time."""
    for leaf in driver.motion.leaves():
        if leaf.over != TIME:
            raise driver.error(
                f"a driver follows a function of time, not of {leaf.over}; use a load.", "motion"
            )
        if isinstance(leaf, Input) and leaf.jumps:
            raise driver.error(
                f"a driver cannot follow the jumps of input '{leaf.name}'; give it a ramp, such as "
                f"Input('{leaf.name}', ramp=0.001).",
                "motion",
            )
        if leaf.jumps:
            raise driver.error(
                f"{file_name(type(leaf))} jumps, and no driver can follow that; use smooth-step, or "
                "a table with interpolation: smooth.",
                "motion",
            )
        if leaf.has_corners:
            raise driver.error(
                f"{file_name(type(leaf))} has corners, where the speed would jump; use a table with "
                "interpolation: smooth (or spline, with continuous acceleration), or smooth-step.",
                "motion",
            )
