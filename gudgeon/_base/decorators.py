"""Which functions compiled code may call: the decorators leave them as they are and remember them.

Whatever compiles (compiler.py) tells Numba of them first; a process that finds its machine code
ready-made never imports Numba.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

PART, INLINE, APART, LAW = "part", "inline", "apart", "law"


class Told(NamedTuple):
    """What Numba is to be told: a plain function that compiled code may call, and how it is
    compiled.
    """

    function: Callable
    # PART, INLINE, APART or LAW; a function that chooses another by the types of arguments; name and
    # arguments of an intrinsic
    how: Any


TOLD: list[Told] = []
"""All of it, in the order of its definition; the compiler remembers how far it has read."""


def part(function: Callable) -> Any:
    """Let kernels call a function; LLVM decides whether it becomes a part of its callers."""
    TOLD.append(Told(function, PART))
    return function


def inline(function: Callable) -> Any:
    """Let kernels call a small function, which becomes a part of its callers: passing arrays
    costs more than its work.
    """
    TOLD.append(Told(function, INLINE))
    return function


def apart(function: Callable) -> Any:
    """Let kernels call a function that seldom runs, or runs long: it is there once in a unit, and
    never becomes a part of its callers, and is compiled to be small.
    """
    TOLD.append(Told(function, APART))
    return function


def jitable(function: Callable) -> Any:
    """Let compiled laws call a plain function."""
    TOLD.append(Told(function, LAW))
    return function


def overload(function: Callable) -> Callable[[Callable], Callable]:
    """Let kernels call a function that stands for others: the decorated one returns which, given
    the types of the arguments.
    """

    def choose(chooser: Callable) -> Callable:
        TOLD.append(Told(function, chooser))
        return chooser

    return choose


def intrinsic(function: Callable, name: str, *arguments: Any) -> Any:
    """Let kernels call what ``intrinsics.name(*arguments)`` makes; ``function`` does the same in
    plain Python.
    """
    TOLD.append(Told(function, (name, *arguments)))
    return function
