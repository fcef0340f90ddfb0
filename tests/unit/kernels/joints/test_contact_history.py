"""What contacts remember: when they began and ended, how fast, how deep and how hard, from steps
that are given by hand.
"""

import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels import records as rec
from gudgeon.kernels.joints import contact_history
from tests.support.plain_kernels import fields, plain


class Contact:
    """A ball in its socket whose depths and rates are given step by step."""

    def __init__(self, friction=None):
        fit = gd.Clearance(contact=gd.Hertz(1e9), friction=friction)
        joint = gd.Spherical(
            "J",
            between=("ground", "a"),
            point=(0, 0, 0),
            bearing_radius=0.01,
            radial_clearance=1e-4,
            fit=fit,
        )
        assembly = check_model(
            gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
        ).assembly
        system, work = assembly.system, assembly.work()
        self.system = system._replace(
            contacts=fields(system.contacts), setting=fields(system.setting)
        )
        self.work = work._replace(periods=fields(work.periods))
        self.y, self.update = assembly.y.copy(), plain(contact_history.update)
        self.work.contacts[0, rec.SLOPE_TRIAL] = 1.0
        self.place = int(system.contacts[0]["watch"])

    def note(self, force, t):
        """Note a force that is greatest so far."""
        self.work.peaks[-1, rec.GREATEST], self.work.peaks[-1, rec.WHEN] = force, t

    def step(self, t, delta, rate):
        """Accept a step that ended so; return how many contacts went on or off."""
        self.work.watched[self.place, rec.VALUE], self.work.watched[self.place, rec.SLOPE] = (
            delta,
            rate,
        )
        changes = self.update(self.system, self.work, t, self.y)
        self.work.last_watched[self.place] = delta
        return changes

    @property
    def memory(self):
        return self.work.contacts[0]

    @property
    def period(self):
        assert self.work.count[rec.PERIODS] == 1
        return self.work.periods[0]


def test_a_contact_goes_on_where_it_touches_and_approaches_and_off_where_it_leaves():
    contact = Contact()
    assert contact.step(0.0, -1e-5, 0.2) == 0  # still apart
    assert contact.step(0.1, 0.0, 0.2) == 1
    assert contact.memory[rec.ON] == 1.0
    assert contact.step(0.2, 1e-5, -0.1) == 0
    assert contact.step(0.3, 0.0, -0.15) == 1
    assert contact.memory[rec.ON] == 0.0


def test_touching_without_approaching_begins_nothing_and_resting_ends_nothing():
    contact = Contact()
    assert contact.step(0.0, 0.0, -0.1) == contact.step(0.1, 0.0, 0.0) == 0
    contact.step(0.2, 1e-6, 0.1)
    assert contact.memory[rec.ON] == 1.0
    assert contact.step(0.3, 0.0, 0.0) == 0  # it lies on the surface


def test_a_period_has_its_times_speeds_depth_and_what_was_lost():
    contact = Contact()
    contact.y[-1] = 0.5
    contact.step(1.0, 0.0, 0.2)
    contact.step(1.1, 1e-2, 0.0)
    contact.y[-1] = 0.8
    contact.step(1.2, 0.0, -0.16)
    period = contact.period
    assert (period.contact, period.start, period.end) == (0, 1.0, 1.2)
    assert (period.approach_speed, period.departure_speed) == (0.2, pytest.approx(0.16))
    assert period.energy_lost == pytest.approx(0.3)
    assert period.penetration >= 1e-2


def test_the_speed_counts_along_the_normal_where_the_depth_grows_more_slowly():
    """At an end that begins to lie flat the depth changes with a slope: the speeds of the
    material are larger.
    """
    contact = Contact()
    contact.memory[rec.SLOPE_TRIAL] = 0.5
    contact.step(1.0, 0.0, 0.2)
    assert contact.memory[rec.APPROACH] == pytest.approx(0.4)


