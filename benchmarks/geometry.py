"""The few vectors and matrices that both translations of a mechanism need, at t = 0."""

import numpy as np


def rotation(orientation) -> np.ndarray:
    """Return the rotation matrix (body to global) of Euler parameters (scalar first) or of a
    matrix.
    """
    value = np.asarray(orientation, float)
    if value.shape == (3, 3):
        left, _, right = np.linalg.svd(value)
        return left @ right
    e0, e = value[0], value[1:]
    skew = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
    return (2 * e0 * e0 - 1) * np.eye(3) + 2 * np.outer(e, e) + 2 * e0 * skew


def euler_parameters(A: np.ndarray) -> np.ndarray:
    """Return Euler parameters, scalar first, of a rotation matrix (the larger of the two routes
    to them).
    """
    four = np.array([1 + A[0, 0] + A[1, 1] + A[2, 2], 1 + A[0, 0] - A[1, 1] - A[2, 2],
                     1 - A[0, 0] + A[1, 1] - A[2, 2], 1 - A[0, 0] - A[1, 1] + A[2, 2]])  # fmt: skip
    k = int(np.argmax(four))
    x, y, z = A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]
    xy, xz, yz = A[0, 1] + A[1, 0], A[0, 2] + A[2, 0], A[1, 2] + A[2, 1]
    rows = ((four[0], x, y, z), (x, four[1], xy, xz), (y, xy, four[2], yz), (z, xz, yz, four[3]))
    p = np.array(rows[k])
    return p / np.linalg.norm(p)


def frame(x=None, y=None, z=None) -> np.ndarray:
    """Return a right-handed frame (columns) with one or two given perpendicular axes."""
    given = {
        k: np.asarray(axis, float) / np.linalg.norm(axis)
        for k, axis in enumerate((x, y, z))
        if axis is not None
    }
    k = min(given)
    first = given[k]
    if len(given) == 1:
        second = np.cross(first, np.eye(3)[np.argmin(np.abs(first))])
        given[(k + 1) % 3] = second / np.linalg.norm(second)
    missing = ({0, 1, 2} - set(given)).pop()
    given[missing] = np.cross(given[(missing + 1) % 3], given[(missing + 2) % 3])
    return np.column_stack([given[0], given[1], given[2]])


def spanning_tree(mechanism):
    """Return the joints that carry each body, as (body, its joint, the body that carries it),
    parents first, and the joints cut open.

    Ball joints are cut if there is a choice, because three equations close them.
    """
    waiting = sorted(mechanism.joints, key=lambda joint: type(joint).__name__ == "Spherical")
    reached, tree = {"ground"}, []
    while len(reached) <= len(mechanism.bodies):
        joint = next(
            candidate for candidate in waiting if len(reached.intersection(candidate.between)) == 1
        )
        waiting.remove(joint)
        first, second = joint.between
        child, parent = (second, first) if first in reached else (first, second)
        reached.add(child)
        tree.append((mechanism.body(child), joint, parent))
    return tree, waiting


def hinge_axes(joint, child) -> list:
    """Return the axes, global at t = 0, about which a joint turns its child, the one fixed in
    the parent first.
    """
    kind = type(joint).__name__
    if kind == "Revolute":
        return [joint.axis]
    if kind == "Universal":
        return list(joint.axes) if child == joint.between[1] else list(joint.axes)[::-1]
    return []
