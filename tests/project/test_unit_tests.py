"""Every module has a unit test of its name, or stands here with the reason."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXEMPT: dict[str, tuple[str, ...]] = {  # reason: modules; a new module needs its test
    "told apart by every kernel, and by unit/_base/test_jit.py and test_machine_code.py": (
        "_base/compiler.py",
        "_base/intrinsics.py",
    ),
    "contacts, films and steps have answers only in motion: closed forms in tests/physics": (
        "kernels/joints/contact_forces.py",
        "kernels/joints/contacts.py",
        "kernels/stepping_loops.py",
    ),
}


def untested() -> list[str]:
    """Return the modules without a unit test of their name."""
    package, tests = ROOT / "gudgeon", ROOT / "tests" / "unit"
    modules = [
        path.relative_to(package)
        for path in sorted(package.rglob("*.py"))
        if path.name != "__init__.py"
    ]
    return [
        module.as_posix()
        for module in modules
        if not (tests / module.with_name(f"test_{module.name}")).exists()
    ]


def test_every_module_has_a_unit_test_or_a_reason() -> None:
    """Both ways: a new module needs its test, and one that has got it leaves the list."""
    assert untested() == sorted(module for modules in EXEMPT.values() for module in modules)
