"""Modules found in their folders: no list of them is kept."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules


def module_names(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the modules of a package by the alphabet, without those of packages
    inside it; none is imported.
    """
    return tuple(sorted(module.name for module in iter_modules(folders) if not module.ispkg))


def import_modules(package: str, folders: Iterable[str]) -> None:
    """Import the modules of a package that are not imported yet: they register what they define."""
    for name in module_names(folders):
        import_module(f"{package}.{name}")
