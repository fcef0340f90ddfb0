"""gudgeon: mechanisms whose joints are imperfect."""

import sys
from typing import Any

from ._errors import InputError, InputErrors
from .laws import (
    REGISTRY,
    Ambrosio,
    BengisuAkay,
    BristleLaw,
    Characteristic,
    Constant,
    ConstantSpeed,
    Coulomb,
    Dahl,
    DubowskyFreudenstein,
    ElastoPlastic,
    Esdu78035,
    FilmLaw,
    FiniteBearing,
    Flores,
    FrictionLaw,
    Goldsmith,
    Gonthier,
    Harmonic,
    HerbertMcWhannell,
    Hertz,
    HuGuo,
    HuntCrossley,
    Interaction,
    KelvinVoigt,
    LankaraniNikravesh,
    LawError,
    LeeWang,
    Linear,
    LongBearing,
    LuGre,
    ModifiedKelvinVoigt,
    NormalLaw,
    PereiraExternal,
    PereiraInternal,
    PiecewiseLinear,
    Polynomial,
    Ramp,
    ShortBearing,
    Signal,
    SpeedRamp,
    SphericalBearing,
    SphericalSqueeze,
    SqueezeFilm,
    Stribeck,
    Table,
    Threlfall,
    TimeTable,
    ZhiyingQishao,
    equivalent_modulus,
    helper,
    hertz_stiffness,
    law,
    param,
    viscosity,
    viscosity_from_table,
)
from .mechanism import (
    Body,
    Box,
    Bushing,
    Clearance,
    Compliance,
    CustomForce,
    Cylinder,
    Cylindrical,
    Distance,
    Driver,
    Force,
    Ideal,
    JointSpring,
    Lubricated,
    Mechanism,
    Mixed,
    Planar,
    Play,
    PointOnLine,
    Revolute,
    Rigid,
    Rod,
    Sphere,
    Spherical,
    Spring,
    Stop,
    Torque,
    Translational,
    Universal,
)

__version__ = "0.1.0"

_LATER = {  # imported when first used: they need NumPy, Numba or YAML
    "simulate": "simulate", "Baumgarte": "simulate", "Crossing": "simulate",
    "examine": "assembly.initial", "Examination": "assembly.initial",
    "Result": "results", "Status": "results", "SimulationError": "results", "SlowRunWarning": "slow_runs",
    "load": "storage", "library": "library", "read": "files", "write": "files",
    "compare": "compare", "Comparison": "comparison", "plot_law": "plot_laws", "plot_fit": "plot_laws",
    "horizon": "horizon", "Horizon": "horizon", "ensemble": "ensemble", "Ensemble": "ensemble",
    "sweep": "sweep", "Sweep": "study", "poincare": "analysis", "phase_portrait": "analysis", "bifurcation": "analysis",
    "lyapunov": "lyapunov",
}  # fmt: skip

__all__ = [
    "REGISTRY", "Ambrosio", "BengisuAkay", "Body", "Box", "BristleLaw", "Bushing", "Characteristic", "Clearance", "Compliance", "Constant",
    "ConstantSpeed", "Coulomb", "CustomForce", "Cylinder", "Cylindrical", "Dahl", "Distance", "Driver", "DubowskyFreudenstein",
    "ElastoPlastic", "Esdu78035", "FilmLaw", "FiniteBearing", "Flores", "Force", "FrictionLaw", "Goldsmith", "Gonthier", "Harmonic",
    "HerbertMcWhannell", "Hertz", "HuGuo", "HuntCrossley", "Ideal", "InputError", "InputErrors", "Interaction", "JointSpring",
    "KelvinVoigt", "LankaraniNikravesh", "LawError", "LeeWang", "Linear", "LongBearing", "LuGre", "Lubricated", "Mechanism", "Mixed",
    "ModifiedKelvinVoigt", "NormalLaw", "PereiraExternal", "PereiraInternal", "PiecewiseLinear", "Planar", "Play", "PointOnLine",
    "Polynomial", "Ramp", "Revolute", "Rigid", "Rod", "ShortBearing", "Signal", "SpeedRamp", "Sphere", "Spherical", "SphericalBearing",
    "SphericalSqueeze", "Spring", "SqueezeFilm", "Stop", "Stribeck", "Table", "Threlfall", "TimeTable", "Torque", "Translational",
    "Universal", "ZhiyingQishao", "equivalent_modulus", "helper", "hertz_stiffness", "law", "param", "viscosity", "viscosity_from_table",
    *_LATER,
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
