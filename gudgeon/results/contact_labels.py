"""What the label of a contact says: to which joint it belongs, what touches there, and in which units it is measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.stops import limits_angle

if TYPE_CHECKING:
    from ..model import Joint, Play, Stop

ANGULAR = {"m": "rad", "m/s": "rad/s", "N": "N*m"}
HARD = " hard"


@dataclass(frozen=True)
class Place:
    """A contact by its parts: ``A.stop angle upper`` is a stop of joint A, ``C.ball hard`` what is behind the layer of ``C.ball``.

    ``B.play radial`` is the gap of a mixed joint, ``B.play axial upper`` an end of another motion of it, which is a stop of its own.
    """

    joint: str
    name: str

    @classmethod
    def of(cls, label: str) -> Place:
        """Return the place that a label names."""
        joint, _, name = label.partition(".")
        return cls(joint, name)

    @property
    def label(self) -> str:
        """The label itself."""
        return f"{self.joint}.{self.name}"

    @property
    def hard(self) -> bool:
        """Whether it is the hard contact behind a layer, whose force and losses count in the layer's own contact."""
        return self.name.endswith(HARD)

    @property
    def coordinate(self) -> str:
        """Coordinate of the joint that a stop limits, or motion that ends of play limit; empty for what is in a gap."""
        return self.name.split()[1] if self.name.startswith("stop ") else self.motion.replace("radial", "")

    @property
    def motion(self) -> str:
        """Motion of a mixed joint whose play it is; empty for what is no play."""
        return self.name.split()[1] if self.name.startswith("play ") else ""

    @property
    def side(self) -> str:
        """Which limit a stop is, lower or upper; empty for what is no stop."""
        return self.name.split()[2] if self.coordinate else ""

    @property
    def angular(self) -> bool:
        """Whether penetration is an angle, and the normal force a moment."""
        return limits_angle(self.name)

    @property
    def axial(self) -> bool:
        """Whether it is an end of a hinge."""
        return self.name.startswith("end ")

    @property
    def surface(self) -> str:
        """Whose laws act in a gap, see SURFACES in mechanism/fits.py: those of the wall, of the ends, or of the sides beside a width."""
        beside = self.name.removesuffix(HARD).endswith(" width")
        return "ends" if self.axial else "sides" if beside else "wall"

    def unit(self, unit: str) -> str:
        """Return the unit that takes the place of m, m/s or N here."""
        return ANGULAR.get(unit, unit) if self.angular else unit

    def stop(self, joint: Joint) -> Stop | Play:
        """Return the stop, or the play, of the joint's description that the contact belongs to."""
        if self.motion:
            return getattr(joint.fit, self.motion)  # type: ignore[no-any-return]
        return next(one for one in joint.stops if one.coordinate == self.coordinate and getattr(one, self.side) is not None)


def places(labels: Iterable[str], joint: str | None = None) -> list[Place]:
    """Return the places of these labels, or those of one joint."""
    return [place for place in map(Place.of, labels) if joint in (None, place.joint)]
