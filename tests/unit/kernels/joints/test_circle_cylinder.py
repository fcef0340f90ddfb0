"""A circle against a cylinder: the package's one-unknown solution against a walk round the
circle.
"""

import numpy as np
import pytest

from gudgeon._base.jit import jit
from gudgeon.kernels.joints import circle_cylinder
from tests.support.circles import Pose, extrema, random_poses, reduced

NUMBER = 600


@jit
def extremum(A, B, C, greatest, which):
    """Let Python call the kernel, which only other kernels call."""
    return circle_cylinder.extremum(A, B, C, greatest, which)


def found(pose, greatest, which):
    """Return the point that the kernel finds, or None."""
    w1, w2, cosine, sine2, u, v = reduced(pose)
    there, c, s = extremum(w1, w2 * cosine, pose.radius * sine2, greatest, which)
    assert abs(c * c + s * s - 1) < 1e-14
    return pose.centre + pose.radius * (c * u + s * v) if there else None


def distance(X):
    """Return the distance from the cylinder's axis."""
    return np.hypot(X[0], X[1])


@pytest.mark.parametrize("greatest", [1, 0])
def test_outermost_point_is_that_of_brute_force_over_random_poses(greatest):
    """Distances to 1e-12 of the radius; a third of the poses is aligned, a third centred, and
    some both.
    """
    for pose in random_poses(np.random.default_rng(3), NUMBER):
        brute = extrema(pose, +1 if greatest else -1)
        X = found(pose, greatest, 0)
        # no extremum: the distance is the same all round
        expected = distance(brute[0]) if brute else pose.radius
        assert X is not None
        assert abs(distance(X) - expected) < 1e-12 * pose.radius, pose


@pytest.mark.parametrize("greatest", [1, 0])
def test_second_extremum_is_found_where_there_is_one_and_only_there(greatest):
    """Near the evolute two stationary points merge and no walk can tell them apart: such poses
    are left out.
    """
    seconds = 0
    for pose in random_poses(np.random.default_rng(4), NUMBER):
        w1, w2, cosine, sine2, *_ = reduced(pose)
        A, B, C = abs(w1), abs(w2 * cosine), pose.radius * sine2
        if abs(A ** (2 / 3) + B ** (2 / 3) - C ** (2 / 3)) < 1e-3 * pose.radius ** (2 / 3):
            continue
        brute = extrema(pose, +1 if greatest else -1)
        X = found(pose, greatest, 1)
        if len(brute) < 2:
            assert X is None, pose
        else:
            seconds += 1
            assert X is not None, pose
            assert abs(distance(X) - distance(brute[1])) < 1e-12 * pose.radius, pose
    assert seconds > 50  # extreme tilts are among the poses


@pytest.mark.parametrize("tilt", [0.0, 1e-13, 1e-9, 1e-3, 0.3, 1.2])
@pytest.mark.parametrize("offset", [0.0, 1e-16, 1e-9, 1e-3])
@pytest.mark.parametrize("way", [0.0, 0.5 * np.pi, 0.7, np.pi])
def test_degenerate_poses_have_the_distance_of_the_ellipse(tilt, offset, way):
    """The shadow of the circle is an ellipse with the half-axes a along the common normal, a
    cos(tilt) across.

    On the axes of the ellipse the greatest distance is known in closed form wherever the offset is
    beyond the evolute.
    """
    a = 0.01
    pose = Pose(
        np.array([0.0, offset * np.cos(way), 0]) + np.array([offset * np.sin(way), 0, 0.1]),
        a,
        np.array([0, np.sin(tilt), np.cos(tilt)]),
    )
    X = found(pose, 1, 0)
    assert X is not None and np.all(np.isfinite(X))
    assert np.linalg.norm(X - pose.centre) == pytest.approx(a, rel=1e-14)
    if offset == 0.0:
        assert distance(X) == pytest.approx(a, rel=1e-14)
    elif np.sin(2 * way) ** 2 < 1e-20:
        across = abs(np.cos(way)) > 0.5  # the offset lies along the short axis of the ellipse
        if not across:
            assert distance(X) == pytest.approx(a + offset, rel=1e-14)
        else:
            # Stationary off the axis while the offset is inside the evolute: rho^2 = a^2 + w^2 +
            # w^2 cos^2 / sin^2.
            bend = a * np.sin(tilt) ** 2
            inside = offset * np.cos(tilt) < bend
            exact = (
                np.sqrt(a**2 + offset**2 / np.sin(tilt) ** 2)
                if inside
                else offset + a * np.cos(tilt)
            )
            assert distance(X) == pytest.approx(exact, rel=1e-13)
