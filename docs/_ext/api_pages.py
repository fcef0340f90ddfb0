"""The reference of all public names, from ``gudgeon.__all__``; the text of each is its
docstring, read by autodoc.
"""

import dataclasses
import inspect
import re

import gudgeon as gd
from gudgeon._base.description import Description
from gudgeon.laws import Law
from gudgeon.model.files.json_schema import slots

GROUPS = {
    "describing": "Describing",
    "laws": "Laws",
    "running": "Simulation and results",
    "parts": "Parts of results",
    "modules": "Modules",
}
SECTIONS = {"gudgeon.model": "describing", "gudgeon.laws": "laws"}
PARTS = (
    "results.outcome.Outcome", "results.outcome.Peak", "results.energy.Energy", "results.bodies.BodyResult",
    "results.drivers.DriverResult", "results.contacts.ContactResult", "results.channels.Channel", "results.joints.JointResult",
    "results.impacts.Impacts", "results.impacts.Impact",
)  # fmt: skip
MODULES = ("plotting", "report")  # whose functions are meant to be called as gudgeon.plotting.orbit
# whose members everyone inherits
BASES = "Law, Description, Exception, RuntimeError, Enum, tuple, Sequence, Mapping"


def group(name: str) -> str:
    """Return where a public name belongs, by the module in which it is defined."""
    module = getattr(getattr(gd, name), "__module__", None) or "gudgeon.laws"
    return next(
        (section for prefix, section in SECTIONS.items() if module.startswith(prefix)), "running"
    )


def entry(name: str, thing: object) -> str:
    """Return the directive for one name."""
    if inspect.isclass(thing):
        members = (
            ""
            if issubclass(thing, Law)
            else f"   :members:\n   :inherited-members: {BASES}\n   :exclude-members: check\n"
        )
        return f".. autoclass:: gudgeon.{name}\n{members}"
    if inspect.isroutine(thing):
        return f".. autofunction:: gudgeon.{name}\n"
    return f".. py:data:: gudgeon.{name}\n\n   Every law there is, by family and name in files.\n"


def page(section: str) -> str:
    """Return the page of one group of names."""
    if section == "parts":
        entries = [
            f".. autoclass:: gudgeon.{name}\n   :members:\n   :inherited-members: {BASES}\n"
            for name in PARTS
        ]
    elif section == "modules":
        entries = [
            f"gudgeon.{name}\n{'-' * (len(name) + 8)}\n\n.. automodule:: gudgeon.{name}\n   "
            ":members:\n"
            for name in MODULES
        ]
    else:
        names = sorted((name for name in gd.__all__ if group(name) == section), key=str.lower)
        entries = [entry(name, getattr(gd, name)) for name in names]
    title = GROUPS[section]
    return "\n".join([title, "=" * len(title), "", *entries])


def pages() -> dict[str, str]:
    """Return the pages of the reference by their paths."""
    listed = "\n".join(f"   {section}" for section in GROUPS)
    index = (
        "Public names\n============\n\nEverything that ``import gudgeon as gd`` gives, by "
        f"name.\n\n.. toctree::\n\n{listed}\n"
    )
    return {"api/index.rst": index} | {f"api/{section}.rst": page(section) for section in GROUPS}


def complete(app, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Let the signs of formulas in a docstring stand for themselves; add the fields of a
    description, with units and bounds.
    """
    # indented is code
    lines[:] = [line if line.startswith(" ") else escaped(line) for line in lines]
    if (
        inspect.isclass(thing)
        and issubclass(thing, Description)
        and dataclasses.is_dataclass(thing)
    ):
        lines += ["", *(f":param {key}: {escaped(text)}" for key, text in fields(thing))]


def escaped(line: str) -> str:
    """Return a line in which only literals and roles are marked up."""
    parts = re.split(r"(``[^`]+``|:\w+:`[^`]+`)", line)
    return "".join(part if "`" in part else re.sub(r"([*|])", r"\\\1", part) for part in parts)


def fields(cls: type[Description]) -> list[tuple[str, str]]:
    """Return the fields of a description and what they mean."""
    found = []
    for key, slot in slots(cls).items():
        limits = (
            "".join(f", {sign} {bound:g}" for sign, bound in slot.quantity.bounds)
            if slot.quantity
            else ""
        )
        choices = (
            f" ({' or '.join(map(str, slot.field.metadata.get('choices') or ()))})"
            if slot.field.metadata.get("choices")
            else ""
        )
        found.append((key, f"{slot.help}{limits}{choices}"))
    return found
