"""The equations of motion as a function: against those of one body, and of a pendulum, in closed
form.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.simulation.right_hand_side import right_hand_side, time_right_hand_side
from tests.support.one_body import rotation

I = np.array((0.2, 0.3, 0.45))


def test_a_free_body_obeys_newton_and_euler():
    """r' = v, p' = ½ p ∘ ω, v' = g, I ω' = −ω × I ω in the body frame."""
    p = np.array((0.8, 0.2, -0.4, 0.4))
    body = gd.Body(
        "top",
        mass=2.0,
        inertia=I,
        position=(1, 2, 3),
        orientation=p,
        velocity=(0.1, 0.2, 0.3),
        angular_velocity=(1, -2, 3),
    )
    f, y = right_hand_side(gd.Mechanism(bodies=[body], gravity=(0, 0, -9.81)))
    w = rotation(p).T @ (1, -2, 3)
    assert (
        y[:3] == pytest.approx((1, 2, 3))
        and y[3:7] == pytest.approx(p)
        and y[7:13] == pytest.approx((0.1, 0.2, 0.3, *w))
    )
    turning = 0.5 * np.array((-p[1:] @ w, *(p[0] * w + np.cross(p[1:], w))))
    expected = (0.1, 0.2, 0.3, *turning, 0, 0, -9.81, *(-np.cross(w, I * w) / I))
    assert f(0.0, y)[:13] == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("angle", "speed"), [(0.0, 0.0), (0.7, -1.5), (2.5, 3.0)])
def test_a_pendulum_accelerates_as_its_moment_says(angle, speed):
    """(I + m l²) q'' = −m g l cos q, and the centre of mass l (q'' t − q'² n)."""
    m, l, g = 1.5, 0.4, 9.81
    way, across = (
        np.array((np.cos(angle), np.sin(angle))),
        np.array((-np.sin(angle), np.cos(angle))),
    )
    arm = gd.Body(
        "arm",
        mass=m,
        inertia=0.05,
        position=l * way,
        orientation=angle,
        velocity=l * speed * across,
        angular_velocity=speed,
    )
    pin = gd.Revolute("pin", between=("ground", "arm"), point=(0, 0))
    f, y = right_hand_side(gd.Mechanism(plane="xy", bodies=[arm], joints=[pin], gravity=(0, -g)))
    rate = -m * g * l * np.cos(angle) / (0.05 + m * l * l)
    found = f(0.0, y)
    assert found[:3] == pytest.approx((*(l * speed * across), speed), abs=1e-14)
    assert found[3:6] == pytest.approx((*(l * (rate * across - speed**2 * way)), rate), abs=1e-13)


def test_time_counts_where_a_load_depends_on_it():
    body = gd.Body("a", mass=2.0, inertia=(1, 1, 1))
    push = gd.Force("push", body="a", force=(1, 0, 0), magnitude=gd.Harmonic(6.0, frequency=0.5))
    f, y = right_hand_side(gd.Mechanism(bodies=[body], forces=[push]))
    assert [f(t, y)[7] for t in (0.0, 0.25, 0.5)] == pytest.approx(
        [0.0, 3.0 * np.sqrt(0.5), 3.0], abs=1e-14
    )


def test_neither_the_state_nor_an_earlier_answer_is_changed():
    f, y = right_hand_side(gd.library("four-bar"))
    kept, first = y.copy(), f(0.0, y)
    before = first.copy()
    f(0.0, y + 1e-3)
    assert np.array_equal(y, kept) and np.array_equal(first, before)
    assert np.array_equal(f(0.0, y), before)


def test_lists_are_taken_as_states():
    f, y = right_hand_side(gd.library("pendulum"))
    assert np.array_equal(f(0, y), f(0.0, np.array(y.tolist())))


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_an_evaluation_takes_a_time_that_is_worth_measuring():
    """More than a nanosecond, and far less than a millisecond on any machine."""
    assert 1e-9 < time_right_hand_side(gd.library("pendulum"), repeats=50) < 1e-3


def test_what_is_no_mechanism_is_refused():
    with pytest.raises(gd.InputError, match="expected a Mechanism"):
        right_hand_side(3)
