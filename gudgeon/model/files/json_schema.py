"""What a model file may contain, derived from the descriptions: for the reader, and as a JSON
Schema for editors.

A new joint, fit, force, solid or law needs no edit here; a new *base* class of descriptions needs a
line in ``TAGS``, and in ``PLAIN`` if a number may stand for it.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

from ..._base.description import Description, Quantity
from ..._base.text import summary_of
from ...laws import REGISTRY, Characteristic, Law, Linear, NormalLaw, file_name
from .. import Compliance, Fit, Joint, Load, Mechanism, Solid

TAGS: dict[type, str] = {Joint: "type", Load: "type", Fit: "type", Solid: "solid", Law: "law"}
"""The key that says which description of a family is meant."""

MATERIALS = "from_materials"
"""The key under which a contact law takes the materials from which its stiffness follows."""

PLAIN: dict[type, tuple[type[Description], str]] = {
    Characteristic: (Linear, "slope"),
    Compliance: (Compliance, "force"),
}
"""Where a field takes a number or a description: which description the number stands for, as
which of its fields.
"""


@dataclasses.dataclass(frozen=True)
class Slot:
    """One key of a mapping in a file."""

    field: dataclasses.Field
    quantity: Quantity | None = None  # it may be numbers
    part: type[Description] | None = None  # it may be a description of this family
    others: tuple[type[Description], ...] = ()  # or of these, told apart by their keys
    named: bool = False  # it is a mapping from names to such descriptions
    listed: bool = False  # it is a list of such descriptions, or a single one
    hint: Any = None  # its type, when it is neither

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return (
            self.field.default is dataclasses.MISSING
            and self.field.default_factory is dataclasses.MISSING
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Words that may stand for the whole of it."""
        return tuple(self.field.metadata.get("choices") or ())

    def family(self, keys: Iterable[str] = ()) -> Any:
        """Return the family of the description with these keys: of several the one that knows
        most of them.
        """
        families: tuple[Any, ...] = (self.part, *self.others)
        return (
            max(families, key=lambda result: sum(key in slots(result) for key in keys))
            if self.others
            else self.part
        )

    @property
    def help(self) -> str:
        """What the key means, with the unit."""
        spec = self.field.metadata.get("quantity") or self.quantity
        text = str(self.field.metadata.get("help") or getattr(spec, "help", ""))
        return f"{text} [{spec.unit.replace('|', ' or ')}]".strip() if spec is not None else text


_SLOTS: dict[type, dict[str, Slot]] = {}


def slots(cls: type[Description]) -> dict[str, Slot]:
    """Return the keys that a description of this class has in a file; a part's name is not among
    them.
    """
    if cls not in _SLOTS:
        fields = [
            field
            for field in dataclasses.fields(cls)  # type: ignore[arg-type]
            if not (cls.section and field.name == "name")
        ]
        _SLOTS[cls] = {field.name: _slot(cls, field) for field in fields}
    return _SLOTS[cls]


def _slot(cls: type, field: dataclasses.Field) -> Slot:
    if "quantity" in field.metadata:
        return Slot(field, quantity=field.metadata["quantity"])
    hint, number = get_type_hints(cls)[field.name], field.metadata.get("number")
    parts = [
        kind
        for kind in (hint, *get_args(hint))
        if isinstance(kind, type) and issubclass(kind, Description)
    ]
    if not parts:
        return Slot(field, hint=hint)
    others = tuple(kind for kind in parts[1:] if tag(kind) is None)
    return Slot(
        field,
        number,
        parts[0],
        others,
        named=bool(parts[0].section),
        listed=get_origin(hint) is tuple,
        hint=hint,
    )


def tag(base: type) -> str | None:
    """Return the key by which descriptions of this family say their kind; None for those that
    have only one.
    """
    return next((TAGS[parent] for parent in base.__mro__ if parent in TAGS), None)


def kinds(base: type[Description]) -> dict[str, type[Description]]:
    """Return all descriptions of a family by their names in files."""
    # by family and not by class: friction with and without bristles is one family
    if issubclass(base, Law):
        return {name: cls for (family, name), cls in REGISTRY.items() if family == base.family}
    return {file_name(cls): cls for cls in (base, *_descendants(base)) if _concrete(cls)}


def from_materials(cls: type) -> Callable[..., Any] | None:
    """Return the class method that makes a law from materials, or None for what has none of its
    own.
    """
    made = getattr(cls, MATERIALS, None)
    return None if getattr(made, "__func__", made) is vars(NormalLaw)[MATERIALS].__func__ else made


def is_viscosity(slot: Slot) -> bool:
    """Whether a key takes the viscosity of an oil, which may also be given as a mapping: by
    grade, or by a table.
    """
    return slot.quantity is not None and slot.quantity.unit == "Pa*s"


