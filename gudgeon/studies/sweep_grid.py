"""The points of a sweep: which mechanism each one is, and where it stands along the parameters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .._base.arguments import listed, path_of
from .._base.description import RAW, Description
from .._base.errors import InputError, brief
from ..laws import Law, file_name
from ..model import Mechanism
from ..model.changes import changed, origin_of
from ..model.describe import text_of
from ..model.files import keys_of, load_laws, split_setting, yaml
from ..model.files.serialize import Tree, to_tree
from ..model.library import NAMES, library

Values = Mapping[str, Any]  # by path


class Base:
    """The mechanism that is varied: one of yours, one of the library, or a file; with settings that
    all points share.

    A file is kept as it is written, so that what it derives from sizes (a stiffness from materials)
    follows them. In a mechanism of the library joints take fits by name, with the library's data
    for the sizes that they have then.
    """

    def __init__(
        self,
        mechanism: Mechanism | str | Path,
        laws: Iterable[str] = (),
        settings: Iterable[str] = (),
    ) -> None:
        for file in laws:
            load_laws(file)
        self.shared = dict(
            _split(setting)
            for setting in listed(settings, "settings", "settings such as 'joints.C.fit=clearance'")
        )
        if isinstance(mechanism, (str, Path)):
            path_of(mechanism, "mechanism")
        self.origin: str | None = None
        if isinstance(mechanism, Mechanism):
            self.tree, self.origin, self.name = (
                to_tree(mechanism),
                origin_of(mechanism),
                mechanism.name,
            )
        elif isinstance(mechanism, str) and mechanism in NAMES and not Path(mechanism).exists():
            self.tree, self.origin, self.name = to_tree(library(mechanism)), mechanism, mechanism
        elif isinstance(mechanism, (str, Path)) and (
            Path(mechanism).suffix.lower() in (".yaml", ".yml") or Path(mechanism).exists()
        ):
            self.tree, self.name = _from_file(Path(mechanism)), Path(mechanism).stem
        elif isinstance(mechanism, str):
            library(mechanism)  # which says what there is
        else:
            raise InputError(
                f"expected a Mechanism, a name in the library or a file, got {brief(mechanism)}.",
                ("mechanism",),
            )

    def at(self, values: Values) -> Mechanism:
        """Return the mechanism with these values: first sizes and masses, then fits, then what
        is inside of fits.
        """
        return changed(self.tree, self.origin, {**self.shared, **values})


def base_of(mechanism: Any) -> Base:
    """Return what is varied: as it is, or of a mechanism, a name in the library or a file."""
    return mechanism if isinstance(mechanism, Base) else Base(mechanism)


def _from_file(path: Path) -> Tree:
    tree, _ = yaml.parse(yaml.read_text(path), str(path))
    if not isinstance(tree, dict):
        raise InputError(
            "expected a mapping with keys such as 'bodies' and 'joints'.", location=str(path)
        )
    return tree


def _split(setting: str) -> tuple[str, Any]:
    keys, value = split_setting(setting)
    return ".".join(keys), value


# -- the grid --------------------------------------------------------------------------------------


def parameters(given: Any) -> dict[str, list[Any]]:
    """Return the values of every parameter, by path, or say what is wrong with them."""
    if not isinstance(given, Mapping) or not given:
        raise InputError(
            "give at least one parameter with its values: {'joints.C.radial_clearance': ['0.1 mm', "
            "'0.2 mm']}.",
            ("parameters",),
        )
    found = {}
    for path, values in given.items():
        if not isinstance(path, str) or not path.strip():
            raise InputError(
                "expected the path of a value, such as 'joints.C.radial_clearance', got "
                f"{brief(path)}.",
                ("parameters",),
            )
        single = isinstance(values, (str, int, float, Description)) or values is None
        try:
            if isinstance(values, RAW):
                raise TypeError
            found[path.strip()] = [values] if single else list(values)
        except TypeError:
            raise InputError(f"expected a list of values, got {brief(values)}.", (path,)) from None
        if not found[path.strip()]:
            raise InputError("give at least one value.", (path,))
    return found


def grid(values: Mapping[str, list[Any]], paired: bool) -> list[dict[str, Any]]:
    """Return the points: every combination, the last parameter fastest; or, paired, the first
    values of all, the second, ...
    """
    if not paired:
        return [
            dict(zip(values, point, strict=True)) for point in itertools.product(*values.values())
        ]
    lengths = {path: len(value) for path, value in values.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(
            f"paired parameters need equally many values; there are {lengths}.", ("parameters",)
        )
    return [dict(zip(values, point, strict=True)) for point in zip(*values.values(), strict=True)]


def coordinate(
    path: str, given: list[Any], mechanisms: Iterable[tuple[int, Mechanism]]
) -> np.ndarray:
    """Return where the values of a parameter stand: numbers in SI units, or words.

    ``mechanisms`` are some that were made with them, each with the place of its value.
    """
    known = {place: _found(mechanism, keys_of(path)) for place, mechanism in mechanisms}
    numbers = [_number(known.get(k), value) for k, value in enumerate(given)]
    if None not in numbers:
        return np.array(numbers, float)
    return np.array(_distinct([_word(shape) for shape in given]))


def _found(part: Any, keys: Iterable[str]) -> Any:
    """Return what stands at a path of a mechanism; None if there is no such place."""
    for key in keys:
        if isinstance(part, tuple):
            named = {
                item.name: item for item in part if isinstance(getattr(item, "name", None), str)
            }
            part = named.get(
                key, part[int(key)] if key.isdigit() and int(key) < len(part) else None
            )
        else:
            part = getattr(part, key, None)
    return part


def unit(path: str, mechanisms: Iterable[Mechanism]) -> str:
    """Return the unit of the numbers at a path, as the first of these mechanisms knows that has
    such a place.
    """
    *outer, last = keys_of(path)
    for mechanism in mechanisms:
        fields = getattr(_found(mechanism, outer), "__dataclass_fields__", {})
        if last in fields:
            spec = fields[last].metadata.get("quantity") or fields[last].metadata.get("number")
            # one of several: it depends on where the law stands
            return spec.unit if spec is not None and "|" not in spec.unit else ""
    return ""


def _number(found: Any, given: Any) -> float | None:
    for value in (found, given):
        if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
            return float(value)
    return None


def _word(value: Any) -> str:
    if isinstance(value, Law):
        return text_of(value)
    return file_name(type(value)) if isinstance(value, Description) else str(value)


def _distinct(words: list[str]) -> list[str]:
    return [
        f"{word} ({words[:k].count(word) + 1})" if words.count(word) > 1 else word
        for k, word in enumerate(words)
    ]
