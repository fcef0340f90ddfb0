"""The one place that configures Numba: ``jit`` for kernels, ``callback`` for laws.

Numba's disk cache notices a change in the file of a cached function, but not in the files of the functions it
calls. Every kernel is therefore stamped with a hash of the sources of all: editing one recompiles all kernels,
and never a stale one runs. Set ``GUDGEON_CACHE=0`` to compile without the disk cache.
"""

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import cfunc, config, njit, typeof
from numba.core.ccallback import CFunc
from numba.extending import overload, register_jitable

__all__ = ["DISABLED", "Entry", "callback", "inline", "jit", "jit_law", "jitable", "overload", "part", "ready", "typeof"]

LAW_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract", "nsz", "arcp"}}
# kernels make no arrays: without counting references to those that they pass on, a step takes three quarters of the time
OPTIONS: dict[str, Any] = {"_nrt": False, **LAW_OPTIONS}
_NESTED: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}  # never called from Python
config.SLP_VECTORIZE = 1  # type: ignore[attr-defined]  # columns of six numbers become vector instructions
DISABLED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # set for debugger and coverage runs
CACHED = os.environ.get("GUDGEON_CACHE", "1") != "0"
_PACKAGE = __name__.partition(".")[0] + "."


def _stamp(stepping: bool) -> str:
    """Return a hash of the sources of all kernels; the physics does not depend on the integrators, and none on a law."""
    root = Path(__file__).parent
    compiled = [root / "_jit.py", root / "_pointer.py", *(root / "kernels").rglob("*.py")]
    digest = sha256()
    for path in sorted(compiled):
        if stepping or (path.parent.name != "integrators" and path.name != "stepping.py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMPS = {stepping: _stamp(stepping) for stepping in (False, True)}


def _stamp_cache(cache: Any, module: str) -> None:
    """Let the disk cache of a kernel know of changes in all the files that it was compiled from."""
    physics = module.startswith(_PACKAGE) and ".stepping" not in module and ".integrators" not in module
    _stamp_file(cache._cache_file, _STAMPS[not physics])


def _stamp_file(file: Any, stamp: str) -> None:
    """Tie a file of the disk cache to sources; what was written for others is not even read, as it may name what is no longer there."""
    file._source_stamp = stamp
    file._version = f"{file._version} {stamp}"


def jit(function: Callable) -> Any:
    """Compile a kernel of this package, cached on disk."""
    dispatcher = njit(cache=CACHED, **OPTIONS)(function)
    if CACHED and not DISABLED:
        _stamp_cache(dispatcher._cache, function.__module__)
    return dispatcher


def ready(kernel: Any, word: str) -> bool:
    """Whether a kernel was compiled already, now or in an earlier process, for arguments whose types contain ``word``."""
    if DISABLED or any(word in str(signature) for signature in kernel.signatures):
        return True
    return CACHED and any(word in str(key) for key in kernel._cache._cache_file._load_index())


def part(function: Callable) -> Any:
    """Compile a function that only other kernels call: it is cached with them, not by itself."""
    return njit(**_NESTED)(function)


def inline(function: Callable) -> Any:
    """Compile a small function into its callers: passing arrays costs more than its work."""
    return njit(forceinline=True, **_NESTED)(function)


def jit_law(function: Callable) -> Any:
    """Compile a law: cached if it is one of ours; a user's function may not even have a file."""
    cached = CACHED and function.__module__.startswith(_PACKAGE)
    dispatcher = njit(cache=cached, **LAW_OPTIONS)(function)
    if cached and not DISABLED:
        _stamp_file(dispatcher._cache._cache_file, _law_stamp())
    return dispatcher


@cache
def _law_stamp() -> str:
    """Return a hash of the sources of all laws: they call helpers that stand in other files."""
    digest = sha256()
    for path in sorted((Path(__file__).parent / "laws").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def jitable(function: Callable) -> Any:
    """Let compiled laws call a plain function."""
    return register_jitable(**LAW_OPTIONS)(function)


class Entry:
    """A kernel that other kernels call by its address: compiled once, cached, never part of its callers."""

    def __init__(self, function: Callable, signature: Callable[[], Any]) -> None:
        self.function = function
        self.signature = signature
        self._compiled: Any = None

    @property
    def address(self) -> int:
        """Address of the compiled kernel in this process."""
        if DISABLED:
            from ._pointer import python_laws

            python_laws[id(self.function)] = self.function
            return id(self.function)
        if self._compiled is None:
            self._compiled = self._prepared()
            self._compiled.compile()
        return int(self._compiled.address)

    def _prepared(self) -> Any:
        signature = self.signature()
        prepared: Any = CFunc(self.function, (signature.args, signature.return_type), {}, dict(OPTIONS))
        if CACHED:
            prepared.enable_caching()
            _stamp_cache(prepared._cache, self.function.__module__)
        return prepared

    @property
    def ready(self) -> bool:
        """Whether nothing needs to be compiled, because it was, or because the disk cache has it."""
        if DISABLED or self._compiled is not None:
            return True
        return CACHED and bool(self._prepared()._cache._cache_file._load_index())


def callback(signature: Any, function: Callable) -> Any:
    """Compile ``function`` to a C callback; keep the result alive while its address is used."""
    return cfunc(signature, error_model="numpy")(function)
