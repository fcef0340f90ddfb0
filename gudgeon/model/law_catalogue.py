"""What there is to say about a law, taken from its class: for the command line, the
documentation and notebooks alike.
"""

from __future__ import annotations

import inspect
from textwrap import indent
from typing import NamedTuple

from .._base.errors import InputError, suggestion
from .._base.tables import text_table
from .._base.text import summary_of
from ..laws import FAMILIES, REGISTRY, Law, file_name
from .describe import text_of
from .files.json_schema import from_materials, slots


class Parameter(NamedTuple):
    """One parameter of a law: its name, its letter in the equation, what it means, its unit, its
    bounds and its default as text.
    """

    name: str
    symbol: str
    meaning: str
    unit: str
    bounds: str
    default: str


def parameters(cls: type[Law]) -> list[Parameter]:
    """Return the parameters of a law in the order of its symbols; a choice lists its words as
    bounds.
    """
    found = []
    for name, slot in slots(cls).items():
        # its family says what it is
        if name in cls.beside and name not in vars(cls).get("__annotations__", ()):
            continue
        spec, choices = slot.field.metadata.get("quantity"), slot.field.metadata.get("choices", ())
        bounds = (
            ", ".join(f"{sign} {bound:g}" for sign, bound in spec.bounds)
            if spec
            else " or ".join(choices)
        )
        default = "" if slot.required or slot.field.default is None else text_of(slot.field.default)
        meaning = spec.help if spec else str(slot.field.metadata.get("help", ""))
        unit = spec.unit.replace("|", " or ") if spec else ""
        found.append(Parameter(name, spec.symbol if spec else "", meaning, unit, bounds, default))
    return found


def about(cls: type) -> str:
    """Return the docstring of a class as plain text, without the marks of literals."""
    return (inspect.getdoc(cls) or "").replace("``", "")


def headline(cls: type) -> str:
    """Return the first sentence or two about a class."""
    return summary_of(cls).replace("``", "")


def energy(cls: type[Law]) -> str:
    """Return the energy that a law can give back, as an equation; empty where it has none, or
    where its family knows none.
    """
    return summary_of(cls.potential) if cls.has_potential() else ""  # type: ignore[attr-defined]


def takes_materials(cls: type[Law]) -> bool:
    """Whether a law can be made from moduli and radii."""
    return from_materials(cls) is not None


def listing(name: str | None = None) -> str:
    """Return the laws there are, those of the family ``name``, or the parameters of the law
    ``name``.
    """
    families: dict[str, list[type[Law]]] = {family: [] for family in FAMILIES}
    for (family, _), cls in REGISTRY.items():
        families.setdefault(family, []).append(cls)
    if name is None:
        return "\n\n".join(_family(family, laws) for family, laws in families.items())
    if name in families:
        bases = [f"{base.__name__}: {about(base)}" for base in FAMILIES.get(name, ())]
        return "\n\n".join([*bases, *(_law(cls) for cls in families[name])])
    found = [
        cls for laws in families.values() for cls in laws if name in (file_name(cls), cls.__name__)
    ]
    if not found:
        known = [*families, *(file_name(cls) for laws in families.values() for cls in laws)]
        raise InputError(f"there is no law or family of laws '{name}'.{suggestion(name, known)}")
    return "\n\n".join(_law(cls) for cls in found)


def _family(family: str, laws: list[type[Law]]) -> str:
    lines = [f"{file_name(cls):<22} {headline(cls)}\n{'':25}{cls.equation()}" for cls in laws]
    return "\n".join(
        [
            f"{family}:",
            *(
                f"  {line}"
                for line in lines or [f"none yet; 'gudgeon laws {family}' says how to write one"]
            ),
        ]
    )


def _law(cls: type[Law]) -> str:
    text = [f"  {line}".rstrip() for line in about(cls).splitlines()]
    lines = [
        f"{file_name(cls)} ({cls.__name__}, family {cls.family})",
        *text,
        f"  {cls.equation()}",
    ]
    lines += [f"  {energy(cls)}, what can come back"] if energy(cls) else []
    rows = [
        (parameter.name, parameter.symbol, _meaning(parameter)) for parameter in parameters(cls)
    ]
    return "\n".join([*lines, *([indent(text_table((), rows), "    ")] if rows else [])])


def _meaning(parameter: Parameter) -> str:
    """Return what a parameter means, with its unit, bounds and default."""
    unit = f" [{parameter.unit}]" if parameter.unit else ""
    bounds = (
        (f", {parameter.bounds}" if unit else f" ({parameter.bounds})") if parameter.bounds else ""
    )
    default = f", by default {parameter.default}" if parameter.default else ""
    return f"{parameter.meaning}{unit}{bounds}{default}".strip()
