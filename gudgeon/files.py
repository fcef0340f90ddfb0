"""Model files: YAML one to one with the Python descriptions, driven by the fields of these.

``read(write(m)) == m`` for every mechanism; what has its default value is left out. A file never runs code: laws of
the user's own come from a Python file that the caller names.
"""

import copy
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import _yaml
from ._errors import InputError, InputErrors, brief, suggestion
from ._fields import Description
from .mechanism import Mechanism
from .schema import PLAIN, Slot, kinds, slots, tag

Tree = dict[str, Any]


# -- reading and writing ---------------------------------------------------------------------------------------


def read(path: str | Path, laws: Iterable[str | Path] = (), settings: Iterable[str] = ()) -> Mechanism:
    """Return the mechanism in a YAML file, after importing ``laws`` and making ``settings`` (``"duration=2"``)."""
    return read_with_lines(path, laws, settings)[0]


def read_with_lines(path: str | Path, laws: Iterable[str | Path] = (), settings: Iterable[str] = ()) -> tuple[Mechanism, _yaml.Lines]:
    """Return the mechanism in a YAML file and where each of its keys stands, for :func:`located`."""
    for file in laws:
        load_laws(file)
    return _loads(_yaml.read_text(path), str(path), settings)


def loads(text: str, source: str = "", settings: Iterable[str] = ()) -> Mechanism:
    """Return the mechanism in a YAML text; ``source`` names the text in messages."""
    return _loads(text, source, settings)[0]


def _loads(text: str, source: str, settings: Iterable[str]) -> tuple[Mechanism, _yaml.Lines]:
    tree, lines = _yaml.parse(text, source)
    if not isinstance(tree, dict):
        found = "it is empty" if tree is None else f"got {brief(tree)}"
        raise InputError(f"expected a mapping with keys such as 'bodies' and 'joints'; {found}.", location=source)
    lines[()] = source
    tree, lines = _set_all(tree, settings, lines)
    return from_tree(tree, lines), lines


def write(mechanism: Mechanism, path: str | Path) -> None:
    """Write a mechanism to a YAML file."""
    text = dumps(mechanism)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}.", location=str(path)) from None


def dumps(mechanism: Mechanism) -> str:
    """Return a mechanism as YAML text."""
    return _yaml.dump(to_tree(mechanism))


def load_laws(path: str | Path) -> None:
    """Run a Python file in which a user defines laws of their own."""
    import importlib.util
    import sys

    path = Path(path)
    name = f"_gudgeon_laws_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError("expected an existing Python file (.py) that defines laws.", location=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # it is the user's code: anything can happen
        raise InputError(f"this file of laws fails: {type(error).__name__}: {error}", location=_culprit(error, path)) from error


def _culprit(error: BaseException, path: Path) -> str:
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{path}:{line}" if line else str(path)


# -- description -> tree ---------------------------------------------------------------------------------------


def to_tree(mechanism: Mechanism) -> Tree:
    """Return a mechanism as nested mappings, lists, numbers and texts."""
    return _tree(mechanism)


def _tree(part: Description) -> Tree:
    key, cls = tag(type(part)), type(part)
    tree: Tree = {key: _kind_name(cls)} if key else {}
    for name, slot in sorted(slots(cls).items(), key=lambda item: item[1].named):  # lists of parts come last
        value = getattr(part, name)
        if slot.required or value != slot.field.default:
            tree[name] = _value_tree(slot, value)
    return tree


def _kind_name(cls: type[Description]) -> str:
    names = [name for name, one in kinds(cls).items() if one is cls]
    if not names:
        raise InputError(f"{cls.__name__} cannot be written to a file: it was not declared with @law.")
    return names[0]


def _value_tree(slot: Slot, value: Any) -> Any:
    if slot.named:
        return {part.name: _tree(part) for part in value}
    if isinstance(value, Description):
        plain, field = PLAIN.get(slot.part, (None, ""))  # type: ignore[arg-type]
        return _plain(getattr(value, field)) if slot.quantity and type(value) is plain else _tree(value)
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e6
    return int(value) if whole else value


