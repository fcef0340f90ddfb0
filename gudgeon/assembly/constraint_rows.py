"""The constraint rows of a joint: what it holds with its fit.

A row is its kind and the vectors of the two triads that it uses. Joint and fit say what is held
(``Hold``); bushings take out the motions for which they have an elastic force, and contact inside a
gap holds nothing.
"""

from ..kernels import records as rec
from ..model import PLANES, Joint, Mechanism
from ..model.motions import AXIAL, MISALIGNMENT, RADIAL, TORSION, Hold

Row = tuple[int, int, int]

H, T, B = 0, 1, 2  # vectors of a joint's triad: two across its axis, and the axis
POINT: list[Row] = [(rec.COINCIDENT, k, 0) for k in range(3)]
UNTWISTED: list[Row] = [(rec.AT_ANGLE, rec.ANGLE, 0)]  # where the axes may tilt

IN_SPACE: dict[Hold, list[Row]] = {
    Hold.POINT: POINT,
    Hold.ACROSS: [(rec.ALONG, H, 0), (rec.ALONG, T, 0)],
    Hold.ALONG: [(rec.ALONG, B, 0)],
    Hold.TILT: [(rec.PERPENDICULAR, H, B), (rec.PERPENDICULAR, T, B)],
    Hold.TWIST: [(rec.PERPENDICULAR, H, T)],
    Hold.CROSS: [(rec.PERPENDICULAR, B, B)],
    Hold.LENGTH: [(rec.LENGTH, 0, 0)],
}


def _in_plane(plane: str) -> dict[Hold, list[Row]]:
    """Return the rows that act in a plane."""
    point: list[Row] = [(rec.COINCIDENT, axis, 0) for axis in PLANES[plane][:2]]
    across: list[Row] = [(rec.ALONG, H, 0)]
    tilt: list[Row] = [(rec.PERPENDICULAR, H, B)]
    return {**IN_SPACE, Hold.POINT: point, Hold.ACROSS: across, Hold.TILT: tilt}


def constraint_rows(joint: Joint, mechanism: Mechanism) -> list[Row]:
    """Return kind and vectors of each constraint row of a joint with its fit; in a plane only
    those that act in it.
    """
    if mechanism.plane is not None:
        table = _in_plane(mechanism.plane)
        return [row for hold in joint.fit.rows(joint, planar=True).values() for row in table[hold]]
    held = joint.fit.rows(joint, planar=False)
    rows = {motion: IN_SPACE[hold] for motion, hold in held.items()}
    if held.get(TORSION) is Hold.TWIST and MISALIGNMENT not in held:
        rows[TORSION] = UNTWISTED
    # the same three rows, without the axis
    if held.get(RADIAL) is Hold.ACROSS and held.get(AXIAL) is Hold.ALONG:
        rows[RADIAL], rows[AXIAL] = POINT, []
    return [row for group in rows.values() for row in group]


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
