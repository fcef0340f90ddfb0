"""How deep a circle of a journal is in a worn bore, against a maximum that is found otherwise."""

import dataclasses

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import gudgeon as gd
from tests.support.worn_bores import border
from tests.unit.kernels.joints.test_contact_geometry import HINGE, Pose

CLEARANCE, RADIUS = 2e-4, 0.01  # of HINGE [m]
ENDS = gd.Clearance(contact=gd.Hertz(1e9), support="ends", start="as-described")


def worn(depths) -> gd.Revolute:
    """Return the hinge on its two ends with a worn bore."""
    return dataclasses.replace(HINGE, fit=ENDS, bearing_wear=tuple(depths))


def smooth(sectors, seed):
    """Return some depths that a journal can follow."""
    rng, angle = np.random.default_rng(seed), 2 * np.pi * (np.arange(sectors) + 0.5) / sectors
    depths = 1e-4 + 2e-5 * np.cos(angle + rng.uniform(0, 6)) * rng.uniform(0, 1)
    return depths + 2e-5 * np.cos(2 * angle + rng.uniform(0, 6))


def deepest(joint, pose, at):
    """Return depth and direction of the circle at a place on the journal: the greatest, over all
    directions across the bearing's axis, of its support function less that of the bore.
    """
    axis = pose.turned_axis()
    centre = pose.position + at * axis
    c, w = joint.gap(), border(joint.bearing_wear)

    def depth(angle):
        n = pose.directions(angle)
        tilt = np.sqrt(1 - (axis @ n) ** 2)
        return float(centre @ n + RADIUS * (tilt - 1) - c - w(angle))

    angles = np.linspace(0, 2 * np.pi, 1441)
    best = angles[np.argmax([depth(angle) for angle in angles])]
    found = minimize_scalar(
        lambda angle: -depth(angle), bounds=(best - 0.01, best + 0.01), method="bounded",
        options={"xatol": 1e-12},
    )  # fmt: skip
    return depth(found.x), pose.directions(found.x)


class Tilted(Pose):
    """A journal somewhere in its bore, its axis tilted."""

    def turned_axis(self):
        from tests.support.one_body import rotation

        return rotation(self.p) @ np.array((0.0, 0.0, 1.0))

    def directions(self, angle):
        h, t = self.assembly.system.joints["axes_i"][0][:2]
        return np.cos(angle) * h + np.sin(angle) * t


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sectors", [8, 24, 72])
def test_depth_and_normal_are_those_of_the_greatest_depth_of_all_directions(sectors, seed):
    """The maximum is found to 1e-9 of a sector, so that depths agree to rounding, and normals to
    what a search by values alone can tell: the root of the rounding.
    """
    rng = np.random.default_rng(seed)
    joint = worn(smooth(sectors, seed))
    way = rng.uniform(0, 2 * np.pi)
    place = rng.uniform(2.2e-4, 6e-4) * np.array((np.cos(way), np.sin(way), 0))
    pose = Tilted(joint, position=place, turn=(*rng.uniform(-5e-3, 5e-3, 2), rng.uniform(-3, 3)))
    for name, at in (("wall A", 0.015), ("wall B", -0.015)):
        delta, _, n, *_ = pose.of(name)
        expected, direction = deepest(joint, pose, at)
        assert delta == pytest.approx(expected, abs=1e-15)
        assert n == pytest.approx(direction, abs=1e-4)


@pytest.mark.parametrize("depth", [0.0, 3e-5])
def test_a_constant_depth_is_that_much_more_clearance(depth):
    """The same, to rounding, as a round bore that is so much larger, also if the axes are tilted."""
    round_ = dataclasses.replace(
        HINGE, fit=ENDS, bearing_radius=RADIUS + CLEARANCE + depth, journal_radius=RADIUS
    )
    same = worn([depth] * 12)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        motion = dict(
            position=(*rng.uniform(-4e-4, 4e-4, 2), 1e-4),
            turn=(*rng.uniform(-5e-3, 5e-3, 2), 1.0),
            velocity=rng.uniform(-1, 1, 3),
            spin=rng.uniform(-9, 9, 3),
        )
        first, second = Pose(round_, **motion), Pose(same, **motion)
        assert first.names == second.names
        for name in (name for name in first.names if name.startswith("wall")):
            for found, expected in zip(second.of(name), first.of(name), strict=True):
                assert found == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_a_journal_in_the_middle_of_its_bore_is_free():
    delta, _, n, *_ = Pose(worn([0.0] * 12), velocity=(1, 2, 3)).measured(0)
    assert delta == pytest.approx(-CLEARANCE) and np.linalg.norm(n) == pytest.approx(1)
