"""What functions from outside the package are compiled from: their bytecode, the values that they
close over, the globals that they name, the functions that they call, and all that of those.

Its hash is their stamp. Numba reads all of it when it compiles and never again; so whatever of it
changes must change the stamp. Where something is met whose influence cannot be told there is no
stamp, and what was compiled is not kept.
"""

import builtins
import dis
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from . import sources
from .compile_units import PACKAGE
from .decorators import CALLEES, LAW

PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))
VERSIONED = ("builtins", "math", "cmath", "operator", "numpy")  # their versions are in the stamp
CODE = (
    "co_name", "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags",
    "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable",
)  # fmt: skip


class UnknownError(Exception):
    """A value whose influence on compiled code cannot be told."""


def stamp(values: Iterable[Any]) -> str | None:
    """Return a hash of functions and other values with all that they depend on; None if that
    cannot be told.
    """
    digest = sha256()
    try:
        digest.update(repr(versions()).encode())
        for word in _Walk().roots(values):
            digest.update(f"{len(word)} {word}".encode())
    except (UnknownError, RecursionError):
        return None
    return digest.hexdigest()


@cache
def versions() -> tuple[str, ...]:
    """Return what else decides how functions are compiled."""
    return sys.version, np.__version__, *map(_version, ("numba", "llvmlite")), sources.stamp(())


def _version(package: str) -> str:
    """Return the version of a package without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise UnknownError(package)
    try:
        return Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
    except OSError as error:
        raise UnknownError(package) from error


class _Walk:
    """One walk over values; each is described once, and named by its number afterwards."""

    def __init__(self) -> None:
        self.told = {id(function): how for function, how in CALLEES}
        self.replaced = _replaced()
        self.seen: dict[Any, int] = {}
        self.kept: list[Any] = []  # an identity is that of one value as long as it lives

    def roots(self, values: Iterable[Any]) -> Iterator[str]:
        for value in values:
            if isinstance(value, FunctionType):
                self.told.setdefault(id(value), LAW)
            yield from self.describe(value)

    def describe(self, value: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
        """Give what a value is in words; ``names`` are the attributes that code asks of it."""
        if isinstance(value, PLAIN) and type(value) in PLAIN:
            yield f"{type(value).__name__} {value!r}"
            return
        if id(value) in self.replaced:
            raise UnknownError(value)
        key = (id(value), names) if isinstance(value, ModuleType) else id(value)
        if key in self.seen:
            yield f"seen {self.seen[key]}"
            return
        self.seen[key] = len(self.seen)
        self.kept.append(value)
        yield f"{type(value).__module__}.{type(value).__qualname__}"
        if isinstance(value, ModuleType):
            yield from self.module(value, names)
        else:
            yield from self.content(value)

    def content(self, value: Any) -> Iterator[str]:
        if isinstance(value, CodeType):
            yield from (repr(getattr(value, name)) for name in CODE)
            yield from self.sequence(value.co_consts)
        elif isinstance(value, FunctionType):
            yield from self.function(value)
        elif isinstance(value, tuple):
            yield repr(getattr(value, "_fields", ()))
            yield from self.sequence(value)
        elif isinstance(value, frozenset):
            yield from sorted(" ".join(self.describe(item)) for item in value)
        elif isinstance(value, np.dtype):
            yield _layout(value)
        elif isinstance(value, (np.ndarray, np.generic)) and not value.dtype.hasobject:
            yield f"{_layout(value.dtype)} {value.shape} {value.flags}"
            yield value.tobytes().hex()
        elif _is_dispatcher(value):
            yield from self.dispatcher(value)
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            yield f"{value.__qualname__} {value._fields}"
        elif _is_versioned(value):
            yield f"{getattr(value, '__module__', '')} {value.__name__}"
        else:
            raise UnknownError(value)

    def sequence(self, values: Iterable[Any]) -> Iterator[str]:
        for value in values:
            yield from self.describe(value)
        yield "end"

    def function(self, function: FunctionType) -> Iterator[str]:
        how = self.told.get(id(function))
        module = function.__module__ or ""
        if isinstance(how, tuple):  # an intrinsic of this package and its arguments
            yield from self.sequence(how)
            return
        if module.startswith(PACKAGE):
            yield f"{module} {function.__qualname__} {sources.stamp((module,))}"
        elif not isinstance(how, str):
            if module.partition(".")[0] not in VERSIONED:
                raise UnknownError(function)  # something else stands for it in compiled code
            yield f"{module} {function.__qualname__}"
            return
        else:
            yield how
            yield from self.describe(function.__code__)
            yield from self.globals_of(function.__code__, function)
            yield from self.sequence(function.__defaults__ or ())
            for name, value in sorted((function.__kwdefaults__ or {}).items()):
                yield name
                yield from self.describe(value)
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            yield name
            yield from self.cell(cell, function.__code__.co_names)

    def cell(self, cell: Any, names: tuple[str, ...]) -> Iterator[str]:
        try:
            value = cell.cell_contents
        except ValueError:  # it is empty yet
            raise UnknownError(cell) from None
        yield from self.describe(value, names)

    def globals_of(self, code: CodeType, function: FunctionType) -> Iterator[str]:
        """Give the globals that code names, also in functions inside it."""
        asked = {
            instruction.argval
            for instruction in dis.get_instructions(code)
            if instruction.opname in LOADS
        }
        known = {**vars(builtins), **function.__globals__}
        for name in sorted(asked & known.keys()):
            yield name
            yield from self.describe(known[name], code.co_names)
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                yield from self.globals_of(inner, function)

    def module(self, module: ModuleType, names: tuple[str, ...]) -> Iterator[str]:
        """Give what code may ask of a module."""
        yield module.__name__
        for name in sorted(names):
            if name in vars(module):
                yield name
                yield from self.describe(vars(module)[name], names)

    def dispatcher(self, value: Any) -> Iterator[str]:
        """Give a function that the user has told Numba of."""
        self.told[id(value.py_func)] = LAW
        yield f"{sorted(value.targetoptions.items())} {sorted(value.locals.items())}"
        if not value._can_compile:  # then for these types only
            yield repr(value.signatures)
        yield from self.describe(value.py_func)


LOADS = ("LOAD_GLOBAL", "LOAD_NAME")


def _layout(dtype: np.dtype) -> str:
    return f"{dtype!r} {dtype.itemsize} {dtype.alignment} {dtype.fields}"


def _is_dispatcher(value: Any) -> bool:
    return type(value).__module__ == "numba.core.registry" and hasattr(value, "py_func")


def _is_versioned(value: Any) -> bool:
    """Whether a function or a type is known by its name, because its version is in the stamp."""
    if isinstance(value, np.ufunc):
        return getattr(np, value.__name__, None) is value
    if not isinstance(value, (type, BuiltinFunctionType)) and type(value).__module__ != "numpy":
        return False
    return (getattr(value, "__module__", None) or "").partition(".")[0] in VERSIONED


def _replaced() -> set[int]:
    """Return the identities of functions for which something else than Numba or this package
    stands in compiled code.
    """
    templates = sys.modules.get("numba.core.typing.templates")
    if templates is None:
        return set()
    theirs = ("numba.", PACKAGE)
    return {
        id(value)
        for value, kind in templates.builtin_registry.globals
        for template in getattr(kind, "templates", ())
        if not (
            getattr(getattr(template, "_overload_func", None), "__module__", None) or theirs[0]
        ).startswith(theirs)
    }
