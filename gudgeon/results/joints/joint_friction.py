"""The results of a joint without play that has friction under its constraint forces."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from . import sentences
from .base import History, JointResult, register


@register("joint-friction")
class FrictionJointResult(JointResult):
    """A joint without play, with friction: ``normal_force`` [N], the resultant of its constraint
    forces; ``friction_force`` [N]; ``sliding_speed`` [m/s], the relative speed of its surfaces.
    """

    losses = (*JointResult.losses, "friction")
    dimension = "joint_friction"
    summary_title = "friction"
    normal_force: np.ndarray
    friction_force: np.ndarray
    sliding_speed: np.ndarray

    def summary_lines(self) -> Iterator[str]:
        """Yield the greatest load and speed, as the rows show them, and losses."""
        yield (
            f"{self._name}: slides under up to {np.max(self.normal_force):.4g} N, at up to "
            f"{np.max(self.sliding_speed):.4g} m/s"
        )
        yield from sentences.lost(self._result, self._name)

    def histories(self) -> Iterator[History]:
        """Yield the friction."""
        yield History("friction", "N", "friction", self.friction_force)
