"""The library of mechanisms: names, fits, and data that close."""

import math

import pytest

import gudgeon as gd
from gudgeon.library import NAMES

TABLE = {
    "spatial-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Spherical, "crank", "rod"),
         "C": (gd.Universal, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
    "triple-pendulum": (
        ("link1", "link2", "link3"),
        {"A": (gd.Revolute, "ground", "link1"), "B": (gd.Cylindrical, "link1", "link2"), "C": (gd.Revolute, "link2", "link3")},
    ),
    "planar-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Revolute, "crank", "rod"),
         "C": (gd.Revolute, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
    "four-bar": (
        ("crank", "coupler", "rocker"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Spherical, "crank", "coupler"),
         "C": (gd.Spherical, "coupler", "rocker"), "D": (gd.Revolute, "ground", "rocker")},
    ),
    "revolute-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "crank", "ground"), "B": (gd.Spherical, "crank", "rod"),
         "C": (gd.Universal, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
}  # fmt: skip
# Degrees of freedom: counted by the formula, and true. The slender four-bar has an idle spin of the coupler; the ball of the
# pendulum turns freely; in a row of windows and in Bricard's loop the formula is as the benchmark says.
FREEDOM = {
    "spatial-slider-crank": (1, 1), "triple-pendulum": (4, 4), "planar-slider-crank": (0, 0), "four-bar": (2, 2),
    "revolute-slider-crank": (1, 1), "pendulum": (5, 5), "four-bar-windows": (1, 1), "andrews-squeezer": (1, 1), "bricard": (0, 1),
    "governor": (4, 4),
}  # fmt: skip
DURATIONS = {
    "spatial-slider-crank": 5, "triple-pendulum": 4, "planar-slider-crank": 0.12, "four-bar": 2, "revolute-slider-crank": 1, "pendulum": 10,
    "four-bar-windows": 10, "andrews-squeezer": 0.05, "bricard": 10, "governor": 10,
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_bodies_and_joints_of_the_papers_have_their_documented_names(name):
    bodies, joints = TABLE[name]
    mechanism = gd.library(name)
    assert tuple(body.name for body in mechanism.bodies) == bodies
    assert {joint.name: (type(joint), *joint.between) for joint in mechanism.joints} == joints


def test_every_name_has_a_line_of_description_and_its_duration():
    assert set(NAMES) == set(DURATIONS)
    for name, duration in DURATIONS.items():
        assert NAMES[name] and "\n" not in NAMES[name]
        assert gd.library(name).duration == duration


@pytest.mark.parametrize("name", FREEDOM)
def test_initial_conditions_close_without_moving_anything(name):
    found = gd.examine(gd.library(name))
    assert (found.dof_formula, found.dof_true) == FREEDOM[name]
    assert found.position_residual < 1e-12 and found.velocity_residual < 1e-10
    assert found.moved == ()


def test_printed_angular_velocity_of_the_rod_is_reproduced():
    """Table 2 of Ambrosio & Pombo, in the frame of the rod: -1.600, -1.073, 1.431 rad/s."""
    rod = gd.library("spatial-slider-crank").body("rod")
    local = [sum(rod.orientation[k][axis] * rod.angular_velocity[k] for k in range(3)) for axis in range(3)]
    assert local == pytest.approx([-1.6, -1.073, 1.431], abs=5e-4)


@pytest.mark.parametrize(("body", "ends"), [("coupler", "BC"), ("rocker", "DC")])
def test_rods_of_the_four_bar_lie_along_their_second_axis(body, ends):
    """The corrected Euler parameters agree with the joints within the digits printed."""
    mechanism = gd.library("four-bar")
    e0, e1, e2, e3 = mechanism.body(body).orientation
    axis = (2 * (e1 * e2 - e0 * e3), 2 * (e0 * e0 + e2 * e2) - 1, 2 * (e2 * e3 + e0 * e1))
    P, Q = (mechanism.joint(name).point for name in ends)
    length = math.dist(P, Q)
    assert abs(sum(a * (q - p) for a, p, q in zip(axis, P, Q, strict=True))) / length == pytest.approx(1, abs=2e-7)


def test_couplers_of_the_governor_start_at_their_free_length():
    for spring in gd.library("governor").forces:
        assert math.dist(*spring.points) == pytest.approx(0.5, abs=1e-15)


def test_closure_angles_of_the_squeezer_are_those_published():
    """FEB 2.088, FEG 2.341, EGA 1.792 rad, and at H 1.348, the supplement; printed to 2e-3 of what the lengths give."""
    points = {joint.name: joint.point for joint in gd.library("andrews-squeezer").joints}
    E, F, B, G, A, H = (points[name] for name in ("E1", "F", "B", "G", "A1", "H"))

    def angle(P, Q, R):
        first, second = (math.atan2(S[1] - Q[1], S[0] - Q[0]) for S in (P, R))
        return abs(math.remainder(first - second, math.tau))

    found = [angle(F, E, B), angle(F, E, G), angle(E, G, A), math.pi - angle(E, H, A)]
    assert found == pytest.approx([2.088, 2.341, 1.792, 1.348], abs=2e-3)


def test_joint_can_be_made_ideal_by_name_or_by_object():
    assert gd.library("four-bar", C="ideal", D=gd.Ideal()) == gd.library("four-bar")


def test_unknown_mechanism_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.library("fourbar")


def test_unknown_joint_of_a_fit_is_refused():
    with pytest.raises(gd.InputError, match=r"joints\.X: 'four-bar' has no joint 'X'.*'A', 'B', 'C', 'D'"):
        gd.library("four-bar", X="ideal")


def test_unknown_fit_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match=r"joints\.C\.fit: unknown fit 'idael'. Did you mean 'ideal'"):
        gd.library("four-bar", C="idael")
