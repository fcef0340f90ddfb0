"""How functions become compiled code: ``part`` and ``inline`` for kernels, ``Entry`` for what is
called by its address.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any

from . import machine_code
from .compile_units import Compiled, Unit, symbol
from .decorators import inline, intrinsic, jitable, noinline, overload, part
from .errors import InputError
from .function_pointers import python_laws
from .numba_errors import gist
from .settings import DISABLED

__all__ = [
    "DISABLED",
    "Compiled",
    "Entry",
    "Unit",
    "called",
    "inline",
    "intrinsic",
    "jit",
    "jitable",
    "noinline",
    "overload",
    "part",
]


def jit(function: Callable) -> Any:
    """Compile a function in this process, with all that it calls, for any arguments: how tests
    call kernels.
    """
    if DISABLED:
        return function
    from . import compiler

    return compiler.in_this_process(function)


@cache
def called(address: int, arguments: str) -> Callable[..., Any]:
    """Return the kernel at an address, to be called with numbers and addresses; other threads run
    meanwhile.
    """
    if DISABLED:
        return python_laws[address]
    kinds: dict[str, Any] = {"i": ctypes.c_int64, "d": ctypes.c_double, "p": ctypes.c_void_p}
    return ctypes.CFUNCTYPE(ctypes.c_double, *(kinds[letter] for letter in arguments))(address)


class Entry:
    """A kernel that is called by its address, from Python and from other kernels; ``written`` is
    the function that somebody wrote, if ``function`` only calls it.
    """

    def __init__(
        self,
        function: Callable,
        arguments: str,
        *,
        unit: Unit | None = None,
        name: str = "",
        written: Callable | None = None,
    ) -> None:
        self.function, self.arguments, self.written = function, arguments, written or function
        self.name = name or symbol(self.written.__name__.strip("_"))
        self.unit = unit or self._unit()
        self._call: Any = None
        self._address = 0
        self._lock = RLock()

    def _unit(self) -> Unit:
        module = self.function.__module__
        uses = self.function, self.arguments
        return Unit(self.name, (module,), (module,), lambda: {self.name: self.compiled}, uses)

    @property
    def compiled(self) -> Compiled:
        """How it is compiled."""
        return Compiled(self.function, self.arguments)

    @property
    def address(self) -> int:
        """Address of the compiled kernel in this process."""
        if DISABLED:
            python_laws[id(self.function)] = self.function
            return id(self.function)
        with self._lock:
            if not self.unit.ours:  # what it uses may have changed
                return self._from_outside()
            if not self._address:
                self._address = machine_code.address(self.unit, self.name)
        return self._address

    def _from_outside(self) -> int:
        try:
            return machine_code.address(self.unit, self.name)
        except Exception as error:  # Numba passes on NameError, AttributeError, its own errors
            code = self.written.__code__
            raise InputError(
                f"Numba cannot compile {self.written.__qualname__} ({code.co_filename}, line "
                f"{code.co_firstlineno}): {gist(error)}. A kernel computes with numbers, tuples "
                "and the tables that it is given, and calls functions that are marked with part "
                "or inline."
            ) from error

    def __call__(self, *arguments: Any) -> Any:
        """Call it with numbers and addresses; other threads run meanwhile."""
        if DISABLED:
            return self.function(*arguments)
        if self._call is None:
            self._call = called(self.address, self.arguments)
        return self._call(*arguments)

    @property
    def ready(self) -> bool:
        """Whether nothing needs to be compiled, because it was, or because the machine code is
        there.
        """
        return DISABLED or bool(self._address) or machine_code.ready(self.unit)
