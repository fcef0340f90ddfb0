"""Which functions compiled code may call: the decorators leave them as they are and remember them.

Whatever compiles (compiler.py) tells Numba of them first; a process that finds its machine code
ready-made never imports Numba.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

PART, INLINE, NOINLINE, LAW = "part", "inline", "noinline", "law"


class Callee(NamedTuple):
    """A plain function that compiled code may call, and how Numba compiles it."""

    function: Callable
    # PART, INLINE, NOINLINE or LAW; a function that chooses another by the types of arguments; name and
    # arguments of an intrinsic
    how: Any


CALLEES: list[Callee] = []
"""All of it, in the order of its definition; the compiler remembers how far it has read."""


def part(function: Callable) -> Any:
    """Let kernels call a function; LLVM decides whether it is inlined."""
    CALLEES.append(Callee(function, PART))
    return function


def inline(function: Callable) -> Any:
    """Let kernels call a small function, which is always inlined: passing arrays costs more than
    its work.
    """
    CALLEES.append(Callee(function, INLINE))
    return function


def noinline(function: Callable) -> Any:
    """Let kernels call a function that seldom runs, or runs long: it is there once in a unit, is
    never inlined, and is compiled to be small.
    """
    CALLEES.append(Callee(function, NOINLINE))
    return function


def jitable(function: Callable) -> Any:
    """Let compiled laws call a plain function."""
    CALLEES.append(Callee(function, LAW))
    return function


def overload(function: Callable) -> Callable[[Callable], Callable]:
    """Let kernels call a function that stands for others: the decorated one returns which, given
    the types of the arguments.
    """

    def choose(chooser: Callable) -> Callable:
        CALLEES.append(Callee(function, chooser))
        return chooser

    return choose


def intrinsic(function: Callable, name: str, *arguments: Any) -> Any:
    """Let kernels call what ``intrinsics.name(*arguments)`` makes; ``function`` does the same in
    plain Python.
    """
    CALLEES.append(Callee(function, (name, *arguments)))
    return function
