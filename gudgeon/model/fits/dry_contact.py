"""What fits share in which dry surfaces touch: their laws, where they carry, and when they hold."""

from ..._base.description import Number, description, option, quantity
from ...laws import BristleLaw, FrictionLaw, NormalLaw
from .base import (
    AXIAL_CONTACT,
    AXIAL_FRICTION,
    CONTACT,
    START,
    STARTS,
    SUPPORTS,
    TILT,
    Fit,
    check_laws,
    whole,
)

__all__ = ["DryContact"]


@description
class DryContact(Fit):
    """Base of fits in which dry surfaces touch."""

    abstract = True
    surface_laws = True

    contact: NormalLaw | None = option("law of the dry normal force; none by default", default=None)
    friction: FrictionLaw | BristleLaw | None = option(
        "law of the dry friction force; none by default", default=None
    )
    axial_contact: NormalLaw | None = option(AXIAL_CONTACT, default=None)
    axial_friction: FrictionLaw | BristleLaw | None = option(AXIAL_FRICTION, default=None)
    support: str = option(
        "how the wall of a hinge or sleeve in space carries", choices=SUPPORTS, default="strips"
    )
    strips: int = quantity(
        "1",
        "number of strips along the wall, each with its share of the law",
        default=10,
        ge=1,
        le=1000,
    )
    min_approach_speed: Number = quantity(
        "m/s", "approach speeds below this count as this", default=1e-3, gt=0
    )
    start: str = option(START, choices=STARTS, default="closed")
    sound_speed: Number = quantity(
        "m/s",
        "sqrt(E/rho) of the softer material: laws hold up to 1e-5 of it",
        default=5100.0,
        gt=0,
    )
    tilt: Number | None = quantity("rad", TILT, default=None, gt=0)

    def check(self) -> None:
        """Reject laws of other families and a broken number of strips."""
        optional = self.__dataclass_fields__["contact"].default is None  # type: ignore[attr-defined]
        self.expect("contact", NormalLaw, f"{CONTACT}, or None" if optional else CONTACT)
        check_laws(self)
        whole(self, "strips")
