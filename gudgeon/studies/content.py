"""What a value consists of, as plain data: two values that would compute otherwise differ.

A function is its code, what it closes over, its defaults and the global values that it names; an
object its class and its attributes. What belongs to installed packages is known by its name. What
cannot be looked into is like nothing else: a point that depends on it is computed again.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from uuid import uuid4

import numpy as np

INSTALLED = tuple(
    os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "purelib", "platlib")
)
METHODS = (FunctionType, staticmethod, classmethod, property)
PLAIN = (bool, int, float, str, tuple)  # of what the constants of a class may be
SMALL = 64  # numbers of an array that are written out


def is_own(module: str | None) -> bool:
    """Whether a module is the user's own: neither part of Python, nor installed, nor ours."""
    root = (module or "").partition(".")[0]
    if root == "__main__":
        return True
    if root in ("gudgeon", "") or root in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(module or ""), "__file__", None)
    return file is None or not os.path.abspath(file).startswith(INSTALLED)


def content(value: Any) -> Any:
    """Return plain data that differ where the value differs."""
    return _Content().of(value)


class _Content:
    """A walk through a value: what was met before is named by its number, so that parts may hold
    each other.
    """

    def __init__(self) -> None:
        self.seen: dict[int, tuple[int, Any]] = {}  # with the object, which keeps its id

    def of(self, value: Any) -> Any:
        """Return the content of any value."""
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (np.ndarray, np.generic)):
            return _of_array(np.asarray(value))
        if isinstance(value, (bytes, complex, range, type(Ellipsis))):
            return repr(value)
        if id(value) in self.seen:
            return ["seen", self.seen[id(value)][0]]
        self.seen[id(value)] = (len(self.seen), value)
        if isinstance(value, Mapping):
            return {str(name): self.of(item) for name, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(item) for item in value]
        if isinstance(value, (set, frozenset)):
            return sorted(repr(_Content().of(item)) for item in value)
        return self._behaviour(value)

    def _behaviour(self, value: Any) -> Any:
        """Return the content of what does something: code, functions, classes, objects."""
        if isinstance(value, (ModuleType, BuiltinFunctionType, np.ufunc)):
            return ["named", value.__name__]
        if isinstance(value, CodeType):
            return [value.co_code.hex(), self.of(value.co_consts), list(value.co_names)]
        if isinstance(value, MethodType):
            return [self.of(value.__func__), self.of(value.__self__)]
        if isinstance(value, (staticmethod, classmethod)):
            return self.of(value.__func__)
        if isinstance(value, property):
            return [self.of(value.fget), self.of(value.fset)]
        if isinstance(value, FunctionType):
            return self._function(value)
        return self._class(value) if isinstance(value, type) else self._object(value)

    def _function(self, value: FunctionType) -> Any:
        closed = [self.of(cell) for cell in _cells(value)]
        if not is_own(value.__module__):
            return ["named", value.__module__, value.__qualname__, closed]
        known = value.__globals__
        named = {word: self.of(known[word]) for word in _names(value.__code__) if word in known}
        defaults = [self.of(value.__defaults__), self.of(value.__kwdefaults__)]
        return [value.__qualname__, self.of(value.__code__), closed, defaults, named]

    def _class(self, value: type) -> Any:
        if not is_own(value.__module__):
            return ["named", value.__module__, value.__qualname__]
        parts = {
            key: self.of(part)
            for key, part in vars(value).items()
            if isinstance(part, METHODS) or (isinstance(part, PLAIN) and not key.startswith("__"))
        }
        return [value.__qualname__, parts, [self.of(base) for base in value.__bases__]]

    def _object(self, value: Any) -> Any:
        if is_dataclass(value):
            return [
                self.of(type(value)),
                {f.name: self.of(getattr(value, f.name)) for f in fields(value)},
            ]
        if isinstance(getattr(value, "py_func", None), FunctionType):  # compiled by Numba
            return self.of(value.py_func)
        try:
            parts = value.__reduce_ex__(2)
        except Exception:
            return uuid4().hex
        return [
            self.of(type(value)),
            self.of(parts if isinstance(parts, str) else list(parts[1:3])),
        ]


def _of_array(value: np.ndarray) -> Any:
    if value.size <= SMALL or value.dtype.hasobject:
        return value.tolist()
    text = sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
    return [text, str(value.dtype), list(value.shape)]


def _cells(value: FunctionType) -> list[Any]:
    """Return what a function closes over; nothing for a name that has no value yet."""
    found = []
    for cell in value.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(None)
    return found


def _names(code: CodeType) -> list[str]:
    """Return the names that code and the functions in it may look up."""
    inside = (part for part in code.co_consts if isinstance(part, CodeType))
    return sorted({*code.co_names, *(name for part in inside for name in _names(part))})
