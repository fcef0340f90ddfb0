"""One law = one class = one function, readable beside the paper."""

from . import (
    base,
    characteristics,
    contact,
    custom_force,
    cylindrical_contact,
    film,
    friction,
    inputs,
    materials,
    oils,
    signal_table,
    signals,
)
from .base import *
from .base import file_name as file_name
from .characteristics import *
from .contact import *
from .custom_force import *
from .cylindrical_contact import *
from .film import *
from .friction import *
from .inputs import *
from .materials import *
from .oils import *
from .signal_table import *
from .signals import *

__all__ = [  # each name stands in the list of its own module
    *base.__all__,
    *characteristics.__all__,
    *contact.__all__,
    *custom_force.__all__,
    *cylindrical_contact.__all__,
    *film.__all__,
    *friction.__all__,
    *inputs.__all__,
    *materials.__all__,
    *oils.__all__,
    *signal_table.__all__,
    *signals.__all__,
]

FAMILIES: dict[str, tuple[type[Law], ...]] = {
    "signal": (Signal,),
    "characteristic": (Characteristic,),
    "interaction": (Interaction,),
    "contact": (NormalLaw,),
    "friction": (FrictionLaw, BristleLaw),
    "film": (FilmLaw,),
}
