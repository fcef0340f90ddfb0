"""Inputs as signals: what they are before anybody sets them, and what is refused."""

import pytest

import gudgeon as gd


def test_an_input_is_the_constant_that_it_begins_with():
    assert gd.Input("torque")(3.0) == (0.0, 0.0, 0.0)
    assert gd.Input("torque", "2 N*m", ramp="5 ms")(0.001) == (2.0, 0.0, 0.0)


def test_without_a_ramp_a_new_value_is_there_at_once():
    signal = gd.Input("u", 1.0)
    p = signal.towards(5.0, 0.3, signal.parameters())
    assert signal.value(0.3, p) == signal.value(9.0, p) == (5.0, 0.0, 0.0)


def test_a_ramp_is_its_own_derivative():
    """Rate and acceleration against differences of the value."""
    signal = gd.Input("u", 1.0, ramp=0.2)
    p = signal.towards(-2.0, 0.3, signal.parameters())
    p = signal.towards(0.7, 0.36, p)
    h = 1e-5
    for t in (0.37, 0.41, 0.5, 0.55):
        before, (x, rate, acceleration), after = (signal.value(t + k * h, p) for k in (-1, 0, 1))
        assert (after[0] - before[0]) / (2 * h) == pytest.approx(rate, rel=1e-6)
        assert (after[0] - 2 * x + before[0]) / (h * h) == pytest.approx(acceleration, rel=1e-3)
    assert signal.value(0.56, p) == pytest.approx((0.7, 0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: gd.Input(""), "name: a name must be a non-empty text"),
        (lambda: gd.Input("A.force"), "name: a name may not contain"),
        (lambda: gd.Input(3), "name: a name must be a non-empty text, got 3"),
        (lambda: gd.Input("t"), "name: 't' is a channel of results; choose another"),
        (lambda: gd.Input("u", over="A.angle"), "over: an input is set in time, it is no function"),
        (lambda: gd.Input("u", ramp=-1), "ramp: must be >= 0"),
    ],
)
def test_what_cannot_be_an_input_is_refused(make, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        make()
