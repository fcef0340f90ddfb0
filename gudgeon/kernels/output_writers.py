"""Output variables from outside the package: a kernel that fills its own columns of a row,
called by its address.
"""

from collections.abc import Callable
from typing import Any

from .._base.errors import InputError
from .._base.function_pointers import entry_signature
from .._base.jit import Entry, part
from .addresses import COLUMNS, load_system, load_work, vector
from .output_variables import REGISTERED, OutputVariable


def writer_entry(function: Callable) -> Entry:
    """Return the entry point of ``function(system, work, t, y, out)``, which fills ``out``, the
    columns of its own variable.

    It sees the records of the mechanism and the work tables as the evaluation at (t, y) left them,
    see records.py.
    """
    kernel = part(function)

    def write(system, work, t, y, n, out, m, task):
        kernel(load_system(system), load_work(work), t, vector(y, n), vector(out, m))
        return 0.0

    write.__module__ = function.__module__
    return Entry(write, entry_signature, written=function)


def output_variable(
    name: str, unit: str, dims: tuple[str, ...], help: str, **more: Any
) -> Callable[[Callable], Callable]:
    """Return a decorator that declares an output variable and makes a function its writer; every
    run assembled from then on has it.
    """
    if name in (COLUMNS.names or ()):
        raise InputError(f"there is an output variable '{name}' already; choose another name.")

    def declare(function: Callable) -> Callable:
        REGISTERED[name] = OutputVariable(
            name, unit, dims, help, writer=writer_entry(function), **more
        )
        return function

    return declare
