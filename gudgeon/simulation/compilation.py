"""Compiling the core: once after installation or a change of its sources, on as many processors as there are, up to three.

The physics, the kernels of elements in joints and the stepping loop of a method know nothing of each other until they run, so that
other processes compile them, and the disk cache hands them over. Each has a process of its own, where there are two processors: what
was compiled before in the same process can change the last digits of a result. This process waits, and so can end at once: a compiler
hears no signal. Helpers end with the process that started them, whatever ends it.
A helper imports nothing from the current folder, where a downloaded model may lie beside a file that calls itself numpy.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import numpy as np

from .._base.jit import CACHED, DISABLED, kept, ready
from ..assembly.elements import KINDS, kinds_in
from ..kernels import records as rec
from ..kernels.addresses import EXAMPLE, EXAMPLE_WORK
from ..kernels.entry_points import EVALUATE, OBSERVE
from ..kernels.integrators import Size, memory
from ..kernels.stepping.loop import advance
from ..model import Mechanism

AWAKE = 0.1  # [s] after which the process that waits looks whether it should end
HELPER = """
import os, sys, threading
from importlib import util
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
what, package, *paths = sys.argv[1:]
sys.path += [path for path in paths if path not in sys.path]
spec = util.spec_from_file_location("gudgeon", package)
sys.modules["gudgeon"] = module = util.module_from_spec(spec)
spec.loader.exec_module(module)
from gudgeon.simulation.compilation import compile_part
compile_part(what)
"""  # runs with -I: the current folder is not searched, and this package is the one that started it


def needs_compiling(method: str = "auto", mechanism: Mechanism | None = None) -> bool:
    """Whether the next run (of an ideal mechanism if none is given) has to compile something first."""
    kinds = kinds_in(mechanism) if mechanism is not None else []
    entries = [EVALUATE, OBSERVE, *(kind.kernel for kind in kinds)]
    return not (all(entry.ready for entry in entries) and ready(advance, _name(first_method(method, mechanism))))


def _name(method: str) -> str:
    """Return the name of the type of a method's memory, which the stepping loop is compiled for."""
    return type(memory(method, Size(1))).__name__


def first_method(method: str, mechanism: Mechanism | None) -> str:
    """Return the integrator with which a run begins: one step of high order where motion is smooth, few evaluations where joints give."""
    return ("adams" if mechanism is not None and mechanism.imperfect else "dop853") if method == "auto" else method


def compile_core(method: str, mechanism: Mechanism, called: Callable[[], bool] = lambda: False) -> bool:
    """Compile what a run with ``method`` needs, if it is not in the disk cache; give up, and say so, once ``called`` is true."""
    if DISABLED or not needs_compiling(method, mechanism):
        return True
    if not kept(advance):  # each process compiles what it needs, when it needs it
        _warn_of_no_folder()
        return True
    begin = first_method(method, mechanism)
    wanted = [begin] if not ready(advance, _name(begin)) else []
    wanted += [kind.name for kind in kinds_in(mechanism) if not kind.kernel.ready and kind.kernel.kept]
    wanted = ["physics", *wanted] if not (EVALUATE.ready and OBSERVE.ready) else wanted
    helpers = [_compiling(one) for one in wanted] if _python() and (os.cpu_count() or 1) > 1 else []
    if not _ended(helpers, called):
        return False
    EVALUATE.address, OBSERVE.address  # noqa: B018 - loads them, or compiles what is not there yet
    return True


def _ended(helpers: "list[subprocess.Popen[bytes]]", called: Callable[[], bool]) -> bool:
    """Wait until all helpers have ended; end them and return False once ``called`` is true."""
    try:
        for helper in helpers:
            while helper.poll() is None:
                if called():
                    return False
                with suppress(subprocess.TimeoutExpired):
                    helper.wait(AWAKE)
        return True
    finally:
        for helper in helpers:
            helper.kill()
            with helper:  # waits, and closes its pipe
                pass


@cache
def _warn_of_no_folder() -> None:
    """Say, once, that nothing is kept, if that is not what was asked for."""
    if CACHED:
        logging.getLogger("gudgeon").warning(
            "no folder for compiled code can be written: every run compiles again; set NUMBA_CACHE_DIR to one that can."
        )


def _python() -> str | None:
    """Return the interpreter; in a frozen application the executable is the application itself, which must not start again."""
    return None if getattr(sys, "frozen", False) else sys.executable


def _compiling(what: str) -> "subprocess.Popen[bytes]":
    """Start a process that compiles a part, with the modules that this one finds, but none of a folder that is searched as ``""``."""
    package = os.path.join(os.path.dirname(os.path.dirname(__file__)), "__init__.py")
    paths = [path for path in sys.path if os.path.isabs(path)]
    command, nothing = [str(_python()), "-I", "-c", HELPER, what, package, *paths], subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing)


def compile_part(what: str) -> None:
    """Compile the "physics", the kernel of a kind of elements, or the stepping loop with a method."""
    if what == "physics":
        EVALUATE.address, OBSERVE.address  # noqa: B018 - compiles
        return
    if what in KINDS:
        KINDS[what].kernel.address  # noqa: B018 - compiles
        return
    run = rec.table(1, rec.RUN)
    run["status"] = rec.COMPLETE
    advance(EXAMPLE, EXAMPLE_WORK, memory(what, Size(1)), run, np.zeros(1), np.zeros(1), np.zeros(1), np.zeros((1, 1)))
