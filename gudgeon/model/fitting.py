"""Which joint can have which fit, and what the fit needs to know of the joint."""

from typing import Any

from .._base.errors import InputError
from .fits import MOTIONS, Bushing, Clearance, Lubricated, own_laws
from .joints import (
    RECTANGULAR,
    ROUND,
    Cylindrical,
    Distance,
    Joint,
    Long,
    Planar,
    PointOnLine,
    Revolute,
    Rigid,
    Round,
    Spherical,
    Translational,
    Universal,
)
from .mixed import HELD, Mixed

NEEDS: dict[tuple[type[Joint], bool], tuple[str, ...]] = {
    (Spherical, False): (),
    (Spherical, True): (),
    (Revolute, False): ("radii", "lengths"),
    (Revolute, True): (),
    (Cylindrical, False): ("radii", "lengths"),
    (Translational, False): (),
    (Translational, True): ("radii", "journal_length"),
    (PointOnLine, False): (),
    (PointOnLine, True): (),
}
"""Joints that can have clearance, in space and in a plane: what they need besides the radial clearance."""

REFUSED: dict[type[Joint], str] = {
    Universal: "its cross has two pins of its own; make the cross a body with two Revolute joints and give these clearance",
    Planar: "a plane has no inside in which the other part could be loose; use Translational, or model the contact as a CustomForce",
    Distance: "it is a massless rod between points; make the rod a body with a Spherical joint at each end and give these clearance",
    Rigid: "nothing moves in it; use a joint that leaves the motion free",
}

_SIZES_OF = {RECTANGULAR: ("height", "width", "height_clearance", "width_clearance"), ROUND: ("rotational_clearance",)}
"""Sizes of a slider that only one guide has."""

_WHY = {
    Revolute: "the wall of a hinge in space touches along its length",
    Cylindrical: "the wall of a sleeve touches along its length",
    Translational: "the slider touches its guide with its corners",
}

COORDINATE_OF = {"axial": "displacement", "misalignment": "tilt", "torsion": "angle"}
"""The coordinate that measures a motion of a joint; the radial one has none."""

GIVES: dict[tuple[type[Joint], bool], tuple[str, ...]] = {
    (Spherical, False): ("radial", "misalignment", "torsion"),
    (Spherical, True): ("radial",),
    (Revolute, False): MOTIONS,
    (Revolute, True): ("radial", "torsion"),
    (Cylindrical, False): MOTIONS,
    (Translational, False): MOTIONS,
    (Translational, True): ("radial", "axial", "misalignment"),
    (Rigid, False): MOTIONS,
    (Rigid, True): ("radial", "torsion"),
    (Planar, False): ("axial", "misalignment"),
    (PointOnLine, False): ("radial",),
    (PointOnLine, True): ("radial",),
    (Universal, False): ("radial",),
    (Distance, False): ("axial",),
    (Distance, True): ("axial",),
}
"""The relative motions in which a bushing of a joint can give, in space and in a plane."""

FREE: dict[type[Joint], tuple[str, ...]] = {
    Spherical: ("misalignment", "torsion"),
    Revolute: ("torsion",),
    Cylindrical: ("axial", "torsion"),
    Translational: ("axial",),
}
"""Of these, the motions that the ideal joint leaves free."""

_GIVES_NOT: dict[type[Joint], str] = {
    Spherical: "its point gives in all directions alike, which is radial",
    Planar: "in its plane it moves freely; use a JointSpring on the coordinate",
    PointOnLine: "a point has neither tilt nor twist, and along the line it slides freely; use a JointSpring on the displacement",
    Universal: "its point gives in all directions alike, which is radial; the cross turns freely: use a JointSpring on the angle",
    Distance: "a rod gives along its length, which is axial",
}
_GIVES_NOT_IN_PLANE: dict[type[Joint], str] = {
    Spherical: "in a plane it is a pin, whose point gives radially; use Revolute for torsion",
    Revolute: "in a plane its point moves radially, and the rotation is torsion",
    Rigid: "in a plane its point moves radially, and the rotation is torsion",
    Translational: "in a plane the rotation of a slider is misalignment",
}

