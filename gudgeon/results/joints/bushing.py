"""The results of a joint on a bushing: how far it gives."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...assembly.joint_frames import joint_frame
from ...model.motions import unit_of
from . import sentences
from .base import History, JointResult, Picture, register, twist_of

MOTIONS = {
    "radial": "displacement across the axis, or of the points from each other",
    "axial": "displacement along the axis of the first body",
    "misalignment": "angle between the axes of the two bodies",
    "torsion": "rotation about the axis",
}


@register("bushing")
class BushingJointResult(JointResult):
    """A joint on a bushing: besides reactions and coordinates, how far it gives in each motion that
    the fit has.

    Seen from the first body: ``radial`` [m], distance across its axis (of a ball joint, or in a
    plane, in any direction); ``axial`` [m], along it; ``misalignment`` [rad], angle between the
    axes; ``torsion`` [rad], rotation about the axis.
    """

    losses = (*JointResult.losses, "damping")
    summary_title = "bushings"
    gives = True
    picture = Picture("bushings", "bushing", "no joint has a bushing")
    radial: np.ndarray
    axial: np.ndarray
    misalignment: np.ndarray
    torsion: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return super().quantities | {motion: unit_of(motion) for motion in self._fit.motions()}

    def __getattr__(self, quantity: str) -> np.ndarray:
        if quantity.startswith("_") or quantity not in self._fit.motions():
            return super().__getattr__(quantity)
        from ...assembly.elements.bushings import motion
        from ...kernels.joints.bushings import ACROSS, AXIAL, LENGTH_OF, TILT, TWIST

        measured = motion(self._described, quantity, self._mechanism)
        if measured in (TILT, TWIST):
            return self._turn(twist=measured == TWIST)
        d, b = self._offset(), self._axes(0)[:, 2]
        along = np.einsum("ni,ni->n", b, d)
        if measured == AXIAL:
            return along
        size = np.linalg.norm(d - along[:, None] * b if measured == ACROSS else d, axis=1)
        free = joint_frame(self._mechanism, self._name).length if measured == LENGTH_OF else 0.0
        return np.asarray(size - free)

    def help(self, quantity: str) -> str:
        """Return what a quantity is, in a sentence."""
        return MOTIONS.get(quantity) or super().help(quantity)

    def _turn(self, twist: bool) -> np.ndarray:
        """Return misalignment, or rotation about the axis: the joint's own angle where it has
        one, else turns counted from row to row.
        """
        if twist and "angle" in self._sources:
            return super().__getattr__("angle")
        first, second = self._axes(0), self._axes(1)
        if twist:
            return np.unwrap(twist_of(first, second))
        b_i, b_j = first[:, 2], second[:, 2]
        return np.arctan2(
            np.linalg.norm(np.cross(b_i, b_j), axis=1), np.einsum("ni,ni->n", b_i, b_j)
        )

    def summary_lines(self) -> Iterator[str]:
        """Yield how far the bushing gave, as the rows show it, and losses."""
        yield f"{self._name}: {self.greatest_motions()}"
        yield from sentences.lost(self._result, self._name)

    def greatest_motions(self) -> str:
        """Return how far each motion of the joint went."""
        reached = {motion: np.max(np.abs(getattr(self, motion))) for motion in self._fit.motions()}
        words = [f"{motion} {value:.4g} {unit_of(motion)}" for motion, value in reached.items()]
        return f"gives up to {', '.join(words)}" if words else "is held"

    def histories(self) -> Iterator[History]:
        """Yield how far each motion goes."""
        for motion in self._fit.motions():
            unit = unit_of(motion)
            quantity = "bushing displacement" if unit == "m" else "bushing rotation"
            yield History(quantity, unit, motion, getattr(self, motion))
