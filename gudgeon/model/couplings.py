"""Whether couplings tie together what there is, and which bodies their coordinates move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._base.errors import InputError, suggestion
from ..laws import Signal
from .bodies import GROUND
from .joints import Coupling
from .motions import COORDINATES

if TYPE_CHECKING:
    from .mechanism import Mechanism

UNITS = {
    "twist": ("rad", "rad"),
    "slip": ("m", "rad"),
    "gap": ("m", "rad|m"),
    "gap_angle": ("rad", "rad|m"),
}
"""Units of the two coordinates that a coupled one ties."""
WORDS = {"rad": "an angle", "m": "a displacement", "rad|m": "an angle or a displacement"}


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
        found = COORDINATES[coordinate].unit
        if found not in unit.split("|") or coordinate in ("length", "tilt"):
            raise coupling.error(f"expected {WORDS[unit]}, got {text}.", field)
        if coupling.law is not None and field == coupling.fields()[1]:
            _check_profile(coupling, coupling.law, found)
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
    if coupling.rigid:
        _check_carriers(coupling, bodies)


def _check_profile(coupling: Coupling, law: Signal, unit: str) -> None:
    """Reject a profile with arguments in another unit."""
    try:
        law.check_argument(unit)
    except InputError as error:
        raise error.under(*coupling.path(), coupling.fields()[1]) from None


def _check_carriers(coupling: Coupling, bodies: list[tuple[str, str]]) -> None:
    """Reject a constraint on more than two bodies: what carries the others must stand still."""
    for pair, text in zip(bodies, coupling.coupled[:2], strict=True):
        others = [name for name in pair if name not in (GROUND, *coupling.between)]
        if others:
            raise coupling.error(
                f"is not there for {text}, a motion against '{others[0]}', which moves: a rigid "
                "coupling acts on two bodies; give the mesh a stiffness instead.",
                "rigid",
            )
