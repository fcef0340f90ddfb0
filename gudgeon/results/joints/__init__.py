"""The results of joints: one file a fit, found without being listed; a class is found by the kind
that the fit declares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._base.discovery import import_modules
from ..._base.errors import InputError, brief, suggestion
from .base import REGISTRY, JointResult, Picture, joint_losses

# isort: split
# summaries and pictures keep this order
from .clearance import ClearanceJointResult
from .lubricated import LubricatedJointResult

# isort: split
from .bushing import BushingJointResult
from .joint_friction import FrictionJointResult
from .mixed import MixedClearanceJointResult, MixedJointResult

import_modules(__name__, __path__)

if TYPE_CHECKING:
    from ..result import Result

__all__ = [
    "REGISTRY",
    "BushingJointResult",
    "ClearanceJointResult",
    "FrictionJointResult",
    "JointResult",
    "LubricatedJointResult",
    "MixedClearanceJointResult",
    "MixedJointResult",
    "class_of",
    "joint_losses",
    "joint_modes",
    "joint_pictures",
    "listing_dimensions",
]


def class_of(result: Result, name: str) -> type[JointResult]:
    """Return the class that reads a joint: that of its fit or, where the description is not
    known, what the layout lists it under.
    """
    if not isinstance(name, str):
        known = result.layout.labels["joint"]
        raise InputError(f"there is no joint {brief(name)}.{suggestion(name, known)}")
    fits = {joint.name: joint.fit for joint in result.mechanism.joints} if result.mechanism else {}
    if name in fits:
        return REGISTRY.get(fits[name].result_kind(), JointResult)
    return _class_in_layout(result, name)


def _class_in_layout(result: Result, name: str) -> type[JointResult]:
    """Return the class of the last dimension under which the layout lists a joint."""
    found: type[JointResult] = JointResult
    for cls in REGISTRY.values():
        if name in result.layout.labels.get(vars(cls).get("dimension", ""), ()):
            found = cls
    return found


def listing_dimensions() -> tuple[str, ...]:
    """Return the dimensions of the layout along which joints of some kinds are listed."""
    return tuple(dict.fromkeys(cls.dimension for cls in REGISTRY.values() if cls.dimension))


def joint_pictures() -> dict[str, Picture]:
    """Return the ready-made pictures of joints by their names."""
    return {cls.picture.name: cls.picture for cls in REGISTRY.values() if cls.picture}


def joint_modes() -> tuple[str, ...]:
    """Return the modes that joints of any kind can be in."""
    return tuple(dict.fromkeys(mode for cls in REGISTRY.values() for mode in cls.modes))
