"""How far an angle that counts full turns may have come in a step."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.stepping import loop
from tests.support.plain_kernels import plain


def turn(change, before, after, h=0.1):
    """Return the turn of the second of two watched quantities, which alone is counted."""
    work = SimpleNamespace(watched=np.full((2, rec.WATCH_COLUMNS), 1e3), last_watched=np.zeros(2))
    work.last_watched[1], work.watched[1, rec.VALUE] = 7.0, 7.0 + change
    work.watched[1, rec.LAST_SLOPE], work.watched[1, rec.SLOPE] = before, after
    return plain(loop.counted_turn)(np.array([1]), work, h)


def test_a_steady_turn_is_its_rate_times_the_step():
    assert turn(1.5, 15.0, 15.0) == pytest.approx(1.5)
    assert turn(-1.5, -15.0, -15.0) == pytest.approx(1.5)


@pytest.mark.parametrize("missed", [-2 * np.pi, 2 * np.pi])
def test_a_whole_turn_that_the_angle_does_not_show_is_seen_by_the_rates(missed):
    assert turn(1.5 + missed, 15.0, 15.0) > loop.MAX_ROTATION
    assert turn(0.0, missed / 0.1, missed / 0.1) > loop.MAX_ROTATION


def test_a_rate_that_changes_within_the_step_counts_with_the_greater():
    assert turn(0.5, 0.0, 10.0) == pytest.approx(1.0)
    assert turn(0.5, 10.0, 0.0) == pytest.approx(1.0)


def test_there_may_be_nothing_to_count():
    work = SimpleNamespace(watched=np.zeros((0, rec.WATCH_COLUMNS)), last_watched=np.zeros(0))
    assert plain(loop.counted_turn)(np.zeros(0, np.int64), work, 0.1) == 0.0
