"""When contacts are held and let go: estimates of the error, calm, pauses."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.stepping import holding
from tests.support.plain_kernels import plain

RUN = SimpleNamespace(h_step=1e-3, atol=1e-6, speed=1.0, length=1.0, mass=1.0)


def held(**columns):
    """Return the work tables of one contact that is held, with these numbers."""
    contacts = np.zeros((1, rec.CONTACT_COLUMNS))
    given = {"ON": 1, "HELD": 1, "LOAD": 2, "LOAD_TRIAL": 2, "NORM": 1e5, "STIFFNESS": 4e8}
    for name, value in {**given, "MOBILITY": 0.25, **columns}.items():
        contacts[0, getattr(rec, name)] = value
    return SimpleNamespace(contacts=contacts, count=np.zeros(rec.COUNTS, int))


def test_the_error_of_a_step_is_the_acceleration_that_it_neglects():
    """1e-3 s of 2e-3 m/s^2, at 1e5 tolerances a m/s: a fifth of the tolerance."""
    error = plain(holding.model_error)(RUN, held(CURVATURE=-2e-3))
    assert error * holding.NEGLECTED == pytest.approx(0.2)


def test_long_steps_err_in_the_work_of_the_force():
    """0.1 s of 1e-6 m/s^2 are 5e-9 m, with 2 N 1e-8 J: a hundredth of 1e-6 m v^2; and 0.1 of the
    tolerance of speeds at 1e6 tolerances a m/s. With a hundred times the force it is the work.
    """
    run = SimpleNamespace(**{**vars(RUN), "h_step": 0.1})
    errors = [
        plain(holding.model_error)(run, held(CURVATURE=1e-6, LOAD=load, LOAD_TRIAL=load, NORM=1e6))
        for load in (2.0, 200.0)
    ]
    assert np.array(errors) * holding.NEGLECTED == pytest.approx([0.1, 1.0])


@pytest.mark.parametrize("load", [0.9, 4.1, -1.0, np.nan])
def test_a_step_in_which_the_force_changes_much_is_too_long(load):
    assert plain(holding.model_error)(RUN, held(LOAD_TRIAL=load)) > 1.0


def test_a_step_without_forces_that_hold_is_too_long():
    work = held()
    work.count[rec.UNSOLVED] = 1
    assert plain(holding.model_error)(RUN, work) > 1.0


def test_the_frequency_of_a_contact_is_that_of_its_spring():
    assert plain(holding.lowest_frequency)(held()) == pytest.approx(1e4)


def test_a_contact_is_calm_after_some_steps_with_a_steady_rate():
    work = held(HELD=0, RATE=3e-4, MEAN_RATE=3e-4)
    contact = rec.table(1, rec.CONTACT).view(np.recarray)
    contact.weight = 1.0
    system, run = SimpleNamespace(contacts=contact), SimpleNamespace(atol=1e-6, speed=1.0)
    calm = [plain(holding.is_calm)(run, system, work, 0) for _ in range(holding.CALM_STEPS)]
    assert calm == [False] * (holding.CALM_STEPS - 1) + [True]
    work.contacts[0, rec.RATE] = 4e-4
    assert not plain(holding.is_calm)(run, system, work, 0)


def test_a_contact_that_cannot_be_held_waits_twice_as_long_each_time():
    contacts = held().contacts
    pauses = []
    for _ in range(7):
        plain(holding.back_off)(contacts, 0)
        pauses.append(contacts[0, rec.PAUSE])
    assert pauses == [12, 24, 48, 96, 192, 200, 200]
