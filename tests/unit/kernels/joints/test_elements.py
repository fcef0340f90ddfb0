"""Every element is called once for a task, in the order of the table."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.joints.elements import elements, watch_column
from gudgeon.kernels.tasks import COMMIT, END_OF_STEP, FORCES, ROW, SAMPLE
from tests.support.plain_kernels import fields, plain

WHERE, T, Y, OUT = (11, 12), 0.5, np.array([1.0]), np.array([2.0])


def called(addresses, task):
    """Return the calls, what they add up to, and the wrenches, which were ones."""
    table = fields(np.zeros(len(addresses), rec.ELEMENT))
    table.entry = addresses
    system = SimpleNamespace(elements=table)
    work = SimpleNamespace(wrench=np.ones((2, 6)))
    calls = []

    def call(*arguments):
        calls.append(arguments)
        return float(len(calls))

    changes = plain(elements, call=call)(system, work, WHERE, T, Y, OUT, task)
    return calls, changes, work.wrench


@pytest.mark.parametrize("task", [FORCES, ROW, END_OF_STEP, SAMPLE, COMMIT])
def test_each_is_told_where_things_stand_and_which_it_is(task):
    calls, changes, _ = called([100, 200, 300], task)
    assert calls == [(100 * (k + 1), *WHERE, k, T, Y, OUT, task) for k in range(3)]
    assert changes == 1.0 + 2.0 + 3.0


@pytest.mark.parametrize(("task", "expected"), [(FORCES, 0.0), (ROW, 1.0), (COMMIT, 1.0)])
def test_wrenches_begin_at_zero_in_an_evaluation_and_are_kept_afterwards(task, expected):
    assert np.all(called([100], task)[2] == expected)


def test_without_elements_nothing_is_touched():
    calls, changes, wrench = called([], FORCES)
    assert (calls, changes) == ([], 0.0)
    assert np.all(wrench == 1.0)


def test_values_are_watched_at_the_end_of_a_step_and_inside_it():
    assert watch_column(END_OF_STEP) == rec.VALUE
    assert watch_column(SAMPLE) == rec.SAMPLED