DRY = {
    Translational: "the film laws are those of round bearings; use Clearance",
    PointOnLine: "the film laws are those of round bearings; use Clearance",
    Universal: "its cross has two pins of its own; make the cross a body with two Revolute joints and lubricate these",
    Planar: "the film laws are those of round bearings",
    Distance: "it is a massless rod between points; make the rod a body with a joint at each end and lubricate these",
    Rigid: "nothing moves in it; use a joint that leaves the motion free",
}


_SURFACE_OF = {
    "ends": "only a Revolute joint in space has ends that touch",
    "sides": "only a Translational joint in space with a rectangular guide has sides",
}


def check_fit(joint: Joint, planar: bool) -> None:
    """Refuse a fit that the joint cannot have, or for which it does not say enough."""
    if isinstance(joint.fit, (Clearance, Lubricated)):
        _check_lengths(joint, joint.fit)
    if isinstance(joint.fit, Clearance):
        _check_clearance(joint, joint.fit, planar)
    elif isinstance(joint.fit, Bushing):
        _check_bushing(joint, joint.fit, planar)
    elif isinstance(joint.fit, Lubricated):
        _check_lubricated(joint, joint.fit, planar)
    elif isinstance(joint.fit, Mixed):
        _check_mixed(joint, joint.fit, planar)


def _check_clearance(joint: Joint, fit: Clearance, planar: bool) -> None:
    kind = type(joint)
    needs = NEEDS.get((kind, planar))
    if needs is None or not isinstance(joint, Round):
        raise joint.error(f"a {kind.__name__} joint cannot have clearance: {REFUSED[kind]}.", "fit")
    _check_surfaces(joint, fit, planar)
    if isinstance(joint, Translational):
        _check_sizes(joint)
    if isinstance(joint, Translational) and joint.turns(planar=False):
        _check_guide(joint, planar)
        return
    joint.gap()
    reason = _WHY.get(kind, "")
    if "radii" in needs:
        _need_radii(joint, reason)
    elif fit.friction is not None:
        _need_radii(joint, "friction turns the bodies with the radii as levers")
    if "lengths" in needs:
        _need_lengths(joint, reason)
    if "journal_length" in needs and joint.journal_length is None:  # type: ignore[attr-defined]
        raise joint.error(f"is missing: {reason}; give its length.", "journal_length")


def _check_lengths(joint: Joint, fit: Clearance | Lubricated) -> None:
    """Refuse contact laws whose numbers are those of an angle: a gap is a length."""
    laws = [("contact", fit.contact), *((field, law) for _, field, law in own_laws(fit) if field.endswith("contact"))]
    for field, law in laws:
        if law is not None:
            try:
                law.check_unit("m")
            except InputError as error:
                raise error.under(*joint.path(), "fit", field) from None


def _check_surfaces(joint: Joint, fit: Clearance | Lubricated, planar: bool) -> None:
    """Refuse laws of surfaces that the joint does not have."""
    has = {
        "ends": isinstance(joint, Revolute) and not planar,
        "sides": isinstance(joint, Translational) and joint.guide == RECTANGULAR and not planar,
    }
    for surface, field, _ in own_laws(fit):
        if not has[surface]:
            raise joint.error(f"{_SURFACE_OF[surface]}; leave {field} out.", "fit", field)


def _check_sizes(joint: Translational) -> None:
    """Refuse sizes of another guide than the slider has: nothing would come of them."""
    for guide, fields in _SIZES_OF.items():
        for field in fields:
            if guide != joint.guide and getattr(joint, field) is not None:
                raise joint.error(
                    f"belongs to a {guide} guide, but this one is {joint.guide}; give guide: {guide}, or leave it out.", field
                )
    for field in ("bearing_radius", "journal_radius", "radial_clearance"):
        if joint.guide == RECTANGULAR and getattr(joint, field) is not None:
            raise joint.error("belongs to a round or held guide, but this one has a height and a width; leave it out.", field)


def _check_guide(joint: Translational, planar: bool) -> None:
    """Refuse a guide in which the slider can turn, for which the joint does not say enough."""
    if planar:
        raise joint.error("a guide in a plane has two walls, which hold its slider; leave it out.", "guide")
    if joint.guide == ROUND:
        joint.gap()
        _need_radii(joint, "the wall of a round guide touches along its length")
        _need_lengths(joint, "the wall of a round guide touches along its length")
        if joint.rotational_clearance is None:
            raise joint.error(
                "is missing: how far the slider can turn about the axis to each side, 0 for not at all; give it.", "rotational_clearance"
            )
        return
    joint.sections()
    if joint.journal_length is None:
        raise joint.error("is missing: the slider touches its guide with its corners; give its length.", "journal_length")
    if joint.height_axis is None and joint.local_height_axes is None:
        raise joint.error("is missing: a rectangular slider has a height; give its direction across the axis.", "height_axis")


