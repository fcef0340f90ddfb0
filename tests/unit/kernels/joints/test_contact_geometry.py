"""Where bodies touch and how deep: closed forms for every kind of contact, and rates against
differences along a motion.
"""

import dataclasses
import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels.joints import contact_geometry
from gudgeon.kernels.multibody import kinematics
from tests.support.dense_equations import product
from tests.support.one_body import rotation
from tests.support.plain_kernels import fields, plain

HERTZ, DRY = gd.Hertz(1e9), gd.Threlfall(0.1, 1e-3)
LOOSE = {"fit": gd.Clearance(contact=HERTZ, friction=DRY, start="as-described")}
PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
AXIS = {"axis": (0, 0, 1)}
SIZES = {
    "bearing_radius": 0.0102,
    "journal_radius": 0.01,
    "bearing_length": 0.04,
    "journal_length": 0.03,
}
BALL = gd.Spherical("J", **PLACE, bearing_radius=0.0102, journal_radius=0.01, **LOOSE)
SLOT = gd.PointOnLine("J", **PLACE, **AXIS, bearing_radius=0.0102, journal_radius=0.01, **LOOSE)
HINGE = gd.Revolute("J", **PLACE, **AXIS, **SIZES, **LOOSE)
ENDS = dataclasses.replace(
    HINGE, fit=gd.Clearance(contact=HERTZ, support="ends", start="as-described")
)
SHORT = dataclasses.replace(ENDS, bearing_length=0.03, journal_length=0.04)
BLOCK = gd.Translational(
    "J", **PLACE, **AXIS, guide="rectangular", height=0.03, width=0.02, height_clearance=1e-4, width_clearance=2e-4, journal_length=0.08,
    bearing_length=0.05, height_axis=(1, 0, 0), **LOOSE,
)  # fmt: skip
KEYED = gd.Translational(
    "J", **PLACE, **AXIS, **SIZES, guide="round", rotational_clearance=0.05, **LOOSE
)
STOPPED = gd.Translational(
    "J", **PLACE, **AXIS, stops=gd.Stop(lower=-0.1, upper=0.2, contact=HERTZ)
)
measure = plain(contact_geometry.measure)


class Pose:
    """One body against the ground, thrown with a velocity and a spin."""

    def __init__(
        self, joint, position=(0, 0, 0), turn=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0)
    ):
        self.assembly = check_model(
            gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
        ).assembly
        self.velocity, self.spin = np.array(velocity, float), np.array(spin, float)
        self.position, self.p = np.array(position, float), turned(np.array(turn, float))
        self.names = [
            label.partition(".")[2] for label in map(str, self.assembly.layout.labels["contact"])
        ]

    def measured(self, k, t=0.0):
        """Return what is measured of contact k after moving for a time: the spin is constant in
        space.
        """
        y = np.zeros_like(self.assembly.y)
        y[:3], y[3:7] = self.position + t * self.velocity, product(turned(t * self.spin), self.p)
        y[7:10], y[10:13] = self.velocity, rotation(y[3:7]).T @ self.spin
        system, work = self.assembly.system, self.assembly.work()
        plain(kinematics.expand)(fields(system.setting)[0], fields(system.bodies), work.bodies, y)
        arguments = (
            work.bodies,
            fields(system.joints),
            fields(system.coordinates),
            work.last_watched,
            system.parameters,
        )
        return measure(*arguments, fields(system.contacts)[k])

    def of(self, name):
        return self.measured(self.names.index(name))


def turned(vector):
    """Euler parameters of a rotation vector."""
    angle = np.linalg.norm(vector)
    return np.array((math.cos(angle / 2), *(0.5 * np.sinc(angle / (2 * np.pi)) * vector)))


# -- closed forms ----------------------------------------------------------------------------------


def test_a_ball_is_as_deep_as_its_centre_is_off_less_the_clearance():
    """e = (1, 2, 2)/3 of 0.5 mm; the point midway between the surfaces at R_j − δ/2 from the
    ball's centre.
    """
    delta, rate, n, x, v, slope, _ = Pose(
        BALL, position=np.array((1, 2, 2)) / 3 * 5e-4, velocity=(0, 0, 3)
    ).of("ball")
    assert delta == pytest.approx(3e-4, abs=1e-17)
    assert n == pytest.approx(np.array((1, 2, 2)) / 3) and slope == 1.0
    assert x == pytest.approx(np.array((1, 2, 2)) / 3 * (5e-4 + 0.01 - 1.5e-4), abs=1e-16)
    assert (rate, *v) == pytest.approx((2.0, 0, 0, 3))


def test_a_ball_in_the_middle_has_no_direction():
    delta, rate, n, *_ = Pose(BALL, velocity=(1, 2, 3)).of("ball")
    assert (delta, rate, n) == (pytest.approx(-2e-4), 0.0, (0.0, 0.0, 0.0))


def test_a_pin_in_a_slot_is_measured_across_its_line_alone():
    delta, _, n, *_ = Pose(SLOT, position=(3e-4, 4e-4, 0.7)).of("slot")
    assert (delta, *n) == pytest.approx((3e-4, 0.6, 0.8, 0.0), abs=1e-15)


@pytest.mark.parametrize("joint", [HINGE, ENDS, SHORT], ids=["strips", "ends", "bearing shorter"])
def test_a_parallel_journal_touches_evenly_along_its_wall(joint):
    """Every circle is as deep as the axes are apart less the clearance, towards the side it was
    moved to.
    """
    pose = Pose(joint, position=(3e-4, 4e-4, 0))
    walls = [
        name for name in pose.names if name.startswith(("strip", "wall")) and "opposite" not in name
    ]
    assert len(walls) == (10 if joint is HINGE else 2)
    for name in walls:
        delta, _, n, *_ = pose.of(name)
        assert delta == pytest.approx(3e-4, abs=1e-15)
        assert n == pytest.approx((0.6, 0.8, 0.0), abs=1e-12)


