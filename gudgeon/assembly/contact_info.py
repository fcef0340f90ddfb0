"""What a contact of a joint is: which surfaces touch, where on them, and in which units it is
measured.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ..kernels.output_variables import IMPACT_VARIABLES
from ..model.motions import COORDINATES, unit_of

UNITS = {
    variable.name: (variable.unit, variable.angular_unit or variable.unit)
    for variable in IMPACT_VARIABLES
}


@dataclass(frozen=True)
class ContactInfo:
    """One place where the two bodies of a joint can touch; its label is made of it, ``A.strip 2
    opposite`` or ``B.stop angle upper``.

    A contact in a gap has the kind of its surface (``ball``, ``journal``, ``wall``, ``end``,
    ``corner`` ...) and says where on it; that of a mixed joint is a ``play``. Ends of a range are a
    ``stop`` of a coordinate, or the ``side`` of a play.
    """

    joint: str
    kind: str
    coordinate: str = ""  # that a stop limits
    motion: str = ""  # of a mixed joint, whose play it is
    end: str = ""  # A or B, of a journal, hinge or slider
    signs: str = ""  # sides across the axis: "+" or "-", of a block first along its height
    strip: int = 0  # of a wall, counted from end A; 0 for what is no strip
    across: str = ""  # what of a block the touched walls stand beside: height or width
    side: str = ""  # lower or upper end of a range; empty for what is in a gap
    opposite: bool = False  # the second extremum of a circle in its cylinder
    hard: bool = False  # behind a layer: its force and losses count in the layer's own contact
    # surfaces that slide on each other, with friction and a point; stops have none
    slides: bool = True

    @property
    def name(self) -> str:
        """What it is called within its joint."""
        number = str(self.strip) if self.strip else ""
        words = [
            self.kind,
            self.motion or self.coordinate,
            self.end + self.signs,
            number,
            self.across,
            self.side,
        ]
        return " ".join(filter(None, [*words, "opposite" * self.opposite, "hard" * self.hard]))

    @property
    def label(self) -> str:
        """What it is called in the mechanism."""
        return f"{self.joint}.{self.name}"

    @property
    def limits(self) -> str:
        """Coordinate, or motion of a mixed joint, whose range ends there; empty for what is in a
        gap.
        """
        return (self.coordinate or self.motion) if self.side else ""

    @property
    def surface(self) -> str:
        """Whose laws act in a gap, see SURFACES in model/fits/base.py: those of the wall, of the
        ends, or of the sides beside a width.
        """
        return "ends" if self.kind == "end" else "sides" if self.across == "width" else "wall"

    @property
    def unit(self) -> str:
        """Unit of the penetration: m, or rad where an angle is limited, and the normal force is
        a moment.
        """
        return (
            COORDINATES[self.coordinate].unit
            if self.coordinate
            else unit_of(self.motion)
            if self.motion
            else "m"
        )

    @property
    def angular(self) -> bool:
        """Whether penetration is an angle, and the normal force a moment."""
        return self.unit == "rad"

    def unit_of(self, column: str) -> str:
        """Return the unit that a column of its contact periods has."""
        return UNITS[column][self.angular]

    def as_dict(self) -> dict[str, Any]:
        """Return what says more than the defaults, as plain numbers and texts."""
        return {
            field.name: value
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default
        }


def contact_from(given: Any) -> ContactInfo:
    """Return the contact that ``as_dict`` describes; raise ValueError if it is none."""
    kinds = {"strip": int, "opposite": bool, "hard": bool, "slides": bool}
    if not isinstance(given, dict) or not {"joint", "kind"} <= set(given):
        raise ValueError("a contact has a joint and a kind")
    known = {field.name for field in fields(ContactInfo)}
    if any(
        key not in known or type(value) is not kinds.get(key, str) for key, value in given.items()
    ):
        raise ValueError("a contact has other fields")
    info = ContactInfo(**given)
    if info.coordinate and info.coordinate not in COORDINATES:
        raise ValueError(f"there is no coordinate '{info.coordinate}'")
    if info.end not in ("", "A", "B"):
        raise ValueError(f"there is no end '{info.end}'")
    return info
