"""What there is to say about a law, taken from its class: for the command line, the documentation and notebooks alike."""

from __future__ import annotations

import inspect
from typing import NamedTuple

from .laws import Law
from .schema import from_materials, slots
from .words import short


class Parameter(NamedTuple):
    """One parameter of a law: its name, its letter in the equation, what it means, its unit, its bounds and its default as text."""

    name: str
    symbol: str
    meaning: str
    unit: str
    bounds: str
    default: str


def parameters(cls: type[Law]) -> list[Parameter]:
    """Return the parameters of a law in the order of its symbols; a choice lists its words as bounds."""
    found = []
    for name, slot in slots(cls).items():
        spec, choices = slot.field.metadata.get("quantity"), slot.field.metadata.get("choices", ())
        bounds = ", ".join(f"{sign} {bound:g}" for sign, bound in spec.bounds) if spec else " or ".join(choices)
        default = "" if slot.required or slot.field.default is None else short(slot.field.default)
        meaning = spec.help if spec else str(slot.field.metadata.get("help", ""))
        unit = spec.unit.replace("|", " or ") if spec else ""
        found.append(Parameter(name, spec.symbol if spec else "", meaning, unit, bounds, default))
    return found


def about(cls: type) -> str:
    """Return the docstring of a class as plain text, without the marks of literals."""
    return (inspect.getdoc(cls) or "").replace("``", "")


def headline(cls: type) -> str:
    """Return the first line of the docstring of a class."""
    return about(cls).strip().partition("\n")[0]


def energy(cls: type[Law]) -> str:
    """Return the energy that a law can give back, as an equation; empty where it has none, or where its family knows none."""
    return (inspect.getdoc(cls.potential) or "").partition("\n")[0] if cls.has_potential() else ""  # type: ignore[attr-defined]


def takes_materials(cls: type[Law]) -> bool:
    """Whether a law can be made from moduli and radii."""
    return from_materials(cls) is not None
