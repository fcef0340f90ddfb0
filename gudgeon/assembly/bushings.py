"""From bushings to their records."""

from typing import Any

import numpy as np

from ..kernels import records as rec
from ..model import Compliance, Joint, Mechanism
from ..model.motions import AXIAL, MISALIGNMENT, RADIAL, TORSION, Hold

MOTIONS = {RADIAL: rec.ACROSS, AXIAL: rec.AXIAL, MISALIGNMENT: rec.TILT, TORSION: rec.TWIST}
INSTEAD_OF = {Hold.POINT: rec.POINT_OF, Hold.LENGTH: rec.LENGTH_OF}
"""What a bushing measures that gives where an ideal joint holds a point or a length, in place of its motion."""


def motion(joint: Joint, name: str, mechanism: Mechanism) -> int:
    """Return what a bushing of this name measures in a joint."""
    held = joint.rows(mechanism.plane is not None).get(name)
    return INSTEAD_OF.get(held, MOTIONS[name]) if held is not None else MOTIONS[name]


def bushing_records(
    mechanism: Mechanism, order: dict[str, int], places: dict[tuple[str, str], int], laws: Any, entries: Any
) -> tuple[np.ndarray, list[Compliance]]:
    """Return the bushing records, and for each what gives in it."""
    found = [(joint, name, part) for joint in mechanism.joints for name, part in joint.fit.bushings().items()]
    records = rec.table(len(found), rec.BUSHING)
    for record, (joint, name, part) in zip(records, found, strict=True):
        record["joint"], record["motion"] = order[joint.name], motion(joint, name, mechanism)
        record["law"], record["offset"] = laws(part.force, joint, "fit", name, "force")
        record["damper_ledger"] = record["watch"] = -1
        if part.damping is not None:
            record["damper"], record["damper_offset"] = laws(part.damping, joint, "fit", name, "damping")
            record["lost_entry"] = entries(f"lost:{joint.name}:damping")
        record["preload"], record["zero"], record["unilateral"] = part.preload, part.offset, int(part.unilateral)
        record["coordinate"] = places.get((joint.name, "angle"), -1)
        record["stored_entry"] = entries(f"stored:{joint.name}")
    return records, [part for _, _, part in found]
