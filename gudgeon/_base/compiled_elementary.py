"""Elementary functions as compiled code: how bits are read, which functions call each other, and
the unit that all others call.
"""

import numpy as np

from . import elementary
from .compile_units import Compiled, Unit
from .decorators import inline, intrinsic

intrinsic(elementary.bits, "bits")
intrinsic(elementary.real, "number")

for _name in elementary.TABLES:  # of a tuple the compiler would make a comparison for every place
    setattr(elementary, _name, np.array(getattr(elementary, _name)))

for _function in (
    *elementary.HELPERS,
    *(function for function, _ in elementary.FUNCTIONS.values()),
):
    inline(_function)

ELEMENTARY = Unit(
    "elementary",
    (__name__,),
    (__name__, elementary.__name__, f"{__package__}.elementary_tables"),
    lambda: {
        name: Compiled(function, "d" * count)
        for name, (function, count) in elementary.FUNCTIONS.items()
    },
)
"""The elementary functions, which all other units call."""
