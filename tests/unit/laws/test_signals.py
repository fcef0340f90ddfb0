"""Functions of time: values, derivatives and where they are not smooth."""

from itertools import pairwise
from math import cos, nextafter, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gudgeon as gd
from tests.support.law_samples import SIGNALS, compiled

TIMES = [-0.7, 0.0, 0.13, 0.41, 0.66, 0.97, 1.23, 1.5, 2.9]
each = pytest.mark.parametrize("name", SIGNALS)


@each
@pytest.mark.parametrize("t", TIMES)
def test_compiled_signal_equals_the_plain_one(name, t):
    """Both evaluate the same expression; a fused multiply-add may change the last digits."""
    law = SIGNALS[name]
    assert compiled(law, t) == pytest.approx(law(t), rel=1e-14, abs=1e-14)


@each
@pytest.mark.parametrize("t", TIMES)
def test_rate_and_acceleration_are_the_derivatives_of_the_value(name, t):
    """Differences over 1e-5 s: 1e-10 of truncation and 1e-11 of rounding, times derivatives of
    at most a thousand.
    """
    law, h = SIGNALS[name], 1e-5
    if any(abs(t - corner) < h for corner in law.breakpoints_until(3.0)):
        pytest.skip("a derivative jumps here")
    before, here, after = law(t - h), law(t), law(t + h)
    assert (after[0] - before[0]) / (2 * h) == pytest.approx(here[1], abs=1e-6)
    assert (after[1] - before[1]) / (2 * h) == pytest.approx(here[2], abs=1e-6)


@each
def test_signal_is_smooth_but_at_its_kinks(name):
    """No jump of the value or the rate anywhere in the span; none of the acceleration away from
    the breakpoints.
    """
    law, breakpoints = SIGNALS[name], SIGNALS[name].breakpoints()
    if law.jumps or law.has_corners:
        pytest.skip("no motion of a driver")
    first, last = max(law.span()[0], -1.0), min(law.span()[1], 3.0)
    step = (last - first) / 4000
    for k in range(4000):
        a, b = law(first + k * step), law(first + (k + 1) * step)
        assert abs(b[0] - a[0]) < 20 * step and abs(b[1] - a[1]) < 100 * step
        if not any(
            first + (k - 1) * step < corner < first + (k + 2) * step for corner in breakpoints
        ):
            assert abs(b[2] - a[2]) < 1000 * step


def test_constant_stays():
    assert gd.Constant(0.7)(12.0) == (0.7, 0.0, 0.0)


def test_constant_speed_grows_from_its_start():
    assert gd.ConstantSpeed(3.0, start=0.5)(2.0) == (6.5, 3.0, 0.0)


def test_harmonic_is_a_sine_about_its_mean():
    value, rate, acceleration = gd.Harmonic(2.0, frequency=0.5, phase=0.3, mean=1.0)(0.7)
    omega, angle = pi, pi * 0.7 + 0.3
    assert value == pytest.approx(1 + 2 * sin(angle), abs=1e-15)
    assert rate == pytest.approx(2 * omega * cos(angle), abs=1e-14)
    assert acceleration == pytest.approx(-2 * omega**2 * sin(angle), abs=1e-14)


@pytest.mark.parametrize(
    ("t", "value", "rate", "acceleration"),
    [(0.0, 0.5, 1, 0), (1.0, 1.5, 1, 1.5), (2.0, 3.25, 2.5, 1.5), (4, 10.5, 4, 0)],
)
def test_speed_ramp_at_points_computed_by_hand(t, value, rate, acceleration):
    """Speed 1 until t = 1, then up to 4 within 2 s; x(1) = 1.5, x(3) = 1.5 + 2 (1 + 4)/2 = 6.5."""
    assert gd.SpeedRamp(1.0, 4.0, duration=2.0, begin=1.0, start=0.5)(t) == pytest.approx(
        (value, rate, acceleration), abs=1e-14
    )


