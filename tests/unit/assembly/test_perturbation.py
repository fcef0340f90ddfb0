"""Perturbed initial states: moved as joints allow, by as much as was asked for, along the
constraints.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import _velocity_residuals
from gudgeon.assembly.perturbation import between, perturbed, speed_scale, state_distance
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS

ARM, INERTIA, GRAVITY = 0.5, 0.02, 9.81


def pendulum(angle: float = 0.0) -> gd.Mechanism:
    """Return a pendulum of 1 kg in a plane, so far from upright [rad], at rest."""
    bar = gd.Body(
        "bar", mass=1.0, inertia=INERTIA, position=(ARM * np.sin(angle), ARM * np.cos(angle))
    )
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    return gd.Mechanism(
        name="pendulum", plane="xy", gravity=(0, -GRAVITY), duration=5.0, bodies=[bar], joints=[pin]
    )


def free(model_check: gd.ModelCheck) -> slice:
    setting = model_check.assembly.system.setting[0]
    return slice(int(setting["n_q"]), int(setting["n_q"] + setting["n_v"]))


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("four-bar", {"C": "clearance"}),
        ("planar-slider-crank", {"C": "clearance"}),
        ("andrews-squeezer", {}),
    ],
)
def test_a_perturbed_state_moves_as_joints_and_drivers_allow(name, fits):
    """J v = nu is linear: what was projected once stays on the constraints at any size, up to
    rounding of the speeds themselves.
    """
    model_check = gd.check_model(gd.library(name, **fits))
    other = perturbed(model_check, 1.0, 0.1, (0, 1))
    assembly = other.assembly
    work, y = assembly.work(), assembly.y.copy()
    evaluate_at(assembly.system, work, 0.0, y, np.zeros_like(y), ACCELERATIONS)
    speed = speed_scale(model_check, 1.0)
    assert np.abs(_velocity_residuals(assembly, work)).max() < 1e-11 * max(
        speed, np.abs(y[free(other)]).max()
    )
    rest = np.delete(np.arange(len(y)), np.arange(*free(other).indices(len(y))))
    # positions, and with them every gap, stay
    assert np.array_equal(y[rest], model_check.assembly.y[rest])


def test_a_perturbed_state_moves_by_as_much_as_was_asked_for():
    """A bar on a pin can only turn; its fastest point moves at the greater of arm and
    characteristic length times the rate.
    """
    model_check = gd.check_model(pendulum(1.0))
    length = float(model_check.assembly.system.setting[0]["length"])
    change = (perturbed(model_check, 2.0, 1e-3, (7, 0)).assembly.y - model_check.assembly.y)[
        free(model_check)
    ]
    assert max(np.hypot(*change[:2]), length * abs(change[2])) == pytest.approx(
        1e-3 * speed_scale(model_check, 2.0), rel=1e-12
    )
    assert np.hypot(*change[:2]) == pytest.approx(ARM * abs(change[2]), rel=1e-12)


def test_the_speed_of_a_mechanism_at_rest_is_what_gravity_brings_it_to():
    """Released from horizontal, the centre accelerates with g m r^2/(J + m r^2), a point at
    length L with L/r of that.
    """
    model_check = gd.check_model(pendulum(np.pi / 2))
    length = float(model_check.assembly.system.setting[0]["length"])
    acceleration = GRAVITY * ARM / (INERTIA + ARM**2) * max(ARM, length)
    assert speed_scale(model_check, 100.0) == pytest.approx(
        np.sqrt(acceleration * length), rel=1e-9
    )
    # balanced: its size per run
    assert speed_scale(gd.check_model(pendulum()), 0.5) == pytest.approx(length / 0.5, rel=1e-9)


def test_the_same_seed_gives_the_same_twin():
    model_check = gd.check_model(gd.library("four-bar", C="clearance"))
    first, same, other = (
        perturbed(model_check, 1.0, 1e-6, seed).assembly.y for seed in ((3, 1), (3, 1), (3, 2))
    )
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


def test_a_state_between_two_is_so_far_from_both():
    """Half way in velocities is exact; half way of a turn of 0.1 rad is exact up to its cube."""
    model_check = gd.check_model(gd.library("four-bar", C="clearance"))
    speed = speed_scale(model_check, 1.0)
    start = model_check.assembly.y
    end = perturbed(model_check, 1.0, 1e-3, (0, 0)).assembly.y
    middle = between(model_check, start, end, 0.25)
    whole = state_distance(model_check, speed, start, end)
    assert state_distance(model_check, speed, start, middle) == pytest.approx(
        0.25 * whole, rel=1e-6
    )
    assert state_distance(model_check, speed, middle, end) == pytest.approx(0.75 * whole, rel=1e-6)


def test_what_is_prescribed_has_no_twin():
    assert perturbed(gd.check_model(gd.library("planar-slider-crank")), 1.0, 1e-3, (0,)) is None


def test_states_are_as_far_apart_as_their_poses_and_rates():
    """A free body moved by 3 mm and 4 mrad, and 0.5 m/s faster: lengths over the size, speeds
    over the speed.
    """
    model_check = gd.check_model(gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(4, 4, 4))]))
    length = float(model_check.assembly.system.setting[0]["length"])  # radius of gyration: 2 m
    start = model_check.assembly.y
    other = start.copy()
    other[0] += 3e-3
    other[3:7] = (np.cos(2e-3), np.sin(2e-3), 0, 0)
    other[8] += 0.5
    expected = np.sqrt((3e-3 / length) ** 2 + 4e-3**2 + (0.5 / 10.0) ** 2)
    assert length == pytest.approx(2.0)
    # sin of the angle for the angle
    assert state_distance(model_check, 10.0, start, other) == pytest.approx(expected, rel=1e-5)
    assert state_distance(model_check, 10.0, start, start) == 0.0


def test_a_perturbed_state_says_how_far_it_was_moved():
    model_check = gd.check_model(pendulum(1.0))
    other = perturbed(model_check, 2.0, 1e-3, (7, 0))
    (words,) = other.moved
    assert (
        words
        == f"perturbed: initial velocities moved by {1e-3 * speed_scale(model_check, 2.0):.3g} m/s "
        "in the random direction 7.0"
    )
    assert model_check.moved == ()
