"""Settings of a run: times of output, limits, and what is refused."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.simulation.settings import output_times_of, run_settings


def settings(**given):
    """Check the settings of a run of one second."""
    return run_settings(
        gd.library("pendulum"), **{"duration": 1.0, "rtol": 1e-8, "atol": None, **given}
    )


def test_absolute_tolerance_is_the_relative_one_unless_given():
    assert settings(rtol=1e-6).atol == 1e-6
    assert settings(rtol=1e-6, atol=1e-9).atol == 1e-9


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"duration": -1}, "duration: must be > 0"),
        ({"rtol": 1.0}, "rtol: must be < 1"),
        ({"method": "rk5"}, "method: unknown method 'rk5'"),
        ({"method": "rk4"}, "step: rk4 needs a fixed step"),
        ({"step": 1e-3}, "step: auto chooses its steps"),
        ({"step": 1e-3, "method": "adams"}, "step: adams chooses its steps"),
        ({"stabilisation": "none"}, "stabilisation: expected 'projection'"),
    ],
)
def test_wrong_settings_are_named(given, message):
    with pytest.raises(gd.InputError, match=message):
        settings(**given)


def test_rows_come_every_output_step_and_at_the_end():
    np.testing.assert_allclose(
        output_times_of(settings(output_step=0.4), None), [0, 0.4, 0.8, 1.0], rtol=1e-15
    )
    np.testing.assert_allclose(
        output_times_of(settings(output_step=0.25), None), [0, 0.25, 0.5, 0.75, 1.0], rtol=1e-15
    )
    assert len(output_times_of(settings(), None)) == 1001


@pytest.mark.parametrize("times", [[0.5, 0.5], [-0.1, 0.5], [0.5, 1.1], [float("nan")], "often"])
def test_times_that_do_not_increase_within_the_run_are_refused(times):
    with pytest.raises(gd.InputError, match="output_times: "):
        output_times_of(settings(output="grid"), times)


def test_output_follows_the_motion_unless_a_step_is_given():
    assert settings().output == "motion"
    assert settings(output_step=0.1).output == "grid"
    assert settings(output_step=0.1, output="motion").output == "motion"


def test_limits_are_whole_numbers_and_times():
    found = settings(max_steps=np.int64(3), max_wall_time="2 ms")
    assert (found.max_steps, found.max_wall_time) == (3, 0.002)
    assert (settings().max_steps, settings().max_wall_time) == (None, None)
    with pytest.raises(gd.InputError, match="max_steps: must be less than 2"):
        settings(max_steps=2**63)


def test_contacts_begin_by_location_or_rejection():
    found = settings(contact_start="reject", penetration_tolerance="1 um")
    assert found.penetration_tolerance == pytest.approx(1e-6, rel=1e-15)
    with pytest.raises(gd.InputError, match="Did you mean 'locate'"):
        settings(contact_start="locat")
