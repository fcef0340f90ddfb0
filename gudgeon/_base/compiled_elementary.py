"""What the compiler needs to know of elementary.py: how bits are read, and which functions call
each other.
"""

import numpy as np

from . import elementary
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