# -- tree -> description ---------------------------------------------------------------------------------------


def from_tree(tree: Mapping[str, Any], lines: Mapping[tuple[str, ...], str] | None = None) -> Mechanism:
    """Return the mechanism that a tree describes; ``lines`` says where each path stands, for the messages."""
    builder = _Builder()
    mechanism = builder.part(Mechanism, dict(tree), ())
    if not builder.errors:
        return mechanism
    errors = [located(error, lines or {}) for error in builder.errors]
    raise errors[0] if len(errors) == 1 else InputErrors(errors)


def located(error: InputError, lines: Mapping[tuple[str, ...], str]) -> InputError:
    """Return the error with the location of the deepest part of its path that is written somewhere."""
    if error.location or isinstance(error, InputErrors):
        return error
    depths = (depth for depth in range(len(error.path), -1, -1) if error.path[:depth] in lines)
    depth = next(depths, None)
    return error if depth is None else InputError(error.message, error.path, location=lines[error.path[:depth]])


class _Builder:
    """Make descriptions and gather everything that is wrong with the tree."""

    def __init__(self) -> None:
        self.errors: list[InputError] = []

    def part(self, base: type[Description], tree: Any, path: tuple[str, ...], **given: Any) -> Any:
        """Return the description in ``tree``, or None after noting what is wrong."""
        before = len(self.errors)
        try:
            tree = _expanded(base, tree)
            cls = _kind(base, tree)
        except InputError as error:
            self.errors.append(error.under(*path))
            return None
        self._check_keys(cls, tree, path)
        for key, slot in slots(cls).items():
            if key in tree:
                given[key] = self._value(slot, tree[key], (*path, key))
        if len(self.errors) > before:
            return None
        try:
            return cls(**given)
        except InputError as error:
            self.errors.append(error if cls.section else error.under(*path))
            return None

    def _check_keys(self, cls: type[Description], tree: Tree, path: tuple[str, ...]) -> None:
        known = [key for key in (tag(cls), *slots(cls)) if key]
        for key in tree:
            if key not in known:
                self.errors.append(InputError(f"unknown key '{key}'.{suggestion(key, known)}", (*path, str(key))))
        for key, slot in slots(cls).items():
            if slot.required and key not in tree:
                self.errors.append(InputError(f"is missing: {slot.help}.", (*path, key)))

    def _value(self, slot: Slot, value: Any, path: tuple[str, ...]) -> Any:
        if value is None and slot.field.default is None:
            return None
        if slot.named:
            return self._named(slot, value, path)
        if slot.part is not None and (slot.quantity is None or _is_part(slot.part, value)):
            return self.part(slot.part, value, path)
        try:
            return slot.quantity.coerce(value) if slot.quantity is not None else value
        except InputError as error:
            self.errors.append(error.under(*path))

    def _named(self, slot: Slot, value: Any, path: tuple[str, ...]) -> tuple[Description, ...]:
        if value is not None and not isinstance(value, dict):
            self.errors.append(InputError(f"expected a mapping from names to descriptions, got {brief(value)}.", path))
            return ()
        return tuple(self.part(slot.part, one, (*path, str(name)), name=name) for name, one in (value or {}).items())  # type: ignore[arg-type]


def _is_part(base: type[Description], value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value in kinds(base))


def _expanded(base: type[Description], value: Any) -> Tree:
    """Return the mapping for which a name alone (``fit: ideal``) or a plain number (``stiffness: 5``) stands."""
    if isinstance(value, dict):
        return value
    key = tag(base)
    if isinstance(value, str) and key and (base not in PLAIN or value in kinds(base)):
        return {key: value}
    if base in PLAIN and isinstance(value, (int, float, str)):
        law, field = PLAIN[base]
        return {"law": _kind_name(law), field: value}
    raise InputError(f"expected a mapping{f' with the key {key!r}' if key else ''}, got {brief(value)}.")


