"""Where a peak is sought inside a step, where it is found, and which times it gets."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.stepping import peaks
from tests.support.plain_kernels import plain


def quantity(function, greatest=0.0, t=(0.0, 1.0, 2.0)):
    """Return the row of a quantity of time: three accepted steps, and the quarters of the last."""
    row = np.zeros(rec.PEAK_COLUMNS)
    row[rec.EARLIER_AT], row[rec.LAST_AT] = t[:2]
    row[rec.EARLIER], row[rec.LAST], row[rec.NOW] = (function(time) for time in t)
    row[rec.QUARTERS :] = [function(t[1] + part * (t[2] - t[1])) for part in (0.25, 0.5, 0.75)]
    row[rec.GREATEST] = greatest
    return row


def hump(top):
    """Return a parabola with its top, 1, at a time."""
    return lambda t: 1.0 - 0.3 * (t - top) ** 2


def may_peak(row, closed=False):
    return plain(peaks.may_peak)(row, 2.0, closed)


@pytest.mark.parametrize("top", [1.0, 1.3, 1.9, 2.4])
def test_a_peak_is_sought_where_a_parabola_has_its_top_or_soon_will(top):
    assert may_peak(quantity(hump(top)))


@pytest.mark.parametrize("top", [0.4, 3.5])
def test_no_peak_is_sought_in_a_step_long_before_it_or_after_it_has_been_found(top):
    assert not may_peak(quantity(hump(top), greatest=1.0 if top < 1 else 0.0))


def test_a_peak_lower_than_one_before_is_not_sought():
    assert not may_peak(quantity(hump(1.5), greatest=1.1))
    assert not may_peak(quantity(hump(1.5), greatest=0.99995))  # by a trifle only


def test_what_falls_from_the_start_of_the_step_on_is_sought_without_a_step_before():
    row = quantity(lambda t: 3.0 - t)
    row[rec.EARLIER] = np.nan
    assert may_peak(row)
    row[rec.LAST], row[rec.NOW] = row[rec.NOW], row[rec.LAST]
    assert not may_peak(row)


def test_what_grows_until_forces_may_jump_is_sought_there():
    row = quantity(lambda t: t)
    assert may_peak(row, closed=True) and not may_peak(row, closed=False)


def test_the_polynomial_is_exact_to_the_fourth_degree():
    def function(t):
        return 2 - 3 * t + t**2 - 0.5 * t**3 + 0.25 * t**4

    row = quantity(function)
    for theta in (0.0, 0.1, 0.6, 1.0):
        assert plain(peaks.polynomial)(row, theta) == pytest.approx(function(1 + theta), abs=1e-13)


def test_the_top_of_half_a_sine_is_found():
    """A polynomial of the fourth degree through a third of a sine wave is wrong by some 1e-4 of
    it; at its top a place that is wrong by as much changes nothing.
    """
    row = quantity(lambda t: np.sin(2 * (t - 1.0) + 0.9))
    place, top = plain(peaks.highest)(row)
    assert place == pytest.approx((np.pi / 2 - 0.9) / 2, abs=2e-3)
    assert top == pytest.approx(1.0, abs=2e-4)


def tables(*rows):
    """Return a run and the table of some quantities that are all sought."""
    table = np.array(rows)
    table[:, rec.SOUGHT] = 1.0
    return SimpleNamespace(t=1.0, h_step=1.0, peaks=0), table, np.zeros(len(rows))


def test_peaks_have_times_in_their_order_and_share_one_where_both_are_as_good_as_greatest():
    rows = quantity(hump(1.7)), quantity(hump(1.2)), quantity(hump(1.2 + 1e-3))
    run, table, times = tables(*rows)
    plain(peaks.place_peaks)(run, table, False, times)
    assert run.peaks == 2
    assert times[:2] == pytest.approx([1.2, 1.7], abs=1e-9)


def test_a_peak_at_the_end_of_a_step_is_left_to_the_next_unless_forces_may_jump():
    run, table, times = tables(quantity(lambda t: t))
    plain(peaks.place_peaks)(run, table, False, times)
    assert run.peaks == 0
    plain(peaks.place_peaks)(run, table, True, times)
    assert run.peaks == 1 and 2.0 - 1e-8 < times[0] < 2.0


def test_contacts_lose_their_rows_when_there_are_too_many():
    rows = peaks.FIRST_ROWS + 10
    run = SimpleNamespace(added=peaks.INSIDE_CONTACTS * rows, output=10)
    assert not plain(peaks.has_room)(run, peaks.INSIDE_CONTACTS)
    assert plain(peaks.has_room)(run, peaks.OF_CONTACTS)


def test_a_contact_is_young_for_some_steps():
    work = SimpleNamespace(contacts=np.zeros((2, rec.CONTACT_COLUMNS)))
    run = SimpleNamespace(added=0, output=10)
    assert not plain(peaks.is_new_contact)(run, work)
    work.contacts[1, rec.ON], work.contacts[1, rec.AGE] = 1.0, peaks.NEW_CONTACT_STEPS
    assert plain(peaks.is_new_contact)(run, work)
    work.contacts[1, rec.AGE] += 1.0
    assert not plain(peaks.is_new_contact)(run, work)


def test_the_greatest_value_is_kept_with_its_time():
    """Two quantities of the run, and the force of a contact."""
    work = SimpleNamespace(
        peaks=np.zeros((3, rec.PEAK_COLUMNS)), contacts=np.zeros((1, rec.CONTACT_COLUMNS))
    )
    work.peaks[:, rec.HERE], work.peaks[:, rec.GREATEST] = (3.0, 1.0, 5.0), (2.0, 2.0, 2.0)
    assert plain(peaks.keep_greatest)(work, 0.7)
    assert work.peaks[:, rec.GREATEST].tolist() == [3.0, 2.0, 5.0]
    assert work.peaks[:, rec.WHEN].tolist() == [0.7, 0.0, 0.7]
    work.peaks[:, rec.HERE] = (3.0, 1.0, 6.0)
    assert not plain(peaks.keep_greatest)(work, 0.8)
