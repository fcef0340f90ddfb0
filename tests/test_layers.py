"""The layers of the package: who may import whom, and what must not be loaded before it is needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gudgeon"
FILES = sorted(path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py"))
COMPILER = {"numba", "llvmlite"}
HEAVY = {"scipy", "matplotlib", "h5py", "xarray", "rich", "ruamel", "h5netcdf"}
BELOW = {
    "simulate", "runner", "compiling", "results", "parts", "impacts", "modes", "advice", "storage", "files", "library", "plot", "cli",
    "trees", "settings", "words",
}  # fmt: skip


def imports(module: Path) -> Iterator[tuple[str, bool]]:
    """Yield (name, lazy) of everything a module imports; our own names begin with a dot, from the package's root.

    Lazy is what stands inside a function, or is seen by type checkers only.
    """
    tree = ast.parse((PACKAGE / module).with_suffix(".py").read_text(encoding="utf-8"))
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) or _for_type_checkers(function)
        for node in ast.walk(function)
    }
    package = module.parent.parts
    for node in ast.walk(tree):
        lazy = id(node) in inside
        if isinstance(node, ast.Import):
            yield from ((_own(alias.name), lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                base = _own(node.module or "")
            else:
                above = package[: len(package) - node.level + 1]
                base = "." + ".".join((*above, *filter(None, [node.module])))
            yield base, lazy
            if base == ".":  # `from . import x` in the root names the module x
                yield from ((f".{alias.name}", lazy) for alias in node.names)


def _for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _own(name: str) -> str:
    return "." + name.removeprefix("gudgeon").lstrip(".") if name.split(".")[0] == "gudgeon" else name


def layer(name: str) -> str:
    """Return the first part of one of our own names: ``.kernels.linear`` is in ``kernels``."""
    return name[1:].split(".")[0]


def ours(module: Path) -> set[tuple[str, bool]]:
    return {(layer(name), lazy) for name, lazy in imports(module) if name.startswith(".") and name != "."}


def within(folder: str) -> list[Path]:
    return [module for module in FILES if module.parts[0] == folder]


def test_the_walk_sees_imports_at_all() -> None:
    assert ("numba", False) in set(imports(Path("_jit")))
    assert ("_jit", True) in ours(Path("laws/_law"))
    assert ("laws", False) in ours(Path("mechanism/drivers"))


@pytest.mark.parametrize("module", FILES, ids=str)
def test_only_three_files_know_the_compiler(module: Path) -> None:
    used = {name.split(".")[0] for name, _ in imports(module)} & COMPILER
    assert not used or str(module) in ("_jit", "_cache", "_pointer"), f"{module} imports {used}; use _jit or _pointer"


@pytest.mark.parametrize("module", FILES, ids=str)
def test_heavy_packages_are_imported_inside_functions(module: Path) -> None:
    eager = {name.split(".")[0] for name, lazy in imports(module) if not lazy} & HEAVY
    assert not eager, f"{module} imports {eager} at its top"


@pytest.mark.parametrize("module", within("laws"), ids=str)
def test_laws_know_no_mechanism_and_compile_only_when_asked(module: Path) -> None:
    eager = {name for name, lazy in ours(module) if not lazy}
    assert eager <= {"laws", "_errors", "_fields", "_units"}
    assert {name for name, _ in ours(module)} <= eager | {"_jit", "_pointer"}


@pytest.mark.parametrize("module", within("mechanism"), ids=str)
def test_descriptions_import_only_laws(module: Path) -> None:
    assert {name for name, _ in ours(module)} <= {"mechanism", "laws", "_errors", "_fields", "_units"}


@pytest.mark.parametrize("module", within("kernels"), ids=str)
def test_kernels_know_records_and_addresses_only(module: Path) -> None:
    assert {name for name, _ in ours(module)} <= {"kernels", "_jit", "_pointer"}


@pytest.mark.parametrize("module", [*within("laws"), *within("mechanism"), *within("kernels"), *within("assembly")], ids=str)
def test_nothing_inner_imports_the_edge(module: Path) -> None:
    assert not {name for name, _ in ours(module)} & BELOW


def loaded_after(statement: str) -> set[str]:
    """Return the top-level packages that are loaded in a fresh interpreter after a statement."""
    report = "import sys; print('loaded:', *{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", f"{statement}\n{report}"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


@pytest.mark.parametrize(
    "statement",
    [
        "import gudgeon",
        "import gudgeon as gd; gd.Body('a', mass=1, inertia=(1, 1, 1)); gd.ConstantSpeed(1.0)",
        "from click.testing import CliRunner; from gudgeon.cli import main\nassert CliRunner().invoke(main, ['--help']).exit_code == 0",
    ],
    ids=["import", "describe", "help"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(statement: str) -> None:
    assert not loaded_after(statement) & (COMPILER | HEAVY)


def test_no_file_outgrows_the_head() -> None:
    """Aim at 400 lines; tables of coefficients and the like may be somewhat longer, 600 is too much."""
    long = {str(module): len((PACKAGE / module).with_suffix(".py").read_text(encoding="utf-8").splitlines()) for module in FILES}
    assert not {name: lines for name, lines in long.items() if lines > 600}
