"""When a watched quantity crosses a value, and when a contact has changed its side; the location
of both is in tests/physics.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels.records import DEFLECTION_RATE, SLOPE, VALUE
from gudgeon.kernels.stepping import events
from tests.support.plain_kernels import plain

NEAR = 1e-6


def event(direction=0, jump=0, value=2.0):
    return SimpleNamespace(watch=0, value=value, near=NEAR, direction=direction, jump=jump, stop=0)


@pytest.mark.parametrize(
    ("before", "after", "direction", "expected"),
    [
        (-1.0, 1.0, 0, True),
        (1.0, -1.0, 0, True),
        (-1.0, 1.0, 1, True),
        (1.0, -1.0, 1, False),  # downwards, asked for upwards
        (-1.0, 1.0, -1, False),
        (-1.0, -0.5, 0, False),  # stays on its side
        (0.5 * NEAR, 1.0, 0, False),  # starts from there
        (-1.0, 0.0, 0, True),  # ends there
        # comes to it: the next step starts from there, and would not see it
        (-1.0, -0.5 * NEAR, 0, True),
        (1.0, 0.5 * NEAR, 0, True),
        (1.0, 0.5 * NEAR, 1, False),  # comes to it from the other side
        (float("nan"), 1.0, 0, False),
    ],
)
def test_a_value_is_crossed_in_the_direction_asked_for(before, after, direction, expected):
    assert plain(events.crosses)(event(direction), before, after) == expected


@pytest.mark.parametrize(("after", "expected"), [(0.5 * NEAR, False), (2.0 * NEAR, True)])
def test_where_forces_jump_it_must_clearly_go_beyond(after, expected):
    assert plain(events.crosses)(event(jump=1), -1.0, after) == expected


@pytest.mark.parametrize(("rate", "side"), [(3.0, 1.0), (-3.0, -1.0), (0.0, 0.0)])
def test_what_starts_where_forces_jump_is_on_the_side_to_which_it_moves(rate, side):
    watched = np.zeros(1 + DEFLECTION_RATE)
    watched[0], watched[DEFLECTION_RATE] = 2.0 + 0.1 * NEAR, rate
    assert np.sign(plain(events.departure)(event(jump=1), 2.0, watched)) == side


def test_away_from_the_value_its_distance_counts_whatever_the_rate():
    watched = np.zeros(1 + DEFLECTION_RATE)
    watched[0], watched[DEFLECTION_RATE] = 2.5, -7.0
    assert plain(events.departure)(event(jump=1), 2.0, watched) == 0.5


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(-1.0, 1e-15, True), (-1.0, -1e-15, False), (0.0, 1.5e-12, False), (0.0, 3e-12, True)],
)
def test_a_contact_that_starts_at_zero_must_clearly_leave_it(before, after, expected):
    assert (
        plain(events.has_changed_side)(SimpleNamespace(zero_depth=1e-12), before, after) == expected
    )


def test_a_missed_event_is_corrected_by_newtons_step_until_it_is_met():
    """x = 0.3 t reaches 0.06 at t = 0.2; a trial step of 0.25 is off by 0.015, which is 0.05 of
    time.
    """
    run = SimpleNamespace(
        event_watch=0,
        event_value=0.06,
        event_rate=0.0,
        event_tolerance=1e-9,
        event_corrections=3,
        h_step=0.25,
        h_min=1e-12,
        pending=1,
    )
    watched = np.zeros((1, 4))
    watched[0, VALUE], watched[0, SLOPE] = 0.075, 0.3
    plain(events.correct_event_step)(run, watched)
    assert (run.h_step, run.event_corrections, run.pending) == (pytest.approx(0.2, rel=1e-12), 2, 0)
    watched[0, VALUE], run.pending = 0.06, 1
    plain(events.correct_event_step)(run, watched)
    assert (run.h_step, run.event_corrections, run.pending) == (pytest.approx(0.2, rel=1e-12), 0, 1)
