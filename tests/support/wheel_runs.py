"""Run every method and every fit of the library with built-in laws, where the package is installed
from a wheel, in Cartesian and joint coordinates: nothing is compiled.

python -m tests.support.wheel_runs, in a folder without the package's sources
"""

import resource
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import gudgeon as gd
from gudgeon._base import compile_cache, machine_code
from gudgeon.kernels.integrators import METHODS
from gudgeon.simulation.compilation import all_units
from gudgeon.simulation.settings import COORDINATES
from tests.support.elf_symbols import undefined

assert not Path("gudgeon").exists(), "the sources are here"
assert {unit.name for unit in all_units()} == set(machine_code.shipped())
assert all(map(machine_code.in_library, all_units())), "the library is of other sources"
# what the system computes would differ from machine to machine
assert undefined(machine_code.LIBRARY.read_bytes()) == {"memset"}
slowest = 0.0


def run(name: str, fits: dict[str, str], duration: float, **how: Any) -> None:
    """Run a mechanism, and remember what the slowest takes [s of the processor]."""
    global slowest
    begin = process_time()
    gd.simulate(gd.library(name, **fits), duration, **how)
    slowest = max(slowest, process_time() - begin)


for coordinates in COORDINATES:
    for method in METHODS:
        step = 1e-5 if method == "rk4" else None
        fits = {"C": "clearance-friction"}
        run("four-bar", fits, 1e-3, method=method, step=step, coordinates=coordinates)
    for name in gd.library_names():
        for joint, named in gd.library_fits(name).items():
            for fit in named:
                how = {"max_steps": 200, "strict": False, "coordinates": coordinates}
                run(name, {joint: fit}, 1e-4, **how)
assert slowest < 0.4, slowest  # besides the start of the process, which is measured below
assert not {"numba", "llvmlite"} & sys.modules.keys(), "the compiler was imported"
folder = compile_cache.folder()
assert folder is not None and not list(folder.iterdir()), "something was compiled"


def processor_time(*command: str) -> float:
    """Return what a process takes [s], which does not depend on what else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


scripts = Path(sys.executable).parent
command = (str(scripts / "gudgeon"), "run", "four-bar", "--set", "joints.C.fit=clearance-friction")
times = [processor_time(*command, "--out", f"first{k}.h5") for k in range(4)]
assert times[0] < 1.0, times
bare, imported = (
    min(processor_time(sys.executable, "-c", code) for _ in range(5))
    for code in ("pass", "import gudgeon")
)
assert imported - bare < 0.1, (imported, bare)
assert not list(folder.iterdir()), "something was compiled"
print(f"a run takes {times[0]:.2f} s, {min(times):.2f} s later; the import {imported - bare:.3f} s")
print("every method and every fit ran from the library, in both coordinates")
