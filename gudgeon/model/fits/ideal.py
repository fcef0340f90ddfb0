"""No play, no compliance; friction under the load of the constraints if wanted."""

from typing import TYPE_CHECKING, Any

from ..._base.description import description, option
from ...laws import BristleLaw, FrictionLaw
from ..motions import COORDINATES, Hold
from .base import FRICTION, Fit

if TYPE_CHECKING:
    from ..joints import Joint

__all__ = ["Ideal"]


@description
class Ideal(Fit):
    """No play, no compliance: constraints and Lagrange multipliers.

    With ``friction`` the parts of the joint rub under the load that the constraints bear, F_N = |F|
    + 2 |M|/L: the force on the joint, and its moment as a pair of forces at the ends of the
    bearing, where the joint says how long that is. What turns slides on the radius of the journal;
    what moves along slides as it is. The law's F_T acts against the sliding, R F_T against turning.
    """

    friction: FrictionLaw | BristleLaw | None = option(
        "law of the friction force under the load that the joint bears", default=None
    )

    @property
    def ideal(self) -> bool:
        """Whether nothing acts in the joint but its constraints."""
        return self.friction is None

    def check(self) -> None:
        """Reject laws of other families."""
        self.expect("friction", (FrictionLaw, BristleLaw), FRICTION)

    def closed(self) -> Fit:
        """Return the fit with which initial conditions are closed."""
        return self if self.friction is None else Ideal()

    def rows(self, joint: "Joint", planar: bool) -> dict[str, Hold]:
        """Return what constraints hold: all that the ideal joint holds."""
        return joint.rows(planar)

    def elements(self) -> tuple[str, ...]:
        """Return the kinds of elements that act in a joint with this fit."""
        return () if self.friction is None else ("joint-friction",)

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "plain" if self.friction is None else "joint-friction"

    def check_joint(self, joint: Any, planar: bool) -> None:
        """Raise InputError if nothing can rub in the joint, or without the radius on which it
        does.
        """
        if self.friction is None:
            return
        if joint.no_friction:
            raise joint.error(f"cannot have friction: {joint.no_friction}.", "fit", "friction")
        turns = any(COORDINATES[name].angular for name in joint.coordinates)
        slides = any(not COORDINATES[name].angular for name in joint.coordinates)
        needs_radius = turns and hasattr(joint, "journal_radius")
        if (needs_radius or not slides) and self.lever(joint) == 0.0:
            raise joint.error(
                "is missing: friction acts on the radius of what turns in the joint.",
                "journal_radius",
            )

    def lever(self, joint: Any) -> float:
        """Return the radius on which rotation slides [m]; 0 if none is known."""
        inner, outer = (
            getattr(joint, "journal_radius", None),
            getattr(joint, "bearing_radius", None),
        )
        if inner is None and outer is not None:
            inner = outer - (joint.radial_clearance or 0.0)
        return float(inner or 0.0)

    def length(self, joint: Any) -> float:
        """Return the length of the bearing, or of the shorter part if both are known [m]; 0 if
        none is.
        """
        found = [getattr(joint, name, None) for name in ("bearing_length", "journal_length")]
        return float(min((length for length in found if length), default=0.0))
