"""Joint points and axes in the frames of the bodies that a joint connects, as they follow from
the description at t = 0.
"""

from typing import Any, NamedTuple

import numpy as np

from .._base.linear_algebra import dot, norm, product
from ..model import PLANES, Joint, Mechanism
from ..model.motions import Hold
from .poses import Poses, perpendicular, tilted, triad, unit

Array = np.ndarray


class JointFrame(NamedTuple):
    """Points and triads of a joint in the frames of its bodies i and j, and the length of a rod
    [m]; a rod has no triads.
    """

    s_i: Array
    s_j: Array
    axes_i: Array  # rows h, t, b
    axes_j: Array
    length: float


def joint_frame(mechanism: Mechanism, name: str, poses: Poses | None = None) -> JointFrame:
    """Return the frame of a joint; ``poses`` are those of the mechanism, if they are at hand."""
    joint, poses = mechanism.joint(name), poses or Poses(mechanism)
    i, j = body_indices(joint, poses)
    s_i, s_j = local_points(joint, mechanism, poses)
    held = joint.rows(mechanism.plane is not None).values()
    if Hold.LENGTH in held:
        ends = [poses.r[k] + product(poses.A[k], s) for k, s in ((i, s_i), (j, s_j))]
        given: float | None = joint.length  # type: ignore[attr-defined]
        length = norm(ends[1] - ends[0]) if given is None else given
        return JointFrame(s_i, s_j, np.zeros((3, 3)), np.zeros((3, 3)), length)
    axis_i, axis_j = global_axes(joint, mechanism, poses)
    if Hold.CROSS in held:
        triad_i, triad_j = triad(axis_i, axis_j), triad(axis_j, axis_i)
    else:
        triad_i, triad_j = _triads(joint, mechanism, poses, axis_i, axis_j)
    return JointFrame(s_i, s_j, product(triad_i, poses.A[i]), product(triad_j, poses.A[j]), 0.0)


def body_indices(part: Any, poses: Poses) -> tuple[int, int]:
    """Return which two bodies a joint or a force connects; 0 is the ground."""
    first, second = part.between
    return poses.index[first], poses.index[second]


def local_points(part: Any, mechanism: Mechanism, poses: Poses) -> tuple[Array, Array]:
    """Return the points of a joint, or of a force between bodies, on the first and on the second
    body, each in its frame [m].
    """
    bodies = body_indices(part, poses)
    local = getattr(part, "local_points", None)
    if local is None:
        given = getattr(part, "points", None) or (part.point, part.point)
        first, second = (
            poses.local_point(body, mechanism.vector(point))
            for body, point in zip(bodies, given, strict=True)
        )
        return first, second
    first, second = (np.array(mechanism.vector(point)) for point in local)
    if mechanism.plane is not None:  # points of bodies at different heights meet in the plane
        axis = PLANES[mechanism.plane][2]
        for body, point in zip(bodies, (first, second), strict=True):
            point[axis] = -poses.r[body][axis]
    return first, second


def global_axes(joint: Joint, mechanism: Mechanism, poses: Poses) -> tuple[Array, Array]:
    """Return the axis of a joint on the first and on the second body, global frame at t = 0; the
    normal where it has none.
    """
    local = getattr(joint, "local_axes", None)
    if local is not None:
        bodies = body_indices(joint, poses)
        first, second = (
            product(poses.A[k], unit(mechanism.vector(axis)))
            for k, axis in zip(bodies, local, strict=True)
        )
        return first, second
    first, second = (
        unit(mechanism.vector(axis))
        for axis in joint.global_axes() or (mechanism.normal(), mechanism.normal())
    )
    return first, second


def _triads(
    joint: Joint, mechanism: Mechanism, poses: Poses, axis_i: Array, axis_j: Array
) -> tuple[Array, Array]:
    """Return the triads of a joint on both bodies, global frame: that of j is tilted, so that
    the twist is zero whatever the tilt.
    """
    if dot(axis_i, axis_j) < 0 and joint.parallel_axes:
        degrees = np.degrees(np.arccos(max(dot(axis_i, axis_j), -1.0)))
        raise joint.error(
            f"the axes on the two bodies enclose {degrees:.1f} deg at t = 0; reverse one of them.",
            "local_axes",
        )
    if (heights := getattr(joint, "local_height_axes", None)) is not None:
        near_i, near_j = (
            product(poses.A[k], unit(height))
            for k, height in zip(body_indices(joint, poses), heights, strict=True)
        )
        return triad(axis_i, near_i), triad(axis_j, near_j)
    triad_i = triad(axis_i, _near(joint, mechanism, axis_i))
    return triad_i, tilted(triad_i, axis_j)


def _near(joint: Joint, mechanism: Mechanism, axis: Array) -> Array:
    """Return near which direction the first row of a triad lies: the height of a guide, or in a
    plane within it.
    """
    if mechanism.plane is not None and abs(dot(axis, mechanism.normal())) < 0.5:
        return np.cross(mechanism.normal(), axis)
    height = getattr(joint, "height_axis", None)
    return perpendicular(axis) if height is None else unit(height)
