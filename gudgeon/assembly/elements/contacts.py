"""From joints with clearance to contact records: which circles, rims and corners can touch what,
and with which law.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from ...kernels import records as rec
from ...kernels.joints.contacts import CONTACTS, VARIABLES
from ...laws import BristleLaw, Law, NormalLaw
from ...model import Compliance, Joint, Mechanism, Stop
from ...model.fits import law_of
from ...model.motions import Surface
from ...model.worn_profile import curvature_radii, profile_table
from ..breakpoints import watch_contacts
from ..contact_info import ContactInfo
from .base import Assembler, ElementKind, Elements, register

H, B = 0, 2  # vectors of a joint's triad: across its axis, along it
ENDS = (("A", 1.0), ("B", -1.0))
SIDES = (("+", 1.0), ("-", -1.0))
# of the depth of its middle: how much deeper the rim of an end must be for the contact to move
# there
SOFTNESS = 1e-3


@dataclass(frozen=True)
class Rule:
    """What acts in a contact: the laws, as the fit or the stop gives them, and where they stand
    in the description.
    """

    law: NormalLaw
    path: tuple[str, ...]
    slowest: float
    friction: Law | None = None
    friction_path: tuple[str, ...] = ()
    layer: Compliance | None = None
    thickness: float = 0.0
    blend: float = 0.0
    fade: float = 0.0


@dataclass
class Candidate:
    """One place where the two bodies of a joint can touch: what it is, and the fields of its
    record.
    """

    info: ContactInfo
    fields: dict[str, Any]
    stop: Stop | None = None

    def rule(self, joint: Any) -> Rule:
        """Return what acts in the contact: films and layers lie everywhere but on ends."""
        fit, motion, surface = joint.fit, self.info.motion, self.info.surface
        part = self.stop or (getattr(fit, motion) if motion else None)
        if part is not None:
            path = ("fit", motion) if motion else ("stops", str(joint.stops.index(part)))
            rule = Rule(
                part.contact,
                (*path, "contact"),
                part.min_approach_speed,
                getattr(part, "friction", None),
                (*path, "friction"),
            )
            return replace(
                rule, layer=part.bushing, thickness=part.thickness or 0.0, blend=part.blend
            )
        law, field = law_of(fit, surface, "contact")
        friction, friction_field = law_of(fit, surface, "friction")
        rule = Rule(law, ("fit", field), fit.min_approach_speed, friction, ("fit", friction_field))
        return rule if surface == "ends" else replace(rule, **fit.surface_contact(joint))

    def behind(self, joint: Any) -> "Candidate":
        """Return the hard contact behind the layer of this one: it only remembers when it began,
        and how fast.
        """
        rule = self.rule(joint)
        return replace(
            self,
            info=replace(self.info, hard=True),
            fields={**self.fields, "shift": rule.thickness, "passive": 1},
        )


def candidates(joint: Any, mechanism: Mechanism) -> list[Candidate]:
    """Return the contacts that a joint with clearance can have."""
    surfaces = joint.surfaces(mechanism.plane is not None)
    return [candidate for surface in surfaces for candidate in TOUCHING[surface](joint)]


def _around_point(joint: Any, surface: Surface) -> list[Candidate]:
    """Return the contact of a part that touches in a point, in a socket or across its axis."""
    gap, (bore, radius) = joint.gap(), _radii(joint)
    info = ContactInfo(joint.name, surface.value)
    fields = {**_inside(surface is Surface.BALL, gap), "radius": radius, "bore": bore}
    if surface is Surface.JOURNAL and getattr(joint, "bearing_wear", None) is not None:
        fields |= _profile(joint)
    return [Candidate(info, fields)]


def _radii(joint: Any) -> tuple[float, float]:
    """Return the radii of bearing and journal [m]; without friction they do not matter where
    they may be missing.
    """
    return joint.radii() or (joint.gap(), 0.0)


def _walls(joint: Any) -> list[Candidate]:
    """Circles of the shorter element against the wall of the longer one: strips in their middle,
    or the two ends.
    """
    fit, lengths, radii = joint.fit, joint.lengths(), _radii(joint)
    carrier = int(lengths[1] <= lengths[0])
    length, reach = lengths[carrier], lengths[1 - carrier] / 2
    if fit.support == "ends":
        circles = [
            (ContactInfo(joint.name, "wall", end=name), side * length / 2, 1.0)
            for name, side in ENDS
        ]
    else:
        n = fit.strips
        circles = [
            (ContactInfo(joint.name, "strip", strip=k + 1), (n - 1 - 2 * k) / 2 * length / n, 1 / n)
            for k in range(n)
        ]
    which = (0, 1) if _opposite_possible(joint, radii, length) else (0,)
    if getattr(joint, "bearing_wear", None) is not None:
        return _worn(joint, circles, which)
    common = {
        "kind": rec.WALL,
        "carrier": carrier,
        "radius": radii[carrier],
        "bore": radii[1 - carrier],
        "frame": 1 - carrier,
    }
    # a hinge cannot slide out: its ends touch before
    reach = reach * (1 + 1e-9) if joint.slides else np.inf
    found = []
    for info, at, weight in circles:
        for k in which:
            fields = {
                **common,
                "which": k,
                "at": at,
                "reach": reach,
                "weight": weight,
                "frame_axis": B,
            }
            found.append(Candidate(replace(info, opposite=bool(k)), fields))
    return found


def _worn(
    joint: Any, circles: list[tuple[ContactInfo, float, float]], which: tuple[int, ...]
) -> list[Candidate]:
    """Circles of the journal in a worn bore, each of which touches in one place. Where the bearing
    is the shorter they stand where its ends, or strips, are while the joint is centred.
    """
    if len(which) > 1:
        raise joint.error(
            "the axes can tilt so far that circles of the journal touch the bore on two sides, "
            "which a worn profile does not follow; use more strips than one, or a longer bearing.",
            "bearing_wear",
        )
    bore, radius = joint.radii()
    common = {
        "radius": radius,
        "bore": bore,
        "gap": joint.gap(),
        "frame_axis": B,
        **_profile(joint),
    }
    return [Candidate(info, {**common, "at": at, "weight": weight}) for info, at, weight in circles]


def _profile(joint: Any) -> dict[str, Any]:
    """Return the fields of a worn profile; where it begins follows when the record is filled."""
    depths = joint.bearing_wear
    tightest = min(curvature_radii(joint.gap(), depths))
    return {"kind": rec.WORN, "sectors": len(depths), "tightest": tightest}


def _opposite_possible(joint: Any, radii: tuple[float, float], length: float) -> bool:
    """Whether the axes can tilt so far that a circle touches on both sides: a sin(beta)^2 > c.

    The ends move across the axis by the play and by what a soft layer gives, here taken twice for
    safety.
    """
    fit: Any = joint.fit
    if joint.slides or (fit.support == "strips" and fit.strips == 1):
        # a single circle holds no tilt at all, and a sleeve may slide out to its last one
        return True
    gap = radii[0] - radii[1]
    give = gap + fit.surface_contact(joint).get("thickness", 0.0)
    return bool(radii[0] * min(1.0, 4 * give / length) ** 2 > gap)


def _end_faces(joint: Any) -> list[Candidate]:
    """End faces of the shorter element against the end planes of the longer one."""
    lengths, tilt = joint.lengths(), joint.fit.tilt
    carrier = int(lengths[1] <= lengths[0])
    inner, outer = joint.end_face()
    common = {
        "kind": rec.RIM,
        "carrier": carrier,
        "radius": outer,
        "frame": 1 - carrier,
        "frame_axis": H,
    }
    common |= {"softness": SOFTNESS if tilt is None else 0.0, "hidden": outer * (tilt or 0.0)}
    common["twist"] = _ring(inner, outer)
    return [
        Candidate(
            ContactInfo(joint.name, "end", end=name),
            {
                **common,
                "side": side,
                "at": side * lengths[carrier] / 2,
                "wall": side * lengths[1 - carrier] / 2,
            },
        )
        for name, side in ENDS
    ]


def _corners(joint: Any) -> list[Candidate]:
    """Corners of the slider against the walls of its guide; if the guide is shorter, its corners
    against the slider.
    """
    lengths, radii = (joint.bearing_length or np.inf, joint.journal_length), _radii(joint)
    carrier = int(lengths[1] <= lengths[0])
    reach = lengths[1 - carrier] / 2 * (1 + 1e-9)
    common = {
        "kind": rec.CORNER,
        "carrier": carrier,
        "radius": radii[carrier],
        "bore": radii[1 - carrier],
        "reach": reach,
    }
    common |= {"frame": 1 - carrier, "frame_axis": B}
    return [
        Candidate(
            ContactInfo(joint.name, "corner", end=end, signs=sign),
            {**common, "at": way * lengths[carrier] / 2, "side": side},
        )
        for end, way in ENDS
        for sign, side in SIDES
    ]


def limited(joint: Joint) -> list[str]:
    """Return the motions of a mixed joint whose play is a range of a coordinate."""
    return [motion for motion in joint.fit.plays() if motion != "radial"]


def plays(
    joint: Any, record: Any, mechanism: Mechanism, places: dict[tuple[str, str], int]
) -> list[Candidate]:
    """Return the contacts of a mixed joint: a ball or journal in its gap, and the ends of the other
    motions that have play.

    An end is a stop on a coordinate, which the ideal joint may hold; the play of a rod is counted
    from its own length.
    """
    found = []
    for motion in joint.fit.plays():
        gap, info = joint.play(motion), ContactInfo(joint.name, "play", motion=motion)
        if motion == "radial":
            ball = Surface.BALL in joint.surfaces(mechanism.plane is not None)
            bore, radius = (joint.radii() if hasattr(joint, "radii") else None) or (gap, 0.0)
            found.append(Candidate(info, {**_inside(ball, gap), "radius": radius, "bore": bore}))
            continue
        coordinate, zero = places[joint.name, joint.coordinate_of[motion]], float(record["length"])
        for word, side in (("lower", -1.0), ("upper", 1.0)):
            if side > 0 or motion != "misalignment":  # the angle between two axes has no sign
                fields = {
                    "kind": rec.STOP,
                    "side": side,
                    "limit": zero + side * gap,
                    "coordinate": coordinate,
                }
                slides = getattr(joint.fit, motion).friction is not None
                found.append(
                    Candidate(
                        replace(info, side=word, slides=slides),
                        {**fields, **_end_friction(joint, motion)},
                    )
                )
    return found


def _end_friction(joint: Any, motion: str) -> dict[str, Any]:
    """Return what friction at an end of play needs: the ring on which a face resists spinning,
    or the lever of flanks.
    """
    if getattr(joint.fit, motion).friction is None:
        return {}
    if motion == "torsion":
        return {"radius": joint.radii()[1], "frame_axis": B}
    return {"twist": _ring(*joint.end_face()), "frame_axis": H}


def _ring(inner: float, outer: float) -> float:
    """Return the radius on which friction of an even pressure on a face acts, torque over mu F
    [m]; zero of a point.
    """
    return (
        2 / 3 * (outer * outer + outer * inner + inner * inner) / (outer + inner)
        if outer > 0
        else 0.0
    )


def _inside(ball: bool, gap: float) -> dict[str, Any]:
    """Return what a ball in its socket and a journal or pin across its axis have in common."""
    return {"kind": rec.BALL if ball else rec.RADIAL, "gap": gap, "frame_axis": B}


def _block(joint: Any) -> list[Candidate]:
    """Corners of a block against the four walls of its channel, and its long edges against those of
    the walls at the ends of the channel.

    Every wall is touched with two corners, or two edges, side by side: each has half the law.
    """
    half_guide, half_slider = (joint.bearing_length or np.inf) / 2, joint.journal_length / 2
    found = []
    for which, word in enumerate(("height", "width")):
        (radius, gap), (aside, _) = joint.sections()[which], joint.sections()[1 - which]
        common = {
            "which": which,
            "radius": radius,
            "bore": radius + gap,
            "weight": 0.5,
            "frame_axis": B,
        }
        corner = {
            **common,
            "kind": rec.CORNER,
            "carrier": 1,
            "frame": 0,
            "reach": half_guide * (1 + 1e-9),
        }
        # where level, the corner touches
        edge = {**common, "kind": rec.EDGE, "frame": 1, "reach": half_slider * (1 - 1e-9)}
        for end, way in ENDS:
            for (a, side), (b, out) in product(SIDES, SIDES):
                place = {"side": side, "aside": out * aside}
                info = ContactInfo(
                    joint.name, "corner", end=end, signs=a + b if which == 0 else b + a, across=word
                )
                found.append(Candidate(info, {**corner, **place, "at": way * half_slider}))
                if np.isfinite(half_guide):
                    found.append(
                        Candidate(
                            replace(info, kind="mouth"), {**edge, **place, "at": way * half_guide}
                        )
                    )
    return found


def _flanks(joint: Any) -> list[Candidate]:
    """Flanks of the key or splines of a round slider, at its surface: they stop its rotation
    about the axis.
    """
    common = {
        "kind": rec.KEY,
        "gap": joint.rotational_clearance,
        "radius": _radii(joint)[1],
        "frame_axis": B,
    }
    return [
        Candidate(ContactInfo(joint.name, "key", signs=sign), {**common, "side": side})
        for sign, side in SIDES
    ]


TOUCHING: dict[Surface, Callable[[Any], list[Candidate]]] = {
    Surface.WALL: _walls,
    Surface.ENDS: _end_faces,
    Surface.CORNERS: _corners,
    Surface.BLOCK: _block,
    Surface.KEY: _flanks,
    **{
        surface: partial(_around_point, surface=surface)
        for surface in (Surface.BALL, Surface.JOURNAL, Surface.SLOT, Surface.GUIDE)
    },
}
"""The contacts that each surface of a joint can have."""


def stops(joint: Joint, places: dict[tuple[str, str], int]) -> list[Candidate]:
    """Return the contacts of a joint's stops, one for each end of a range."""
    found = []
    for stop in joint.stops:
        coordinate = stop.coordinate or joint.coordinates[0]
        for word, side, limit in (("lower", -1.0, stop.lower), ("upper", 1.0, stop.upper)):
            if limit is not None:
                fields = {
                    "kind": rec.STOP,
                    "side": side,
                    "limit": limit,
                    "coordinate": places[joint.name, coordinate],
                }
                info = ContactInfo(
                    joint.name, "stop", coordinate=coordinate, side=word, slides=False
                )
                found.append(Candidate(info, fields, stop))
    return found


