"""Points of a study: data that are sent, rows, and the run that they are compared with."""

import json
import pickle

import pytest

import gudgeon as gd
from gudgeon.model.files.serialize import to_tree
from gudgeon.results.metrics import Measured
from gudgeon.studies import sweep_point
from gudgeon.studies.sweep_point import Job, Point, forget_reference, run_job, run_point, together
from tests.support.swept_falls import DURATION, falling, runs


def point(mechanism: gd.Mechanism, **options) -> Point:
    return Point(json.dumps(to_tree(mechanism)), options, {"low": "min D.displacement"})


def test_a_point_is_plain_data_that_can_be_sent_elsewhere():
    point = pickle.loads(
        pickle.dumps(
            Point(json.dumps(to_tree(falling())), {"duration": 0.1}, {"low": "min D.displacement"})
        )
    )
    row = run_point(point)
    assert row["ended"] == "complete"
    assert row["values"]["low"].value == pytest.approx(-10 * 0.1**2 / 2, rel=1e-12)


def test_all_points_share_one_run_to_be_compared_with(monkeypatch):
    """Falls with 10 and with 12 m/s^2 are 2 t^2/2 apart; it is forgotten when the study ends."""
    made = runs(monkeypatch)
    reference = Point(json.dumps(to_tree(falling())))
    faster = falling().with_values({"gravity.2": -12})
    found = [run_job(Job(point(faster), reference=reference))[0] for _ in range(2)]
    for row in found:
        assert row["values"]["deviation"].value == pytest.approx(2 * DURATION**2 / 2, rel=1e-12)
    assert len(made) == 3
    forget_reference()
    assert sweep_point._reference is None


def test_what_is_wrong_with_a_point_is_a_row():
    row = run_point(point(falling(), duration=-1))
    assert row["ended"] == "no result" and "duration" in row["message"]


def test_members_of_a_point_are_those_of_an_ensemble():
    """Means and standard deviations of a pendulum whose runs begin almost alike."""
    import numpy as np

    measures = {"far": lambda result: float(np.abs(result.joint("D").displacement).max())}
    point = gd.sweep(falling(), {"gravity.2": [-10.0]}, measures=measures, members=4, spread=1e-3)
    runs = gd.ensemble(falling(), 4, spread=1e-3)
    far = [measures["far"](result) for result in runs.results]
    assert point.table["far"][0] == pytest.approx(np.mean(far), rel=1e-12)
    assert point.table["far spread"][0] == pytest.approx(np.std(far, ddof=1), rel=1e-6)
    assert point.table["far spread"][0] > 0


def test_members_are_part_of_what_a_folder_knows_a_point_by(tmp_path):
    options = dict(measures={"end": "last D.displacement"}, out=tmp_path)
    values = {"gravity.2": [-10.0]}
    single = gd.sweep(falling(), values, **options)
    several = gd.sweep(falling(), values, members=2, **options)
    again = gd.sweep(falling(), values, **options)
    assert "end spread" in several.table and "end spread" not in again.table
    assert single._rows == again._rows
    with pytest.raises(gd.InputError, match="members"):
        gd.sweep(falling(), values, members=0)
    with pytest.raises(gd.InputError, match="not of several members"):
        gd.sweep(falling(), values, members=2, keep=True)


def test_members_that_fail_are_told_and_words_are_kept():
    good = {
        "values": {"x": Measured(1.0, "N"), "w": Measured("a")},
        "ended": "complete",
        "message": "",
    }
    bad = {
        "values": {"x": Measured(3.0, "N"), "w": Measured("b")},
        "ended": "stiff",
        "message": "no",
    }
    row = together([good, bad])
    assert row["ended"] == "stiff" and row["message"] == "no"
    assert row["values"]["x"].value == 2.0 and row["values"]["w"].value == "a"
    assert row["values"]["x spread"] == (2**0.5, "N", row["values"]["x spread"].help)
