"""Fits: how a joint is made. The kinematic data of a joint never change; its fit says what acts in it."""

from typing import Any

from .._base.description import Description, Quantity, description, option, quantity
from .._base.errors import InputError
from ..laws import BristleLaw, FilmLaw, FrictionLaw, NormalLaw
from .compliance import BLEND, LAYER, THICKNESS, Compliance, check_layer, check_units

__all__ = ["Bushing", "Clearance", "Fit", "Ideal", "Lubricated"]

STARTS = ("closed", "as-described")
SUPPORTS = ("strips", "ends")
START = "initial conditions as if the joint were ideal, or left"
_CONTACT = "a contact law such as LankaraniNikravesh(...)"
_FRICTION = "a friction law such as Threlfall(...), or None"
_AXIAL_CONTACT = "law of the normal force at the ends of a hinge in space; by default that of contact"
_AXIAL_FRICTION = "law of the friction force there; by default that of friction"
_SIDE_CONTACT = "law of the normal force on the sides of a rectangular guide; by default that of contact"
_SIDE_FRICTION = "law of the friction force there; by default that of friction"
_TILT = "misalignment over which the contact of an end moves from the middle to the rim; by default it follows from the penetration"

SURFACES = {"wall": "", "ends": "axial_", "sides": "side_"}
"""The surfaces of a joint that may have laws of their own, and how the fields of these laws begin.

The wall is what holds a part across its axis, of a rectangular guide floor and ceiling, which the height stands on; its sides are the two
faces beside the width. The ends are those of a hinge in space, across its axis.
"""

RADIAL = Quantity("N/m", bounds=((">=", 0.0),))
ANGULAR = Quantity("N*m/rad", bounds=((">=", 0.0),))
MOTIONS = ("radial", "axial", "misalignment", "torsion")
UNSIGNED = {
    "radial": "radial displacement is a distance from the centre",
    "misalignment": "misalignment is the angle between two axes",
}
"""The relative motions that have no sign, and why."""


class Fit(Description):
    """Base of all fits."""

    def closed(self) -> "Fit":
        """Return the fit with which initial conditions are closed: ideal, unless ``start`` says that they are left as described."""
        return Ideal() if getattr(self, "start", "") == "closed" else self


@description
class Ideal(Fit):
    """No play, no compliance, no friction: constraints and Lagrange multipliers."""


@description
class Clearance(Fit):
    """Free play: the joint holds nothing; its parts touch, rub and bounce inside the gap.

    The radii, lengths and clearances stand in the joint; the fit holds the laws of the surfaces. ``contact`` gives the
    normal force, ``friction`` the tangential one (none by default); ``axial_contact`` and ``axial_friction`` are those of
    the ends of a hinge in space, ``side_contact`` and ``side_friction`` those of the sides of a rectangular guide, the
    two faces beside its width; by default they are the same (for none give a law with mu_k = 0). The wall of a
    hinge or a sleeve in space carries on ``strips`` circles along the shorter part, each with its share of the law, or
    (``support="ends"``) on its two end circles, each with the whole law. ``start="closed"`` closes the initial conditions
    as if the joint were ideal, so that the parts start concentric; ``"as-described"`` leaves them where they are described.

    ``bushing`` puts a soft layer into the gap: after free flight through the clearance it is compressed, and when it
    has given by ``thickness`` the hard contact takes over, within ``blend`` [AmbrosioPombo, eq. 50].
    """

    contact: NormalLaw = option("law of the normal force")
    friction: FrictionLaw | BristleLaw | None = option("law of the friction force; none by default", default=None)
    axial_contact: NormalLaw | None = option(_AXIAL_CONTACT, default=None)
    axial_friction: FrictionLaw | BristleLaw | None = option(_AXIAL_FRICTION, default=None)
    side_contact: NormalLaw | None = option(_SIDE_CONTACT, default=None)
    side_friction: FrictionLaw | BristleLaw | None = option(_SIDE_FRICTION, default=None)
    bushing: Compliance | Any = option(LAYER, number=RADIAL, stands_for=Compliance, default=None)
    thickness: float | None = quantity("m", THICKNESS, default=None, gt=0)
    blend: float = quantity("m", BLEND, default=0.0, ge=0)
    support: str = option("how the wall of a hinge or sleeve in space carries", choices=SUPPORTS, default="strips")
    strips: int = quantity("1", "number of strips along the wall, each with its share of the law", default=10, ge=1, le=1000)
    min_approach_speed: float = quantity("m/s", "approach speeds below this count as this", default=1e-3, gt=0)
    start: str = option(START, choices=STARTS, default="closed")
    sound_speed: float = quantity("m/s", "sqrt(E/rho) of the softer material: laws hold up to 1e-5 of it", default=5100.0, gt=0)
    tilt: float | None = quantity("rad", _TILT, default=None, gt=0)

    def check(self) -> None:
        """Refuse laws of other families, half a layer and a broken number of strips."""
        self.expect("contact", NormalLaw, _CONTACT)
        _check_surfaces(self)
        check_layer(self)
        check_units(self, "bushing", "m")
        whole(self, "strips")


def law_of(fit: Any, surface: str, role: str) -> tuple[Any, str]:
    """Return the law of a surface, ``role`` "contact" or "friction", and the field that gives it: its own or that of the wall."""
    own = SURFACES[surface] + role
    field = role if getattr(fit, own, None) is None else own
    return getattr(fit, field), field


def own_laws(fit: Any) -> list[tuple[str, str, Any]]:
    """Return the laws that surfaces other than the wall have of their own: surface, field and law."""
    fields = [(surface, prefix + role) for surface, prefix in SURFACES.items() if prefix for role in ("contact", "friction")]
    return [(surface, field, law) for surface, field in fields if (law := getattr(fit, field, None)) is not None]


