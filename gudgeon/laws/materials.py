"""Contact stiffness from materials, by their names or their moduli, and radii."""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from .._base.arguments import POSITIVE_LENGTH, number
from .._base.description import Quantity
from .._base.errors import InputError, brief, suggestion

__all__ = ["Material", "equivalent_modulus", "hertz_stiffness", "material"]

_ONE_OR_TWO = ((), (2,))  # one number for both bodies, or one for each
_MODULUS = Quantity("Pa", _ONE_OR_TWO, ((">", 0.0),))
_POISSON = Quantity("1", _ONE_OR_TWO, ((">", -1.0), ("<=", 0.5)))


OneOrTwo = float | str | Sequence[float | str]  # one number for both bodies, or one for each


class Material(NamedTuple):
    """Modulus of elasticity ``E`` [Pa], Poisson's ratio ``nu`` [1] and where they are printed."""

    E: float
    nu: float
    source: str


# at room temperature
_SHIGLEY, _DOWLING = "[Budynas2015, table A-5]", "[Dowling2012, table 5.2]"
NAMED = {
    "steel": Material(207e9, 0.292, _SHIGLEY),  # carbon steel
    "stainless-steel": Material(190e9, 0.305, _SHIGLEY),
    "cast-iron": Material(100e9, 0.211, _SHIGLEY),  # grey
    "bronze": Material(111e9, 0.349, _SHIGLEY),  # phosphor bronze
    "brass": Material(106e9, 0.324, _SHIGLEY),
    "copper": Material(119e9, 0.326, _SHIGLEY),
    "magnesium": Material(44.8e9, 0.350, _SHIGLEY),
    "aluminium": Material(70.3e9, 0.345, _DOWLING),
    "titanium": Material(120e9, 0.361, _DOWLING),
    "pa66": Material(2.7e9, 0.41, _DOWLING),  # dry
    "hdpe": Material(1.08e9, 0.42, _DOWLING),
    "pc": Material(2.4e9, 0.38, _DOWLING),
    "abs": Material(2.4e9, 0.35, _DOWLING),
}


def material(name: str) -> Material:
    """Return the constants of a material by its name, such as ``"steel"`` or ``"cast iron"``."""
    word = "-".join(name.lower().replace("_", " ").split()) if isinstance(name, str) else ""
    if word not in NAMED:
        raise InputError(
            f"there is no material {brief(name)}.{suggestion(word, NAMED)} Of others give E and nu.",
            ("material",),
        )
    return NAMED[word]


def _named(given: dict[str, Any]) -> dict[str, Any]:
    """Return what is given with ``E`` and ``nu`` in place of the names of one material or two."""
    if "material" not in given:
        return given
    for key in ("E", "nu"):
        if key in given:
            raise InputError("follows from the material; give one of them only.", (key,))
    names = given["material"]
    if isinstance(names, (list, tuple)):
        if len(names) != 2:
            raise InputError(
                f"expected one material or two, the bearing's first, got {brief(names)}.",
                ("material",),
            )
        found = [material(name) for name in names]
        constants: dict[str, Any] = {
            "E": tuple(part.E for part in found),
            "nu": tuple(part.nu for part in found),
        }
    else:
        constants = material(names)._asdict()
        del constants["source"]
    return {key: value for key, value in given.items() if key != "material"} | constants


def equivalent_modulus(E: Any, nu: Any) -> float:
    """Return E* [Pa] of two bodies, 1/E* = (1 − ν_i²)/E_i + (1 − ν_j²)/E_j; one number stands
    for both bodies.
    """
    E, nu = number(E, "E", _MODULUS), number(nu, "nu", _POISSON)
    E_i, E_j = E if isinstance(E, tuple) else (E, E)
    nu_i, nu_j = nu if isinstance(nu, tuple) else (nu, nu)
    return 1.0 / ((1.0 - nu_i * nu_i) / E_i + (1.0 - nu_j * nu_j) / E_j)


def hertz_stiffness(
    E: Any, nu: Any, bearing_radius: Any, journal_radius: Any, *, external: bool = False
) -> float:
    """Return K = 4/3 E* √R [N/m^1.5] with R = R_i R_j/(R_i − R_j): a ball in its socket, a journal
    in its bearing.

    With ``external=True`` the bodies touch from outside, R = R_i R_j/(R_i + R_j). ``E`` [Pa] and
    ``nu`` are one number for both bodies or two, the bearing's first.
    """
    if not isinstance(external, bool):
        raise InputError(f"expected true or false, got {brief(external)}.", ("external",))
    R_i = number(bearing_radius, "bearing_radius", POSITIVE_LENGTH)
    R_j = number(journal_radius, "journal_radius", POSITIVE_LENGTH)
    if not external and not R_i > R_j:
        raise InputError(
            f"must be smaller than bearing_radius = {R_i:g} m, got {R_j:g} m; for bodies that "
            "touch from outside say external=True.",
            ("journal_radius",),
        )
    return (
        4.0
        / 3.0
        * equivalent_modulus(E, nu)
        * sqrt(R_i * R_j / (R_i + R_j if external else R_i - R_j))
    )


SIZES = {"bearing_radius": 1.0, "journal_radius": 0.99, "length": 1.0}
"""What a law from materials may take from its joint, and sizes [m] to try the rest with."""


def from_materials(
    cls: type, field: str, function: Callable[..., float], given: dict[str, Any]
) -> Any:
    """Return ``cls(...)`` with ``field`` computed by ``function`` from what it takes of
    ``given``, where ``material`` stands for ``E`` and ``nu`` and None is not given; the rest are
    other fields. Without sizes it is a law that waits for those of its joint.
    """
    given = _named({name: value for name, value in given.items() if value is not None})
    arguments = inspect.signature(function).parameters
    needed = _needed(cls, field, arguments, given)
    sizes = tuple(name for name in needed if name in SIZES and name not in given)
    # sizes that stand for those of the joint, to try the rest
    tried = {**given, **{name: SIZES[name] for name in needed if name in SIZES and sizes}}
    taken = arguments.keys() & tried.keys()
    value = function(**{name: tried[name] for name in taken})
    made = cls(**{field: value}, **{name: tried[name] for name in tried if name not in taken})
    object.__setattr__(made, "of_lengths", True)
    return made.of_joint(given, sizes) if sizes else made


def _needed(
    cls: type, field: str, arguments: Mapping[str, inspect.Parameter], given: dict[str, Any]
) -> list[str]:
    """Return what a law from materials needs; refuse what it does not know, and what is missing
    besides sizes.
    """
    fields = {known.name: known for known in dataclasses.fields(cls) if known.name != field}
    needed = [name for name, known in arguments.items() if known.default is known.empty]
    needed += [name for name, known in fields.items() if known.default is dataclasses.MISSING]
    if field in given:
        raise InputError(
            "follows from the materials; leave it out, or leave the materials out.", (field,)
        )
    allowed = [*arguments, *fields]
    for name in given:
        if name not in allowed:
            raise InputError(f"unknown key '{name}'.{suggestion(name, [*allowed, 'material'])}")
    missing = [name for name in needed if name not in given]
    if any(name not in SIZES for name in missing):
        raise InputError(
            f"{cls.__name__} from materials needs {', '.join(needed)}; missing: "
            f"{', '.join(missing)}.{' A material by its name has E and nu.' if 'E' in missing else ''}"
        )
    return needed
