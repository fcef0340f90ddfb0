"""Whether couplings tie together what there is, and which bodies their coordinates move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._base.errors import suggestion
from .joints import Coupling
from .motions import COORDINATES

if TYPE_CHECKING:
    from .mechanism import Mechanism

UNITS = {"twist": ("rad", "rad"), "slip": ("m", "rad")}
WORDS = {"rad": "an angle", "m": "a displacement"}


def check_couplings(mechanism: Mechanism) -> None:
    """Reject couplings of coordinates that are not there, of another kind, or of other bodies."""
    for joint in mechanism.joints:
        if isinstance(joint, Coupling):
            _check_coupling(mechanism, joint)


def _check_coupling(mechanism: Mechanism, coupling: Coupling) -> None:
    known = [
        f"{joint.name}.{name}"
        for joint in mechanism.joints
        if not isinstance(joint, Coupling)
        for name in joint.coordinates
    ]
    bodies = []
    for text, field, unit in zip(
        coupling.coupled[:2], coupling.fields(), UNITS[coupling.coordinates[0]], strict=True
    ):
        if text not in known:
            raise coupling.error(
                f"there is no joint coordinate '{text}'.{suggestion(text, known)}", field
            )
        name, _, coordinate = text.partition(".")
        if COORDINATES[coordinate].unit != unit or coordinate in ("length", "tilt"):
            raise coupling.error(f"expected {WORDS[unit]}, got {text}.", field)
        bodies.append(mechanism.joint(name).between)
    for name, pair, text in zip(coupling.between, bodies, coupling.coupled[:2], strict=True):
        if name not in pair:
            raise coupling.error(
                f"'{name}' has nothing to do with {text}, a motion of {pair[1]} against {pair[0]}.",
                "between",
            )
    if coupling.between[1] != bodies[1][1]:  # what acts on it is told of the second body
        raise coupling.error(
            f"{coupling.coupled[1]} is a motion of {bodies[1][1]} against {bodies[1][0]}; name "
            f"'{bodies[1][1]}' second, got '{coupling.between[1]}'.",
            "between",
        )