def _check_surfaces(fit: Description) -> None:
    """Refuse laws of other families on any surface."""
    fit.expect("friction", (FrictionLaw, BristleLaw), _FRICTION)
    for _, field, _ in own_laws(fit):
        contact = field.endswith("contact")
        fit.expect(field, NormalLaw if contact else (FrictionLaw, BristleLaw), f"{_CONTACT}, or None" if contact else _FRICTION)


def whole(part: Description, field: str) -> None:
    """Make a field that counts something an integer, or refuse it."""
    value = getattr(part, field)
    if value != int(value):
        raise part.error(f"must be a whole number, got {value:g}.", field)
    object.__setattr__(part, field, int(value))


@description
class Bushing(Fit):
    """An elastic element, such as a rubber sleeve: it lets the joint give where the ideal joint would hold.

    Each of the four relative motions has its own :class:`Compliance`, or a number for a plain stiffness: ``radial``,
    across the axis of the first body; ``axial``, along it; ``misalignment``, tilt of the second body's axis against it;
    ``torsion``, rotation about it. What is not given stays as in the ideal joint: held where it holds, free where
    not. ``start="closed"`` closes the initial conditions as if the joint were ideal, so that it starts unloaded;
    ``"as-described"`` leaves bodies where they are described.
    """

    radial: Compliance | Any = option("across the axis, or all ways of a point", number=RADIAL, stands_for=Compliance, default=None)
    axial: Compliance | Any = option("along the axis", number=RADIAL, stands_for=Compliance, default=None)
    misalignment: Compliance | Any = option("tilt of one axis against the other", number=ANGULAR, stands_for=Compliance, default=None)
    torsion: Compliance | Any = option("rotation about the axis", number=ANGULAR, stands_for=Compliance, default=None)
    start: str = option(START, choices=STARTS, default="closed")

    def check(self) -> None:
        """Refuse a bushing that gives nowhere, and preload or offset where a motion has no sign."""
        for motion in MOTIONS:
            self.expect(motion, Compliance, "a stiffness or Compliance(...)")
            check_units(self, motion, "m" if motion in ("radial", "axial") else "rad")
        if not self.motions():
            raise self.error(f"gives nowhere; give at least one of {', '.join(MOTIONS)}.")
        for motion, reason in UNSIGNED.items():
            if (given := getattr(self, motion)) is not None:
                try:
                    given.check_unsigned(reason)
                except InputError as error:
                    raise error.under(motion) from None

    def motions(self) -> dict[str, Compliance]:
        """Return the motions that give."""
        given = {motion: getattr(self, motion) for motion in MOTIONS}
        return {motion: one for motion, one in given.items() if one is not None}

    bushings = motions


@description
class Lubricated(Fit):
    """A gap full of oil: the film carries, and hands over to dry contact where it gets too thin [Flores2004, eq. 35].

    ``film`` gives the forces of the film from eccentricity and speed; it is computed as if the radial clearance c were
    larger by ``e_1``, so that it stays finite when the parts touch. From eccentricity c to c + ``e_0`` the film
    fades out and dry ``contact``, with its ``friction``, fades in. Without ``contact`` the film does all.
    ``axial_contact``, ``axial_friction``, ``support``, ``strips``, ``tilt``, ``min_approach_speed`` and ``sound_speed`` are
    those of the dry contact, as in a Clearance.
    """

    film: FilmLaw = option("law of the film")
    contact: NormalLaw | None = option("law of the dry normal force; none by default", default=None)
    friction: FrictionLaw | BristleLaw | None = option("law of the dry friction force; none by default", default=None)
    axial_contact: NormalLaw | None = option(_AXIAL_CONTACT, default=None)
    axial_friction: FrictionLaw | BristleLaw | None = option(_AXIAL_FRICTION, default=None)
    e_0: float | None = quantity("m", "width of the hand-over from film to dry contact; by default 0.05 c", default=None, gt=0)
    e_1: float | None = quantity("m", "how far beyond c the film would be infinitely thin; by default 0.1 c", default=None, gt=0)
    support: str = option("how the wall of a hinge in space carries", choices=SUPPORTS, default="strips")
    strips: int = quantity("1", "number of strips along the wall, each with its share of the law", default=10, ge=1, le=1000)
    min_approach_speed: float = quantity("m/s", "approach speeds below this count as this", default=1e-3, gt=0)
    start: str = option(START, choices=STARTS, default="closed")
    sound_speed: float = quantity("m/s", "sqrt(E/rho) of the softer material: laws hold up to 1e-5 of it", default=5100.0, gt=0)
    tilt: float | None = quantity("rad", _TILT, default=None, gt=0)

    def check(self) -> None:
        """Refuse laws of other families, a hand-over to nothing and one that ends where the film does."""
        self.expect("film", FilmLaw, "a film law such as SqueezeFilm(...)")
        self.expect("contact", NormalLaw, f"{_CONTACT}, or None")
        _check_surfaces(self)
        whole(self, "strips")
        for field in ("friction", "axial_contact", "axial_friction", "e_0"):
            if self.contact is None and getattr(self, field) is not None:
                raise self.error("belongs to the dry contact behind the film; give contact too.", field)
        if self.e_0 is not None and self.e_1 is not None and not self.e_1 > self.e_0:
            raise self.error(
                f"must be larger than e_0 = {self.e_0:g} m, but is {self.e_1:g} m: the film must outlast the hand-over.", "e_1"
            )

    def hand_over(self, clearance: float) -> tuple[float, float]:
        """Return e_0 and e_1 [m] in a joint with this radial clearance [m]."""
        e_0 = 0.05 * clearance if self.e_0 is None else self.e_0
        return e_0, 0.1 * clearance if self.e_1 is None else self.e_1
