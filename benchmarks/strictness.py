"""What the same bits on every machine cost: an evaluation as the package compiles it, against the
same sources for the processor at hand alone, with fused and reordered operations and the elementary
functions of the C library.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon._base import machine_code
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels.entry_points import EVALUATE
from gudgeon.kernels.measures import evaluate_often

from .alone import chain
from .table import Row

ROUNDS = 40
SECONDS = 0.01  # of one turn, about
FAST = {"contract", "nsz", "arcp"}
"""What LLVM may do to operations: fuse, forget the sign of zero, multiply by a reciprocal."""


def compile_for_this_machine(path: str) -> None:
    """Write the object file of the right-hand side as it would be without strictness."""
    import llvmlite.binding as llvm

    from gudgeon._base import compiler

    for options in (compiler.LAW_OPTIONS, compiler.OPTIONS, *compiler._HOW.values()):
        options["fastmath"] = FAST
    compiler.TARGET = llvm.get_host_cpu_name()
    compiler._own_functions = lambda code: code.replace("@numba_nextafter(", "@nextafter(")
    compiler.spare_nested_code()
    Path(path).write_bytes(compiler.object_code(EVALUATE.unit.functions()))


def fast_evaluation() -> Any:
    """Return an engine that holds the fast right-hand side, compiled in another process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fast.o"
        subprocess.run([sys.executable, "-m", "benchmarks.strictness", str(path)], check=True)
        return machine_code._loaded(path.read_bytes(), {})


def strictness() -> list[Row]:
    """Measure ideal mechanisms in turns, strict and fast; the best of many turns counts."""
    engine = fast_evaluation()
    fast = engine.get_function_address(machine_code.PREFIX + EVALUATE.name)
    mechanisms = {
        "four-bar": gd.library("four-bar"),
        "planar slider-crank": gd.library("planar-slider-crank"),
        "spatial slider-crank": gd.library("spatial-slider-crank"),
        "chain of 100 bodies": chain(100),
    }
    rows = []
    for name, mechanism in mechanisms.items():
        assembly = check_model(mechanism).assembly
        system, work, y = assembly.system, assembly.work(), assembly.y.copy()
        out, repeats = np.zeros_like(y), max(10, int(SECONDS / 0.5e-6 / len(mechanism.bodies)))
        times = []
        for _ in range(ROUNDS):
            for address in (EVALUATE.address, fast):
                system.setting["evaluate"] = address
                begin = process_time()
                evaluate_often(system, work, y, out, repeats)
                times.append((process_time() - begin) / repeats)
        ours, theirs = min(times[::2]), min(times[1::2])
        what = f"evaluation of the {name}, {1e6 * ours:.3f} us, against code for this machine alone"
        rows.append(Row(what, f"{ours / theirs:.3f}", "<= 1.08", ours / theirs <= 1.08))
    return rows


if __name__ == "__main__":
    compile_for_this_machine(sys.argv[1])
