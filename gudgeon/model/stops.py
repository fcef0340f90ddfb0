"""Stops: ends of the range of a joint coordinate, where something hard or soft is hit."""

import math
from dataclasses import replace
from typing import Any

from .._base.description import Description, Number, description, option, quantity
from .._base.errors import InputError
from ..laws import NormalLaw
from .compliance import BLEND, LAYER, STIFFNESS, THICKNESS, Compliance, check_layer, check_units
from .motions import COORDINATES

__all__ = ["Stop"]


@description
class Stop(Description):
    """A limit on a coordinate of a joint, below, above or both, that pushes back when it is passed.

    ``coordinate`` is one that the joint leaves free; it may be left out where there is only one. It
    is zero in the position described at t = 0 and grows when the second body moves along, or turns
    right-handedly about, the axis that is fixed in the first (the ``length`` of a Distance joint is
    the distance itself); angles count full turns. Nothing acts between ``lower`` and ``upper``.
    Beyond them ``contact`` acts with the depth, in m or rad, as penetration: the stiffness of a law
    on an angle is in N m/rad^n. A soft layer may stand in front, as in a Clearance.

    On the ``tilt`` of a ball joint, the angle between the axes of its bodies, a stop is a cone:
    ``upper`` is half its opening angle.
    """

    coordinate: str = option(
        "which coordinate of the joint, if it has several", default="", kw_only=False
    )
    lower: Number | None = quantity("m|rad", "smallest value that is free", default=None)
    upper: Number | None = quantity("m|rad", "largest value that is free", default=None)
    contact: NormalLaw = option("law of the force, or moment, over the depth", kw_only=True)
    bushing: Compliance | Any = option(LAYER, number=STIFFNESS, stands_for=Compliance, default=None)
    thickness: Number | None = quantity("m|rad", THICKNESS, default=None, gt=0)
    blend: Number = quantity("m|rad", BLEND, default=0.0, ge=0)
    min_approach_speed: Number = quantity(
        "m/s|rad/s", "approach speeds below this count as this", default=1e-3, gt=0
    )

    def check(self) -> None:
        """Reject a range that is none, and laws of other families."""
        self.expect("contact", NormalLaw, "a contact law such as LankaraniNikravesh(...)")
        check_layer(self)
        if self.lower is None and self.upper is None:
            raise self.error("is missing: give upper, lower or both.", "upper")
        if self.lower is not None and self.upper is not None and not self.lower < self.upper:
            raise self.error(
                f"the range is reversed: lower is {self.lower:g}, upper is {self.upper:g}; lower "
                "must be smaller.",
                "upper",
            )

    def on(self, coordinate: str) -> "Stop":
        """Return the stop with its coordinate named; refuse limits whose unit is not that of the
        coordinate.
        """
        if coordinate == "tilt":
            self._check_cone()
        unit = COORDINATES[coordinate].unit
        self.in_units(
            lower=unit, upper=unit, thickness=unit, blend=unit, min_approach_speed=f"{unit}/s"
        )
        check_units(self, "bushing", unit)
        try:
            self.contact.check_unit(unit)
        except InputError as error:
            raise error.under(*self.path(), "contact") from None
        return self if self.coordinate == coordinate else replace(self, coordinate=coordinate)

    def _check_cone(self) -> None:
        """Reject ends of a tilt that it cannot have: the angle between two axes has no sign."""
        if self.lower is not None:
            raise self.error(
                "has no meaning here: tilt is the angle between two axes and has no sign; give "
                "upper alone.",
                "lower",
            )
        if self.upper is not None and not 0 < self.upper < math.pi:
            raise self.error(
                f"must be between 0 and 180 deg, got {math.degrees(self.upper):g} deg.", "upper"
            )
