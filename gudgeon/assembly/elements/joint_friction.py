"""From friction in joints without play to its records."""

from typing import Any

from ...kernels import records as rec
from ...kernels.joints.joint_friction import JOINT_FRICTION, JOINT_FRICTIONS, KEPT, VARIABLES
from ...laws import BristleLaw
from ..breakpoints import Crossing
from .base import Assembler, ElementKind, Elements, register

NAME = "joint-friction"


def joint_friction(assembler: Assembler) -> Elements:
    """Return the records of all joints without play that have friction."""
    joints: list[Any] = [
        joint for joint in assembler.mechanism.joints if NAME in joint.fit.elements()
    ]
    records = rec.table(len(joints), JOINT_FRICTION)
    for place, (record, joint) in enumerate(zip(records, joints, strict=True)):
        law = joint.fit.friction
        record["joint"], record["place"] = assembler.order[joint.name], place
        record["radius"], record["length"] = joint.fit.lever(joint), joint.fit.length(joint)
        record["law"], record["offset"] = assembler.law(law, joint, "fit", "friction")
        bristles = isinstance(law, BristleLaw)
        record["bristle"] = assembler.state(6) if bristles else -1
        record["ledger"] = assembler.ledger()
        record["lost_entry"] = assembler.energy(f"lost:{joint.name}:friction")
        record["watch"] = -1
        speeds = [] if bristles else [v for v in law.breakpoints().get("v", ()) if v > 0.0]
        if speeds:
            record["watch"] = assembler.watch(0.0)
            assembler.crossings += [Crossing(int(record["watch"]), v, 1e-9 * v) for v in speeds]
    return Elements(
        records,
        memory=KEPT * len(records) + 1,
        labels={"joint_friction": tuple(joint.name for joint in joints)},
    )


register(ElementKind(NAME, JOINT_FRICTIONS, joint_friction, VARIABLES))
