"""What was simulated, in tables of text: joints with fits and laws, bodies, drivers and forces, every number with its unit."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._base.description import Description
from ..laws import Law, file_name
from ..model.motions import is_angle

if TYPE_CHECKING:
    from ..model import Joint, Mechanism

GEOMETRY = ("bearing_radius", "journal_radius", "radial_clearance", "bearing_length", "journal_length", "axial_clearance")
TURNING = ("misalignment", "torsion")  # motions of a bushing that are rotations


def tables_of(mechanism: Mechanism) -> Iterator[dict[str, Any]]:
    """Yield tables of the parts of a mechanism: a title, names of columns, and rows of text."""
    joints = [[one.name, file_name(type(one)), " – ".join(one.between), *_fit(one)] for one in mechanism.joints]
    yield {"title": "Joints", "columns": ["joint", "kind", "between", "fit", "numbers"], "rows": joints}
    bodies = [[one.name, f"{one.total_mass:.6g} kg", _inertia(one)] for one in mechanism.bodies]
    yield {"title": "Bodies", "columns": ["body", "mass", "inertia"], "rows": bodies}
    if mechanism.drivers:
        driven = [(one, mechanism.coordinate(one)) for one in mechanism.drivers]
        rows = [[one.name, f"{one.joint}.{on}", law_text(one.motion, turning=is_angle(on))] for one, on in driven]
        yield {"title": "Drivers", "columns": ["driver", "coordinate", "motion"], "rows": rows}
    if mechanism.forces:
        rows = [[one.name, file_name(type(one)), _fields(one, False if hasattr(one, "points") else None)] for one in mechanism.forces]
        yield {"title": "Forces", "columns": ["force", "kind", "numbers"], "rows": rows}


def _fit(joint: Joint) -> tuple[str, str]:
    fit, stops = joint.fit, [f"stop: {_fields(stop, is_angle(stop.coordinate))}" for stop in joint.stops]
    if fit.ideal:
        return "ideal", "; ".join(stops)
    numbers = [f"{_word(name)} {text_of(getattr(joint, name))} m" for name in GEOMETRY if getattr(joint, name, None) is not None]
    for field in dataclasses.fields(fit):  # type: ignore[arg-type]
        value, turning = getattr(fit, field.name), field.name in TURNING
        if isinstance(value, (Law, Description)):
            numbers.append(f"{_word(field.name)}: {_part(value, turning)}")
        elif value != field.default:
            numbers.append(f"{_word(field.name)} {text_of(value)}{_unit(field, turning)}")
    return file_name(type(fit)), "; ".join([*numbers, *stops])


def law_text(law: Law, turning: bool | None = None, rate: bool | None = None) -> str:
    """Return a law in a line, with units: ``hertz (stiffness 6.6e+10 N/m^n, exponent 1.5)``.

    ``turning`` says whether it acts on an angle, with a moment; ``rate`` whether on a rate.
    """
    values = ", ".join(f"{field.name} {text_of(getattr(law, field.name))}{_unit(field, turning, rate)}" for field in law._fields())
    return f"{file_name(type(law))} ({values})" if values else file_name(type(law))


def _part(value: Any, turning: bool | None, rate: bool | None = None) -> str:
    return law_text(value, turning, rate) if isinstance(value, Law) else _fields(value, turning)


def _fields(part: Any, turning: bool | None = None) -> str:
    """Return the fields of a description that differ from their defaults, in a line."""
    words = []
    for field in dataclasses.fields(part):
        value, rate = getattr(part, field.name), field.name == "damping"
        if field.name != "name" and value is not None and value != field.default:
            inner = isinstance(value, (Law, Description))
            words.append(f"{_word(field.name)} {_part(value, turning, rate) if inner else text_of(value) + _unit(field, turning, rate)}")
    return ", ".join(words)


def _unit(field: Any, turning: bool | None = None, rate: bool | None = None) -> str:
    """Return the unit of a number, with a space before it; of several the one that fits an angle or a length, a rate or none."""
    spec = field.metadata.get("quantity")
    if spec is None or spec.unit in ("", "1"):
        return ""
    units = spec.unit.split("|")
    if len(units) > 1:
        units = [one for one in units if turning is None or ("rad" in one or one == "N*m") == turning] or units
        units = [one for one in units if turning is None or not one.startswith("N")] or units  # a driver prescribes no force
        units = [one for one in units if rate is None or ("*s/" in one) == rate] or units
    elif turning:  # a law of contact, which is written for a length and a force
        units = [re.sub(r"\bN\b", "N*m", re.sub(r"\bm\b", "rad", units[0]))]
    return f" {' or '.join(units).replace('*', ' ')}"


def _word(name: str) -> str:
    """Return the name of a field in words; symbols such as e_0 and mu_k stay as they are."""
    return name if len(name) <= 4 else name.replace("_", " ")


def _inertia(body: Any) -> str:
    value = body.inertia
    if hasattr(value, "moments"):
        return f"{file_name(type(value))} ({_fields(value)})"
    return f"{text_of(value)} kg m^2"


def text_of(value: Any) -> str:
    """Return numbers with six digits, some of many, or a text as it is."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (tuple, list)):
        shown = ", ".join(text_of(item) for item in value[:6])
        return f"({shown}{', …' if len(value) > 6 else ''})"
    if isinstance(value, dict):
        return ", ".join(f"{key} {text_of(one)}" for key, one in value.items())
    return str(value)