@pytest.mark.parametrize("begin", [-1.0, -5.0])
def test_speed_ramp_that_began_earlier_has_its_start_at_time_zero(begin):
    assert gd.SpeedRamp(1.0, 4.0, duration=2.0, begin=begin, start=0.5)(0.0)[0] == pytest.approx(
        0.5, abs=1e-14
    )


def test_smooth_step_begins_and_ends_at_rest():
    ramp = gd.SmoothStep(-0.4, 1.1, duration=0.5, begin=0.2)
    assert ramp(0.2) == (-0.4, 0.0, 0.0) == ramp(-3.0)
    # 60 (b - a) / T^2 times the rounding of 0.7
    assert ramp(0.7) == pytest.approx((1.1, 0.0, 0.0), abs=1e-13)
    # half way, at its fastest
    assert ramp(0.45)[:2] == pytest.approx((0.35, 1.5 / 0.5 * 30 / 16), abs=1e-14)


def test_kinks_are_where_the_signal_changes_its_kind():
    assert gd.SpeedRamp(0.0, 1.0, duration=0.5, begin=0.25).breakpoints() == (0.25, 0.75)
    assert gd.SmoothStep(0.0, 1.0, duration=0.5, begin=0.25).breakpoints() == (0.25, 0.75)
    assert SIGNALS["table"].breakpoints() == SIGNALS["table"].points
    assert gd.Harmonic(1.0, frequency=1.0).breakpoints() == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: gd.Harmonic(1.0, frequency=0),
            r"frequency: must be > 0 \[Hz\|1/rad\|1/m\], got 0",
        ),
        (lambda: gd.SpeedRamp(0, 1, duration=-2), r"duration: must be > 0 \[s\], got -2"),
        (lambda: gd.SmoothStep(0, "1 kg", duration=1), r"final: .*kg"),
        (
            lambda: gd.ConstantSpeed(float("nan")),
            r"speed: must be a finite number \[rad/s\|m/s\], got nan",
        ),
        (
            lambda: gd.SignalTable((0, 1, 2), (0, 1, 2), "spline"),
            r"points: a table needs at least 4 points, got 3",
        ),
        (
            lambda: gd.SignalTable((0, 1, 1, 2), (0, 1, 2, 3)),
            r"points: must increase from point to point; point 3 is 1 after 1",
        ),
        (lambda: gd.SignalTable((0, 1, 2, 3), (0, 1, 2)), r"values: 4 points and 3 values"),
    ],
)
def test_bounds_name_the_field_and_the_unit(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


def test_speeds_may_be_given_with_a_unit():
    assert gd.ConstantSpeed("60 rpm").speed == pytest.approx(2 * pi, abs=1e-15)


def test_a_step_has_its_new_value_from_the_jump_on():
    step = gd.Step(2.0, at=0.5, initial=-1.0)
    assert step(0.5)[0] == 2.0 and step(nextafter(0.5, 0.0))[0] == -1.0
    assert step.breakpoints() == (0.5,) and step.jumps


def test_a_pulse_lasts_as_long_as_it_says():
    pulse = gd.Pulse(3.0, duration=0.2, begin=0.1, base=1.0)
    assert [pulse(t)[0] for t in (0.0, 0.1, 0.29, 0.1 + 0.2, 5.0)] == [1.0, 3.0, 3.0, 1.0, 1.0]


def test_a_trapezoid_has_the_area_of_a_trapezoid():
    shape = gd.Trapezoid(2.0, rise=0.1, hold=0.3, fall=0.2)
    assert [shape(t)[0] for t in (-1.0, 0.05, 0.1, 0.3, 0.5, 0.6, 9.0)] == pytest.approx(
        [0.0, 1.0, 2.0, 2.0, 1.0, 0.0, 0.0], abs=1e-15
    )
    # the midpoint rule is exact on straight pieces whose corners are nodes
    area = sum(shape((k + 0.5) * 0.01)[0] for k in range(60)) * 0.01
    assert area == pytest.approx(2.0 * (0.05 + 0.3 + 0.1), rel=1e-12)


@given(
    begin=st.floats(-3, 3),
    period=st.floats(1e-3, 2),
    share=st.floats(0.01, 0.99),
    end=st.floats(0.01, 3),
)
def test_a_repeated_pulse_jumps_exactly_at_its_breakpoints(begin, period, share, end):
    """To the last bit: just before a breakpoint it has the old value, on it the new one."""
    pulse = gd.Pulse(1.0, duration=share * period, begin=begin, period=period)
    edges = sorted({t for t in pulse.breakpoints_until(end) if 0 < t <= end})
    for t in edges[:50]:
        assert pulse(t)[0] != pulse(nextafter(t, -1.0))[0]
    for a, b in pairwise(edges[:50]):
        assert pulse(a)[0] == pulse(0.5 * (a + b))[0]


def test_signals_can_be_subtracted():
    a, b, t = gd.Harmonic(0.6, 1.7, 0.4), gd.SmoothStep(0.1, 1.0, 0.9), 0.37
    for both, sign_a, sign_b, more in ((a - b, 1, -1, 0), (3 - a, -1, 0, 3), (-b - 2, 0, -1, -2)):
        expected = [sign_a * x + sign_b * y for x, y in zip(a(t), b(t), strict=True)]
        assert both(t) == pytest.approx([expected[0] + more, *expected[1:]], abs=1e-15)


def test_sums_and_products_have_the_derivatives_of_sums_and_products():
    a, b, c = gd.Harmonic(0.6, 1.7, 0.4), gd.ConstantSpeed(3.1, -0.2), gd.SmoothStep(0.1, 1.0, 0.9)
    both, t, h = a * (b + c) + 2 * c, 0.37, 1e-5
    before, here, after = both(t - h), both(t), both(t + h)
    assert here[0] == pytest.approx(a(t)[0] * (b(t)[0] + c(t)[0]) + 2 * c(t)[0], rel=1e-14)
    assert (after[0] - before[0]) / (2 * h) == pytest.approx(here[1], abs=1e-6)
    assert (after[1] - before[1]) / (2 * h) == pytest.approx(here[2], abs=1e-6)
    assert both.breakpoints() == (0.0, 0.9)
    assert [len(term) for term in both.terms()] == [2, 2, 2]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gd.Sum(()), r"signals: expected a list of signals such as Step"),
        (lambda: gd.Sum((3.0,)), r"signals: expected a list of signals"),
        (lambda: gd.Pulse(1, 2, period=1), r"period: must be at least as long as it lasts, 2"),
        (lambda: gd.Trapezoid(1, 1, 1, 1, period=2), r"period: must be at least .* 3; got 2"),
        (lambda: gd.Step(1, at="3 mm"), r"at: '3 mm' has the wrong kind of unit; expected \[s\]"),
        (lambda: gd.Sum((gd.Step(1),), over="A.angle"), r"over: belongs to each of its signals"),
        (lambda: gd.Product([gd.Sum([gd.Step(1)] * 20)] * 3), r"more than 1000 signals"),
        (lambda: (gd.Step(1) + gd.Step(1, over="A.angle"))(0.0), r"different arguments"),
        (
            lambda: list(gd.Pulse(1, 1e-7, period=1e-6).breakpoints_until(10.0)),
            r"breakpoints in 10",
        ),
    ],
)
def test_what_is_no_signal_is_refused(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


def test_times_that_differ_by_rounding_alone_are_one():
    """0.1 + 0.1 + 0.1 > 0.3, and 0.25 + 0.05 < 6 * 0.05."""
    touching = gd.Trapezoid(1.0, 0.1, 0.1, 0.1, period=0.3)
    table = gd.SignalTable((0, 0.01, 0.05), (0, 1, 0), period=0.05)
    for signal in (touching, table):
        times = sorted(set(signal.breakpoints_until(3.0)))
        assert min(b - a for a, b in pairwise(times)) > 1e-3
    with pytest.raises(gd.InputError, match=r"^period: must be at least as long as it lasts, 0.3"):
        gd.Trapezoid(1.0, 0.1, 0.1, 0.1, period=0.299)