def _inside_joint(
    joint: Joint, record: Any, mechanism: Mechanism, places: dict[tuple[str, str], int]
) -> list[Candidate]:
    """Return the contacts inside a joint, stops aside."""
    if joint.fit.plays():
        return plays(joint, record, mechanism, places)
    touching = joint.fit.surface_laws and joint.fit.contact is not None  # type: ignore[attr-defined]
    return candidates(joint, mechanism) if touching else []


def contacts(assembler: Assembler) -> Elements:
    """Return the records of all contacts, in gaps, at ends of play and at stops."""
    mechanism, places = assembler.mechanism, assembler.coordinates
    found: list[tuple[Joint, Candidate]] = []
    for joint in mechanism.joints:
        record = assembler.joints[assembler.order[joint.name]]
        for candidate in [*_inside_joint(joint, record, mechanism, places), *stops(joint, places)]:
            found.append((joint, candidate))
            if candidate.rule(joint).layer is not None:
                found.append((joint, candidate.behind(joint)))
    records = rec.table(len(found), rec.CONTACT)
    for k, (record, (joint, candidate)) in enumerate(zip(records, found, strict=True)):
        record["joint"] = assembler.order[joint.name]
        _fill(record, k, joint, candidate, assembler)
    _faces(records)
    watch_contacts(
        assembler,
        records,
        [
            _acting(record, candidate.rule(joint))
            for record, (joint, candidate) in zip(records, found, strict=True)
        ],
    )
    return Elements(records, labels={"contact": tuple(candidate.info for _, candidate in found)})


