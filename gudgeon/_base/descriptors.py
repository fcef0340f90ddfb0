"""What compiled code is told of a tuple of arrays: for each array, where its numbers stand and its
shape, as words of eight bytes.

    address of the numbers | shape[0] | ... | shape[last]      and the same of the next array

Arrays are contiguous, rows one after the other, so that strides follow from the shape. The layout
is ours: code that was compiled with one version of a compiler reads what any version of this
package writes.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from .settings import DISABLED

T = TypeVar("T", bound=type)
held: dict[int, Any] = {}  # used only when nothing is compiled: address -> tuple of arrays


def tables(kind: T) -> T:
    """Class decorator for a named tuple of arrays (or of further ones): it keeps its words, and
    is found by their address.
    """
    namespace = {
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
        "__reduce__": lambda self: (type(self), tuple(self)),  # a copy has other arrays
        "words": _named("words", lambda self: np.array(list(_words(_checked(self))), np.int64)),
        "address": _named("address", lambda self: _hold(self) if DISABLED else place(self.words)),
    }
    return type(kind.__name__, (kind,), namespace)  # type: ignore[return-value]


def layout(arrays: Any) -> tuple[Any, ...]:
    """Return the types and dimensions of a tuple of arrays: what compiled code takes for
    granted.
    """
    return tuple(
        layout(array) if isinstance(array, tuple) else (array.dtype, array.ndim) for array in arrays
    )


def _checked(arrays: Any) -> Any:
    """Reject arrays of other types than code was compiled for (function_pointers.loader): they
    would be read as what they are not.
    """
    expected = getattr(type(arrays), "expected", None)
    if expected is not None and layout(arrays) != expected:
        differ = [
            name
            for name, found, other in zip(arrays._fields, layout(arrays), expected, strict=True)
            if found != other
        ]
        raise TypeError(
            f"compiled code expects other arrays as {', '.join(differ)} of {type(arrays).__name__}."
        )
    return arrays


def _named(name: str, function: Callable) -> cached_property:
    made: cached_property = cached_property(function)
    made.__set_name__(None, name)  # type: ignore[arg-type]
    return made


def _words(arrays: Any) -> Any:
    for array in arrays:
        if isinstance(array, tuple):
            yield from _words(array)
        else:
            yield _start(array)
            yield from array.shape


def _hold(arrays: Any) -> int:
    held[id(arrays)] = arrays
    return id(arrays)


def _start(array: np.ndarray) -> int:
    if not array.flags.c_contiguous:
        raise ValueError(
            "compiled code reads arrays whose rows stand one after the other, without gaps."
        )
    return int(array.__array_interface__["data"][0])


def place(array: np.ndarray) -> Any:
    """Return the address of the numbers of an array; the array itself when nothing is compiled."""
    return array if DISABLED else _start(array)


def vector(array: np.ndarray) -> tuple[Any, int]:
    """Return address and length of an array of floating-point numbers."""
    if array.dtype != np.float64 or array.ndim != 1:
        raise ValueError(
            f"compiled code expects a row of floating-point numbers, got {array.ndim} dimensions "
            f"of {array.dtype}."
        )
    return place(array), array.shape[0]
