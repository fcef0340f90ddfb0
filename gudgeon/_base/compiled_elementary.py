"""What the compiler needs to know of elementary.py: how bits are read, and which functions call each other.

Importing this module lets compiled code call them. No fast-math: their operations are rounded one by one, in the order as written.
"""

from collections.abc import Callable
from typing import Any

from . import elementary
from .function_pointers import bits_of, number_of
from .jit import overload

OPTIONS: Any = {"error_model": "numpy", "fastmath": False, "_nrt": False, "forceinline": True}


@overload(elementary.bits, jit_options=OPTIONS)
def _bits(x):
    return lambda x: bits_of(x)  # type: ignore[call-arg]  # Numba gives the context


@overload(elementary.real, jit_options=OPTIONS)
def _real(n):
    return lambda n: number_of(n)  # type: ignore[call-arg]


def _as_written(function: Callable) -> None:
    """Let compiled code call a function of elementary.py."""
    overload(function, jit_options=OPTIONS, strict=False)(lambda *args: function)


for _function in (*elementary.HELPERS, *(function for function, _ in elementary.FUNCTIONS.values())):
    _as_written(_function)
