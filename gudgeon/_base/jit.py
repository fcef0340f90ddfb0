"""The one place that configures Numba: ``jit`` for kernels, ``callback`` for laws.

What is compiled is kept on disk (compile_cache.py). Every kernel is stamped with a hash of the sources of all, because it
contains those that it calls: editing one recompiles all kernels, and never a stale one runs. Set ``GUDGEON_CACHE=0``
to compile without the disk cache.
"""

import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from numba import cfunc, config, njit, typeof
from numba.core.ccallback import CFunc
from numba.extending import overload, register_jitable

from .compile_cache import CodeCache, cache_of

__all__ = ["DISABLED", "Entry", "callback", "inline", "jit", "jit_law", "jitable", "kept", "overload", "part", "ready", "typeof"]

# no fast-math: fused or reordered operations would round otherwise on every processor, and with every version of the optimiser
LAW_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# kernels make no arrays: without counting references to those that they pass on, a step takes three quarters of the time
OPTIONS: dict[str, Any] = {"_nrt": False, **LAW_OPTIONS}
_NESTED: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}  # never called from Python
config.SLP_VECTORIZE = 1  # type: ignore[attr-defined]  # columns of six numbers become vector instructions
DISABLED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # set for debugger and coverage runs
CACHED = os.environ.get("GUDGEON_CACHE", "1") != "0"
_PACKAGE = __name__.partition(".")[0] + "."


def _hash_of(paths: Iterable[Path]) -> str:
    """Return a hash of sources; in a frozen application, which has none, of what tells one application from another."""
    digest = sha256()
    if getattr(sys, "frozen", False):
        application = os.stat(sys.executable)
        digest.update(f"{sys.executable} {application.st_size} {application.st_mtime_ns}".encode())
        return digest.hexdigest()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_ROOT = Path(__file__).parents[1]
_CORE = [_ROOT / "_base" / "jit.py", _ROOT / "_base" / "function_pointers.py"]


@cache
def kernel_stamp(stepping: bool) -> str:
    """Return a hash of the sources of all kernels; the physics does not depend on the integrators, and none on a law."""
    kernels = [*_CORE, *(_ROOT / "kernels").rglob("*.py")]
    return _hash_of(path for path in kernels if stepping or path.parent.name not in ("integrators", "stepping"))


@cache
def law_stamp() -> str:
    """Return a hash of the sources of all laws: they call helpers that stand in other files."""
    return _hash_of([*_CORE, *(_ROOT / "laws").glob("*.py")])


def _keep(compiled: Any, function: Callable) -> Any:
    """Give a kernel its disk cache, which knows of changes in all the files that it is compiled from."""
    if CACHED and not DISABLED:
        module = function.__module__
        physics = module.startswith(_PACKAGE) and ".stepping" not in module and ".integrators" not in module
        compiled._cache = cache_of(function, kernel_stamp(not physics))
    return compiled


def jit(function: Callable) -> Any:
    """Compile a kernel of this package, cached on disk."""
    return _keep(njit(**OPTIONS)(function), function)


def kept(kernel: Any) -> bool:
    """Whether the disk keeps what is compiled: the cache is wanted, and a folder can be written."""
    return not DISABLED and isinstance(kernel._cache, CodeCache)


def ready(kernel: Any, word: str) -> bool:
    """Whether a kernel was compiled already, now or in an earlier process, for arguments whose types contain ``word``."""
    if DISABLED or any(word in str(signature) for signature in kernel.signatures):
        return True
    return kept(kernel) and any(word in signature for signature in kernel._cache.signatures())


def part(function: Callable) -> Any:
    """Compile a function that only other kernels call: it is cached with them, not by itself."""
    return njit(**_NESTED)(function)


def inline(function: Callable) -> Any:
    """Compile a small function into its callers: passing arrays costs more than its work."""
    return njit(forceinline=True, **_NESTED)(function)


def jit_law(function: Callable) -> Any:
    """Compile a law: cached if it is one of ours; a user's function may not even have a file."""
    dispatcher = njit(**LAW_OPTIONS)(function)
    if CACHED and not DISABLED and function.__module__.startswith(_PACKAGE):
        dispatcher._cache = cache_of(function, law_stamp())
    return dispatcher


def jitable(function: Callable) -> Any:
    """Let compiled laws call a plain function."""
    return register_jitable(**LAW_OPTIONS)(function)


class Entry:
    """A kernel that other kernels call by its address: compiled once, cached, never part of its callers."""

    def __init__(self, function: Callable, signature: Callable[[], Any]) -> None:
        self.function = function
        self.signature = signature
        # what a kernel of another package is compiled from is not known: it is not kept on disk, so that never a stale one runs
        self.kept = function.__module__.startswith(_PACKAGE)
        self._compiled: Any = None
        self._lock = Lock()

    @property
    def address(self) -> int:
        """Address of the compiled kernel in this process."""
        if DISABLED:
            from .function_pointers import python_laws

            python_laws[id(self.function)] = self.function
            return id(self.function)
        with self._lock:  # threads get the same address: a second one would leave the first without an owner
            if self._compiled is None:
                prepared = self._prepared()
                prepared.compile()
                self._compiled = prepared  # not before: a compilation that was interrupted is begun again
        return int(self._compiled.address)

    def _prepared(self) -> Any:
        signature = self.signature()
        compiled = CFunc(self.function, (signature.args, signature.return_type), {}, dict(OPTIONS))
        return _keep(compiled, self.function) if self.kept else compiled

    @property
    def ready(self) -> bool:
        """Whether nothing needs to be compiled, because it was, or because the disk cache has it."""
        if DISABLED or self._compiled is not None:
            return True
        prepared = self._prepared()
        return kept(prepared) and bool(prepared._cache.signatures())


def callback(signature: Any, function: Callable) -> Any:
    """Compile ``function`` to a C callback; keep the result alive while its address is used."""
    return cfunc(signature, error_model="numpy")(function)
