"""Compiling in another process: what was compiled before has no influence, Numba stays out of this
one, and Ctrl-C ends it at once.

It imports nothing from the current folder, where a downloaded model may lie beside a file that
calls itself numpy, and obeys no variable of the environment that changes what Python or Numba do.
It ends with the process that started it, whatever ends that.
"""

import gc
import os
import subprocess  # at once: later, the current folder might have one
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Thread

from .settings import MACHINE, TARGET

POLL_INTERVAL = 0.1  # [s] after which the process that waits looks whether it should end
BOOT = """
import os, sys, threading
from importlib import util
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
package, count, *paths = sys.argv[1:]
recipe, paths = paths[:int(count)], paths[int(count):]
sys.path += [path for path in paths if path not in sys.path]
spec = util.spec_from_file_location("gudgeon", package)
sys.modules["gudgeon"] = module = util.module_from_spec(spec)
spec.loader.exec_module(module)
from gudgeon._base.compile_process import main
main(*recipe)
"""
TRY = """
import sys
sys.path += [path for path in sys.argv[2:] if path not in sys.path]
import llvmlite.binding as llvm
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
target = llvm.Target.from_triple(llvm.get_process_triple())
target.create_target_machine(cpu=sys.argv[1]).emit_object(llvm.parse_assembly(""))
"""
PACKAGE = Path(__file__).parents[1]


def python() -> str | None:
    """Return the interpreter; in a frozen application the executable is the application itself,
    which must not start again.
    """
    return None if getattr(sys, "frozen", False) else sys.executable


def compiled(
    name: str, recipe: tuple[str, ...], called: Callable[[], bool] = lambda: False
) -> bytes | None:
    """Return the object file of a unit; None if the process failed, or was ended because
    ``called`` was true.
    """
    words = [name, *recipe]
    process = subprocess.Popen(
        [str(python()), "-s", "-P", "-c", BOOT, str(PACKAGE / "__init__.py"), str(len(words)), *words, *paths()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(), cwd=PACKAGE,
    )  # fmt: skip
    content: list[bytes] = []
    reader = Thread(target=lambda: content.append(process.stdout.read()), daemon=True)  # type: ignore[union-attr]
    with process:
        try:
            reader.start()
            while reader.is_alive() and not called():
                reader.join(POLL_INTERVAL)
            return content[0] if not reader.is_alive() and process.wait() == 0 else None
        finally:
            process.kill()


def paths() -> list[str]:
    """Return where packages are looked for: not in the current folder, which ``python -m`` puts
    first.
    """
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # it was removed
        here = ""
    return [path for path in sys.path if os.path.isabs(path) and os.path.realpath(path) != here]


def knows_processor(name: str) -> bool:
    """Whether LLVM can compile for a processor of this name; it would end this process if not."""
    if python() is None:
        return True
    done = subprocess.run(
        [str(python()), "-s", "-P", "-c", TRY, name, *paths()],
        stdin=subprocess.DEVNULL, capture_output=True, env=environment(), cwd=PACKAGE,
    )  # fmt: skip
    return done.returncode == 0 and not done.stderr


def environment() -> dict[str, str]:
    """Return the environment without variables that Python or Numba read, and with those that
    make the outcome always the same.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "NUMBA"))
    }
    return {
        **kept,
        "PYTHONHASHSEED": "0",
        "NUMBA_CPU_NAME": TARGET,
        "NUMBA_CPU_FEATURES": "",
        "GUDGEON_MACHINE": MACHINE,
        "GUDGEON_TARGET": TARGET,
    }


def main(name: str, module: str, *recipe: str) -> None:
    """Compile a unit and write its object file to the standard output; whatever else is printed
    goes to the standard error.
    """
    out = os.dup(1)
    os.dup2(2, 1)
    # Numba would import it for its linear algebra, which no kernel uses, and that takes long
    sys.modules["scipy"] = None  # type: ignore[assignment]
    from . import compiler
    from .compile_units import UNITS

    # what Numba makes lives as long as this process: looking for what does not takes a fifth of the time
    gc.disable()
    compiler.spare_nested_code()
    there = import_module(module)
    if recipe:
        getattr(there, recipe[0])(*recipe[1:])
    content = compiler.object_code(UNITS[name].functions())
    with open(out, "wb") as file:
        file.write(content)
