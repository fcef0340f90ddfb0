"""Results by text, as the command line and plots ask for them: ``rod.position.x``, ``A.force``,
``energy.balance``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._base.errors import InputError, brief, suggestion
from .energy import Energy
from .part import Part

if TYPE_CHECKING:
    from .result import Result

SECTIONS = ("bodies", "joints", "drivers", "contacts", "forces")


@dataclass(frozen=True)
class Channel:
    """Numbers over time, found by a text: ``values`` has the shape (rows,) or (rows,
    components).
    """

    name: str
    quantity: str
    unit: str
    values: np.ndarray
    components: tuple[str, ...] = ()
    help: str = ""

    @property
    def label(self) -> str:
        """What to write beside a curve."""
        return self.name.replace(".", " ")


def names(result: Result) -> list[str]:
    """Return the names of all channels; where two parts share one, the later has its section in
    front.
    """
    found: dict[str, None] = {"t": None}
    for section in SECTIONS:
        for name in result._sources[section]:
            for channel in _of_part(_part(result, section, name), name):
                found.setdefault(channel if channel not in found else f"{section}.{channel}")
    return [*found, *(f"energy.{quantity}" for quantity in _energies(result))]


def _of_part(part: Part, name: str) -> Iterator[str]:
    for quantity in part.quantities:
        yield f"{name}.{quantity}"
        yield from (f"{name}.{quantity}.{component}" for component in _components(part, quantity))


def find(result: Result, name: str) -> Channel:
    """Return the channel that ``name`` means, or say what there is."""
    if not isinstance(name, str):
        raise InputError(
            f"expected the name of a channel, such as 'rod.position.x', got {brief(name)}."
        )
    words = name.strip().split(".")
    if words == ["t"]:
        return Channel("t", "time", "s", result.t, help="time")
    if words[0] == "energy" and (
        ".".join(words[1:]) in _energies(result) or not _called(result, "energy")
    ):
        return _energy(result, name, ".".join(words[1:]))
    parts, rest = _meant(result, words)
    if not parts:
        known = [source for section in SECTIONS for source in result._sources[section]]
        raise _unknown(
            name,
            f"there is no body, joint, driver or load '{words[0]}'",
            words[0],
            [*known, "energy", "t"],
        )
    quantities = list(dict.fromkeys(quantity for part in parts for quantity in part.quantities))
    wanted = rest[0] if rest else ""
    if wanted not in quantities:
        missing = (
            f"'{parts[0]._name}' has no '{wanted}'"
            if wanted
            else f"say which quantity of '{parts[0]._name}'"
        )
        raise _unknown(name, missing, wanted, quantities)
    part = next(part for part in parts if wanted in part.quantities)
    return _component(part, name, wanted, rest[1:])


def _meant(result: Result, words: list[str]) -> tuple[list[Part], list[str]]:
    """Return the parts that the first words name, and the words behind them; the label of a
    contact has two words.
    """
    section, *inner = words
    if section in SECTIONS and len(inner) > 1:
        size = 2 if section == "contacts" else 1
        if parts := _called(result, ".".join(inner[:size]), (section,)):
            return parts, inner[size:]
    if parts := _called(result, ".".join(words[:2]), ("contacts",)):
        return parts, words[2:]
    return _called(result, words[0]), words[1:]


def _component(part: Part, name: str, quantity: str, rest: list[str]) -> Channel:
    unit, components = part.quantities[quantity], _components(part, quantity)
    help = part.help(quantity)
    if not rest:
        several = part.components(quantity)
        return Channel(name, quantity, unit, getattr(part, quantity), several, help)
    if len(rest) > 1 or rest[0] not in components:
        word = ".".join(rest)
        raise _unknown(name, f"'{quantity}' has no component '{word}'", word, components)
    values = getattr(part, quantity)
    if rest[0] == "magnitude":
        return Channel(name, quantity, unit, np.linalg.norm(values, axis=1), help=help)
    return Channel(name, quantity, unit, values[:, components.index(rest[0])], help=help)


def _components(part: Part, quantity: str) -> tuple[str, ...]:
    components = part.components(quantity)
    return (*components, "magnitude") if components == ("x", "y", "z") else components


def _called(result: Result, name: str, sections: Iterable[str] = SECTIONS) -> list[Part]:
    return [
        _part(result, section, name) for section in sections if name in result._sources[section]
    ]


def _part(result: Result, section: str, name: str) -> Part:
    reader = {
        "bodies": result.body,
        "joints": result.joint,
        "drivers": result.driver,
        "contacts": result.contact,
        "forces": result.load,
    }[section]
    return reader(name)


def _energies(result: Result) -> list[str]:
    return list(dict.fromkeys((*Energy.sums, *result.energy.entries)))


def _energy(result: Result, name: str, quantity: str) -> Channel:
    if quantity not in _energies(result):
        raise _unknown(name, f"there is no energy '{quantity}'", quantity, _energies(result))
    energy = result.energy
    values = getattr(energy, quantity) if quantity in Energy.sums else energy[quantity]
    return Channel(name, "energy", "J", values, help=energy.help(quantity))


def _unknown(name: str, sentence: str, word: str, known: Iterable[str]) -> InputError:
    return InputError(f"cannot find the channel '{name}': {sentence}.{suggestion(word, known)}")
