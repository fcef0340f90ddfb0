"""Settings such as ``joints.C.fit.friction.mu_k=0.2``: one value of a tree changed, wherever the
description has a place for it.
"""

import copy
import re
from collections.abc import Iterable
from typing import Any

from ..._base.description import Description
from ..._base.errors import InputError, brief, suggestion
from .. import Mechanism
from . import yaml
from .json_schema import MATERIALS, Slot, from_materials, is_viscosity, kinds, slots, tag
from .serialize import Tree, expanded, kind_of, value_tree


def apply(tree: Tree, setting: str) -> Tree:
    """Return the tree with one value changed; ``setting`` is ``path=value`` and the value is
    read as YAML.
    """
    try:
        return assign(tree, *split_setting(setting))
    except InputError as error:
        raise InputError(error.message, error.path, location=f"--set {setting}") from None


def assign(tree: Tree, keys: tuple[str, ...], value: Any) -> Tree:
    """Return the tree with the value at a path changed."""
    tree = copy.deepcopy(tree)
    _assign(Mechanism, tree, keys, value, ())
    return tree


def set_all(tree: Tree, settings: Iterable[str], lines: yaml.Lines) -> tuple[Tree, yaml.Lines]:
    """Return the tree with all settings made, in order, and where its keys stand then."""
    for setting in settings:
        tree = apply(tree, setting)
        path = split_setting(setting)[0]
        lines = {where: line for where, line in lines.items() if where[: len(path)] != path}
        lines[path] = f"--set {setting}"
    return tree, lines


def split_setting(setting: str) -> tuple[tuple[str, ...], Any]:
    """Return the path and the value in ``path=value``."""
    if not isinstance(setting, str):
        raise InputError(
            f"expected a setting such as 'bodies.crank.mass=0.2', got {brief(setting)}.",
            ("settings",),
        )
    location = f"--set {setting}"
    path, text = split_at_value(setting)
    if not path or text is None:
        raise InputError("expected PATH=VALUE, such as bodies.crank.mass=0.2.", location=location)
    return keys_of(path), yaml.parse(text, location)[0]


def split_at_value(text: str) -> tuple[str, str | None]:
    """Return what stands before and behind the first ``=`` that is not in a name in double
    quotes; None where there is none.
    """
    found = re.fullmatch(r'((?:"[^"]*"|[^"=])*)=(.*)', text, re.DOTALL)
    return (found[1].strip(), found[2].strip()) if found else (text.strip(), None)


def keys_of(path: str) -> tuple[str, ...]:
    """Return the keys of a path; a name with ``=`` may stand in double quotes, and must where a
    value follows.
    """
    return tuple(key.strip().strip('"') for key in path.split("."))


def _assign(
    base: type[Description], tree: Tree, keys: tuple[str, ...], value: Any, path: tuple[str, ...]
) -> None:
    """Set ``tree[keys[0]][keys[1]]... = value`` if the description has such a place."""
    key, rest, key_tag = keys[0], keys[1:], tag(base)
    here = (*path, key)
    if key == key_tag and not rest:
        _changekind_of(base, tree, key, value)
        return
    try:
        cls = kind_of(base, tree)
    except InputError as error:
        raise error.under(*path) from None
    known = slots(cls)
    if key == MATERIALS and from_materials(cls):
        _assign_material(tree, rest, value, here)
        return
    if key not in known:
        raise InputError(
            f"there is no '{key}' "
            f"here.{suggestion(key, [*known, *([key_tag] if key_tag else [])])}",
            here,
        )
    if not rest:
        tree[key] = value
        return
    slot = known[key]
    if slot.listed:
        _assign_listed(slot, tree, key, rest, value, here)
        return
    if tree.get(key) is None:
        tree[key] = _default(slot, rest, here)
    if is_viscosity(slot) and isinstance(tree[key], dict) and len(rest) == 1:
        tree[key][rest[0]] = value
    elif slot.named:
        _assign_named(slot, tree[key], rest, value, here)
    elif slot.part is not None and not isinstance(tree[key], list) and tree[key] is not None:
        _assign_part(slot, tree, key, rest, value, here)
    else:
        _assign_item(tree[key], rest, value, here)


