"""Compiling the core: once after installation or a change of its sources, on two processors where there are two.

The physics (kernels/entries.py) and the stepping loop of a method know nothing of each other until they run, so a second process
can compile the one while this one compiles the other; the disk cache hands it over. So a stepping loop has a process of
its own, where there are two processors: what was compiled before in the same process can change the last digits of a result.
"""

import os
import subprocess
import sys

import numpy as np

from ._jit import CACHED, DISABLED, ready
from .kernels import records as rec
from .kernels.entries import EVALUATE, EXAMPLE, EXAMPLE_WORK, IMPERFECT, LOOK
from .kernels.integrators import Size, memory
from .kernels.stepping import advance
from .mechanism import Mechanism


def needs_compiling(method: str = "auto", mechanism: Mechanism | None = None) -> bool:
    """Whether the next run (of an ideal mechanism if none is given) has to compile something first."""
    name = type(memory(first_method(method, mechanism), Size(1))).__name__
    entries = [EVALUATE, LOOK, *([IMPERFECT] if mechanism is not None and mechanism.imperfect else [])]
    return not (all(entry.ready for entry in entries) and ready(advance, name))


def first_method(method: str, mechanism: Mechanism | None) -> str:
    """Return the integrator with which a run begins: one step of high order where motion is smooth, few evaluations where joints give."""
    return ("adams" if mechanism is not None and mechanism.imperfect else "dop853") if method == "auto" else method


def compile_core(method: str, mechanism: Mechanism) -> None:
    """Compile what a run with ``method`` needs, if it is not in the disk cache."""
    if DISABLED or not CACHED or not needs_compiling(method, mechanism):
        return
    command = [sys.executable, "-m", "gudgeon.compiling", first_method(method, mechanism), *(["imperfect"] if mechanism.imperfect else [])]
    helper = None
    if sys.executable and (os.cpu_count() or 1) > 1:
        helper = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        EVALUATE.address, LOOK.address  # noqa: B018 - compiles what is not there yet
    finally:
        if helper is not None:
            helper.wait()


def compile_stepping(method: str, imperfect: bool) -> None:
    """Compile the stepping loop with ``method`` and, if asked for, what imperfect joints do."""
    if imperfect:
        IMPERFECT.address  # noqa: B018 - compiles
    run = rec.table(1, rec.RUN)
    run["status"] = rec.COMPLETE
    advance(EXAMPLE, EXAMPLE_WORK, memory(method, Size(1)), run, np.zeros(1), np.zeros(1), np.zeros(1), np.zeros((1, 1)))


if __name__ == "__main__":
    compile_stepping(sys.argv[1], "imperfect" in sys.argv[2:])
