"""Kernels as the plain Python functions that they are written as: called without compiling, all
the way down.
"""

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np


def plain(function: Any, **instead: Any) -> Any:
    """Return the Python function behind a kernel, which calls those behind the kernels that it
    calls; ``instead`` replaces some by name.
    """
    there = _Globals(function.__globals__, instead)
    return FunctionType(
        function.__code__, there, function.__name__, function.__defaults__, function.__closure__
    )


class _Globals(dict):
    """The globals of a kernel in which every other kernel is plain."""

    def __init__(self, names: dict[str, Any], instead: dict[str, Any]) -> None:
        super().__init__(instead)
        self.names, self.instead = names, instead

    def __missing__(self, name: str) -> Any:
        if name not in self.names:
            raise KeyError(name)
        self[name] = found = _plain_value(self.names[name], self.instead)
        return found


def _plain_value(value: Any, instead: dict[str, Any]) -> Any:
    if isinstance(value, FunctionType) and value.__module__.startswith("gudgeon.kernels"):
        return plain(value, **instead)
    if isinstance(value, ModuleType) and value.__name__.startswith("gudgeon."):
        return _Module(value, instead)
    return value


class _Module(SimpleNamespace):
    """A module of kernels whose functions are plain."""

    def __init__(self, module: ModuleType, instead: dict[str, Any]) -> None:
        self.__dict__["_module"], self.__dict__["_instead"] = module, instead

    def __getattr__(self, name: str) -> Any:
        return (
            self._instead[name]
            if name in self._instead
            else _plain_value(getattr(self._module, name), self._instead)
        )


def fields(records: np.ndarray) -> Any:
    """Return records whose fields are attributes, as kernels read them."""
    return records.view(np.recarray)
