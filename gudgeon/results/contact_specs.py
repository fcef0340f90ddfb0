"""What the description of a mechanism says of each contact of a run: its law, its limits, the
play that it closes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..assembly.contact_info import ContactInfo
from ..model.fits import law_of
from .impacts import Impacts, SlowContacts

if TYPE_CHECKING:
    from ..laws import NormalLaw
    from ..model import Joint, Mechanism, Play, Stop

# of the speed of sound: an impact that is faster leaves marks, which the laws do not know
ELASTIC_SPEED = 1e-5


SOUND_IN_STEEL = 5100.0  # speed of sound [m/s] at stops, which do not say what they are made of


@dataclass(frozen=True)
class ContactSpec:
    """A contact as its description has it: the law, approach speeds that count as least and as
    too fast, the clearance before it.
    """

    contact: ContactInfo
    law: NormalLaw
    slowest: float
    fastest: float = np.inf
    gap: float = 0.0  # [m]; none at stops
    layer: bool = False  # a layer is pressed, and no law is asked
    hidden: float = 0.0  # depth that a fixed tilt of an end hides [m]

    @property
    def group(self) -> str:
        """Whose contacts are counted together: those in the gap of a joint, or those of one
        stop.
        """
        return self.contact.label if self.contact.limits else self.contact.joint

    @property
    def where(self) -> str:
        """The same in words."""
        return f"joint '{self.contact.joint}'" + (
            f", {self.contact.name}" if self.contact.limits else ""
        )


def slow_contacts(mechanism: Mechanism, impacts: Impacts) -> dict[str, SlowContacts]:
    """Return how many contacts began slower than min_approach_speed, in the gap of each joint
    and at each stop.
    """
    found = {}
    for group in contact_groups(mechanism, impacts):
        mine, slowest = (
            impacts.for_contacts({touch.contact.label for touch in group}),
            group[0].slowest,
        )
        found[group[0].group] = SlowContacts(
            int(np.count_nonzero(mine["approach_speed"] < slowest)), len(mine), slowest
        )
    return found


def contact_groups(mechanism: Mechanism, impacts: Impacts) -> list[list[ContactSpec]]:
    """Return the contacts of a run that obey a law, those that are counted together in one list."""
    groups: dict[str, list[ContactSpec]] = {}
    for contact in impacts.contacts:
        if not (touch := contact_spec(mechanism.joint(contact.joint), contact)).layer:
            groups.setdefault(touch.group, []).append(touch)
    return [*groups.values()]


def contact_spec(joint: Any, contact: ContactInfo) -> ContactSpec:
    """Return what the description says of a contact."""
    if contact.limits or contact.motion:
        stop = limit_of(joint, contact)
        limit, soft = (
            np.inf if contact.angular else ELASTIC_SPEED * SOUND_IN_STEEL,
            stop.bushing is not None,
        )
        gap = (
            joint.play(contact.motion) + (stop.thickness or 0.0)
            if contact.motion and not contact.angular
            else 0.0
        )
        return ContactSpec(
            contact,
            stop.contact,
            stop.min_approach_speed,
            limit,
            gap,
            layer=soft and not contact.hard,
        )
    axial = contact.surface == "ends"
    fit, soft = joint.fit, bool(joint.fit.layers()) and not axial
    gap = _gap(joint, contact) + (fit.thickness if soft else 0.0)
    law, _ = law_of(fit, contact.surface, "contact")
    hidden = hidden_depth(joint) if axial else 0.0
    return ContactSpec(
        contact,
        law,
        fit.min_approach_speed,
        ELASTIC_SPEED * fit.sound_speed,
        gap,
        soft and not contact.hard,
        hidden,
    )


def limit_of(joint: Joint, contact: ContactInfo) -> Stop | Play:
    """Return the stop, or the play, of the joint's description that a contact belongs to."""
    if contact.motion:
        return getattr(joint.fit, contact.motion)  # type: ignore[no-any-return]
    return next(
        stop
        for stop in joint.stops
        if stop.coordinate == contact.coordinate and getattr(stop, contact.side) is not None
    )


def axial_gap(joint: Any) -> float:
    """Return the play of a joint along its axis on either side [m]."""
    bearing, journal = joint.lengths()
    return float(abs(bearing - journal) / 2)


def _gap(joint: Any, contact: ContactInfo) -> float:
    """Return the play that a contact closes [m]."""
    if contact.surface == "ends":
        return axial_gap(joint)
    if contact.kind == "key":
        return float(joint.rotational_clearance * joint.radii()[1])
    return float(joint.gap())


def hidden_depth(joint: Any) -> float:
    """Return by how much the rim of an end must be deeper than its middle, with a fixed tilt,
    before it carries [m].
    """
    return float(joint.end_face()[1] * (joint.fit.tilt or 0.0))
