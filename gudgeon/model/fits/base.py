"""Fits: how a joint is made. The kinematic data of a joint never change; its fit says what acts
in it.
"""

from __future__ import annotations

import copy
import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

from ..._base.description import Description, Quantity
from ..._base.errors import InputError
from ...laws import BristleLaw, FrictionLaw, NormalLaw
from ..motions import Hold, Surface

if TYPE_CHECKING:
    from ..joints import Joint

__all__ = ["Fit"]

STARTS = ("closed", "as-described")
SUPPORTS = ("strips", "ends")
START = "initial conditions as if the joint were ideal, or left"
CONTACT = "a contact law such as LankaraniNikravesh(...)"
FRICTION = "a friction law such as Threlfall(...), or None"
AXIAL_CONTACT = (
    "law of the normal force at the ends of a hinge in space; by default that of contact"
)
AXIAL_FRICTION = "law of the friction force there; by default that of friction"
SIDE_CONTACT = (
    "law of the normal force on the sides of a rectangular guide; by default that of contact"
)
SIDE_FRICTION = "law of the friction force there; by default that of friction"
TILT = (
    "misalignment over which the contact of an end moves from the middle to the rim; by default it "
    "follows from the penetration"
)

SURFACES = {"wall": "", "ends": "axial_", "sides": "side_"}
"""The surfaces of a joint that may have laws of their own, and how the fields of these laws begin.

The wall is what holds a part across its axis, of a rectangular guide floor and ceiling, which the
height stands on; its sides are the two faces beside the width. The ends are those of a hinge in
space, across its axis.
"""

OWNERS = {
    "ends": (Surface.ENDS, "only a Revolute joint in space has ends that touch"),
    "sides": (
        Surface.BLOCK,
        "only a Translational joint in space with a rectangular guide has sides",
    ),
}
"""Which surface of a joint has the laws of a name, and whose it is."""

NEWTONS = Quantity("N/m", bounds=((">=", 0.0),))
MOMENTS = Quantity("N*m/rad", bounds=((">=", 0.0),))


