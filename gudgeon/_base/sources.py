"""Which sources a unit is compiled from: its modules, what they import of kernels and laws, and
whatever compiles. Their hash is its stamp.

A module that is imported only inside a function counts as well. So editing an integrator changes
the stamp of one stepping loop, and never a stale unit runs.
"""

import os
import re
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
# of _base: what they are changes the code of every unit
COMPILING = (
    "decorators",
    "function_pointers",
    "intrinsics",
    "compiler",
    "compiled_elementary",
    "elementary",
    "elementary_tables",
    "linear_algebra",
)
COMPILED = ("kernels", "laws")
IMPORT = re.compile(
    rb"^[ \t]*from[ \t]+(\.+)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE
)


def stamp(modules: Iterable[str]) -> str:
    """Return a hash of all the sources that code in these modules is compiled from."""
    return hash_of(files(modules))


def files(modules: Iterable[str]) -> set[Path]:
    """Return all the files that code in these modules is compiled from."""
    compiling = [ROOT / "_base" / f"{name}.py" for name in COMPILING]
    return {*compiling, *closure(_path(module.split(".")[1:]) for module in modules)}


def closure(paths: Iterable[Path]) -> set[Path]:
    """Return files with all that they import of kernels and laws, directly or not."""
    found: set[Path] = set()
    new = [path for path in paths if path.is_file()]
    while new:
        path = new.pop()
        if path not in found:
            found.add(path)
            new += imported(path)
    return found


@cache
def imported(path: Path) -> tuple[Path, ...]:
    """Return the files of kernels and laws that a file imports."""
    package, files = path.relative_to(ROOT).parts[:-1], []
    for dots, module, names in IMPORT.findall(path.read_bytes()):
        base = [*package[: len(package) + 1 - len(dots)], *filter(None, module.decode().split("."))]
        places = [
            base,
            *([*base, name] for name in re.findall(r"\w+", re.sub("#.*", "", names.decode()))),
        ]
        files += [_path(place) for place in places if place and place[0] in COMPILED]
    return tuple(file for file in dict.fromkeys(files) if file.is_file())


def _path(place: list[str]) -> Path:
    folder = ROOT.joinpath(*place)
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def hash_of(paths: Iterable[Path]) -> str:
    """Return a hash of sources."""
    return hash_of_named(path.relative_to(ROOT).as_posix() for path in paths)


def hash_of_named(names: Iterable[str]) -> str:
    """Return a hash of sources, named as in the package's folder; in a frozen application, which
    has none, of what tells one application from another.
    """
    digest = sha256()
    if getattr(sys, "frozen", False):
        application = os.stat(sys.executable)
        digest.update(f"{sys.executable} {application.st_size} {application.st_mtime_ns}".encode())
        return digest.hexdigest()
    for name in sorted(names, key=lambda name: name.split("/")):
        digest.update(name.encode() + _digest(f"{ROOT}/{name}"))
    return digest.hexdigest()


@cache
def _digest(path: str) -> bytes:
    with open(path, "rb") as file:
        return sha256(file.read()).digest()


@cache
def core_stamp() -> str:
    """Return a hash of the sources of all kernels and laws."""
    return hash_of(path for name in COMPILED for path in (ROOT / name).rglob("*.py"))
