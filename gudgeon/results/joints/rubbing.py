"""The results of a joint without play that rubs under the load that it bears."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from . import sentences
from .base import History, JointResult, register


@register("rubbing")
class RubbingJointResult(JointResult):
    """A joint without play, with friction: ``rubbing_load`` [N], the normal force that its
    constraints bear; ``rubbing_force`` [N], the friction; ``rubbing_speed`` [m/s], with which its
    parts slide.
    """

    losses = (*JointResult.losses, "friction")
    dimension = "rubbing"
    summary_title = "friction"
    rubbing_load: np.ndarray
    rubbing_force: np.ndarray
    rubbing_speed: np.ndarray

    def summary_lines(self) -> Iterator[str]:
        """Yield the greatest load and speed, as the rows show them, and losses."""
        yield (
            f"{self._name}: rubs under up to {np.max(self.rubbing_load):.4g} N, at up to "
            f"{np.max(self.rubbing_speed):.4g} m/s"
        )
        yield from sentences.lost(self._result, self._name)

    def histories(self) -> Iterator[History]:
        """Yield the friction."""
        yield History("friction", "N", "friction", self.rubbing_force)