def _check_bushing(joint: Joint, fit: Bushing, planar: bool) -> None:
    _check_motions(joint, tuple(fit.motions()), planar)


def _check_motions(joint: Joint, motions: tuple[str, ...], planar: bool) -> None:
    """Refuse motions that the joint does not have, and those along or about an axis that is not known."""
    kind = type(joint)
    for motion in motions:
        if motion not in GIVES[kind, planar]:
            reason = (planar and _GIVES_NOT_IN_PLANE.get(kind)) or _GIVES_NOT[kind]
            raise joint.error(f"a {kind.__name__} joint cannot give in this motion: {reason}.", "fit", motion)
    directed = kind is Rigid or (kind is Spherical and set(motions) != {"radial"})
    if directed and not planar and joint.axis is None and joint.local_axes is None:  # type: ignore[attr-defined]
        raise joint.error("is missing: a bushing gives differently along and across its axis; give the axis.", "axis")


def _check_mixed(joint: Joint, fit: Mixed, planar: bool) -> None:
    _check_motions(joint, tuple(motion for motion in MOTIONS if getattr(fit, motion) is not None), planar)
    for motion, play in fit.plays().items():
        if isinstance(joint, Universal):
            raise joint.error(f"a Universal joint cannot have play: {REFUSED[Universal]}.", "fit", motion)
        play_of(joint, motion)
        if play.friction is not None:
            _check_rubbing(joint, motion, planar)


def _check_rubbing(joint: Any, motion: str, planar: bool) -> None:
    """Refuse friction of play where nothing slides, or without the radii that it needs."""
    where = ("fit", motion, "friction")
    if isinstance(joint, Planar):  # a point on a plane needs no radius
        return
    if isinstance(joint, Distance):
        raise joint.error("has no meaning here: a rod has no faces that could slide on each other; leave it out.", *where)
    if not isinstance(joint, Round):
        raise joint.error("turns the bodies with radii as levers, which a Rigid joint does not have.", *where)
    turning = not planar and not is_held(joint, "torsion")
    if motion == "axial" and not turning and is_held(joint, "radial"):
        raise joint.error(
            "has no meaning here: nothing slides on the ends, because the joint holds all other motions; leave it out.", *where
        )
    if motion == "torsion" and (planar or is_held(joint, "axial")):
        raise joint.error("has no meaning here: flanks that stop a rotation slide along the axis, and nothing does; leave it out.", *where)
    if motion == "radial":
        _need_radii(joint, "friction turns the bodies with the radii as levers")
    elif motion == "torsion":
        _need_radii(joint, "flanks that stop a rotation are pressed at the radius of the journal")
    elif turning and getattr(joint, "end_radii", None) is None:
        _need_radii(joint, "ends that rub resist spinning with their radii as levers")


def is_held(joint: Any, motion: str) -> bool:
    """Return whether a mixed joint holds a motion by constraints."""
    given = getattr(joint.fit, motion)
    return motion not in FREE.get(type(joint), ()) if given is None else isinstance(given, str) and given == HELD


def end_face(joint: Any) -> tuple[float, float]:
    """Return the inner and outer radius of the faces with which the ends of axial play rub [m]; zeros if the joint has none."""
    if isinstance(joint, Revolute):
        return joint.end_face()
    radii = joint.radii() if isinstance(joint, Round) else None
    return 0.0, radii[1] if radii is not None else 0.0


def play_of(joint: Any, motion: str) -> float:
    """Return the play of a motion of a mixed joint to each side [m or rad]: its own, or the clearance of the joint."""
    given: Any = getattr(joint.fit, motion).clearance
    own = _own_clearance(joint, motion)
    if given is None and own is None:
        joins = f", or the joint's {motion}_clearance" if hasattr(joint, f"{motion}_clearance") else ""
        raise joint.error(f"is missing: how far the motion is free to each side; give it{joins}.", "fit", motion, "clearance")
    if given is not None and own is not None and abs(given - own) > 1e-9 * max(given, own):
        raise joint.error(f"is {given:g} m, but the joint's own is {own:g} m; leave one of them out.", "fit", motion, "clearance")
    return float(given if own is None else own)


