"""Where positions and velocities stand in a state, and how the one follow from the other."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import state_layout
from tests.support.plain_kernels import plain

LAYOUT = SimpleNamespace(free=1, balls=2, in_plane=1, angles=2, lengths=1, n_q=21, n_v=18)
TURNING = [3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16]
move, turn_back, normalise, largest_speed = (
    plain(kernel)
    for kernel in (
        state_layout.move,
        state_layout.turn_back,
        state_layout.normalise,
        state_layout.largest_speed,
    )
)


def state(seed=0):
    """Return a state whose Euler parameters are of unit length."""
    y = np.random.default_rng(seed).normal(size=39)
    normalise(LAYOUT, y)
    return y


def test_velocities_of_rotation_are_known_by_their_place():
    found = [k for k in range(LAYOUT.n_v) if plain(state_layout.is_turning)(LAYOUT, k)]
    assert found == TURNING


def test_all_euler_parameters_are_scaled_to_one_and_nothing_else():
    y = state()
    longer = y.copy()
    for q in (3, 7, 11):
        longer[q : q + 4] *= 1.7
    normalise(LAYOUT, longer)
    assert longer == pytest.approx(y, abs=1e-15)
    assert [float(np.linalg.norm(y[q : q + 4])) for q in (3, 7, 11)] == pytest.approx([1, 1, 1])


def test_changes_of_position_and_velocities_belong_to_each_other():
    y, w = state(), np.random.default_rng(1).normal(size=18)
    x, back = np.zeros(39), np.zeros(18)
    move(LAYOUT, y, w, x)
    turn_back(LAYOUT, y, x, back)
    np.testing.assert_allclose(back, w, rtol=1e-14)
    assert x[:3].tolist() == w[:3].tolist()
    assert x[15:21].tolist() == w[12:18].tolist()
    # rotations leave the length of Euler parameters as it is
    assert [y[q : q + 4] @ x[q : q + 4] for q in (3, 7, 11)] == pytest.approx([0, 0, 0], abs=1e-15)


@pytest.mark.parametrize("k", range(18))
def test_the_largest_speed_measures_rotations_at_the_characteristic_length(k):
    run = SimpleNamespace(**vars(LAYOUT), length=0.5)
    y = np.zeros(39)
    y[21 + k] = -3.0
    assert largest_speed(run, y) == pytest.approx(1.5 if k in TURNING else 3.0)


@pytest.mark.parametrize(
    ("parts", "y", "speed"),
    [
        ({"in_plane": 1}, [0, 0, 0, 3, 4, 0], 5.0),
        ({"in_plane": 1}, [0, 0, 0, 0, 0, 7], 14.0),
        ({"free": 1}, [0] * 7 + [1, 2, 2, 0, 0, 0], 3.0),
    ],
)
def test_the_largest_speed_is_of_the_centre_or_of_a_point_at_the_characteristic_length(
    parts, y, speed
):
    n_v = 6 if "free" in parts else 3
    numbers = {"free": 0, "balls": 0, "in_plane": 0, "angles": 0, "lengths": 0, **parts}
    run = SimpleNamespace(**numbers, n_q=len(y) - n_v, n_v=n_v, length=2.0)
    assert largest_speed(run, np.array(y, float)) == speed


def test_what_is_not_finite_is_the_largest_speed():
    y = np.zeros(39)
    y[30] = np.nan
    assert np.isnan(largest_speed(SimpleNamespace(**vars(LAYOUT), length=0.5), y))


@pytest.mark.parametrize("k", range(21))
def test_only_angles_tell_turns(k):
    """Positions, Euler parameters and lengths change as they like: 17 is the angle of the body in
    the plane, 18 and 19 are those of joints.
    """
    y = state()
    moved = y.copy()
    moved[k] -= 4.0
    expected = 4.0 if k in (17, 18, 19) else 0.0
    assert plain(state_layout.largest_turn)(LAYOUT, y, moved) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("moved", "turn"), [((1, 2), 2.0), ((-1, 2), 3.0), ((-1, -2), 2.0)])
def test_turns_against_each_other_add_up(moved, turn):
    y = state()
    after = y.copy()
    after[[17, 18]] += moved
    assert plain(state_layout.largest_turn)(LAYOUT, y, after) == pytest.approx(turn, rel=1e-14)
