"""Solids: volume and moments against integrals over points, and what shapes cannot be."""

import itertools
import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model.solids import Solid

NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)


def interval(low, high):
    """Points and weights of Gauss' rule, exact for the polynomials of these integrals."""
    return (high + low) / 2 + (high - low) / 2 * NODES, (high - low) / 2 * WEIGHTS


def box(a, b, c):
    """Points of a box and the volume that each stands for."""
    (x, p), (y, q), (z, r) = (interval(-edge / 2, edge / 2) for edge in (a, b, c))
    points = np.array(list(itertools.product(x, y, z)))
    return points, np.array([i * j * k for i, j, k in itertools.product(p, q, r)])


def tube(inner, outer, length):
    """Points of a tube along z, with their volumes; twelve equal angles integrate squares of
    sines exactly.
    """
    (r, p), (z, q) = interval(inner, outer), interval(-length / 2, length / 2)
    turns = np.arange(12) * math.tau / 12
    points = [(a * math.cos(t), a * math.sin(t), c) for a, t, c in itertools.product(r, turns, z)]
    return np.array(points), np.array(
        [
            u * a * math.tau / 12 * w
            for (a, u), _, w in itertools.product(zip(r, p, strict=True), turns, q)
        ]
    )


def ball(radius):
    """Points of a ball by height: discs of radius sqrt(R^2 - z^2)."""
    parts = []
    for z, w in zip(*interval(-radius, radius), strict=True):
        points, volumes = tube(0.0, math.sqrt(radius**2 - z**2), 1.0)
        keep = np.isclose(points[:, 2], points[0, 2])
        share = w * math.pi * (radius**2 - z**2) / volumes[keep].sum()
        points = points[keep].copy()
        points[:, 2] = z
        parts.append((points, volumes[keep] * share))
    return np.concatenate([part for part, _ in parts]), np.concatenate([part for _, part in parts])


CLOUDS = {
    "box": (gd.Box((0.1, 0.2, 0.35)), box(0.1, 0.2, 0.35)),
    "ball": (gd.Sphere(0.3), ball(0.3)),
    "cylinder": (gd.Cylinder(0.1, 0.5), tube(0.0, 0.1, 0.5)),
    "tube": (gd.Cylinder(0.1, 0.5, inner_radius=0.06), tube(0.06, 0.1, 0.5)),
}
each = pytest.mark.parametrize(("solid", "cloud"), CLOUDS.values(), ids=CLOUDS)


@each
def test_the_volume_is_the_integral_over_the_shape(solid, cloud):
    assert solid.volume() == pytest.approx(cloud[1].sum(), rel=1e-12)


@each
def test_the_moments_are_the_integrals_of_the_squared_distances(solid, cloud):
    points, volumes = cloud
    mass = 2.4 * volumes / volumes.sum()
    squares = (mass[:, None] * points**2).sum(axis=0)
    expected = [squares.sum() - squares[k] for k in range(3)]
    assert solid.moments(2.4) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("axis", "xyz")
def test_a_cylinder_and_a_rod_lie_along_their_axis(axis):
    k = "xyz".index(axis)
    for solid, axial, transverse in (
        (gd.Cylinder(0.1, 0.6, axis=axis), 0.5 * 0.01, (3 * 0.01 + 0.36) / 12),
        (gd.Rod(0.6, 0.1, axis=axis), 0.5 * 0.01, 0.36 / 12),
    ):
        expected = [transverse] * 3
        expected[k] = axial
        assert solid.moments(1.0) == pytest.approx(expected, rel=1e-14)


def test_a_rod_is_a_thin_cylinder():
    """They differ by the transverse moment of the section, m R^2/4."""
    rod, cylinder = gd.Rod(2.0, 0.01, axis="y"), gd.Cylinder(0.01, 2.0, axis="y")
    assert rod.volume() == pytest.approx(cylinder.volume(), rel=1e-15)
    difference = np.subtract(cylinder.moments(3.0), rod.moments(3.0))
    assert difference == pytest.approx([3 * 1e-4 / 4, 0, 3 * 1e-4 / 4], abs=1e-15)


def test_a_thin_tube_has_all_its_mass_at_its_radius():
    thin = gd.Cylinder(0.1, 0.0, inner_radius=0.1 * (1 - 1e-9))
    assert thin.moments(2.0)[2] == pytest.approx(2.0 * 0.01, rel=2e-9)


@pytest.mark.parametrize(
    ("make", "field", "says"),
    [
        (lambda: gd.Box((0.1, 0, 0.1)), "size", r"must be > 0 \[m\]"),
        (lambda: gd.Box((0.1, 0.1)), "size", "expected 3 numbers"),
        (lambda: gd.Sphere(-1), "radius", "must be > 0"),
        (lambda: gd.Sphere("1 kg"), "radius", "wrong kind of unit"),
        (lambda: gd.Cylinder(0.1, -1), "length", "must be >= 0"),
        (
            lambda: gd.Cylinder(0.1, 1, inner_radius=0.1),
            "inner_radius",
            r"must be below the radius 0\.1 m, got 0\.1",
        ),
        (lambda: gd.Cylinder(0.1, 1, axis="w"), "axis", "unknown choice 'w'"),
        (lambda: gd.Rod(0, 0.1), "length", "must be > 0"),
    ],
)
def test_shapes_that_cannot_be_are_refused(make, field, says):
    with pytest.raises(gd.InputError, match=rf"^{field}: .*{says}"):
        make()


def test_a_shape_without_a_volume_asks_for_the_mass():
    with pytest.raises(
        gd.InputError, match=r"^a wire has no volume; give the mass of the body, not its density\.$"
    ):
        type("Wire", (Solid,), {})().volume()
