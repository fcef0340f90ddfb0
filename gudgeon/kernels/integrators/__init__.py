"""Integrators, one method per file; base.py has the contract."""

from importlib import import_module
from typing import Any

METHODS = {
    "rk4": "Runge-Kutta of order 4 with fixed steps",
    "tsit5": "Runge-Kutta of order 5 (Tsitouras)",
    "dop853": "Runge-Kutta of order 8 (Dormand and Prince); best for smooth motion",
    "radau": "Radau IIA of order 5, implicit; for stiff mechanisms",
    "adams": "Adams-Bashforth-Moulton with variable order and step (PECE)",
    "bdf": "backward differentiation (Gear), orders 1 to 5, implicit",
}


def memory(method: str, n: int, n_e: int) -> Any:
    """Return the memory of a method for a state of length n, of which the last n_e entries are the energy ledger."""
    return import_module(f".{method}", __name__).memory(n, n_e)
