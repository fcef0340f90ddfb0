"""Integrators: a file is a method of its name, found without being listed; common/base.py has the
contract.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ..._base.discovery import module_names

if TYPE_CHECKING:
    from .common.base import Method

METHODS = module_names(__path__)


class Size(NamedTuple):
    """How long the state of a mechanism is, and of what it consists."""

    n: int  # entries in all
    n_v: int = 0  # velocities
    n_z: int = 0  # bristles of friction
    n_e: int = 0  # energy ledger
    dof: int = 0  # degrees of freedom


def memory(method: str, size: Size) -> Any:
    """Return the memory of a method for a mechanism."""
    return import_module(f".{method}", __name__).memory(size)


def registered(method: str) -> "Method":
    """Return what a method has registered: its functions, and of what kind it is."""
    from .common.base import REGISTERED

    return REGISTERED[type(memory(method, Size(1)))]