def _descendants(cls: type[Description]) -> Iterator[type[Description]]:
    for child in cls.__subclasses__():
        yield child
        yield from _descendants(child)


def _concrete(cls: type) -> bool:
    return (
        cls not in TAGS
        and not vars(cls).get("abstract")
        and not cls.__name__.startswith("_")
        and "__dataclass_fields__" in vars(cls)
    )


# -- JSON Schema -----------------------------------------------------------------------------------


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of model files, with every law that is registered
    now.
    """
    definitions: dict[str, Any] = {}
    root = _mapping(Mechanism, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "gudgeon model",
        **root,
        "$defs": definitions,
    }


def _mapping(
    cls: type[Description], definitions: dict[str, Any], name: str | None = None
) -> dict[str, Any]:
    """Return the schema of one description; ``name`` is its kind, given by the tag."""
    key = tag(cls)
    properties: dict[str, Any] = {key: {"const": name}} if key and name else {}
    properties |= {key: _property(slot, definitions) for key, slot in slots(cls).items()}
    required = [key] if key and name else []
    needed = [key for key, slot in slots(cls).items() if slot.required]
    schema = {
        "description": summary_of(cls),
        "type": "object",
        "properties": properties,
        "required": required + needed,
        "additionalProperties": False,
    }
    if from_materials(cls):
        properties[MATERIALS] = {
            "type": ["object", "string", "array"],
            "description": "a material by its name or two, or E, nu and, unless those of the joint, "
            "radii",
        }
        schema["required"] = required
        schema["anyOf"] = [{"required": needed}, {"required": [MATERIALS]}]
    return schema


def _property(slot: Slot, definitions: dict[str, Any]) -> dict[str, Any]:
    options: list[dict[str, Any]] = []
    if slot.quantity is not None:
        options += [_numbers(slot.quantity, shape) for shape in slot.quantity.shapes]
    if slot.part is not None:
        reference = _reference(slot.part, definitions)
        options += (
            [{"type": ["object", "null"], "additionalProperties": reference}]
            if slot.named
            else [reference]
        )
        options += [{"type": "array", "items": reference}] if slot.listed else []
        options += [_reference(kind, definitions) for kind in slot.others]
        options += [{"enum": list(slot.words)}] if slot.words else []
    if is_viscosity(slot):
        options.append(
            {
                "type": "object",
                "required": ["temperature"],
                "description": "an oil by grade and temperature, or a table",
            }
        )
    if not options:
        options.append(_plain(slot))
    if slot.field.default is None:
        options.append({"type": "null"})
    described = {"description": slot.help} if slot.help else {}
    return {**described, **(options[0] if len(options) == 1 else {"anyOf": options})}


def _reference(base: type[Description], definitions: dict[str, Any]) -> dict[str, Any]:
    label = file_name(base)
    if label not in definitions:
        definitions[label] = {}  # families may refer to themselves
        key, options = tag(base), []
        for name, cls in sorted(kinds(base).items()) if key else ():
            definitions[f"{label}-{name}"] = _mapping(cls, definitions, name)
            options.append({"$ref": f"#/$defs/{label}-{name}"})
            if not any(slot.required for slot in slots(cls).values()) and not base.section:
                options.append({"const": name})  # the name alone is enough
        definitions[label] = (
            ({"anyOf": options} if options else {"not": {}}) if key else _mapping(base, definitions)
        )
    return {"$ref": f"#/$defs/{label}"}


def _numbers(spec: Quantity, shape: tuple[int, ...]) -> dict[str, Any]:
    if shape:
        length = {} if shape[0] == -1 else {"minItems": shape[0], "maxItems": shape[0]}
        return {"type": "array", "items": _numbers(spec, shape[1:]), **length}
    keys = {">": "exclusiveMinimum", ">=": "minimum", "<": "exclusiveMaximum", "<=": "maximum"}
    return {
        "type": ["number", "string"],
        "pattern": r"^\s*[-+]?(\d|\.\d)",
        **{keys[sign]: bound for sign, bound in spec.bounds},
    }


def _plain(slot: Slot) -> dict[str, Any]:
    if slot.words:
        return {"enum": list(slot.words)}
    if slot.hint is bool:
        return {"type": "boolean"}
    arguments = get_args(slot.hint)
    if tuple not in (slot.hint, getattr(slot.hint, "__origin__", None)):
        return {"type": "string"}
    length = (
        {} if Ellipsis in arguments else {"minItems": len(arguments), "maxItems": len(arguments)}
    )
    return {"type": "array", "items": {"type": "string"}, **length}
