"""A page for each joint and for each fit, from their classes and from the tables that say which
goes with which.
"""

import dataclasses
from pathlib import Path

import sketches
from law_pages import index
from markup import bounds, escaped, fence, in_file, prose, table, unit

import gudgeon as gd
from gudgeon._base.description import Description
from gudgeon._base.text import summary_of
from gudgeon.assembly.constraint_rows import constraint_rows, row_name
from gudgeon.model import Compliance, Fit, Joint, Play, Stop, files
from gudgeon.model.files.json_schema import Slot, kinds, slots
from gudgeon.model.motions import COORDINATES
from gudgeon.plotting.laws import plot_fit

JOINTS: dict[str, type[Joint]] = dict(sorted(kinds(Joint).items()))  # type: ignore[arg-type]
FITS: dict[str, type[Description]] = {**kinds(Fit), "stops": Stop}
SAID = {
    "point": "(0, 0, 0)",
    "axis": "(0, 0, 1)",
    "axes": "((1, 0, 0), (0, 1, 0))",
    "points": "((0, 0, 0), (0.3, 0, 0))",
}
EXAMPLES = {  # mechanism, joint, and the fit's name in the library
    "clearance": (
        ("planar-slider-crank", "C", "clearance"),
        ("planar-slider-crank", "C", "clearance-bushing"),
    ),
    "bushing": (("planar-slider-crank", "C", "bushing"), ("revolute-slider-crank", "A", "bushing")),
    "lubricated": (("planar-slider-crank", "C", "lubricated"),),
    "stops": (("triple-pendulum", "C", "stops"),),
}
READ_ON = {"ideal": "theory.md#constraints", "clearance": "fits.md#clearance", "bushing": "fits.md#bushings",
           "lubricated": "fits.md#oil-films", "mixed": "fits.md#mixed-joints", "stops": "fits.md#stops"}  # fmt: skip
FIT_TITLES = {name: name.capitalize() for name in FITS}


# -- what both have --------------------------------------------------------------------------------


def fields(cls: type[Description]) -> str:
    """Return the fields of a class as a table."""
    rows = []
    for name, slot in slots(cls).items():
        spec = slot.field.metadata.get("quantity") or slot.quantity
        limits = ", ".join(f"{sign} {bound:g}" for sign, bound in spec.bounds) if spec else ""
        choices = " or ".join(f"`{choice}`" for choice in slot.field.metadata.get("choices") or ())
        meaning = str(slot.field.metadata.get("help") or getattr(spec, "help", ""))
        units = unit(spec.unit.replace("|", " or ")) if spec else ""
        rows.append(
            [f"`{name}`", escaped(meaning), units, bounds(limits) or choices, default(slot)]
        )
    return table(["field", "meaning", "unit", "bounds", "default"], rows)


def default(slot: Slot) -> str:
    """Return what a field is when it is not given."""
    value = slot.field.default
    if slot.required:
        return "**required**"
    if value is None or value == () or value is dataclasses.MISSING:
        return "–"
    return (
        f"`{type(value).__name__}()`"
        if isinstance(value, Description)
        else f"`{value:g}`"
        if isinstance(value, float)
        else f"`{value}`"
    )


# -- joints ----------------------------------------------------------------------------------------


COUPLINGS = {  # another body and what joins it, then the coupling
    "Gear": """gd.Revolute("A", between=("ground", "arm"), point=(0, 0, 0), axis=(0, 0, 1)),
        gd.Revolute("B", between=("ground", "other"), point=(0.5, 0, 0), axis=(0, 0, 1)),
        gd.Gear("J", between=("arm", "other"), wheels=("A.angle", "B.angle"), ratio=-2.5),""",
    "Rack": """gd.Translational("A", between=("ground", "arm"), point=(0, 0, 0), axis=(1, 0, 0)),
        gd.Revolute("B", between=("ground", "other"), point=(0.5, 0, 0), axis=(0, 0, 1)),
        gd.Rack("J", between=("arm", "other"), rack="A.displacement", pinion="B.angle", radius=0.05),""",
    "Screw": """gd.Translational("A", between=("ground", "arm"), point=(0, 0, 0), axis=(1, 0, 0)),
        gd.Revolute("B", between=("ground", "other"), point=(0.5, 0, 0), axis=(1, 0, 0)),
        gd.Screw("J", between=("arm", "other"), nut="A.displacement", screw="B.angle", lead=0.01),""",
}


