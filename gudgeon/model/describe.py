"""How the joints of a mechanism are made, and where their stops are, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..laws import Law, Linear, file_name
from . import Bushing, Clearance, Compliance, Ideal, Lubricated, Mixed, Play, Translational
from .fits import MOTIONS, own_laws
from .fitting import FREE, GIVES, play_of, radial_play
from .joints import RECTANGULAR, ROUND
from .mixed import unit_of

if TYPE_CHECKING:
    from . import Joint, Mechanism


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
        if (gap := radial_play(joint)) is not None:
            bodies = f"bearing on {first}, journal on {second}, {_gap_of(joint, gap, mechanism.plane is not None)}"
        else:
            bodies = f"between {first} and {second}"
        yield f"{joint.name}: {kind}, {bodies}; {', '.join(_fit(joint, mechanism.plane is not None))}"


def _gap_of(joint: Any, gap: float, planar: bool) -> str:
    """Return the clearances of a joint; of a slider in space also whether it can turn."""
    if not isinstance(joint, Translational) or not isinstance(joint.fit, Clearance) or planar:
        return f"radial clearance {gap:.6g} m"
    if joint.guide == RECTANGULAR:
        (_, high), (_, wide) = joint.sections()
        return f"rectangular guide with a clearance of {high:.6g} m in height and {wide:.6g} m in width"
    if joint.guide == ROUND:
        return f"round guide, radial clearance {gap:.6g} m, rotational clearance {joint.rotational_clearance:.6g} rad"
    return f"radial clearance {gap:.6g} m, rotations held"


def _fit(joint: Joint, planar: bool) -> Iterator[str]:
    fit = joint.fit
    if isinstance(fit, Ideal):
        yield "ideal"
    elif isinstance(fit, (Bushing, Mixed)):
        yield from _motions(joint, fit, planar)
    elif isinstance(fit, Lubricated):
        yield f"lubricated by {law_text(fit.film)}"
        if fit.contact is not None:
            e_0, e_1 = fit.hand_over(joint.gap())  # type: ignore[attr-defined]
            yield f"handing over within {e_0:.6g} m (e_1 {e_1:.6g} m) to contact {law_text(fit.contact)}"
    elif isinstance(fit, Clearance):
        yield "clearance"
        yield from layer_text(fit, "m")
        yield f"contact {law_text(fit.contact)}"
    else:  # a fit of the user's own
        yield file_name(type(fit))
    if getattr(fit, "friction", None) is not None:
        yield f"friction {law_text(fit.friction)}"  # type: ignore[attr-defined]
    for surface, field, law in own_laws(fit):
        yield f"{WHERE[surface]} {field.partition('_')[2]} {law_text(law)}"
    if joint.stops:
        yield f"stops on {' and '.join(dict.fromkeys(stop.coordinate for stop in joint.stops))}"


def _motions(joint: Joint, fit: Bushing | Mixed, planar: bool) -> Iterator[str]:
    """Yield how each motion of a joint is made; those that are not given after the others."""
    yield file_name(type(fit))
    given = {motion: getattr(fit, motion) for motion in MOTIONS if getattr(fit, motion) is not None}
    for motion, part in given.items():
        unit = unit_of(motion)
        if isinstance(part, Play):
            yield f"{motion} play of {play_of(joint, motion):.6g} {unit} to each side, beyond: {', '.join(_play(part, unit))}"
        else:
            yield f"{motion} {part if isinstance(part, str) else _compliance(part, unit)}"
    free = FREE.get(type(joint), ())
    for motion in GIVES[type(joint), planar]:
        if motion not in given:
            yield f"{motion} {'free' if motion in free else 'held'}"


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
