"""Descriptions as trees of plain mappings, lists, numbers and texts, as they stand in files, and
back.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from ..._base.description import Description
from ..._base.errors import InputError, InputErrors, brief, suggestion
from ...laws.base import Law, absent
from .. import Joint, Mechanism
from ..describe import number_for
from .json_schema import MATERIALS, PLAIN, Slot, from_materials, is_viscosity, kinds, slots, tag

Tree = dict[str, Any]


# -- description -> tree ---------------------------------------------------------------------------


def to_tree(mechanism: Mechanism) -> Tree:
    """Return a mechanism as nested mappings, lists, numbers and texts."""
    return tree_of(mechanism)


def tree_of(part: Description) -> Tree:
    """Return a description as nested plain values, its kind under its tag."""
    key, cls = tag(type(part)), type(part)
    tree: Tree = {key: _kind_name(cls)} if key else {}
    for name, slot in _outer_first(cls):
        value = getattr(part, name)
        if slot.required or value != slot.field.default:
            tree[name] = value_tree(slot, value)
    return tree


def _outer_first(cls: type[Description]) -> list[tuple[str, Slot]]:
    """Return the keys of a description: first what is plain, then its parts, then its lists of
    parts.
    """
    return sorted(slots(cls).items(), key=lambda item: (item[1].named, item[1].part is not None))


def _kind_name(cls: type[Description]) -> str:
    names = [name for name, kind in kinds(cls).items() if kind is cls]
    if not names:
        raise InputError(
            f"{cls.__name__} cannot be written to a file: it was not declared with @law."
        )
    return names[0]


def value_tree(slot: Slot, value: Any) -> Any:
    """Return the value of one key as it stands in a file."""
    if slot.named:
        return {part.name: tree_of(part) for part in value}
    if slot.listed:
        return tree_of(value[0]) if len(value) == 1 else [tree_of(part) for part in value]
    if isinstance(value, Description):
        number = number_for(slot.field, value)
        return tree_of(value) if number is None else _plain(number)
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e6
    return int(value) if whole else value


# -- tree -> description ---------------------------------------------------------------------------


def from_tree(
    tree: Mapping[str, Any],
    lines: Mapping[tuple[str, ...], str] | None = None,
    absent_laws: list[str] | None = None,
) -> Mechanism:
    """Return the mechanism that a tree describes; ``lines`` says where each path stands, for the
    messages. With a list of ``absent_laws`` laws that are not defined here are left without an
    equation, and their names added to it.
    """
    builder = _Builder(absent_laws)
    mechanism = builder.part(Mechanism, dict(tree), ())
    if not builder.errors:
        return mechanism
    errors = [located(error, lines or {}) for error in builder.errors]
    raise errors[0] if len(errors) == 1 else InputErrors(errors)


def located(error: InputError, lines: Mapping[tuple[str, ...], str]) -> InputError:
    """Return the error with the location of the deepest part of its path that is written
    somewhere.
    """
    if error.location or isinstance(error, InputErrors):
        return error
    depths = (depth for depth in range(len(error.path), -1, -1) if error.path[:depth] in lines)
    depth = next(depths, None)
    return (
        error
        if depth is None
        else InputError(error.message, error.path, location=lines[error.path[:depth]])
    )


class _Builder:
    """Make descriptions and gather everything that is wrong with the tree."""

    def __init__(self, absent_laws: list[str] | None = None) -> None:
        self.errors: list[InputError] = []
        self.absent_laws = absent_laws
        # makes the joint whose fit is being read, as far as it is known
        self.joint: Callable[[], Any] = lambda: None

    def part(self, base: type[Description], tree: Any, path: tuple[str, ...], **given: Any) -> Any:
        """Return the description in ``tree``, or None after noting what is wrong."""
        before = len(self.errors)
        try:
            tree = expanded(base, tree)
            if self._is_absent(base, tree):
                self.absent_laws.append(tree[tag(base)])  # type: ignore[union-attr]
                return absent(base, tree[tag(base)])  # type: ignore[arg-type]
            cls = kind_of(base, tree)
        except InputError as error:
            self.errors.append(error.under(*path))
            return None
        if MATERIALS in tree and from_materials(cls):
            return self._from_materials(cls, tree, path)
        self._check_keys(cls, tree, path)
        if issubclass(cls, Joint):
            self.joint = lambda: (
                self._made(cls, path, given) if len(self.errors) == before else None
            )
        for key, slot in _outer_first(cls):  # the radii of a joint are known when its fit is read
            if key in tree:
                given[key] = self._value(slot, tree[key], (*path, key))
        whole = all(given[key] is not None or tree[key] is None for key in given if key in tree)
        return self._made(cls, path, given) if whole and len(self.errors) == before else None

    def _is_absent(self, base: type[Description], tree: Tree) -> bool:
        """Whether a mapping means a law that is not defined here, and may be left so."""
        if self.absent_laws is None or not issubclass(base, Law):
            return False
        name = tree.get(tag(base) or "")
        return isinstance(name, str) and name not in kinds(base)

    def _made(self, cls: type[Description], path: tuple[str, ...], given: Tree) -> Any:
        try:
            return cls(**given)
        except InputError as error:
            self.errors.append(error if cls.section else error.under(*path))
            return None

    def _from_materials(self, cls: type[Description], tree: Tree, path: tuple[str, ...]) -> Any:
        """Return a contact law whose stiffness follows from materials and radii, by default
        those of the joint.
        """
        materials, inside = tree[MATERIALS], (*path, MATERIALS)
        if isinstance(materials, (str, list)):  # by name: that of both parts, or of each
            materials = {"material": materials}
        if not isinstance(materials, dict):
            self.errors.append(
                InputError(
                    "expected a material such as steel, or a mapping such as {E: 207 GPa, nu: 0.3}, "
                    f"got {brief(materials)}.",
                    inside,
                )
            )
            return None
        joint = self.joint()
        if joint is None:  # something is wrong with it already
            return None
        rest = {key: value for key, value in tree.items() if key not in (MATERIALS, tag(cls))}
        for key in rest.keys() & materials.keys():
            self.errors.append(
                InputError(f"is given twice, here and under {MATERIALS}.", (*path, key))
            )
        try:
            sizes = _sizes_for(cls, joint.sizes())
            made = from_materials(cls)(**{**sizes, **materials, **rest})  # type: ignore[misc]
            return made.in_joint({})  # which has none that it could still wait for
        except InputError as error:
            self.errors.append(
                error.under(*(path if error.path[:1] and error.path[0] in rest else inside))
            )
        except Exception as error:  # a law of the user's own: anything can happen
            self.errors.append(
                InputError(
                    f"{cls.__name__}.{MATERIALS} fails: {type(error).__name__}: {error}", inside
                )
            )

    def _check_keys(self, cls: type[Description], tree: Tree, path: tuple[str, ...]) -> None:
        known = [key for key in (tag(cls), *slots(cls)) if key]
        for key in tree:
            if key not in known:
                self.errors.append(
                    InputError(f"unknown key '{key}'.{suggestion(key, known)}", (*path, str(key)))
                )
        for key, slot in slots(cls).items():
            if slot.required and key not in tree:
                self.errors.append(InputError(f"is missing: {slot.help}.", (*path, key)))

    def _value(self, slot: Slot, value: Any, path: tuple[str, ...]) -> Any:
        if value is None and slot.field.default is None:
            return None
        if slot.named:
            return self._named(slot, value, path)
        if slot.listed and isinstance(value, list):
            return tuple(
                self.part(slot.part, part, (*path, str(k)))  # type: ignore[arg-type]
                for k, part in enumerate(value)
            )
        if slot.part is not None and (slot.quantity is None or _is_part(slot.part, value)):
            return self.part(slot.family(value if isinstance(value, dict) else ()), value, path)
        try:
            if isinstance(value, str) and value in slot.words:
                return value
            if is_viscosity(slot) and isinstance(value, dict):
                return _of_oil(value)
            if slot.quantity is not None:
                slot.quantity.coerce(value)
            # with its unit: a stop can tell then whether degrees are meant for an angle
            return value
        except InputError as error:
            self.errors.append(error.under(*path))

    def _named(self, slot: Slot, value: Any, path: tuple[str, ...]) -> tuple[Description, ...]:
        if value is not None and not isinstance(value, dict):
            self.errors.append(
                InputError(
                    f"expected a mapping from names to descriptions, got {brief(value)}.", path
                )
            )
            return ()
        return tuple(
            self.part(slot.part, part, (*path, str(name)), name=name)  # type: ignore[arg-type]
            for name, part in (value or {}).items()
        )


def _of_oil(oil: Tree) -> float:
    """Return the viscosity [Pa s] that ``{grade: ISO VG 46, temperature: 60}`` means, or a table
    of temperatures and viscosities.
    """
    from ...laws.oils import viscosity, viscosity_from_table

    made: Callable[..., float] = (
        viscosity_from_table if "temperatures" in oil or "viscosities" in oil else viscosity
    )
    wanted = inspect.signature(made).parameters
    for key in oil:
        if key not in wanted:
            raise InputError(f"unknown key '{key}'.{suggestion(key, wanted)}", (key,))
    for key, item in wanted.items():
        if item.default is item.empty and key not in oil:
            raise InputError(
                "is missing: an oil is {grade: ISO VG 46, temperature: 60 degC}, or temperatures "
                "and viscosities.",
                (key,),
            )
    try:
        return made(**oil)
    except TypeError:  # a number where a list belongs
        raise InputError(f"cannot be read as an oil: {brief(oil)}.") from None


def _sizes_for(law: type[Description], sizes: dict[str, float]) -> dict[str, float]:
    """Return what a law from materials asks for of the sizes of its joint."""
    wanted = inspect.signature(from_materials(law)).parameters  # type: ignore[arg-type]
    # it takes its fields, and radii
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in wanted.values()):
        return {key: value for key, value in sizes.items() if key != "length" or key in slots(law)}
    return {key: value for key, value in sizes.items() if key in wanted}


def _is_part(base: type[Description], value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value in kinds(base))


def expanded(base: type[Description], value: Any) -> Tree:
    """Return the mapping for which a name alone (``fit: ideal``) or a plain number (``stiffness:
    5``) stands.
    """
    if isinstance(value, dict):
        return value
    key = tag(base)
    if isinstance(value, str) and key and (base not in PLAIN or value in kinds(base)):
        return {key: value}
    if base in PLAIN and isinstance(value, (int, float, str)):
        plain, field = PLAIN[base]
        return {**({key: _kind_name(plain)} if key else {}), field: value}
    raise InputError(
        f"expected a mapping{f' with the key {key!r}' if key else ''}, got {brief(value)}."
    )


def kind_of(base: type[Description], tree: Tree) -> type[Description]:
    """Return the class that a mapping means by its tag."""
    key = tag(base)
    if key is None:
        return base
    known = kinds(base)
    if key not in tree:
        if list(known.values()) == [base]:
            return base
        raise InputError(f"is missing: which kind it is.{suggestion('', known)}", (key,))
    name = tree[key]
    if not isinstance(name, str) or name not in known:
        raise InputError(f"unknown {key} {brief(name)}.{suggestion(name, known)}", (key,))
    return known[name]
