"""Every module has a unit test of its name, or stands here with the reason."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXEMPT = {
    "_base/jit.py": "tested by every kernel, and by test_compile_cache",
    "_base/function_pointers.py": "how laws are called: unit/laws/test_base.py by tests/support/law_samples.py",
    "assembly/*": "what is assembled is judged by tests/physics and by unit/kernels/multibody against dense equations",
    "cli/commands/plot.py": "in unit/cli/commands/test_run.py, on the result of a run",
    "kernels/*.py": "records, entry points and stepping have no answer of their own; events and rows are tested in tests/physics",
    "kernels/integrators/*": "all methods in unit/kernels/integrators/test_integrators.py, tables in test_runge_kutta.py",
    "kernels/joints/*": "closed forms of contacts, films and bushings in tests/physics",
    "kernels/multibody/*": "every term against dense equations in test_equations.py",
    "laws/custom_force.py": "in unit/laws/test_base.py with all families, and unit/model/test_loads.py",
    "laws/reynolds_table.py": "in unit/laws/test_film.py, with the law that reads it",
    "model/*": "descriptions of all kinds are tested together: unit/model/test_*.py, unit/model/joints, unit/model/library",
    "plotting/*": "figures of all kinds in unit/plotting/test_results.py and unit/studies",
    "report/*": "the page in unit/report/test_page.py and tests/browser",
    "results/*": "parts of a result in unit/results/test_result.py and test_joints.py",
    "simulation/*": "what a run needs in unit/simulation/test_runner.py and test_simulate.py",
}


def untested() -> list[str]:
    """Return the modules without a unit test of their name."""
    package, tests = ROOT / "gudgeon", ROOT / "tests" / "unit"
    modules = [path.relative_to(package) for path in sorted(package.rglob("*.py")) if path.name != "__init__.py"]
    return [module.as_posix() for module in modules if not (tests / module.with_name(f"test_{module.name}")).exists()]


def test_every_module_has_a_unit_test_or_a_reason() -> None:
    assert [module for module in untested() if not any(fnmatch(module, pattern) for pattern in EXEMPT)] == []


@pytest.mark.parametrize("pattern", EXEMPT)
def test_every_exemption_is_needed(pattern: str) -> None:
    assert any(fnmatch(module, pattern) for module in untested())
