"""Functions of time: values, derivatives and where they are not smooth."""

from math import cos, pi, sin

import pytest

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
    if t in law.breakpoints():
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


def test_ramp_begins_and_ends_at_rest():
    ramp = gd.Ramp(-0.4, 1.1, duration=0.5, begin=0.2)
    assert ramp(0.2) == (-0.4, 0.0, 0.0) == ramp(-3.0)
    # 60 (b - a) / T^2 times the rounding of 0.7
    assert ramp(0.7) == pytest.approx((1.1, 0.0, 0.0), abs=1e-13)
    # half way, at its fastest
    assert ramp(0.45)[:2] == pytest.approx((0.35, 1.5 / 0.5 * 30 / 16), abs=1e-14)


def test_time_table_passes_through_its_points():
    table = SIGNALS["time-table"]
    for t, value in zip(table.times, table.values, strict=True):
        assert table(t)[0] == pytest.approx(value, abs=1e-15)
        assert compiled(table, t)[0] == pytest.approx(value, abs=1e-15)


def test_time_table_reproduces_a_cubic_between_its_points():
    """A spline that is not told its end slopes is exact for a cubic."""
    times = (0.0, 0.2, 0.7, 1.0, 1.6)
    table = gd.TimeTable(times, [t**3 - 2 * t for t in times])
    for t in (0.05, 0.33, 0.9, 1.45):
        assert table(t) == pytest.approx((t**3 - 2 * t, 3 * t**2 - 2, 6 * t), abs=1e-13)


def test_time_table_keeps_its_ends_outside():
    table = SIGNALS["time-table"]
    assert table(-1.0) == pytest.approx((0.1, 0.0, 0.0), abs=1e-15)
    assert table(5.0) == pytest.approx((0.9, 0.0, 0.0), abs=1e-15)
    assert table.span() == (0.0, 1.6)


def test_kinks_are_where_the_signal_changes_its_kind():
    assert gd.SpeedRamp(0.0, 1.0, duration=0.5, begin=0.25).breakpoints() == (0.25, 0.75)
    assert gd.Ramp(0.0, 1.0, duration=0.5, begin=0.25).breakpoints() == (0.25, 0.75)
    assert SIGNALS["time-table"].breakpoints() == SIGNALS["time-table"].times
    assert gd.Harmonic(1.0, frequency=1.0).breakpoints() == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gd.Harmonic(1.0, frequency=0), r"frequency: must be > 0 \[Hz\], got 0"),
        (lambda: gd.SpeedRamp(0, 1, duration=-2), r"duration: must be > 0 \[s\], got -2"),
        (lambda: gd.Ramp(0, "1 kg", duration=1), r"final: .*kg"),
        (
            lambda: gd.ConstantSpeed(float("nan")),
            r"speed: must be a finite number \[rad/s\|m/s\], got nan",
        ),
        (
            lambda: gd.TimeTable((0, 1, 2), (0, 1, 2)),
            r"times: a table needs at least 4 points, got 3",
        ),
        (
            lambda: gd.TimeTable((0, 1, 1, 2), (0, 1, 2, 3)),
            r"times: must increase from point to point; point 3 is 1 after 1",
        ),
        (lambda: gd.TimeTable((0, 1, 2, 3), (0, 1, 2)), r"values: 4 times and 3 values"),
    ],
)
def test_bounds_name_the_field_and_the_unit(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()


def test_speeds_may_be_given_with_a_unit():
    assert gd.ConstantSpeed("60 rpm").speed == pytest.approx(2 * pi, abs=1e-15)
