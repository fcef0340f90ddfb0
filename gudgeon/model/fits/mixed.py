"""Joints of mixed make: each relative motion held, free, with play, or on a bushing
[AmbrosioPombo].
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..._base.description import Description, Number, description, option, quantity
from ..._base.errors import InputError
from ...laws import BristleLaw, FrictionLaw, NormalLaw
from ..compliance import BLEND, LAYER, STIFFNESS, THICKNESS, Compliance, check_layer, check_units
from ..motions import COORDINATE_OF, HELD_BY, MOTIONS, RADIAL, UNSIGNED, Hold, unit_of
from .base import MOMENTS, NEWTONS, START, STARTS, Fit
from .ideal import Ideal

if TYPE_CHECKING:
    from ..joints import Joint

__all__ = ["Mixed", "Play"]

HELD, FREE = STATES = ("held", "free")


@description
class Play(Description):
    """Play of one relative motion: free up to ``clearance``, then contact, or a soft layer and then
    contact [AmbrosioPombo, eq. 50].

    Nothing acts within ``clearance`` of where the ideal joint holds, to each side. Beyond it
    ``contact`` acts with the depth, in m or rad, as penetration: the stiffness of a law on a
    rotation is in N m/rad^n. ``bushing``, ``thickness`` and ``blend`` put a soft layer in front of
    it, as in a Clearance. ``friction`` acts on the wall of radial play, on the end faces of axial
    play, which resist sliding across the axis and spinning about it, and on the flanks that stop
    torsion, along the axis.
    """

    clearance: Number | None = quantity(
        "m|rad",
        "play to each side; radial and axial by default the joint's clearance",
        default=None,
        ge=0,
        kw_only=False,
    )
    contact: NormalLaw = option("law of the force, or moment, over the depth", kw_only=True)
    friction: FrictionLaw | BristleLaw | None = option(
        "law of the friction force; none by default", default=None
    )
    bushing: Compliance | Any = option(LAYER, number=STIFFNESS, stands_for=Compliance, default=None)
    thickness: Number | None = quantity("m|rad", THICKNESS, default=None, gt=0)
    blend: Number = quantity("m|rad", BLEND, default=0.0, ge=0)
    min_approach_speed: Number = quantity(
        "m/s|rad/s", "approach speeds below this count as this", default=1e-3, gt=0
    )

    def check(self) -> None:
        """Reject laws of other families and half a layer."""
        self.expect("contact", NormalLaw, "a contact law such as LankaraniNikravesh(...)")
        self.expect(
            "friction", (FrictionLaw, BristleLaw), "a friction law such as Threlfall(...), or None"
        )
        check_layer(self)

    def check_motion(self, motion: str) -> None:
        """Reject numbers in other units than those of the motion, friction where nothing rubs,
        and tilt beyond a half turn.
        """
        unit = unit_of(motion)
        self.in_units(clearance=unit, thickness=unit, blend=unit, min_approach_speed=f"{unit}/s")
        check_units(self, "bushing", unit)
        try:
            self.contact.check_unit(unit)
        except InputError as error:
            raise error.under("contact") from None
        if self.friction is not None and motion == "misalignment":
            raise InputError(
                "has no meaning here: what presses is a moment, and where its surfaces touch is "
                "not known; leave it out, or use Clearance, "
                "whose wall touches along its length.",
                ("friction",),
            )
        if self.clearance is None and unit == "rad":
            raise InputError(
                "is missing: how far the rotation is free to each side; give it.", ("clearance",)
            )
        if motion == "misalignment" and self.clearance is not None and not self.clearance < 3.14159:
            raise InputError(
                "must be below 180 deg, the largest angle between two axes; got "
                f"{self.clearance:g} rad.",
                ("clearance",),
            )


def _motion(help: str, number: Any) -> Any:
    return option(help, number=number, stands_for=Compliance, choices=STATES, default=None)


@description
class Mixed(Fit):
    """Each relative motion made in its own way: held, free, with play, or on a bushing.

    ``radial`` is across the axis of the first body (of a ball joint, or in a plane, any way of the
    point), ``axial`` along it, ``misalignment`` the tilt of the second body's axis against it,
    ``torsion`` rotation about it. Each is ``"held"``, by constraints; ``"free"``; a :class:`Play`;
    or a :class:`Compliance`, a number for a plain stiffness. What is not given stays as in the
    ideal joint. ``start="closed"`` closes the initial conditions as if play and bushings were
    ideal; ``"as-described"`` leaves bodies where they are described.
    """

    by_motion = True

    radial: Compliance | Play | str | Any = _motion(
        "across the axis, or all ways of a point", NEWTONS
    )
    axial: Compliance | Play | str | Any = _motion("along the axis", NEWTONS)
    misalignment: Compliance | Play | str | Any = _motion(
        "tilt of one axis against the other", MOMENTS
    )
    torsion: Compliance | Play | str | Any = _motion("rotation about the axis", MOMENTS)
    start: str = option(START, choices=STARTS, default="closed")

    def elements(self) -> tuple[str, ...]:
        """Return the kinds of elements that act in the joint."""
        return (
            *(("contacts",) if self.plays() else ()),
            *(("bushings",) if self.bushings() else ()),
        )

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "mixed with radial play" if "radial" in self.plays() else "mixed"

    def check(self) -> None:
        """Reject a fit that says nothing, and what a motion cannot have."""
        if not any(getattr(self, motion) is not None for motion in MOTIONS):
            raise self.error(
                f"says nothing; give at least one of {', '.join(MOTIONS)}, or use Ideal."
            )
        for motion in MOTIONS:
            given = getattr(self, motion)
            if given in (None, *STATES):
                continue
            self.expect(
                motion, (Compliance, Play), "held, free, Play(...), a stiffness or Compliance(...)"
            )
            check_units(self, motion, unit_of(motion)) if isinstance(given, Compliance) else None
            try:
                if isinstance(given, Play):
                    given.check_motion(motion)
                elif motion in UNSIGNED:
                    given.check_unsigned(UNSIGNED[motion])
            except InputError as error:
                raise error.under(motion) from None

    def motions(self) -> dict[str, Any]:
        """Return the motions that are given and not held: free, with play, or on bushings."""
        given = {motion: getattr(self, motion) for motion in MOTIONS}
        return {motion: state for motion, state in given.items() if state not in (None, HELD)}

    def plays(self) -> dict[str, Play]:
        """Return the motions with play."""
        return {
            motion: state for motion, state in self.motions().items() if isinstance(state, Play)
        }

    def bushings(self) -> dict[str, Compliance]:
        """Return the motions on bushings."""
        return {
            motion: state
            for motion, state in self.motions().items()
            if isinstance(state, Compliance)
        }

    def closed(self) -> Fit:
        """Return the fit with which initial conditions are closed: play and bushings as in the
        ideal joint.
        """
        if self.start != "closed":
            return self
        said = {motion: getattr(self, motion) for motion in MOTIONS}
        kept = {motion: state for motion, state in said.items() if state in STATES}
        return Mixed(**kept) if kept else Ideal()

    def resolved(self, joint: "Joint") -> Fit:
        """Return the fit with the clearance of each play filled in, by default that of the
        joint.
        """
        plays: dict[str, Any] = {
            motion: replace(play, clearance=joint.play(motion))
            for motion, play in self.plays().items()
        }
        return replace(self, **plays)

    def holds(self, joint: "Joint", motion: str) -> bool:
        """Whether constraints hold a motion of the joint."""
        given = getattr(self, motion)
        return (
            super().holds(joint, motion)
            if given is None
            else isinstance(given, str) and given == HELD
        )

    def rows(self, joint: "Joint", planar: bool) -> dict[str, Hold]:
        """Return what constraints hold: without the motions that move, and with those that are
        held besides.
        """
        moving = self.motions()
        rows = {motion: hold for motion, hold in joint.rows(planar).items() if motion not in moving}
        for motion in MOTIONS:
            if getattr(self, motion) == HELD and motion not in rows:
                rows[motion] = HELD_BY[motion]
        return rows

    def radial_play(self, joint: Any) -> float | None:
        """Return the radial play of a joint in which something can touch across its axis [m], or
        None.
        """
        return float(joint.play("radial")) if "radial" in self.plays() else None

    def check_joint(self, joint: "Joint", planar: bool) -> None:
        """Raise InputError if the joint does not have a motion that is given, or says too little
        for its play.
        """
        joint.check_motions(
            tuple(motion for motion in MOTIONS if getattr(self, motion) is not None), planar
        )
        for motion, play in self.plays().items():
            if joint.no_play:
                raise joint.error(
                    f"a {type(joint).__name__} joint cannot have play: {joint.no_play}.",
                    "fit",
                    motion,
                )
            if motion == RADIAL:
                joint.need_round("play of single motions is that of a round bore")
            joint.play(motion)
            if play.friction is not None:
                joint.check_friction(motion, planar)

    def check_driven(self, joint: "Joint", coordinate: str, driver: Any) -> None:
        """Raise InputError if a driver would move what the fit holds."""
        for motion, measured in COORDINATE_OF.items():
            if coordinate == measured and getattr(self, motion) == HELD:
                raise driver.error(
                    f"the fit of joint '{joint.name}' holds its {coordinate} ({motion}), so that "
                    "nothing can drive it.",
                    "joint",
                )
