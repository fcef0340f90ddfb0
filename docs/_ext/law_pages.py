"""A page for each family of laws, with a section for each law, from the registry."""

import math
from pathlib import Path

from markup import (
    bounds,
    escaped,
    fence,
    formula,
    in_file,
    indexed,
    number,
    prose,
    symbol,
    table,
    unit,
)

from gudgeon.laws import FAMILIES, REGISTRY, Law, file_name
from gudgeon.model.files.serialize import tree_of
from gudgeon.model.law_catalogue import energy, headline, parameters, takes_materials
from gudgeon.plotting.laws import plot_law, typical

TITLES = {
    "contact": "Contact laws", "friction": "Friction laws", "film": "Film laws", "characteristic": "Characteristics", "signal": "Signals",
    "interaction": "Interactions",
}  # fmt: skip
KEYS = {
    "contact": "contact",
    "friction": "friction",
    "film": "film",
    "characteristic": "stiffness",
    "signal": "motion",
}
READ_ON = {
    "contact": "[Which to choose, and what rebound each law really "
    "gives](../../laws.md#normal-contact)",
    "friction": "[How they compare](../../laws.md#friction)",
    "film": "[Which to take, and how far the approximations are off](../../laws.md#oil-films)",
    "characteristic": "[Where they are used](../../describing.md#gravity-loads-and-springs)",
    "signal": "[Where they are used](../../describing.md#drivers)",
    "interaction": "[An example](../../extending.md#a-force-between-bodies)",
}


def families() -> dict[str, list[type[Law]]]:
    """Return the laws of gudgeon itself by family, in the order of the pages."""
    found: dict[str, list[type[Law]]] = {family: [] for family in (*TITLES, *FAMILIES)}
    for (family, _), cls in REGISTRY.items():
        if cls.__module__.startswith("gudgeon."):
            found[family].append(cls)
    return found


def page(family: str, laws: list[type[Law]], figures: bool) -> str:
    """Return the page of a family."""
    parts = [f"# {TITLES.get(family, family)}"]
    for base in FAMILIES[family]:
        inputs = ", ".join(f"`{name}`" for name, _ in base.inputs)
        parts.append(
            f"**`gd.{base.__name__}`**, a function of {inputs} that returns "
            f"{', '.join(f'`{output}`' for output in base.outputs)}."
        )
        parts.append(prose(base.__doc__ or ""))
    parts.append(f"{READ_ON[family]}; [how to write your own](../../extending.md).")
    if laws:
        rows = [
            [
                f"[`{file_name(cls)}`](#{file_name(cls)})",
                f"`{cls.__name__}`",
                escaped(headline(cls)),
            ]
            for cls in laws
        ]
        parts.append(table(["name in files", "in Python", ""], rows))
        parts.append(fence("python", "import gudgeon as gd"))
    else:
        parts.append("gudgeon has none of its own; these laws are yours to write.")
        parts.append("![A law of your own](../../figures/extending.png)")
    return "\n\n".join([*parts, *(section(cls, figures) for cls in laws)]) + "\n"


def section(cls: type[Law], figures: bool) -> str:
    """Return the section of one law."""
    name = file_name(cls)
    law, assumed = typical(f"{cls.family}.{name}", {})
    parts = [f"## {name}", prose(cls.__doc__ or ""), formula(cls.equation())]
    rows = [
        [
            f"`{parameter.name}`",
            symbol(parameter.symbol),
            escaped(parameter.meaning),
            unit(parameter.unit),
            bounds(parameter.bounds),
            parameter.default,
        ]
        for parameter in parameters(cls)
    ]
    parts.append(table(["parameter", "symbol", "meaning", "unit", "bounds", "default"], rows))
    parts += facts(cls, law)
    given = ", ".join(f"{key}={number(value)}" for key, value in assumed.items())
    inputs = law.trials[len(law.trials) // 2] if law.trials else (0.1,) * len(law.inputs)
    parts.append(
        fence(
            "python",
            f"law = gd.{cls.__name__}({given})\nprint(law({', '.join(map(number, inputs))}))",
        )
    )
    parts.append(fence("yaml", in_file({KEYS[cls.family]: tree_of(law)})))
    if figures:
        parts.append(f"![{escaped(headline(cls))}](../figures/law-{cls.family}-{name}.svg)")
    return "\n\n".join(parts)


def facts(cls: type[Law], law: Law) -> list[str]:
    """Return what else holds for a law: energy, range, rebound, stiffness from materials."""
    found = []
    if energy(cls):
        found.append(f"Energy that it can give back: {indexed(energy(cls))}.")
    elif cls.potential_inputs:
        found.append(
            "It states no energy that it can give back: all work counts as lost until it comes "
            "back."
        )
    if "potential" in cls.outputs:
        found.append(
            "As a spring it stores the integral of the force, which it returns beside the force."
        )
    if math.isfinite(getattr(law, "max_penetration", math.inf)):
        found.append(
            f"With the parameters below it holds up to a penetration of {law.max_penetration:.3g} "
            "m."
        )  # type: ignore[attr-defined]
    if getattr(law, "rebound", None) is not None and law.rebound() is not None:  # type: ignore[attr-defined]
        found.append(
            f"With the parameters below a free impact rebounds with {law.rebound():.3g} of its "
            "speed."
        )  # type: ignore[attr-defined]
    if takes_materials(cls):
        found.append(
            f"`gd.{cls.__name__}.from_materials(...)` takes moduli and radii instead of the "
            "stiffness or modulus."
        )
    return [" ".join(found)] if found else []


def draw(folder: Path) -> None:
    """Draw every law with the parameters that its section shows."""
    for family, laws in families().items():
        for cls in laws:
            law, _ = typical(f"{family}.{file_name(cls)}", {})
            plot_law(law, folder / f"law-{family}-{file_name(cls)}.svg")


def pages(figures: bool) -> dict[str, str]:
    """Return all pages of laws by their paths."""
    found = {
        f"laws/{family}.md": page(family, laws, figures) for family, laws in families().items()
    }
    lines = [
        "# All laws", "Every law that gudgeon has, by family; `gudgeon laws` prints the same.",
        "![Loops of contact, and friction over speed](../../figures/laws.png)", index("laws", list(families())),
        *(f"## {TITLES[family]}\n\n" + overview(family, laws) for family, laws in families().items()),
    ]  # fmt: skip
    return found | {"laws/index.md": "\n\n".join(lines) + "\n"}


def overview(family: str, laws: list[type[Law]]) -> str:
    """Return a table of the laws of a family with their equations."""
    if not laws:
        return escaped(headline(FAMILIES[family][0]))
    rows = [
        [f"[`{file_name(cls)}`]({family}.md#{file_name(cls)})", indexed(cls.equation())]
        for cls in laws
    ]
    return table(["law", "equation"], rows)


def index(folder: str, names: list[str]) -> str:
    """Return a hidden list of pages for the sidebar."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```"
