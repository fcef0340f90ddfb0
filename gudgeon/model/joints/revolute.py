"""Hinge."""

from ..._base.description import Number, Numbers, description, quantity
from ..motions import AXIAL, MOTIONS, Hold, Surface
from ..worn_profile import DEEPEST, LEAST, MOST, curvature_radii
from .base import AGREE, AlongAxis, Long

__all__ = ["Revolute"]


@description
class Revolute(Long, AlongAxis):
    """Hinge: the points coincide and the axes stay parallel. Coordinate ``angle`` [rad]; in a plane
    the axis is its normal.

    ``axial_clearance`` is half the difference of the two lengths, the play on each side. With one
    length and the clearance the journal is taken to be the shorter. The ends of the shorter part
    touch the other with a face between two radii, ``end_radii``: by default all of the journal's
    end, or the edge of the bore if the bearing is the shorter.

    ``bearing_wear`` are depths in equal sectors around the bore, the first beginning at the
    direction h of the joint, as :class:`Wear` reports them; a journal with clearance then touches
    this worn profile.
    """

    axial_clearance: Number | None = quantity(
        "m", "|bearing_length - journal_length| / 2, on each side", default=None, ge=0
    )
    end_radii: Numbers | None = quantity(
        "m", "inner and outer radius of the end faces", shapes=((2,),), default=None, ge=0
    )
    bearing_wear: Numbers | None = quantity(
        "m",
        "depths to which the bore is worn, in equal sectors",
        shapes=((-1,),),
        default=None,
        ge=0,
    )

    coordinates = ("angle",)
    removes, removes_in_plane = 5, 2
    normal_in_plane = True
    drawn_as = "hinge"

    holds = {"radial": Hold.ACROSS, "axial": Hold.ALONG, "misalignment": Hold.TILT}
    holds_in_plane = {"radial": Hold.POINT}
    gives = MOTIONS
    gives_in_plane = ("radial", "torsion")
    leaves_free = ("torsion",)
    gives_not_in_plane = "in a plane its point moves radially, and the rotation is torsion"

    clearance_needs = ("radii", "lengths")
    clearance_needs_in_plane = ()
    touches = "the wall of a hinge in space touches along its length"
    bore = "cylinder"

    def check(self) -> None:
        """Check that lengths and axial clearance agree, and that end faces have an area or an
        edge.
        """
        super().check()
        face = self.end_radii
        if face is not None and not 0 < face[1] >= face[0]:
            raise self.error(
                "the outer radius must be positive and no smaller than the inner one, got "
                f"{face[0]:g} and {face[1]:g} m.",
                "end_radii",
            )
        self._check_profile()
        outer, inner, gap = self.bearing_length, self.journal_length, self.axial_clearance
        if gap is None or outer is None:
            return
        if inner is None and 2 * gap >= outer:
            raise self.error(
                f"a clearance of {gap:g} m on each side leaves no journal in a bearing of "
                f"{outer:g} m.",
                "axial_clearance",
            )
        if inner is not None and abs(abs(outer - inner) / 2 - gap) > AGREE * outer:
            half = abs(outer - inner) / 2
            raise self.error(
                f"is {gap:g} m, but half the difference of bearing_length and journal_length is "
                f"{half:g} m; give two of the three.",
                "axial_clearance",
            )

    def _check_profile(self) -> None:
        """Reject a worn profile in which a journal would touch in two places."""
        depths = self.bearing_wear
        if depths is None:
            return
        if not LEAST <= len(depths) <= MOST:
            raise self.error(
                f"expected the depths in {LEAST} to {MOST} sectors, got {len(depths)}.",
                "bearing_wear",
            )
        sizes = self.radii()
        if sizes is not None and max(depths) > DEEPEST * sizes[0]:
            raise self.error(
                f"is {max(depths):g} m deep, which is not small against the bearing_radius of "
                f"{sizes[0]:g} m; give depths up to {DEEPEST:g} of it, or a larger radius with less "
                "wear.",
                "bearing_wear",
            )
        radii = curvature_radii(self.gap(), depths)
        if min(radii) <= 0.0 and max(depths) > min(depths):
            angle = 360 * (radii.index(min(radii)) + 0.5) / len(depths)
            raise self.error(
                f"the groove at {angle:.4g} deg is narrower than the journal, which would touch "
                "both its edges; make it wider, or less deep.",
                "bearing_wear",
            )

    def need_round(self, reason: str) -> None:
        """Raise InputError if the bore is worn."""
        if self.bearing_wear is not None:
            raise self.error(f"{reason}; leave it out, or use Clearance.", "bearing_wear")

    def lengths(self) -> tuple[float, float] | None:
        """Return the lengths of bearing and journal [m], or None if they are not known."""
        outer, inner, gap = self.bearing_length, self.journal_length, self.axial_clearance
        if gap is not None and inner is None and outer is not None:
            inner = outer - 2 * gap
        if gap is not None and outer is None and inner is not None:
            outer = inner + 2 * gap
        return None if outer is None or inner is None else (outer, inner)

    def surfaces(self, planar: bool) -> tuple[Surface, ...]:
        """Return where the parts can touch: along the wall and at the ends; in a plane the pin
        in its bore.
        """
        return (Surface.JOURNAL,) if planar else (Surface.WALL, Surface.ENDS)

    def own_clearance(self, motion: str) -> float | None:
        """Return the radial or axial clearance [m], as far as it is known."""
        if motion != AXIAL:
            return super().own_clearance(motion)
        lengths = self.lengths()
        return self.axial_clearance if lengths is None else abs(lengths[0] - lengths[1]) / 2

    def end_face(self) -> tuple[float, float]:
        """Return the inner and outer radius of the end faces [m]; radii and lengths must be
        known.
        """
        if self.end_radii is not None:
            return self.end_radii
        (bearing, journal), (outer, inner) = (
            self.lengths() or (0.0, 0.0),
            self.radii() or (0.0, 0.0),
        )
        return (0.0, inner) if journal <= bearing else (outer, outer)
