"""Mechanisms by name, and mechanisms in which values or fits are changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .._base.arguments import path_of
from .._base.description import Description
from .._base.errors import InputError, brief, suggestion
from . import Ideal, Mechanism
from .files import assign, from_tree, keys_of, read, to_tree
from .files.serialize import Tree, tree_of
from .library import NAMES, library
from .library.registry import refitted

FILES = (".yaml", ".yml")


def mechanism_of(given: Any) -> Mechanism:
    """Return a mechanism: as it is, by its name in the library, or from a model file."""
    if isinstance(given, Mechanism):
        return given
    if isinstance(given, str) and given in NAMES:
        return library(given)
    if isinstance(given, (str, Path)) and path_of(given, "mechanism").suffix.lower() in FILES:
        return read(given)
    if isinstance(given, str):
        raise InputError(
            f"there is no mechanism {brief(given)} in the library, and a model file ends in "
            f".yaml.{suggestion(given, NAMES)}",
            ("mechanism",),
        )
    raise InputError(
        f"expected a Mechanism, a name in the library or a model file, got {brief(given)}; "
        "gudgeon.library() lists the names.",
        ("mechanism",),
    )


def origin_of(mechanism: Mechanism) -> str | None:
    """Return the name in the library of a mechanism that comes from there, whatever values were
    changed in it.
    """

    def shape(mechanism: Mechanism) -> Any:
        return mechanism.name, [
            (joint.name, type(joint), joint.between) for joint in mechanism.joints
        ]

    return next((name for name in NAMES if shape(library(name)) == shape(mechanism)), None)


def with_fit_named(mechanism: Mechanism, joint: str, fit: str) -> Mechanism:
    """Return the mechanism with a fit that the library has by name for one of its joints."""
    mechanism.joint(joint)
    origin = origin_of(mechanism)
    if origin is not None:
        return refitted(origin, mechanism, {joint: fit})
    if fit == "ideal":
        return mechanism.with_fit(joint, Ideal())
    raise InputError(
        f"fit {brief(fit)} is known by name only in mechanisms of the library; give a fit such as "
        "Clearance(...).",
        ("joints", joint, "fit"),
    )


def with_values(mechanism: Mechanism, values: Mapping[str, Any]) -> Mechanism:
    """Return the mechanism with values changed at their paths."""
    if not isinstance(values, Mapping):
        raise InputError(
            "expected values by their paths, such as {'joints.C.radial_clearance': '50 um'}, got "
            f"{brief(values)}.",
            ("values",),
        )
    for path in values:
        if not isinstance(path, str) or not path.strip():
            raise InputError(
                f"expected a path such as 'bodies.crank.mass', got {brief(path)}.", ("values",)
            )
    return changed(to_tree(mechanism), origin_of(mechanism), values)


def changed(tree: Tree, origin: str | None, values: Mapping[str, Any]) -> Mechanism:
    """Return the mechanism of a tree with some values changed: first sizes and masses, then fits,
    which may follow from these, then what is inside of fits.

    A fit that is named is that of the mechanism ``origin`` of the library, if there is one.
    """
    outer: dict[str, Any] = {}
    fits: dict[str, Any] = {}
    inner: dict[str, Any] = {}
    for path, value in values.items():
        keys = keys_of(path)
        if keys[:1] == ("joints",) and keys[2:] == ("fit",):
            fits[path] = value
        else:
            within = keys[:1] == ("joints",) and keys[2:3] == ("fit",)
            (inner if within else outer)[path] = value
    tree = _assigned(tree, outer)
    for path, value in fits.items():
        joint = keys_of(path)[1]
        if origin is not None and isinstance(value, str):
            tree = to_tree(refitted(origin, from_tree(tree), {joint: value}))
        else:
            tree = _assigned(tree, {path: value})
    return from_tree(_assigned(tree, inner))


def _assigned(tree: Tree, values: Mapping[str, Any]) -> Tree:
    for path, value in values.items():
        try:
            tree = assign(tree, keys_of(path), plain(value))
        except InputError as error:
            raise InputError(error.message, error.path or (path,)) from None
    return tree


def plain(value: Any) -> Any:
    """Return a value as it stands in a file."""
    if isinstance(value, Description):
        return tree_of(value)
    if hasattr(value, "tolist") and not isinstance(value, memoryview):  # NumPy
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str, dict)):
        return value
    raise InputError(
        f"expected numbers, texts with units, names, laws or fits, got {brief(value)}."
    )
