"""The relative motions of a joint, what holds them, and the coordinates that measure them."""

from dataclasses import dataclass
from enum import Enum, auto

MOTIONS = RADIAL, AXIAL, MISALIGNMENT, TORSION = ("radial", "axial", "misalignment", "torsion")
UNSIGNED = {
    RADIAL: "radial displacement is a distance from the centre",
    MISALIGNMENT: "misalignment is the angle between two axes",
}
"""The relative motions that have no sign, and why."""

COORDINATE_OF = {AXIAL: "displacement", MISALIGNMENT: "tilt", TORSION: "angle"}
"""The coordinate that measures a motion of a joint; the radial one has none."""


class Hold(Enum):
    """What constraints of a joint hold together; assembly makes rows of it, in a plane those
    that act there.
    """

    POINT = auto()  # the two points coincide
    ACROSS = auto()  # the second point stays on the axis of the first body
    ALONG = auto()  # it stays level with the first along that axis
    TILT = auto()  # the axes stay parallel
    TWIST = auto()  # nothing turns about the axis
    CROSS = auto()  # the two axes of a cross stay perpendicular
    LENGTH = auto()  # the two points keep their distance


HELD_BY = {AXIAL: Hold.ALONG, MISALIGNMENT: Hold.TILT, TORSION: Hold.TWIST}
"""What holds a motion that a joint leaves free by itself."""


class Surface(Enum):
    """Where the two parts of a joint with clearance can touch; the value begins the names of
    contacts.
    """

    BALL = "ball"  # in a socket
    JOURNAL = "journal"  # of a pin, across its axis
    SLOT = "slot"  # around a point
    GUIDE = "guide"  # around the point of a slider that does not turn
    WALL = "wall"  # of a hinge or sleeve, along its length
    ENDS = "end"  # of a hinge, across its axis
    CORNERS = "corner"  # of a slider in a plane
    BLOCK = "block"  # in a channel with four walls
    KEY = "key"  # or splines, which stop a slider from turning


@dataclass(frozen=True)
class Coordinate:
    """A joint coordinate: its unit, and along, or about, which axis of which body's triad it
    counts.
    """

    name: str
    unit: str
    axis: int | None = None
    body: int = 0  # first or second of the joint

    @property
    def angular(self) -> bool:
        """Whether it is an angle, and what acts on it a moment."""
        return self.unit == "rad"


COORDINATES = {
    coordinate.name: coordinate
    for coordinate in (
        Coordinate("displacement", "m", axis=2),
        Coordinate("displacement_1", "m", axis=0),
        Coordinate("displacement_2", "m", axis=1),
        Coordinate("length", "m"),
        Coordinate("angle", "rad", axis=2),
        Coordinate("angle_1", "rad", axis=2),
        Coordinate("angle_2", "rad", axis=2, body=1),
        Coordinate("tilt", "rad"),
        Coordinate("twist", "rad"),
        Coordinate("slip", "m"),
    )
}


NOT_HELD = ("tilt", "twist", "slip")
"""Coordinates that no constraint can hold or drive: without a sign, or of several joints."""


def unit_of(motion: str) -> str:
    """Return the unit of a relative motion: m or rad."""
    return "m" if motion in (RADIAL, AXIAL) else "rad"
