"""Laws, fits, joints and other descriptions in words, each number with its unit: for terminals,
notebooks, reports and titles of figures.

A description reads as it stands in a model file: its kind, then its fields in brackets, ``threlfall
(mu_k 0.1, v_1 0.001 m/s)``. Of a law all fields are told, of other descriptions those that differ
from their defaults.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from .._base.description import Description
from ..laws import BristleLaw, FrictionLaw, Law, file_name
from .motions import AXIAL, COORDINATES, MOTIONS, unit_of

if TYPE_CHECKING:
    from . import Driver, Joint, Load, Mechanism

MANY = 6  # numbers of a list that are told


def text_of(value: Any, angular: bool | None = None, rate: bool | None = None) -> str:
    """Return numbers with six digits, the first of many; a law or another description with its
    fields; a text as it is.

    ``angular`` says whether a law or a description acts on an angle, with a moment; ``rate``
    whether on a rate. Where that is not known, a number that may have several units has all of
    them.
    """
    if isinstance(value, Description):
        inside = ", ".join(field_texts(value, angular, rate))
        return f"{file_name(type(value))} ({inside})" if inside else file_name(type(value))
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (tuple, list)):
        shown = ", ".join(text_of(item, angular, rate) for item in value[:MANY])
        return f"[{shown}{', ...' if len(value) > MANY else ''}]"
    if isinstance(value, dict):
        return ", ".join(f"{key} {text_of(item)}" for key, item in value.items())
    return str(value)


def field_texts(
    part: Description,
    angular: bool | None = None,
    rate: bool | None = None,
    without: Collection[str] = ("name",),
) -> Iterator[str]:
    """Yield name, value and unit of each field of a law, and of those of another description
    that are not its defaults.
    """
    for field in dataclasses.fields(part):  # type: ignore[arg-type]
        value = getattr(part, field.name)
        if isinstance(part, Law):
            if field.name in part.beside and value == field.default:
                continue
            yield f"{field.name} {_field_text(field, value, angular, rate)}"
        elif field.name not in without and value is not None and value != field.default:
            yield (
                f"{_words(field.name)} "
                f"{_field_text(field, value, _turns(field, value, angular), field.name == 'damping')}"
            )


def _turns(field: dataclasses.Field, value: Any, angular: bool | None) -> bool | None:
    """Return whether the value of a field acts on an angle: the field of a motion says so, and
    friction acts on what slides.
    """
    if field.name in MOTIONS:
        return unit_of(field.name) == "rad"
    return False if isinstance(value, (FrictionLaw, BristleLaw)) else angular


def _field_text(
    field: dataclasses.Field, value: Any, angular: bool | None, rate: bool | None
) -> str:
    """Return the value of a field with its unit; a description for which a number can stand as
    that number.
    """
    number = number_for(field, value)
    spec = field.metadata.get("quantity") if number is None else field.metadata["number"]
    if spec is None:
        return text_of(value, angular, rate)
    return f"{text_of(value if number is None else number)}{_unit(spec.unit, angular, rate)}"


def number_for(field: dataclasses.Field, value: Any) -> float | None:
    """Return the number that can be written for a description in this field, or None where that
    says more than a number.
    """
    kind = field.metadata.get("stands_for")
    if kind is None or type(value) is not kind:
        return None
    first = dataclasses.fields(value)[0]
    inner = getattr(value, first.name)
    if value != kind(inner):
        return None
    return inner if isinstance(inner, float) else number_for(first, inner)


def _unit(units: str, angular: bool | None, rate: bool | None) -> str:
    """Return the unit of a number, with a space before it; of several the one that fits an angle
    or a length, a rate or none.
    """
    known = units.split("|")
    # a number without a unit, or a factor
    if units in ("", "1") or (angular is None and "1" in known):
        return ""
    if angular is not None:
        known = _units_of_motion(known, angular)
    if rate is not None:
        known = [unit for unit in known if _is_of_rate(unit) == rate] or known
    return f" {' or '.join(known).replace('*', ' ')}"


def _units_of_motion(known: list[str], angular: bool) -> list[str]:
    """Return those of several units that fit an angle or a length; a single one that is written
    for a length also for an angle.
    """
    if len(known) == 1:
        return [_for_angle(known[0])] if angular else known
    known = [unit for unit in known if _is_of_angle(unit) == angular] or known
    # a motion is no force
    return [unit for unit in known if not unit.startswith(("N", "1"))] or known


def _for_angle(unit: str) -> str:
    """Return the unit of a law of contact, which is written for a length and a force, where it
    acts on an angle with a moment.
    """
    return unit if "rad" in unit else re.sub(r"\bN\b", "N*m", re.sub(r"\bm\b", "rad", unit))


def _is_of_angle(unit: str) -> bool:
    return "rad" in unit or unit == "N*m"


def _is_of_rate(unit: str) -> bool:
    return "*s/" in unit or unit.endswith("/s")


def _words(name: str) -> str:
    """Return the name of a field in words; symbols such as e_0 and mu_k stay as they are."""
    return name if len(name) <= 4 else name.replace("_", " ")


# -- joints and other parts of a mechanism ---------------------------------------------------------


def of_joints(mechanism: Mechanism) -> Iterator[str]:
    """Yield a sentence for each joint: its kind, its bodies, the sizes of its parts, and how it
    is made.
    """
    planar = mechanism.plane is not None
    for joint in mechanism.joints:
        words = [file_name(type(joint)), _bodies(joint), *size_texts(joint, planar)]
        made = [*fit_texts(joint, planar)]
        if joint.stops:
            made.append(
                f"stops on {' and '.join(dict.fromkeys(stop.coordinate for stop in joint.stops))}"
            )
        yield f"{joint.name}: {', '.join(words)}; {', '.join(made)}"


def _bodies(joint: Joint) -> str:
    first, second = joint.between
    return (
        f"between {first} and {second}"
        if joint.radial_play() is None
        else f"bearing on {first}, journal on {second}"
    )


def size_texts(joint: Joint, planar: bool) -> Iterator[str]:
    """Yield the clearances of a joint in which something can touch, and the other sizes of its
    parts that are given.
    """
    if (gap := joint.radial_play()) is None:
        return
    yield joint.gap_text(gap, planar)
    if not planar and (axial := joint.own_clearance(AXIAL)) is not None:
        yield f"axial clearance {axial:.6g} m"
    for field in dataclasses.fields(joint):
        value = getattr(joint, field.name)
        if isinstance(value, float) and not field.name.endswith("clearance"):
            yield f"{_words(field.name)} {_field_text(field, value, None, None)}"


def fit_texts(joint: Joint, planar: bool) -> Iterator[str]:
    """Yield how a joint is made: the kind of fit, its laws and numbers, and the motions of which
    it says nothing.
    """
    fit = joint.fit.resolved(joint)
    yield file_name(type(fit))
    yield from field_texts(fit, angular=False)
    if fit.by_motion:
        for motion in joint.motions(planar):
            if getattr(fit, motion) is None:
                yield f"{motion} {'held' if fit.holds(joint, motion) else 'free'}"


def driver_text(mechanism: Mechanism, driver: Driver) -> str:
    """Return what a driver prescribes."""
    coordinate = mechanism.coordinate(driver)
    return (
        f"{driver.joint}.{coordinate} follows "
        f"{text_of(driver.motion, COORDINATES[coordinate].angular)}"
    )


def force_text(mechanism: Mechanism, force: Load) -> str:
    """Return a load, spring or user-defined force in words."""
    if hasattr(force, "joint"):
        return text_of(force, COORDINATES[mechanism.coordinate(force)].angular)
    return text_of(force, False if hasattr(force, "points") else None)
