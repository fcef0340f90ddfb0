"""One law = one class = one function, readable beside the paper."""

from ._law import REGISTRY, Law, LawError, file_name, find, law, param
from .characteristics import Characteristic, Linear, Polynomial, Table
from .interaction import Interaction
from .signals import Constant, ConstantSpeed, Harmonic, Ramp, Signal, SpeedRamp, TimeTable

FAMILIES: dict[str, type[Law]] = {cls.family: cls for cls in (Signal, Characteristic, Interaction)}

__all__ = [
    "FAMILIES", "REGISTRY", "Characteristic", "Constant", "ConstantSpeed", "Harmonic", "Interaction", "Law", "LawError",
    "Linear", "Polynomial", "Ramp", "Signal", "SpeedRamp", "Table", "TimeTable", "file_name", "find", "law", "param",
]  # fmt: skip
