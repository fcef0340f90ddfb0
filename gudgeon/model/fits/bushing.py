"""An elastic element, such as a rubber sleeve, in place of what a joint holds."""

from typing import TYPE_CHECKING, Any

from ..._base.description import description, option
from ..._base.errors import InputError
from ..compliance import Compliance, check_units
from ..motions import MOTIONS, UNSIGNED, Hold, unit_of
from .base import MOMENTS, NEWTONS, START, STARTS, Fit

if TYPE_CHECKING:
    from ..joints import Joint

__all__ = ["Bushing"]


@description
class Bushing(Fit):
    """An elastic element, such as a rubber sleeve: it lets the joint give where the ideal joint
    would hold.

    Each of the four relative motions has its own :class:`Compliance`, or a number for a plain
    stiffness: ``radial``, across the axis of the first body; ``axial``, along it; ``misalignment``,
    tilt of the second body's axis against it; ``torsion``, rotation about it. What is not given
    stays as in the ideal joint: held where it holds, free where not. ``start="closed"`` closes the
    initial conditions as if the joint were ideal, so that it starts unloaded; ``"as-described"``
    leaves bodies where they are described.
    """

    by_motion = True

    radial: Compliance | Any = option(
        "across the axis, or all ways of a point",
        number=NEWTONS,
        stands_for=Compliance,
        default=None,
    )
    axial: Compliance | Any = option(
        "along the axis", number=NEWTONS, stands_for=Compliance, default=None
    )
    misalignment: Compliance | Any = option(
        "tilt of one axis against the other", number=MOMENTS, stands_for=Compliance, default=None
    )
    torsion: Compliance | Any = option(
        "rotation about the axis", number=MOMENTS, stands_for=Compliance, default=None
    )
    start: str = option(START, choices=STARTS, default="closed")

    def elements(self) -> tuple[str, ...]:
        """Return the kind of elements that acts in the joint."""
        return ("bushings",)

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "bushing"

    def check(self) -> None:
        """Reject a bushing that gives nowhere, and preload or offset where a motion has no sign."""
        for motion in MOTIONS:
            self.expect(motion, Compliance, "a stiffness or Compliance(...)")
            check_units(self, motion, unit_of(motion))
        if not self.motions():
            raise self.error(f"gives nowhere; give at least one of {', '.join(MOTIONS)}.")
        for motion, reason in UNSIGNED.items():
            if (given := getattr(self, motion)) is not None:
                try:
                    given.check_unsigned(reason)
                except InputError as error:
                    raise error.under(motion) from None

    def motions(self) -> dict[str, Compliance]:
        """Return the motions that give."""
        given = {motion: getattr(self, motion) for motion in MOTIONS}
        return {motion: law for motion, law in given.items() if law is not None}

    def bushings(self) -> dict[str, Compliance]:
        """Return the motions on bushings: all that give."""
        return self.motions()

    def rows(self, joint: "Joint", planar: bool) -> dict[str, Hold]:
        """Return what constraints hold: what the ideal joint holds, without the motions that
        give.
        """
        given = self.motions()
        return {motion: hold for motion, hold in joint.rows(planar).items() if motion not in given}

    def drawn_gap(self, joint: Any) -> float | None:
        """Return the clearance that a magnified drawing of the joint shows [m]: what the bushing
        fills, if it is known.
        """
        try:
            return float(joint.gap()) if hasattr(joint, "gap") else None
        except InputError:  # a bushing needs no gap
            return None

    def check_joint(self, joint: "Joint", planar: bool) -> None:
        """Raise InputError if the joint does not have a motion that gives, or the axis that it
        needs.
        """
        joint.need_round("a bushing fills a round bore")
        joint.check_motions(tuple(self.motions()), planar)
