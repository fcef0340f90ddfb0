"""Where bearings wear, for the page: the depth over the angle of each bore, beside its deepest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError
from ..assembly.joint_frames import joint_frame

if TYPE_CHECKING:
    from ..results.result import Result

SECTORS = 72
STEPS = 250  # in which the depth is told


def worn_bearings(result: Result) -> dict[str, dict[str, Any]]:
    """Return, of each joint whose journal rubs in a round bore, the directions from which and
    towards which its angle is counted, in the frame of the first body, and the depth in every
    sector, in shares of the deepest.

    Archard's depth is in proportion to his coefficient and to one over the length of the bearing,
    so that the shape of the profile needs neither.
    """
    found: dict[str, dict[str, Any]] = {}
    if result.mechanism is None:
        return found
    for name in result.layout.labels["joint"]:
        joint: Any = result.joint(name)
        if joint._described.bore != "cylinder" or not hasattr(joint, "wear"):
            continue
        try:
            wear = joint.wear(1.0, length=1.0, sectors=SECTORS, start=result.transient)
        except InputError:  # nothing slides, or there is nothing after the start
            continue
        depth = wear.bearing.depth
        if not np.all(np.isfinite(depth)) or not depth.max(initial=0.0) > 0:
            continue
        h, t = joint_frame(result.mechanism, name).axes_i[:2]
        shares = np.rint(STEPS * depth / depth.max()).astype(int)
        found[name] = {"from": list(h), "to": list(t), "depth": shares.tolist(), "steps": STEPS}
    return found
