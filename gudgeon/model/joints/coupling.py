"""Couplings: machine elements that tie coordinates of two joints together."""

from typing import ClassVar

from ..._base.description import description
from .base import Joint

__all__ = ["Coupling"]


@description
class Coupling(Joint):
    """Base of gears, racks and screws: elements that tie a coordinate of one joint to one of
    another.

    A coupling holds nothing by itself. Its coordinate says how far the two are from where the ratio
    has them: ``first - ratio second``, zero as described at t = 0. What acts on that coordinate is
    the mesh: a JointSpring its stiffness and damping, stops its play, with any contact law. The
    force acts on both joints at once, so that power is kept, and goes with them from body to body:
    forces across their axes, which teeth also have, are not known here.
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
