"""What is installed and what is checked: versions are locked with the hashes of their files, and
one script checks everything.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = sorted((ROOT / "requirements").glob("*.txt"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.name)
def test_every_requirement_has_a_version_and_hashes(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[a-z0-9._-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize(
    "path",
    [*LOCKED, ROOT / "requirements" / "lock.sh", ROOT / ".ci" / "run"],
    ids=lambda path: path.name,
)
def test_no_package_index_is_named(path: Path) -> None:
    assert "://" not in path.read_text(encoding="utf-8")


def test_nothing_is_installed_that_is_not_locked() -> None:
    installs = [
        line.strip() for line in MAKEFILE.splitlines() if line.startswith("\t") and "$(PIP)" in line
    ]
    assert len(installs) == 6
    for line in installs:
        assert (
            "--require-hashes -r requirements/" in line
            or line == "$(PIP) --no-deps --no-build-isolation --editable . --editable ./gallery"
        )


def test_what_compiles_is_locked_as_everything_else_is() -> None:
    """It is installed first, so that kernels are compiled while the rest is installed."""
    base, first = (
        {line for line in path.read_text(encoding="utf-8").splitlines() if "==" in line}
        for path in (ROOT / "requirements" / "base.txt", ROOT / "requirements" / "compile.txt")
    )
    assert first <= base and {line.partition("==")[0] for line in first} == {
        "llvmlite",
        "numba",
        "numpy",
    }
    recipe = MAKEFILE.partition("$(VENV)/.installed:")[2]
    order = (
        "requirements/compile.txt\n",
        "$(AHEAD)' >/dev/null 2>&1 &\n",
        "-r requirements/base.txt",
    )
    assert sorted(order, key=recipe.index) == list(order)


def test_one_script_checks_everything() -> None:
    steps = [
        line
        for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
        if line.startswith("make ")
    ]
    assert {"make test", "make lint", "make page", "make test-generic", "make test-wheel"} == set(
        steps
    )
    for step in steps:
        assert re.search(rf"^{step.removeprefix('make ')}:", MAKEFILE, re.MULTILINE)
