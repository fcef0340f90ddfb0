"""Where the machine code of a unit comes from: the library that a wheel brings along, the user's
cache, or another process that compiles.

Both library and cache tell the stamp of the sources of each unit; what was made from other sources
is not taken.
"""

import ctypes
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from threading import Event, RLock
from typing import Any

from . import compile_cache, compile_process, sources
from .compile_units import Unit
from .compiled_elementary import ELEMENTARY
from .elementary import FUNCTIONS
from .errors import InputError, brief
from .settings import BASELINES, CACHED, MACHINE, TARGET

WIDTH = 30  # of a bar
POLL_INTERVAL = 0.1  # [s] after which a process that waits looks whether it should end
PREFIX = "gudgeon_"  # of the symbols in libraries and object files
FOLDER = sources.ROOT / "compiled"
MANIFEST, LIBRARY = FOLDER / "units.json", FOLDER / "core.so"

log = logging.getLogger("gudgeon")
_LOCK = RLock()
# of units that were loaded: both stay alive with the process
_engines: dict[Any, tuple[Unit, Any]] = {}
_objects: dict[str, bytes] = {}  # that were compiled and not loaded yet


def stamp(unit: Unit) -> str | None:
    """Return the hash of what a unit is compiled from; None if that cannot be told."""
    return _stamp(unit.sources) if unit.ours else _stamp_from_outside(unit.uses)


@cache
def _stamp(modules: tuple[str, ...]) -> str:
    return sources.stamp(modules)


def _stamp_from_outside(uses: tuple[Any, ...]) -> str | None:
    """Return the hash of code from outside the package as it is now: globals may change."""
    from . import dependencies

    return dependencies.stamp(uses)


# -- three places ----------------------------------------------------------------------------------


@cache
def shipped() -> dict[str, tuple[str, list[str]]]:
    """Return the units in the library of the wheel, each with its stamp and the files that it was
    made from; none if there is no library for this kind of computer.
    """
    try:
        manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return (
        manifest["units"]
        if manifest["target"] == [MACHINE, TARGET]
        and LIBRARY.is_file()
        and os.environ.get("GUDGEON_LIBRARY") != "0"
        else {}
    )


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(LIBRARY))


def in_library(unit: Unit) -> bool:
    """Whether the library has the unit, made from the same sources."""
    return unit.ours and unit.name in shipped() and _unchanged(unit.name)


@cache
def _unchanged(name: str) -> bool:
    """Whether the files that a unit in the library was made from are as they were: then so is
    what they import, which need not be found out. A frozen application has no sources to edit.
    """
    known, files = shipped()[name]
    try:
        return getattr(sys, "frozen", False) or known == sources.hash_of_named(files)
    except OSError:
        return False


def key(unit: Unit) -> str:
    """Return the key of a unit in the cache; empty for one that cannot be kept."""
    known = stamp(unit)
    return f"{unit.name} {MACHINE} {TARGET} {sys.platform} {known}" if known else ""


def ready(unit: Unit) -> bool:
    """Whether nothing needs to be compiled for a unit."""
    if _place(unit) in _engines or (unit.ours and unit.name in _objects) or in_library(unit):
        return True
    return compile_cache.read(key(unit)) is not None


def address(unit: Unit, symbol: str) -> int:
    """Return the address of a function of a unit, compiled if need be."""
    if in_library(unit):
        return ctypes.cast(getattr(_library(), PREFIX + symbol), ctypes.c_void_p).value or 0
    with _LOCK:
        place = _place(unit)
        if place not in _engines:
            symbols = {} if unit is ELEMENTARY else _elementary()
            _engines[place] = unit, _loaded(_object(unit), symbols)
        return int(_engines[place][1].get_function_address(PREFIX + symbol))


def _place(unit: Unit) -> Any:
    """Return under what a unit is found that was loaded; other code if what it uses has changed."""
    return (not unit.ours and key(unit)) or id(unit)


