"""From bushings and films to their records."""

from typing import Any

import numpy as np

from ..kernels import records as rec
from ..model import Bushing, Cylindrical, Distance, Joint, Lubricated, Mechanism, Mixed, Revolute, Rigid, Spherical, Universal

MOTIONS = {"radial": rec.ACROSS, "axial": rec.AXIAL, "misalignment": rec.TILT, "torsion": rec.TWIST}


def motion(joint: Joint, name: str, mechanism: Mechanism) -> int:
    """Return what a bushing of this name measures in a joint."""
    in_plane = mechanism.plane is not None and isinstance(joint, (Revolute, Rigid))
    if name == "radial" and (isinstance(joint, (Spherical, Universal)) or in_plane):
        return rec.POINT_OF
    return rec.LENGTH_OF if isinstance(joint, Distance) else MOTIONS[name]


def bushing_records(
    mechanism: Mechanism, order: dict[str, int], places: dict[tuple[str, str], int], laws: Any, entries: Any
) -> tuple[np.ndarray, list[tuple[float, ...]]]:
    """Return the bushing records, and for each the displacements at which its law has a breakpoint."""
    soft = [joint for joint in mechanism.joints if isinstance(joint.fit, (Bushing, Mixed))]
    found = [(joint, name, part) for joint in soft for name, part in joint.fit.bushings().items()]  # type: ignore[attr-defined]
    records = rec.table(len(found), rec.BUSHING)
    breakpoints = []
    for record, (joint, name, part) in zip(records, found, strict=True):
        record["joint"], record["motion"] = order[joint.name], motion(joint, name, mechanism)
        record["law"], record["offset"] = laws(part.force, joint, "fit", name, "force")
        record["damper_ledger"] = record["watch"] = -1
        if part.damping is not None:
            record["damper"], record["damper_offset"] = laws(part.damping, joint, "fit", name, "damping")
            record["lost_entry"] = entries(f"lost:{joint.name}:damping")
        record["preload"], record["zero"], record["unilateral"] = part.preload, part.offset, int(part.unilateral)
        record["coordinate"] = places.get((joint.name, "angle"), -1)
        record["stored_entry"] = entries(f"stored:{joint.name}")
        breakpoints.append(part.force.breakpoints())
    return records, breakpoints


def film_records(mechanism: Mechanism, order: dict[str, int], laws: Any, entries: Any) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the film records and the names of the joints with films: sections along the shorter part in space, else one."""
    filmed: list[Any] = [joint for joint in mechanism.joints if isinstance(joint.fit, Lubricated)]
    rows = []
    for place, joint in enumerate(filmed):
        fit: Any = joint.fit
        radii, ball = joint.radii(), isinstance(joint, Spherical) and mechanism.plane is None
        lengths = (0.0, 0.0) if isinstance(joint, Spherical) else joint.lengths()
        length = min(lengths)
        count = 1 if isinstance(joint, Spherical) or mechanism.plane is not None else fit.strips
        e_0, e_1 = fit.hand_over(joint.gap())
        e_0 = np.inf if fit.contact is None else e_0  # nothing takes over from the film
        law = laws(fit.film, joint, "fit", "film", ratio=length / (2 * radii[1]))
        for k in range(count):
            at = (count - 1 - 2 * k) / (2 * count)
            rows.append((joint, place, rec.BALL if ball else rec.RADIAL, at, radii[1], lengths, 1 / count, e_0, e_1, law))
    records = rec.table(len(rows), rec.FILM)
    for record, (joint, place, kind, at, radius, lengths, share, e_0, e_1, law) in zip(records, rows, strict=True):
        record["joint"], record["place"], record["kind"], record["at"] = order[joint.name], place, kind, at
        record["gap"], record["radius"], record["length"], record["share"] = joint.gap(), radius, min(lengths), share
        record["sliding"] = int(isinstance(joint, Cylindrical))
        record["bearing_length"], record["journal_length"] = lengths
        record["e_0"], record["e_1"], (record["law"], record["offset"]) = e_0, e_1, law
        record["lost_entry"] = entries(f"lost:{joint.name}:film")
    return records, tuple(joint.name for joint in filmed)