def test_the_depth_is_greatest_between_two_steps():
    """δ = 4 a s (1 − s) over one second from step to step: its top, a, lies in the middle, where
    no step ended.
    """
    a, contact = 1e-3, Contact()
    contact.step(0.0, 0.0, 4 * a)
    contact.step(1.0, 0.0, -4 * a)
    period = contact.period
    assert period.turn == pytest.approx(0.5, abs=1e-12)
    assert period.penetration == pytest.approx(a, rel=1e-12)


def test_a_period_has_the_greatest_force_that_was_noted_since_it_began():
    contact = Contact()
    contact.note(99.0, 0.5)  # of an earlier one
    contact.step(1.0, 0.0, 0.2)
    contact.note(50.0, 1.05)
    contact.step(1.1, 1e-2, 0.0)
    contact.step(1.2, 0.0, -0.16)
    assert (contact.period.peak_force, contact.period.peak_time) == (50.0, 1.05)


def test_the_age_of_a_contact_counts_its_steps():
    contact = Contact()
    contact.step(0.0, 0.0, 0.2)
    assert contact.memory[rec.AGE] == 0
    contact.step(0.1, 1e-5, 0.1)
    contact.step(0.2, 1e-5, -0.1)
    assert contact.memory[rec.AGE] == 2


def test_the_first_turn_is_kept_and_the_greatest_depth_of_all():
    """It bounces inside the material: turns at the top of the first hump, is deepest in the
    second.
    """
    contact = Contact()
    contact.step(0.0, 0.0, 4e-3)
    contact.step(1.0, 5e-4, -1e-3)
    first = contact.memory[rec.TURN]
    contact.step(2.0, 4e-4, 8e-3)
    contact.step(3.0, 2e-3, -8e-3)
    assert 0 < first < 1 and contact.memory[rec.TURN] == first
    assert contact.memory[rec.DEEPEST] > 2e-3


def test_a_new_period_begins_without_memory_of_the_last():
    contact = Contact(friction=gd.Dahl(0.1, sigma_0=1e5))
    bristle = int(contact.system.contacts[0].bristle)
    contact.y[bristle : bristle + 3] = (1e-6, 2e-6, 3e-6)
    contact.step(0.0, 0.0, 0.3)
    assert not contact.y[bristle : bristle + 3].any()  # bristles begin straight
    contact.note(70.0, 0.1)
    contact.step(0.1, 1e-5, -0.1)
    contact.step(0.2, 0.0, -0.1)
    contact.step(0.3, 0.0, 0.05)
    assert (
        contact.memory[rec.APPROACH],
        contact.work.peaks[-1, rec.GREATEST],
        contact.memory[rec.DEEPEST],
    ) == (0.05, 0.0, 0.0)
    assert math.isnan(contact.memory[rec.TURN])


# -- cubics ----------------------------------------------------------------------------------------


def test_a_cubic_is_that_of_its_ends():
    """2 − 3 x + x² + 4 x³ on 0 to 1: values 2 and 4, slopes −3 and 11."""
    for theta in (0.0, 0.3, 1.0):
        value, slope = plain(contact_history.on_cubic)(2.0, 4.0, -3.0, 11.0, theta)
        assert value == pytest.approx(2 - 3 * theta + theta**2 + 4 * theta**3, abs=1e-14)
        assert slope == pytest.approx(-3 + 2 * theta + 12 * theta**2, abs=1e-14)


@pytest.mark.parametrize(
    ("a", "b", "a_dot", "b_dot"),
    [(0.0, 0.0, 1.0, -1.0), (0.1, 0.2, 3.0, -0.5), (0.0, 1.0, 1.5, 0.0)],
)
def test_the_top_of_a_cubic_is_where_numpy_finds_it(a, b, a_dot, b_dot):
    c, d = 3 * (b - a) - 2 * a_dot - b_dot, 2 * (a - b) + a_dot + b_dot
    polynomial = np.polynomial.Polynomial((a, a_dot, c, d))
    theta, top = plain(contact_history.cubic_maximum)(a, b, a_dot, b_dot)
    x = np.linspace(0, 1, 100_001)
    assert top == pytest.approx(polynomial(x).max(), abs=1e-9)
    assert theta == pytest.approx(x[np.argmax(polynomial(x))], abs=2e-5)
