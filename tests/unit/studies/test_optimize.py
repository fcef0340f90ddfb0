"""Optima that are known: of falls, with and without limits; folders; failures."""

import pytest

import gudgeon as gd
from tests.support.swept_falls import DURATION, depth, falling

BOUNDS = {"gravity.2": (-12.0, -8.0)}


def test_a_known_optimum_is_found():
    """The depth g t^2/2 that comes next to 0.21 m is that of g = 10.5 m/s^2; the population shrinks
    to a thousandth of the bounds in 25 generations.
    """
    best = gd.optimize(
        falling(), BOUNDS, lambda result: (depth(result) - 0.21) ** 2, population=8, generations=25
    )
    assert best.parameters["gravity.2"] == pytest.approx(-10.5, abs=0.01)
    assert best.feasible and best.mechanism.gravity[2] == best.parameters["gravity.2"]
    assert list(best.history) == sorted(best.history, reverse=True)
    assert "gravity.2 = -10.5" in str(best)


def test_limits_hold_the_optimum_back():
    """The deepest fall whose acceleration stays below 9 m/s^2."""
    best = gd.optimize(
        falling(), BOUNDS, depth, maximize=True, limits={"peak_acceleration": 9.0}, population=8, generations=25
    )  # fmt: skip
    assert best.feasible and best.measures["peak_acceleration"] <= 9.0
    assert best.measures["objective"] == pytest.approx(9.0 * DURATION**2 / 2, rel=2e-3)


def test_limits_that_nothing_meets_are_told():
    """Of points outside, the one that exceeds its limit least is the best: the weakest gravity."""
    best = gd.optimize(
        falling(), BOUNDS, depth, limits={"peak_acceleration": 1.0}, population=6, generations=10
    )
    assert not best.feasible and "no point was found within all limits" in str(best)
    assert best.parameters["gravity.2"] == pytest.approx(-8.0, abs=0.2)


def test_a_folder_keeps_all_runs(tmp_path, monkeypatch):
    from tests.support.swept_falls import runs

    options = dict(population=5, generations=2, out=tmp_path)
    first = gd.optimize(falling(), BOUNDS, "peak_acceleration", **options)
    made = runs(monkeypatch)
    again = gd.optimize(falling(), BOUNDS, "peak_acceleration", **options)
    assert not made and again.parameters == first.parameters and again.history == first.history


def test_points_that_fail_are_the_worst():
    """Beyond 10 m/s^2 the measure is no number."""

    def half(result):
        return depth(result) if result.mechanism.gravity[2] > -10 else float("nan")

    best = gd.optimize(falling(), BOUNDS, half, maximize=True, population=8, generations=20)
    assert best.parameters["gravity.2"] == pytest.approx(-10.0, abs=0.1)
    assert best.parameters["gravity.2"] > -10.0


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"objective": "impact"}, "Did you mean 'impacts'"),
        ({"limits": {"impacts": "x"}}, "expected a number"),
        ({"limits": [1]}, "limits by names"),
        ({"population": 2}, "population"),
        ({"keep": True}, "keep"),
    ],
)
def test_wrong_arguments_are_said(arguments, says):
    usual = {"mechanism": falling(), "parameters": BOUNDS, "objective": "impacts"}
    with pytest.raises(gd.InputError, match=says):
        gd.optimize(**{**usual, **arguments})


@pytest.mark.parametrize(
    "objective, says",
    [
        (lambda result: "deep", "a measure that is a number"),
        (lambda result: {"depth": 1.0}, "a measure that is a number"),
        (lambda result: float("nan"), "not a number anywhere"),
    ],
)
def test_what_cannot_be_least_is_said(objective, says):
    with pytest.raises(gd.InputError, match=says):
        gd.optimize(falling(), BOUNDS, objective, population=5, generations=1)


def test_a_generation_of_which_nothing_can_be_made_does_not_end_the_search(monkeypatch):
    """The first generation runs, all points after it have no mass."""
    from gudgeon.studies.bounded import BoundedRuns

    usual, calls = BoundedRuns.run, []

    def run(self, shares):
        calls.append(len(shares))
        if len(calls) == 3:
            raise gd.InputError("must be > 0.")
        return usual(self, shares)

    monkeypatch.setattr(BoundedRuns, "run", run)
    best = gd.optimize(falling(), BOUNDS, depth, population=5, generations=3)
    assert len(calls) == 5 and best.feasible
