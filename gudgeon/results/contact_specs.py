"""What the description of a mechanism says of each contact of a run: its law, its limits, the play that it closes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.fits import law_of
from .contact_labels import Place, places
from .impacts import Impacts, SlowContacts

if TYPE_CHECKING:
    from ..laws import NormalLaw
    from ..model import Mechanism

ELASTIC_SPEED = 1e-5  # of the speed of sound: an impact that is faster leaves marks, which the laws do not know


SOUND_IN_STEEL = 5100.0  # speed of sound [m/s] at stops, which do not say what they are made of


@dataclass(frozen=True)
class ContactSpec:
    """A contact as its description has it: the law, approach speeds that count as least and as too fast, the clearance before it."""

    place: Place
    law: NormalLaw
    slowest: float
    fastest: float = np.inf
    gap: float = 0.0  # [m]; none at stops
    layer: bool = False  # a layer is pressed, and no law is asked
    hidden: float = 0.0  # depth that a fixed tilt of an end hides [m]

    @property
    def group(self) -> str:
        """Whose contacts are counted together: those in the gap of a joint, or those of one stop."""
        return self.place.label if self.place.coordinate else self.place.joint

    @property
    def where(self) -> str:
        """The same in words."""
        return f"joint '{self.place.joint}'" + (f", {self.place.name}" if self.place.coordinate else "")


def slow_contacts(mechanism: Mechanism, impacts: Impacts) -> dict[str, SlowContacts]:
    """Return how many contacts began slower than min_approach_speed, in the gap of each joint and at each stop."""
    found = {}
    for group in contact_groups(mechanism, impacts):
        mine, slowest = impacts.at({touch.place.label for touch in group}), group[0].slowest
        found[group[0].group] = SlowContacts(int(np.count_nonzero(mine["approach_speed"] < slowest)), len(mine), slowest)
    return found


def contact_groups(mechanism: Mechanism, impacts: Impacts) -> list[list[ContactSpec]]:
    """Return the contacts of a run that obey a law, those that are counted together in one list."""
    groups: dict[str, list[ContactSpec]] = {}
    for place in places(impacts.labels):
        if not (touch := contact_spec(mechanism.joint(place.joint), place)).layer:
            groups.setdefault(touch.group, []).append(touch)
    return [*groups.values()]


def contact_spec(joint: Any, place: Place) -> ContactSpec:
    """Return what the description says of a contact."""
    if place.coordinate or place.motion:
        stop = place.stop(joint)
        limit, soft = np.inf if place.angular else ELASTIC_SPEED * SOUND_IN_STEEL, stop.bushing is not None
        gap = joint.play(place.motion) + (stop.thickness or 0.0) if place.motion and not place.angular else 0.0
        return ContactSpec(place, stop.contact, stop.min_approach_speed, limit, gap, layer=soft and not place.hard)
    fit, soft = joint.fit, getattr(joint.fit, "bushing", None) is not None and not place.axial
    gap = _gap(joint, place) + (fit.thickness if soft else 0.0)
    law, _ = law_of(fit, place.surface, "contact")
    hidden = hidden_depth(joint) if place.axial else 0.0
    return ContactSpec(place, law, fit.min_approach_speed, ELASTIC_SPEED * fit.sound_speed, gap, soft and not place.hard, hidden)


def axial_gap(joint: Any) -> float:
    """Return the play of a joint along its axis on either side [m]."""
    bearing, journal = joint.lengths()
    return float(abs(bearing - journal) / 2)


def _gap(joint: Any, place: Place) -> float:
    """Return the play that a contact closes [m]."""
    if place.axial:
        return axial_gap(joint)
    if place.name.startswith("key "):
        return float(joint.rotational_clearance * joint.radii()[1])
    return float(joint.gap())


def hidden_depth(joint: Any) -> float:
    """Return by how much the rim of an end must be deeper than its middle, with a fixed tilt, before it carries [m]."""
    return float(joint.end_face()[1] * (joint.fit.tilt or 0.0))
