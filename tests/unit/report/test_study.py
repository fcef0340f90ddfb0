"""The page of a study: its data, its links, what cannot be shown."""

import json
import re

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.metrics import Measured
from gudgeon.studies.sweep_result import Sweep
from tests.support.swept_falls import depth, falling

SCATTER = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform(1, 2)}
MEASURES = {"depth": depth, "word": lambda result: "deep"}


def data_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="study">(.*?)</script>', text, re.DOTALL)[1])


def test_a_page_has_all_runs_with_percentiles_and_correlations(tmp_path):
    study = gd.monte_carlo(falling(), SCATTER, 20, measures=MEASURES)
    data = data_of(study.report(tmp_path / "study.html"))
    assert data["count"] == 20 and data["y"] == "depth"
    columns = {column["name"]: column for column in data["columns"]}
    assert list(columns) == [*SCATTER, "depth"]
    assert columns["depth"]["values"] == pytest.approx(study.table["depth"], rel=1e-6)
    levels = {row[0]: row[1] for row in data["percentiles"]["depth"]}
    assert levels[50] == pytest.approx(np.median(study.table["depth"]), rel=1e-6)
    assert {bar["name"]: bar["sizes"][0][0] for bar in data["bars"]["depth"]}["gravity.2"] == -1
    assert data["pages"] == {}


@pytest.mark.parametrize("indices, sizes", [("sobol", 2), ("morris", 1)])
def test_sensitivities_are_bars(tmp_path, indices, sizes):
    study = gd.sensitivity(falling(), SCATTER, 4, indices=indices, measures={"depth": depth})
    data = data_of(study.report(tmp_path / "study.html"))
    assert [len(bar["sizes"]) for bar in data["bars"]["depth"]] == [sizes] * 2


def test_reports_of_extreme_runs_are_a_click_away(tmp_path):
    values = {"gravity.2": [-1.0, -5.0, -3.0, -4.0]}
    sweep = gd.sweep(falling(), values, measures={"depth": depth}, keep=True)
    data = data_of(sweep.report(tmp_path / "study.html", runs=2))
    assert data["pages"] == {"1": "study-runs/1.html", "0": "study-runs/0.html"}
    for page in data["pages"].values():
        assert "<html" in (tmp_path / page).read_text(encoding="utf-8")
    without = gd.sweep(falling(), values, measures={"depth": depth})
    with pytest.raises(gd.InputError, match="keep=True"):
        without.report(tmp_path / "study.html", runs=1)


def test_words_and_failures_are_told_and_nothing_ends_the_script(tmp_path):
    rows = [
        {"values": {"f": Measured(1.0, "N")}, "ended": "complete", "message": ""},
        {"values": {"f": Measured(float("nan"), "N")}, "ended": "stiff", "message": "</script><b>"},
    ]
    fits = np.array(["ideal", "</script>"])
    sweep = Sweep("<i>", {"joints.C.fit": fits}, {}, rows, True)
    path = sweep.report(tmp_path / "study.html")
    data = data_of(path)
    assert data["columns"][0]["words"] == ["ideal", "</script>"]
    assert data["columns"][1]["values"] == [1.0, None] and data["ended"][1] == "</script><b>"
    assert "<title>&lt;i&gt;" in path.read_text(encoding="utf-8")
    assert "1 did not end" in data["about"]


def test_a_study_without_numbers_has_no_page(tmp_path):
    sweep = gd.sweep(falling(), {"gravity.2": [-1.0]}, measures={"w": lambda result: "deep"})
    with pytest.raises(gd.InputError, match="there is no page"):
        sweep.report(tmp_path / "study.html")
    with pytest.raises(gd.InputError, match="runs"):
        sweep.report(tmp_path / "study.html", runs=-1)


def test_a_page_must_not_hide_under_another_name(tmp_path):
    study = gd.sweep("pendulum", {"bodies.ball.mass": [1, 2]}, duration=0.01)
    with pytest.raises(gd.InputError, match=r"is the name of a PDF file, but .* end with \.html"):
        study.report(tmp_path / "a.pdf")
    with pytest.raises(gd.InputError, match=r"is the name of a PNG file, but .* end with \.csv"):
        study.to_csv(tmp_path / "a.png")
    with pytest.raises(gd.InputError, match=r"is the name of a CSV file, but .* end with \.html"):
        gd.simulate("pendulum", 0.01).report(tmp_path / "a.csv")
    assert not list(tmp_path.iterdir())
