"""Rows on a grid among others, and the time for which each row stands."""

import numpy as np
import pytest

from gudgeon.results.output_grid import ChosenData, grid_times, time_mean, time_weights
from gudgeon.results.result import Result
from tests.support import synthetic_results


def test_a_thousand_intervals_are_the_default():
    np.testing.assert_array_equal(grid_times(2.0, None), np.arange(1001) * 0.002)


def test_the_end_is_always_a_grid_time():
    assert grid_times(1.0, 0.3) == pytest.approx([0, 0.3, 0.6, 0.9, 1.0], abs=1e-15)


def test_rows_stand_for_half_the_way_to_their_neighbours():
    assert time_weights(np.array([0.0, 1.0, 4.0])).tolist() == [0.5, 2.0, 1.5]
    assert time_weights(np.array([2.0])).tolist() == [1.0]


def test_means_are_over_time():
    assert time_mean(np.array([0.0, 1.0, 4.0]), np.array([0.0, 1.0, 4.0])) == 2.0
    assert time_mean(np.array([3.0]), np.array([2.0])) == 3.0


def test_chosen_rows_look_like_those_of_a_result():
    data = ChosenData({"t": np.arange(5.0), "x": np.arange(10.0).reshape(5, 2)}, np.array([0, 3]))
    assert list(data) == ["t", "x"] and len(data) == 2
    assert data["x"].shape == (2, 2)
    assert data["x"][:, 1].tolist() == [1.0, 7.0]
    assert data["t"][1] == 3.0


def followed() -> Result:
    """A result of four intervals whose output followed the motion: two rows stand between."""
    full = synthetic_results.result(np.array([0.0, 0.25, 0.3, 0.5, 0.74, 0.75, 1.0]))
    about = {"duration": 1.0, "output": "motion", "output_step": 0.25}
    return Result(full.mechanism, full.layout, full.data, full.outcome, settings=about)


def test_a_result_has_its_equidistant_rows_alone():
    run = followed()
    assert run.on_grid.t.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    name = run.layout.labels["body"][0]
    kept = [0, 1, 3, 5, 6]
    np.testing.assert_array_equal(run.on_grid.body(name).position, run.body(name).position[kept])
    assert run.on_grid.on_grid is run.on_grid


def test_a_result_on_a_grid_is_what_it_is():
    run = synthetic_results.result(5)
    assert run.on_grid is run
