"""The results of a joint of mixed make: play, bushings and free motions side by side."""

from __future__ import annotations

from collections.abc import Iterator

from .base import register
from .bushing import BushingJointResult
from .clearance import ClearanceJointResult


@register("mixed")
class MixedJointResult(BushingJointResult):
    """A joint of mixed make: how far each motion goes that has play, a bushing, or is free, as in a
    joint on a bushing.

    What happens at the ends of play is in ``result.contact(label)`` for the labels ``stops``,
    ``A.play axial upper`` and the like.
    """


@register("mixed with radial play")
class MixedClearanceJointResult(MixedJointResult, ClearanceJointResult):
    """A joint of mixed make with radial play: besides the motions also what a joint with
    clearance has.
    """

    summary_title = ClearanceJointResult.summary_title
    gives = False  # the gap is drawn instead

    def summary_lines(self) -> Iterator[str]:
        """Yield what happened in the gap, how far each motion went, losses and modes."""
        return ClearanceJointResult.summary_lines(self)

    def _motion_lines(self) -> Iterator[str]:
        yield f"  {self.greatest_motions()}"

    @property
    def _slowest(self) -> float:
        return float(self._fit.radial.min_approach_speed)

    @property
    def _turns(self) -> bool:
        return False  # its torsion is a motion of its own