def _own_clearance(joint: Any, motion: str) -> float | None:
    """Return the radial or axial clearance that a joint states by itself [m], or None."""
    if motion == "radial" and isinstance(joint, Round):
        radii = joint.radii()
        return joint.radial_clearance if radii is None else radii[0] - radii[1]
    if motion == "axial" and isinstance(joint, Revolute):
        lengths = joint.lengths()
        return joint.axial_clearance if lengths is None else abs(lengths[0] - lengths[1]) / 2
    return None


def has_play(fit: Any) -> bool:
    """Return whether something can touch inside a joint with this fit."""
    return isinstance(fit, (Clearance, Lubricated)) or (isinstance(fit, Mixed) and bool(fit.plays()))


def radial_play(joint: Any) -> float | None:
    """Return the radial clearance of a joint in which something can touch across its axis [m], or None."""
    if isinstance(joint.fit, Mixed):
        return play_of(joint, "radial") if "radial" in joint.fit.plays() else None
    return float(joint.gap()) if isinstance(joint.fit, (Clearance, Lubricated)) else None


def _check_lubricated(joint: Joint, fit: Lubricated, planar: bool) -> None:
    kind = type(joint)
    if not isinstance(joint, (Revolute, Cylindrical, Spherical)):
        raise joint.error(f"a {kind.__name__} joint cannot be lubricated: {DRY[kind]}.", "fit")
    if isinstance(joint, Spherical) and planar:
        raise joint.error("a ball has no film in a plane; use Revolute, whose journal has a length.", "fit")
    wanted = "sphere" if isinstance(joint, Spherical) else "cylinder"
    if fit.film.shape != wanted:
        use = "SphericalSqueeze" if wanted == "sphere" else "FiniteBearing"
        raise joint.error(
            f"{type(fit.film).__name__} is the film of a {fit.film.shape}, the joint needs a {wanted}; use {use}.", "fit", "film"
        )
    _check_surfaces(joint, fit, planar)
    _need_radii(joint, "the film lies between the two radii")
    gap = joint.gap()
    if gap == 0:
        raise joint.error("is zero: there is no room for a film; give the clearance, or use another fit.", "radial_clearance")
    if isinstance(joint, (Revolute, Cylindrical)):
        _need_lengths(joint, "the film carries along the length of the bearing")
        if isinstance(joint, Revolute) and not planar and fit.contact is None:
            raise joint.error("is missing: the ends of a hinge in space touch dry; give the law of their contact.", "fit", "contact")
    e_0, e_1 = fit.hand_over(gap)
    for field, value in (("e_0", e_0), ("e_1", e_1)):
        if value > gap:
            raise joint.error(f"a film of {value:g} m is thicker than the gap, {gap:g} m; make it a fraction of that.", "fit", field)
    if fit.contact is not None and not e_1 > e_0:
        default = " (by default 0.1 of the clearance)" if fit.e_1 is None else ""
        raise joint.error(
            f"must be larger than e_0 = {e_0:g} m, but is {e_1:g} m{default}: the film must outlast the hand-over.", "fit", "e_1"
        )


def _need_radii(joint: Round, reason: str) -> None:
    if joint.radii() is None:
        raise joint.error(f"is missing: {reason}; give it, or journal_radius.", "bearing_radius")


def _need_lengths(joint: Round, reason: str) -> None:
    if not isinstance(joint, Long) or joint.lengths() is not None:
        return
    missing = [name for name in ("bearing_length", "journal_length") if getattr(joint, name) is None]
    instead = ", or axial_clearance" if len(missing) == 1 and isinstance(joint, Revolute) else ""
    give = "give it" if len(missing) == 1 else f"give it and {missing[1]}"
    raise joint.error(f"is missing: {reason}; {give}{instead}.", missing[0])


def check_driven(joint: Joint, coordinate: str, driver: Any) -> None:
    """Refuse a driver of a coordinate that the fit of its joint holds."""
    for motion, measured in COORDINATE_OF.items():
        if isinstance(joint.fit, Mixed) and coordinate == measured and getattr(joint.fit, motion) == HELD:
            raise driver.error(f"the fit of joint '{joint.name}' holds its {coordinate} ({motion}), so that nothing can drive it.", "joint")
