"""Integrators, one method per file; base.py has the contract."""

from importlib import import_module
from typing import Any

from .base import Size

__all__ = ["METHODS", "Size", "memory"]

METHODS = {
    "rk4": "Runge-Kutta of order 4 with fixed steps",
    "tsit5": "Runge-Kutta of order 5 (Tsitouras)",
    "dop853": "Runge-Kutta of order 8 (Dormand and Prince); best for smooth motion",
    "radau": "Radau IIA of order 5, implicit; for stiff mechanisms",
    "adams": "Adams-Bashforth-Moulton with variable order and step (PECE)",
    "bdf": "backward differentiation (Gear), orders 1 to 5, implicit",
}


def memory(method: str, size: Size) -> Any:
    """Return the memory of a method for a mechanism."""
    return import_module(f".{method}", __name__).memory(size)
