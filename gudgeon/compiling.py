"""Compiling the core: once after installation or a change of its sources, on two processors where there are two.

The physics (kernels/entries.py) and the stepping loop of a method know nothing of each other until they run, so a second process
can compile the one while this one compiles the other; the disk cache hands it over.
"""

import os
import subprocess
import sys

import numpy as np

from ._jit import CACHED, DISABLED, ready
from .kernels import entries
from .kernels import records as rec
from .kernels.entries import EVALUATE, LOOK
from .kernels.integrators import memory
from .kernels.stepping import advance


def needs_compiling(method: str = "auto") -> bool:
    """Whether the next run has to compile something first."""
    name = type(memory(first_method(method), 1, 0)).__name__
    return not (EVALUATE.ready and LOOK.ready and ready(advance, name))


def first_method(method: str) -> str:
    """Return the integrator with which a run begins."""
    return "dop853" if method == "auto" else method


def compile_core(method: str = "auto") -> None:
    """Compile what a run with ``method`` needs, if it is not in the disk cache."""
    if DISABLED or not CACHED or not needs_compiling(method):
        return
    command = [sys.executable, "-m", "gudgeon.compiling", first_method(method)]
    helper = None
    if sys.executable and (os.cpu_count() or 1) > 1:
        helper = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        EVALUATE.address  # noqa: B018 - compiles
    finally:
        if helper is not None:
            helper.wait()


def compile_stepping(method: str) -> None:
    """Compile the stepping loop with ``method`` and what reads off the outcome of an evaluation."""
    LOOK.address  # noqa: B018 - compiles
    run = rec.table(1, rec.RUN)
    run["status"] = rec.COMPLETE
    advance(entries.EXAMPLE, entries.EXAMPLE_WORK, memory(method, 1, 0), run, np.zeros(1), np.zeros(1), np.zeros(1), np.zeros((1, 1)))


if __name__ == "__main__":
    compile_stepping(sys.argv[1])
