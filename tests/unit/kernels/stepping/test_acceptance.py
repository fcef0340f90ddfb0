"""What follows an accepted step: how long a contact will last, what is chatter, when a run ends
or changes its method.
"""

from math import inf
from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.stepping import acceptance
from tests.support.plain_kernels import plain


def contact(delta, rate, start):
    """Return run, records and work of one contact that is on."""
    work = SimpleNamespace(
        contacts=np.zeros((1, rec.CONTACT_COLUMNS)), watched=np.zeros((1, rec.WATCH_COLUMNS))
    )
    work.contacts[0, rec.ON], work.contacts[0, rec.START] = 1.0, start
    work.watched[0, rec.VALUE], work.watched[0, rec.SLOPE] = delta, rate
    return SimpleNamespace(rtol=1e-9, t=1.0), rec.table(1, rec.CONTACT).view(np.recarray), work


def test_a_contact_that_parts_ends_when_its_depth_is_used_up():
    assert plain(acceptance.time_to_separation)(*contact(2e-6, -1e-3, 0.99)) == pytest.approx(2e-3)


def test_a_contact_that_goes_deeper_has_no_end_in_sight():
    assert plain(acceptance.time_to_separation)(*contact(2e-6, 1e-3, 0.99)) == inf


def test_the_last_moments_of_a_contact_are_not_graded_any_more():
    """At 1e-9 from 0.3 (1e-6)^0.4 of its duration on: 1.2e-3 of 10 ms."""
    assert plain(acceptance.time_to_separation)(*contact(1e-8, -1e-3, 0.99)) == inf


@pytest.mark.parametrize(
    ("count", "deepest", "expected"), [(10, 1e-10, True), (10, 1e-6, False), (9, 1e-10, False)]
)
def test_ten_contacts_that_are_all_shallow_are_chatter(count, deepest, expected):
    periods = rec.table(12, rec.IMPACT).view(np.recarray)
    periods["penetration"][3] = deepest
    periods["penetration"][11] = 1.0  # of before: no longer counted
    work = SimpleNamespace(count=np.zeros(rec.COUNTS, np.int64), periods=periods)
    work.count[rec.PERIODS] = count
    assert plain(acceptance.chattering)(SimpleNamespace(length=1.0), work) == expected


def run_of(**fields):
    start = {
        "speed": 1.0,
        "steps": 1,
        "max_steps": 10,
        "switch": 0,
        "stiff": 0,
        "stiff_threshold": 300,
        "stiff_steps": 0,
        "turns": 0,
        "restart": 0,
        "status": rec.RUNNING,
    }
    return SimpleNamespace(**{**start, **fields})


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, rec.RUNNING),
        ({"speed": inf}, rec.NOT_FINITE),
        ({"steps": 10}, rec.TOO_MANY_STEPS),
        ({"switch": 1, "stiff": 300}, rec.STIFF),
        ({"switch": 1, "stiff": 299}, rec.RUNNING),
        ({"switch": 1, "turns": 300}, rec.STIFF),
        ({"switch": 1, "turns": 299}, rec.RUNNING),
        ({"switch": 0, "stiff": 300}, rec.RUNNING),  # a method by name stays
    ],
)
def test_a_run_ends_or_changes_its_method(fields, status):
    run = run_of(**fields)
    plain(acceptance.check_termination)(run, 100)
    assert run.status == status


@pytest.mark.parametrize(
    ("fields", "counted"), [({"stiff": 300}, 1), ({"turns": 300}, 1), ({"stiff": 299}, 0)]
)
def test_steps_of_a_method_by_name_that_look_stiff_are_counted(fields, counted):
    run = run_of(**fields)
    plain(acceptance.check_termination)(run, 100)
    assert run.stiff_steps == counted
