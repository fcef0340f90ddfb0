"""How the joints of a mechanism are made, and where their stops are, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..laws import Law, Linear, file_name
from .compliance import Compliance
from .fits import Play, own_laws
from .motions import MOTIONS, unit_of

if TYPE_CHECKING:
    from . import Fit, Joint, Mechanism


WHERE = {"ends": "at the ends", "sides": "on the sides"}
"""Where surfaces with laws of their own are."""


def law_text(law: Law) -> str:
    """Return a law in a line: ``constant-speed (speed 6.28, start 0)``."""
    values = ", ".join(f"{field.name} {short(getattr(law, field.name))}" for field in law._fields())
    return f"{file_name(type(law))} ({values})" if values else file_name(type(law))


def short(value: Any) -> str:
    """Return a number, or some of many, with six digits."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        shown = ", ".join(short(item) for item in value[:4])
        return f"[{shown}{', ...' if len(value) > 4 else ''}]"
    return str(value)


# -- fits ----------------------------------------------------------------------------------------------------------


def of_joints(mechanism: Mechanism) -> Iterator[str]:
    """Yield a sentence for each joint: its kind, its bodies, and how it is made."""
    for joint in mechanism.joints:
        first, second = joint.between
        kind = file_name(type(joint))
        if (gap := joint.radial_play()) is not None:
            bodies = f"bearing on {first}, journal on {second}, {joint.gap_text(gap, mechanism.plane is not None)}"
        else:
            bodies = f"between {first} and {second}"
        yield f"{joint.name}: {kind}, {bodies}; {', '.join(_fit(joint, mechanism.plane is not None))}"


def _fit(joint: Any, planar: bool) -> Iterator[str]:
    fit = joint.fit
    if fit.by_motion:
        yield from _motions(joint, fit, planar)
    elif getattr(fit, "film", None) is not None:
        yield f"lubricated by {law_text(fit.film)}"
        if fit.contact is not None:
            e_0, e_1 = fit.hand_over(joint.gap())
            yield f"handing over within {e_0:.6g} m (e_1 {e_1:.6g} m) to contact {law_text(fit.contact)}"
    elif fit.surface_laws:
        yield "clearance"
        yield from layer_text(fit, "m")
        yield f"contact {law_text(fit.contact)}"
    else:
        yield file_name(type(fit))
    if getattr(fit, "friction", None) is not None:
        yield f"friction {law_text(fit.friction)}"
    for surface, field, law in own_laws(fit):
        yield f"{WHERE[surface]} {field.partition('_')[2]} {law_text(law)}"
    if joint.stops:
        yield f"stops on {' and '.join(dict.fromkeys(stop.coordinate for stop in joint.stops))}"


def _motions(joint: Joint, fit: Fit, planar: bool) -> Iterator[str]:
    """Yield how each motion of a joint is made; those that are not given after the others."""
    yield file_name(type(fit))
    given = {motion: getattr(fit, motion) for motion in MOTIONS if getattr(fit, motion) is not None}
    for motion, part in given.items():
        unit = unit_of(motion)
        if isinstance(part, Play):
            yield f"{motion} play of {joint.play(motion):.6g} {unit} to each side, beyond: {', '.join(_play(part, unit))}"
        else:
            yield f"{motion} {part if isinstance(part, str) else _compliance(part, unit)}"
    for motion in joint.motions(planar):
        if motion not in given:
            yield f"{motion} {'free' if motion in joint.leaves_free else 'held'}"


def _play(play: Play, unit: str) -> Iterator[str]:
    yield from layer_text(play, unit)
    yield law_text(play.contact)
    if play.friction is not None:
        yield f"friction {law_text(play.friction)}"


def _compliance(compliance: Compliance, unit: str) -> str:
    force = "N" if unit == "m" else "N m"
    words = [_characteristic(compliance.force, f"{force}/{unit}")]
    if compliance.damping is not None:
        words.append(f"damping {_characteristic(compliance.damping, f'{force} s/{unit}')}")
    if compliance.preload:
        words.append(f"preload {compliance.preload:.6g} {force}")
    if compliance.offset:
        words.append(f"offset {compliance.offset:.6g} {unit}")
    return " and ".join([*words, *(["only pushing"] if compliance.unilateral else [])])


def _characteristic(law: Law, unit: str) -> str:
    return f"{law.slope:.6g} {unit}" if isinstance(law, Linear) else law_text(law)


def layer_text(part: Any, unit: str) -> Iterator[str]:
    """Yield what a soft layer in front of hard contact does."""
    if part.bushing is not None:
        yield f"first a layer of {_compliance(part.bushing, unit)} that gives by {part.thickness:.6g} {unit}"


# -- stops ---------------------------------------------------------------------------------------------------------
