"""How the named fits of the library are written down: clearance with several frictions, linings,
bushings, films, stops.
"""

from collections.abc import Callable
from math import pi, sqrt
from typing import Any

from ..._base.elementary import log
from ...laws import BristleLaw, FilmLaw, FrictionLaw, LankaraniNikravesh, NormalLaw, PereiraInternal
from .. import Bushing, Clearance, Compliance, Lubricated, Stop
from ..describe import text_of
from ..motions import COORDINATES
from .registry import NamedFit

Friction = FrictionLaw | BristleLaw | None
Contact = NormalLaw | Callable[[Any], NormalLaw]

SHEAR_MODULUS = 1e6  # [Pa] of rubber of medium hardness
LOSS_FACTOR = 0.1  # of rubber and plastics: damping times angular frequency over stiffness
RELAXATION = LOSS_FACTOR / 1000  # [s] damping over stiffness of rubber, for 1000 rad/s


def steel(joint: Any) -> NormalLaw:
    """Return the contact of steel parts with the joint's radii: E 207 GPa, nu 0.3, restitution
    0.9.
    """
    radii = joint.radii()
    if radii is None or not radii[0] > radii[1]:
        raise joint.error(
            "the stiffness of this fit follows from the two radii; they must be known and differ.",
            "radial_clearance",
        )
    return LankaraniNikravesh.from_materials(
        E=207e9, nu=0.3, bearing_radius=radii[0], journal_radius=radii[1], restitution=0.9
    )


def _law(contact: Contact, joint: Any) -> NormalLaw:
    return contact if isinstance(contact, NormalLaw) else contact(joint)


def _words(friction: Friction) -> str:
    return f"friction {text_of(friction)}" if friction else "no friction"


def clearances(
    text: str, contact: Contact, frictions: dict[str, Friction], **options: Any
) -> dict[str, NamedFit]:
    """Return the fit ``"clearance"``, without friction, and ``"clearance-NAME"`` for each of the
    ``frictions``.
    """

    def make(friction: Friction) -> Callable[[Any], Clearance]:
        return lambda joint: Clearance(contact=_law(contact, joint), friction=friction, **options)

    named = {"clearance": None} | {
        f"clearance-{name}": friction for name, friction in frictions.items()
    }
    return {
        name: NamedFit(f"{text}; {_words(friction)}", make(friction))
        for name, friction in named.items()
    }


def pereira(restitution: float, ends: NormalLaw, **options: Any) -> dict[str, NamedFit]:
    """Return the fit ``"clearance-pereira"``: steel with the law of internal cylindrical
    contact, ends with their own.
    """

    def make(joint: Any) -> Clearance:
        sizes = dict(zip(("bearing_radius", "journal_radius"), joint.radii(), strict=True)) | {
            "length": min(joint.lengths())
        }
        wall = PereiraInternal.from_materials(
            E=207e9, nu=0.3, restitution=restitution, rate_ratio="clipped", **sizes
        )
        return Clearance(contact=wall, axial_contact=ends, **options)

    text = (
        "Pereira's law of internal cylindrical contact, steel (assumed), restitution "
        f"{restitution:g}; no friction"
    )
    return {"clearance-pereira": NamedFit(text, make)}


def lining(contact: Contact, stiffness: float, mass: float, **options: Any) -> dict[str, NamedFit]:
    """Return the fit ``"clearance-bushing"``: contact behind a soft lining that gives by a fifth of
    the clearance.

    Choose the stiffness [N/m] so that only hard impacts use the lining up. It has the loss factor
    of plastics at the frequency with which the lighter body, of this mass [kg], bounces on it. Hard
    contact takes over within a hundredth of the way until then, as in [AmbrosioPombo].
    """

    def make(joint: Any) -> Clearance:
        gap = joint.gap()
        layer = Compliance(stiffness, LOSS_FACTOR * sqrt(stiffness * mass))
        return Clearance(
            contact=_law(contact, joint),
            bushing=layer,
            thickness=0.2 * gap,
            blend=0.012 * gap,
            **options,
        )

    text = (
        f"a lining of {stiffness:g} N/m, a fifth of the clearance deep, in front of the contact; "
        "no friction; assumed"
    )
    return {"clearance-bushing": NamedFit(text, make)}


