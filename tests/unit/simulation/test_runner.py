"""A run that is driven from outside: advanced to a time, read, and continued from another state."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import Status
from gudgeon.simulation.coordinates import COORDINATES
from gudgeon.simulation.runner import ContactHistory, Runner
from gudgeon.simulation.settings import RunSettings, crossing_events


def runner(duration: float = 0.1, coordinates: str = "cartesian") -> Runner:
    check = gd.check_model(gd.library("four-bar"))
    return Runner(
        check,
        RunSettings(duration, rtol=1e-10, atol=1e-10, coordinates=coordinates),
        np.zeros(0),
        crossing_events(check, ()),
    )


def test_a_run_advanced_in_two_parts_reaches_the_state_of_one() -> None:
    """Within some tolerances of a smooth motion: the steps differ."""
    whole, parts = runner(), runner()
    assert whole.advance_to(0.1) is Status.COMPLETE
    assert [parts.advance_to(t) for t in (0.04, 0.1)] == [Status.COMPLETE] * 2
    assert whole.t == parts.t == 0.1
    np.testing.assert_allclose(
        parts.state, whole.state, rtol=0, atol=1e-7 * np.abs(whole.state).max()
    )


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_run_goes_on_from_the_state_that_it_is_given(coordinates: str) -> None:
    """One in Cartesian coordinates, from either kind."""
    first, second = runner(), runner(coordinates=coordinates)
    first.advance_to(0.05)
    second.advance_to(0.05)
    second.set_state(first.state)
    np.testing.assert_allclose(
        second.state, first.state, rtol=0, atol=1e-12 * np.abs(first.state).max()
    )
    assert second.advance_to(0.1) is first.advance_to(0.1) is Status.COMPLETE
    np.testing.assert_allclose(
        second.state, first.state, rtol=0, atol=1e-7 * np.abs(first.state).max()
    )


def test_the_state_is_a_copy() -> None:
    run = runner()
    run.state[:] = np.nan
    assert np.all(np.isfinite(run.state))


def test_a_history_between_two_has_the_contacts_of_the_first() -> None:
    first, second = np.zeros((2, 15)), np.ones((2, 15))
    first[0, 0], first[0, 2], second[1, 3] = 1.0, 4.0, np.nan
    moved = ContactHistory(first, np.zeros(3)).towards(ContactHistory(second, np.ones(3)), 0.25)
    assert moved.active.tolist() == [True, False]
    assert moved.contacts[0, 2] == pytest.approx(3.25) and np.isnan(moved.contacts[1, 3])
    assert moved.memory.tolist() == [0.25] * 3


def test_settings_as_plain_values_repeat_the_run() -> None:
    settings = RunSettings(2.0, stabilisation=gd.Baumgarte(5, 6))
    assert settings.as_dict()["stabilisation"] == {"alpha": 5.0, "beta": 6.0}
    assert list(settings.as_dict())[:4] == ["duration", "rtol", "atol", "method"]


def test_a_fixed_step_that_is_too_long_is_named_where_the_run_ends():
    """An oscillator of 1000 rad/s with steps of 10 ms, far beyond the limit of stability, 2.8 ms:
    it grows a thousandfold in every step.
    """
    mass = gd.Body("mass", mass=1e-6, inertia=(1, 1, 1), velocity=(1, 0, 0))
    guide = gd.Translational("A", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
    spring = gd.JointSpring("spring", joint="A", stiffness=1.0)
    oscillator = gd.Mechanism(bodies=[mass], joints=[guide], forces=[spring])
    result = gd.simulate(oscillator, 10.0, method="rk4", step=0.01, strict=False)
    assert result.status.failed
    assert any("fixed step of 0.01 s may be too long" in note for note in result.outcome.notes)
    fine = gd.simulate(oscillator, 0.1, method="rk4", step=1e-4)
    assert not any("fixed step" in note for note in fine.outcome.notes)
