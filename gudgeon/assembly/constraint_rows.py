"""The constraint rows of a joint: what it holds with its fit.

A row is its kind and the vectors of the two triads that it uses. Bushings take the rows of the motions for which they have an elastic
force out of the joint; what remains is held as in the ideal joint. Contact inside a gap holds nothing.
"""

from ..kernels import records as rec
from ..model import (
    PLANES,
    Bushing,
    Cylindrical,
    Distance,
    Ideal,
    Joint,
    Mechanism,
    Mixed,
    Planar,
    PointOnLine,
    Revolute,
    Rigid,
    Spherical,
    Translational,
    Universal,
)

Row = tuple[int, int, int]
Groups = dict[str, list[Row]]  # motion that a bushing can free -> its rows; "" is always held

H, T, B = 0, 1, 2  # vectors of a joint's triad: two across its axis, and the axis
POINT: list[Row] = [(rec.COINCIDENT, k, 0) for k in range(3)]
ACROSS: list[Row] = [(rec.ALONG, H, 0), (rec.ALONG, T, 0)]
AXIAL: list[Row] = [(rec.ALONG, B, 0)]
TILT: list[Row] = [(rec.PERPENDICULAR, H, B), (rec.PERPENDICULAR, T, B)]
TWIST: list[Row] = [(rec.PERPENDICULAR, H, T)]
UNTWISTED: list[Row] = [(rec.AT_ANGLE, rec.ANGLE, 0)]  # the same where the axes may tilt
LENGTH: list[Row] = [(rec.LENGTH, 0, 0)]

IN_SPACE: dict[type[Joint], Groups] = {
    Spherical: {"radial": POINT},
    Revolute: {"radial": ACROSS, "axial": AXIAL, "misalignment": TILT},
    Cylindrical: {"radial": ACROSS, "misalignment": TILT},
    Translational: {"radial": ACROSS, "misalignment": TILT, "torsion": TWIST},
    Rigid: {"radial": ACROSS, "axial": AXIAL, "misalignment": TILT, "torsion": TWIST},
    Universal: {"radial": POINT, "": [(rec.PERPENDICULAR, B, B)]},
    Distance: {"axial": LENGTH},
    Planar: {"axial": AXIAL, "misalignment": TILT},
    PointOnLine: {"radial": ACROSS},
}


def _groups(joint: Joint, mechanism: Mechanism) -> Groups:
    if mechanism.plane is None:
        return IN_SPACE[type(joint)]
    point: list[Row] = [(rec.COINCIDENT, axis, 0) for axis in PLANES[mechanism.plane][:2]]
    planar: dict[type[Joint], Groups] = {
        Spherical: {"radial": point},
        Revolute: {"radial": point},
        Rigid: {"radial": point, "torsion": TWIST},
        Translational: {"radial": [(rec.ALONG, H, 0)], "misalignment": [(rec.PERPENDICULAR, H, B)]},
        PointOnLine: {"radial": [(rec.ALONG, H, 0)]},
        Distance: {"axial": LENGTH},
    }
    return planar[type(joint)]


def constraint_rows(joint: Joint, mechanism: Mechanism) -> list[Row]:
    """Return kind and vectors of each constraint row of a joint with its fit; in a plane only those that act in it."""
    groups = dict(_groups(joint, mechanism))
    if isinstance(joint.fit, Bushing):
        for motion in ("radial", "axial", "misalignment", "torsion"):
            if getattr(joint.fit, motion) is not None:
                groups.pop(motion, None)
    elif isinstance(joint.fit, Mixed):
        _mix(groups, joint.fit)
    elif not isinstance(joint.fit, Ideal):
        held = isinstance(joint, Translational) and not joint.turns(mechanism.plane is not None)
        return [*TILT, *TWIST] if held else []
    if mechanism.plane is None and groups.get("torsion") == TWIST and "misalignment" not in groups:
        groups["torsion"] = UNTWISTED
    if groups.get("radial") == ACROSS and groups.get("axial") == AXIAL:  # the same three rows, without the axis
        groups["radial"], groups["axial"] = POINT, []
    return [row for rows in groups.values() for row in rows]


def _mix(groups: Groups, fit: Mixed) -> None:
    """Take the rows of all motions that move out of the joint, and put those in that are held besides."""
    rows: Groups = {"axial": AXIAL, "misalignment": TILT, "torsion": TWIST}
    for motion in ("radial", "axial", "misalignment", "torsion"):
        if motion in fit.motions():
            groups.pop(motion, None)
        elif getattr(fit, motion) is not None and motion not in groups:
            groups[motion] = rows[motion]


def row_name(row: Row) -> str:
    """Return what a row holds, in words."""
    kind, a, b = row
    if kind == rec.COINCIDENT:
        return f"point {'xyz'[a]}"
    if kind == rec.ALONG:
        return "along its axis" if a == B else f"across its axis ({'h' if a == H else 't'})"
    if kind == rec.PERPENDICULAR:
        return f"rotation ({'htb'[a]}{'htb'[b]})"
    return "length" if kind == rec.LENGTH else "twist"