def rubber_sleeve(length: float) -> dict[str, float]:
    """Return the radial, axial [N/m] and tilting [N m/rad] stiffness of a rubber sleeve on a pin of
    half its radius.

    Incompressible rubber in plane strain obeys the equations of slow viscous flow between two
    cylinders, with displacement for velocity and shear modulus for viscosity; axially it is
    sheared; in tilting each slice gives radially.
    """
    radial = 4 * pi * SHEAR_MODULUS * length / (log(2.0) - 3 / 5)
    return {
        "radial": radial,
        "axial": 2 * pi * SHEAR_MODULUS * length / log(2.0),
        "misalignment": radial * length * length / 12,
    }


def rubber_shell(outer: float) -> dict[str, float]:
    """Return the stiffness [N/m] of a rubber shell on a ball of half its radius: slow viscous
    flow between two spheres.
    """
    k = 1 / 2
    wall = (1 - k**5) / (1 - 9 / 4 * k + 5 / 2 * k**3 - 9 / 4 * k**5 + k**6)
    return {"radial": 6 * pi * SHEAR_MODULUS * k * outer * wall}


def bushing(*motions: str) -> dict[str, NamedFit]:
    """Return the fit ``"bushing"``: the bearing filled with rubber, in which the pin or ball
    turns freely.
    """

    def make(joint: Any) -> Bushing:
        ball = joint.bore == "sphere"
        stiffness = rubber_shell(joint.radii()[0]) if ball else rubber_sleeve(min(joint.lengths()))
        given: dict[str, Any] = {
            motion: Compliance(stiffness[motion], RELAXATION * stiffness[motion])
            for motion in motions
        }
        return Bushing(**given)

    text = (
        f"rubber of {SHEAR_MODULUS / 1e6:g} MPa on a pin or ball of half the radius; "
        f"{', '.join(motions)}; assumed"
    )
    return {"bushing": NamedFit(text, make)}


def lubricated(
    contact: Contact,
    films: dict[str, FilmLaw],
    friction: Friction = None,
    note: str = "",
    **fractions: float,
) -> dict[str, NamedFit]:
    """Return ``"lubricated"`` and ``"lubricated-NAME"`` for films by name (the first is ``""``),
    and the first with dry friction.

    ``fractions`` are e_0 and e_1 over the radial clearance.
    """

    def make(film: FilmLaw, friction: Friction) -> Callable[[Any], Lubricated]:
        def fit(joint: Any) -> Lubricated:
            widths = {field: fraction * joint.gap() for field, fraction in fractions.items()}
            return Lubricated(film=film, contact=_law(contact, joint), friction=friction, **widths)

        return fit

    named: dict[str, tuple[FilmLaw, Friction]] = {
        f"lubricated-{name}" if name else "lubricated": (film, None) for name, film in films.items()
    }
    if friction is not None:
        named["lubricated-friction"] = (films[""], friction)
    return {
        name: NamedFit(f"{text_of(film)}, then dry contact; {_words(dry)}{note}", make(film, dry))
        for name, (film, dry) in named.items()
    }


def stops(
    coordinate: str, limit: float, unit: str, laws: dict[str, NormalLaw]
) -> dict[str, NamedFit]:
    """Return ``"stops"`` and ``"stops-NAME"``, at plus and minus the limit of a coordinate, for
    laws by name (the first is ``""``).
    """

    def make(law: NormalLaw) -> Callable[[Any], tuple[Stop, ...]]:
        return lambda joint: (Stop(coordinate, lower=-limit, upper=limit, contact=law),)

    def text(law: NormalLaw) -> str:
        return (
            f"ideal, {coordinate} stopped at {-limit:g} and {limit:g} {unit} by "
            f"{text_of(law, COORDINATES[coordinate].angular)}"
        )

    return {
        f"stops-{name}" if name else "stops": NamedFit(text(law), make(law))
        for name, law in laws.items()
    }