def _kind(base: type[Description], tree: Tree) -> type[Description]:
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


# -- settings: joints.C.fit.friction.mu_k=0.2 ------------------------------------------------------------------


def set_values(mechanism: Mechanism, settings: Iterable[str]) -> Mechanism:
    """Return the mechanism with some values changed: ``set_values(m, ["bodies.crank.mass=0.2 kg"])``."""
    return from_tree(*_set_all(to_tree(mechanism), settings, {}))


def apply(tree: Tree, setting: str) -> Tree:
    """Return the tree with one value changed; ``setting`` is ``path=value`` and the value is read as YAML."""
    path, value = split_setting(setting)
    tree = copy.deepcopy(tree)
    try:
        _assign(Mechanism, tree, path, value, ())
    except InputError as error:
        raise InputError(error.message, error.path, location=f"--set {setting}") from None
    return tree


def _set_all(tree: Tree, settings: Iterable[str], lines: _yaml.Lines) -> tuple[Tree, _yaml.Lines]:
    for setting in settings:
        tree = apply(tree, setting)
        path = split_setting(setting)[0]
        lines = {where: line for where, line in lines.items() if where[: len(path)] != path}
        lines[path] = f"--set {setting}"
    return tree, lines


def split_setting(setting: str) -> tuple[tuple[str, ...], Any]:
    """Return the path and the value in ``path=value``."""
    path, sign, text = setting.partition("=")
    location = f"--set {setting}"
    if not sign or not path.strip():
        raise InputError("expected PATH=VALUE, such as bodies.crank.mass=0.2.", location=location)
    return tuple(key.strip() for key in path.split(".")), _yaml.parse(text, location)[0]


def _assign(base: type[Description], tree: Tree, keys: tuple[str, ...], value: Any, path: tuple[str, ...]) -> None:
    """Set ``tree[keys[0]][keys[1]]... = value`` if the description has such a place."""
    key, rest, key_tag = keys[0], keys[1:], tag(base)
    here = (*path, key)
    if key == key_tag and not rest:
        _change_kind(base, tree, key, value)
        return
    try:
        known = slots(_kind(base, tree))
    except InputError as error:
        raise error.under(*path) from None
    if key not in known:
        raise InputError(f"there is no '{key}' here.{suggestion(key, [*known, *([key_tag] if key_tag else [])])}", here)
    if not rest:
        tree[key] = value
        return
    slot = known[key]
    if tree.get(key) is None:
        tree[key] = {} if slot.named else _value_tree(slot, None if slot.required else slot.field.default)
    if slot.named:
        _assign_named(slot, tree[key], rest, value, here)
    elif slot.part is not None and not isinstance(tree[key], list) and tree[key] is not None:
        tree[key] = _expanded(slot.part, tree[key])
        _assign(slot.part, tree[key], rest, value, here)
    else:
        _assign_item(tree[key], rest, value, here)


def _change_kind(base: type[Description], tree: Tree, key: str, value: Any) -> None:
    """Set the tag and drop what the new kind does not have."""
    known = kinds(base)
    if isinstance(value, str) and value in known:
        for old in set(tree) - set(slots(known[value])):
            del tree[old]
    tree[key] = value


def _assign_named(slot: Slot, parts: Any, keys: tuple[str, ...], value: Any, path: tuple[str, ...]) -> None:
    name, rest = keys[0], keys[1:]
    if not isinstance(parts, dict) or name not in parts:
        raise InputError(f"there is no '{name}' here.{suggestion(name, parts if isinstance(parts, dict) else ())}", (*path, name))
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
            parts = f"components 0 to {len(items) - 1}" if isinstance(items, list) and items else "no parts"
            raise InputError(f"has {parts}, not '{key}'; set the whole of it.", (*path, *keys[:depth]))
        if depth == len(keys) - 1:
            items[int(key)] = value
        else:
            items = items[int(key)]
