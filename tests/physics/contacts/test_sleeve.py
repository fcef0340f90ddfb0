"""A journal that slides out of its sleeve: until when each circle carries, and how the last one
does when nothing holds the tilt.
"""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.circles import Pose, extrema

K, MASS, G, SPEED = 1e9, 0.5, 9.81, 0.2
# of the journal; of the sleeve, and half its length [m]
RADIUS, BORE, LENGTH, REACH = 0.01, 0.0101, 0.04, 0.025


def sliding(
    position,
    velocity=(0.0, 0.0, 0.0),
    orientation=(1.0, 0.0, 0.0, 0.0),
    gravity=(0.0, 0.0, 0.0),
    contact=None,
    **fit,
):
    """Return a journal in a sleeve of the ground, both along z."""
    joint = gd.Cylindrical(
        "J", between=("ground", "journal"), local_points=((0, 0, 0), (0, 0, 0)), local_axes=((0, 0, 1), (0, 0, 1)), bearing_radius=BORE,
        journal_radius=RADIUS, bearing_length=2 * REACH, journal_length=LENGTH,
        fit=gd.Clearance(contact=contact or gd.LankaraniNikravesh(K, restitution=0.5), start="as-described", **fit),
    )  # fmt: skip
    journal = gd.Body(
        "journal",
        mass=MASS,
        inertia=(1e-4, 1e-4, 5e-5),
        position=position,
        velocity=velocity,
        orientation=orientation,
    )
    return gd.Mechanism(gravity=gravity, bodies=[journal], joints=[joint])


@pytest.mark.parametrize(
    ("fit", "circle"),
    [({"support": "ends"}, ("wall A", 0.02, 2)), ({"strips": 4}, ("strip 1", 0.015, 1))],
    ids=["ends", "strips"],
)
def test_circle_that_leaves_the_sleeve_carries_until_its_edge(fit, circle):
    """A journal that lies in equilibrium and slides out: its foremost circle is at the edge when
    it has gone the rest of the way.
    """
    name, height, share = circle  # each end carries the whole law, all strips together do
    depth = (MASS * G / (share * K)) ** (2 / 3)
    result = gd.simulate(
        sliding((BORE - RADIUS + depth, 0, 0), (0, 0, SPEED), gravity=(G, 0, 0), **fit),
        0.06,
        rtol=1e-9,
    )
    row = next(impact for impact in result.impacts if impact.contact == name)
    assert row.start == 0.0
    assert row.end == pytest.approx((REACH - height) / SPEED, abs=1e-8)
    before = result.t < row.end - 1e-6
    # A tolerance of 1e-9 of the size, 5e-11 m, is 2e-5 of the depth and 3e-5 of the force.
    np.testing.assert_allclose(result.joint("J").force[before, 0], -MASS * G, rtol=1e-4)
    assert np.all(result.contact(f"J.{name}").normal_force[result.t > row.end] == 0)


@pytest.mark.parametrize(
    "fit", [{"support": "ends", "strips": 4}, {"strips": 4}], ids=["ends", "strips"]
)
def test_last_circle_in_the_sleeve_presses_on_both_sides(fit):
    """Nothing holds the tilt of a journal of which only one circle is still inside. Pressed along
    the short axis of its shadow it touches on two sides at once, as a walk round the circle finds;
    with one of them it would be thrown to the side.
    """
    tilt, depth = 0.4, 2e-5
    axis = np.array([np.sin(tilt), 0, np.cos(tilt)])
    # place and share of the last circle
    at, weight = (-LENGTH / 2, 1.0) if "support" in fit else (-0.375 * LENGTH, 0.25)
    # where the greatest distance, off the axes of the shadow, is this deep
    aside = np.sin(tilt) * np.sqrt((BORE + depth) ** 2 - RADIUS**2)
    circle = Pose(np.array([aside, 0, 0.021]), RADIUS, axis)
    sides = extrema(circle, +1)
    assert len(sides) == 2
    expected = np.zeros(3)
    for X in sides:
        assert np.hypot(X[0], X[1]) == pytest.approx(BORE + depth, abs=1e-12)
        expected -= weight * K * depth**1.5 * np.array([X[0], X[1], 0]) / (BORE + depth)
    turn = (np.cos(tilt / 2), 0, np.sin(tilt / 2), 0)
    model = sliding(tuple(circle.centre - at * axis), orientation=turn, contact=gd.Hertz(K), **fit)
    force = gd.simulate(model, 1e-9, output_times=[0.0]).joint("J").force[0]
    # A depth of 2e-5 m is a difference of radii of 1e-2 m, and near the evolute the two sides are
    # shallow extrema.
    np.testing.assert_allclose(force, expected, rtol=0, atol=1e-9 * np.linalg.norm(expected))
