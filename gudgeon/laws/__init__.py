"""One law = one class = one function, readable beside the paper."""

from ._law import REGISTRY, Law, LawError, file_name, find, helper, law, param
from .characteristics import Characteristic, Linear, Polynomial, Table
from .contact import (
    Flores,
    Gonthier,
    HerbertMcWhannell,
    Hertz,
    HuGuo,
    HuntCrossley,
    KelvinVoigt,
    LankaraniNikravesh,
    LeeWang,
    ModifiedKelvinVoigt,
    NormalLaw,
    ZhiyingQishao,
)
from .cylinder import CylinderLaw, DubowskyFreudenstein, Esdu78035, Goldsmith, PereiraExternal, PereiraInternal
from .film import FilmLaw, FiniteBearing, LongBearing, ShortBearing, SphericalBearing, SphericalSqueeze, SqueezeFilm
from .friction import (
    Ambrosio,
    BengisuAkay,
    BristleLaw,
    Coulomb,
    Dahl,
    ElastoPlastic,
    FrictionLaw,
    LuGre,
    PiecewiseLinear,
    Stribeck,
    Threlfall,
)
from .interaction import Interaction
from .materials import equivalent_modulus, hertz_stiffness
from .signals import Constant, ConstantSpeed, Harmonic, Ramp, Signal, SpeedRamp, TimeTable
from .viscosity import viscosity, viscosity_from_table

FAMILIES: dict[str, tuple[type[Law], ...]] = {
    "signal": (Signal,),
    "characteristic": (Characteristic,),
    "interaction": (Interaction,),
    "contact": (NormalLaw,),
    "friction": (FrictionLaw, BristleLaw),
    "film": (FilmLaw,),
}

__all__ = [
    "FAMILIES", "REGISTRY", "Ambrosio", "BengisuAkay", "BristleLaw", "Characteristic", "Constant", "ConstantSpeed", "Coulomb",
    "CylinderLaw", "Dahl",
    "DubowskyFreudenstein", "ElastoPlastic", "Esdu78035", "FilmLaw", "FiniteBearing", "Flores", "FrictionLaw", "Goldsmith", "Gonthier",
    "Harmonic", "HerbertMcWhannell", "Hertz", "HuGuo", "HuntCrossley", "Interaction", "KelvinVoigt", "LankaraniNikravesh", "Law",
    "LawError", "LeeWang", "Linear", "LongBearing", "LuGre", "ModifiedKelvinVoigt", "NormalLaw", "PereiraExternal", "PereiraInternal",
    "PiecewiseLinear", "Polynomial", "Ramp", "ShortBearing", "Signal", "SpeedRamp", "SphericalBearing", "SphericalSqueeze", "SqueezeFilm",
    "Stribeck", "Table", "Threlfall", "TimeTable", "ZhiyingQishao", "equivalent_modulus", "file_name", "find", "helper", "hertz_stiffness",
    "law", "param", "viscosity", "viscosity_from_table",
]  # fmt: skip
