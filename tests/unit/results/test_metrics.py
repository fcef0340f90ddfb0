"""Numbers that sum up a run, and how far two runs are apart, on results whose numbers are known."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.results import metrics
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status

LABELS = {
    "body": ("one", "two"),
    "joint": ("A",),
    "coordinate": ("A.angle",),
    "driver": (),
    "entry": ("kinetic",),
}


def result(t, positions, force=None) -> Result:
    """Return a result with these times, positions (rows, bodies, 3) and forces of joint A."""
    columns = layout(LABELS)
    rows = np.zeros((len(t), columns.width))
    rows[:, columns["t"].columns] = np.reshape(t, (-1, 1))
    rows[:, columns["position"].columns] = np.reshape(positions, (len(t), -1))
    if force is not None:
        rows[:, columns["joint_force"].columns] = force
    return Result(None, columns, columns.split(rows), Outcome(Status.COMPLETE))


def test_distances_are_those_of_pythagoras():
    still = result([0, 1], np.zeros((2, 2, 3)))
    moved = result([0, 1], [[[0, 0, 0], [0, 0, 0]], [[3, 0, 4], [0, 12, 5]]])
    np.testing.assert_array_equal(metrics.distances(moved, still, 2), [[0, 0], [5, 13]])


def test_rows_are_common_until_the_first_time_that_differs():
    short, long = (
        result([0, 1, 1.5], np.zeros((3, 2, 3))),
        result([0, 1, 2, 3], np.zeros((4, 2, 3))),
    )
    assert metrics.common_rows(short, long) == metrics.common_rows(long, short) == 2
    assert metrics.common_rows(long, long) == 4


@pytest.mark.parametrize("block", [1, 2, 100])
def test_greatest_is_the_same_however_many_rows_are_read_at_once(block, monkeypatch):
    monkeypatch.setattr(metrics, "BLOCK", block)
    found = result(
        [0, 1, 2, 3], np.zeros((4, 2, 3)), force=[[np.nan] * 3, [3, 0, 4], [0, 5, 12], [1, 0, 0]]
    )
    assert metrics.greatest(found, "joint_force", 0) == (13.0, 2.0)


def test_greatest_of_no_numbers_is_none():
    found = result([0, 1], np.zeros((2, 2, 3)), force=np.full((2, 3), np.nan))
    assert np.isnan(metrics.greatest(found, "joint_force", 0)[0])


def test_statistics_of_a_channel_have_names():
    found = result([0, 1], [[[1, 0, 0], [0, 0, 0]], [[3, 0, 0], [0, 0, 0]]])
    values = {
        name: metrics.named(found, f"{name} one.position.x").value for name in metrics.STATISTICS
    }
    assert values == {"max": 3, "min": 1, "mean": 2, "range": 2, "rms": np.sqrt(5), "last": 3}


def test_means_are_over_time_whatever_the_rows():
    """A line from 0 to 4: many rows at its foot change nothing but the square, a parabola, of
    which chords are too high: over the last unit by 1/6.
    """
    t = [0, 0.01, 0.02, 0.03, 1, 2, 3, 4]
    found = result(t, [[[time, 0, 0], [0, 0, 0]] for time in t])
    assert metrics.named(found, "mean one.position.x").value == pytest.approx(2)
    square = metrics.named(found, "rms one.position.x").value ** 2
    assert square == pytest.approx(16 / 3, rel=0.04)  # 4 units of 1/6 of 64/3


def test_unknown_measures_get_a_suggestion():
    with pytest.raises(
        gd.InputError, match=r"there is no measure 'impact'. Did you mean 'impacts'"
    ):
        metrics.named(result([0], np.zeros((1, 2, 3))), "impact")


def test_table_has_nan_where_a_run_lacks_what_another_has():
    found = metrics.table([{"a": metrics.Measured(1.0, "m")}, {"b": metrics.Measured("dry")}])
    np.testing.assert_array_equal(found["a"], [1.0, np.nan])
    assert found["b"].tolist() == ["", "dry"]
    assert found.units == {"a": "m", "b": ""}
