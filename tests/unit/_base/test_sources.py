"""Which sources a unit is made from: found through imports; a change of one changes its stamp
and no other.
"""

import shutil
import sys
from pathlib import Path

import pytest

from gudgeon._base import sources
from gudgeon._base.sources import closure, imported, stamp


def names(paths) -> set[str]:
    return {path.relative_to(sources.ROOT).as_posix() for path in paths}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, in which files can be edited."""
    root = tmp_path / "gudgeon"
    for name in ("_base", "kernels", "laws"):
        shutil.copytree(
            sources.ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    monkeypatch.setattr(sources, "ROOT", root)
    return root


def edit(path: Path) -> None:
    path.write_text(path.read_text() + "\n# edited\n")
    sources._digest.cache_clear()
    sources.imported.cache_clear()


def test_imports_of_every_form_are_seen(package: Path) -> None:
    file = package / "kernels" / "multibody" / "new.py"
    file.write_text(
        "from ..records import A\nfrom . import vectors as v, schur\nfrom .. import "
        "quadrature\nfrom ..._base.jit import part\n"
        "from .forces import (\n    push,  # comment, kinematics\n    pull,\n)\n\ndef f():\n    "
        "from .constraints import g\n"
    )
    found = {path.relative_to(package / "kernels").as_posix() for path in imported(file)}
    wanted = {f"multibody/{name}.py" for name in ("vectors", "schur", "forces", "constraints")} | {
        "records.py",
        "quadrature.py",
    }
    assert found - {"__init__.py", "multibody/__init__.py"} == wanted


def test_a_stepping_loop_is_made_from_its_own_method_and_no_other() -> None:
    roots = [
        sources.ROOT / "kernels" / "stepping_loops.py",
        sources.ROOT / "kernels" / "integrators" / "rk4.py",
    ]
    found = names(closure(roots))
    assert {
        "kernels/integrators/rk4.py",
        "kernels/integrators/common/runge_kutta.py",
        "kernels/stepping/loop.py",
        "kernels/records.py",
    } <= found
    assert not found & {
        f"kernels/integrators/{name}.py" for name in ("bdf", "radau", "adams", "dop853", "tsit5")
    }


UNITS = {
    "rk4": ("gudgeon.kernels.stepping_loops", "gudgeon.kernels.integrators.rk4"),
    "bdf": ("gudgeon.kernels.stepping_loops", "gudgeon.kernels.integrators.bdf"),
    "evaluate": ("gudgeon.kernels.entry_points",),
    "films": ("gudgeon.kernels.joints.films",),
    "laws": ("gudgeon.laws",),
}


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("kernels/integrators/rk4.py", {"rk4"}),
        ("kernels/integrators/common/newton.py", {"bdf"}),
        ("kernels/joints/films.py", {"films"}),
        ("kernels/multibody/vectors.py", {"rk4", "bdf", "evaluate", "films"}),
        ("laws/friction.py", {"laws"}),
        ("_base/intrinsics.py", set(UNITS)),
        ("_base/elementary.py", set(UNITS)),
        ("_base/elementary_tables.py", set(UNITS)),
        ("_base/linear_algebra.py", set(UNITS)),  # coefficients of methods are constants of units
        ("_base/compile_cache.py", set()),
    ],
)
def test_an_edit_changes_the_stamps_of_what_is_made_from_the_file(
    package: Path, file: str, changed: set[str]
) -> None:
    before = {name: stamp(modules) for name, modules in UNITS.items()}
    edit(package / file)
    assert {name for name, modules in UNITS.items() if stamp(modules) != before[name]} == changed


def test_a_frozen_application_needs_no_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert sources.hash_of([tmp_path / "gone.py"]) == sources.hash_of([])
    before = sources.hash_of([])
    monkeypatch.setattr(sys, "executable", str(Path(__file__)))
    assert sources.hash_of([]) != before