def _default(slot: Slot, keys: tuple[str, ...], path: tuple[str, ...]) -> Any:
    """Return what stands in a place that was left out, of which ``keys`` is to be set."""
    if slot.named:
        return {}
    default = value_tree(slot, None if slot.required else slot.field.default)
    if default is not None or slot.part is None:
        return default
    part_tag = tag(slot.part)
    if slot.quantity is not None and part_tag is not None:
        return None
    if part_tag is not None and keys != (part_tag,):
        raise InputError(
            f"there is none yet; set {'.'.join((*path, part_tag))} first, or the whole of it.", path
        )
    return {}


def _assign_part(
    slot: Slot, tree: Tree, key: str, keys: tuple[str, ...], value: Any, path: tuple[str, ...]
) -> None:
    """Set a value inside the description that stands in a place."""
    # a word has no parts
    given = {} if isinstance(tree[key], str) and tree[key] in slot.words else tree[key]
    family = slot.family([*(given if isinstance(given, dict) else ()), keys[0]])
    tree[key] = expanded(family, given)
    _assign(family, tree[key], keys, value, path)


def _assign_listed(
    slot: Slot, tree: Tree, key: str, keys: tuple[str, ...], value: Any, path: tuple[str, ...]
) -> None:
    """Set a value in one of several parts, which are counted from 0; the number may be left out
    where there is only one.
    """
    parts = tree.get(key) or []
    parts = [parts] if isinstance(parts, dict) else parts
    known = (
        [str(k) for k, part in enumerate(parts) if isinstance(part, dict)]
        if isinstance(parts, list)
        else []
    )
    index, rest = (keys[0], keys[1:]) if keys[0] in known else ("0", keys)
    if not rest or (rest is keys and known != ["0"]):
        raise InputError(
            f"has {f'parts {known[0]} to {known[-1]}' if known else 'no parts'}; say which, or set "
            "the whole of it.",
            path,
        )
    _assign(slot.part, parts[int(index)], rest, value, (*path, index))  # type: ignore[arg-type]


def _assign_material(tree: Tree, keys: tuple[str, ...], value: Any, path: tuple[str, ...]) -> None:
    """Set all materials of a law, or one of them."""
    if not keys:
        tree[MATERIALS] = value
        return
    materials = tree.setdefault(MATERIALS, {})
    if not isinstance(materials, dict):
        raise InputError(f"is not a mapping but {brief(materials)}.", path)
    if len(keys) > 1:
        raise InputError("has no parts; set the whole of it.", (*path, keys[0]))
    materials[keys[0]] = value


def _changekind_of(base: type[Description], tree: Tree, key: str, value: Any) -> None:
    """Set the tag and drop what the new kind does not have."""
    known = kinds(base)
    if isinstance(value, str) and value in known:
        kept = {*slots(known[value]), *([MATERIALS] if from_materials(known[value]) else [])}
        for old in set(tree) - kept:
            del tree[old]
    tree[key] = value


def _assign_named(
    slot: Slot, parts: Any, keys: tuple[str, ...], value: Any, path: tuple[str, ...]
) -> None:
    name, rest = keys[0], keys[1:]
    if not isinstance(parts, dict) or name not in parts:
        known = list(parts) if isinstance(parts, dict) else []
        cut = next((whole for whole in known if str(whole).startswith(f"{name}=")), None)
        quoted = f' Write "{cut}", with the quotes, where = is in a name.' if cut else ""
        raise InputError(
            f"there is no '{name}' here.{suggestion(name, known)}{quoted}", (*path, name)
        )
    if not rest:
        parts[name] = value
    elif isinstance(parts[name], dict):
        _assign(slot.part, parts[name], rest, value, (*path, name))  # type: ignore[arg-type]
    else:
        raise InputError(f"is not a mapping but {brief(parts[name])}.", (*path, name))


def _assign_item(items: Any, keys: tuple[str, ...], value: Any, path: tuple[str, ...]) -> None:
    """Set one number of a vector or matrix; components are counted from 0."""
    for depth, key in enumerate(keys):
        if not isinstance(items, list) or key not in map(str, range(len(items))):
            parts = (
                f"components 0 to {len(items) - 1}"
                if isinstance(items, list) and items
                else "no parts"
            )
            raise InputError(
                f"has {parts}, not '{key}'; set the whole of it.", (*path, *keys[:depth])
            )
        if depth == len(keys) - 1:
            items[int(key)] = value
        else:
            items = items[int(key)]