def example_of_coupling(cls: type[Joint]) -> str:
    """Return two bodies on joints of their own with this coupling, in Python."""
    return "\n".join(
        [
            "import gudgeon as gd",
            "",
            "mechanism = gd.Mechanism(",
            "    gravity=(0, -9.81, 0),",
            "    bodies=[",
            '        gd.Body("arm", mass=1, inertia=gd.Rod(0.6, 0.01, axis="x"), position=(0.3, 0, 0)),',
            '        gd.Body("other", mass=1, inertia=gd.Rod(0.6, 0.01, axis="x"), position=(0.5, 0, 0)),',
            "    ],",
            "    joints=[",
            f"        {COUPLINGS[cls.__name__]}",
            "    ],",
            '    forces=[gd.JointSpring("mesh", joint="J", stiffness=1e4, damping=10)],',
            ")",
            "print(gd.check_model(mechanism).dof)",
        ]
    )


def example(cls: type[Joint]) -> str:
    """Return a mechanism of one body with this joint, in Python."""
    if cls.__name__ in COUPLINGS:
        return example_of_coupling(cls)
    said = ", ".join(f"{name}={text}" for name, text in SAID.items() if name in slots(cls))
    return "\n".join(
        [
            "import gudgeon as gd",
            "",
            "mechanism = gd.Mechanism(",
            "    gravity=(0, -9.81, 0),",
            '    bodies=[gd.Body("arm", mass=1, inertia=gd.Rod(0.6, 0.01, axis="x"), '
            "position=(0.3, 0, 0))],",
            f'    joints=[gd.{cls.__name__}("J", between=("ground", "arm"), {said})],',
            ")",
            "print(gd.check_model(mechanism).dof)",
        ]
    )


def mechanism_of(cls: type[Joint]) -> gd.Mechanism:
    """Return what the example makes."""
    source, namespace = example(cls).rpartition("\n")[0], {}
    exec(source, namespace)
    return namespace["mechanism"]


def coordinates_of(cls: type[Joint], planar: bool = False) -> tuple[str, ...]:
    """Return the coordinates of the joint in the example, which has an axis where it may have
    one.
    """
    return cls.coordinates if planar else mechanism_of(cls).joint("J").coordinates


def held(cls: type[Joint]) -> str:
    """Return what an ideal joint of this kind holds in space, as rows of constraints in words."""
    mechanism = mechanism_of(cls)
    rows = constraint_rows(mechanism.joint("J"), mechanism)
    return ", ".join(map(row_name, rows)) or "nothing"


def possible(cls: type[Joint], fit: str, planar: bool) -> str:
    """Return whether a joint can have a fit, and what that needs or why not."""
    if planar and cls.removes_in_plane is None:
        return "–"
    if fit == "ideal":
        return f"removes {cls.removes_in_plane if planar else cls.removes}"
    if fit == "stops":
        return (
            ", ".join(f"`{coordinate}`" for coordinate in coordinates_of(cls, planar))
            or "no coordinate to limit"
        )
    if fit in ("bushing", "mixed"):
        given = cls.gives_in_plane if planar else cls.gives
        motions = ", ".join(
            f"`{field}`" + (" (free if not given)" if field in cls.leaves_free else "")
            for field in given
        )
        return f"{motions}, no play" if fit == "mixed" and cls.no_play else motions
    if fit == "lubricated":
        if cls.bore == "cylinder":
            return "yes: radii, lengths"
        if cls.bore == "sphere":
            return "no film in a plane; use Revolute" if planar else "yes: radii; a film for balls"
        return f"no: {cls.no_film}"
    needs = cls.clearance_needs_in_plane if planar else cls.clearance_needs
    if needs is None:
        return f"no: {cls.no_clearance}"
    return "yes: radial clearance" + "".join(f", {field.replace('_', ' ')}" for field in needs)


