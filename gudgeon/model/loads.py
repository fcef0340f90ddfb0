"""Loads, springs, dampers and users' own forces."""

import math
from typing import Any

from .._base.description import (
    Description,
    Number,
    Numbers,
    Quantity,
    description,
    option,
    quantity,
)
from ..laws import Characteristic, Constant, Interaction, Linear, Signal
from ..laws.characteristics import STIFFNESS

__all__ = ["CustomForce", "Force", "JointForce", "JointSpring", "Load", "Spring", "Torque"]

FRAMES = ("space", "body")
_POINT = ((3,), (2,))
COINCIDENT = 1e-9  # of its free length: ends of a spring that are nearer have no direction
SLOPE = Quantity(STIFFNESS, bounds=((">=", 0.0),))


@description
class Load(Description):
    """Base of everything that pushes: loads on one body, springs between two."""

    section = "forces"

    name: str

    def _check_signal(self, magnitude: Any) -> None:
        if not isinstance(magnitude, Signal):
            raise self.error(
                f"expected a signal such as Harmonic(...), got {magnitude!r}.", "magnitude"
            )


@description
class Force(Load):
    """A force at a point of a body: a vector, fixed in space or in the body, times a function of
    time, or of a joint coordinate or its rate.
    """

    body: str = option("body on which it acts", kw_only=True)
    force: Numbers = quantity("N", "force vector", shapes=_POINT)
    point: Numbers | None = quantity(
        "m",
        "point of the body, global, at t = 0; by default the centre of mass",
        shapes=_POINT,
        default=None,
    )
    magnitude: Signal = option("function that multiplies the vector", default=Constant(1.0))
    frame: str = option(
        "whether the vector is fixed in space or turns with the body",
        choices=FRAMES,
        default="space",
    )

    def check(self) -> None:
        """Reject a magnitude that is not a signal."""
        self._check_signal(self.magnitude)


@description
class Torque(Load):
    """A torque on a body: a vector, fixed in space or in the body, times a function of time, or of
    a joint coordinate or its rate; in a plane a number.
    """

    body: str = option("body on which it acts", kw_only=True)
    torque: Any = quantity("N*m", "torque vector", shapes=((3,), ()))
    magnitude: Signal = option("function that multiplies the vector", default=Constant(1.0))
    frame: str = option(
        "whether the vector is fixed in space or turns with the body",
        choices=FRAMES,
        default="space",
    )

    def check(self) -> None:
        """Reject a magnitude that is not a signal."""
        self._check_signal(self.magnitude)


@description
class Spring(Load):
    """A spring and a damper in parallel between two points.

    ``stiffness`` is a number [N/m] or a characteristic of the elongation; ``damping`` a number [N
    s/m] or a characteristic of its rate. Both pull when positive. ``free_length`` is the length
    without force.
    """

    between: tuple[str, str] = option("first and second body", kw_only=True)
    points: Numbers = quantity(
        "m", "end points on the first and second body, global, at t = 0", shapes=((2, 3), (2, 2))
    )
    stiffness: Characteristic | Any = option(
        "N/m, or force over elongation", number=SLOPE, stands_for=Linear, default=None
    )
    damping: Characteristic | Any = option(
        "N s/m, or force over rate", number=SLOPE, stands_for=Linear, default=None
    )
    free_length: Number | None = quantity(
        "m", "length without force; by default that at t = 0", default=None, ge=0
    )

    def check(self) -> None:
        """Reject a spring without force, or with one that has no direction."""
        for field in ("stiffness", "damping"):
            self.expect(
                field, Characteristic, "a number or a characteristic such as Polynomial(...)"
            )
        if self.stiffness is None and self.damping is None:
            raise self.error("give stiffness, damping or both.", "stiffness")
        self.in_units(stiffness="N/m", damping="N*s/m")
        free = self.free_length or 0.0
        if self.stiffness is not None and math.dist(*self.points) < COINCIDENT * free:
            raise self.error(
                f"coincide, and the spring has a free length of {free:g} m, so that its force has "
                "no direction; move one of them, or let free_length be 0.",
                "points",
            )


@description
class JointSpring(Load):
    """A spring and a damper in parallel on a joint coordinate: about a hinge, along a slider.

    ``stiffness`` is a number [N m/rad or N/m] or a characteristic of (coordinate - free position);
    ``damping`` a number or a characteristic of its rate. Both oppose a positive argument. Angles
    count full turns.
    """

    joint: str = option("joint on which it acts", kw_only=True)
    coordinate: str | None = option(
        "which coordinate of the joint, if it has several", default=None
    )
    stiffness: Characteristic | Any = option(
        "N m/rad or N/m, or moment over twist", number=SLOPE, stands_for=Linear, default=None
    )
    damping: Characteristic | Any = option(
        "N m s/rad or N s/m, or moment over rate", number=SLOPE, stands_for=Linear, default=None
    )
    free_position: Number = quantity("rad|m", "coordinate without force", default=0.0)

    def check(self) -> None:
        """Reject a spring without force."""
        for field in ("stiffness", "damping"):
            self.expect(
                field, Characteristic, "a number or a characteristic such as Polynomial(...)"
            )
        if self.stiffness is None and self.damping is None:
            raise self.error("give stiffness, damping or both.", "stiffness")


@description
class JointForce(Load):
    """A force or moment on a joint coordinate, positive in its direction: a motor in a hinge, a
    cylinder along a slider.

    ``magnitude`` is a function of time, or of a joint coordinate or its rate: the curve of a motor
    over its speed. The opposite acts on the first body of the joint.
    """

    joint: str = option("joint on which it acts", kw_only=True)
    magnitude: Signal = option("force [N] or moment [N m], as a function", kw_only=True)
    coordinate: str | None = option(
        "which coordinate of the joint, if it has several", default=None
    )

    def check(self) -> None:
        """Reject a magnitude that is not a signal."""
        self._check_signal(self.magnitude)


@description
class CustomForce(Load):
    """A user's own force and torque between points of two bodies: an
    :class:`~gudgeon.Interaction` law.
    """

    between: tuple[str, str] = option("first and second body", kw_only=True)
    points: Numbers = quantity(
        "m", "points on the first and second body, global, at t = 0", shapes=((2, 3), (2, 2))
    )
    law: Interaction = option(
        "the law that gives force and torque on the second body", kw_only=True
    )

    def check(self) -> None:
        """Reject what is not an interaction law."""
        if not isinstance(self.law, Interaction):
            raise self.error(f"expected a law of the family Interaction, got {self.law!r}.", "law")
