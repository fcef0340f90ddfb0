"""A ball, or a point, against a surface outside of any joint."""

from typing import ClassVar

from ..._base.description import Number, Numbers, description, option, quantity
from ..motions import Surface
from .base import POINT, Joint, Vector

__all__ = ["BallContact"]

SHAPES = ("plane", "sphere", "cylinder")


@description
class BallContact(Joint):
    """A ball of the second body against a plane of the first, or from outside against a sphere or a
    cylinder: a foot on the floor, a roller on a bar. It holds nothing.

    With the fit Clearance the two touch, with its contact and friction laws, layers included;
    contacts are located, listed and shown as those in joints. The first of ``points`` lies on the
    plane, in the middle of the sphere or on the axis of the cylinder, the second in the middle of
    the ball. ``axis`` is the normal of the plane, towards the ball, or the axis of the cylinder, and
    turns with the first body. Surfaces have no edges. A ball of radius 0 is a point.
    """

    surface: str = option("plane, sphere or cylinder", choices=SHAPES, default="plane")
    points: Numbers | None = quantity(
        "m",
        "point of the surface's body and middle of the ball, global, at t = 0",
        shapes=((2, 3), (2, 2)),
        default=None,
    )
    local_points: Numbers | None = quantity(
        "m", "the same in each body's frame", shapes=((2, 3), (2, 2)), default=None
    )
    axis: Numbers | None = quantity(
        "1",
        "normal of the plane or axis of the cylinder, global, at t = 0",
        shapes=POINT,
        default=None,
    )
    surface_radius: Number | None = quantity(
        "m", "radius of the sphere or cylinder", default=None, gt=0
    )
    ball_radius: Number = quantity("m", "radius of the ball", default=0.0, ge=0)

    removes, removes_in_plane = 0, 0
    parallel_axes = False
    drawn_as = "coupling"
    clearance_needs: ClassVar = ()
    clearance_needs_in_plane: ClassVar = ()
    gives_not = "it holds nothing that could give"
    no_film = "the film laws are those of round bearings"
    no_friction = "it bears nothing without contact; give it the fit Clearance"

    def check(self) -> None:
        """Reject surfaces that do not say where they are."""
        super().check()
        self.one_of("points", "local_points")
        if self.axis is not None:
            self.check_direction(self.axis, "axis")
        elif self.surface != "sphere":
            what = "the normal of the plane" if self.surface == "plane" else "that of the cylinder"
            raise self.error(f"is missing: {what}.", "axis")
        if (self.surface_radius is None) != (self.surface == "plane"):
            raise self.error(
                "a plane has no radius; leave it out."
                if self.surface == "plane"
                else f"is missing: that of the {self.surface}.",
                "surface_radius",
            )

    def check_clearance(self, friction: bool, planar: bool) -> None:
        """Raise InputError for a cylinder in a plane: it is a circle there."""
        if planar and self.surface == "cylinder":
            raise self.error("in a plane a cylinder is a circle; use sphere.", "surface")

    def global_axes(self) -> tuple[Vector, Vector] | None:
        """Return the axis, for both bodies, global, at t = 0, if there is one."""
        return None if self.axis is None else (self.axis, self.axis)

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch."""
        return (Surface.OUTSIDE,)

    def gap(self) -> float:
        """Return the clearance: none, they touch from one side only [m]."""
        return 0.0

    def radii(self) -> tuple[float, float]:
        """Return the radii of the surface, 0 for a plane, and of the ball [m]."""
        return self.surface_radius or 0.0, self.ball_radius

    def gap_text(self, gap: float, planar: bool) -> str:
        """Return what touches, in words."""
        return f"a {self.surface} from outside"
