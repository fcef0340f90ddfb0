"""gudgeon: mechanisms whose joints are imperfect."""

import sys
from typing import Any

from ._errors import InputError, InputErrors
from .laws import (
    REGISTRY,
    Characteristic,
    Constant,
    ConstantSpeed,
    Harmonic,
    Interaction,
    LawError,
    Linear,
    Polynomial,
    Ramp,
    Signal,
    SpeedRamp,
    Table,
    TimeTable,
    law,
    param,
)
from .mechanism import (
    Body,
    Box,
    CustomForce,
    Cylinder,
    Cylindrical,
    Distance,
    Driver,
    Force,
    Ideal,
    JointSpring,
    Mechanism,
    Planar,
    PointOnLine,
    Revolute,
    Rigid,
    Rod,
    Sphere,
    Spherical,
    Spring,
    Torque,
    Translational,
    Universal,
)

__version__ = "0.1.0"

_LATER = {  # imported when first used: they need NumPy, Numba or YAML
    "simulate": "simulate", "Baumgarte": "simulate", "Crossing": "simulate",
    "examine": "assembly.initial", "Examination": "assembly.initial",
    "Result": "results", "Status": "results", "SimulationError": "results",
    "load": "storage", "library": "library", "read": "files", "write": "files",
}  # fmt: skip

__all__ = [
    "REGISTRY", "Body", "Box", "Characteristic", "Constant", "ConstantSpeed", "CustomForce", "Cylinder", "Cylindrical", "Distance",
    "Driver", "Force", "Harmonic", "Ideal", "InputError", "InputErrors", "Interaction", "JointSpring", "LawError", "Linear",
    "Mechanism", "Planar", "PointOnLine", "Polynomial", "Ramp", "Revolute", "Rigid", "Rod", "Signal", "SpeedRamp", "Sphere",
    "Spherical", "Spring", "Table", "TimeTable", "Torque", "Translational", "Universal", "law", "param", *_LATER,
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module 'gudgeon' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(type(sys)):  # type: ignore[misc]
    """Keep ``gudgeon.simulate`` and ``gudgeon.library`` the functions when the modules of these names are imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _LATER and isinstance(value, type(sys))):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
