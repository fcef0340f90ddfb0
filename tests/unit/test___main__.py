"""``python -m gudgeon``, and what type checkers see of the package."""

import subprocess
import sys
from pathlib import Path

import gudgeon as gd

SCRIPT = """
import gudgeon as gd

reveal_type(gd.simulate(gd.library("four-bar"), 0.1).t)
reveal_type(gd.equilibrium("four-bar").linearize().frequencies)
gd.simulate(3)
"""


def test_the_package_runs_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "gudgeon", "library"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0
    assert "four-bar" in done.stdout


def test_a_strict_type_checker_sees_the_types(tmp_path):
    assert (Path(gd.__file__).parent / "py.typed").exists()
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    shown = [line for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(shown) == 2 and all("ndarray" in line for line in shown), done.stdout
    assert 'Argument 1 to "simulate" has incompatible type "int"' in done.stdout


def test_every_name_that_is_imported_later_is_told_to_type_checkers():
    text = Path(gd.__file__).read_text(encoding="utf-8")
    for name in gd._LATER:
        assert f"{name} as {name}" in text
