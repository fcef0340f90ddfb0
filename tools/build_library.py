"""Compile all units of the core and link them to the shared library that a wheel brings along.

    python tools/build_library.py gudgeon/compiled

It needs Numba, and a C compiler as linker; neither is needed where the wheel is installed. The
library names no other, and has no undefined symbol but memset. For another kind of computer
GUDGEON_MACHINE names it, and CC a linker: GUDGEON_MACHINE=aarch64 CC=aarch64-linux-gnu-gcc.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from gudgeon._base import compile_cache, compile_process, machine_code, sources
from gudgeon._base.compile_units import Unit
from gudgeon._base.compiled_elementary import ELEMENTARY
from gudgeon._base.settings import MACHINE, TARGET
from gudgeon.kernels.integrators import METHODS
from gudgeon.laws.base import CONTACT_LAWS, LAWS
from gudgeon.simulation.compilation import all_units, together

FLAGS = (
    "-shared",
    "-nostdlib",
    "-Wl,-s",
    "-Wl,-z,noexecstack",
    "-Wl,-Bsymbolic",
    "-Wl,--build-id=none",
    "-Wl,--hash-style=gnu",
)


def compiled(unit: Unit) -> bytes:
    """Return the object file of a unit, from the cache if it has it."""
    key = machine_code.key(unit)
    content = compile_cache.read(key) or compile_process.compiled(unit.name, unit.recipe)
    if content is None:
        raise SystemExit(f"unit {unit.name} cannot be compiled")
    compile_cache.write(key, content)
    return content


def groups(units: list[Unit]) -> list[Unit]:
    """Return the same in fewer units: the stepping loops share code, and so does what they call.
    Two, because two processors compile them at the same time.
    """
    alone = [CONTACT_LAWS, LAWS, ELEMENTARY]
    loops = [f"advance_{method}" for method in METHODS]
    others = [unit.name for unit in units if unit not in alone and unit.name not in loops]
    return [together("stepping_loops", *loops), together("physics", *others), *alone]


def made_from(unit: Unit) -> tuple[str | None, list[str]]:
    """Return the stamp of a unit and the files that it is compiled from."""
    files = (path.relative_to(sources.ROOT).as_posix() for path in sources.files(unit.sources))
    return machine_code.stamp(unit), sorted(files)


def main(folder: Path, grouped: bool = True) -> None:
    """Write the library, and which units it has, made from which sources; unless they are
    ``grouped``, from the object files that runs use.
    """
    linker = (
        os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    )
    if linker is None:
        raise SystemExit("no C compiler is there to link the library")
    units = sorted(all_units(), key=lambda unit: unit.name)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        made = groups(units) if grouped else units
        contents = dict(zip((unit.name for unit in made), pool.map(compiled, made), strict=True))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as drafts:
        for name, content in contents.items():
            Path(drafts, f"{name}.o").write_bytes(content)
        names = [f"{name}.o" for name in contents]
        subprocess.run(
            [linker, *FLAGS, "-o", machine_code.LIBRARY.name, *names], cwd=drafts, check=True
        )
        shutil.copyfile(Path(drafts, machine_code.LIBRARY.name), folder / machine_code.LIBRARY.name)
    manifest = {
        "target": [MACHINE, TARGET],
        "units": {unit.name: made_from(unit) for unit in units},
    }
    (folder / machine_code.MANIFEST.name).write_text(json.dumps(manifest) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
