"""Parameters that have no part in the joint they are given to, or that cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from math import degrees, pi
from typing import Any

from ..laws import CylinderLaw, file_name
from ..model.fits.mixed import FREE
from ..model.joints import ROUND
from ..model.motions import Surface

KEY = 0.5  # [rad] play of a key or of splines beyond which it is hardly meant
WIDEST = {"misalignment": pi / 2, "torsion": pi}  # [rad] the same of rotations with play
WIDE = 5  # radii of a journal: end faces that reach farther are hardly meant
STIFF = "take a law with a stiffness, such as lankarani-nikravesh"


def unused_parameters(joint: Any, planar: bool) -> Iterator[str]:
    """Yield a sentence for each parameter of a joint that says nothing about it."""
    fit = joint.fit
    if fit.surface_laws:
        yield from _of_walls(joint, planar)
    without_part, reason = fit.unused_fields()
    yield from (
        f"{field} has no part in it: {reason}" for field in without_part if _given(fit, field)
    )
    outer = (getattr(joint, "end_radii", None) or (0.0, 0.0))[1]
    radii = joint.radii() if hasattr(joint, "radii") else None
    if radii is not None and outer > WIDE * max(radii):
        yield (
            f"end_radii reach to {outer:.3g} m, {outer / max(radii):.2g} times the radius of the "
            "joint; check their unit"
        )
    yield from _wide_angles(joint)
    yield from (
        f"{field} {sentence}"
        for field, sentence in (joint.foreign_sizes() if hasattr(joint, "foreign_sizes") else ())
    )


def _wide_angles(joint: Any) -> Iterator[str]:
    """Look for plays of rotations that are hardly meant, such as degrees given as radians."""
    plays = [("rotational_clearance", getattr(joint, "rotational_clearance", None), KEY)]
    plays += [
        (f"{motion} play", joint.fit.plays()[motion].clearance, widest)
        for motion, widest in WIDEST.items()
        if motion in joint.fit.plays()
    ]
    for name, play, widest in plays:
        if play is not None and play > widest:
            yield f"{name} is {play:.3g} rad, {degrees(play):.3g} deg to each side; check its unit"


def _of_walls(joint: Any, planar: bool) -> Iterator[str]:
    """Look for what divides a wall, or blurs an end, on a joint that has neither."""
    fit, has_round_wall = (
        joint.fit,
        joint.bore == "cylinder" or getattr(joint, "guide", "") == ROUND,
    )
    if planar or not has_round_wall:
        for field in ("support", "strips"):
            if _given(fit, field):
                yield (
                    f"{field} has no part in it: only the wall of a hinge, a sleeve or a round "
                    "slider in space is divided"
                )
    if _given(fit, "tilt") and Surface.ENDS not in joint.surfaces(planar):
        yield "tilt has no part in it: only a hinge in space has ends that can tilt"


def _given(fit: Any, field: str) -> bool:
    """Return whether a field differs from its default."""
    default = next(declared.default for declared in fields(fit) if declared.name == field)
    return bool(getattr(fit, field) != default)


def point_contacts(joint: Any) -> Iterator[str]:
    """Look for laws of cylinders, which touch along a line, in the play of a mixed joint and at
    stops.
    """
    for stop in joint.stops:
        if isinstance(stop.contact, CylinderLaw):
            yield (
                f"stop on {stop.coordinate}: {_line(stop.contact)}, but a stop is a flat end; "
                f"{STIFF}"
            )
    for motion, play in joint.fit.plays().items():
        if isinstance(play.contact, CylinderLaw) and (where := _point(joint, motion)):
            yield f"{motion} play: {_line(play.contact)}, but {where}; {STIFF}"


def _line(law: CylinderLaw) -> str:
    return f"{file_name(type(law))} is a law of cylinders that touch along a line"


def _point(joint: Any, motion: str) -> str:
    """Say why what stops a motion of a joint is no cylinder along a line; nothing where it is
    one.
    """
    if motion != "radial":
        return "its ends are flat faces"
    if joint.bore == "sphere":
        return "a ball touches its socket in a point"
    if joint.bore != "cylinder":
        return "this joint has flat walls"
    free = getattr(joint.fit, "misalignment", None) == FREE
    return "with free misalignment the journal stands at an angle in its bearing" if free else ""


def useless_layer(joint: Any) -> Iterator[str]:
    """Look for soft layers that carry nothing, or that are thicker than what they lie around."""
    parts = [
        (f"{motion} play: ", play, motion == "radial") for motion, play in joint.fit.plays().items()
    ]
    parts += [("", part, True) for where, part in joint.fit.layers() if not where]
    parts += [(f"stop on {stop.coordinate}: ", stop, False) for stop in joint.stops]
    radii = joint.radii() if hasattr(joint, "radii") else None
    for where, part, around in parts:
        if part.bushing is None:
            continue
        if part.bushing.damping is None and not float(part.bushing.force(part.thickness)[0]) > 0:
            yield (
                f"{where}the soft layer has no stiffness and carries nothing; leave it out, or "
                "widen the clearance"
            )
        if around and radii is not None and part.thickness > radii[1] > 0:
            yield (
                f"{where}the soft layer is {part.thickness:.3g} m thick, more than the radius of "
                f"{radii[1]:.3g} m of what it lies around"
            )
