"""Runs that take long: when that is said, and what is said to limit their steps."""

import pytest

import gudgeon as gd
from gudgeon.simulation import slow_runs
from gudgeon.simulation.settings import RunSettings

NOTHING = dict.fromkeys(("steps", "rejected", "events", "relaxed", "rows"), 0)


def oscillator():
    """A mass on a guide with a spring."""
    return gd.Mechanism(
        bodies=[gd.Body("mass", mass=2, inertia=(1, 1, 1), velocity=(1, 0, 0))],
        joints=[
            gd.Translational("guide", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
        ],
        forces=[gd.JointSpring("spring", joint="guide", stiffness=200.0)],
    )


def test_slow_run_says_how_far_it_is_and_what_limits_its_steps(monkeypatch):
    monkeypatch.setattr(slow_runs, "FIRST", 0.1)
    with pytest.warns(
        gd.SlowRunWarning,
        match=r"the run is at t = .* of 1e\+07 s; at this pace it takes .* max_step = 0.001 s limits",
    ):
        gd.simulate(oscillator(), 1e7, max_step=1e-3, max_wall_time=0.5, strict=False)


@pytest.mark.parametrize(
    ("settings", "counters", "stiff", "words"),
    [
        ({}, {"steps": 1000}, False, "limited by the tolerance, rtol = 1e-08"),
        ({}, {"steps": 1000}, True, "a vibration or a damping far faster than the motion"),
        (
            {},
            {"steps": 10, "rejected": 31_000_000},
            False,
            "forces that are not smooth, or by numbers far too large",
        ),
        ({}, {"steps": 1000, "events": 300}, False, "contacts that begin and end, 300 times"),
        ({}, {"steps": 1000, "rows": 9000}, False, "9 rows a step"),
        ({}, {"steps": 1000, "relaxed": 500}, False, "a singular position"),
        ({"max_step": 1e-6}, {"steps": 1000}, False, "max_step = 1e-06 s limits"),
        ({"method": "rk4", "step": 1e-6}, {"steps": 1000}, False, "fixed step of 1e-06 s limits"),
        (
            {"method": "rk4", "step": 1e-4},
            {"steps": 1000},
            False,
            "events cut the fixed step of 0.0001 s far shorter",
        ),
    ],
)
def test_what_limits_the_steps_is_told_from_what_was_counted(settings, counters, stiff, words):
    settings = RunSettings(10.0, **settings)
    counters = {**dict.fromkeys(("steps", "rejected", "events", "relaxed", "rows"), 0), **counters}
    monitor = slow_runs.SlowRunMonitor(10.0, settings)
    assert monitor.check(59.0, 1e-3, counters, stiff) == ""
    sentence = monitor.check(61.0, 1e-3, counters, stiff)
    assert words in sentence and "t = 0.001 of 10 s" in sentence and "169:26 h more" in sentence
    assert (
        monitor.check(100.0, 2e-3, counters, stiff) == ""
    )  # not again before the time has doubled
    assert monitor.check(130.0, 9.9, counters, stiff) == ""  # and not when it comes to its end


def test_what_is_left_follows_from_the_pace_until_now():
    """A hundredth of the way in 100 s: 9900 s more, 2:45 hours; and nothing is said of ten
    minutes or less.
    """
    monitor = slow_runs.SlowRunMonitor(10.0, RunSettings(10.0))
    assert "it takes 2:45 h more" in monitor.check(100.0, 0.1, NOTHING, False)
    assert (
        slow_runs.SlowRunMonitor(10.0, RunSettings(10.0)).check(
            100.0, 10 * 100 / 699.0, NOTHING, False
        )
        == ""
    )
    assert (
        slow_runs.SlowRunMonitor(10.0, RunSettings(10.0)).check(
            100.0, 10 * 100 / 701.0, NOTHING, False
        )
        != ""
    )


def test_a_run_that_stands_still_does_not_come_to_its_end():
    assert "at this pace it does not come to its end" in slow_runs.SlowRunMonitor(
        10.0, RunSettings(10.0)
    ).check(61.0, 0.0, NOTHING, False)


def test_only_what_was_counted_since_the_last_time_limits_the_steps():
    """Contacts at first, then a smooth motion: 1000 steps later these no longer count."""
    monitor, counters = (
        slow_runs.SlowRunMonitor(1e3, RunSettings(1e3)),
        {**NOTHING, "steps": 1000, "events": 900},
    )
    assert "contacts that begin and end, 900 times" in monitor.check(61.0, 1.0, counters, False)
    later = monitor.check(200.0, 2.0, {**counters, "steps": 2000}, False)
    assert (
        "limited by the tolerance" in later
        and "1e+03 steps of late, 0% of them rejected, went 1 s" in later
    )
