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
from .cylinder import DubowskyFreudenstein, Esdu78035, Goldsmith, PereiraExternal, PereiraInternal
from .friction import (
    Ambrosio,
    BengisuAkay,
    BristleLaw,
    Coulomb,
    Dahl,
    FrictionLaw,
    LuGre,
    PiecewiseLinear,
    Stribeck,
    Threlfall,
)
from .interaction import Interaction
from .materials import equivalent_modulus, hertz_stiffness
from .signals import Constant, ConstantSpeed, Harmonic, Ramp, Signal, SpeedRamp, TimeTable

FAMILIES: dict[str, tuple[type[Law], ...]] = {
    "signal": (Signal,),
    "characteristic": (Characteristic,),
    "interaction": (Interaction,),
    "contact": (NormalLaw,),
    "friction": (FrictionLaw, BristleLaw),
}

__all__ = [
    "FAMILIES", "REGISTRY", "Ambrosio", "BengisuAkay", "BristleLaw", "Characteristic", "Constant", "ConstantSpeed", "Coulomb", "Dahl",
    "DubowskyFreudenstein", "Esdu78035", "Flores", "FrictionLaw", "Goldsmith", "Gonthier", "Harmonic", "HerbertMcWhannell", "Hertz",
    "HuGuo", "HuntCrossley", "Interaction", "KelvinVoigt", "LankaraniNikravesh", "Law", "LawError", "LeeWang", "Linear", "LuGre",
    "ModifiedKelvinVoigt", "NormalLaw", "PereiraExternal", "PereiraInternal", "PiecewiseLinear", "Polynomial", "Ramp", "Signal",
    "SpeedRamp", "Stribeck", "Table", "Threlfall", "TimeTable", "ZhiyingQishao", "equivalent_modulus", "file_name", "find", "helper",
    "hertz_stiffness", "law", "param",
]  # fmt: skip
