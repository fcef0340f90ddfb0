"""What the compiler needs to know of elementary.py: how bits are read, and which functions call
each other.
"""

from . import elementary
from .decorators import inline, intrinsic

intrinsic(elementary.bits, "bits")
intrinsic(elementary.real, "number")
for _function in (
    *elementary.HELPERS,
    *(function for function, _ in elementary.FUNCTIONS.values()),
):
    inline(_function)
