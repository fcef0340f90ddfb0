"""The layers of the package: who may import whom, and what must not be loaded before it is
needed.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
from importlinter.api import use_cases

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gudgeon"
FILES = sorted(path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py"))
COMPILER = {"numba", "llvmlite"}
HEAVY = {"scipy", "matplotlib", "h5py", "xarray", "rich", "ruamel", "h5netcdf"}


def imports(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield (module, name, lazy) of everything a file imports; lazy is what stands inside a
    function, or is for type checkers only.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, (ast.FunctionDef, ast.AsyncFunctionDef)) or _for_type_checkers(block)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "", id(node) in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((module, alias.name, id(node) in inside) for alias in node.names)


def _for_type_checkers(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def source(module: Path) -> Path:
    return (PACKAGE / module).with_suffix(".py")


def test_the_walk_sees_imports_at_all() -> None:
    assert ("numba", "cfunc", False) in set(imports(source(Path("_base/compiler"))))
    assert ("..laws", "Signal", False) in set(imports(source(Path("model/drivers"))))


def test_the_root_can_be_read_at_a_glance() -> None:
    fixed = {"__pycache__", "__main__.py", "py.typed"}  # names that Python asks for
    entries = [path for path in PACKAGE.iterdir() if path.name not in fixed]
    assert len(entries) <= 12
    assert [path.name for path in entries if path.is_file()] == ["__init__.py"]


def test_a_layer_imports_only_layers_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contracts stand in pyproject.toml; imports inside functions and indirect ones count."""
    monkeypatch.chdir(ROOT)
    assert use_cases.lint_imports(cache_dir=None)


def test_no_import_cycle_has_more_than_three_modules() -> None:
    """Imports inside functions count, those for type checkers do not."""
    graph = grimp.build_graph("gudgeon", exclude_type_checking_imports=True, cache_dir=None)
    below = {
        module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules
    }
    largest = max(components(below), key=len)
    assert len(largest) <= 3, sorted(largest)


def components(below: dict[str, set[str]]) -> list[set[str]]:
    """Return the strongly connected components of a graph: what is reached from a module and
    reaches it.
    """
    above: dict[str, set[str]] = {module: set() for module in below}
    for module, others in below.items():
        for other in others:
            above[other].add(module)

    def reached(start: str, edges: dict[str, set[str]]) -> set[str]:
        found, ahead = {start}, [start]
        while ahead:
            new = edges[ahead.pop()] - found
            found |= new
            ahead += new
        return found

    return [reached(module, below) & reached(module, above) for module in below]


def test_no_private_name_is_imported_by_another_module() -> None:
    sources = [
        path
        for folder in ("gudgeon", "gallery", "docs", "benchmarks", "examples")
        for path in (ROOT / folder).rglob("*.py")
    ]
    private = [
        f"{path.relative_to(ROOT)}: {module} import {name}"
        for path in sources
        for module, name, _ in imports(path)
        if name.startswith("_")
        and not name.startswith("__")
        and (module.startswith(".") or module.split(".")[0].startswith("gudgeon"))
    ]
    assert not private


@pytest.mark.parametrize("module", FILES, ids=str)
def test_only_three_files_know_the_compiler(module: Path) -> None:
    used = {name.split(".")[0] for name, _, _ in imports(source(module))} & COMPILER
    knowing = ("_base/compiler", "_base/intrinsics", "_base/machine_code")
    assert not used or module.as_posix() in knowing, (
        f"{module} imports {used}; use the decorators, or function_pointers"
    )


@pytest.mark.parametrize("module", FILES, ids=str)
def test_heavy_packages_are_imported_inside_functions(module: Path) -> None:
    eager = {name.split(".")[0] for name, _, lazy in imports(source(module)) if not lazy} & HEAVY
    assert not eager, f"{module} imports {eager} at its top"


def loaded_after(statement: str) -> set[str]:
    """Return the top-level packages that are loaded in a fresh interpreter after a statement."""
    report = "import sys; print('loaded:', *{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\n{report}"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


@pytest.mark.parametrize(
    "statement",
    [
        "import gudgeon",
        "import gudgeon as gd; gd.Body('a', mass=1, inertia=(1, 1, 1)); gd.ConstantSpeed(1.0)",
        "from click.testing import CliRunner; from gudgeon.cli.main import main\n"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0",
    ],
    ids=["import", "describe", "help"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(statement: str) -> None:
    assert not loaded_after(statement) & (COMPILER | HEAVY)


def test_no_file_outgrows_the_head() -> None:
    """Aim at 400 lines; tables of coefficients and the like may be somewhat longer, 600 is too
    much.
    """
    long = {
        str(module): len(source(module).read_text(encoding="utf-8").splitlines())
        for module in FILES
    }
    assert not {name: lines for name, lines in long.items() if lines > 600}
