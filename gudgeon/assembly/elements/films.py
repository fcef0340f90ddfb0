"""From oil films to their records."""

from typing import Any

import numpy as np

from ...kernels import records as rec
from ...kernels.joints.films import FILM, FILMS, VARIABLES
from .base import Assembler, ElementKind, Elements, register


def films(assembler: Assembler) -> Elements:
    """Return the records of all films: sections along the shorter part in space, else one."""
    filmed: list[Any] = [
        joint for joint in assembler.mechanism.joints if "films" in joint.fit.elements()
    ]
    rows = []
    for place, joint in enumerate(filmed):
        fit: Any = joint.fit
        radii, ball = joint.radii(), joint.bore == "sphere"
        lengths = (0.0, 0.0) if ball else joint.lengths()
        length = min(lengths)
        count = 1 if ball or assembler.mechanism.plane is not None else fit.strips
        e_0, e_1 = fit.hand_over(joint.gap())
        e_0 = np.inf if fit.contact is None else e_0  # nothing takes over from the film
        law = assembler.law(fit.film, joint, "fit", "film", ratio=length / (2 * radii[1]))
        for k in range(count):
            at = (count - 1 - 2 * k) / (2 * count)
            rows.append(
                (
                    joint,
                    place,
                    rec.BALL if ball else rec.RADIAL,
                    at,
                    radii[1],
                    lengths,
                    1 / count,
                    e_0,
                    e_1,
                    law,
                )
            )
    records = rec.table(len(rows), FILM)
    for record, (joint, place, kind, at, radius, lengths, share, e_0, e_1, law) in zip(
        records, rows, strict=True
    ):
        record["joint"], record["place"], record["kind"], record["at"] = (
            assembler.order[joint.name],
            place,
            kind,
            at,
        )
        record["gap"], record["radius"], record["length"], record["share"] = (
            joint.gap(),
            radius,
            min(lengths),
            share,
        )
        record["sliding"] = int(joint.slides)
        record["bearing_length"], record["journal_length"] = lengths
        record["e_0"], record["e_1"], (record["law"], record["offset"]) = e_0, e_1, law
        record["ledger"], record["lost_entry"] = (
            assembler.ledger(),
            assembler.energy(f"lost:{joint.name}:film"),
        )
    return Elements(
        records, memory=3 * len(records), labels={"film": tuple(joint.name for joint in filmed)}
    )


register(ElementKind("films", FILMS, films, VARIABLES))
