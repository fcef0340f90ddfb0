"""Monte Carlo studies: percentiles and probabilities against exact values, failures, the rows of a
sweep.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.monte_carlo import Estimate, MonteCarlo
from gudgeon.studies.sweep_result import Sweep
from tests.support.swept_falls import DURATION, depth, falling

G = gd.Normal(-10.0, 0.5)
Z95 = 1.6448536269514722


@pytest.fixture(scope="module")
def falls() -> MonteCarlo:
    """Return falls whose depth g t^2/2 is as normal as g."""
    return gd.monte_carlo(
        falling(), {"gravity.2": G}, 64, measures={"depth": depth, "impacts": "impacts"}
    )


def test_percentiles_are_those_of_the_exact_distribution(falls):
    """Depth is g t^2/2. In a Latin hypercube each of 64 equal shares has one value, so that a
    quantile is off by at most the width of two shares around it.
    """
    scale = DURATION**2 / 2
    for level, z in ((5.0, -Z95), (50.0, 0.0), (95.0, Z95)):
        exact = scale * (10.0 + 0.5 * z)
        found = falls.percentiles("depth")[level]
        share = level / 100
        near = -G.quantile(
            np.clip(np.array([1 - share - 2 / 64, 1 - share + 2 / 64]), 1e-3, 1 - 1e-3)
        )
        assert min(near) * scale <= found.value <= max(near) * scale
        assert found.low <= exact <= found.high


def test_intervals_cover_as_often_as_they_say():
    """Of 400 independent samples, an interval of 95 % misses the true median 20 times on average,
    with a standard deviation of 4.4; order statistics are discrete, which makes them wider.
    """
    generator, missed = np.random.default_rng(1), 0
    for _ in range(400):
        found = study_of(generator.standard_normal(40)).percentiles("x", [50])[50.0]
        missed += not found.low <= 0 <= found.high
    assert missed <= 20 + 4 * 4.4


def test_probabilities_have_the_interval_of_clopper_and_pearson(falls):
    """Of 20 values 3 above the limit: 15 % (3.2 to 37.9 %), as in published tables."""
    found = study_of(np.arange(20.0)).exceedance("x", 16.5)
    assert found == pytest.approx((0.15, 0.0321, 0.3789), abs=5e-5)
    assert study_of(np.arange(20.0)).exceedance("x", 100) == pytest.approx((0, 0, 0.1684), abs=5e-5)
    assert study_of(np.arange(20.0)).exceedance("x", -1) == pytest.approx((1, 0.8316, 1), abs=5e-5)
    exact = 0.5  # the median of g
    found = falls.exceedance("depth", 10.0 * DURATION**2 / 2)
    assert found.low <= exact <= found.high


def test_the_worst_run_is_named_with_its_parameters(falls):
    worst = falls.worst("depth")
    assert worst["gravity.2"] == falls.table["gravity.2"].min()
    assert worst["depth"] == falls.table["depth"].max() == falls.table["depth"][worst["run"]]
    assert falls.worst("depth", least=True)["gravity.2"] == falls.table["gravity.2"].max()


def test_rank_correlations_say_what_matters():
    """Depth follows g exactly, and does not know the mass: |r| of 64 points scatters by 1/8."""
    parameters = {"gravity.2": G, "bodies.cabin.mass": gd.Uniform("1 kg", "2 kg")}
    found = gd.monte_carlo(falling(), parameters, 64, measures={"depth": depth})
    correlations = found.rank_correlations("depth")
    assert correlations["gravity.2"] == pytest.approx(-1.0)
    assert abs(correlations["bodies.cabin.mass"]) < 4 / 8


def test_runs_are_the_points_of_a_sweep_and_go_on_in_a_folder(tmp_path, monkeypatch):
    from tests.support.swept_falls import runs

    options = dict(samples=8, seed=3, measures={"depth": depth}, out=tmp_path)
    first = gd.monte_carlo(falling(), {"gravity.2": G}, **options)
    made = runs(monkeypatch)
    again = gd.monte_carlo(falling(), {"gravity.2": G}, **options)
    assert not made
    assert again.table["depth"].tolist() == first.table["depth"].tolist()
    values = first.table["gravity.2"].tolist()
    single = gd.sweep(falling(), {"gravity.2": values}, measures={"depth": depth})
    assert single.table["depth"].tolist() == first.table["depth"].tolist()


def test_failed_runs_take_no_part():
    values = np.array([1.0, 2.0, np.nan, 100.0])
    study = study_of(values, messages=["", "", "", "ended early"])
    assert study.values("x").tolist() == [1.0, 2.0]
    assert study.worst("x")["x"] == 2.0
    assert "1 runs failed" in repr(study)


def test_the_table_is_printed_and_drawn(falls, tmp_path):
    assert "64 runs, latin-hypercube, seed 0" in repr(falls)
    assert "depth" in repr(falls) and "95 %" in repr(falls)
    falls.plot("depth", tmp_path / "d.png")
    assert (tmp_path / "d.png").stat().st_size > 1000
    assert falls.to_csv(tmp_path / "d.csv").read_text().count("\n") == 65


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"parameters": {}}, "at least one parameter"),
        ({"parameters": {"gravity.2": 3}}, "expected a distribution"),
        ({"parameters": {"gravity.2": gd.Uniform("1 kg", "2 kg")}}, "gravity.2"),
        ({"samples": 1}, "samples"),
        ({"design": "grid"}, "unknown design"),
        ({"seed": -1}, "seed"),
        ({"correlation": {("gravity.2", "x"): 0.1}}, "different varied paths"),
    ],
)
def test_wrong_arguments_are_said(arguments, says):
    with pytest.raises(gd.InputError, match=says):
        gd.monte_carlo(falling(), **{"parameters": {"gravity.2": G}, "samples": 2, **arguments})


def test_wrong_questions_are_said(falls):
    with pytest.raises(gd.InputError, match="Did you mean 'depth'"):
        falls.percentiles("dept")
    with pytest.raises(gd.InputError, match="the same in all runs"):
        falls.rank_correlations("impacts")
    with pytest.raises(gd.InputError, match="confidence"):
        falls.percentiles("depth", confidence=2)


def test_an_estimate_prints_its_interval():
    assert str(Estimate(0.5, 0.25, 0.75)) == "0.5 (0.25 to 0.75)"


def study_of(values: np.ndarray, messages: list[str] | None = None) -> MonteCarlo:
    """Return a study whose runs gave these values."""
    from gudgeon.results.metrics import Measured

    rows = [
        {"values": {"x": Measured(float(value))}, "ended": "complete", "message": message}
        for value, message in zip(values, messages or [""] * len(values), strict=True)
    ]
    place = np.arange(len(values), dtype=float)
    sweep = Sweep("made up", {"p": place}, {}, rows, paired=True)
    return MonteCarlo(sweep, {"p": gd.Uniform(0.0, 1.0)}, "random", 0)
