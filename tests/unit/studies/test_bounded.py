"""Parameters between bounds: units, shares, wrong bounds."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.bounded import BoundedRuns, bounds_of
from gudgeon.studies.sweep_grid import base_of
from tests.support.swept_falls import DURATION, falling


def test_bounds_have_units_and_points_stand_between_them():
    base = base_of(falling())
    bounds = bounds_of(base, {"bodies.cabin.mass": ("500 g", "1.5 kg"), "gravity.2": (-12, -8)})
    assert bounds == {"bodies.cabin.mass": (0.5, 1.5), "gravity.2": (-12.0, -8.0)}
    runs = BoundedRuns(base, bounds, {"end": "last D.displacement"}, {})
    shares = np.array([[0.0, 1.0], [0.5, 0.25]])
    assert runs.values(shares).tolist() == [[0.5, -8.0], [1.0, -11.0]]
    assert runs.shares(runs.values(shares)) == pytest.approx(shares)
    found = runs.run(shares)
    assert found.table["end"] == pytest.approx(np.array([-8.0, -11.0]) * DURATION**2 / 2)
    assert runs.count == 2


@pytest.mark.parametrize(
    "parameters, says",
    [
        ({}, "at least one parameter"),
        (None, "at least one parameter"),
        ({3: (1, 2)}, "path of a value"),
        ({"gravity.2": 3}, "expected two bounds"),
        ({"gravity.2": (2, 1)}, "low must be below high"),
        ({"bodies.cabin.mass": ("1 m", "2 m")}, "m"),
    ],
)
def test_wrong_bounds_are_said(parameters, says):
    with pytest.raises(gd.InputError, match=says):
        bounds_of(base_of(falling()), parameters)