def _object(unit: Unit) -> bytes:
    """Return the object file of a unit: from the cache, from another process, or from this one.

    Functions from outside the package are compiled in this process, which alone knows them.
    """
    if unit.ours:
        prepare([unit])
        if unit.name in _objects:
            return _objects.pop(unit.name)
    known = key(unit)
    if (content := compile_cache.read(known)) is not None:
        return content
    from . import compiler

    check_target()
    if unit.ours:
        _log_once()
    module = compiler.linked(unit.functions())
    content = compiler.emitted(module)
    if compiler.stands_alone(module):
        compile_cache.write(known, content)
    return content


def _elementary() -> dict[str, int]:
    """Return the addresses of the elementary functions by their symbols."""
    return {PREFIX + name: address(ELEMENTARY, name) for name in FUNCTIONS}


def _loaded(content: bytes, symbols: dict[str, int]) -> Any:
    """Return an engine that holds machine code, ready to run, which may call what has these
    symbols.
    """
    import llvmlite.binding as llvm

    for symbol, place in symbols.items():
        llvm.add_symbol(symbol, place)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return engine


# -- compiling -------------------------------------------------------------------------------------


def prepare(units: Iterable[Unit], called: Callable[[], bool] = lambda: False) -> bool:
    """Compile the units of this package that are not there, each in a process; give up, and
    return False, once ``called`` is true.
    """
    missing = [unit for unit in units if unit.ours and not ready(unit)]
    if not missing or compile_process.python() is None:
        return True
    if CACHED and compile_cache.folder() is None:
        _warn_of_no_folder(compile_cache.refusal())
    check_target()
    from concurrent.futures import ThreadPoolExecutor, wait

    stopped = Event()
    with ThreadPoolExecutor(max(1, min(len(missing), os.cpu_count() or 1))) as pool:
        try:
            waiting = {pool.submit(_compile, unit, stopped.is_set) for unit in missing}
            while waiting and not called():
                _show(len(missing) - len(waiting), len(missing))
                waiting = wait(waiting, POLL_INTERVAL).not_done
            _show(len(missing) - len(waiting), len(missing))
            return not waiting
        finally:
            stopped.set()


def _compile(unit: Unit, called: Callable[[], bool]) -> None:
    """Compile a unit in another process, unless a third one is about to do so, and keep it."""
    if called():
        return
    with compile_cache.lock(key(unit), called):
        content = compile_cache.read(key(unit))
        if (
            content is None
            and (content := compile_process.compiled(unit.name, unit.recipe, called)) is not None
        ):
            compile_cache.write(key(unit), content)
        if content is not None:
            _objects[unit.name] = content


shown: Callable[[int, int], None] | None = None
"""What is told how many of how many units were compiled, in place of the line that stands on
standard error otherwise.
"""


def _show(done: int, count: int) -> None:
    if shown is not None:
        shown(done, count)
    elif sys.stderr is not None and sys.stderr.isatty():
        bar = "#" * (WIDTH * done // count)
        sys.stderr.write(
            f"\rgudgeon compiles, once: [{bar:.<{WIDTH}}] {done} of {count}"
            + "\n" * (done == count)
        )
        sys.stderr.flush()
    else:
        _log_once()


@cache
def _log_once() -> None:
    if sys.stderr is not None:
        print("gudgeon compiles, once (about half a minute)...", file=sys.stderr, flush=True)


@cache
def _warn_of_no_folder(reason: str) -> None:
    """Say, once, that nothing is kept."""
    log.warning(
        "compiled code is not kept, and every run compiles again: %s; set GUDGEON_CACHE_DIR to a "
        "folder of your own.",
        reason,
    )


@cache
def check_target() -> None:
    """Reject a processor that nobody knows, before LLVM ends the process over it."""
    if TARGET not in BASELINES.values() and not compile_process.knows_processor(TARGET):
        raise InputError(
            f"GUDGEON_TARGET names no processor that can be compiled for: {brief(TARGET)}; leave "
            "it out, or give one that LLVM knows, such as x86-64-v2, haswell or generic."
        )
