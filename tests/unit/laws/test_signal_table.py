"""Tables: through their points, never beyond them unless a spline is asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import PchipInterpolator

import gudgeon as gd
from tests.support.law_samples import SIGNALS, compiled


def test_table_passes_through_its_points():
    table = SIGNALS["table"]
    for t, value in zip(table.points, table.values, strict=True):
        assert table(t)[0] == pytest.approx(value, abs=1e-15)
        assert compiled(table, t)[0] == pytest.approx(value, abs=1e-15)


def test_table_reproduces_a_cubic_between_its_points():
    """A spline that is not told its end slopes is exact for a cubic."""
    times = (0.0, 0.2, 0.7, 1.0, 1.6)
    table = gd.SignalTable(times, [t**3 - 2 * t for t in times], "spline")
    for t in (0.05, 0.33, 0.9, 1.45):
        assert table(t) == pytest.approx((t**3 - 2 * t, 3 * t**2 - 2, 6 * t), abs=1e-13)


def test_table_keeps_its_ends_outside():
    table = SIGNALS["table"]
    assert table(-1.0) == pytest.approx((0.1, 0.0, 0.0), abs=1e-15)
    assert table(5.0) == pytest.approx((0.9, 0.0, 0.0), abs=1e-15)
    assert table.span() == (0.0, 1.6)


points = st.lists(
    st.floats(-1e3, 1e3, allow_subnormal=False), min_size=2, max_size=8, unique=True
).map(sorted)
tables = points.filter(lambda x: min(np.diff(x)) > 1e-6).flatmap(
    lambda x: st.tuples(
        st.just(x), st.lists(st.floats(-1e6, 1e6), min_size=len(x), max_size=len(x))
    )
)


@pytest.mark.parametrize("interpolation", ["linear", "smooth"])
@pytest.mark.parametrize("period", [0.0, 2500.0])
@given(table=tables, share=st.floats(-0.5, 1.5))
def test_a_table_never_leaves_the_range_of_its_data(interpolation, period, table, share):
    """To the last bit, and neither between two points nor outside."""
    x, y = table
    law = gd.SignalTable(x, y, interpolation, period)
    t = x[0] + share * (x[-1] - x[0])
    assert min(y) <= law(t)[0] <= max(y)
    k = int(np.clip(np.searchsorted(x, t) - 1, 0, len(x) - 2))
    if x[k] <= t <= x[k + 1]:
        assert min(y[k : k + 2]) <= law(t)[0] <= max(y[k : k + 2])


@given(table=tables)
def test_a_smooth_table_is_the_monotone_cubic_of_scipy(table):
    """The same formulas: differences are rounding, of the values and their greatest slope."""
    x, y = table
    law, other = gd.SignalTable(x, y, "smooth"), PchipInterpolator(x, y)
    scale = max(map(abs, y)) + 1e-300
    for t in np.linspace(x[0], x[-1], 17):
        assert law(t)[0] == pytest.approx(float(other(t)), abs=1e-9 * scale)


def test_a_table_of_a_crank_angle_comes_again_in_every_turn():
    law = gd.SignalTable((0.0, 90.0, 270.0), (0.0, 4.0, 1.0), period=360.0)
    for turn in (-3, -1, 0, 1, 7):
        found = [law(360.0 * turn + angle)[0] for angle in (0.0, 45.0, 90.0, 180.0, 315.0)]
        assert found == pytest.approx([0.0, 2.0, 4.0, 2.5, 0.5], abs=1e-12)
    assert not law.jumps and gd.SignalTable((0.0, 1.0), (0.0, 1.0), period=1.0).jumps


def test_a_smooth_table_has_one_slope_where_its_period_begins():
    law = gd.SignalTable((0.0, 1.0, 2.0, 3.0), (0.0, 1.0, 3.0, 2.0), "smooth", period=4.0)
    assert law(4.0 - 1e-9)[1] == pytest.approx(law(4.0)[1], abs=1e-7)


def test_a_spline_says_by_how_much_it_overshoots():
    """Through (0, 0), (1, 1), (2, 1), (3, 0) goes the parabola t (3 - t) / 2, which has its top at
    1.125.
    """
    beyond, size = gd.SignalTable((0, 1, 2, 3), (0, 1, 1, 0), "spline").overshoot()
    assert beyond == pytest.approx(0.125, abs=1e-12) and size == 1.0
    assert gd.SignalTable((0, 1, 2, 3), (0, 1, 1, 0), "smooth").overshoot() == (0.0, 1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gd.SignalTable((0, 1), (0, 1), "cubic"), r"interpolation: unknown choice 'cubic'"),
        (lambda: gd.SignalTable((0, 2), (0, 1), period=1), r"period: must be at least as long"),
        (
            lambda: gd.SignalTable((0, 1, 2, 3), (0, 1, 0, 1), "spline", 4),
            r"period: a spline has no period",
        ),
        (lambda: gd.SignalTable(("0 s", "3 mm"), (0, 1)), r"points: '3 mm' has the wrong kind"),
    ],
)
def test_what_is_no_table_is_refused(make, message):
    with pytest.raises(gd.InputError, match=message):
        make()
