"""Points of a study: data that are sent, rows, and the run that they are compared with."""

import json
import pickle

import pytest

import gudgeon as gd
from gudgeon.model.files.serialize import to_tree
from gudgeon.studies import sweep_point
from gudgeon.studies.sweep_point import Job, Point, forget_reference, run_job, run_point
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