def test_a_tilted_journal_touches_with_its_ends_across():
    """Turned by β about y: an end at ±L/2 is off by L/2 sin β, and its rim reaches R cos β
    there: δ = L/2 sin β + R cos β − R_b.
    """
    beta = 0.02
    pose = Pose(ENDS, turn=(0, beta, 0))
    expected = 0.015 * math.sin(beta) + 0.01 * math.cos(beta) - 0.0102
    for name, side in (("wall A", 1.0), ("wall B", -1.0)):
        delta, _, n, *_ = pose.of(name)
        assert delta == pytest.approx(expected, abs=1e-15)
        assert n == pytest.approx((side, 0, 0), abs=1e-12)


def test_an_end_lies_flat_or_touches_with_its_rim():
    """0.1 mm beyond the play of 5 mm: flat it is as deep all over; tilted by β its rim is deeper
    by R sin β.
    """
    flat = Pose(HINGE, position=(0, 0, 5.1e-3)).of("end A")
    assert (
        flat[0] == pytest.approx(1e-4, abs=1e-15)
        and flat[2] == pytest.approx((0, 0, 1))
        and flat[5] == 1.0
    )
    beta = 0.1
    rim = Pose(HINGE, position=(0, 0, 5.1e-3), turn=(beta, 0, 0)).of("end A")
    middle = 0.015 * math.cos(beta) + 5.1e-3 - 0.02
    # what is not pressed has no softness
    assert rim[0] == pytest.approx(middle + 0.01 * math.sin(beta), rel=1e-6)


def test_corners_of_a_block_touch_the_walls_of_height_and_width():
    """0.15 mm up with 0.1 mm of play: both upper corners at both ends; 0.25 mm aside with 0.2
    mm: the two at that side.
    """
    pose = Pose(BLOCK, position=(1.5e-4, -2.5e-4, 0))
    found = {name: pose.of(name)[0] for name in pose.names if name.startswith("mouth")}
    deep = {name: delta for name, delta in found.items() if delta > 0}
    heights = {name for name in deep if name.endswith("height")}
    assert all(deep[name] == pytest.approx(5e-5, abs=1e-15) for name in deep)
    assert len(heights) == 4 and all("+" in name for name in heights)
    assert len(deep) - len(heights) == 4


def test_a_key_is_turned_beyond_its_play_at_the_radius_of_the_slider():
    for angle in (0.08, -0.08):
        pose = Pose(KEYED, turn=(0, 0, angle), spin=(0, 0, 2.0))
        plus, minus = pose.of("key +"), pose.of("key -")
        assert plus[0] == pytest.approx(0.01 * (angle - 0.05), abs=1e-16)
        assert minus[0] == pytest.approx(0.01 * (-angle - 0.05), abs=1e-16)
        assert (plus[1], minus[1]) == pytest.approx((0.02, -0.02))


def test_a_stop_is_as_deep_as_its_coordinate_is_beyond_the_limit():
    pose = Pose(STOPPED, position=(0, 0, 0.23), velocity=(0, 0, -1.5))
    assert pose.of("stop displacement upper")[:2] == pytest.approx((0.03, -1.5))
    assert pose.of("stop displacement lower")[:2] == pytest.approx((-0.33, 1.5))


# -- rates -----------------------------------------------------------------------------------------

MOVING = {
    "position": (2.1e-4, 1.7e-4, 3e-3),
    "turn": (0.011, -0.017, 0.06),
    "velocity": (0.3, -0.2, 0.5),
    "spin": (0.7, -0.4, 0.9),
}
CASES = {
    "ball": BALL,
    "slot": SLOT,
    "hinge": HINGE,
    "ends": ENDS,
    "short": SHORT,
    "block": BLOCK,
    "key": KEYED,
    "stop": STOPPED,
}


@pytest.mark.parametrize("joint", CASES.values(), ids=CASES)
def test_the_rate_of_every_contact_is_the_difference_of_its_depth(joint):
    """Differences of fourth order over 4e-6 s: what they leave falls with h^4, and rounding of
    1e-18 m makes 1e-12 m/s.
    """
    pose, h, seen = Pose(joint, **MOVING), 1e-6, 0
    for k in range(len(pose.names)):
        _, rate, n, _, v, slope, _ = pose.measured(k)
        if not np.any(n) and rate == 0.0:
            continue  # a circle beyond what it could touch
        seen += 1
        depths = {step: pose.measured(k, step * h)[0] for step in (-2, -1, 1, 2)}
        difference = (8 * (depths[1] - depths[-1]) - (depths[2] - depths[-2])) / (12 * h)
        assert rate == pytest.approx(difference, abs=1e-8), pose.names[k]
        if np.any(n):
            assert np.linalg.norm(n) == pytest.approx(1, abs=1e-12)
            assert rate == pytest.approx(slope * np.dot(n, v), abs=1e-14)
    assert seen


def test_what_stands_behind_a_layer_begins_that_much_later():
    layered = dataclasses.replace(
        BALL, fit=gd.Clearance(contact=HERTZ, bushing=1e6, thickness=1e-4, start="as-described")
    )
    pose = Pose(layered, position=(5e-4, 0, 0))
    assert pose.of("ball")[0] - pose.of("ball hard")[0] == pytest.approx(1e-4, abs=1e-17)
