"""Integrators, one method per file; base.py has the contract."""

from importlib import import_module
from typing import Any, NamedTuple

METHODS = {
    "rk4": "Runge-Kutta of order 4 with fixed steps",
    "tsit5": "Runge-Kutta of order 5 (Tsitouras)",
    "dop853": "Runge-Kutta of order 8 (Dormand and Prince); best for smooth motion",
    "radau": "Radau IIA of order 5, implicit; for stiff mechanisms",
    "adams": "Adams-Bashforth-Moulton with variable order and step (PECE)",
    "bdf": "backward differentiation (Gear), orders 1 to 5, implicit",
}


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
