"""Rows that are chosen from a long result: few, and none of the peaks is missing."""

import numpy as np

from gudgeon.report.decimation import chosen_rows
from gudgeon.report.run_data import base_channels
from gudgeon.results.result import Result
from tests.support import synthetic_results


def spiky(rows: int, peaks: list[int]) -> Result:
    """A result whose forces are zero but for single rows."""
    result = synthetic_results.result(rows)
    force = np.zeros((rows, 2, 3))
    force[peaks, 0, 0] = 100.0 + np.arange(len(peaks))
    data = {**result.data, "joint_force": force}
    return Result(result.mechanism, result.layout, data, result.outcome)


def test_a_short_result_keeps_all_rows() -> None:
    result = synthetic_results.result(100)
    assert chosen_rows(result, list(base_channels(result)), 100) is None


def test_single_rows_with_a_peak_are_kept() -> None:
    peaks = [*range(17, 99_000, 613)]
    result = spiky(100_000, peaks)
    rows = chosen_rows(result, list(base_channels(result)), 2_000)
    assert rows is not None
    assert len(rows) <= 2_000
    assert set(peaks) <= set(rows)
    assert (rows[0], rows[-1]) == (0, 99_999)
    assert np.all(np.diff(rows) > 0)


def test_rows_go_where_straight_lines_are_wrong() -> None:
    """Half the run stands still, half turns: with straight lines between equal steps the error
    would be twice this.
    """
    result = synthetic_results.result(np.linspace(0, 40, 50_001))
    name = "crank.position"
    rows = chosen_rows(result, [name], 1_000)
    assert rows is not None
    values = result.channel(name).values[:, 0]
    shown = np.interp(result.t, result.t[rows], values[rows])
    gap = 40 / (0.4 * 1_000)  # [s] between the rows that are evenly spaced
    # chord of a circle of radius 1
    assert np.max(np.abs(shown - values)) < (synthetic_results.OMEGA * gap) ** 2 / 8


def test_the_extremes_of_every_channel_are_kept_however_few_rows_there_are() -> None:
    result = spiky(10_000, [4321])
    rows = chosen_rows(result, list(base_channels(result)), 50)
    assert rows is not None
    assert 4321 in rows
    height = result.data["position"][:, 0, 1]
    assert {int(np.argmax(height)), int(np.argmin(height))} <= set(rows)
