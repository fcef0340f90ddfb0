"""How long a motion can be predicted: deviations in closed form, and what the papers' mechanisms
allow.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.predictability import deviations, first_difference
from tests.support.clearance_results import result as rattling

ARM, INERTIA, GRAVITY = 0.5, 0.02, 9.81
# growth rate of a pendulum of 1 kg on its head [1/s]
TOP = np.sqrt(GRAVITY * ARM / (INERTIA + ARM**2))


def pendulum(angle: float = 0.0, **joint) -> gd.Mechanism:
    """Return a pendulum of 1 kg in a plane, so far from upright [rad], at rest."""
    bar = gd.Body(
        "bar", mass=1.0, inertia=INERTIA, position=(ARM * np.sin(angle), ARM * np.cos(angle))
    )
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0), **joint)
    return gd.Mechanism(
        name="pendulum", plane="xy", gravity=(0, -GRAVITY), duration=5.0, bodies=[bar], joints=[pin]
    )


# -- the horizon -----------------------------------------------------------------------------------


def test_a_pendulum_on_its_head_is_lost_when_the_perturbed_run_has_grown():
    """A perturbed run of a balanced pendulum moves as w_0 sinh(k t)/k; a balanced one is
    measured by its own size and speed.
    """
    duration, tolerance, perturbation, step = 5.0, 1e-3, 1e-9, 0.005
    found = gd.horizon(
        pendulum(),
        duration,
        tolerance=tolerance,
        perturbation=perturbation,
        members=1,
        output_step=step,
    )
    length, speed = found.scales["position"], found.scales["velocity"]
    rate = perturbation * speed / max(ARM, length)
    t = np.arange(0, duration, step)
    there, fast = (
        ARM * rate * np.sinh(TOP * t) / TOP / length,
        ARM * rate * np.cosh(TOP * t) / speed,
    )
    expected = t[np.argmax(np.maximum(there, fast) > tolerance) - 1]
    assert found.lost
    assert found.by == "perturbation"
    assert found.pairs == ("tolerance", "perturbation")
    # without a perturbed run it stays on its head: rounding is far smaller
    assert found.times[0] == duration
    assert found.time == pytest.approx(expected, abs=1.5 * step)
    # cosh is slower than the exponential in the beginning
    assert found.growth == pytest.approx(TOP, rel=0.05)


def test_a_swinging_pendulum_is_predictable_to_the_end():
    found = gd.horizon(pendulum(2.0), 5.0)
    assert not found.lost
    assert found.time == found.duration == 5.0
    assert found.by == ""
    assert found.deviation.shape == (3, 1001)
    assert "for the whole 5 s" in str(found)
    assert abs(found.growth) < 0.2 * TOP  # its differences grow with the first power of time


def test_a_mechanism_that_is_prescribed_is_predictable_without_limit():
    found = gd.horizon("planar-slider-crank", 0.01)
    assert not found.free
    assert not found.lost
    assert found.time == 0.01
    assert "without limit" in str(found)


def test_a_driven_mechanism_with_a_gap_loses_its_horizon_in_the_gap():
    """All is driven but the play in C: its perturbed runs move inside the gap, and the impacts
    tear them apart.
    """
    found = gd.horizon(gd.library("planar-slider-crank", C="clearance"), 0.03, members=1)
    assert found.free
    assert found.lost
    assert 0.003 < found.time < 0.03
    assert 1 <= found.event_times_agree < len(found.results[0].impacts)
    assert found.event_time <= found.time + 0.012  # one turn: contacts and states part together
    assert "contacts begin at the same time" in str(found)


def test_a_fixed_step_is_compared_with_twice_the_step():
    found = gd.horizon(pendulum(2.0), 0.1, method="rk4", step="1 ms", members=0)
    assert [result.settings["step"] for result in found.results] == [1e-3, 2e-3]
    # the error of a step is of fifth order: (9 rad/s h)^5 for each of 100 steps
    assert 0 < found.deviation.max() < 1e-8


def test_the_number_of_workers_changes_nothing():
    loose = gd.library("four-bar", C="clearance")
    first, second = (
        gd.horizon(loose, 0.05, workers=workers, against="dop853") for workers in (1, 3)
    )
    assert first.pairs == ("tolerance", "method", "perturbation", "perturbation")
    assert np.array_equal(first.deviation, second.deviation)


@pytest.mark.slow
def test_the_four_bar_of_the_paper_is_chaotic_without_friction_and_regular_with_it():
    """Two programs of independent make agree for about 0.2 s without friction and for the whole
    2 s with it.
    """
    smooth = gd.horizon(gd.library("four-bar", C="clearance"), 2.0)
    rough = gd.horizon(gd.library("four-bar", C="clearance-friction"), 2.0)
    assert smooth.lost
    assert 0.1 < smooth.time < 0.5
    assert smooth.growth > 10
    assert not rough.lost
    assert rough.event_times_agree == len(rough.results[0].impacts)


# -- what deviates ---------------------------------------------------------------------------------


def test_deviations_are_relative_to_the_range_of_each_body():
    """The second body moves a hundredth as far as the first: the same distance counts a hundred
    times as much.
    """
    first = rattling(t=np.array([0.0, 1.0, 2.0]))
    second = rattling(t=np.array([0.0, 1.0, 2.0]))
    first.data["position"][:, 0, 0], first.data["position"][:, 1, 0] = (0, 1, 2), (0, 0.01, 0.02)
    second.data["position"][:] = first.data["position"]
    second.data["position"][1, 0, 1] = 1e-3
    second.data["position"][2, 1, 1] = 1e-3
    found = deviations([first, second], {"position": 1.0})
    assert found == pytest.approx(np.array([[0, 5e-4, 5e-2]]), abs=1e-15)


def test_a_body_that_hardly_moves_is_measured_by_the_others():
    first, second = (rattling(t=np.array([0.0, 1.0])) for _ in range(2))
    first.data["velocity"][:, 0, 0] = (0, 2)
    second.data["velocity"][:] = first.data["velocity"]
    second.data["velocity"][1, 1, 2] = 1e-6  # of a thousandth of 2 m/s
    assert deviations([first, second], {"velocity": 1.0})[0, 1] == pytest.approx(5e-4, rel=1e-12)


def test_starts_of_contacts_are_compared_contact_by_contact():
    first, same, second = rattling(), rattling(), rattling()
    assert first_difference(first, same) == np.inf
    place = int(np.argmin(np.abs(second.impacts["start"] - 2.0)))
    column = 1  # of the start
    second.impacts.rows[place, column] += 0.9e-6
    assert first_difference(first, second) == np.inf
    second.impacts.rows[place, column] += 0.2e-6
    assert first_difference(first, second) == pytest.approx(2.0, abs=1e-9)
    shorter = rattling(impacts=first.impacts.rows[:-1])
    assert first_difference(first, shorter) == pytest.approx(first.impacts["start"][-1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tolerance": 0.0}, "tolerance: must be > 0"),
        ({"perturbation": 2.0}, "perturbation: must be < 1"),
        ({"members": -1}, "members: must be a whole number >= 0"),
        ({"workers": 0}, "workers: must be a whole number >= 1"),
        ({"duration": "5 kg"}, "duration"),
        ({"out": "x.h5"}, "out: several runs are made"),
        ({"method": "dop835"}, "Did you mean 'dop853'"),
        ({"against": "adam"}, "Did you mean 'adams'"),
    ],
)
def test_what_is_wrong_with_the_call_is_said(arguments, message):
    with pytest.raises(gd.InputError, match=message):
        gd.horizon(pendulum(1.0), **{"duration": 0.1, **arguments})


def test_a_horizon_needs_a_mechanism_and_a_duration():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.horizon("fourbar")
    with pytest.raises(gd.InputError, match="expected a Mechanism"):
        gd.horizon(7)


def test_the_picture_shows_every_pair(tmp_path):
    found = gd.horizon(pendulum(2.0), 0.5, output_step=0.05)
    figure = found.plot(tmp_path / "horizon.png")
    assert (tmp_path / "horizon.png").stat().st_size > 5000
    labels = figure.axes[0].get_legend_handles_labels()[1]
    assert labels == ["tolerance", "perturbation 1", "perturbation 2"]
