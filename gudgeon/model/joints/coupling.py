"""Couplings: machine elements that tie coordinates of two joints together."""

from typing import ClassVar

from ..._base.description import description, option
from ...laws import Signal
from ..motions import Hold
from .base import Joint

__all__ = ["Coupling"]


@description
class Coupling(Joint):
    """Base of gears, racks, screws and cams: elements that tie a coordinate of one joint to one of
    another.

    Its coordinate says how far the two are from where the ratio has them: ``first - ratio second``,
    zero as described at t = 0. What acts on that coordinate is the mesh: a JointSpring its stiffness
    and damping, stops its play, with any contact law; without either it holds nothing. A ``rigid``
    one is a constraint: the ratio is exact, and the force that it takes a reaction. The force acts
    on both joints at once, so that power is kept, and goes with them from body to body: forces
    across their axes, which teeth also have, are not known here.
    """

    abstract: ClassVar[bool] = True
    removes, removes_in_plane = 0, 0
    drawn_as = "coupling"
    # where its force on the second body is told: at the centre of mass
    local_points: ClassVar[tuple] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    gives_not = "it holds nothing that could give; put a JointSpring on its coordinate"
    no_clearance = (
        "its play is a stop on its coordinate: stops=Stop(lower=..., upper=..., contact=...)"
    )
    no_film = "it has no bearing"
    no_friction = "it bears no load by itself; let the joints that it couples rub"

    rigid: bool = option("whether it is a constraint, without play", default=False, kw_only=True)

    def rows(self, planar: bool) -> dict[str, Hold]:
        """Return what it holds: the ratio, if it is rigid."""
        return {"ratio": Hold.RATIO} if self.rigid else {}

    @property
    def law(self) -> Signal | None:
        """The function by which the first coordinate follows the second; None for a ratio."""
        return None

    @property
    def coupled(self) -> tuple[str, str, float]:
        """The two coordinates that it ties together, as M.angle, and the ratio of the first to the
        second.
        """
        raise NotImplementedError

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        raise NotImplementedError

    def check(self) -> None:
        """Reject what is no name of a coordinate, and a coordinate that is tied to itself."""
        super().check()
        first, second, _ = self.coupled
        for field, name in zip(self.fields(), (first, second), strict=True):
            if not isinstance(name, str) or name.count(".") != 1:
                raise self.error(f"expected a joint coordinate, as A.angle, got {name!r}.", field)
        if first == second:
            raise self.error(f"couples {first} with itself; name another.", self.fields()[1])
        if not isinstance(self.rigid, bool):
            raise self.error(f"expected true or false, got {self.rigid!r}.", "rigid")
        if self.rigid and self.stops:
            raise self.error("a rigid coupling has no play; leave one of them out.", "stops")


@description
class WayPerAngle(Coupling):
    """Base of couplings of a way and an angle. Coordinate ``slip`` [m]: how far the first is ahead."""

    abstract: ClassVar[bool] = True
    coordinates = ("slip",)
    # fields of the way, of the angle, and of the number from which their ratio follows
    ties: ClassVar[tuple[str, str, str]] = ("", "", "")
    turn: ClassVar[float] = 1.0  # the angle for which that number is the way [rad]

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        return self.ties[0], self.ties[1]

    @property
    def coupled(self) -> tuple[str, str, float]:
        """Names of the way and of the angle, and the way for each radian."""
        way, angle, number = (getattr(self, name) for name in self.ties)
        return way, angle, number / self.turn

    def check(self) -> None:
        """Reject a ratio of zero."""
        super().check()
        way, _, number = self.ties
        if getattr(self, number) == 0.0:
            raise self.error(f"must not be 0: the {way} would not move.", number)
