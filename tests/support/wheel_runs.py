"""Run every method and every fit of the library with built-in laws, where the package is installed
from a wheel: nothing is compiled.

python -m tests.support.wheel_runs, in a folder without the package's sources
"""

import sys
from pathlib import Path

import gudgeon as gd
from gudgeon._base import compile_cache, machine_code
from gudgeon.kernels.integrators import METHODS
from gudgeon.simulation.compilation import all_units

assert not Path("gudgeon").exists(), "the sources are here"
assert {unit.name for unit in all_units()} == set(machine_code.shipped())
assert all(map(machine_code.in_library, all_units())), "the library is of other sources"
for method in METHODS:
    gd.simulate(
        gd.library("four-bar", C="clearance-friction"),
        1e-3,
        method=method,
        step=1e-5 if method == "rk4" else None,
    )
for name in gd.library_names():
    for joint, fits in gd.library_fits(name).items():
        for fit in fits:
            gd.simulate(gd.library(name, **{joint: fit}), 1e-4, max_steps=200, strict=False)
assert not {"numba", "llvmlite"} & sys.modules.keys(), "the compiler was imported"
folder = compile_cache.folder()
assert folder is not None and not list(folder.iterdir()), "something was compiled"
print("every method and every fit ran from the library")