def _acting(record: Any, rule: Rule) -> Rule:
    """Return what acts in a contact; in one that only remembers, no friction and no layer."""
    return replace(rule, friction=None, layer=None) if record["passive"] else rule


def _faces(records: np.ndarray) -> None:
    """Link the contacts with friction on one face of a guide, around: their friction is one law,
    shared like the load.
    """
    records["next"] = np.arange(len(records))
    faces: dict[tuple[int, int, float], list[int]] = {}
    for k, record in enumerate(records):
        if record["kind"] in (rec.CORNER, rec.EDGE) and record["friction"] != 0:
            faces.setdefault(
                (int(record["joint"]), int(record["which"]), float(record["side"])), []
            ).append(k)
    for face in faces.values():
        records["next"][face] = [*face[1:], face[0]]


def _fill(record: Any, k: int, joint: Joint, candidate: Candidate, assembler: Assembler) -> None:
    """Fill one record."""
    rule, law, energy = candidate.rule(joint), assembler.law, assembler.energy
    record["weight"], record["slowest"], record["bristle"] = 1.0, rule.slowest, -1
    for field, value in candidate.fields.items():
        record[field] = value
    if record["kind"] == rec.WORN:
        table = profile_table(joint.bearing_wear)  # type: ignore[attr-defined]
        record["profile"] = assembler.numbers(table)
    record["law"], record["offset"] = law(rule.law, joint, *rule.path)
    record["potential"] = (
        rule.law.potential_address() if rule.layer is None and rule.fade == 0.0 else 0
    )
    record["fade"] = rule.fade
    record["ledger"], record["friction_ledger"] = assembler.ledger(), -1
    record["stored_entry"], record["lost_entry"] = (
        energy(f"stored:{joint.name}"),
        energy(f"lost:{joint.name}:hysteresis"),
    )
    if rule.layer is not None and not record["passive"]:
        record["partner"] = k + 1
        record["thickness"], record["blend"] = rule.thickness, rule.blend
        record["layer"], record["layer_offset"] = law(
            rule.layer.force, joint, *rule.path[:-1], "bushing", "force"
        )
        if rule.layer.damping is not None:
            record["layer_damper"], record["layer_damper_offset"] = law(
                rule.layer.damping, joint, *rule.path[:-1], "bushing", "damping"
            )
    if rule.friction is None or record["passive"]:
        return
    record["friction"], record["friction_offset"] = law(rule.friction, joint, *rule.friction_path)
    record["friction_ledger"], record["friction_entry"] = (
        assembler.ledger(),
        energy(f"lost:{joint.name}:friction"),
    )
    if isinstance(rule.friction, BristleLaw):
        record["bristle"] = assembler.state(3)


register(ElementKind("contacts", CONTACTS, contacts, VARIABLES))
