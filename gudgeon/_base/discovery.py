"""Folders whose modules register what they define: importing the folder imports them all, and no
list of them is kept.
"""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules


def import_modules(package: str, folders: Iterable[str]) -> None:
    """Import the modules of a package that are not imported yet, by the alphabet."""
    for name in sorted(module.name for module in iter_modules(folders)):
        import_module(f"{package}.{name}")
