"""From bushings to their records."""

from typing import Any

from ...kernels import records as rec
from ...kernels.joints import bushings as kernel
from ...model import Compliance, Joint, Mechanism
from ...model.motions import AXIAL, MISALIGNMENT, RADIAL, TORSION, Hold
from ..breakpoints import bushing_breakpoints
from .base import Assembler, ElementKind, Elements, register

MOTIONS = {
    RADIAL: kernel.ACROSS,
    AXIAL: kernel.AXIAL,
    MISALIGNMENT: kernel.TILT,
    TORSION: kernel.TWIST,
}
INSTEAD_OF = {Hold.POINT: kernel.POINT_OF, Hold.LENGTH: kernel.LENGTH_OF}
"""What a bushing measures that gives where an ideal joint holds a point or a length, in place of
its motion.
"""
UNSIGNED = (kernel.POINT_OF, kernel.ACROSS, kernel.TILT)
"""The motions that have no other side."""


def motion(joint: Joint, name: str, mechanism: Mechanism) -> int:
    """Return what a bushing of this name measures in a joint."""
    held = joint.rows(mechanism.plane is not None).get(name)
    return INSTEAD_OF.get(held, MOTIONS[name]) if held is not None else MOTIONS[name]


def bushings(assembler: Assembler) -> Elements:
    """Return the records of all bushings."""
    mechanism = assembler.mechanism
    found = [
        (joint, name, part)
        for joint in mechanism.joints
        for name, part in joint.fit.bushings().items()
    ]
    records = rec.table(len(found), kernel.BUSHING)
    for record, (joint, name, part) in zip(records, found, strict=True):
        record["joint"], record["motion"] = (
            assembler.order[joint.name],
            motion(joint, name, mechanism),
        )
        record["law"], record["offset"] = assembler.law(part.force, joint, "fit", name, "force")
        record["damper_ledger"] = record["watch"] = -1
        if part.damping is not None:
            record["damper"], record["damper_offset"] = assembler.law(
                part.damping, joint, "fit", name, "damping"
            )
            record["damper_ledger"], record["lost_entry"] = (
                assembler.ledger(),
                assembler.energy(f"lost:{joint.name}:damping"),
            )
        record["preload"], record["zero"], record["unilateral"] = (
            part.preload,
            part.offset,
            int(part.unilateral),
        )
        record["coordinate"] = assembler.coordinates.get((joint.name, "angle"), -1)
        record["stored_entry"] = assembler.energy(f"stored:{joint.name}")
        _watch(assembler, record, part)
    return Elements(records)


def _watch(assembler: Assembler, record: Any, part: Compliance) -> None:
    """Watch a bushing whose laws have breakpoints or which never pulls, and twists of joints
    without an angle, to count full turns.
    """
    watch = len(assembler.watched)
    found = bushing_breakpoints(watch, part, record["motion"] in UNSIGNED)
    counts = record["motion"] == kernel.TWIST and record["coordinate"] < 0
    if counts:
        record["coordinate"] = watch
        assembler.counted.append(watch)
    if found or counts or part.unilateral:
        begins = -part.offset if counts else 0.0  # within half a turn of zero
        record["watch"] = assembler.watch(begins, *[0.0] * (rec.SOFT_INPUTS - 1))
        assembler.crossings += found


register(ElementKind("bushings", kernel.BUSHINGS, bushings))
