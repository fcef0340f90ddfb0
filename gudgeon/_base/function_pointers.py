"""Calling by address: laws and kernels whose addresses are data, and the tables that they work on.

A law is compiled to ``void law(double x0, ..., double *parameters, double *outputs)`` and its
address is stored in the records of the assembled system. Kernels stay the same, compiled once,
whatever laws a mechanism uses.

Every function that is made here stands for an intrinsic of the same meaning (intrinsics.py); its
own body is what runs when nothing is compiled: an address is then a key of ``python_laws`` or of
``held``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .decorators import intrinsic
from .descriptors import held, layout

# address -> plain function, used only when nothing is compiled
python_laws: dict[int, Callable] = {}

entry_signature = "iidpipii"
"""C types of a kernel that is called by address: system, work, t, y and its length, out and its
length, task.
"""

element_signature = "iiidpipii"
"""The same for the kernel of a kind of elements, which is told the place of its element after
system and work.
"""


def law_arguments(n_inputs: int) -> str:
    """Return the C types of the arguments of a law with ``n_inputs`` scalar inputs."""
    return "d" * n_inputs + "pp"


def caller(n_inputs: int, n_outputs: int) -> Any:
    """Return ``call(address, inputs, parameters, offset)`` for use inside kernels.

    ``inputs`` is a tuple of ``n_inputs`` floats; the law reads its own parameters from
    ``parameters[offset:]``.
    """

    def call(address, inputs, parameters, offset):  # type: ignore[no-untyped-def]
        return python_laws[int(address)](inputs, parameters[offset:])

    return intrinsic(call, "law_call", n_inputs, n_outputs)


# -- kernels that are compiled apart ---------------------------------------------------------------


def loader(example: Any) -> Any:
    """Return ``load(address)`` for kernels: the tuple of arrays, of the same types as
    ``example``, whose words stand there.
    """

    type(example).expected = layout(example)

    def load(address):  # type: ignore[no-untyped-def]
        return held[int(address)]

    return intrinsic(load, "tables", example)


def vector_at() -> Any:
    """Return ``vector(pointer, n)`` for kernels: the ``n`` numbers that stand there as an array."""

    def vector(pointer, n):  # type: ignore[no-untyped-def]
        return pointer

    return intrinsic(vector, "vector")


def entry_caller() -> Any:
    """Return ``call(address, system, work, t, y, out, task)`` for kernels; the middle two are
    addresses of tuples.
    """

    def call(address, system, work, t, y, out, task):  # type: ignore[no-untyped-def]
        return python_laws[int(address)](system, work, t, y, len(y), out, len(out), task)

    return intrinsic(call, "entry_call")


def element_caller() -> Any:
    """Return ``call(address, system, work, element, t, y, out, task)``: the same with the place
    of an element in its table.
    """

    def call(address, system, work, element, t, y, out, task):  # type: ignore[no-untyped-def]
        return python_laws[int(address)](system, work, element, t, y, len(y), out, len(out), task)

    return intrinsic(call, "element_call")


def records_at(dtype: Any) -> Any:
    """Return ``records(words, begin, count)`` for kernels: records of a dtype that stand in an
    array of integers.
    """

    def records(words, begin, count):  # type: ignore[no-untyped-def]
        return words[begin : begin + count * dtype.itemsize // 8].view(dtype).view(np.recarray)

    return intrinsic(records, "records", dtype)
