"""Cam and follower."""

from ..._base.description import description, option
from ...laws import Signal
from .coupling import Coupling

__all__ = ["Cam"]


@description
class Cam(Coupling):
    """A cam and its follower, by the motion law of the follower. Coordinate ``gap`` [m], of a rocker
    ``gap_angle`` [rad]: how far the follower is above where the profile has it.

    ``profile`` is the lift of the follower over the angle of the cam: a signal such as
    ``SignalTable(angles, lifts, "smooth", period, over="C.angle")``; what counts is how it
    changes from t = 0 on, where the follower is on the cam as described. ``between`` names follower
    and cam. The cam pushes by a stop, ``stops=Stop(lower=0, contact=...)``, below zero with play;
    a spring holds the follower down, or it lifts off. A ``rigid`` one follows exactly, both ways.
    Friction on the flank and the shape of the cam are not known here.
    """

    follower: str = option("motion of the follower, as F.displacement or F.angle", kw_only=True)
    profile: Signal = option("lift over the angle of the cam, over='C.angle'", kw_only=True)

    coordinates = ("gap",)

    def fields(self) -> tuple[str, str]:
        """Return in which fields the two coordinates are given."""
        return "follower", "profile"

    @property
    def law(self) -> Signal:
        """The function by which the follower follows the cam."""
        return self.profile

    @property
    def coupled(self) -> tuple[str, str, float]:
        """Motions of follower and cam, and the lift at t = 0."""
        return self.follower, self.profile.over, float(self.profile(0.0)[0])

    def check(self) -> None:
        """Reject a profile of which the cam cannot be cut."""
        self.expect("profile", Signal, "a signal such as SignalTable(..., over='C.angle')")
        if self.profile.composed:
            raise self.error("must be one signal, not a sum or a product.", "profile")
        if self.profile.jumps or self.profile.has_corners:
            raise self.error(
                "has corners, where the speed of the follower would jump; use a table with "
                "interpolation: smooth or spline.",
                "profile",
            )
        if isinstance(self.follower, str) and self.follower.rpartition(".")[2].startswith("angle"):
            object.__setattr__(self, "coordinates", ("gap_angle",))
        super().check()
