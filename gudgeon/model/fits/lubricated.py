"""A gap full of oil, with dry contact behind the film."""

from dataclasses import replace
from typing import Any

from ..._base.description import Number, description, option, quantity
from ...laws import FilmLaw
from ..motions import Surface
from .base import Fit, check_lengths, check_surfaces
from .dry_contact import DryContact

__all__ = ["Lubricated"]


@description
class OilFilm(Fit):
    """Base of fits with an oil film."""

    abstract = True

    film: FilmLaw = option("law of the film")
    e_0: Number | None = quantity(
        "m",
        "width of the hand-over from film to dry contact; by default 0.05 c",
        default=None,
        gt=0,
    )
    e_1: Number | None = quantity(
        "m",
        "how far beyond c the film would be infinitely thin; by default 0.1 c",
        default=None,
        gt=0,
    )


@description
class Lubricated(DryContact, OilFilm):
    """A gap full of oil: the film carries, and hands over to dry contact where it gets too thin
    [Flores2004, eq. 35].

    ``film`` gives the forces of the film from eccentricity and speed; it is computed as if the
    radial clearance c were larger by ``e_1``, so that it stays finite when the parts touch. From
    eccentricity c to c + ``e_0`` the film fades out and dry ``contact``, with its ``friction``,
    fades in. Without ``contact`` the film does all. ``axial_contact``, ``axial_friction``,
    ``support``, ``strips``, ``tilt``, ``min_approach_speed`` and ``sound_speed`` are those of the
    dry contact, as in a Clearance.
    """

    def elements(self) -> tuple[str, ...]:
        """Return the kinds of elements that act in the joint."""
        return ("films",) if self.contact is None else ("contacts", "films")

    def surface_contact(self, joint: Any) -> dict[str, Any]:
        """Return over which penetration the film hands over to dry contact."""
        return {"fade": self.hand_over(joint.gap())[0]}

    def validity_warnings(self, joint: Any) -> tuple[str, ...]:
        """Return the warnings of the film at this length over diameter; a ball has no length."""
        slenderness = (
            0.0 if joint.bore == "sphere" else float(min(joint.lengths()) / (2 * joint.radii()[1]))
        )
        return tuple(self.film.validity_warnings(slenderness))

    def unused_fields(self) -> tuple[tuple[str, ...], str]:
        """Return what belongs to the dry contact behind a film that has none."""
        if self.contact is not None:
            return (), ""
        fields = ("support", "min_approach_speed", "tilt", "sound_speed")
        return fields, "it belongs to a dry contact, and the film has none; give contact too"

    def test_amplitude(self, joint: Any) -> float | None:
        """Return a motion that leaves a thin film [m]."""
        return 0.95 * float(joint.gap())

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "lubricated"

    def check(self) -> None:
        """Reject laws of other families, a hand-over to nothing and one that ends where the film
        does.
        """
        self.expect("film", FilmLaw, "a film law such as SqueezeFilm(...)")
        super().check()
        for field in ("friction", "axial_contact", "axial_friction", "e_0"):
            if self.contact is None and getattr(self, field) is not None:
                raise self.error(
                    "belongs to the dry contact behind the film; give contact too.", field
                )
        if self.e_0 is not None and self.e_1 is not None and not self.e_1 > self.e_0:
            raise self.error(
                f"must be larger than e_0 = {self.e_0:g} m, but is {self.e_1:g} m: the film must "
                "outlast the hand-over.",
                "e_1",
            )

    def resolved(self, joint: Any) -> Fit:
        """Return the fit with the widths of the hand-over filled in."""
        e_0, e_1 = self.hand_over(joint.gap())
        return replace(self, e_0=None if self.contact is None else e_0, e_1=e_1)

    def hand_over(self, clearance: float) -> tuple[float, float]:
        """Return e_0 and e_1 [m] in a joint with this radial clearance [m]."""
        e_0 = 0.05 * clearance if self.e_0 is None else self.e_0
        return e_0, 0.1 * clearance if self.e_1 is None else self.e_1

    def check_joint(self, joint: Any, planar: bool) -> None:
        """Raise InputError if the joint cannot be lubricated, or does not say enough for it."""
        check_lengths(self, joint)
        self._check_bore(joint, planar)
        check_surfaces(self, joint, planar)
        joint.need_round("a film law is that of a round bore")
        joint.need_radii("the film lies between the two radii")
        gap = joint.gap()
        if gap == 0:
            raise joint.error(
                "is zero: there is no room for a film; give the clearance, or use another fit.",
                "radial_clearance",
            )
        joint.need_lengths("the film carries along the length of the bearing")
        if Surface.ENDS in joint.surfaces(planar) and self.contact is None:
            raise joint.error(
                "is missing: the ends of a hinge in space touch dry; give the law of their "
                "contact.",
                "fit",
                "contact",
            )
        self._check_hand_over(joint, gap)

    def _check_bore(self, joint: Any, planar: bool) -> None:
        """Raise InputError if the joint is not round, or round in another way than the film."""
        if not joint.bore:
            raise joint.error(
                f"a {type(joint).__name__} joint cannot be lubricated: {joint.no_film}.", "fit"
            )
        if joint.bore == "sphere" and planar:
            raise joint.error(
                "a ball has no film in a plane; use Revolute, whose journal has a length.", "fit"
            )
        if self.film.shape != joint.bore:
            use = "SphericalSqueeze" if joint.bore == "sphere" else "FiniteBearing"
            film = type(self.film).__name__
            raise joint.error(
                f"{film} is the film of a {self.film.shape}, the joint needs a {joint.bore}; use "
                f"{use}.",
                "fit",
                "film",
            )

    def _check_hand_over(self, joint: Any, gap: float) -> None:
        """Raise InputError if film and hand-over do not fit into the gap."""
        e_0, e_1 = self.hand_over(gap)
        for field, value in (("e_0", e_0), ("e_1", e_1)):
            if value > gap:
                raise joint.error(
                    f"a film of {value:g} m is thicker than the gap, {gap:g} m; make it a fraction "
                    "of that.",
                    "fit",
                    field,
                )
        if self.contact is not None and not e_1 > e_0:
            default = " (by default 0.1 of the clearance)" if self.e_1 is None else ""
            raise joint.error(
                f"must be larger than e_0 = {e_0:g} m, but is {e_1:g} m{default}: the film must "
                "outlast the hand-over.",
                "fit",
                "e_1",
            )