def joint_page(name: str, cls: type[Joint], figures: bool) -> str:
    """Return the page of a joint."""
    coordinates = (
        ", ".join(
            f"`{coordinate}` [{COORDINATES[coordinate].unit}]" for coordinate in coordinates_of(cls)
        )
        or "none"
    )
    plane = (
        "has no meaning in a plane"
        if cls.removes_in_plane is None
        else f"{cls.removes_in_plane} in a plane"
    )
    rows = [
        ["coordinates", coordinates],
        ["degrees of freedom it removes", f"{cls.removes} in space, {plane}"],
        ["holds, as rows of [constraints](../../theory.md#constraints)", held(cls)],
    ]
    fits = [
        [
            f"[{FIT_TITLES.get(fit, fit)}](../fits/{fit}.md)",
            *(possible(cls, fit, planar) for planar in (False, True)),
        ]
        for fit in FITS
    ]
    sketch = [f"![Sketch of {cls.__name__} with its dimensions](../figures/joint-{name}.svg)"]
    parts = [
        f"# {cls.__name__}", prose(cls.__doc__ or ""), *(sketch if figures else ()), table(["", ""], rows), "## Fields", fields(cls),
        "Give `point` and `axis` in the global frame as the bodies stand at t = 0, or `local_points` and `local_axes` in the two bodies; "
        "see [joints](../../describing.md#joints) and [sizes](../../fits.md#dimensions).",
        "## Fits", table(["fit", "in space", "in a plane"], fits), "## Example", fence("python", example(cls)),
        "The joint in a file:", fence("yaml", joint_in_file(mechanism_of(cls), "J")),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def joint_in_file(mechanism: gd.Mechanism, joint: str) -> str:
    """Return a joint as it stands in a model file."""
    return in_file({"joints": {joint: files.to_tree(mechanism)["joints"][joint]}})


# -- fits ------------------------------------------------------------------------------------------


def fit_page(name: str, cls: type[Description], figures: bool) -> str:
    """Return the page of a fit, or of stops."""
    rows = [[f"[{joint_class.__name__}](../joints/{joint}.md)", *(possible(joint_class, name, planar) for planar in (False, True))]
            for joint, joint_class in JOINTS.items()]  # fmt: skip
    parts = [f"# {FIT_TITLES.get(name, name)}", prose(cls.__doc__ or "")]
    if figures and name in sketches.FITS:
        parts.append(f"![Sketch of {name}](../figures/sketch-{name}.svg)")
    if slots(cls):
        parts += ["## Fields", fields(cls)]
    if name == "mixed":
        parts += ["### Play", prose(Play.__doc__ or ""), fields(Play)]
    if name in ("bushing", "mixed"):
        parts += ["### Compliance", prose(Compliance.__doc__ or ""), fields(Compliance)]
    parts += ["## Joints", table(["joint", "in space", "in a plane"], rows)]
    for k, (model, joint, fit) in enumerate(EXAMPLES.get(name, ())):
        code = (
            f'import gudgeon as gd\n\nmechanism = gd.library("{model}", '
            f'{joint}="{fit}")\nprint(mechanism.joint("{joint}"))'
        )
        parts += [
            "## Example" if k == 0 else f"## Another: {fit} in {model}",
            fence("python", code),
        ]
        parts += [
            "The same in a file, rounded to six digits:",
            fence("yaml", joint_in_file(gd.library(model, **{joint: fit}), joint)),
        ]
        if figures:
            parts += [
                "What resists the motion of this joint, drawn by `gd.plot_fit`:",
                f"![{fit}](../figures/fit-{model}-{fit}.svg)",
            ]
    parts.append(
        f"[Read on](../../{READ_ON[name]})." if name in READ_ON else "[Read on](../../fits.md)."
    )
    return "\n\n".join(parts) + "\n"


def draw(folder: Path) -> None:
    """Draw joints and fits, and what acts in the joints of the examples."""
    sketches.draw(folder, JOINTS)
    for examples in EXAMPLES.values():
        for model, joint, fit in examples:
            plot_fit(gd.library(model, **{joint: fit}), joint, folder / f"fit-{model}-{fit}.svg")


def pages(figures: bool) -> dict[str, str]:
    """Return all pages of joints and fits by their paths."""
    found = {f"joints/{name}.md": joint_page(name, cls, figures) for name, cls in JOINTS.items()}
    found |= {f"fits/{name}.md": fit_page(name, cls, figures) for name, cls in FITS.items()}
    joints = [
        [f"[{cls.__name__}]({name}.md)", escaped(head(cls)), str(cls.removes)]
        for name, cls in JOINTS.items()
    ]
    fits = [
        [f"[{FIT_TITLES.get(name, name)}]({name}.md)", escaped(head(cls))]
        for name, cls in FITS.items()
    ]
    found["joints/index.md"] = (
        "# All "
        f"joints\n\n![All joints](../../figures/describing.png)\n\n"
        f"{index('joints', list(JOINTS))}\n\n{table(['joint', '', 'removes'], joints)}\n"
    )
    found["fits/index.md"] = (
        "# All fits\n\n![All fits](../../figures/fits.png)\n\n"
        f"{index('fits', list(FITS))}\n\n{table(['fit', ''], fits)}\n"
    )
    return found


def head(cls: type) -> str:
    """Return the first line of a docstring."""
    return summary_of(cls)