class Fit(Description):
    """Base of all fits."""

    by_motion: ClassVar[bool] = False  # it says how each relative motion is made
    # its laws act where the surfaces of the joint touch, which otherwise has clearance
    surface_laws: ClassVar[bool] = False

    @property
    def ideal(self) -> bool:
        """Whether nothing acts in the joint but its constraints."""
        return False

    def closed(self) -> Fit:
        """Return the fit with which initial conditions are closed: ideal, unless ``start`` says
        that they are left as described.
        """
        from .ideal import Ideal

        return Ideal() if getattr(self, "start", "") == "closed" else self

    def resolved(self, joint: Joint) -> Fit:
        """Return the fit with the numbers filled in that follow from the joint."""
        return self

    def elements(self) -> tuple[str, ...]:
        """Return the kinds of elements, by their registered names, that act in a joint with this
        fit.
        """
        return ()

    def surface_contact(self, joint: Any) -> dict[str, Any]:
        """Return what changes the contact of its surfaces: ``layer``, ``thickness`` and
        ``blend`` of a soft layer, ``fade`` of a film.
        """
        return {}

    def layers(self) -> list[tuple[str, Any]]:
        """Return the soft layers on its surfaces: where, and what has layer and contact."""
        return []

    def validity_warnings(self, joint: Any) -> tuple[str, ...]:
        """Return what a specialist would warn of in this joint, besides contact laws out of
        their range.
        """
        return ()

    def unused_fields(self) -> tuple[tuple[str, ...], str]:
        """Return the fields that have no part in the joint, and why."""
        return (), ""

    def test_amplitude(self, joint: Any) -> float | None:
        """Return how far across its axis a test moves the joint, if that does not follow from
        its contact [m].
        """
        return None

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint;
        plain reactions by default.
        """
        return "plain"

    def motions(self) -> dict[str, Any]:
        """Return the motions that give: on bushings, with play, or free."""
        return {}

    def plays(self) -> dict[str, Any]:
        """Return the motions with play of their own."""
        return {}

    def bushings(self) -> dict[str, Any]:
        """Return the motions on bushings."""
        return {}

    @property
    def has_play(self) -> bool:
        """Whether something can touch inside a joint with this fit."""
        return self.surface_laws or bool(self.plays())

    @property
    def has_radial_gap(self) -> bool:
        """Whether there is a gap across the axis, or all around a point."""
        return self.surface_laws or "radial" in self.plays()

    def holds(self, joint: Joint, motion: str) -> bool:
        """Whether constraints hold a motion of the joint."""
        return motion not in joint.leaves_free

    def rows(self, joint: Joint, planar: bool) -> dict[str, Hold]:
        """Return what constraints hold of each motion of the joint; contact inside a gap holds
        nothing.
        """
        return joint.rows_with_clearance(planar)

    def radial_play(self, joint: Any) -> float | None:
        """Return the radial clearance of a joint in which something can touch across its axis
        [m], or None.
        """
        return float(joint.gap()) if self.surface_laws else None

    def drawn_gap(self, joint: Any) -> float | None:
        """Return the clearance that a magnified drawing of the joint shows [m], or None."""
        return self.radial_play(joint)

    def check_joint(self, joint: Any, planar: bool) -> None:
        """Raise InputError if the joint cannot have this fit, or does not say enough for it."""

    def check_driven(self, joint: Joint, coordinate: str, driver: Any) -> None:
        """Raise InputError if nothing can drive a coordinate because the fit holds it."""


def law_of(fit: Any, surface: str, role: str) -> tuple[Any, str]:
    """Return the law of a surface, ``role`` "contact" or "friction", and the field that gives
    it: its own or that of the wall.
    """
    own = SURFACES[surface] + role
    field = role if getattr(fit, own, None) is None else own
    return getattr(fit, field), field


def own_laws(fit: Any) -> list[tuple[str, str, Any]]:
    """Return the laws that surfaces other than the wall have of their own: surface, field and
    law.
    """
    fields = [
        (surface, prefix + role)
        for surface, prefix in SURFACES.items()
        if prefix
        for role in ("contact", "friction")
    ]
    return [
        (surface, field, law)
        for surface, field in fields
        if (law := getattr(fit, field, None)) is not None
    ]


def check_laws(fit: Description) -> None:
    """Reject laws of other families on any surface."""
    fit.expect("friction", (FrictionLaw, BristleLaw), FRICTION)
    for _, field, _ in own_laws(fit):
        contact = field.endswith("contact")
        fit.expect(
            field,
            NormalLaw if contact else (FrictionLaw, BristleLaw),
            f"{CONTACT}, or None" if contact else FRICTION,
        )


def check_lengths(fit: Any, joint: Joint) -> None:
    """Raise InputError if a contact law has the numbers of an angle: a gap is a length."""
    laws = [
        ("contact", fit.contact),
        *((field, law) for _, field, law in own_laws(fit) if field.endswith("contact")),
    ]
    for field, law in laws:
        if law is not None:
            try:
                law.check_unit("m")
            except InputError as error:
                raise error.under(*joint.path(), "fit", field) from None


def check_surfaces(fit: Any, joint: Joint, planar: bool) -> None:
    """Raise InputError if there are laws of surfaces that the joint does not have."""
    surfaces = joint.surfaces(planar)
    for surface, field, _ in own_laws(fit):
        wanted, owner = OWNERS[surface]
        if wanted not in surfaces:
            raise joint.error(f"{owner}; leave {field} out.", "fit", field)


def whole(part: Description, field: str) -> None:
    """Make a field that counts something an integer, or refuse it."""
    value = getattr(part, field)
    if value != int(value):
        raise part.error(f"must be a whole number, got {value:g}.", field)
    object.__setattr__(part, field, int(value))


def with_sizes(part: Any, sizes: dict[str, float]) -> Any:
    """Return a part of a joint in which laws from materials have the sizes of the joint."""
    if isinstance(part, NormalLaw):
        return part.in_joint(sizes)
    if isinstance(part, tuple):
        return tuple(with_sizes(item, sizes) for item in part)
    if not isinstance(part, Description):
        return part
    changed = {}
    for field in dataclasses.fields(part):  # type: ignore[arg-type]
        value = getattr(part, field.name)
        if isinstance(value, (tuple, Description)):
            try:
                sized = with_sizes(value, sizes)
            except InputError as error:
                raise error.under(field.name) from None
            if sized is not value and sized != value:
                changed[field.name] = sized
    if changed:
        part = copy.copy(part)
        for name, value in changed.items():
            object.__setattr__(part, name, value)
    return part
