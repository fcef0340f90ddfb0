"""Free play: parts touch, rub and bounce inside the gap."""

from dataclasses import replace
from typing import Any

from ..._base.description import Number, description, option, quantity
from ...laws import BristleLaw, FrictionLaw, NormalLaw
from ..compliance import BLEND, LAYER, THICKNESS, Compliance, check_layer, check_units
from .base import NEWTONS, SIDE_CONTACT, SIDE_FRICTION, check_lengths, check_surfaces
from .dry_contact import DryContact

__all__ = ["Clearance"]


@description
class Clearance(DryContact):
    """Free play: the joint holds nothing; its parts touch, rub and bounce inside the gap.

    The radii, lengths and clearances stand in the joint; the fit holds the laws of the surfaces.
    ``contact`` gives the normal force, ``friction`` the tangential one (none by default);
    ``axial_contact`` and ``axial_friction`` are those of the ends of a hinge in space,
    ``side_contact`` and ``side_friction`` those of the sides of a rectangular guide, the two faces
    beside its width; by default they are the same (for none give a law with mu_k = 0). The wall of
    a hinge or a sleeve in space carries on ``strips`` circles along the shorter part, each with its
    share of the law, or (``support="ends"``) on its two end circles, each with the whole law.
    ``start="closed"`` closes the initial conditions as if the joint were ideal, so that the parts
    start concentric; ``"as-described"`` leaves them where they are described.

    ``bushing`` puts a soft layer into the gap: after free flight through the clearance it is
    compressed, and when it has given by ``thickness`` the hard contact takes over, within ``blend``
    [AmbrosioPombo, eq. 50].
    """

    contact: NormalLaw = option("law of the normal force")
    side_contact: NormalLaw | None = option(SIDE_CONTACT, default=None)
    side_friction: FrictionLaw | BristleLaw | None = option(SIDE_FRICTION, default=None)
    bushing: Compliance | Any = option(LAYER, number=NEWTONS, stands_for=Compliance, default=None)
    thickness: Number | None = quantity("m", THICKNESS, default=None, gt=0)
    blend: Number = quantity("m", BLEND, default=0.0, ge=0)

    def elements(self) -> tuple[str, ...]:
        """Return the kind of elements that acts in the joint."""
        return ("contacts",)

    def surface_contact(self, joint: Any) -> dict[str, Any]:
        """Return the soft layer in front of the contact."""
        return {"layer": self.bushing, "thickness": self.thickness or 0.0, "blend": self.blend}

    def layers(self) -> list[tuple[str, Any]]:
        """Return the soft layers on its surfaces: where, and what has layer and contact."""
        if self.bushing is None:
            return []
        sides = (
            [("on the sides ", replace(self, contact=self.side_contact))]
            if self.side_contact is not None
            else []
        )
        return [("", self), *sides]

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "clearance"

    def check(self) -> None:
        """Reject laws of other families, half a layer and a broken number of strips."""
        super().check()
        check_layer(self)
        check_units(self, "bushing", "m")

    def check_joint(self, joint: Any, planar: bool) -> None:
        """Raise InputError if the joint cannot have clearance, or does not say enough for it."""
        check_lengths(self, joint)
        joint.sizes_for_clearance(planar)
        check_surfaces(self, joint, planar)
        joint.check_clearance(self.friction is not None, planar)
